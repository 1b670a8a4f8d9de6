//! The move log's grammar: reading one game at a time, line by line, and writing games.
//!
//! A [`Reader`] takes the bytes of one game (from its `game:` line up to the next) and gives line after line, each parsed or
//! refused with one fault. Nothing is resolved here: names stay words. What must stay true: any bytes are read to their
//! end without panic, in time linear in their number, and without allocating for a line that has no fault.

mod chips;
mod cursor;
mod fault;
mod header;
mod printed;
mod split;
mod text;
mod turn;

pub use chips::ChipText;
pub use fault::{Fault, Wrong, quote};
pub use header::HEADERS;
pub use printed::{PrintText, is_print};
pub(crate) use split::begins_game;
pub use split::{GameBytes, split};
pub use text::{
    ActionText, ClaimText, End, Few, Header, Line, NumberText, PieceText, StartText, TurnText, Which, Word,
};

use cursor::Cursor;
use header::Seen;

use crate::diagnostic::Code;
use crate::text::Span;

/// Reads the lines of one game.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    next: usize,
    seen: Seen,
    /// The head of the game, complete once the first turn was read.
    pub header: Header<'a>,
    /// The last turn read.
    pub turn: TurnText<'a>,
    /// The claims of the last line.
    pub claims: Vec<ClaimText<'a>>,
    /// The chips and hidden tiles of the last line.
    pub chips: Vec<ChipText<'a>>,
    /// Whether a turn was read.
    in_turns: bool,
    /// Whether an `end:` or `score:` line was read.
    ended: bool,
}

impl<'a> Reader<'a> {
    /// A reader of one game's bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            next: 0,
            seen: Seen::default(),
            header: Header::default(),
            turn: TurnText::default(),
            claims: Vec::new(),
            chips: Vec::new(),
            in_turns: false,
            ended: false,
        }
    }

    /// The next line; none at the end. A line with a fault is passed over, and reading goes on behind it.
    pub fn line(&mut self) -> Option<Result<Line, Fault>> {
        if self.next >= self.bytes.len() {
            return None;
        }
        let start = self.next;
        let rest = &self.bytes[start..];
        let end = memchr::memchr(b'\n', rest).map_or(self.bytes.len(), |at| start + at);
        self.next = end + 1;
        let text_end = if end > start && self.bytes[end - 1] == b'\r' { end - 1 } else { end };
        let begin = if start == 0 && rest.starts_with(crate::text::BOM) { crate::text::BOM.len() } else { start };
        self.claims.clear();
        self.chips.clear();
        Some(self.parse(Cursor::new(self.bytes, begin, text_end)))
    }

    fn parse(&mut self, mut cursor: Cursor<'a>) -> Result<Line, Fault> {
        let start = cursor.at;
        cursor.blanks();
        if cursor.done() {
            return Ok(Line::Nothing);
        }
        if cursor.peek() == b'#' && cursor.at == start {
            return Ok(Line::Nothing);
        }
        if let Some(key) = header::key(&mut cursor) {
            return cursor.apart(|cursor| self.keyed(key, cursor));
        }
        if self.ended {
            return Err(after_the_end(cursor));
        }
        self.in_turns = true;
        turn::turn(&mut cursor, &mut self.turn, &mut self.claims, &mut self.chips)?;
        Ok(Line::Turn)
    }

    /// The place where the game's text ends, for what is missing.
    #[must_use]
    pub fn end(&self) -> Span {
        let end = self.bytes.len();
        Span::new(end, end)
    }
}

#[cold]
fn after_the_end(mut cursor: Cursor<'_>) -> Fault {
    let word = cursor.rest();
    let message = "a turn stands after the end of the game";
    let help = "`end:` and `score:` close a game; another one begins at its own `game:` line";
    Fault::new(Code::AfterTheEnd, word.span(), message, help)
}

#[cfg(test)]
mod tests;
