//! Reading one line byte by byte.
//!
//! Move logs are parsed by the million, so this is a scanner by hand: it never allocates on a line without a fault, and a
//! fault names the first byte that is wrong. Blanks are spaces and tabs; a `#` after a blank ends the line.

use super::fault::{Fault, quote};
use super::text::Word;
use crate::diagnostic::Code;
use crate::geometry::Cell;
use crate::text::Span;

/// A place in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    /// The game's bytes up to the end of this line.
    bytes: &'a [u8],
    /// The next byte.
    pub(super) at: usize,
}

/// Stands for the end of the line, as no line holds it.
pub(super) const END: u8 = b'\n';

/// Letters and digits.
pub(super) const ALPHANUMERIC: u8 = 1;
/// What a token holds: letters, digits, `_` and `-`.
const TOKEN: u8 = 2;
/// What a word holds: lower-case letters, digits and `_`.
const WORD: u8 = 4;

/// Which of these each byte is, as bits: one load a byte instead of a chain of comparisons.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let letter = byte as u8;
        if letter.is_ascii_alphanumeric() {
            classes[byte] |= ALPHANUMERIC | TOKEN;
        }
        if letter == b'_' || letter == b'-' {
            classes[byte] |= TOKEN;
        }
        if letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_' {
            classes[byte] |= WORD;
        }
        byte += 1;
    }
    classes
};

/// The greatest number of digits of any number in a log.
const MOST_DIGITS: usize = 6;

impl<'a> Cursor<'a> {
    /// A cursor over `bytes[start..end]`.
    pub(super) fn new(bytes: &'a [u8], start: usize, end: usize) -> Self {
        Self { bytes: &bytes[..end], at: start }
    }

    /// The next byte; [`END`] at the end of the line.
    #[inline]
    pub(super) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(END)
    }

    /// What comes next and all behind it, up to the end of the line.
    #[inline]
    pub(super) fn ahead(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Skips blanks, and the comment behind them. True where anything was skipped or the line ends here.
    #[inline]
    pub(super) fn blanks(&mut self) -> bool {
        let start = self.at;
        while matches!(self.peek(), b' ' | b'\t') {
            self.at += 1;
        }
        match self.peek() {
            END => return true,
            b'#' if self.after_blank() => self.at = self.bytes.len(),
            _ => {}
        }
        self.at > start
    }

    #[inline]
    fn after_blank(&self) -> bool {
        self.at.checked_sub(1).is_none_or(|before| matches!(self.bytes[before], b' ' | b'\t' | b'\n'))
    }

    /// Reads by a function of its own, which is not made part of the caller: that one keeps its place in a register.
    #[inline]
    pub(super) fn apart<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let mut copy = *self;
        let read = read(&mut copy);
        self.at = copy.at;
        read
    }

    #[inline]
    pub(super) fn done(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Takes this byte where it comes next.
    #[inline]
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    /// Takes bytes as long as `wanted` says.
    #[inline]
    pub(super) fn take_while(&mut self, wanted: impl Fn(u8) -> bool) -> Word<'a> {
        let start = self.at;
        let rest = self.ahead();
        let len = rest.iter().position(|&byte| !wanted(byte)).unwrap_or(rest.len());
        self.at = start + len;
        Word { text: &rest[..len], at: start }
    }

    /// Takes bytes as long as they are of a class.
    #[inline]
    pub(super) fn take_class(&mut self, class: u8) -> Word<'a> {
        let start = self.at;
        let rest = self.ahead();
        let len = rest.iter().position(|&byte| CLASSES[byte as usize] & class == 0).unwrap_or(rest.len());
        self.at = start + len;
        Word { text: &rest[..len], at: start }
    }

    /// The rest up to the next blank or end of the line, for a message.
    pub(super) fn chunk(&self) -> Word<'a> {
        let rest = self.ahead();
        let end = rest.iter().position(|byte| matches!(byte, b' ' | b'\t')).unwrap_or(rest.len());
        Word { text: &rest[..end], at: self.at }
    }

    /// The bytes from `start` up to here.
    pub(super) fn since(&self, start: usize) -> Word<'a> {
        Word { text: &self.bytes[start..self.at], at: start }
    }

    /// A token: a letter, then letters, digits, `_` and `-`.
    #[inline]
    pub(super) fn token(&mut self) -> Option<Word<'a>> {
        if !self.peek().is_ascii_alphabetic() {
            return None;
        }
        Some(self.take_class(TOKEN))
    }

    /// A word: lower-case letters, digits and `_`.
    #[inline]
    pub(super) fn word(&mut self) -> Option<Word<'a>> {
        if !self.peek().is_ascii_lowercase() {
            return None;
        }
        Some(self.take_class(WORD))
    }

    /// Digits, at most six.
    #[inline]
    pub(super) fn digits(&mut self, code: Code) -> Result<Option<(u32, Span)>, Fault> {
        let start = self.at;
        let mut value = 0_u32;
        while let byte @ b'0'..=b'9' = self.peek() {
            value = value.wrapping_mul(10).wrapping_add(u32::from(byte - b'0'));
            self.at += 1;
        }
        if self.at == start {
            return Ok(None);
        }
        if self.at - start > MOST_DIGITS {
            return Err(too_many_digits(code, self.since(start)));
        }
        Ok(Some((value, Span::new(start, self.at))))
    }

    /// An integer: digits with or without a `-` before them.
    #[inline]
    pub(super) fn integer(&mut self, code: Code) -> Result<Option<i64>, Fault> {
        let negative = self.eat(b'-');
        match self.digits(code)? {
            Some((value, _)) => Ok(Some(if negative { -i64::from(value) } else { i64::from(value) })),
            None => Ok(None),
        }
    }

    /// A cell, `(x,y)`, whose opening bracket comes next.
    #[inline]
    pub(super) fn cell(&mut self) -> Result<(Cell, Span), Fault> {
        let whole = *self;
        let start = self.at;
        self.eat(b'(');
        let Some(x) = self.integer(Code::BadCell)? else { return Err(bad_cell(whole)) };
        if !self.eat(b',') {
            return Err(bad_cell(whole));
        }
        while matches!(self.peek(), b' ' | b'\t') {
            self.at += 1;
        }
        let Some(y) = self.integer(Code::BadCell)? else { return Err(bad_cell(whole)) };
        if !self.eat(b')') {
            return Err(bad_cell(whole));
        }
        Ok((Cell::new(x as i32, y as i32), Span::new(start, self.at)))
    }

    /// Everything to the end of the line, blanks at its end left out.
    pub(super) fn rest(&mut self) -> Word<'a> {
        let start = self.at.min(self.bytes.len());
        let mut end = self.bytes.len();
        while end > start && matches!(self.bytes[end - 1], b' ' | b'\t') {
            end -= 1;
        }
        self.at = self.bytes.len();
        Word { text: &self.bytes[start..end], at: start }
    }

    /// The end of the line, but for a comment.
    #[inline]
    pub(super) fn end(&mut self, after: &str) -> Result<(), Fault> {
        self.blanks();
        if self.done() {
            return Ok(());
        }
        Err(stands_after(*self, after))
    }
}

#[cold]
fn too_many_digits(code: Code, word: Word<'_>) -> Fault {
    let message = format!("the number `{}` has more than {MOST_DIGITS} digits", quote(word.text));
    Fault::new(code, word.span(), message, "numbers in a log have at most six digits")
}

#[cold]
fn bad_cell(cursor: Cursor<'_>) -> Fault {
    let word = cursor.chunk();
    let message = format!("`{}` is not a cell", quote(word.text));
    let help = "a cell is written `(x,y)`: x counts east, y south, such as `(1,-2)`";
    Fault::new(Code::BadCell, Span::new(word.at, word.at + word.text.len().max(1)), message, help)
}

#[cold]
fn stands_after(cursor: Cursor<'_>, after: &str) -> Fault {
    let word = cursor.chunk();
    let message = format!("`{}` stands after {after}", quote(word.text));
    Fault::new(Code::UnexpectedText, word.span(), message, "nothing but a comment (`# ...`) may follow")
}
