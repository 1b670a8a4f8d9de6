//! Workflow commands that GitHub shows as annotations on the changed lines.
//!
//! A command is one line; a property ends at `,` or `:`, so both are escaped there, and `%` everywhere.

use std::io::{self, Write};

use super::super::{Finding, Level};
use super::escape::{brief, visible};

/// Writes the finding as one command and a line end.
pub fn finding(out: &mut dyn Write, finding: &Finding) -> io::Result<()> {
    let word = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    write!(out, "::{word} ")?;
    if let Some(at) = &finding.place {
        let file = at.file().strip_prefix("./").unwrap_or(at.file());
        write!(out, "file={},line={},col={},", property(file), at.line, at.column)?;
    }
    write!(out, "title={}::{}", property(&finding.code.to_string()), data(&finding.message))?;
    if let Some(help) = &finding.help {
        write!(out, "%0A{}", data(help))?;
    }
    writeln!(out)
}

/// What follows the last `::`.
fn data(text: &str) -> String {
    brief(text, "...").replace('%', "%25")
}

/// The value of a property.
fn property(text: &str) -> String {
    visible(text).replace('%', "%25").replace(':', "%3A").replace(',', "%2C")
}
