//! The writers that commands hand their results to, one for a replay and one for a check of files.
//!
//! What must stay true: output goes out as games and files finish; every finding is counted, shown or not; a failed
//! write (a closed pipe) is the caller's to judge.

use std::io::{self, Write};
use std::rc::Rc;

use super::sink::{End, Findings, Item, Job, Sink, sink};
use super::{FileReport, GameReport, LedgerLevel, Totals};
use crate::diagnostic::render::{Format, Style};
use crate::diagnostic::{Cap, Finding, Levels, Tally};

/// How a report is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Layout of what people read.
    pub style: Style,
    /// How much of the ledger; none means what suits the format: all in a JSON document and for one game alone, sums
    /// in lines of JSON, and for people nothing where there are several games.
    pub ledger: Option<LedgerLevel>,
    /// Findings shown at most; none means all.
    pub max_diagnostics: Option<usize>,
    /// Whether warnings count as failures.
    pub deny_warnings: bool,
    /// Whether people are told findings and nothing else.
    pub quiet: bool,
}

/// What both writers share.
struct Run<'out> {
    out: &'out mut dyn Write,
    sink: Box<dyn Sink>,
    cap: Cap,
    totals: Totals,
    begun: bool,
    levels: Rc<Levels>,
    /// All levels that served in this run.
    served: Vec<Rc<Levels>>,
    /// What is told at the end, as its levels make it.
    apart: Vec<Finding>,
}

impl<'out> Run<'out> {
    fn new(out: &'out mut dyn Write, format: Format, job: Job, options: Options) -> Self {
        let totals = Totals { files: (job == Job::Validate).then_some(0), ..Totals::default() };
        let cap = Cap::new(options.max_diagnostics);
        let (levels, served) = (Rc::default(), Vec::new());
        let sink = sink(format, job, options);
        Self { out, sink, cap, totals, begun: false, levels, served, apart: Vec::new() }
    }

    fn begin(&mut self) -> io::Result<()> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        self.sink.begin(self.out)
    }

    fn count<'f>(&mut self, findings: &'f [Finding]) -> Findings<'f> {
        let tally = Tally::of(findings);
        self.totals.tally.merge(tally);
        Findings { shown: self.cap.take(findings), tally }
    }

    fn set_levels(&mut self, levels: Rc<Levels>) {
        if !self.served.iter().any(|served| Rc::ptr_eq(served, &levels)) {
            self.served.push(Rc::clone(&levels));
        }
        self.levels = levels;
    }

    fn item(&mut self, item: Item<'_>, findings: &[Finding]) -> io::Result<Tally> {
        self.begin()?;
        let levels = Rc::clone(&self.levels);
        let findings = levels.apply(findings);
        let findings = self.count(&findings);
        self.sink.item(self.out, item, findings)?;
        Ok(findings.tally)
    }

    fn finish(mut self, findings: &[Finding]) -> io::Result<Totals> {
        self.begin()?;
        let levels = Rc::clone(&self.levels);
        let mut told = std::mem::take(&mut self.apart);
        crate::diagnostic::sort(&mut told);
        told.extend(levels.apply(findings).into_owned());
        let unused: Vec<Finding> = self.served.iter().flat_map(|levels| levels.unused()).collect();
        told.extend(levels.apply(&unused).into_owned());
        let findings = self.count(&told);
        self.totals.held_back = self.cap.held_back();
        let end = End { totals: self.totals };
        self.sink.end(self.out, findings, &end)?;
        self.out.flush()?;
        Ok(self.totals)
    }
}

/// Writes replayed games in one format.
pub struct ReplayWriter<'out>(Run<'out>);

impl<'out> ReplayWriter<'out> {
    /// A writer to `out`. Nothing is written before the first game, or the end.
    pub fn new(out: &'out mut dyn Write, format: Format, options: Options) -> Self {
        Self(Run::new(out, format, Job::Replay, options))
    }

    /// Sets what is made of each code, from here on.
    pub fn set_levels(&mut self, levels: Rc<Levels>) {
        self.0.set_levels(levels);
    }

    /// Sends out what was written.
    ///
    /// # Errors
    ///
    /// Whatever writing fails with.
    pub fn flush(&mut self) -> io::Result<()> {
        self.0.out.flush()
    }

    /// Keeps a finding outside any game for the end.
    pub fn apart(&mut self, finding: Finding) {
        let told = self.0.levels.apply(&[finding]).into_owned();
        self.0.apart.extend(told);
    }

    /// Writes a game with its findings, sorted by place. Gives their count as they are told.
    ///
    /// # Errors
    ///
    /// Whatever writing fails with.
    pub fn game(&mut self, game: &GameReport, findings: &[Finding]) -> io::Result<Tally> {
        self.0.totals.add_game(game);
        self.0.item(Item::Game(game), findings)
    }

    /// Writes the findings that belong to no game, and what closes the format. Gives the counts that the exit status
    /// hangs on.
    ///
    /// # Errors
    ///
    /// Whatever writing fails with.
    pub fn finish(self, findings: &[Finding]) -> io::Result<Totals> {
        self.0.finish(findings)
    }
}

/// Writes checked files in one format.
pub struct ValidateWriter<'out>(Run<'out>);

impl<'out> ValidateWriter<'out> {
    /// A writer to `out`. Nothing is written before the first file, or the end.
    pub fn new(out: &'out mut dyn Write, format: Format, options: Options) -> Self {
        Self(Run::new(out, format, Job::Validate, options))
    }

    /// Sets what is made of each code, from here on.
    pub fn set_levels(&mut self, levels: Rc<Levels>) {
        self.0.set_levels(levels);
    }

    /// Writes a file with its findings, sorted by place.
    ///
    /// # Errors
    ///
    /// Whatever writing fails with.
    pub fn file(&mut self, file: &FileReport, findings: &[Finding]) -> io::Result<()> {
        self.0.totals.add_file(file);
        self.0.item(Item::File(file), findings).map(drop)
    }

    /// Writes the findings that belong to no file, and what closes the format. Gives the counts that the exit status
    /// hangs on.
    ///
    /// # Errors
    ///
    /// Whatever writing fails with.
    pub fn finish(self, findings: &[Finding]) -> io::Result<Totals> {
        self.0.finish(findings)
    }
}
