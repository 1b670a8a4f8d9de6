//! `JUnit`'s XML: each game or file is a test case, its findings are why it failed.
//!
//! What must stay true: the document is well-formed XML whatever the input holds.

use std::io::{self, Write};

use super::super::Finding;
use super::escape::{block, brief, xml};
use super::short;

/// A test case.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// What groups it: the file.
    pub class: &'a str,
    /// What it is called, unlike any other of its class.
    pub name: &'a str,
    /// The line it begins at, counted from 1.
    pub line: usize,
}

/// Writes a test case. Where it `failed`, the first of the findings that `fails` says why; a cap may have left none.
/// Findings of a case that passed are told as its output.
pub fn case(
    out: &mut dyn Write,
    case: Case<'_>,
    findings: &[Finding],
    failed: bool,
    fails: impl Fn(&Finding) -> bool,
) -> io::Result<()> {
    write!(
        out,
        "<testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\"",
        attribute(case.class),
        attribute(case.name),
        attribute(case.class),
        case.line
    )?;
    if findings.is_empty() && !failed {
        return writeln!(out, "/>");
    }
    writeln!(out, ">")?;
    let mut body = Vec::new();
    for finding in findings {
        short::finding(&mut body, finding)?;
        if let Some(help) = &finding.help {
            writeln!(body, "  {}", brief(help, "..."))?;
        }
        for attachment in &finding.attachments {
            writeln!(body, "{}", block(attachment, false))?;
        }
    }
    let body = xml(&String::from_utf8_lossy(&body));
    if failed {
        let first = findings.iter().find(|finding| fails(finding));
        let (code, message) = first.map_or_else(
            || ("finding".to_owned(), "its findings are not shown"),
            |finding| (finding.code.to_string(), finding.message.as_str()),
        );
        let (code, message) = (attribute(&code), attribute(message));
        writeln!(out, "<failure type=\"{code}\" message=\"{message}\">{body}</failure>")?;
    } else {
        writeln!(out, "<system-out>{body}</system-out>")?;
    }
    writeln!(out, "</testcase>")
}

/// An attribute's value, on one line.
#[must_use]
pub fn attribute(text: &str) -> String {
    xml(&brief(text, "..."))
}
