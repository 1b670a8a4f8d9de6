//! The text of a game as findings quote it.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::diagnostic::{Finding, TurnNumber};
use crate::log::{Fault, GameBytes};
use crate::text::{Excerpt, Span};

/// A game longer than this is quoted by the line only.
const EXCERPT_BYTES: usize = 1 << 20;

/// The text of a game for findings: made into an excerpt only when one is needed.
pub(super) struct GameText<'a> {
    pub(super) file: &'a Arc<str>,
    pub(super) part: &'a GameBytes<'a>,
    /// The text once it was needed, shared by all findings; none where it is too long or not UTF-8.
    pub(super) shared: OnceCell<Option<Arc<str>>>,
}

impl GameText<'_> {
    /// The place of some bytes of the game, with the lines around them.
    pub(super) fn place(&self, span: Span) -> crate::text::Place {
        let text = self.shared.get_or_init(|| {
            let bytes = self.part.bytes;
            std::str::from_utf8(bytes).ok().filter(|_| bytes.len() <= EXCERPT_BYTES).map(Arc::from)
        });
        if let Some(text) = text {
            let excerpt =
                Excerpt { file: self.file.clone(), text: text.clone(), first_line: self.part.lines_before + 1 };
            return excerpt.place(span);
        }
        self.place_in_line(span)
    }

    /// The same for text that is very long or not UTF-8: only the bytes' own line, cut around them.
    fn place_in_line(&self, span: Span) -> crate::text::Place {
        const AROUND: usize = 4096;
        let bytes = self.part.bytes;
        let at = span.start.min(bytes.len());
        let (line, column) = crate::text::line_column(bytes, at);
        let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let start = start.max(at.saturating_sub(AROUND));
        let rest = &bytes[at..];
        let end = at + rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()).min(AROUND);
        let before = String::from_utf8_lossy(&bytes[start..at]);
        let marked = String::from_utf8_lossy(&bytes[at..span.end.clamp(at, end)]);
        let after = String::from_utf8_lossy(&bytes[span.end.clamp(at, end)..end]);
        let text: Arc<str> = format!("{before}{marked}{after}").into();
        let first_line = self.part.lines_before + line;
        let excerpt = Excerpt { file: self.file.clone(), text, first_line };
        let mut place = excerpt.place(Span::new(before.len(), before.len() + marked.len()));
        place.column = column;
        place
    }

    pub(super) fn fault(&self, fault: &Fault, turn: Option<TurnNumber>) -> Finding {
        let finding =
            Finding::error(fault.code, fault.message.clone()).help(fault.help.clone()).at(self.place(fault.span));
        Finding { turn, ..finding }
    }
}
