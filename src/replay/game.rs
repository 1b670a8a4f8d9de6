//! One game: from its text to its report.

use std::sync::Arc;

use super::claims::{self, Account, Wrong};
use super::findings::{self, Spots};
use super::game_text::GameText;
use super::outcome::report_of;
use super::rulesets::{Named, NotFound, Rulesets};
use super::run::RunOptions;
use super::scene;
use crate::diagnostic::{Code, Finding, TurnNumber, did_you_mean, list_of};
use crate::game::{ClassId, Game, MAX_PLAYERS, TileName};
use crate::geometry::Rotation;
use crate::log::{ActionText, ClaimText, End, Fault, GameBytes, Line, PieceText, Reader, TurnText, Which, Word, quote};
use crate::notation::{self, NoSegment};
use crate::play::{Illegal, Match, Room};
use crate::render::Style;
use crate::report::{Ended, GameReport};
use crate::table::Placement;
use crate::text::Span;

/// The most turns a game may have (`formats.md`, section 3).
const MOST_TURNS: u32 = 100_000;
/// The most faults of its text that are told of one game.
const MOST_FAULTS: usize = 100;

/// A replayed game.
#[derive(Debug)]
pub struct GameOutcome {
    /// What it gave.
    pub report: GameReport,
    /// What is wrong with it, sorted by place.
    pub findings: Vec<Finding>,
    /// What is wrong with the data it needs: not the log's fault.
    pub broken: Option<Arc<Vec<Finding>>>,
}

/// Replays games one after the other in a room that is kept.
pub struct Replayer<'r, 'a> {
    rulesets: &'r Rulesets<'a>,
    file: Arc<str>,
    options: &'r RunOptions,
    /// Stop after so many turns, for a look at the table.
    until: Option<u32>,
    room: Option<Room>,
    last: Option<(Vec<u8>, Arc<Named>)>,
}

impl<'r, 'a> Replayer<'r, 'a> {
    /// A replayer of the games of a file.
    #[must_use]
    pub fn new(rulesets: &'r Rulesets<'a>, file: Arc<str>, options: &'r RunOptions) -> Self {
        Self { rulesets, file, options, until: None, room: None, last: None }
    }

    /// The same, stopping before turn `until + 1`: for a look at the table.
    #[must_use]
    pub fn until(mut self, until: Option<u32>) -> Self {
        self.until = until;
        self
    }

    /// Replays one game.
    pub fn replay(&mut self, part: &GameBytes<'_>) -> GameOutcome {
        self.replay_with(part, |_, _, _| {})
    }

    /// Replays one game, and shows the table as it was left: where the game ended, or just before what stopped it.
    pub fn replay_with(
        &mut self,
        part: &GameBytes<'_>,
        look: impl FnOnce(&Match<'_>, &Named, &[String]),
    ) -> GameOutcome {
        let file = self.file.clone();
        let text = GameText { file: &file, part };
        let mut report = GameReport::refused(self.file.clone(), part.lines_before + 1);
        if !part.named {
            return before_first_game(part, &text, report);
        }
        let mut reader = Reader::new(part.bytes);
        let mut faults = Vec::new();
        let first = read_header(&mut reader, &mut faults);
        report.game = reader.header.game.lossy().into();
        report.line = part.lines_before + 1;
        report.variants = reader.header.variants.iter().map(|word| word.lossy().into()).collect();
        report.players = reader.header.players.iter().take(MAX_PLAYERS).map(|word| word.lossy().into()).collect();
        report.scores = vec![0; report.players.len()];
        let named = if faults.is_empty() { self.ruleset(&reader, &text) } else { Err(Stop::Said) };
        let mut broken = None;
        let mut findings: Vec<Finding> = Vec::new();
        let named = match named {
            Ok(named) => named,
            Err(stop) => {
                match stop {
                    Stop::Said => {}
                    Stop::Finding(finding) => findings.push(*finding),
                    Stop::Broken(data) => broken = Some(data),
                }
                if !matches!(first, Some(Err(_))) {
                    read_on(&mut reader, &mut faults);
                }
                findings.extend(faults.iter().map(|fault| text.fault(fault, None)));
                return GameOutcome { report, findings, broken };
            }
        };
        report.variants.clone_from(&named.names.variants);
        report.game.clone_from(&named.names.game);
        report.reconstructed = named.game.any_reconstructed();
        let players: Vec<String> = reader.header.players.iter().map(Word::lossy).collect();
        let room = self.room.take().unwrap_or_default();
        let play = Match::new(&named.game, players.len(), self.options.keep_cells, room);
        let mut run = Run {
            play,
            players,
            text: &text,
            findings,
            account: Account::default(),
            number_shift: 0,
            until: self.until,
            maps: self.options.maps.as_ref(),
        };
        let (ended, clean) = run.game(&mut reader, first);
        report.ended = ended;
        report_of(&run.play, &named.names, &mut report);
        if ended == Ended::Illegal {
            report.winners.clear();
        }
        run.tell_repeats();
        look(&run.play, &named, &run.players);
        let Run { play, mut findings, .. } = run;
        self.room = Some(play.into_room());
        if !clean {
            read_on(&mut reader, &mut faults);
            findings.extend(faults.iter().map(|fault| text.fault(fault, None)));
        }
        findings.sort_by_key(|finding| finding.place.as_ref().map(|place| (place.line, place.column)));
        GameOutcome { report, findings, broken }
    }

    /// The ruleset that a game's head names, checked against its players.
    fn ruleset(&mut self, reader: &Reader<'_>, text: &GameText<'_>) -> Result<Arc<Named>, Stop> {
        let header = &reader.header;
        if header.players.is_empty() {
            let finding = Finding::error(Code::HeaderMisplaced, "the header `players:` is missing")
                .help("name the players in the order of their turns: `players: Red, Blue`")
                .at(text.place(header.game.span()));
            return Err(Stop::from(finding));
        }
        let named = self.find(header, text)?;
        let range = named.game.players;
        let count = header.players.len();
        if count < usize::from(range[0]) || count > usize::from(range[1]) {
            let plural = if count == 1 { "" } else { "s" };
            let message = format!(
                "`{}` is for {} to {} players, not for {count} player{plural}",
                named.game.id, range[0], range[1]
            );
            let span = header.players_span.unwrap_or_else(|| header.game.span());
            return Err(Stop::from(findings::with_rule(
                &named.game,
                Finding::error(Code::WrongPlayers, message).at(text.place(span)),
            )));
        }
        Ok(named)
    }

    fn find(&mut self, header: &crate::log::Header<'_>, text: &GameText<'_>) -> Result<Arc<Named>, Stop> {
        // Games of one file nearly always share their ruleset: compare bytes before asking the cache.
        let mut key = header.game.text.to_vec();
        for variant in &header.variants {
            key.push(b',');
            key.extend_from_slice(variant.text);
        }
        if let Some((known, named)) = &self.last {
            if *known == key {
                return Ok(named.clone());
            }
        }
        let game = header.game.lossy();
        let own: Vec<String> = header.variants.iter().map(Word::lossy).collect();
        let variants: Vec<&str> = own.iter().chain(&self.options.variants).map(String::as_str).collect();
        match self.rulesets.get(&game, &variants) {
            Ok(named) => {
                self.last = Some((key, named.clone()));
                Ok(named)
            }
            Err(NotFound::Game(help)) => {
                let message = format!("no ruleset is called `{}`", quote(header.game.text));
                let finding = Finding::error(Code::UnknownGame, message).help(help).at(text.place(header.game.span()));
                Err(Stop::from(finding))
            }
            // One that the command line names is no fault of the log.
            Err(NotFound::Variant(index, finding)) => match header.variants.get(index) {
                Some(word) => Err(Stop::from(finding.at(text.place(word.span())))),
                None => Err(Stop::Broken(Arc::new(vec![*finding]))),
            },
            Err(NotFound::Broken(findings)) => Err(Stop::Broken(findings)),
        }
    }
}

/// Why a game is not played.
enum Stop {
    /// Its text has faults, which are told.
    Said,
    /// This.
    Finding(Box<Finding>),
    /// The data it needs is broken.
    Broken(Arc<Vec<Finding>>),
}

impl From<Finding> for Stop {
    fn from(finding: Finding) -> Self {
        Self::Finding(Box::new(finding))
    }
}

/// Text before the first game of a file.
fn before_first_game(part: &GameBytes<'_>, text: &GameText<'_>, report: GameReport) -> GameOutcome {
    let mut reader = Reader::new(part.bytes);
    let mut span = Span::default();
    let mut start = 0;
    while let Some(line) = reader.line() {
        if !matches!(line, Ok(Line::Nothing)) {
            let end =
                part.bytes[start..].iter().position(|&byte| byte == b'\n').map_or(part.bytes.len(), |at| start + at);
            span = Span::new(start, end);
            break;
        }
        start =
            part.bytes[start..].iter().position(|&byte| byte == b'\n').map_or(part.bytes.len(), |at| start + at + 1);
    }
    let finding = Finding::error(Code::NoGame, "text stands before the first game")
        .help("each game starts at its own `game:` line, such as `game: carcassonne`")
        .at(text.place(span));
    GameOutcome { report, findings: vec![finding], broken: None }
}

/// Reads up to the first line that is no header; that line, where one comes.
fn read_header<'a>(reader: &mut Reader<'a>, faults: &mut Vec<Fault>) -> Option<Result<Line<'a>, Fault>> {
    loop {
        match reader.line()? {
            Ok(Line::Nothing | Line::Header) => {}
            Ok(line) => return Some(Ok(line)),
            Err(fault) if is_header_fault(&fault) => push_fault(faults, fault),
            Err(fault) => return Some(Err(fault)),
        }
    }
}

fn is_header_fault(fault: &Fault) -> bool {
    matches!(fault.code, Code::UnknownHeader | Code::HeaderMisplaced | Code::BadHeader)
}

fn push_fault(faults: &mut Vec<Fault>, fault: Fault) {
    if faults.len() < MOST_FAULTS {
        faults.push(fault);
    }
}

/// Reads the rest of a game that is not played on, for the faults of its text only.
fn read_on(reader: &mut Reader<'_>, faults: &mut Vec<Fault>) {
    while let Some(line) = reader.line() {
        if let Err(fault) = line {
            push_fault(faults, fault);
        }
    }
}

/// A game being replayed.
struct Run<'a, 'g> {
    play: Match<'g>,
    players: Vec<String>,
    text: &'a GameText<'a>,
    findings: Vec<Finding>,
    account: Account,
    /// How far the log's numbers are from ours since a wrong one was told.
    number_shift: i64,
    until: Option<u32>,
    maps: Option<&'a Style>,
}

/// Turns go on, or the game stops here.
type Step = Result<(), ()>;

impl Run<'_, '_> {
    /// Plays all turns; how the game ended, and whether its text was read to its end.
    fn game<'a>(&mut self, reader: &mut Reader<'a>, first: Option<Result<Line<'a>, Fault>>) -> (Ended, bool) {
        if self.start(&reader.header).is_err() {
            return (Ended::Illegal, false);
        }
        let mut end = None;
        let mut finished = false;
        let mut next = first;
        while let Some(line) = next {
            match line {
                Err(fault) => {
                    let turn = TurnNumber { number: self.play.next_turn(), part: None };
                    self.findings.push(self.text.fault(&fault, Some(turn)));
                    return (Ended::Illegal, false);
                }
                Ok(Line::Turn(turn)) => {
                    if self.until.is_some_and(|until| self.play.turns() >= until) {
                        return (Ended::Stopped, false);
                    }
                    if self.turn(reader, &turn).is_err() {
                        return (Ended::Illegal, false);
                    }
                }
                Ok(Line::End(how, span)) => end = Some((how, span)),
                Ok(Line::Score(span)) => {
                    self.finish(end, &mut finished);
                    let claims = std::mem::take(&mut reader.claims);
                    self.claims(&claims, true);
                    reader.claims = claims;
                    let _ = span;
                }
                Ok(Line::Nothing | Line::Header) => {}
            }
            next = reader.line();
        }
        (self.finish(end, &mut finished), true)
    }

    /// Ends the game as the log says, or as the stack does; once.
    fn finish(&mut self, end: Option<(End, Span)>, finished: &mut bool) -> Ended {
        let empty = self.play.stack_left() == 0;
        let (ended, final_scoring) = match end.map(|(how, _)| how) {
            Some(End::Stopped) => (Ended::Stopped, false),
            Some(End::Now) => (Ended::Now, true),
            Some(End::Complete) if empty => (Ended::Complete, true),
            Some(End::Complete) => (Ended::Now, true),
            None if empty => (Ended::Complete, true),
            None => (Ended::Stopped, false),
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
    fn start(&mut self, header: &crate::log::Header<'_>) -> Step {
        let game = self.play.game();
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
        for start in written {
            let class = self.class_of(&start.piece)?;
            let usual = game
                .start
                .iter()
                .find(|usual| game.classes[usual.class.index()].tile == game.classes[class.index()].tile);
            if usual.is_none() {
                let names: Vec<_> =
                    game.start.iter().map(|usual| game.classes[usual.class.index()].name.as_str()).collect();
                let message = format!("`{}` does not start with `{}`", game.id, start.piece.tile.lossy());
                let help = match names.as_slice() {
                    [] => "the rules put no tile on the table before the first turn".to_owned(),
                    names => format!("the rules start with {}", list_of(names, "and")),
                };
                self.findings
                    .push(Finding::warning(Code::UnusualStart, message).help(help).at(self.text.place(start.span)));
            }
            let cell = start.piece.cell.map(|(cell, _)| cell).or(usual.map(|usual| usual.cell)).unwrap_or_default();
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

    fn turn(&mut self, reader: &mut Reader<'_>, turn: &TurnText<'_>) -> Step {
        if self.play.turns() >= MOST_TURNS {
            let message = format!("a game has at most {MOST_TURNS} turns");
            self.push(Finding::error(Code::TooLong, message), turn.span);
            return Err(());
        }
        self.missing(turn)?;
        self.number(turn);
        self.player(turn)?;
        if let Some(word) = turn.discard {
            return self.discard(turn, word);
        }
        let mut last = (ClassId(0), Rotation::default());
        for piece in turn.pieces.iter() {
            last = self.lay(&piece, turn)?;
        }
        if let Err(illegal) = self.play.pieces_done() {
            let piece = turn.pieces.iter().next();
            self.refuse(&illegal, piece, None, turn.span);
            return Err(());
        }
        self.actions(turn, last)?;
        self.play.end_turn();
        if !reader.claims.is_empty() {
            let claims = std::mem::take(&mut reader.claims);
            self.claims(&claims, false);
            reader.claims = claims;
        }
        Ok(())
    }

    /// Where both number and player of a turn are those of a later one, turns are missing: one mistake, told as such, with
    /// the table to which the missing ones belong. The game cannot go on without them.
    fn missing(&mut self, turn: &TurnText<'_>) -> Step {
        let Some(written) = turn.number.filter(|written| written.part.is_none()) else { return Ok(()) };
        let expected = i64::from(self.play.next_turn()) + self.number_shift;
        let (seat, seats) = (self.play.seat(), self.players.len());
        let gap = usize::try_from(i64::from(written.number) - expected).unwrap_or(0);
        let then = (seat + gap % seats) % seats;
        if gap == 0 || then == seat || self.players[then].as_bytes() != turn.player.text {
            return Ok(());
        }
        let due = &self.players[seat];
        let message = match gap {
            1 => format!("turn {expected} is missing: `{}` follows turn {}", written.number, expected - 1),
            _ => format!(
                "turns {expected} to {} are missing: `{}` follows turn {}",
                written.number - 1,
                written.number,
                expected - 1
            ),
        };
        let help = format!("write what {due} did in turn {expected}, on the table as it lies here");
        let finding = Finding::error(Code::WrongNumber, message).label(format!("not `{expected}.`")).help(help);
        self.push_with_table(finding, written.span);
        Err(())
    }

    /// A wrong number is told once: later ones are measured against it.
    fn number(&mut self, turn: &TurnText<'_>) {
        let Some(written) = turn.number else { return };
        let expected = i64::from(self.play.next_turn()) + self.number_shift;
        if i64::from(written.number) == expected && written.part.is_none() {
            return;
        }
        let finding = if written.part.is_some() {
            Finding::error(Code::WrongNumber, format!("turn {expected} is no extra turn, which a letter would mark"))
        } else {
            Finding::error(Code::WrongNumber, format!("this is turn {expected}, not `{}`", written.number))
        };
        let ahead = i64::from(written.number) > expected;
        let or = if ahead { "; or turns are missing before it" } else { "" };
        let help = format!("write `{expected}.`, or leave the numbers out{or}");
        let finding = finding.label(format!("`{expected}.`")).help(help);
        if ahead {
            self.push_with_table(finding, written.span);
        } else {
            self.push(finding, written.span);
        }
        self.number_shift += i64::from(written.number) - expected;
    }

    fn player(&mut self, turn: &TurnText<'_>) -> Step {
        let seat = self.play.seat();
        if self.players[seat].as_bytes() == turn.player.text {
            return Ok(());
        }
        let due = &self.players[seat];
        let finding = if self.players.iter().any(|name| name.as_bytes() == turn.player.text) {
            let number = self.play.next_turn();
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

    /// The class that a written tile name stands for.
    fn class_of(&mut self, piece: &PieceText<'_>) -> Result<ClassId, ()> {
        match self.play.game().tile_name(piece.tile.text) {
            Some(TileName::Class(class)) => Ok(class),
            _ => {
                let finding = findings::unknown_tile(self.play.game(), piece, self.text.place(piece.tile.span()));
                let turn = Some(self.turn_number());
                self.findings.push(Finding { turn, ..finding });
                Err(())
            }
        }
    }

    fn lay(&mut self, piece: &PieceText<'_>, turn: &TurnText<'_>) -> Result<(ClassId, Rotation), ()> {
        let class = self.class_of(piece)?;
        let rotation = piece.rotation.map(|(rotation, _)| rotation).unwrap_or_default();
        let game = self.play.game();
        let cell = match piece.cell {
            Some((cell, _)) => cell,
            None if self.goes_on_in_one_place(class) => {
                let placement = self.play.table().course_placement(game, class, rotation);
                let end = self.play.table().course().end.map(|(cell, _)| cell);
                placement.map(|placement| placement.cell).or(end).unwrap_or_default()
            }
            None => {
                // What cannot be drawn at all is the graver fault, and then no cell would help.
                let illegal = self.play.may_draw(class).err();
                match illegal {
                    Some(illegal) => self.refuse(&illegal, Some(*piece), None, turn.span),
                    None => {
                        let help = format!("write where it lies: `{} (1,0) r0`", piece.tile.lossy());
                        let message = format!("the cell of `{}` is missing", piece.tile.lossy());
                        self.push(Finding::error(Code::CellMissing, message).help(help), piece.tile.span());
                    }
                }
                return Err(());
            }
        };
        if let Err(illegal) = self.play.lay(Placement { class, cell, rotation }) {
            self.refuse(&illegal, Some(*piece), None, turn.span);
            return Err(());
        }
        Ok((class, rotation))
    }

    /// Whether a piece of this class has one cell only where it can lie: that of a front's open end.
    fn goes_on_in_one_place(&self, class: ClassId) -> bool {
        let game = self.play.game();
        let front = game.course.is_some_and(|course| course.front);
        front && game.classes[class.index()].along && self.play.table().course().end.is_some()
    }

    fn discard(&mut self, turn: &TurnText<'_>, word: Span) -> Step {
        let Some(piece) = turn.pieces.iter().next() else { return Ok(()) };
        let class = self.class_of(&piece)?;
        if let Err(illegal) = self.play.discard(class) {
            self.refuse(&illegal, Some(piece), Some(word), turn.span);
            return Err(());
        }
        Ok(())
    }

    fn actions(&mut self, turn: &TurnText<'_>, (class, rotation): (ClassId, Rotation)) -> Step {
        for (index, action) in turn.actions.iter().enumerate() {
            if index > 0 {
                let finding = Finding::error(Code::TooManyActions, "a turn has one action at most");
                let finding = findings::with_rule(self.play.game(), finding);
                self.push(finding, action.span());
                return Err(());
            }
            match action {
                ActionText::Pass(_) => {}
                ActionText::Step(word) => self.step_word(word)?,
                ActionText::Recall { figure, .. } => self.recall(figure, turn, action.span())?,
                ActionText::Place { figure, feature, which, target } => {
                    self.place(figure, feature, which, target, turn, class, rotation)?;
                }
            }
        }
        Ok(())
    }

    /// A lone word: the racer's, which only says aloud that its step is taken.
    fn step_word(&mut self, word: Word<'_>) -> Step {
        let game = self.play.game();
        if game.race.as_ref().is_some_and(|race| race.figure.as_bytes() == word.text) {
            return Ok(());
        }
        let text = word.lossy();
        let finding = if let Some(figure) = game.figure(word.text) {
            let on = game.figures[figure.index()].on.iter().position(|on| *on);
            let example = on.map_or("road", |feature| game.features[feature].name.as_str());
            Finding::error(Code::BadAction, format!("`{text}` is placed on nothing"))
                .help(format!("say on which feature: `{text} {example}`"))
        } else {
            let mut known: Vec<&str> = game.figures.iter().map(|figure| figure.name.as_str()).collect();
            known.extend(["pass", "recall"]);
            known.extend(game.race.as_ref().map(|race| race.figure.as_str()));
            Finding::error(Code::NoSuchAction, format!("`{}` has no action `{}`", game.id, quote(word.text)))
                .help(did_you_mean(&text, known.iter().copied()))
        };
        self.push(finding, word.span());
        Err(())
    }

    fn figure(&mut self, word: Word<'_>) -> Result<crate::game::FigureId, ()> {
        let game = self.play.game();
        if let Some(figure) = game.figure(word.text) {
            return Ok(figure);
        }
        let message = format!("`{}` has no figure `{}`", game.id, quote(word.text));
        let known = game.figures.iter().map(|figure| figure.name.as_str());
        let finding = Finding::error(Code::UnknownFigure, message).help(did_you_mean(&word.lossy(), known));
        self.push(finding, word.span());
        Err(())
    }

    fn recall(&mut self, figure: Option<Word<'_>>, turn: &TurnText<'_>, span: Span) -> Step {
        let figure = figure.map(|word| self.figure(word)).transpose()?;
        if let Err(illegal) = self.play.recall(figure) {
            self.refuse(&illegal, None, Some(span), turn.span);
            return Err(());
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one action, taken apart by the caller's match")]
    fn place(
        &mut self,
        figure: Word<'_>,
        feature: Word<'_>,
        which: Which<'_>,
        target: Span,
        turn: &TurnText<'_>,
        class: ClassId,
        rotation: Rotation,
    ) -> Step {
        let kind = self.figure(figure)?;
        let game = self.play.game();
        let Some(id) = game.feature(feature.text) else {
            let message = format!("`{}` has no feature `{}`", game.id, quote(feature.text));
            let known = game.features.iter().map(|feature| feature.name.as_str());
            let finding = Finding::error(Code::UnknownFeature, message).help(did_you_mean(&feature.lossy(), known));
            self.push(finding, feature.span());
            return Err(());
        };
        let segment = match notation::find(game, class, rotation, id, which) {
            Ok(segment) => segment,
            Err(none) => {
                let mut finding = no_segment(game, class, rotation, &feature.lossy(), &none);
                scene::doubt(game, Some(class), &mut finding);
                self.push(finding, target);
                return Err(());
            }
        };
        if let Err(illegal) = self.play.place(kind, segment) {
            let span = match illegal {
                Illegal::NoFigureLeft(_) => figure.span(),
                _ => Span::new(figure.at, target.end),
            };
            self.refuse(&illegal, None, Some(span), turn.span);
            return Err(());
        }
        Ok(())
    }

    // --- findings ----------------------------------------------------------------------------------------------------

    fn turn_number(&self) -> TurnNumber {
        TurnNumber { number: self.play.next_turn(), part: None }
    }

    fn push(&mut self, finding: Finding, span: Span) {
        let turn = Some(self.turn_number());
        self.findings.push(Finding { turn, ..finding.at(self.text.place(span)) });
    }

    /// The same, with the table as it lies around the last piece: what the turn was written for.
    fn push_with_table(&mut self, mut finding: Finding, span: Span) {
        scene::show_table(&self.play, &self.players, self.maps, &mut finding);
        self.push(finding, span);
    }

    fn spots<'s>(&'s self, piece: Option<PieceText<'s>>, action: Option<Span>, turn: Span) -> Spots<'s> {
        Spots { text: self.text, piece, action, turn }
    }

    fn refuse(&mut self, illegal: &Illegal, piece: Option<PieceText<'_>>, action: Option<Span>, turn: Span) {
        let spots = self.spots(piece, action, turn);
        let mut finding = findings::refused(&self.play, &self.players, illegal, &spots);
        self.explain(&mut finding, illegal);
        let turn = Some(self.turn_number());
        self.findings.push(Finding { turn, ..finding });
    }

    /// Adds what helps to see the refusal: the map, and a word where our drawing may be the one that is wrong.
    fn explain(&self, finding: &mut Finding, illegal: &Illegal) {
        scene::explain(&self.play, &self.players, illegal, self.maps, finding);
    }

    fn claims(&mut self, claims: &[ClaimText<'_>], is_score: bool) {
        for claim in claims {
            let seat = self.players.iter().position(|name| name.as_bytes() == claim.player.text);
            let Some(seat) = seat else {
                let message = format!("nobody in this game is called `{}`", quote(claim.player.text));
                let help = did_you_mean(&claim.player.lossy(), self.players.iter().map(String::as_str));
                self.push_claim(Finding::error(Code::UnknownPlayer, message).help(help), claim.player.span(), is_score);
                continue;
            };
            let Some(counter) = claims::counter_of(&self.play, claim) else {
                let span = claim.counter.unwrap_or(claim.player).span();
                let finding = claims::unknown_counter(&self.play, claim, self.text.place(span));
                self.push_claim(finding, span, is_score);
                continue;
            };
            let counted = claims::counted(&self.play, seat, counter);
            let wrong = Wrong { seat, counter, claimed: claim.value, counted };
            if let Some(wrong) = self.account.check(wrong, self.findings.len()) {
                let place = self.text.place(claim.span);
                let mut finding = claims::wrong_claim(&self.play, wrong, &self.players[seat], is_score, place);
                scene::explain_claim(&self.play, &self.players[seat], wrong, &mut finding);
                self.push_claim(finding, claim.span, is_score);
            }
        }
    }

    /// Claims stand behind their turn, which is over by then.
    fn push_claim(&mut self, finding: Finding, span: Span, is_score: bool) {
        let turn = (!is_score).then_some(TurnNumber { number: self.play.turns(), part: None });
        self.findings.push(Finding { turn, ..finding.at(self.text.place(span)) });
    }

    fn tell_repeats(&mut self) {
        for (index, count) in self.account.repeats() {
            let later = if count == 1 { "1 later total is".to_owned() } else { format!("{count} later totals are") };
            let said = format!("{later} off by the same and not told again");
            let finding = &mut self.findings[index];
            finding.help = Some(match finding.help.take() {
                Some(help) => format!("{help}; {said}"),
                None => said,
            });
        }
    }
}

/// The finding for a target that means no segment.
fn no_segment(game: &Game, class: ClassId, rotation: Rotation, feature: &str, none: &NoSegment) -> Finding {
    let piece = &game.classes[class.index()].name;
    match none {
        NoSegment::NoFeature => {
            let segments = game.segments_of(class);
            let places: Vec<_> =
                (0..segments.len()).map(|index| notation::place(game, class, rotation, index)).collect();
            let list: Vec<_> = places.iter().map(String::as_str).collect();
            Finding::error(Code::NoSuchSegment, format!("`{piece}` has no `{feature}`"))
                .help(format!("turned {rotation} it has {}", list_of(&list, "and")))
        }
        NoSegment::NotThere(places) => {
            let list: Vec<_> = places.iter().map(String::as_str).collect();
            Finding::error(Code::NoSuchSegment, format!("`{piece}` turned {rotation} has no `{feature}` there"))
                .help(format!("it has {}", list_of(&list, "and")))
        }
        NoSegment::Several(places) => {
            let list: Vec<_> = places.iter().map(String::as_str).collect();
            let message =
                format!("`{piece}` has {} separate segments of `{feature}`, and the port is missing", places.len());
            Finding::error(Code::PortNeeded, message)
                .help(format!("turned {rotation} they are {}", list_of(&list, "and")))
        }
    }
}
