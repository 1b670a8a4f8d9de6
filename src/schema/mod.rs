//! Schemas of the data files: made from the model, published, and used to check files.
//!
//! The schemas under `schemas/` are what editors use; the same ones check files here, so an editor and this program
//! cannot disagree. The validator is a crate's and is seen nowhere else: its errors become findings in our words, each
//! on its bytes, one a mistake. What must stay true: a document without findings can be read as the type of its kind.

mod generate;
mod tree;
mod validate;
mod words;

use std::sync::OnceLock;

use serde_json::Value;

use self::validate::Fault;
pub(crate) use self::validate::{At, faults};
use crate::diagnostic::{Code, Finding, Level, did_you_mean};
use crate::model::Kind;
use crate::source::{Document, Wrong, child};
use crate::text::{BOM, LineIndex, Span};

/// How many findings of one file are kept.
const MAX_FINDINGS: usize = 1000;

/// Something made once for each kind of file, when it is first asked for: a run that reads one kind pays for one.
struct OfKind<T>([OnceLock<T>; Kind::ALL.len()]);

impl<T> OfKind<T> {
    const fn new() -> Self {
        Self([const { OnceLock::new() }; Kind::ALL.len()])
    }

    fn get(&self, kind: Kind, make: impl FnOnce() -> T) -> &T {
        self.0[kind as usize].get_or_init(make)
    }
}

static SCHEMAS: OfKind<Value> = OfKind::new();

/// The schema of one kind of file, draft-07.
#[must_use]
pub fn schema(kind: Kind) -> &'static Value {
    SCHEMAS.get(kind, || generate::generate(kind))
}

/// The name of the file that holds a kind's schema.
#[must_use]
pub fn file_name(kind: Kind) -> String {
    format!("{}.schema.json", kind.word())
}

/// Every schema: the name of its file, and its text.
#[must_use]
pub fn schemas() -> Vec<(String, String)> {
    Kind::ALL.into_iter().map(|kind| (file_name(kind), to_text(schema(kind)))).collect()
}

/// A schema as its file has it.
#[must_use]
pub fn to_text(schema: &Value) -> String {
    let mut text = serde_json::to_string_pretty(schema).unwrap_or_default();
    text.push('\n');
    text
}

/// The keys that a record of a ruleset must have, by the name of its type.
pub(crate) fn required(definition: &str) -> Vec<&'static str> {
    let record = schema(Kind::Ruleset).get("definitions").and_then(|all| all.get(definition));
    let keys = record.and_then(|record| record.get("required")).and_then(Value::as_array);
    keys.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Checks a document against the schema of its kind. `wrong` is what is known to be wrong already: nothing more is said
/// about that. The findings are sorted by place; the second part is `wrong` with what was found here.
#[must_use]
pub fn check(document: &Document, wrong: &Wrong) -> (Vec<Finding>, Wrong) {
    let mut wrong = wrong.clone();
    if wrong.covers("") {
        return (Vec::new(), wrong);
    }
    let Some(kind) = document.kind else {
        let finding = unknown_kind(document, &wrong);
        wrong.add("");
        return (finding.into_iter().collect(), wrong);
    };
    let mut findings = schema_line(document);
    let before = wrong.clone();
    let faults = validate::faults(kind, &document.value, &before);
    let index = LineIndex::new(&document.excerpt);
    for fault in faults.into_iter().take(MAX_FINDINGS) {
        let (span, pointer) = place_of(document, &fault);
        match fault.at {
            At::Record => wrong.add_incomplete(pointer),
            At::Key | At::Value | At::Within(..) => wrong.add(pointer),
        }
        findings.push(fault.finding().at(index.place(span)));
    }
    crate::diagnostic::sort(&mut findings);
    (findings, wrong)
}

/// The bytes a fault is about, and the pointer of what is wrong.
fn place_of(document: &Document, fault: &Fault) -> (Span, String) {
    let spans = |pointer: &str| document.spans.get(pointer).copied();
    let value = || document.value_place(&fault.pointer).span;
    match &fault.at {
        At::Value => (value(), fault.pointer.clone()),
        At::Key => (document.key_place(&fault.pointer).span, fault.pointer.clone()),
        At::Within(start, end) => {
            let span = value();
            let written = &document.excerpt.text[span.start..span.end];
            let text = document.value.pointer(&fault.pointer).and_then(Value::as_str).unwrap_or_default();
            // Only text without escapes has its bytes where the value has them.
            let plain = written.len() == text.len() + 2 && written.get(1..=text.len()) == Some(text);
            // A worksheet writes text bare.
            let before = usize::from(plain);
            let span = if plain || written == text {
                Span::new(span.start + before + start, span.start + before + end)
            } else {
                span
            };
            (span, fault.pointer.clone())
        }
        At::Record => {
            let span = spans(&fault.pointer).map(|found| found.value).unwrap_or_default();
            let has_header = document.excerpt.text.as_bytes().get(span.start) == Some(&b'[');
            // A header names a record best; one in braces is named by its id, the whole file by its kind.
            let names = if fault.pointer.is_empty() { ["kind", "id"] } else { ["id", "feature"] };
            let mut keys = names.into_iter().filter_map(|key| spans(&child(&fault.pointer, key)));
            let chosen = keys.next().map_or(span, |found| found.value);
            let span = if has_header && !fault.pointer.is_empty() { span } else { chosen };
            (span, fault.pointer.clone())
        }
    }
}

fn unknown_kind(document: &Document, wrong: &Wrong) -> Option<Finding> {
    let words = Kind::ALL.map(Kind::word);
    let finding = match document.value.get("kind") {
        None if wrong.is_incomplete("") => return None,
        None => Finding::error(Code::UnknownKind, "the file does not say what it is")
            .at(document.excerpt.place(start_of(document)))
            .help(format!("`kind` is missing; {}", did_you_mean("", words))),
        Some(_) if wrong.covers("/kind") => return None,
        Some(Value::String(word)) => {
            Finding::error(Code::UnknownKind, format!("`{}` is not a kind of data file", words::shortened(word)))
                .at(document.value_place("/kind"))
                .help(did_you_mean(word, words))
        }
        Some(_) => Finding::error(Code::UnknownKind, "`kind` does not name a kind of data file")
            .at(document.value_place("/kind"))
            .help(did_you_mean("", words)),
    };
    Some(finding)
}

/// The first line, without its end and without the mark before it.
fn start_of(document: &Document) -> Span {
    let text = document.excerpt.text.as_bytes();
    let start = if text.starts_with(BOM) { BOM.len() } else { 0 };
    let end = text[start..].iter().position(|byte| matches!(byte, b'\r' | b'\n')).map_or(text.len(), |at| start + at);
    Span::new(start, end)
}

fn schema_line(document: &Document) -> Vec<Finding> {
    let span = start_of(document);
    if document.excerpt.text[span.start..span.end].starts_with("#:schema ") {
        return Vec::new();
    }
    let name = document.kind.map(file_name).unwrap_or_default();
    let finding = Finding::warning(Code::NoSchemaLine, "the first line does not name the file's schema")
        .at(document.excerpt.place(span))
        .help(format!("an editor checks the file as you write where it begins `#:schema PATH/{name}`"));
    vec![Finding { level: Level::Warning, ..finding }]
}

#[cfg(test)]
mod tests;
