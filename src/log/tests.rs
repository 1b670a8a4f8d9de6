//! The grammar by example: what is read, and where the first wrong byte is.

use super::*;
use crate::geometry::{Cell, Port, Rotation};

fn first_fault(text: &str) -> Option<(Code, &str)> {
    let mut reader = Reader::new(text.as_bytes());
    while let Some(line) = reader.line() {
        if let Err(fault) = line {
            return Some((fault.code, &text[fault.span.start..fault.span.end]));
        }
    }
    None
}

fn turn_of(text: &str) -> TurnText<'_> {
    let mut reader = Reader::new(text.as_bytes());
    match reader.line() {
        Some(Ok(Line::Turn)) => reader.turn,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_full_turn_is_read_whole() {
    let turn = turn_of("7b. Green A04b r0 + D2 (1,-2) r180 camp jungle:b.EL, recall abbot {Red.boat 7}  # aside");
    let number = turn.number.expect("a number");
    assert_eq!((number.number, number.part, turn.player.text), (7, Some('b'), &b"Green"[..]));
    let pieces: Vec<_> = turn.pieces.iter().copied().collect();
    assert_eq!(pieces[0].tile.text, b"A04b");
    assert_eq!(pieces[1].cell.map(|(cell, _)| cell), Some(Cell::new(1, -2)));
    assert_eq!(pieces[1].rotation.map(|(rotation, _)| rotation), Rotation::from_degrees(180));
    let actions: Vec<_> = turn.actions.iter().copied().collect();
    let ActionText::Place { which: Which::Port(Some(1), port), .. } = actions[0] else { panic!("{actions:?}") };
    assert_eq!(Some(port), Port::parse("EL"));
    assert!(matches!(actions[1], ActionText::Recall { figure: Some(_), .. }));
}

#[test]
fn spacing_comments_and_line_ends_are_free() {
    let text = "\u{feff}game: carcassonne\r\nplayers: Red (Anna # Maria), Blue # two\r\n\r\n  1.\tRed U (1, 0)  r90\r\nscore: Red 0 , Blue 0";
    assert_eq!(first_fault(text), None);
    let mut reader = Reader::new(text.as_bytes());
    while reader.line().is_some() {}
    let players: Vec<_> = reader.header.players.iter().map(Word::lossy).collect();
    assert_eq!(players, ["Red", "Blue"]);
}

#[test]
fn faults_lie_on_the_first_wrong_word() {
    let cases = [
        ("1. Red U (1,0) r45", Code::BadRotation, "r45"),
        ("1. Red U (99999999999999999999,0)", Code::BadCell, "99999999999999999999"),
        ("1. Red U (1;0)", Code::BadCell, "(1;0)"),
        ("1. Red U (1,0) r0 meeple road please", Code::UnexpectedText, "please"),
        ("1. Red U (1,0) r0 meeple road:NX", Code::BadAction, "road:NX"),
        ("1. Red U (1,0) r0 meeple=3", Code::BadAction, "meeple=3"),
        ("1 Red U", Code::UnexpectedText, "1"),
        ("1. Red u (1,0)", Code::UnexpectedText, "u"),
        ("1. Red U (1,0) {Red}", Code::BadClaim, "}"),
        ("1. Red U (1,0) {Red 4, Red 5}", Code::BadClaim, "Red 5"),
        ("1. Red U (1,0) {Red 4", Code::BadClaim, "{"),
        ("varient: river", Code::UnknownHeader, "varient"),
        ("players: Red, Red", Code::BadHeader, "Red"),
        ("players: Red (Anna", Code::BadHeader, "("),
        ("game: a\ngame: b", Code::HeaderMisplaced, "game"),
        ("Red U\ndate: now", Code::HeaderMisplaced, "date"),
        ("score: Red 0\nRed U", Code::AfterTheEnd, "Red U"),
        ("end: nwo", Code::BadHeader, "nwo"),
        ("format: 2", Code::BadHeader, "2"),
        ("variant: a, a", Code::BadHeader, "a"),
        ("1. Red U r0 + ", Code::UnexpectedText, ""),
    ];
    for (text, code, word) in cases {
        assert_eq!(first_fault(text), Some((code, word)), "{text}");
    }
}

#[test]
fn free_headers_run_to_the_end_of_the_line() {
    assert_eq!(first_fault("note: a # b, {c}\nnote: again\nx-clock: 5:00\nsource: #1"), None);
}

#[test]
fn a_discard_has_a_tile_and_nothing_else() {
    let turn = turn_of("4. Blue B discard");
    assert!(turn.discard.is_some() && turn.pieces.len() == 1 && turn.actions.is_empty());
    assert_eq!(first_fault("4. Blue B discard meeple road"), Some((Code::UnexpectedText, "meeple")));
}
