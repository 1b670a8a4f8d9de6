//! JSON: one document that is written as the games finish, or one line for each.
//!
//! What must stay true: whatever is cut off at a line's end was complete up to there; the whole is one document.

use std::io::{self, Write};

use super::{End, Findings, Item, Job, Sink};
use crate::diagnostic::render::json::{FindingRecord, records, write};
use crate::report::record::{FileRecord, GameRecord};
use crate::report::{FORMAT, LedgerLevel, Options};

fn item_record(out: &mut dyn Write, item: Item<'_>, findings: Findings<'_>, level: LedgerLevel) -> io::Result<()> {
    match item {
        Item::Game(game) => write(out, &GameRecord::new(game, findings.shown, findings.omitted(), level)),
        Item::File(file) => write(out, &FileRecord::new(file, findings.shown, findings.omitted())),
    }
}

/// One document.
pub(super) struct Document {
    list: &'static str,
    level: LedgerLevel,
    first: bool,
}

impl Document {
    pub(super) fn new(job: Job, options: Options) -> Self {
        let list = match job {
            Job::Replay => "games",
            Job::Validate => "files",
        };
        Self { list, level: options.ledger.unwrap_or(LedgerLevel::Full), first: true }
    }
}

impl Sink for Document {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{{\"format\":{FORMAT},\"{}\":[", self.list)
    }

    fn item(&mut self, out: &mut dyn Write, item: Item<'_>, findings: Findings<'_>) -> io::Result<()> {
        out.write_all(if self.first { b"\n" } else { b",\n" })?;
        self.first = false;
        item_record(out, item, findings, self.level)
    }

    fn end(&mut self, out: &mut dyn Write, findings: Findings<'_>, _: &End) -> io::Result<()> {
        write!(out, "\n],\"findings\":")?;
        write(out, &records(findings.shown))?;
        if findings.omitted() > 0 {
            write!(out, ",\"omitted\":{}", findings.omitted())?;
        }
        writeln!(out, "}}")
    }
}

/// One line for each game or file; a finding that belongs to none is a line of its own.
pub(super) struct Lines {
    level: LedgerLevel,
}

impl Lines {
    pub(super) fn new(options: Options) -> Self {
        Self { level: options.ledger.unwrap_or(LedgerLevel::Summary) }
    }
}

impl Sink for Lines {
    fn item(&mut self, out: &mut dyn Write, item: Item<'_>, findings: Findings<'_>) -> io::Result<()> {
        item_record(out, item, findings, self.level)?;
        writeln!(out)
    }

    fn end(&mut self, out: &mut dyn Write, findings: Findings<'_>, _: &End) -> io::Result<()> {
        for finding in findings.shown {
            write(out, &FindingRecord::from(finding))?;
            writeln!(out)?;
        }
        if findings.omitted() > 0 {
            writeln!(out, "{{\"omitted\":{}}}", findings.omitted())?;
        }
        Ok(())
    }
}
