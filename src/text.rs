//! Bytes and the places in them: names of files, byte spans, lines and columns.
//!
//! A line ends at LF or CRLF; columns count Unicode characters from 1, as editors do, and a byte-order mark counts for
//! nothing. What must stay true: any byte offset of any bytes has a line and a column, even where the bytes are not
//! UTF-8 (a stray byte counts as one character).

use std::ops::Range;
use std::sync::Arc;

/// A range of bytes in some text, `start` included and `end` not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset one past the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to, not including, `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// A stretch of whole lines of a file: all of it for a data file, one game for a move log.
#[derive(Clone, Debug)]
pub struct Excerpt {
    /// The file's name as messages show it.
    pub file: Arc<str>,
    /// The lines, invalid bytes already replaced.
    pub text: Arc<str>,
    /// The number of the first line, counted from 1.
    pub first_line: usize,
}

impl Excerpt {
    /// The whole of a file.
    #[must_use]
    pub fn whole(file: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self { file: file.into(), text: text.into(), first_line: 1 }
    }

    /// The place that `span` of this excerpt's text marks. A span past the end is cut to it.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        let end = span.end.min(self.text.len());
        let start = span.start.min(end);
        let (line, column) = line_column(self.text.as_bytes(), start);
        Place { line: self.first_line + line - 1, column, span: Span::new(start, end), excerpt: self.clone() }
    }
}

/// A span of an excerpt, with its line and column.
#[derive(Clone, Debug)]
pub struct Place {
    /// The line of the first byte, counted from 1 over the whole file.
    pub line: usize,
    /// The column of the first byte, counted from 1 in Unicode characters.
    pub column: usize,
    /// The bytes within the excerpt's text.
    pub span: Span,
    /// The lines around it.
    pub excerpt: Excerpt,
}

impl Place {
    /// The file's name as messages show it.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.excerpt.file
    }

    /// The line and column one past the last byte.
    #[must_use]
    pub fn end(&self) -> (usize, usize) {
        // Counted from the start on: a file of many findings is not read through for each of them.
        let marked = &self.excerpt.text.as_bytes().get(self.span.start..self.span.end).unwrap_or_default();
        let (lines, column) = line_column(marked, marked.len());
        (self.line + lines - 1, if lines == 1 { self.column + column - 1 } else { column })
    }
}

/// The lines of an excerpt, for finding many places in it: each costs a search instead of a walk from the start.
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    excerpt: &'a Excerpt,
    /// Offsets of the first bytes of lines.
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// Looks through the excerpt once.
    #[must_use]
    pub fn new(excerpt: &'a Excerpt) -> Self {
        let ends = excerpt.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { excerpt, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// What [`Excerpt::place`] gives for the same span.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        let text = self.excerpt.text.as_bytes();
        let end = span.end.min(text.len());
        let start = span.start.min(end);
        let line = self.starts.partition_point(|&first| first <= start).max(1);
        let first = self.starts[line - 1];
        // Only the first line has a mark before it, which counts for nothing.
        let head = if line == 1 { text } else { &text[first..] };
        let (_, column) = line_column(head, if line == 1 { start } else { start - first });
        Place {
            line: self.excerpt.first_line + line - 1,
            column,
            span: Span::new(start, end),
            excerpt: self.excerpt.clone(),
        }
    }
}

/// The line and column, both from 1, of the byte at `offset`. An offset past the end counts as the end.
#[must_use]
pub fn line_column(bytes: &[u8], offset: usize) -> (usize, usize) {
    let before = &bytes[..offset.min(bytes.len())];
    // Files may be long and have as many findings as are told, so lines are counted many bytes at a time.
    let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let mut head = &before[start..];
    if line == 1 {
        head = head.strip_prefix(BOM).unwrap_or(head);
    }
    (line, String::from_utf8_lossy(head).chars().count() + 1)
}

/// The byte-order mark some editors put before UTF-8 text.
pub const BOM: &[u8] = b"\xEF\xBB\xBF";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_skip_the_mark() {
        let text = "\u{feff}a\u{e9}b\nc\td".as_bytes();
        assert_eq!(line_column(text, 3), (1, 1));
        assert_eq!(line_column(text, 6), (1, 3));
        assert_eq!(line_column(text, text.len()), (2, 4));
        assert_eq!(line_column(text, 999), (2, 4));
    }

    #[test]
    fn an_index_finds_the_same_places() {
        let excerpt = Excerpt { file: "x".into(), text: "\u{feff}a\u{e9}\r\n\nc\u{feff}d".into(), first_line: 3 };
        let index = LineIndex::new(&excerpt);
        for offset in 0..excerpt.text.len() + 3 {
            let (one, other) = (index.place(Span::new(offset, 99)), excerpt.place(Span::new(offset, 99)));
            assert_eq!((one.line, one.column, one.span), (other.line, other.column, other.span), "{offset}");
        }
    }

    #[test]
    fn crlf_ends_a_line_once_and_stray_bytes_count_as_one() {
        assert_eq!(line_column(b"ab\r\ncd", 5), (2, 2));
        assert_eq!(line_column(b"\xff\xfeab", 3), (1, 4));
    }

    #[test]
    fn a_place_knows_the_line_in_its_file() {
        let excerpt = Excerpt { file: "x".into(), text: "one\ntwo".into(), first_line: 10 };
        let place = excerpt.place(Span::new(4, 99));
        assert_eq!((place.line, place.column, place.end()), (11, 1, (11, 4)));
        let place = excerpt.place(Span::new(1, 6));
        assert_eq!((place.line, place.column, place.end()), (10, 2, (11, 3)));
        assert_eq!(excerpt.place(Span::new(1, 3)).end(), (10, 4));
    }
}
