//! The lines of a block as a record of a data file, each value with its place on the sheet.
//!
//! Only what the file's schema and the checks on data cannot say is refused here: a word that is no number or no port is
//! taken over as it is, and told by them, on its own bytes.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::scan::{Block, Field, Word, short};
use crate::diagnostic::{Code, Finding, did_you_mean};
use crate::source::{Spans, child};
use crate::text::Span;

/// The keys of a block, by what it is.
pub(super) const TILE_KEYS: [&str; 9] =
    ["box", "title", "count", "size", "draws_double", "apart", "edges", "segment", "face"];
pub(super) const SIDE_KEYS: [&str; 4] = ["box", "spaces", "opening_cells", "segment"];
pub(super) const MOUTH_KEYS: [&str; 2] = ["box", "points"];

/// The clauses of a segment.
const CLAUSES: [&str; 5] = ["over", "cell", "borders", "bridge", "icons"];

/// What is wrong with a line: the bytes and the words.
pub(super) type Wrong = (Span, Finding);

/// A record being read.
pub(super) struct Reader<'s> {
    /// Where the record stands in its file.
    pointer: String,
    /// By pointer.
    spans: &'s mut FxHashMap<String, Spans>,
    wrong: &'s mut Vec<Wrong>,
}

impl<'s> Reader<'s> {
    pub(super) fn new(pointer: String, spans: &'s mut FxHashMap<String, Spans>, wrong: &'s mut Vec<Wrong>) -> Self {
        Self { pointer, spans, wrong }
    }

    /// The record that a block's lines tell of. Keys that no record has are refused by `keys`.
    pub(super) fn record(&mut self, block: &Block, keys: &[&str]) -> Map<String, Value> {
        let mut record = Map::new();
        let pointer = self.pointer.clone();
        if block.word == "tile" {
            self.put(&mut record, &pointer, "id", Value::from(block.name.text.clone()), block.name.span, None);
        } else {
            let range: Vec<Word> = block.name.split(|letter| letter == '-');
            let numbers = range.iter().map(|word| number(&word.text)).collect();
            self.put(&mut record, &pointer, "players", Value::Array(numbers), block.name.span, None);
        }
        let mut segments: Vec<(Value, &Field)> = Vec::new();
        let mut faces: Vec<(Value, &Field)> = Vec::new();
        for field in &block.fields {
            let (word, rest) = field.key.split_once(' ').unwrap_or((field.key.as_str(), ""));
            let known =
                keys.contains(&field.key.as_str()) || matches!(word, "segment" | "face") && keys.contains(&word);
            if !known {
                let message = format!("`{}` is no key of such a block", short(&field.key));
                self.refuse(field.key_span, message, did_you_mean(&field.key, keys.iter().copied()));
                continue;
            }
            match word {
                "box" | "edges" => {}
                "segment" => {
                    let at = child(&child(&pointer, "segments"), segments.len());
                    segments.extend(self.segment(field, rest, &at).map(|value| (value, field)));
                }
                "face" => {
                    let at = child(&child(&pointer, "faces"), faces.len());
                    faces.extend(self.face(field, rest, &at).map(|value| (value, field)));
                }
                _ => self.plain(&mut record, field),
            }
        }
        for (key, list) in [("segments", segments), ("faces", faces)] {
            let Some((_, first)) = list.first() else { continue };
            let span = first.span();
            let values = list.into_iter().map(|(value, _)| value).collect();
            self.put(&mut record, &pointer, key, Value::Array(values), span, None);
        }
        record
    }

    fn refuse(&mut self, span: Span, message: String, help: impl Into<String>) {
        self.wrong.push((span, Finding::error(Code::BadSheetLine, message).help(help)));
    }

    fn put(&mut self, into: &mut Map<String, Value>, at: &str, key: &str, value: Value, span: Span, of: Option<Span>) {
        self.spans.insert(child(at, key), Spans { key: of, value: span });
        into.insert(key.to_owned(), value);
    }

    /// A line that is one value.
    fn plain(&mut self, record: &mut Map<String, Value>, field: &Field) {
        let (key, value) = match field.key.as_str() {
            "title" => ("title", Value::from(field.value.text.clone())),
            "count" => ("count", number(&field.value.text)),
            "spaces" => ("spaces", number(&field.value.text)),
            "opening_cells" => ("opening_cells", number(&field.value.text)),
            "size" | "points" => {
                let key = if field.key == "size" { "size" } else { "points" };
                let pointer = child(&self.pointer, key);
                let words = field.value.words();
                for (index, word) in words.iter().enumerate() {
                    self.spans.insert(child(&pointer, index), Spans { key: None, value: word.span });
                }
                (key, Value::Array(words.iter().map(|word| number(&word.text)).collect()))
            }
            key => {
                let key = if key == "apart" { "apart" } else { "draws_double" };
                match field.value.text.as_str() {
                    "yes" => (key, Value::Bool(true)),
                    "no" => return,
                    other => {
                        let message = format!("`{}` answers nothing", short(other));
                        self.refuse(field.place(), message, "write `yes` or `no`");
                        return;
                    }
                }
            }
        };
        if record.contains_key(key) {
            let message = format!("a second line `{}` in one block", field.key);
            self.refuse(field.key_span, message, "");
            return;
        }
        if field.value.text.is_empty() && key == "title" {
            return;
        }
        let pointer = self.pointer.clone();
        self.put(record, &pointer, key, value, field.place(), Some(field.key_span));
    }

    /// `segment t: tributary at E W; icons boat 1`.
    fn segment(&mut self, field: &Field, id: &str, at: &str) -> Option<Value> {
        let mut record = Map::new();
        self.spans.insert(at.to_owned(), Spans { key: None, value: field.span() });
        let clauses = field.value.split(|letter| letter == ';');
        let words = clauses.first().map(Word::words).unwrap_or_default();
        let Some((feature, ports)) = words.split_first() else {
            self.refuse(field.place(), "the segment's feature is missing".to_owned(), "`segment t: road at E W`");
            return None;
        };
        self.put(&mut record, at, "id", Value::from(id), field.key_span, None);
        self.put(&mut record, at, "feature", Value::from(feature.text.clone()), feature.span, None);
        match ports.split_first() {
            None => {}
            Some((word, ports)) if word.text == "at" && !ports.is_empty() => {
                self.put_text(&mut record, at, "at", ports, word.span);
            }
            Some((word, _)) => {
                let message = format!("`{}` stands where ports are expected", short(&word.text));
                self.refuse(word.span, message, "ports stand behind `at`: `road at E W`; the rest behind `;`");
                return None;
            }
        }
        for clause in clauses.iter().skip(1) {
            self.clause(&mut record, at, clause, field)?;
        }
        Some(Value::Object(record))
    }

    fn clause(&mut self, record: &mut Map<String, Value>, at: &str, clause: &Word, field: &Field) -> Option<()> {
        let words = clause.words();
        let Some((key, rest)) = words.split_first() else {
            self.refuse(field.value.span, "nothing stands behind a `;`".to_owned(), "");
            return None;
        };
        match key.text.as_str() {
            "over" | "cell" if !rest.is_empty() => self.put_text(record, at, &key.text, rest, key.span),
            "borders" => {
                let pointer = child(at, "borders");
                for (index, word) in rest.iter().enumerate() {
                    self.spans.insert(child(&pointer, index), Spans { key: None, value: word.span });
                }
                let ids = rest.iter().map(|word| Value::from(word.text.clone())).collect();
                self.put(record, at, "borders", Value::Array(ids), clause.span, Some(key.span));
            }
            "bridge" if rest.is_empty() => self.put(record, at, "bridge", Value::Bool(true), key.span, Some(key.span)),
            "icons" => {
                let icons = self.icons(rest, &child(at, "icons"), clause)?;
                self.put(record, at, "icons", icons, clause.span, Some(key.span));
            }
            other => {
                let message = format!("`{}` says nothing of a segment", short(&clause.text));
                self.refuse(clause.span, message, did_you_mean(other, CLAUSES));
                return None;
            }
        }
        Some(())
    }

    /// Words as one text, a blank between them.
    fn put_text(&mut self, record: &mut Map<String, Value>, at: &str, key: &str, words: &[Word], of: Span) {
        let text = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let start = words.first().map_or(of.start, |word| word.span.start);
        let end = words.last().map_or(of.end, |word| word.span.end);
        self.put(record, at, key, Value::from(text), Span::new(start, end), Some(of));
    }

    /// `boat 1 fruit 2`.
    fn icons(&mut self, words: &[Word], at: &str, around: &Word) -> Option<Value> {
        let mut icons = Map::new();
        for pair in words.chunks(2) {
            let [icon, count] = pair else {
                let message = format!("the number of `{}` is missing", short(&pair[0].text));
                self.refuse(pair[0].span, message, "icons are written with their number: `boat 1 fruit 2`");
                return None;
            };
            if icons.contains_key(&icon.text) {
                self.refuse(icon.span, format!("`{}` stands twice", short(&icon.text)), "add the two up");
                return None;
            }
            self.put(&mut icons, at, &icon.text, number(&count.text), count.span, Some(icon.span));
        }
        if icons.is_empty() {
            self.refuse(around.span, "icons are missing".to_owned(), "write them with their number: `boat 1`");
            return None;
        }
        Some(Value::Object(icons))
    }

    /// `face b: 2; t fruit 1; + g garden`.
    fn face(&mut self, field: &Field, id: &str, at: &str) -> Option<Value> {
        let mut record = Map::new();
        self.spans.insert(at.to_owned(), Spans { key: None, value: field.span() });
        if !id.is_empty() {
            self.put(&mut record, at, "id", Value::from(id), field.key_span, None);
        }
        let clauses = field.value.split(|letter| letter == ';');
        let (count, marks) = clauses.split_first()?;
        if count.text.is_empty() {
            self.refuse(field.place(), "the number of copies is missing".to_owned(), "`face a: 2; t boat 1`");
            return None;
        }
        if count.text != "rest" {
            self.put(&mut record, at, "count", number(&count.text), count.span, Some(field.key_span));
        }
        let mut icons = Map::new();
        let mut sites = Vec::new();
        for mark in marks {
            let words = mark.words();
            match words.as_slice() {
                [plus, rest @ ..] if plus.text == "+" => {
                    let pointer = child(&child(at, "segments"), sites.len());
                    sites.push(self.site(rest, &pointer, mark)?);
                }
                [segment, rest @ ..] => {
                    if icons.contains_key(&segment.text) {
                        let message = format!("`{}` stands twice in one face", short(&segment.text));
                        self.refuse(segment.span, message, "write all its icons behind it: `t boat 1 fruit 1`");
                        return None;
                    }
                    let pointer = child(at, "icons");
                    let counts = self.icons(rest, &child(&pointer, &segment.text), mark)?;
                    self.put(&mut icons, &pointer, &segment.text, counts, mark.span, Some(segment.span));
                }
                [] => {
                    self.refuse(field.value.span, "nothing stands behind a `;`".to_owned(), "");
                    return None;
                }
            }
        }
        if !icons.is_empty() {
            self.put(&mut record, at, "icons", Value::Object(icons), field.value.span, None);
        }
        if !sites.is_empty() {
            self.put(&mut record, at, "segments", Value::Array(sites), field.value.span, None);
        }
        Some(Value::Object(record))
    }

    /// `g garden cell b icons x 1`, behind the plus.
    fn site(&mut self, words: &[Word], at: &str, around: &Word) -> Option<Value> {
        let [id, feature, rest @ ..] = words else {
            let help = "a site that only this face has is written `+ g garden`: an id and its feature";
            self.refuse(around.span, "the site's id or feature is missing".to_owned(), help);
            return None;
        };
        let mut record = Map::new();
        self.spans.insert(at.to_owned(), Spans { key: None, value: around.span });
        self.put(&mut record, at, "id", Value::from(id.text.clone()), id.span, None);
        self.put(&mut record, at, "feature", Value::from(feature.text.clone()), feature.span, None);
        let mut rest = rest;
        if let [key, cell, more @ ..] = rest
            && key.text == "cell"
        {
            self.put(&mut record, at, "cell", Value::from(cell.text.clone()), cell.span, Some(key.span));
            rest = more;
        }
        match rest {
            [] => {}
            [key, pairs @ ..] if key.text == "icons" => {
                let icons = self.icons(pairs, &child(at, "icons"), around)?;
                self.put(&mut record, at, "icons", icons, around.span, Some(key.span));
            }
            [word, ..] => {
                let message = format!("`{}` says nothing of a site", short(&word.text));
                self.refuse(word.span, message, did_you_mean(&word.text, ["cell", "icons"]));
                return None;
            }
        }
        Some(Value::Object(record))
    }
}

/// A number, or the text as it is where it is none.
pub(super) fn number(text: &str) -> Value {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    text.parse::<i64>().ok().filter(|_| plain).map_or_else(|| Value::from(text), Value::from)
}
