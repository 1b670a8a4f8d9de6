//! The start boards and the mouths of two rulesets.

use serde_json::json;

use super::data::Pair;
use super::drawing::{self, Frame};
use crate::model::{Board, Mouth};
use crate::source::{Part, child};

pub(super) fn compare(pair: &mut Pair<'_>) {
    let (a, b) = (pair.a, pair.b);
    let (one, other) = ((Part::Board, "/id"), (Part::Mouth, "/id"));
    match (&a.board, &b.board) {
        (Some(a), Some(b)) => boards(pair, a, b),
        (Some(a), None) => pair.change("board", format!("the board `{}` is gone", a.id), Some(one), None),
        (None, Some(b)) => pair.change("board", format!("a board `{}` is new", b.id), None, Some(one)),
        (None, None) => {}
    }
    match (&a.mouth, &b.mouth) {
        (Some(a), Some(b)) => mouths(pair, a, b),
        (Some(a), None) => pair.change("mouth", format!("the mouth `{}` is gone", a.id), Some(other), None),
        (None, Some(b)) => pair.change("mouth", format!("a mouth `{}` is new", b.id), None, Some(other)),
        (None, None) => {}
    }
}

/// `2 to 3 players`.
fn players([least, most]: [u8; 2]) -> String {
    if least == most { format!("{least} players") } else { format!("{least} to {most} players") }
}

/// The side of each kind by the players it serves: those of both, those of the first only, those of the second only.
fn sides(a: &[[u8; 2]], b: &[[u8; 2]]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut found: Vec<_> =
        a.iter().enumerate().map(|(at, range)| (Some(at), b.iter().position(|other| other == range))).collect();
    let new = b.iter().enumerate().filter(|(_, range)| !a.contains(range));
    found.extend(new.map(|(at, _)| (None, Some(at))));
    found
}

fn boards(pair: &mut Pair<'_>, a: &Board, b: &Board) {
    if a.size != b.size {
        let text = format!("board: {} x {} -> {} x {} cells", a.size[0], a.size[1], b.size[0], b.size[1]);
        pair.change("board", text, Some((Part::Board, "/size")), Some((Part::Board, "/size")));
    }
    let ranges = |board: &Board| board.side.iter().map(|side| side.players).collect::<Vec<_>>();
    for (one, other) in sides(&ranges(a), &ranges(b)) {
        let pointers = (one.map(|at| child("/side", at)), other.map(|at| child("/side", at)));
        let from = pointers.0.as_deref().map(|pointer| (Part::Board, pointer));
        let to = pointers.1.as_deref().map(|pointer| (Part::Board, pointer));
        let (Some(x), Some(y)) = (one.map(|at| &a.side[at]), other.map(|at| &b.side[at])) else {
            let (range, word) = match (one, other) {
                (Some(one), _) => (a.side[one].players, "gone"),
                (_, Some(other)) => (b.side[other].players, "new"),
                _ => continue,
            };
            pair.change("board", format!("the board's side for {} is {word}", players(range)), from, to);
            continue;
        };
        let what = format!("board for {}", players(x.players));
        if x.spaces != y.spaces {
            pair.change("board", format!("{what}: {} -> {} spaces", x.spaces, y.spaces), from, to);
            pair.values(x.spaces, y.spaces);
        }
        let segments = |pointer: &Option<String>| child(pointer.as_deref().unwrap_or_default(), "segments");
        let (one, other) = (segments(&pointers.0), segments(&pointers.1));
        let frame = Frame { key: "board", what: &what, from: (Part::Board, &one), to: (Part::Board, &other) };
        drawing::compare(pair, &frame, &x.segments, &y.segments);
        if x.opening_cells != y.opening_cells {
            pair.note(format!("{what}: another number of opening cells is stated"), from, to);
        }
        if x.status.or(a.status) != y.status.or(b.status) {
            pair.note(format!("{what}: it is known otherwise"), from, to);
        }
    }
    about(pair, Part::Board, "board", &json!([a.id, a.title, a.source]), &json!([b.id, b.title, b.source]));
}

fn mouths(pair: &mut Pair<'_>, a: &Mouth, b: &Mouth) {
    let points = |points: &[u32]| points.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let ranges = |mouth: &Mouth| mouth.side.iter().map(|side| side.players).collect::<Vec<_>>();
    for (one, other) in sides(&ranges(a), &ranges(b)) {
        let field = |at: usize| child(&child("/side", at), "points");
        let pointers = (one.map(field), other.map(field));
        let from = pointers.0.as_deref().map(|pointer| (Part::Mouth, pointer));
        let to = pointers.1.as_deref().map(|pointer| (Part::Mouth, pointer));
        let (Some(x), Some(y)) = (one.map(|at| &a.side[at]), other.map(|at| &b.side[at])) else {
            let (range, word) = match (one, other) {
                (Some(one), _) => (a.side[one].players, "gone"),
                (_, Some(other)) => (b.side[other].players, "new"),
                _ => continue,
            };
            pair.change("mouth", format!("the mouth's points for {} are {word}", players(range)), from, to);
            continue;
        };
        if x.points != y.points {
            let text =
                format!("mouth for {}: {} -> {} points", players(x.players), points(&x.points), points(&y.points));
            pair.change("mouth", text, from, to);
            pair.values(json!(x.points), json!(y.points));
        }
    }
    let status = |mouth: &Mouth| mouth.side.iter().map(|side| side.status.or(mouth.status)).collect::<Vec<_>>();
    let (one, other) = (json!([a.id, a.title, a.source, status(a)]), json!([b.id, b.title, b.source, status(b)]));
    about(pair, Part::Mouth, "mouth", &one, &other);
}

/// What is said about a part and changes no game.
fn about(pair: &mut Pair<'_>, part: Part, what: &str, a: &serde_json::Value, b: &serde_json::Value) {
    if a != b {
        let at = Some((part, "/id"));
        pair.note(format!("the {what}'s id, title, source or status differ"), at, at);
    }
}
