//! Formats that are read from top to bottom: human, short and GitHub's.
//!
//! For eyes they close with the totals, so that a run without findings still says what it went through; lines for programs
//! hold findings only, and the command says the totals apart.

use std::io::{self, Write};

use super::{End, Findings, Item, Sink};
use crate::diagnostic::render::human;
use crate::diagnostic::{Finding, Tally};
use crate::report::human::{Columns, whole};
use crate::report::{GameReport, LedgerLevel, Options};

/// For eyes. One game is told whole; of several each gets a line. Which of the two it is shows with the second game,
/// so the first one waits for it.
pub(super) struct Human {
    options: Options,
    columns: Columns,
    first: Option<Waiting>,
    games: usize,
}

struct Waiting {
    game: GameReport,
    findings: Vec<Finding>,
    tally: Tally,
}

impl Human {
    pub(super) fn new(options: Options) -> Self {
        Self { options, columns: Columns::default(), first: None, games: 0 }
    }

    fn findings(&self, out: &mut dyn Write, findings: &[Finding]) -> io::Result<()> {
        findings.iter().try_for_each(|finding| human::finding(out, finding, &self.options.style))
    }

    /// A game among several.
    fn one_of_many(
        &mut self,
        out: &mut dyn Write,
        game: &GameReport,
        findings: &[Finding],
        tally: Tally,
    ) -> io::Result<()> {
        let style = self.options.style;
        match self.options.ledger {
            Some(level) if level > LedgerLevel::None => {
                whole(out, game, tally, level, &style)?;
                writeln!(out)?;
            }
            _ => self.columns.line(out, game, tally, &style)?,
        }
        self.findings(out, findings)
    }

    fn release(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.first.take() {
            Some(first) => self.one_of_many(out, &first.game, &first.findings, first.tally),
            None => Ok(()),
        }
    }
}

impl Sink for Human {
    fn item(&mut self, out: &mut dyn Write, item: Item<'_>, findings: Findings<'_>) -> io::Result<()> {
        match item {
            Item::File(_) => self.findings(out, findings.shown),
            Item::Game(_) if self.options.quiet => self.findings(out, findings.shown),
            Item::Game(game) => {
                self.games += 1;
                if self.games == 1 {
                    let Findings { shown, tally } = findings;
                    self.first = Some(Waiting { game: game.clone(), findings: shown.to_vec(), tally });
                    return Ok(());
                }
                self.release(out)?;
                self.one_of_many(out, game, findings.shown, findings.tally)
            }
        }
    }

    fn end(&mut self, out: &mut dyn Write, findings: Findings<'_>, end: &End) -> io::Result<()> {
        if let Some(only) = self.first.take() {
            let level = self.options.ledger.unwrap_or(LedgerLevel::Full);
            whole(out, &only.game, only.tally, level, &self.options.style)?;
            writeln!(out)?;
            self.findings(out, &only.findings)?;
        }
        self.findings(out, findings.shown)?;
        if end.totals.held_back > 0 {
            writeln!(out, "and {} more", end.totals.held_back)?;
        }
        if self.options.quiet { Ok(()) } else { writeln!(out, "{}", end.totals) }
    }
}

/// One line a finding.
pub(super) struct Lines(pub(super) fn(&mut dyn Write, &Finding) -> io::Result<()>);

impl Sink for Lines {
    fn item(&mut self, out: &mut dyn Write, _: Item<'_>, findings: Findings<'_>) -> io::Result<()> {
        findings.shown.iter().try_for_each(|finding| self.0(out, finding))
    }

    fn end(&mut self, out: &mut dyn Write, findings: Findings<'_>, _: &End) -> io::Result<()> {
        findings.shown.iter().try_for_each(|finding| self.0(out, finding))
    }
}
