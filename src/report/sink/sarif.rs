//! SARIF: the findings of all games and files, in one run.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{End, Findings, Item, Sink};
use crate::diagnostic::render::sarif;

/// One log with one run.
#[derive(Default)]
pub(super) struct Log {
    any: bool,
}

impl Log {
    fn results(&mut self, out: &mut dyn Write, findings: Findings<'_>) -> io::Result<()> {
        for finding in findings.shown {
            sarif::result(out, finding, !self.any)?;
            self.any = true;
        }
        Ok(())
    }
}

impl Sink for Log {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        sarif::head(out)
    }

    fn item(&mut self, out: &mut dyn Write, _: Item<'_>, findings: Findings<'_>) -> io::Result<()> {
        self.results(out, findings)
    }

    fn end(&mut self, out: &mut dyn Write, findings: Findings<'_>, end: &End) -> io::Result<()> {
        self.results(out, findings)?;
        let properties =
            if end.totals.held_back > 0 { json!({ "omitted": end.totals.held_back }) } else { Value::Null };
        sarif::tail(out, &properties)
    }
}
