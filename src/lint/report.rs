//! Where checks put what they find: each finding on its bytes, in whichever file wrote them.
//!
//! A check names a part and a pointer; this room turns both into a place, down to one word of a list of ports. What must
//! stay true: a thousand copies of one mistake (a misspelt declaration) make one message, and no input, however wrong,
//! makes the list grow without limit.

use std::fmt::Display;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Finding};
use crate::source::{Document, Part, Resolved};
use crate::text::{Place, Span};

/// Findings kept of one run. Placing each costs a walk over its file, and nobody reads more.
const MOST: usize = 2_000;

/// The same complaint this often is shown at each of its places; more often, once with its number.
const EACH_SHOWN: usize = 3;

/// Where the parts under check were written.
#[derive(Clone, Copy)]
pub(crate) enum Places<'a> {
    /// In the files of a resolved ruleset.
    Resolved(&'a Resolved),
    /// In this file alone.
    Alone(&'a Document),
}

/// A value of a part, by JSON pointer.
#[derive(Clone, Debug)]
pub(crate) struct At {
    part: Part,
    pointer: String,
    bytes: Bytes,
}

#[derive(Clone, Copy, Debug)]
enum Bytes {
    Key,
    Value,
    Word(usize),
    Letter(usize),
}

impl At {
    /// The bytes of the value.
    pub(crate) fn value(part: Part, pointer: impl Into<String>) -> Self {
        Self { part, pointer: pointer.into(), bytes: Bytes::Value }
    }

    /// The bytes of the key.
    pub(crate) fn key(part: Part, pointer: impl Into<String>) -> Self {
        Self { part, pointer: pointer.into(), bytes: Bytes::Key }
    }

    /// The bytes of one character of a string, counted from 0.
    pub(crate) fn letter(part: Part, pointer: impl Into<String>, letter: usize) -> Self {
        Self { part, pointer: pointer.into(), bytes: Bytes::Letter(letter) }
    }

    /// The bytes of one blank-separated word of a string, counted from 0.
    pub(crate) fn word(part: Part, pointer: impl Into<String>, word: usize) -> Self {
        Self { part, pointer: pointer.into(), bytes: Bytes::Word(word) }
    }
}

/// The findings of one run.
pub(crate) struct Report<'a> {
    places: Places<'a>,
    findings: Vec<Finding>,
    counts: FxHashMap<(Part, Code), usize>,
}

impl<'a> Report<'a> {
    /// An empty list for what was written at these places.
    pub(crate) fn new(places: Places<'a>) -> Self {
        Self { places, findings: Vec::new(), counts: FxHashMap::default() }
    }

    /// An empty list for what stands in this file.
    pub(crate) fn alone(document: &'a Document) -> Self {
        Self::new(Places::Alone(document))
    }

    /// Takes over what another list holds.
    pub(crate) fn take(&mut self, other: Report<'_>) {
        for (key, found) in other.counts {
            *self.counts.entry(key).or_default() += found;
        }
        let room = MOST.saturating_sub(self.findings.len());
        self.findings.extend(other.findings.into_iter().take(room));
    }

    /// What was found, in the order it was found.
    pub(crate) fn into_findings(self) -> Vec<Finding> {
        self.findings
    }

    /// How much was found in this part so far: a check that would only repeat it can stay silent.
    pub(crate) fn found_in(&self, part: Part) -> usize {
        self.counts.iter().filter(|((at, _), _)| *at == part).map(|(_, count)| count).sum()
    }

    /// Whether any of these was found in this part so far.
    pub(crate) fn found(&self, part: Part, codes: &[Code]) -> bool {
        codes.iter().any(|&code| self.counts.contains_key(&(part, code)))
    }

    /// Puts down a finding on these bytes.
    pub(crate) fn add(&mut self, at: &At, finding: Finding) {
        *self.counts.entry((at.part, finding.code)).or_default() += 1;
        if self.findings.len() < MOST {
            let place = self.place(at);
            self.findings.push(Finding { place, ..finding });
        }
    }

    /// Puts down a finding on these bytes, with others that matter.
    pub(crate) fn add_with(&mut self, at: &At, mut finding: Finding, related: &[(At, String)]) {
        if self.findings.len() < MOST {
            for (at, words) in related {
                if let Some(place) = self.place(at) {
                    finding = finding.related(place, words.as_str());
                }
            }
        }
        self.add(at, finding);
    }

    /// Puts down what was gathered, many of a kind as one.
    pub(crate) fn add_alike(&mut self, alike: Alike) {
        for (finding, places) in alike.groups.into_values() {
            let [first, second, ..] = places.as_slice() else {
                if let Some(at) = places.first() {
                    self.add(at, finding);
                }
                continue;
            };
            if places.len() <= EACH_SHOWN {
                for at in &places {
                    self.add(at, finding.clone());
                }
                continue;
            }
            let message = format!("{} ({} times in this file)", finding.message, places.len());
            self.add_with(
                first,
                Finding { message, ..finding },
                &[(second.clone(), "again here, and so on".to_owned())],
            );
        }
    }

    fn place(&self, at: &At) -> Option<Place> {
        let place = match (self.places, at.bytes) {
            (Places::Resolved(resolved), Bytes::Key) => resolved.key_place(at.part, &at.pointer)?,
            (Places::Resolved(resolved), _) => resolved.value_place(at.part, &at.pointer)?,
            (Places::Alone(document), Bytes::Key) => document.key_place(&at.pointer),
            (Places::Alone(document), _) => document.value_place(&at.pointer),
        };
        match at.bytes {
            Bytes::Word(word) => Some(word_of(&place, word).unwrap_or(place)),
            Bytes::Letter(letter) => Some(letter_of(&place, letter).unwrap_or(place)),
            Bytes::Key | Bytes::Value => Some(place),
        }
    }
}

/// The bytes of one word of a string without escapes: a quoted one, or one that a worksheet writes bare.
fn word_of(place: &Place, word: usize) -> Option<Place> {
    let raw = place.excerpt.text.get(place.span.start..place.span.end)?;
    let is_bare = raw.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let inner = if is_bare { raw } else { raw.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])? };
    if inner.contains(['\\', '\n', '"', '\'']) {
        return None;
    }
    let (start, text) = inner
        .split(' ')
        .scan(place.span.start + usize::from(!is_bare), |at, text| {
            let start = *at;
            *at += text.len() + 1;
            Some((start, text))
        })
        .filter(|(_, text)| !text.is_empty())
        .nth(word)?;
    Some(place.excerpt.place(Span::new(start, start + text.len())))
}

/// The bytes of one character of a quoted string without escapes.
fn letter_of(place: &Place, letter: usize) -> Option<Place> {
    let raw = place.excerpt.text.get(place.span.start..place.span.end)?;
    let inner = raw.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
    if inner.contains(['\\', '\n', '"', '\'']) {
        return None;
    }
    let (at, sign) = inner.char_indices().nth(letter)?;
    let start = place.span.start + 1 + at;
    Some(place.excerpt.place(Span::new(start, start + sign.len_utf8())))
}

/// Complaints gathered by what they say, so that one wrong declaration does not make a hundred messages.
#[derive(Default)]
pub(crate) struct Alike {
    groups: indexmap::IndexMap<(Part, Code, String), (Finding, Vec<At>)>,
}

impl Alike {
    /// Gathers a complaint; `about` is what makes two of them the same.
    pub(crate) fn add(&mut self, at: At, about: impl Display, finding: impl FnOnce() -> Finding, code: Code) {
        let key = (at.part, code, about.to_string());
        self.groups.entry(key).or_insert_with(|| (finding(), Vec::new())).1.push(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Excerpt;

    #[test]
    fn a_word_of_a_string_has_its_own_bytes() {
        let text = "at = \"E  WX\"";
        let place = Excerpt::whole("f", text).place(Span::new(5, text.len()));
        let word = word_of(&place, 1).expect("there are two words");
        assert_eq!(&text[word.span.start..word.span.end], "WX");
        assert!(word_of(&place, 2).is_none());
        assert!(word_of(&Excerpt::whole("f", "at = 3").place(Span::new(5, 6)), 0).is_none());
    }

    #[test]
    fn many_of_a_kind_are_one_message_and_few_are_each_shown() {
        let document = Document {
            excerpt: Excerpt::whole("f", ""),
            kind: None,
            value: serde_json::Value::Null,
            spans: FxHashMap::default(),
        };
        for (times, findings) in [(1, 1), (3, 3), (4, 1), (500, 1)] {
            let mut alike = Alike::default();
            for n in 0..times {
                let finding = || Finding::error(Code::UnknownName, "no feature is called `x`");
                alike.add(At::value(Part::Ruleset, format!("/{n}")), "x", finding, Code::UnknownName);
            }
            let mut report = Report::new(Places::Alone(&document));
            report.add_alike(alike);
            assert_eq!(report.into_findings().len(), findings, "{times} times");
        }
    }
}
