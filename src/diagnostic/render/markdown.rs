//! Tables in GitHub's markdown, for job summaries and the README.
//!
//! What must stay true: a cell stays one cell, whatever the input holds.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::super::{Code, Finding};
use super::escape::{brief, visible};

/// Writes the heading of the table of findings.
pub fn head(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "| level | where | code | message |\n|---|---|---|---|")
}

/// Writes one finding as a row of that table.
pub fn row(out: &mut dyn Write, finding: &Finding) -> io::Result<()> {
    let place = finding.place.as_ref().map(|at| format!("{}:{}:{}", at.file(), at.line, at.column));
    write!(
        out,
        "| {} | {} | {} `{}` | {}",
        finding.level.word(),
        place.as_deref().map(code_span).unwrap_or_default(),
        finding.code.number(),
        finding.code.slug(),
        cell(&brief(&finding.message, "..."))
    )?;
    if let Some(help) = &finding.help {
        write!(out, "<br>{}", cell(&brief(help, "...")))?;
    }
    writeln!(out, " |")
}

/// The registry of codes as a table, for the README.
#[must_use]
pub fn codes_table() -> String {
    let mut table = "| code | name | what |\n|---|---|---|\n".to_owned();
    for code in Code::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| {} | `{}` | {} |", code.number(), code.slug(), cell(code.summary()));
    }
    table
}

/// Text in a cell. What stands in backticks stays code; the rest is not taken for markup.
#[must_use]
pub fn cell(text: &str) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest: &str = &text;
    while let Some((before, after)) = rest.split_once('`') {
        plain(&mut out, before);
        let Some((code, after)) = after.split_once('`') else {
            out.push_str("\\`");
            rest = after;
            continue;
        };
        out.push_str(&code_span(code));
        rest = after;
    }
    plain(&mut out, rest);
    out
}

/// Text as code in a cell.
#[must_use]
pub fn code_span(text: &str) -> String {
    // In a table a bar is escaped even within code. A backtick would end the code, so another mark stands for it.
    let text = visible(text).replace('`', "'").replace('|', "\\|");
    if text.trim().is_empty() { format!("\"{text}\"") } else { format!("`{text}`") }
}

fn plain(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '|' | '\\' | '*' | '_' | '[' | ']' | '#' | '~' | '$' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_stays_a_cell() {
        assert_eq!(cell("a|b `c|d` <i>\n`"), "a\\|b `c\\|d` &lt;i&gt;\\\\n\\`");
        assert_eq!(cell("`` x"), "\"\" x");
    }

    #[test]
    fn the_table_has_a_row_for_every_code() {
        assert_eq!(codes_table().lines().count(), Code::ALL.len() + 2);
        assert!(codes_table().contains("| TW0303 | `tile-count-mismatch` | Stated counts of tiles do not add up. |"));
    }
}
