//! TOML text to a value with the place of everything in it.
//!
//! The lexer and the grammar are a crate's; the tree is built here, so that depth, size and the number of errors are
//! bounded and every span is kept. All syntax errors of a file come at once, one a line at most, in our words. What
//! must stay true: whatever the bytes, there is a document (perhaps an empty one) and nothing panics or recurses
//! deeper than [`MAX_DEPTH`].
//!
//! Our formats have no fractions and no dates, and readers of JSON would take them for integers and text: both are
//! refused here.

mod balance;
mod build;
mod quotes;
mod tree;
mod words;

pub(crate) use words::shortened;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::document::{Document, Spans};
use super::wrong::Wrong;
use crate::diagnostic::{Code, Finding, Level};
use crate::model::Kind;
use crate::text::{Excerpt, LineIndex, Span};

/// How deep values may be nested.
pub const MAX_DEPTH: usize = 32;
/// How many values a file may hold.
pub const MAX_VALUES: usize = 500_000;
/// How many tokens are read; a file of [`MAX_VALUES`] values has fewer.
const MAX_TOKENS: usize = 16_000_000;
/// How many syntax errors of one file are kept.
const MAX_ERRORS: usize = 1000;

/// A data file, as far as it could be read.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// What could be read.
    pub document: Document,
    /// What is wrong with the text itself.
    pub findings: Vec<Finding>,
    /// The values that this touched.
    pub wrong: Wrong,
}

/// Something wrong with the text.
#[derive(Clone, Debug)]
struct Fault {
    span: Span,
    code: Code,
    level: Level,
    message: String,
    help: String,
    /// Where the same stands already, for what stands twice.
    first: Option<Span>,
}

impl Fault {
    fn error(code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { span, code, level: Level::Error, message: message.into(), help: help.into(), first: None }
    }

    fn finding(self, index: &LineIndex<'_>) -> Finding {
        let finding = match self.level {
            Level::Warning => Finding::warning(self.code, self.message),
            Level::Error | Level::Note => Finding::error(self.code, self.message),
        };
        let finding = finding.at(index.place(self.span)).help(self.help);
        match self.first.map(|first| index.place(first)) {
            Some(first) => {
                finding.help(format!("it stands on line {} already", first.line)).related(first, "here first")
            }
            None => finding,
        }
    }
}

/// Reads a whole file's text as TOML.
#[must_use]
pub fn parse(excerpt: Excerpt) -> Parsed {
    let text = excerpt.text.clone();
    let source = Source::new(&text);
    let mut tokens: Vec<_> = source.lex().take(MAX_TOKENS).collect();
    if tokens.last().is_none_or(|token| token.kind() != TokenKind::Eof) {
        let fault = Fault::error(
            Code::TooLarge,
            Span::default(),
            format!("the file has more than {MAX_TOKENS} words and signs"),
            "split it into several files",
        );
        return refused(excerpt, fault);
    }
    if let Some(closed) = quotes::closed(&text, &tokens) {
        tokens = Source::new(&closed).lex().take(MAX_TOKENS).collect();
    }
    let mut faults = balance::balance(&text, &mut tokens);
    faults.extend(balance::too_new(&text, &tokens));
    let mut built = build::build(source, &tokens);
    faults.append(&mut built.faults);
    drop(tokens);
    let faults = one_a_line(&text, faults);
    let wrong = tree::touched(&text, &built, &faults);
    let kind = built.value.get("kind").and_then(|kind| kind.as_str()).and_then(Kind::parse);
    let document = Document { excerpt, kind, value: built.value, spans: built.spans };
    let index = LineIndex::new(&document.excerpt);
    let findings = faults.into_iter().map(|fault| fault.finding(&index)).collect();
    Parsed { document, findings, wrong }
}

/// An empty document with the one thing that is wrong with it.
fn refused(excerpt: Excerpt, fault: Fault) -> Parsed {
    let mut wrong = Wrong::default();
    wrong.add("");
    let findings = vec![fault.finding(&LineIndex::new(&excerpt))];
    let value = serde_json::Value::Object(serde_json::Map::new());
    let spans = std::iter::once((String::new(), Spans { key: None, value: Span::default() })).collect();
    Parsed { document: Document { excerpt, kind: None, value, spans }, findings, wrong }
}

/// Sorted, and the first of each line only: what follows on a line is mostly its consequence. Warnings about newer
/// syntax and values of a type that no format has are mistakes of their own, but not on a line that cannot be read.
fn one_a_line(text: &str, mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| (fault.span.start, fault.level, fault.code));
    let mut kept: Vec<Fault> = Vec::new();
    let mut start = 0;
    while start < faults.len() {
        // All faults whose first byte lies on one line.
        let line_end = line_after(text, faults[start].span.start);
        let end = start + faults[start..].iter().take_while(|fault| fault.span.start < line_end).count().max(1);
        let line = &faults[start..end];
        let syntax = line.iter().find(|fault| fault.code == Code::TomlSyntax || fault.code == Code::TooLarge);
        match syntax {
            Some(fault) => kept.push(fault.clone()),
            None => {
                for fault in line {
                    if kept.last().is_none_or(|last| (last.span, last.code) != (fault.span, fault.code)) {
                        kept.push(fault.clone());
                    }
                }
            }
        }
        start = end;
    }
    kept.truncate(MAX_ERRORS);
    kept
}

/// The offset of the first byte of the next line; past the end for the last.
fn line_after(text: &str, offset: usize) -> usize {
    let from = offset.min(text.len());
    text.as_bytes()[from..].iter().position(|&byte| byte == b'\n').map_or(text.len() + 1, |at| from + at + 1)
}

#[cfg(test)]
mod tests;
