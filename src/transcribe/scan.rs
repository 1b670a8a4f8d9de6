//! A filled sheet's text to its blocks and lines, each with its place; nothing is looked up here.
//!
//! What must stay true: any text is read to its end without panic, and what is no line of a sheet is one finding, on it.

use crate::diagnostic::{Code, Finding};
use crate::text::{Excerpt, LineIndex, Place, Span};

/// The most lines that cannot be read which are told.
const MOST_FAULTS: usize = 100;

/// A piece of the sheet and its bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Word {
    /// The text, without blanks at its ends.
    pub(super) text: String,
    /// Its bytes.
    pub(super) span: Span,
}

impl Word {
    /// A part of a text that begins at byte `at`, its outer blanks left out.
    pub(super) fn of(text: &str, at: usize) -> Self {
        let start = at + text.len() - text.trim_start().len();
        let text = text.trim();
        Self { text: text.to_owned(), span: Span::new(start, start + text.len()) }
    }

    /// The words between blanks.
    pub(super) fn words(&self) -> Vec<Self> {
        self.split(char::is_whitespace).into_iter().filter(|word| !word.text.is_empty()).collect()
    }

    /// The parts between separators, empty ones too.
    pub(super) fn split(&self, separator: impl Fn(char) -> bool) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut start = 0;
        let ends = self.text.char_indices().filter(|(_, letter)| separator(*letter));
        for (at, letter) in ends {
            parts.push(Self::of(&self.text[start..at], self.span.start + start));
            start = at + letter.len_utf8();
        }
        parts.push(Self::of(&self.text[start..], self.span.start + start));
        parts
    }
}

/// `key: value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Field {
    /// The key's words, one blank between them.
    pub(super) key: String,
    /// The key's bytes.
    pub(super) key_span: Span,
    /// The value.
    pub(super) value: Word,
}

impl Field {
    /// The bytes of the whole line.
    pub(super) fn span(&self) -> Span {
        Span::new(self.key_span.start, self.value.span.end.max(self.key_span.end))
    }

    /// The bytes of the value, or those of the key where it is empty.
    pub(super) fn place(&self) -> Span {
        if self.value.text.is_empty() { self.key_span } else { self.value.span }
    }
}

/// A line in square brackets and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Block {
    /// What it is: `set`, `board`, `mouth`, `tile` or `side`.
    pub(super) word: String,
    /// Its name.
    pub(super) name: Word,
    /// The bytes of the line in brackets.
    pub(super) span: Span,
    /// Its lines.
    pub(super) fields: Vec<Field>,
}

/// A sheet as written.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// Its text.
    pub(super) excerpt: Excerpt,
    /// The lines before the first block.
    pub(super) head: Vec<Field>,
    /// Its blocks.
    pub(super) blocks: Vec<Block>,
    /// Lines that cannot be read.
    pub(super) findings: Vec<Finding>,
}

impl Scanned {
    /// The variants that the sheet names.
    #[must_use]
    pub fn variants(&self) -> Vec<String> {
        let lines = self.head.iter().filter(|field| field.key == "variant");
        let names = lines.flat_map(|field| field.value.split(|letter| letter == ','));
        names.map(|word| word.text).filter(|name| !name.is_empty()).collect()
    }

    /// Some bytes of the sheet.
    pub(super) fn place(&self, span: Span) -> Place {
        self.excerpt.place(span)
    }
}

/// The words that begin a block.
const BLOCKS: [&str; 5] = ["set", "board", "mouth", "tile", "side"];

/// Reads a sheet's text.
#[must_use]
pub fn scan(excerpt: Excerpt) -> Scanned {
    let mut head = Vec::new();
    let mut blocks: Vec<Block> = Vec::new();
    let mut findings = Vec::new();
    let text = excerpt.text.clone();
    let index = LineIndex::new(&excerpt);
    let mut bad = |span: Span, message: String, help: &str| {
        if findings.len() < MOST_FAULTS {
            findings.push(Finding::error(Code::BadSheetLine, message).help(help).at(index.place(span)));
        }
    };
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let start = at;
        at += raw.len();
        let mark = if start == 0 { raw.len() - raw.trim_start_matches('\u{feff}').len() } else { 0 };
        let line = Word::of(&raw[mark..], start + mark);
        if line.text.is_empty() || line.text.starts_with(['#', '|']) {
            continue;
        }
        if line.text.starts_with('[') {
            match header(&line) {
                Some((word, name)) => blocks.push(Block { word, name, span: line.span, fields: Vec::new() }),
                None => {
                    let message = format!("`{}` begins no block of a worksheet", short(&line.text));
                    bad(
                        line.span,
                        message,
                        "blocks begin with a line such as `[set NAME]`, `[tile T05]` or `[side 2-3]`",
                    );
                }
            }
            continue;
        }
        let Some(colon) = line.text.find(':') else {
            let help = "a line reads `key: value`; notes begin with `#`";
            bad(line.span, format!("`{}` is no line of a worksheet", short(&line.text)), help);
            continue;
        };
        let key = Word::of(&line.text[..colon], line.span.start);
        if key.text.is_empty() {
            bad(line.span, "a key is missing before the colon".to_owned(), "a line reads `key: value`");
            continue;
        }
        let field = Field {
            key: super::lines::one_line(&key.text),
            key_span: key.span,
            value: Word::of(&line.text[colon + 1..], line.span.start + colon + 1),
        };
        blocks.last_mut().map_or(&mut head, |block| &mut block.fields).push(field);
    }
    Scanned { excerpt, head, blocks, findings }
}

/// `[word name]`.
fn header(line: &Word) -> Option<(String, Word)> {
    let inner = line.text.strip_prefix('[')?.strip_suffix(']')?;
    let mut words = Word::of(inner, line.span.start + 1).words().into_iter();
    let word = words.next()?;
    let name = words.next()?;
    let known = BLOCKS.contains(&word.text.as_str()) && words.next().is_none();
    known.then_some((word.text, name))
}

/// Text as a message quotes it.
pub(super) fn short(text: &str) -> String {
    crate::log::quote(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_places() {
        let sheet = scan(Excerpt::whole(
            "s",
            "\u{feff}source:  me \r\n# note\n| + |\n\n[tile  T1 ]\nsegment  t : a; b c\n?\n[x]\n",
        ));
        assert_eq!(sheet.head[0].value, Word { text: "me".into(), span: Span::new(12, 14) });
        let block = &sheet.blocks[0];
        assert_eq!((block.word.as_str(), block.name.text.as_str()), ("tile", "T1"));
        let field = &block.fields[0];
        assert_eq!(field.key, "segment t");
        let parts = field.value.split(|letter| letter == ';');
        assert_eq!(parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>(), ["a", "b c"]);
        for word in parts.iter().flat_map(Word::words) {
            assert_eq!(&sheet.excerpt.text[word.span.start..word.span.end], word.text);
        }
        assert_eq!(sheet.findings.len(), 2);
        assert_eq!(sheet.findings[1].place.as_ref().map(|place| place.line), Some(8));
    }
}
