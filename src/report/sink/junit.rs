//! `JUnit`: a suite for each file, a case for each game; a data file is a case itself.
//!
//! A suite states its counts before its cases, so the cases of a file wait until it is done. A file of very many games
//! becomes several suites, which keeps memory bounded.

use std::io::{self, Write};

use super::{End, Findings, Item, Sink};
use crate::diagnostic::render::junit::{Case, attribute, case};
use crate::diagnostic::{Finding, Level};
use crate::report::Options;

/// Cases in one suite at most.
const MOST_CASES: usize = 10_000;

/// The suites of a run.
pub(super) struct Suites {
    deny_warnings: bool,
    file: String,
    cases: Vec<u8>,
    tests: usize,
    failures: usize,
}

impl Suites {
    pub(super) fn new(options: Options) -> Self {
        Self { deny_warnings: options.deny_warnings, file: String::new(), cases: Vec::new(), tests: 0, failures: 0 }
    }

    fn add(&mut self, out: &mut dyn Write, one: Case<'_>, findings: Findings<'_>) -> io::Result<()> {
        if self.tests >= MOST_CASES || self.file != one.class {
            self.flush(out)?;
            one.class.clone_into(&mut self.file);
        }
        let deny = self.deny_warnings;
        let fails = |finding: &Finding| finding.level == Level::Error || (deny && finding.level == Level::Warning);
        let failed = findings.tally.failed(deny);
        case(&mut self.cases, one, findings.shown, failed, fails)?;
        self.tests += 1;
        self.failures += usize::from(failed);
        Ok(())
    }

    fn flush(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.tests > 0 {
            writeln!(
                out,
                "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\">",
                attribute(&self.file),
                self.tests,
                self.failures
            )?;
            out.write_all(&self.cases)?;
            writeln!(out, "</testsuite>")?;
        }
        self.cases.clear();
        (self.tests, self.failures) = (0, 0);
        Ok(())
    }
}

impl Sink for Suites {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\">", env!("CARGO_PKG_NAME"))
    }

    fn item(&mut self, out: &mut dyn Write, item: Item<'_>, findings: Findings<'_>) -> io::Result<()> {
        match item {
            Item::Game(game) => {
                let players: Vec<&str> = game.players.iter().map(|name| &**name).collect();
                let name = format!("line {}: {}, {}", game.line, game.game, players.join(", "));
                self.add(out, Case { class: &game.file, name: &name, line: game.line }, findings)
            }
            Item::File(file) => {
                let name = file.kind.as_deref().unwrap_or("file");
                self.add(out, Case { class: &file.file, name, line: 1 }, findings)
            }
        }
    }

    fn end(&mut self, out: &mut dyn Write, findings: Findings<'_>, end: &End) -> io::Result<()> {
        let Findings { shown, tally } = findings;
        if tally.total() > 0 {
            self.add(
                out,
                Case { class: "run", name: "what belongs to no game or file", line: 1 },
                Findings { shown, tally },
            )?;
        }
        self.flush(out)?;
        if end.totals.held_back > 0 {
            writeln!(out, "<!-- and {} more -->", end.totals.held_back)?;
        }
        writeln!(out, "</testsuites>")
    }
}
