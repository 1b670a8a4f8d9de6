//! What a move log says, as words with their places: nothing here is resolved against a ruleset.

use crate::geometry::{Cell, Port, Rotation};
use crate::text::Span;

/// A word of the log and where it stands, in bytes from the start of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Word<'a> {
    /// Its bytes: ASCII, but in what is refused.
    pub text: &'a [u8],
    /// Offset of its first byte.
    pub at: usize,
}

impl Word<'_> {
    /// The bytes it takes.
    #[must_use]
    pub const fn span(&self) -> Span {
        Span::new(self.at, self.at + self.text.len())
    }

    /// As text, invalid bytes replaced.
    #[must_use]
    pub fn lossy(&self) -> String {
        String::from_utf8_lossy(self.text).into_owned()
    }
}

/// A piece to lay: tile, cell and rotation as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceText<'a> {
    /// The tile's name with its face, or in square brackets what is printed on it (see [`super::PrintText`]).
    pub tile: Word<'a>,
    /// The cell, where one is written.
    pub cell: Option<(Cell, Span)>,
    /// The rotation; none means `r0`.
    pub rotation: Option<(Rotation, Span)>,
}

/// Which segment of the last piece an action means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which<'a> {
    /// Not said: the only one of its feature.
    Only,
    /// The one at this port, in the cell lettered so (0 for `a`) as the piece lies; the first cell where not said.
    Port(Option<u8>, Port),
    /// The one of this id in the tile set.
    Segment(Word<'a>),
}

/// What a player does after laying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActionText<'a> {
    /// A figure on a feature of the last piece.
    Place {
        /// The figure.
        figure: Word<'a>,
        /// The feature.
        feature: Word<'a>,
        /// Which segment of it.
        which: Which<'a>,
        /// The bytes of the whole target.
        target: Span,
    },
    /// A figure taken back.
    Recall {
        /// The word `recall`.
        word: Word<'a>,
        /// The figure, where one is named.
        figure: Option<Word<'a>>,
    },
    /// Nothing, said aloud: `pass`.
    Pass(Word<'a>),
    /// Nothing, and the racer takes its step, said aloud: the word may be the racer's.
    Step(Word<'a>),
}

impl Default for ActionText<'_> {
    fn default() -> Self {
        Self::Pass(Word::default())
    }
}

impl ActionText<'_> {
    /// The bytes it takes.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Place { figure, target, .. } => Span::new(figure.at, target.end),
            Self::Recall { word, figure } => Span::new(word.at, figure.map_or(word.span().end, |word| word.span().end)),
            Self::Pass(word) | Self::Step(word) => word.span(),
        }
    }
}

/// A total claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClaimText<'a> {
    /// The player.
    pub player: Word<'a>,
    /// What is counted; points where not said.
    pub counter: Option<Word<'a>>,
    /// The total.
    pub value: i64,
    /// The bytes of the whole claim.
    pub span: Span,
}

/// A turn's number as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberText {
    /// The number.
    pub number: u32,
    /// The letter of an extra turn.
    pub part: Option<char>,
    /// Its bytes.
    pub span: Span,
}

/// At most so many pieces or actions stand in one turn.
pub(super) const MOST_PARTS: usize = 3;

/// A short list that lives in place: a turn has few parts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Few<T> {
    /// Those beyond its length are what was there last.
    items: [T; MOST_PARTS],
    len: usize,
}

impl<T> Few<T> {
    /// Adds an item, and gives it; none where the list is full.
    #[inline]
    pub fn push(&mut self, item: T) -> Option<&T> {
        let slot = self.items.get_mut(self.len)?;
        *slot = item;
        self.len += 1;
        Some(slot)
    }

    /// Forgets the items.
    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    /// The items in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items[..self.len].iter()
    }

    /// The first.
    #[must_use]
    pub fn first(&self) -> Option<&T> {
        self.iter().next()
    }

    /// The number of items.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// One line of a game that tells of a turn.
#[derive(Clone, Debug, Default)]
pub struct TurnText<'a> {
    /// Its number, where one is written.
    pub number: Option<NumberText>,
    /// Whose turn it is.
    pub player: Word<'a>,
    /// The pieces laid, in order; one for a discard.
    pub pieces: Few<PieceText<'a>>,
    /// The word `discard`, where the tile fitted nowhere.
    pub discard: Option<Span>,
    /// What was done then.
    pub actions: Few<ActionText<'a>>,
    /// The bytes of the whole turn, without its comment.
    pub span: Span,
}

/// A tile that the log puts on the table before the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartText<'a> {
    /// The piece.
    pub piece: PieceText<'a>,
    /// Its bytes.
    pub span: Span,
}

/// How a log says that its game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All tiles are laid.
    Complete,
    /// The game was ended here and scored.
    Now,
    /// The log stops here; nothing more is scored.
    Stopped,
}

/// The head of a game.
#[derive(Clone, Debug, Default)]
pub struct Header<'a> {
    /// The ruleset's id.
    pub game: Word<'a>,
    /// The variants, in order.
    pub variants: Vec<Word<'a>>,
    /// The players, the first to play first.
    pub players: Vec<Word<'a>>,
    /// The bytes of the `players:` line's value.
    pub players_span: Option<Span>,
    /// Tiles to start with, where the log says.
    pub start: Option<Vec<StartText<'a>>>,
}

/// A line of a game.
#[derive(Clone, Copy, Debug)]
pub enum Line {
    /// Blank, a comment, or a header that changes nothing.
    Nothing,
    /// A header that was taken into [`Header`].
    Header,
    /// A turn; it and its claims are in the reader.
    Turn,
    /// How the game ended.
    End(End, Span),
    /// The score; its claims are in the reader.
    Score(Span),
}
