//! The parts of a turn that tell of map chips and hidden tiles: `chip purple 2`, `reveal U (3,4) r90`, `reveal U (3,4) lost`.
//!
//! They stand where actions do, before any of them, with commas between (A6.5-A6.8).

use super::cursor::Cursor;
use super::fault::{Fault, quote};
use super::text::{PieceText, Word};
use super::turn::piece;
use crate::diagnostic::Code;
use crate::text::Span;

/// How the parts are written.
const HOW: &str = "a chip reads `chip purple 2`, a hidden tile `reveal U (3,4) r90` where it was laid and `reveal U (3,4) lost` \
                   where it did not fit";

/// What the table tells of a chip or a hidden tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChipText<'a> {
    /// The chip on the square of the tile just laid.
    Chip {
        /// Its colour.
        colour: Word<'a>,
        /// The points on it.
        points: (u32, Span),
        /// The bytes of the whole part.
        span: Span,
    },
    /// A hidden tile that was turned up.
    Reveal {
        /// What it was, on which cell, and how it was laid.
        piece: PieceText<'a>,
        /// The word `lost`, where it left the game.
        lost: Option<Span>,
        /// The bytes of the whole part.
        span: Span,
    },
}

impl ChipText<'_> {
    /// The bytes it takes.
    #[must_use]
    pub const fn span(&self) -> Span {
        match self {
            Self::Chip { span, .. } | Self::Reveal { span, .. } => *span,
        }
    }
}

/// A chip or a hidden tile; nothing where something else comes next, and then the cursor stays.
pub(super) fn part<'a>(cursor: &mut Cursor<'a>) -> Result<Option<ChipText<'a>>, Fault> {
    if !matches!(cursor.peek(), b'c' | b'r') {
        return Ok(None);
    }
    let mut ahead = *cursor;
    let start = ahead.at;
    let Some(word) = ahead.word().filter(|word| matches!(word.text, b"chip" | b"reveal")) else { return Ok(None) };
    let bad = |cursor: &Cursor<'a>, message: String| {
        let word = cursor.chunk();
        let span = if word.text.is_empty() { Span::new(start, cursor.at.max(start + 1)) } else { word.span() };
        Fault::new(Code::BadAction, span, message, HOW)
    };
    if !ahead.blanks() {
        return Err(bad(cursor, format!("`{}` says nothing by itself", quote(word.text))));
    }
    let read = if word.text == b"chip" {
        let Some(colour) = ahead.word() else {
            return Err(bad(&ahead, "the colour of the chip is missing".to_owned()));
        };
        ahead.blanks();
        let number = ahead;
        let Some((points, span)) = ahead.digits(Code::BadAction)? else {
            return Err(bad(&number, format!("the points on the `{}` chip are missing", quote(colour.text))));
        };
        ChipText::Chip { colour, points: (points, span), span: Span::new(start, ahead.at) }
    } else {
        let piece = piece(&mut ahead)?;
        let mut span = Span::new(start, ahead.at);
        let mut lost = None;
        let mut behind = ahead;
        behind.blanks();
        if let Some(word) = behind.word() {
            if word.text != b"lost" || piece.rotation.is_some() {
                let message = format!("`{}` does not say what became of the hidden tile", quote(word.text));
                return Err(Fault::new(Code::BadAction, word.span(), message, HOW));
            }
            ahead = behind;
            span.end = ahead.at;
            lost = Some(word.span());
        }
        if piece.cell.is_none() {
            return Err(Fault::new(Code::BadAction, span, "the cell of the hidden tile is missing", HOW));
        }
        if lost.is_none() && piece.rotation.is_none() {
            return Err(Fault::new(Code::BadAction, span, "what became of the hidden tile is missing", HOW));
        }
        ChipText::Reveal { piece, lost, span }
    };
    *cursor = ahead;
    Ok(Some(read))
}
