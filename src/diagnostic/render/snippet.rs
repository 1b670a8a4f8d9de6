//! The few lines around a place, cut to what a screen can hold, for the human format.
//!
//! A file may be huge and its lines may be megabytes long, so the lines are cut out, shortened and made harmless before
//! anything draws them. What must stay true: the work depends on the length of the lines that are shown, not of the
//! file; line and column in the heading are the file's own; the mark stands under the bytes that are wrong.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use unicode_width::UnicodeWidthChar;

use super::Style;
use super::escape::{is_active, push_visible, visible};
use crate::text::{Place, Span};

/// Lines of a marked stretch that are shown at most; a longer one is cut and says where it ends.
const MOST_LINES: usize = 5;
/// Columns of a line that are shown at most.
const MOST_COLUMNS: usize = 200;
/// Characters before the mark that stay, in a line that is cut.
const LEAD: usize = 40;
/// Where tab stops stand, as the drawing places them.
pub(super) const TAB: usize = 4;

/// A few lines, ready to be drawn.
#[derive(Debug)]
pub(super) struct Snippet {
    name: String,
    text: String,
    /// Number of the first line shown, counted from 0.
    first_line: usize,
    /// Line and column of the place, counted from 0.
    at: (usize, usize),
    /// The marked bytes of `text`.
    pub(super) mark: Span,
    /// The last line of the place, where it is not shown.
    pub(super) ends_on: Option<usize>,
}

impl Snippet {
    /// The lines around `place`.
    pub(super) fn around(place: &Place, style: &Style) -> Self {
        let text: &str = &place.excerpt.text;
        let start = floor(text, place.span.start);
        // A span that ends with its line's end is of that line only.
        let end = ceil(text, place.span.end).max(start);
        let end = start + text[start..end].trim_end_matches(['\n', '\r']).len();
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);

        let mut lines = Lines { text: String::new(), any: false, mark: (None, None), start, end, style };
        let mut first_line = place.line.saturating_sub(1);
        if let Some(before) = line_start.checked_sub(1) {
            let from = text[..before].rfind('\n').map_or(0, |at| at + 1);
            lines.push(text, from, before);
            first_line = first_line.saturating_sub(1);
        }
        let mut from = Some(line_start);
        let mut shown = 0;
        while let Some(at) = from {
            let past_mark = at > end;
            // What follows the last line's end is no line that would help.
            if shown == MOST_LINES || (past_mark && (lines.mark.1.is_none() || at == text.len())) {
                break;
            }
            let stop = text[at..].find('\n').map_or(text.len(), |length| at + length);
            lines.push(text, at, stop);
            shown += 1;
            from = (stop < text.len()).then_some(stop + 1);
            if past_mark {
                break;
            }
        }
        let ends_on = lines.mark.1.is_none().then(|| place.line + text[start..end].matches('\n').count());
        // The drawing leaves out a last line that is empty, and a mark with it.
        if lines.text.is_empty() || lines.text.ends_with('\n') {
            lines.text.push(' ');
        }
        let mark_start = lines.mark.0.unwrap_or(lines.text.len());
        let mark_end = lines.mark.1.unwrap_or(lines.text.len()).max(mark_start);
        Self {
            name: visible(place.file()).into_owned(),
            text: lines.text,
            first_line,
            at: (place.line.saturating_sub(1), place.column.saturating_sub(1)),
            mark: Span::new(mark_start, mark_end),
            ends_on,
        }
    }
}

/// Lines as they are copied out, and where the mark comes to lie in them.
struct Lines<'a> {
    text: String,
    any: bool,
    mark: (Option<usize>, Option<usize>),
    start: usize,
    end: usize,
    style: &'a Style,
}

impl Lines<'_> {
    /// Appends the line that lies at `from..stop` of `text`, shortened and made harmless.
    fn push(&mut self, text: &str, from: usize, stop: usize) {
        if self.any {
            self.text.push('\n');
        }
        self.any = true;
        let line = text[from..stop].strip_suffix('\r').unwrap_or(&text[from..stop]);
        let focus = self.start.checked_sub(from).filter(|&at| at <= line.len());
        let first = focus.map_or(0, |focus| lead(line, focus));
        if first > 0 {
            self.text.push_str(self.style.ellipsis());
        }
        let (mut columns, mut cut) = (0, false);
        for (at, c) in line[first..].char_indices() {
            let at = from + first + at;
            self.note(at);
            if at == 0 && c == '\u{feff}' {
                continue;
            }
            if columns >= MOST_COLUMNS {
                cut = true;
                break;
            }
            columns += width(c, columns);
            if c == '\t' { self.text.push(c) } else { push_visible(&mut self.text, c) }
        }
        if cut {
            // The mark ends before the ellipsis where it ends in what was cut off.
            self.note(from + line.len());
            self.text.push_str(self.style.ellipsis());
        }
        // Whatever lies in the line's end counts as the place just after the line.
        self.note(stop);
    }

    /// Says that byte `at` of the file comes next: the mark begins or ends here if it did not so far.
    fn note(&mut self, at: usize) {
        if self.mark.0.is_none() && at >= self.start {
            self.mark.0 = Some(self.text.len());
        }
        if self.mark.1.is_none() && at >= self.end {
            self.mark.1 = Some(self.text.len());
        }
    }
}

/// Where to begin showing a line so that the byte at `focus` is seen: 0 if that can be.
fn lead(line: &str, focus: usize) -> usize {
    if focus + LEAD <= MOST_COLUMNS {
        return 0;
    }
    let whole = line[..focus].chars().take(MOST_COLUMNS).count() + LEAD <= MOST_COLUMNS;
    if whole { 0 } else { line[..focus].char_indices().rev().nth(LEAD - 1).map_or(0, |(at, _)| at) }
}

/// Columns the character takes at column `column`.
fn width(c: char, column: usize) -> usize {
    match c {
        '\t' => TAB - column % TAB,
        c if is_active(c) => c.escape_default().count(),
        c => c.width().unwrap_or(0),
    }
}

/// The nearest character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The nearest character boundary at or after `at`.
fn ceil(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

impl SourceCode for Snippet {
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // Without context the drawing wants to know where the place is; with it, what to draw: everything.
        let (line, column) = if lines_before == 0 && lines_after == 0 { self.at } else { (self.first_line, 0) };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            self.text.as_bytes(),
            (0, self.text.len()).into(),
            line,
            column,
            self.text.lines().count(),
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Excerpt;

    fn snippet(text: &str, span: (usize, usize)) -> (String, String, usize) {
        let excerpt = Excerpt { file: "f".into(), text: text.into(), first_line: 10 };
        let cut = Snippet::around(&excerpt.place(Span::new(span.0, span.1)), &Style::PLAIN);
        let marked = cut.text[cut.mark.start..cut.mark.end].to_owned();
        (cut.text, marked, cut.first_line + 1)
    }

    #[test]
    fn one_line_of_context_on_either_side() {
        let text = "a\r\nbb\r\nccc\r\nd\r\ne";
        assert_eq!(snippet(text, (8, 10)), ("bb\nccc\nd".to_owned(), "cc".to_owned(), 11));
        assert_eq!(snippet(text, (0, 1)), ("a\nbb".to_owned(), "a".to_owned(), 10));
        assert_eq!(snippet(text, (3, 9)).1, "bb\ncc");
    }

    #[test]
    fn the_end_of_the_text_can_be_marked() {
        assert_eq!(snippet("a\n", (2, 2)), ("a\n ".to_owned(), String::new(), 10));
        assert_eq!(snippet("", (0, 0)), (" ".to_owned(), String::new(), 10));
        assert_eq!(snippet("ab\n", (0, 3)).1, "ab");
        assert_eq!(snippet("\n\nx", (1, 1)), ("\n\nx".to_owned(), String::new(), 10));
    }

    #[test]
    fn a_byte_order_mark_is_not_shown_and_controls_are_seen() {
        assert_eq!(snippet("\u{feff}a\u{1b}b", (0, 3)), ("a\\u{1b}b".to_owned(), String::new(), 10));
        assert_eq!(snippet("\u{feff}a\u{1b}b", (4, 6)).1, "\\u{1b}b");
    }

    #[test]
    fn long_lines_and_long_spans_are_cut() {
        let text = format!("{}X{}", "a".repeat(1 << 20), "b".repeat(1 << 20));
        let (shown, marked, _) = snippet(&text, (1 << 20, (1 << 20) + 1));
        assert_eq!(marked, "X");
        assert!(
            shown.chars().count() <= MOST_COLUMNS + 2 && shown.starts_with('\u{2026}') && shown.ends_with('\u{2026}')
        );
        let (shown, marked, _) = snippet(&text, (1 << 20, text.len()));
        assert!(marked.starts_with("Xb") && marked.ends_with('b') && shown.len() < 250);

        let lines = "line\n".repeat(1000);
        let excerpt = Excerpt::whole("f", lines);
        let cut = Snippet::around(&excerpt.place(Span::new(5, 4000)), &Style::PLAIN);
        assert_eq!((cut.text.lines().count(), cut.ends_on), (MOST_LINES + 1, Some(800)));
    }
}
