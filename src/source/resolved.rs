//! A ruleset with its variants applied: all its parts as types, and where each value was written.

use std::borrow::Borrow;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::document::{Document, ancestors};
use crate::model::{Board, MapBoard, Mouth, Ruleset, Tileset};
use crate::text::Place;

/// One of the parts a game is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Part {
    /// The ruleset itself.
    Ruleset,
    /// One of its tile sets, by number.
    Tileset(usize),
    /// The start board.
    Board,
    /// The points for a race's end.
    Mouth,
    /// One of its maps, by number.
    Map(usize),
}

/// Where the values of a part were written: the document the part is read from, and those that overlay it.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The document that everything comes from which no overlay touches.
    pub base: Arc<Document>,
    /// Overlaid values: pointer in the part, to the document and the pointer there.
    pub overlaid: FxHashMap<String, (Arc<Document>, String)>,
}

impl Origin {
    /// The document and the pointer in it that the value at `pointer` was written at.
    #[must_use]
    pub fn trace(&self, pointer: &str) -> (&Document, String) {
        for at in ancestors(pointer) {
            if let Some((document, root)) = self.overlaid.get(at) {
                return (document, format!("{root}{}", &pointer[at.len()..]));
            }
        }
        (&self.base, pointer.to_owned())
    }
}

/// A part that many rulesets share; whoever changes it changes a copy of its own.
#[derive(Clone, Debug)]
pub struct Shared<T>(Arc<T>);

impl<T> From<T> for Shared<T> {
    fn from(part: T) -> Self {
        Self(Arc::new(part))
    }
}

impl<T> Shared<T> {
    /// Whether both are one part, not only alike.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<T> Borrow<T> for Shared<T> {
    fn borrow(&self) -> &T {
        self
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::serialize(self, serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Shared<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::from)
    }
}

/// A ruleset with its variants applied.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The ruleset's id.
    pub game: String,
    /// The variants applied, in order.
    pub variants: Vec<String>,
    /// The rules.
    pub ruleset: Ruleset,
    /// The tile sets, in the ruleset's order.
    pub tilesets: Vec<Shared<Tileset>>,
    /// The start board, where the game has one.
    pub board: Option<Board>,
    /// The points for a race's end, where the game has them.
    pub mouth: Option<Mouth>,
    /// The maps that tiles are laid on, in the ruleset's order.
    pub maps: Vec<MapBoard>,
    /// Where each part's values were written.
    pub origins: FxHashMap<Part, Origin>,
}

impl Resolved {
    /// The bytes of the value at `pointer` of a part, in whichever file wrote it.
    #[must_use]
    pub fn value_place(&self, part: Part, pointer: &str) -> Option<Place> {
        let (document, pointer) = self.origins.get(&part)?.trace(pointer);
        Some(document.value_place(&pointer))
    }

    /// The bytes of the key at `pointer` of a part, in whichever file wrote it.
    #[must_use]
    pub fn key_place(&self, part: Part, pointer: &str) -> Option<Place> {
        let (document, pointer) = self.origins.get(&part)?.trace(pointer);
        Some(document.key_place(&pointer))
    }
}
