//! A game being replayed: its turns in order, each checked before it is played.

use super::claims::Account;
use super::findings::{self, Spots};
use super::game::MOST_FAULTS;
use super::game_text::GameText;
use super::outcome::turn_number;
use super::scene;
use super::trace::{PlayedTurn, Trace};
use crate::diagnostic::{Code, Finding, TurnNumber, did_you_mean, list_of};
use crate::game::ClassId;
use crate::geometry::Rotation;
use crate::log::{ChipText, ClaimText, End, Fault, Line, PieceText, Reader, TurnText, quote};
use crate::play::{Illegal, Match};
use crate::render::Style;
use crate::report::Ended;
use crate::table::Placement;
use crate::text::Span;

/// The most turns a game may have (`formats.md`, section 3).
const MOST_TURNS: u32 = 100_000;

/// A game being replayed.
pub(super) struct Run<'a, 'g> {
    pub(super) play: Match<'g>,
    pub(super) players: Vec<String>,
    pub(super) text: &'a GameText<'a>,
    pub(super) findings: Vec<Finding>,
    pub(super) account: Account,
    /// How far the log's numbers are from ours since a wrong one was told.
    pub(super) number_shift: i64,
    pub(super) until: Option<u32>,
    pub(super) maps: Option<&'a Style>,
    pub(super) trace: Trace,
}

/// Turns go on, or the game stops here.
pub(super) type Step = Result<(), ()>;

impl Run<'_, '_> {
    /// Plays all turns; how the game ended, and whether its text was read to its end.
    pub(super) fn game(&mut self, reader: &mut Reader<'_>, first: Option<Result<Line, Fault>>) -> (Ended, bool) {
        if self.start(&reader.header).is_err() {
            return (Ended::Illegal, false);
        }
        let mut end = None;
        let mut finished = false;
        let mut next = first;
        while let Some(line) = next {
            match line {
                Err(fault) => {
                    let turn = self.turn_number();
                    self.findings.push(self.text.fault(&fault, Some(turn)));
                    return (Ended::Illegal, false);
                }
                Ok(Line::Turn) => {
                    if self.until.is_some_and(|until| self.play.turns() >= until) {
                        return (Ended::Stopped, false);
                    }
                    if self.turn(&reader.turn, &reader.claims, &reader.chips).is_err() {
                        return (Ended::Illegal, false);
                    }
                }
                Ok(Line::End(how, span)) => end = Some((how, span)),
                Ok(Line::Score(_)) => {
                    self.finish(end, &mut finished);
                    self.claims(&reader.claims, true);
                }
                Ok(Line::Nothing | Line::Header) => {}
            }
            next = reader.line();
        }
        (self.finish(end, &mut finished), true)
    }

    /// Ends the game as the log says, or as the stack does; once.
    pub(super) fn finish(&mut self, end: Option<(End, Span)>, finished: &mut bool) -> Ended {
        let empty = self.play.stack_left() == 0;
        let (ended, final_scoring) = match end.map(|(how, _)| how) {
            Some(End::Complete) | None if empty => (Ended::Complete, true),
            Some(End::Now | End::Complete) => (Ended::Now, true),
            Some(End::Stopped) | None => (Ended::Stopped, false),
        };
        if !std::mem::replace(finished, true) {
            if let (Some((End::Complete, span)), false) = (end, empty) {
                let left = self.play.stack_left();
                let plural = if left == 1 { "tile is" } else { "tiles are" };
                let finding = Finding::error(
                    Code::NotComplete,
                    format!("the game is not complete: {left} {plural} left to draw"),
                )
                .help("`end: now` ends a game early and scores it, `end: stopped` only stops the log")
                .at(self.text.place(span));
                self.findings.push(finding);
            }
            if final_scoring {
                self.play.finish();
            }
        }
        ended
    }

    // --- the start ---------------------------------------------------------------------------------------------------

    /// Lays the tiles that lie on the table before the first turn: the log's, or the ruleset's.
    pub(super) fn start(&mut self, header: &crate::log::Header<'_>) -> Step {
        let game = self.play.game();
        if let Some(map) = &game.map {
            return self.start_on_map(header, map);
        }
        let Some(written) = &header.start else {
            for start in &game.start {
                let placement = Placement { class: start.class, cell: start.cell, rotation: start.rotation };
                if let Err(illegal) = self.play.start(placement) {
                    let spots = self.spots(None, None, header.game.span());
                    let finding = findings::refused(&self.play, &self.players, &illegal, &spots);
                    self.findings.push(finding);
                    return Err(());
                }
            }
            return Ok(());
        };
        for (number, start) in written.iter().enumerate() {
            let class = self.class_of(&start.piece)?;
            let same = |usual: &&crate::game::StartTile| {
                game.classes[usual.class.index()].tile == game.classes[class.index()].tile
            };
            let before =
                written[..number].iter().filter(|other| other.piece.tile.text == start.piece.tile.text).count();
            let usual = game.start.iter().filter(same).nth(before);
            if usual.is_none() {
                let names: Vec<_> =
                    game.start.iter().map(|usual| game.classes[usual.class.index()].name.as_str()).collect();
                let message = format!("`{}` does not start with `{}`", game.id, start.piece.tile.lossy());
                let help = match names.as_slice() {
                    [] => "the rules put no tile on the table before the first turn".to_owned(),
                    names => format!("the rules start with {}", list_of(names, "and")),
                };
                let finding = Finding::warning(Code::UnusualStart, message).help(help).at(self.text.place(start.span));
                self.findings.push(findings::with_rule(game, finding));
            }
            let cell = start.piece.cell.map(|(cell, _)| cell).or(usual.map(|usual| usual.cell));
            let Some(cell) = cell.or((number == 0 && self.play.table().pieces().is_empty()).then(Default::default))
            else {
                let message = format!("the cell of `{}` is missing", start.piece.tile.lossy());
                let finding = Finding::error(Code::CellMissing, message).help("the rules give no cell for it");
                self.findings.push(finding.at(self.text.place(start.span)));
                return Err(());
            };
            let rotation = start.piece.rotation.map(|(rotation, _)| rotation).unwrap_or_default();
            if let Err(illegal) = self.play.start(Placement { class, cell, rotation }) {
                let spots = self.spots(Some(start.piece), None, start.span);
                let finding = findings::refused(&self.play, &self.players, &illegal, &spots);
                self.findings.push(finding);
                return Err(());
            }
        }
        Ok(())
    }

    // --- turns -------------------------------------------------------------------------------------------------------

    fn turn(&mut self, turn: &TurnText<'_>, claims: &[ClaimText<'_>], chips: &[ChipText<'_>]) -> Step {
        if self.play.turns() >= MOST_TURNS {
            let message = format!("a game has at most {MOST_TURNS} turns");
            self.push(Finding::error(Code::TooLong, message), turn.span);
            return Err(());
        }
        let expected = self.expected();
        if turn.number.is_some_and(|written| (i64::from(written.number), written.part) != expected) {
            self.missing(turn)?;
            self.number(turn)?;
        }
        self.player(turn)?;
        if let Some(trace) = &mut self.trace {
            trace.push(PlayedTurn::at(self.play.moment()));
        }
        if let Some(word) = turn.discard {
            return self.discard(turn, word);
        }
        let mut last = (ClassId(0), Rotation::default());
        for piece in turn.pieces.iter() {
            last = self.lay(piece, turn)?;
        }
        if let Err(illegal) = self.play.pieces_done() {
            let piece = turn.pieces.first().copied();
            self.refuse(&illegal, piece, None, turn.span);
            return Err(());
        }
        self.chips(chips, turn)?;
        self.actions(turn, last)?;
        self.play.end_turn();
        if !claims.is_empty() {
            self.claims(claims, false);
        }
        Ok(())
    }

    /// Where both number and player of a turn are those of a later one, turns are missing: one mistake, told as such, with
    /// the table to which the missing ones belong. The game cannot go on without them.
    pub(super) fn missing(&mut self, turn: &TurnText<'_>) -> Step {
        let Some(written) = turn.number.filter(|written| written.part.is_none()) else { return Ok(()) };
        let expected = self.expected();
        let gap = usize::try_from(i64::from(written.number) - expected.0).unwrap_or(0);
        if gap == 0 {
            return Ok(());
        }
        let (seat, seats) = (self.play.seat(), self.players.len());
        let then = (seat + gap % seats) % seats;
        if then == seat || self.players[then].as_bytes() != turn.player.text {
            return Ok(());
        }
        let due = &self.players[seat];
        let (first, before) = (label(expected), label(self.before()));
        let message = match gap {
            1 => format!("turn {first} is missing: `{}` follows turn {before}", written.number),
            _ => format!(
                "turns {first} to {} are missing: `{}` follows turn {before}",
                written.number - 1,
                written.number
            ),
        };
        let help = match expected.1 {
            None => format!("write what {due} did in turn {first}, on the table as it lies here"),
            Some(_) => format!("{due} takes a second turn at once; write what {due} did in it, as `{first}.`"),
        };
        let finding = Finding::error(Code::WrongNumber, message).label(format!("not `{first}.`")).help(help);
        self.push_with_table(finding, written.span);
        Err(())
    }

    /// The number and letter that the turn in play has, as the log counts.
    fn expected(&self) -> (i64, Option<char>) {
        let due = self.turn_number();
        (i64::from(due.number) + self.number_shift, due.part)
    }

    /// The number and letter of the turn before it.
    fn before(&self) -> (i64, Option<char>) {
        let last = turn_number(self.play.last_moment());
        (i64::from(last.number) + self.number_shift, last.part)
    }

    /// A wrong number is told once: later ones are measured against it.
    pub(super) fn number(&mut self, turn: &TurnText<'_>) -> Step {
        let Some(written) = turn.number else { return Ok(()) };
        let expected = self.expected();
        if (i64::from(written.number), written.part) == expected || self.findings.len() >= MOST_FAULTS {
            return Ok(());
        }
        let due = label(expected);
        let is = label((i64::from(written.number), written.part));
        let message = match (written.part, expected.1) {
            (Some(_), None) => format!("turn {due} is no extra turn, which a letter would mark"),
            (None, Some(_)) => format!("this is turn {due}, a second turn of the same player, not `{is}`"),
            _ => format!("this is turn {due}, not `{is}`"),
        };
        let ahead = i64::from(written.number) > expected.0;
        let or = if ahead { "; or turns are missing before it" } else { "" };
        let help = format!("write `{due}.`, or leave the numbers out{or}");
        let finding = Finding::error(Code::WrongNumber, message).label(format!("`{due}.`")).help(help);
        if ahead && self.findings.is_empty() {
            self.push_with_table(finding, written.span);
        } else {
            self.push(finding, written.span);
        }
        self.number_shift += i64::from(written.number) - expected.0;
        // An extra turn that is none has the wrong player too, and one mistake is told once.
        if written.part.is_some() && expected.1.is_none() { Err(()) } else { Ok(()) }
    }

    pub(super) fn player(&mut self, turn: &TurnText<'_>) -> Step {
        let seat = self.play.seat();
        if self.players[seat].as_bytes() == turn.player.text {
            return Ok(());
        }
        let due = &self.players[seat];
        let finding = if self.players.iter().any(|name| name.as_bytes() == turn.player.text) {
            let number = self.turn_number();
            let message = format!("turn {number} is {due}'s, not `{}`'s", turn.player.lossy());
            let help = format!(
                "players take turns in the order of `players:`, here {}; or a turn of {due}'s is missing before this one",
                self.players.join(", ")
            );
            let finding = findings::with_rule(self.play.game(), Finding::error(Code::WrongPlayer, message).help(help));
            self.push_with_table(finding, turn.player.span());
            return Err(());
        } else {
            let message = format!("nobody in this game is called `{}`", quote(turn.player.text));
            let help = did_you_mean(&turn.player.lossy(), self.players.iter().map(String::as_str));
            Finding::error(Code::UnknownPlayer, message).help(help)
        };
        self.push(finding, turn.player.span());
        Err(())
    }

    // --- findings ----------------------------------------------------------------------------------------------------

    pub(super) fn turn_number(&self) -> TurnNumber {
        turn_number(self.play.moment())
    }

    pub(super) fn push(&mut self, finding: Finding, span: Span) {
        let turn = Some(self.turn_number());
        self.findings.push(Finding { turn, ..finding.at(self.text.place(span)) });
    }

    /// The same, with the table as it lies around the last piece: what the turn was written for.
    pub(super) fn push_with_table(&mut self, mut finding: Finding, span: Span) {
        scene::show_table(&self.play, &self.players, self.maps, &mut finding);
        self.push(finding, span);
    }

    pub(super) fn spots<'s>(&'s self, piece: Option<PieceText<'s>>, action: Option<Span>, turn: Span) -> Spots<'s> {
        Spots { text: self.text, piece, action, turn }
    }

    pub(super) fn refuse(&mut self, illegal: &Illegal, piece: Option<PieceText<'_>>, action: Option<Span>, turn: Span) {
        let spots = self.spots(piece, action, turn);
        let mut finding = findings::refused(&self.play, &self.players, illegal, &spots);
        self.explain(&mut finding, illegal);
        let turn = Some(self.turn_number());
        self.findings.push(Finding { turn, ..finding });
    }

    /// Adds what helps to see the refusal: the map, and a word where our drawing may be the one that is wrong.
    pub(super) fn explain(&self, finding: &mut Finding, illegal: &Illegal) {
        scene::explain(&self.play, &self.players, illegal, self.maps, finding);
    }
}

/// A turn's number as logs write it.
fn label((number, part): (i64, Option<char>)) -> String {
    part.map_or_else(|| number.to_string(), |part| format!("{number}{part}"))
}
