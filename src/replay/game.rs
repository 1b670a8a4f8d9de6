//! One game: from its text to its report.

use std::sync::Arc;

use super::claims::Account;
use super::findings;
use super::game_text::GameText;
use super::outcome::report_of;
use super::playing::Run;
use super::rulesets::{Named, NotFound, Rulesets};
use super::run::RunOptions;
use super::trace::{PlayedTurn, Trace};
use crate::diagnostic::{Code, Finding};
use crate::game::{Game, MAX_PLAYERS};
use crate::log::{Fault, GameBytes, Line, Reader, Word, quote};
use crate::play::{Match, Room};
use crate::report::{Ended, GameReport};
use crate::text::Span;

/// The most faults of its text, and the most wrong claims, that are told of one game.
pub(super) const MOST_FAULTS: usize = 100;

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

    /// The same, now of the games of this file.
    pub fn of(&mut self, file: &Arc<str>) -> &mut Self {
        if !Arc::ptr_eq(&self.file, file) {
            self.file.clone_from(file);
        }
        self
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
        self.play(part, None, |run, named| look(&run.play, named, &run.players))
    }

    /// Replays one game, and shows what its turns turned out to mean, as far as they were played.
    pub fn replay_traced(&mut self, part: &GameBytes<'_>, look: impl FnOnce(&Game, &[PlayedTurn])) -> GameOutcome {
        let show = |run: &Run<'_, '_>, named: &Named| look(&named.game, run.trace.as_deref().unwrap_or_default());
        self.play(part, Some(Vec::new()), show)
    }

    fn play(&mut self, part: &GameBytes<'_>, trace: Trace, look: impl FnOnce(&Run<'_, '_>, &Named)) -> GameOutcome {
        let file = self.file.clone();
        let text = GameText { file: &file, part, shared: std::cell::OnceCell::new() };
        let mut report = GameReport::refused(self.file.clone(), part.lines_before + 1);
        if !part.named {
            return before_first_game(part, &text, report);
        }
        let mut reader = Reader::new(part.bytes);
        let mut faults = Vec::new();
        if let Err(error) = std::str::from_utf8(part.bytes) {
            let at = error.valid_up_to();
            let span = Span::new(at, at + error.error_len().unwrap_or(1));
            let finding = Finding::error(Code::NotUtf8, "the bytes here are not UTF-8 text")
                .help("save the log as UTF-8")
                .at(text.place(span));
            return GameOutcome { report, findings: vec![finding], broken: None };
        }
        let first = read_header(&mut reader, &mut faults);
        report.line = part.lines_before + 1;
        report.players = reader.header.players.iter().take(MAX_PLAYERS).map(|word| word.lossy().into()).collect();
        report.scores = vec![0; report.players.len()];
        let named = if faults.is_empty() { self.ruleset(&reader, &text) } else { Err(Stop::Said) };
        let mut broken = None;
        let mut findings: Vec<Finding> = Vec::new();
        let named = match named {
            Ok(named) => named,
            Err(stop) => {
                report.game = reader.header.game.lossy().into();
                report.variants = reader.header.variants.iter().map(|word| word.lossy().into()).collect();
                match stop {
                    Stop::Said => {}
                    Stop::Finding(finding) => findings.push(*finding),
                    Stop::Broken(data) => broken = Some(data),
                }
                if let Some(Err(fault)) = first {
                    push_fault(&mut faults, fault);
                }
                read_on(&mut reader, &mut faults);
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
            trace,
        };
        let (ended, clean) = run.game(&mut reader, first);
        report.ended = ended;
        report_of(&run.play, &named.names, !self.options.scores_only, &mut report);
        if ended == Ended::Illegal {
            report.winners.clear();
        }
        run.tell_repeats();
        look(&run, &named);
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
        // One player alone is no game, whatever the ruleset says (`formats.md`, section 3).
        if count < usize::from(range[0]).max(2) || count > usize::from(range[1]) {
            let plural = if count == 1 { "" } else { "s" };
            let message = format!(
                "`{}` is for {} to {} players, not for {count} player{plural}",
                named.game.id,
                range[0].max(2),
                range[1]
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
        if let Some((_, named)) = self.last.as_ref().filter(|(known, _)| *known == key) {
            return Ok(named.clone());
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
    let line = String::from_utf8_lossy(&part.bytes[span.start..span.end.min(span.start + 40)]).to_lowercase();
    let help = if line.trim_start().starts_with("game") {
        "did you mean `game:`, in small letters and with its colon at once?"
    } else if part.bytes.contains(&0) {
        "save the log as UTF-8 text"
    } else {
        "each game starts at its own `game:` line, such as `game: NAME`"
    };
    let finding = Finding::error(Code::NoGame, "text stands before the first game").help(help).at(text.place(span));
    GameOutcome { report, findings: vec![finding], broken: None }
}

/// Reads up to the first line that is no header; that line, where one comes.
fn read_header(reader: &mut Reader<'_>, faults: &mut Vec<Fault>) -> Option<Result<Line, Fault>> {
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
    matches!(fault.code, Code::UnknownHeader | Code::HeaderMisplaced | Code::BadHeader | Code::TooLong)
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
