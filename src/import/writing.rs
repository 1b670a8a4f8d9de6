//! A game recorded elsewhere as a move log of ours: each turn is played as it is written.
//!
//! What must stay true: what is written replays without an illegal move; where our rules refuse a turn, the game is written
//! up to there, marked, and what refuses it is told with the words of a replay.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::names::{self, Named};
use super::record::{Deed, Drawings, Event, Record, Turn};
use super::told::Told;
use crate::diagnostic::{Code, Finding, Level};
use crate::game::ClassId;
use crate::notation;
use crate::play::{Match, Room};
use crate::replay::{NotFound, Replayed, Rulesets, RunOptions, Shard, TextLog, replay_logs};
use crate::table::Placement;
use crate::text::Span;

/// What became of a game.
#[derive(Debug)]
pub(super) enum Written {
    /// A log of it, whole or in part.
    Log(String),
    /// Nothing; what is wrong with it is told.
    Nothing,
    /// Nothing, because the data of its ruleset is broken.
    Broken(Arc<Vec<Finding>>),
}

/// Turns go on, or the game stops here and that is told.
type Step = Result<(), ()>;

/// Writes a game by the ruleset it names.
pub(super) fn write(record: &Record, rulesets: &Rulesets<'_>, keep_names: bool, told: &mut Told) -> Written {
    let variants: Vec<&str> = record.variants.iter().map(|(name, _)| *name).collect();
    let (name, span) = record.game;
    let named = match rulesets.get(name, &variants) {
        Ok(named) => named,
        Err(NotFound::Game(help)) => {
            told.error(
                Code::NotCarriedOver,
                span,
                format!("this game needs the ruleset `{name}`, which we lack"),
                help,
            );
            return Written::Nothing;
        }
        Err(NotFound::Variant(index, finding)) => {
            let (variant, span) = record.variants.get(index).copied().unwrap_or(record.game);
            let message = format!("this game needs the variant `{variant}` of `{name}`: {}", finding.message);
            told.error(Code::NotCarriedOver, span, message, finding.help.unwrap_or_default());
            return Written::Nothing;
        }
        Err(NotFound::Broken(findings)) => return Written::Broken(findings),
    };
    let game = &named.game;
    let [least, most] = game.players.map(usize::from);
    let players = record.players.len();
    if players < least.max(2) || players > most {
        let message = format!("the game has {players} player{}", if players == 1 { "" } else { "s" });
        let help = format!("`{}` is for {} to {most} players", game.id, least.max(2));
        told.error(Code::NotCarriedOver, record.players_span, message, help);
        return Written::Nothing;
    }
    let names = names::of(&record.players, keep_names);
    let mut writer = Writer {
        play: Match::new(game, players, false, Room::default()),
        width: names.iter().map(|named| named.token.len()).max().unwrap_or(0),
        names: &names,
        start: None,
        body: String::new(),
        draws: record.draws.iter(),
        rulesets,
        told,
    };
    writer.log(record).map_or(Written::Nothing, Written::Log)
}

/// A game as it is written.
pub(super) struct Writer<'a, 'g> {
    pub(super) play: Match<'g>,
    names: &'a [Named],
    width: usize,
    /// The `start:` header, where the game does not start as its ruleset does.
    start: Option<String>,
    /// The turns so far.
    body: String,
    /// Tiles in the order they were drawn, where that is known.
    draws: std::slice::Iter<'a, (Drawings, Span)>,
    rulesets: &'a Rulesets<'a>,
    pub(super) told: &'a mut Told,
}

impl Writer<'_, '_> {
    /// The whole log; none where not one turn can be written.
    fn log(&mut self, record: &Record) -> Option<String> {
        let mut whole = self.lay_start(record).is_ok();
        for event in record.events.iter().take(if whole { usize::MAX } else { 0 }) {
            let step = match event {
                Event::Turn(turn) => self.turn(turn),
                Event::Discard { drawings, span } => self.discard(drawings, *span),
            };
            if step.is_err() {
                whole = false;
                break;
            }
        }
        let turns = self.play.turns();
        if turns == 0 {
            if whole && !record.is_cut {
                self.told.error(Code::NotCarriedOver, record.end_span, "no turn stands in this file", "");
            }
            return None;
        }
        let is_partial = !whole || record.is_cut;
        let partial = is_partial.then(|| match turns {
            1 => "partial, only the first turn".to_owned(),
            turns => format!("partial, only the first {turns} turns"),
        });
        let mut log = self.head(record, partial.as_deref());
        log.push_str(&self.body);
        if is_partial {
            log.push_str("end: stopped\n");
        } else {
            self.end(record, &mut log);
        }
        Some(log)
    }

    /// The headers and the empty line behind them.
    fn head(&self, record: &Record, partial: Option<&str>) -> String {
        let game = self.play.game();
        let mut head = format!("game: {}\n", game.id);
        if !game.variants.is_empty() {
            let _ = writeln!(head, "variant: {}", game.variants.join(", "));
        }
        let players = self.names.iter().map(|named| match &named.full {
            Some(full) => format!("{} ({full})", named.token),
            None => named.token.clone(),
        });
        let _ = writeln!(head, "players: {}", players.collect::<Vec<_>>().join(", "));
        for (key, value) in [
            ("start", self.start.as_deref()),
            ("date", record.date.as_deref()),
            ("source", Some(record.source.as_str())),
        ] {
            if let Some(value) = value {
                let _ = writeln!(head, "{key}: {value}");
            }
        }
        if let Some(partial) = partial {
            let _ = writeln!(head, "x-import: {partial}");
        }
        head.push('\n');
        head
    }

    /// How the game ended, and the points stated for its end.
    fn end(&mut self, record: &Record, log: &mut String) {
        let mut last = self.play.clone();
        last.finish();
        let is = |play: &Match<'_>| {
            let points = |seat: usize| play.seats().get(seat).map(|seat| i64::from(seat.points));
            !record.claims.is_empty()
                && record.claims.iter().all(|(seat, claim)| points(*seat) == Some(i64::from(*claim)))
        };
        if self.play.stack_left() > 0 {
            let (running, scored) = (is(&self.play), is(&last));
            let mut now = record.ends;
            let mut inferred = None;
            if scored != running && now != scored {
                now = scored;
                inferred = Some(if now {
                    "the points stated are those after final scoring, so the game is taken to end here"
                } else {
                    "the points stated are those before final scoring, so the game is taken to stop here"
                });
            } else if !now && !running && self.nothing_fits() {
                now = true;
                inferred = Some("no tile that is left fits anywhere, so the game is taken to be over");
            }
            if let Some(message) = inferred {
                self.told.note(Code::Inferred, record.end_span, message, "");
            }
            log.push_str(if now { "end: now\n" } else { "end: stopped\n" });
        }
        if !record.claims.is_empty() {
            let _ = writeln!(log, "score: {}", self.claims(&record.claims));
        }
    }

    /// Whether no tile that is left could be laid.
    fn nothing_fits(&self) -> bool {
        let game = self.play.game();
        let classes = (0..game.classes.len()).map(|index| ClassId(index as u16));
        let mut left = classes.filter(|&class| self.play.copies_left(class) > 0);
        left.all(|class| {
            let is_apart = game.tile_of(class).is_none_or(|tile| tile.apart);
            is_apart || self.play.table().any_placement(game, class).is_none()
        })
    }

    fn claims(&self, claims: &[(usize, u32)]) -> String {
        let claims =
            claims.iter().filter_map(|(seat, points)| Some(format!("{} {points}", self.names.get(*seat)?.token)));
        claims.collect::<Vec<_>>().join(", ")
    }

    // --- the start -----------------------------------------------------------------------------------------------

    fn lay_start(&mut self, record: &Record) -> Step {
        let game = self.play.game();
        let usual: Vec<_> = game
            .start
            .iter()
            .map(|start| Placement { class: start.class, cell: start.cell, rotation: start.rotation })
            .collect();
        let mut placements = usual.clone();
        if let Some(written) = &record.start {
            placements.clear();
            for piece in written {
                placements.push(self.placement(piece)?);
            }
        }
        let line = |placement: &Placement| {
            let name = &game.classes[placement.class.index()].name;
            format!("{name} {} {}", placement.cell, placement.rotation)
        };
        for (index, placement) in placements.iter().enumerate() {
            if self.play.start(*placement).is_err() {
                let span = record
                    .start
                    .as_ref()
                    .and_then(|pieces| pieces.get(index))
                    .map_or(record.game.1, |piece| piece.span);
                let message = format!("the game cannot start with `{}`", line(placement));
                self.told.error(Code::ImportRefused, span, message, "");
                return Err(());
            }
        }
        if placements != usual {
            self.start = Some(placements.iter().map(line).collect::<Vec<_>>().join(", "));
        }
        Ok(())
    }

    // --- turns ---------------------------------------------------------------------------------------------------

    fn turn(&mut self, turn: &Turn) -> Step {
        self.dropped(turn.piece.drawings);
        let game = self.play.game();
        let mut seat = self.play.seat();
        let placement = self.placement(&turn.piece)?;
        let class = &game.classes[placement.class.index()].name;
        let mut words = format!("{class} {} {}", placement.cell, placement.rotation);
        if let Some(other) = turn.seat.filter(|other| *other != seat) {
            seat = other;
            return self.refuse(seat, &words, turn.piece.span);
        }
        if self.play.lay(placement).is_err() || self.play.pieces_done().is_err() {
            return self.refuse(seat, &words, turn.piece.span);
        }
        for (index, (deed, span)) in turn.deeds.iter().enumerate() {
            let is_done = match deed {
                Deed::Recall { figure } => {
                    let _ = write!(words, "{} recall {figure}", if index > 0 { "," } else { "" });
                    let figure = self.figure(figure, *span)?;
                    index == 0 && self.play.recall(Some(figure)).is_ok()
                }
                Deed::Place { figure: name, target } => {
                    let figure = self.figure(name, *span)?;
                    let segment = self.segment(placement, figure, target, *span)?;
                    let place = notation::target(game, placement.class, placement.rotation, segment);
                    let _ = write!(words, "{} {name} {place}", if index > 0 { "," } else { "" });
                    index == 0 && self.play.place(figure, segment).is_ok()
                }
            };
            if !is_done {
                return self.refuse(seat, &words, *span);
            }
        }
        if !turn.claims.is_empty() {
            let _ = write!(words, " {{{}}}", self.claims(&turn.claims));
        }
        let line = self.line(seat, &words);
        self.body.push_str(&line);
        self.play.end_turn();
        Ok(())
    }

    fn discard(&mut self, drawings: Drawings, span: Span) -> Step {
        let class = self.class(drawings, span)?;
        let seat = self.play.seat();
        let words = format!("{} discard", self.play.game().classes[class.index()].name);
        let line = self.line(seat, &words);
        if self.play.discard(class).is_err() {
            return self.refuse(seat, &words, span);
        }
        self.body.push_str(&line);
        Ok(())
    }

    /// Tiles drawn before this one that fitted nowhere, which the format drops without a word.
    fn dropped(&mut self, laid: Drawings) {
        let mut span = None;
        while let Some((next, at)) = self.draws.next() {
            if *next == laid {
                return;
            }
            span = Some(*at);
            let class = next.iter().find_map(|drawing| self.class_of(drawing.tile, drawing.face));
            let Some(class) = class else { break };
            let words = format!("{} discard", self.play.game().classes[class.index()].name);
            let line = self.line(self.play.seat(), &words);
            if self.play.discard(class).is_err() {
                break;
            }
            self.body.push_str(&line);
        }
        if let Some(span) = span {
            let message = "the tile that is drawn here could have been laid, and another one was";
            let help = "the order of drawing is not the one of this game, and is left out";
            self.told.warning(Code::NotCarriedOver, span, message, help);
            self.draws = [].iter();
        }
    }

    /// A line of the log.
    fn line(&self, seat: usize, words: &str) -> String {
        let name = self.names.get(seat).map_or("", |named| named.token.as_str());
        format!("{}. {name:width$} {words}\n", self.play.moment(), width = self.width)
    }

    /// Tells why our rules refuse a turn, in the words of a replay.
    fn refuse(&mut self, seat: usize, words: &str, span: Span) -> Step {
        // The turn's number is that of the next one as long as it has not ended.
        let line = self.line(seat, words);
        let game = self.play.game();
        let mut log = format!("game: {}\n", game.id);
        if !game.variants.is_empty() {
            let _ = writeln!(log, "variant: {}", game.variants.join(", "));
        }
        let tokens: Vec<_> = self.names.iter().map(|named| named.token.as_str()).collect();
        let _ = writeln!(log, "players: {}", tokens.join(", "));
        if let Some(start) = &self.start {
            let _ = writeln!(log, "start: {start}");
        }
        log.push_str(&self.body);
        log.push_str(&line);
        let mut why = None;
        let mut tell = |told: Replayed| {
            let Replayed::Game(_, outcome) = told else { return Ok(ControlFlow::Continue(())) };
            let is_move = |finding: &Finding| {
                finding.level == Level::Error && !matches!(finding.code, Code::WrongClaim | Code::WrongScore)
            };
            why = outcome.findings.into_iter().find(is_move);
            Ok(ControlFlow::Break(()))
        };
        // Reading from memory does not fail.
        let log = TextLog { file: "".into(), text: log.as_bytes() };
        let _ = replay_logs(self.rulesets, &[log], &RunOptions::default(), Shard::default(), &mut tell);
        let number = self.play.moment();
        let finding = match why {
            Some(why) => Finding {
                turn: why.turn,
                ..Finding::error(
                    Code::ImportRefused,
                    format!("turn {number} is not played by our rules: {}", why.message),
                )
                .help(why.help.unwrap_or_default())
            },
            None => Finding::error(Code::ImportRefused, format!("turn {number} is not played by our rules: `{words}`")),
        };
        self.told.push(finding, span);
        Err(())
    }
}
