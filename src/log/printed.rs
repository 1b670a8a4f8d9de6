//! A tile named by what is printed on it: `[jjtt boat:1 animal:2]`, for boxes that print no ids.
//!
//! In square brackets stand its edges clockwise from any side, then words with numbers: an icon and how many of it the tile
//! shows, or a feature and how many separate parts of it. Edges are a letter each (`jjtt`), or longer beginnings of their
//! names joined by `-` (`c-ro-f-ro`). Nothing is resolved here. What must stay true: a tile that is named by its id costs
//! nothing more, and none of this allocates where the text has no fault.

use super::cursor::Cursor;
use super::fault::{Fault, quote};
use super::text::Word;
use crate::diagnostic::Code;
use crate::text::Span;

/// How people are told to write one.
const HELP: &str =
    "what is printed reads: edges clockwise, then icons with their number: `[jjtt boat:1]` or `[city-road-field-road]`";

/// Whether a tile's word is what is printed on it rather than its id.
#[must_use]
pub fn is_print(word: &[u8]) -> bool {
    word.first() == Some(&b'[')
}

/// The brackets and all between them, whose opening one comes next.
pub(super) fn word<'a>(cursor: &mut Cursor<'a>) -> Result<Word<'a>, Fault> {
    let start = cursor.at;
    let inside = |byte: u8| is_letter(byte) || matches!(byte, b'-' | b':' | b' ' | b'\t');
    cursor.eat(b'[');
    cursor.take_while(inside);
    let closed = cursor.eat(b']');
    let word = cursor.since(start);
    if !closed {
        let (span, message) = if cursor.done() {
            (Span::new(start, start + 1), "the bracket is not closed".to_owned())
        } else {
            let wrong = cursor.chunk();
            (wrong.span(), format!("`{}` cannot stand in what is printed on a tile", quote(wrong.text)))
        };
        return Err(Fault::new(Code::UnexpectedText, span, message, HELP));
    }
    match PrintText::read(word) {
        Ok(_) => Ok(word),
        Err(wrong) => {
            let message = match wrong.text {
                b"" => "the edges are missing".to_owned(),
                text => format!("`{}` is not a part of what is printed on a tile", quote(text)),
            };
            let span = if wrong.text.is_empty() { word.span() } else { wrong.span() };
            Err(Fault::new(Code::UnexpectedText, span, message, HELP))
        }
    }
}

const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_'
}

/// What is printed on a tile, as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintText<'a> {
    /// The edges, one word.
    pub edges: Word<'a>,
    /// What follows them.
    rest: Word<'a>,
}

impl<'a> PrintText<'a> {
    /// Reads a bracketed word.
    ///
    /// # Errors
    /// The part that cannot be read; an empty one where there are no edges.
    pub fn read(word: Word<'a>) -> Result<Self, Word<'a>> {
        let Some(inner) = word.text.strip_prefix(b"[").and_then(|text| text.strip_suffix(b"]")) else {
            return Err(word);
        };
        let mut parts = words(Word { text: inner, at: word.at + 1 });
        let Some(edges) = parts.next() else { return Err(Word { text: b"", at: word.at }) };
        let ends = |text: &[u8]| text.first().is_none_or(|byte| *byte == b'-') || text.last() == Some(&b'-');
        let twice = edges.text.windows(2).any(|pair| pair == b"--");
        if twice || ends(edges.text) || !edges.text.iter().all(|&byte| is_letter(byte) || byte == b'-') {
            return Err(edges);
        }
        let behind = edges.span().end - word.at - 1;
        let rest = Word { text: &inner[behind..], at: edges.span().end };
        match parts.find(|part| count(*part).is_none()) {
            Some(wrong) => Err(wrong),
            None => Ok(Self { edges, rest }),
        }
    }

    /// The words behind the edges, each with its number.
    pub fn counts(&self) -> impl Iterator<Item = (Word<'a>, u32)> + use<'a> {
        words(self.rest).filter_map(count)
    }
}

/// The parts between blanks.
fn words(text: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.text.get(at..)?;
        let start = at + rest.iter().position(|byte| !is_blank(byte))?;
        let end = text.text[start..].iter().position(is_blank).map_or(text.text.len(), |end| start + end);
        at = end;
        Some(Word { text: &text.text[start..end], at: text.at + start })
    })
}

/// A word and its number, of at most three digits.
fn count(part: Word<'_>) -> Option<(Word<'_>, u32)> {
    let colon = part.text.iter().position(|&byte| byte == b':')?;
    let (name, digits) = (&part.text[..colon], &part.text[colon + 1..]);
    let named = name.first().is_some_and(u8::is_ascii_lowercase) && name.iter().all(|&byte| is_letter(byte));
    if !named || digits.is_empty() || digits.len() > 3 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    Some((Word { text: name, at: part.at }, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(String, Vec<(String, u32)>), String> {
        let word = Word { text: text.as_bytes(), at: 10 };
        let print = PrintText::read(word).map_err(|wrong| wrong.lossy())?;
        Ok((print.edges.lossy(), print.counts().map(|(word, number)| (word.lossy(), number)).collect()))
    }

    #[test]
    fn edges_come_first_and_numbers_after_them() {
        assert_eq!(read("[jjtt]"), Ok(("jjtt".into(), vec![])));
        let counts = vec![("boat".into(), 1), ("animal".into(), 12)];
        assert_eq!(read("[ ro-fi-c-fi  boat:1\tanimal:12 ]"), Ok(("ro-fi-c-fi".into(), counts)));
        let word = Word { text: b"[jj  boat:1]", at: 10 };
        let places: Vec<_> = PrintText::read(word).expect("a print").counts().map(|(word, _)| word.at).collect();
        assert_eq!(places, [15]);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (text, wrong) in [
            ("[]", ""),
            ("[ ]", ""),
            ("[-jj]", "-jj"),
            ("[j--j]", "j--j"),
            ("[jj boat]", "boat"),
            ("[jj boat:]", "boat:"),
            ("[jj :1]", ":1"),
            ("[jj boat:1234]", "boat:1234"),
            ("[jj boat:1 x]", "x"),
            ("[boat:1]", "boat:1"),
        ] {
            assert_eq!(read(text), Err(wrong.to_owned()), "{text}");
        }
    }
}
