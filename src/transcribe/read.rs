//! A filled sheet back into data files.
//!
//! The records of a part are put together anew, those that were compared from the sheet's lines, and checked as the data
//! file they will be: its schema, then all checks on data within the ruleset. Every value has its place on the sheet, so
//! that is where findings stand. What must stay true: nothing is given back that has an error other than drawings not yet
//! compared, and what was not compared is as it was.

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value};

use super::lines::{lines, one_line};
use super::parts::{self, PartSheet, Record, parts};
use super::scan::{Block, Field, Scanned, short};
use super::values::{MOUTH_KEYS, Reader, SIDE_KEYS, TILE_KEYS, number};
use crate::diagnostic::{self, Code, Finding, Level, did_you_mean};
use crate::model::{self, Status};
use crate::source::{Document, Part, Resolved, Spans, child};
use crate::text::Span;

/// A data file made of a sheet.
#[derive(Clone, Debug)]
pub struct DataFile {
    /// Its name, without a folder: that of the file it takes the place of.
    pub name: String,
    /// The id of the set, board or mouth.
    pub id: String,
    /// Its text, in its canonical form.
    pub text: String,
    /// How many copies or sides are known how well.
    pub statuses: model::Map<u64>,
}

/// What a sheet gave.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// A file for each part on the sheet; none where anything is wrong but that it is incomplete.
    pub files: Vec<DataFile>,
    /// What is wrong with the sheet, sorted by place.
    pub findings: Vec<Finding>,
}

/// What the box is said to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Empty,
    Same,
    Differs,
    Missing,
    New,
}

const ANSWERS: [(&str, Answer); 5] = [
    ("", Answer::Empty),
    ("same", Answer::Same),
    ("differs", Answer::Differs),
    ("missing", Answer::Missing),
    ("new", Answer::New),
];

/// Blocks of one part: the line that begins it, and its records.
struct Group<'s> {
    head: &'s Block,
    records: Vec<&'s Block>,
}

/// A sheet being read.
pub(super) struct Taker<'s> {
    pub(super) sheet: &'s Scanned,
    pub(super) resolved: &'s Resolved,
    pub(super) source: Option<String>,
    findings: Vec<Finding>,
    /// Whether anything is wrong but that the sheet is incomplete.
    pub(super) wrong: bool,
}

/// The most findings of one sheet that are kept: each costs a walk to its line.
const MOST: usize = 1000;

/// A part put together anew.
pub(super) struct Made<'s> {
    pub(super) part: PartSheet<'s>,
    pub(super) document: Document,
    /// The record blocks that were read, each with the number of its record.
    pub(super) read: Vec<(&'s Block, usize)>,
    /// Whether anything was compared.
    pub(super) compared: bool,
}

/// Reads a filled sheet of a game.
#[must_use]
pub fn read(sheet: &Scanned, resolved: &Resolved) -> Reading {
    let wrong = !sheet.findings.is_empty();
    let mut taker = Taker { sheet, resolved, source: None, findings: sheet.findings.clone(), wrong };
    taker.head();
    let groups = taker.groups();
    let mut made = Vec::new();
    for group in &groups {
        made.extend(taker.part(group));
    }
    let files = taker.check(resolved.clone(), &made);
    let mut findings = taker.findings;
    diagnostic::sort(&mut findings);
    Reading { files, findings }
}

impl<'s> Taker<'s> {
    pub(super) fn error(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.add(Finding::error(code, message).help(help), span);
    }

    fn add(&mut self, finding: Finding, span: Span) {
        self.wrong |= finding.code != Code::SheetIncomplete;
        if self.findings.len() < MOST {
            self.findings.push(finding.at(self.sheet.place(span)));
        }
    }

    /// Takes over what checks on data say of the sheet's own values.
    pub(super) fn take(&mut self, findings: Vec<Finding>) {
        self.wrong |= findings.iter().any(|finding| finding.level == Level::Error);
        self.findings.extend(findings);
    }

    /// The lines before the first block.
    fn head(&mut self) {
        let known = ["game", "variant", "source"];
        let mut seen: Vec<&str> = Vec::new();
        let mut source = None;
        for field in &self.sheet.head {
            if !known.contains(&field.key.as_str()) {
                let message = format!("`{}` is no key of a worksheet's head", short(&field.key));
                self.error(Code::BadSheetLine, field.key_span, message, did_you_mean(&field.key, known));
            } else if seen.contains(&field.key.as_str()) {
                self.error(Code::BadSheetLine, field.key_span, format!("a second `{}:`", field.key), "");
            } else if field.key == "game" && field.value.text != self.resolved.game {
                let message =
                    format!("the sheet is one of `{}`, not of `{}`", short(&field.value.text), self.resolved.game);
                self.error(Code::NotOnSheet, field.place(), message, "name its game on the command line");
            } else if field.key == "source" {
                source = Some(field);
            }
            seen.push(&field.key);
        }
        match source {
            Some(field) if !field.value.text.is_empty() => self.source = Some(one_line(&field.value.text)),
            _ => {
                let span = source.map_or(Span::default(), |field| field.key_span);
                let help = "write behind `source:` who compared it and which box that was: its edition, its year";
                self.error(Code::SheetIncomplete, span, "the sheet does not say with which box it was compared", help);
            }
        }
    }

    /// The blocks by part.
    fn groups(&mut self) -> Vec<Group<'s>> {
        let mut groups: Vec<Group<'s>> = Vec::new();
        for block in &self.sheet.blocks {
            if matches!(block.word.as_str(), "set" | "board" | "mouth") {
                groups.push(Group { head: block, records: Vec::new() });
            } else if let Some(group) = groups.last_mut() {
                group.records.push(block);
            } else {
                let message = format!("`[{} {}]` stands before any set", block.word, short(&block.name.text));
                self.error(Code::NotOnSheet, block.span, message, "a line such as `[set NAME]` says whose it is");
            }
        }
        if groups.is_empty() {
            let message = "the sheet has no drawings";
            self.error(Code::SheetIncomplete, Span::default(), message, "`tilewright transcribe GAME` writes one");
        }
        groups
    }

    /// A part with what was compared.
    fn part(&mut self, group: &Group<'s>) -> Option<Made<'s>> {
        let all = parts(self.resolved);
        let known: Vec<&str> = all.iter().map(|part| part.id).collect();
        let (word, name) = (&group.head.word, &group.head.name);
        let Some(part) = all.iter().find(|part| part.word() == word && part.id == name.text) else {
            let message = format!("`{}` has no {word} `{}`", self.resolved.game, short(&name.text));
            self.error(Code::NotOnSheet, name.span, message, did_you_mean(&name.text, known));
            return None;
        };
        let first = self.sheet.blocks.iter().find(|block| block.word == *word && block.name.text == name.text);
        if first.is_some_and(|first| first.span != group.head.span) {
            self.error(Code::NotOnSheet, group.head.span, format!("`{}` stands on the sheet twice", part.id), "");
            return None;
        }
        let mut spans: FxHashMap<String, Spans> = FxHashMap::default();
        let whole = |span: Span| Spans { key: None, value: span };
        spans.insert(String::new(), whole(group.head.span));
        spans.insert("/id".to_owned(), whole(name.span));
        let mut value = parts::head(self.resolved, part.part);
        self.total(group.head, part, &mut value, &mut spans);
        let mut records: Vec<Value> = Vec::new();
        let mut read = Vec::new();
        let (mut compared, mut complete) = (false, true);
        let blocks = self.blocks(group, part);
        let by_name: FxHashMap<&str, &'s Block> =
            blocks.iter().map(|(block, _)| (block.name.text.as_str(), *block)).collect();
        for record in part.records.iter().copied().map(Some).chain(std::iter::once(None)) {
            // What our data lack comes behind all that they have.
            let of_it: Vec<&'s Block> = match record {
                Some(record) => by_name.get(record.name().as_str()).copied().into_iter().collect(),
                None => blocks.iter().filter(|(_, known)| !known).map(|(block, _)| *block).collect(),
            };
            if let (Some(record), true) = (record, of_it.is_empty()) {
                complete = false;
                let message = format!("`{}` of `{}` is missing from the sheet", record.name(), part.id);
                let help = format!("a sheet has every {} of a set; write it anew to see the block", record.word());
                self.error(Code::SheetIncomplete, group.head.span, message, help);
                spans.insert(child(&child("", part.list()), records.len()), whole(group.head.span));
                records.push(record.value());
            }
            for block in of_it {
                let pointer = child(&child("", part.list()), records.len());
                spans.insert(pointer.clone(), whole(block.span));
                let answer = self.answer(block, record.as_ref(), part);
                compared |= answer.is_some_and(|answer| answer != Answer::Empty);
                complete &= answer != Some(Answer::Empty);
                match (answer, record) {
                    (Some(Answer::Empty), Some(record)) => records.push(record.value()),
                    (Some(Answer::Same), Some(record)) => records.push(self.transcribed(record.value())),
                    (Some(Answer::Differs | Answer::New), _) => {
                        let taken = self.taken(block, part, &pointer, &mut spans);
                        read.push((block, records.len()));
                        records.push(self.transcribed(taken));
                    }
                    _ => {}
                }
            }
        }
        value[part.list()] = Value::Array(records);
        if complete && compared {
            value = self.marked(value);
        }
        let document = Document { excerpt: self.sheet.excerpt.clone(), kind: Some(part.kind()), value, spans };
        Some(Made { part: part.clone(), document, read, compared })
    }

    /// The lines of a part's own block: the number of copies in a set.
    fn total(&mut self, head: &Block, part: &PartSheet<'_>, value: &mut Value, spans: &mut FxHashMap<String, Spans>) {
        for (index, field) in head.fields.iter().enumerate() {
            if field.key != "total" || part.total().is_none() || index > 0 {
                let message = format!("`{}` says nothing of a {}", short(&field.key), head.word);
                let help = "a set has its `total`; all else stands in the blocks of its drawings";
                self.error(Code::BadSheetLine, field.key_span, message, help);
                continue;
            }
            value["total"] = number(&field.value.text);
            spans.insert("/total".to_owned(), Spans { key: Some(field.key_span), value: field.place() });
        }
    }

    /// The record blocks of a part, each once, with the record of ours that it is about.
    fn blocks(&mut self, group: &Group<'s>, part: &PartSheet<'_>) -> Vec<(&'s Block, bool)> {
        let word = part.list();
        let known: FxHashSet<String> = part.records.iter().map(Record::name).collect();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut blocks: Vec<(&'s Block, bool)> = Vec::new();
        for &block in &group.records {
            if block.word != word {
                let message = format!("`[{} {}]` stands in a {}", block.word, short(&block.name.text), part.word());
                self.error(Code::NotOnSheet, block.span, message, format!("its blocks are `[{word} NAME]`"));
            } else if !seen.insert(&block.name.text) {
                let message = format!("`{}` stands on the sheet twice", short(&block.name.text));
                self.error(Code::NotOnSheet, block.span, message, "each drawing has one block");
            } else {
                blocks.push((block, known.contains(&block.name.text)));
            }
        }
        blocks
    }

    /// What a block says of the box; none where that is refused.
    fn answer(&mut self, block: &Block, record: Option<&Record<'_>>, part: &PartSheet<'_>) -> Option<Answer> {
        let mut boxes = block.fields.iter().filter(|field| field.key == "box");
        let field = boxes.next();
        if let Some(second) = boxes.next() {
            self.error(Code::BadSheetLine, second.key_span, "a second line `box` in one block", "");
            return None;
        }
        let (span, word) = field.map_or((block.span, ""), |field| (field.place(), field.value.text.as_str()));
        let Some(&(_, answer)) = ANSWERS.iter().find(|(known, _)| *known == word) else {
            let words = ANSWERS.iter().map(|(word, _)| *word).filter(|word| !word.is_empty());
            let message = format!("`{}` does not say what the box has", short(word));
            self.error(Code::BadSheetLine, span, message, did_you_mean(word, words));
            return None;
        };
        let name = short(&block.name.text);
        let Some(record) = record else {
            if answer == Answer::New {
                return Some(answer);
            }
            let names: Vec<String> = part.records.iter().map(Record::name).collect();
            let near = did_you_mean(&block.name.text, names.iter().map(String::as_str));
            let message = format!("`{}` has no `{name}` to compare", part.id);
            let help = format!("{near}; what our data lack says `box: new`");
            self.error(Code::NotOnSheet, block.name.span, message, help);
            return None;
        };
        let ours = lines(record, &self.resolved.ruleset.features);
        let changed = |field: &&Field| {
            let value = one_line(&field.value.text);
            field.key != "box" && !ours.iter().any(|(key, text)| *key == field.key && one_line(text) == value)
        };
        let written = block.fields.iter().filter(|field| field.key != "box").count();
        let first = block.fields.iter().find(changed);
        match (answer, first) {
            (Answer::Empty, _) => {
                let message = format!("`{name}` is not compared with the box yet");
                self.error(Code::SheetIncomplete, span, message, "write `same`, `differs` or `missing` behind `box:`");
            }
            (Answer::New, _) => {
                let message = format!("`{name}` is said to be new, and `{}` has it already", part.id);
                let help = "write `same` or `differs`, or give what is new another name";
                self.error(Code::SheetContradiction, span, message, help);
                return None;
            }
            (Answer::Same, Some(field)) => {
                let message = format!("`{name}` is said to be the same, and this line was changed");
                let help = "where the box differs write `box: differs`";
                self.error(Code::SheetContradiction, field.span(), message, help);
                return None;
            }
            (Answer::Differs, None) if written == ours.len() => {
                let message = format!("`{name}` is said to differ, and its lines are as they were");
                let help = "mend the lines until they say what is printed, or write `box: same`";
                self.error(Code::SheetContradiction, span, message, help);
                return None;
            }
            _ => {}
        }
        Some(answer)
    }

    /// The record that a block's lines tell of.
    fn taken(
        &mut self,
        block: &Block,
        part: &PartSheet<'_>,
        pointer: &str,
        spans: &mut FxHashMap<String, Spans>,
    ) -> Value {
        let keys: &[&str] = match part.part {
            Part::Board => &SIDE_KEYS,
            Part::Mouth => &MOUTH_KEYS,
            Part::Ruleset | Part::Tileset(_) | Part::Map(_) => &TILE_KEYS,
        };
        let mut wrong = Vec::new();
        let record = Reader::new(pointer.to_owned(), spans, &mut wrong).record(block, keys);
        for (span, finding) in wrong {
            self.add(finding, span);
        }
        Value::Object(record)
    }

    /// A record marked as transcribed; what its faces say of themselves is no longer so.
    fn transcribed(&self, mut record: Value) -> Value {
        for face in record.get_mut("faces").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(face) = face.as_object_mut() {
                face.retain(|key, _| key != "status" && key != "source");
            }
        }
        self.marked(record)
    }

    /// A record with its status and source, behind its other short values.
    fn marked(&self, record: Value) -> Value {
        let Value::Object(record) = record else { return record };
        let mut marked = Map::new();
        let add = |marked: &mut Map<String, Value>| {
            marked.insert("status".to_owned(), Value::from(Status::Transcribed.word()));
            marked.insert("source".to_owned(), Value::from(self.source.clone().unwrap_or_default()));
        };
        for (key, value) in record {
            let is_head = matches!(key.as_str(), "kind" | "format" | "id" | "title" | "count" | "players");
            if !is_head && !marked.contains_key("status") {
                add(&mut marked);
            }
            if key != "status" && key != "source" {
                marked.insert(key, value);
            }
        }
        if !marked.contains_key("status") {
            add(&mut marked);
        }
        Value::Object(marked)
    }
}
