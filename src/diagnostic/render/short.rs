//! One line a finding, `path:line:col: error[TW0303]: message`, as compilers write them and editors read them.

use std::io::{self, Write};

use super::super::Finding;
use super::escape::{brief, visible};

/// Writes the finding and a line end.
pub fn finding(out: &mut dyn Write, finding: &Finding) -> io::Result<()> {
    if let Some(at) = &finding.place {
        write!(out, "{}:{}:{}: ", visible(at.file()), at.line, at.column)?;
    }
    writeln!(out, "{}[{}]: {}", finding.level.word(), finding.code.number(), brief(&finding.message, "..."))
}
