//! Findings as JSON: the record that `--format json` and `jsonl` hold, and a writer that escapes a little more than
//! JSON asks for.
//!
//! What must stay true: the record's keys are the contract's; a key without a value is left out, never null.

use std::borrow::Cow;
use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use super::super::Finding;
use super::escape::is_active;
use crate::text::Place;

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub struct FindingRecord<'a> {
    /// Its code: `TW` and four digits.
    #[schemars(regex(pattern = "^TW[0-9]{4}$"))]
    pub code: &'static str,
    /// The code's name in words.
    #[schemars(regex(pattern = "^[a-z0-9-]+$"))]
    pub slug: &'static str,
    /// How much it weighs.
    pub level: LevelWord,
    /// What is wrong, one sentence.
    pub message: &'a str,
    /// A few words about the marked bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'a str>,
    /// What would be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<&'a str>,
    /// Where it is; left out where it is about a whole run.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub place: Option<PlaceRecord<'a>>,
    /// The turn of the game, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The letter of an extra turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<char>,
    /// Further places that matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<RelatedRecord<'a>>,
    /// Blocks of text that explain it: a map, a ledger.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub attachments: &'a [String],
}

/// A stretch of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Place")]
pub struct PlaceRecord<'a> {
    /// The file's name, as it was given or found.
    pub file: Cow<'a, str>,
    /// The line of the first byte that is wrong, counted from 1.
    pub line: usize,
    /// Its column, counted from 1 in Unicode characters.
    pub column: usize,
    /// The line of the first byte after it.
    pub end_line: usize,
    /// The column of the first byte after it.
    pub end_column: usize,
}

/// A further place that matters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Related")]
pub struct RelatedRecord<'a> {
    /// Where it is.
    #[serde(flatten)]
    pub place: PlaceRecord<'a>,
    /// Why it matters.
    pub message: &'a str,
}

/// The word for a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Level")]
pub enum LevelWord {
    /// The input is wrong.
    Error,
    /// The input may be wrong, or will not work elsewhere.
    Warning,
    /// Worth knowing.
    Note,
}

impl From<super::super::Level> for LevelWord {
    fn from(level: super::super::Level) -> Self {
        match level {
            super::super::Level::Error => Self::Error,
            super::super::Level::Warning => Self::Warning,
            super::super::Level::Note => Self::Note,
        }
    }
}

impl<'a> From<&'a Place> for PlaceRecord<'a> {
    fn from(place: &'a Place) -> Self {
        let (end_line, end_column) = place.end();
        Self { file: Cow::Borrowed(place.file()), line: place.line, column: place.column, end_line, end_column }
    }
}

impl<'a> From<&'a Finding> for FindingRecord<'a> {
    fn from(finding: &'a Finding) -> Self {
        Self {
            code: finding.code.number(),
            slug: finding.code.slug(),
            level: finding.level.into(),
            message: &finding.message,
            label: finding.label.as_deref(),
            help: finding.help.as_deref(),
            place: finding.place.as_ref().map(PlaceRecord::from),
            turn: finding.turn.map(|turn| turn.number),
            part: finding.turn.and_then(|turn| turn.part),
            related: finding
                .related
                .iter()
                .map(|(place, message)| RelatedRecord { place: place.into(), message })
                .collect(),
            attachments: &finding.attachments,
        }
    }
}

/// The findings as records.
#[must_use]
pub fn records(findings: &[Finding]) -> Vec<FindingRecord<'_>> {
    findings.iter().map(FindingRecord::from).collect()
}

/// Writes a value on one line, without a line end. Characters that would steer a terminal are escaped even where JSON
/// could hold them as they are.
pub fn write(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(out, Guarded);
    value.serialize(&mut serializer).map_err(io::Error::from)
}

/// The compact layout, with more escapes.
struct Guarded;

impl serde_json::ser::Formatter for Guarded {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(is_active) {
            writer.write_all(&rest.as_bytes()[..at])?;
            let c = rest[at..].chars().next().unwrap_or_default();
            // Every active character lies in the basic plane.
            write!(writer, "\\u{:04x}", u32::from(c))?;
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_reads_back_and_holds_no_active_character() {
        let text = "a\u{1b}\u{9b}\u{7f}\u{202e}\"\\\n\u{fc}";
        let mut out = Vec::new();
        write(&mut out, &text).expect("writing to memory");
        let json = String::from_utf8(out).expect("JSON is UTF-8");
        assert!(!json.contains(is_active), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).expect("valid JSON"), text);
    }
}
