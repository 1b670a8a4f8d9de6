//! A data file as a value, with the place of everything in it beside it.
//!
//! Spans stand beside the value, never in it: a JSON pointer leads to the bytes of a key and of a value. What must stay
//! true: every pointer has a place, if only its nearest ancestor's.

use rustc_hash::FxHashMap;
use serde_json::Value;

use crate::model::Kind;
use crate::text::{Excerpt, Place, Span};

/// Where a value of a file stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spans {
    /// The bytes of its key; none for the root and for elements of a list.
    pub key: Option<Span>,
    /// The bytes of the value; for a `[table]` those of its header.
    pub value: Span,
}

/// A data file that could be read as TOML.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its name and text.
    pub excerpt: Excerpt,
    /// What it says it is; none where it does not say, or says something unknown.
    pub kind: Option<Kind>,
    /// Its content.
    pub value: Value,
    /// The place of every value, by JSON pointer.
    pub spans: FxHashMap<String, Spans>,
}

impl Document {
    /// The bytes of the value at `pointer`, or of the nearest record around it that is there.
    #[must_use]
    pub fn value_place(&self, pointer: &str) -> Place {
        self.excerpt.place(self.nearest(pointer).map_or(Span::default(), |spans| spans.value))
    }

    /// The bytes of the key at `pointer`; those of the value where it has none.
    #[must_use]
    pub fn key_place(&self, pointer: &str) -> Place {
        self.excerpt.place(self.nearest(pointer).map_or(Span::default(), |spans| spans.key.unwrap_or(spans.value)))
    }

    fn nearest(&self, pointer: &str) -> Option<Spans> {
        ancestors(pointer).find_map(|at| self.spans.get(at)).copied()
    }
}

/// `pointer` itself, then the pointers of the records around it, inmost first, the root (the empty pointer) last.
pub fn ancestors(pointer: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(pointer), |at| at.rfind('/').map(|end| &at[..end]))
}

/// What names a value within its record: a table's key, or a list's index.
pub trait Key {
    /// Writes it behind what `pointer` holds, as a JSON pointer has it.
    fn push_to(&self, pointer: &mut String);
}

impl Key for str {
    fn push_to(&self, pointer: &mut String) {
        if self.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
            pointer.push_str(&self.replace('~', "~0").replace('/', "~1"));
        } else {
            pointer.push_str(self);
        }
    }
}

impl Key for String {
    fn push_to(&self, pointer: &mut String) {
        self.as_str().push_to(pointer);
    }
}

impl Key for usize {
    fn push_to(&self, pointer: &mut String) {
        pointer.push_str(itoa::Buffer::new().format(*self));
    }
}

impl<K: Key + ?Sized> Key for &K {
    fn push_to(&self, pointer: &mut String) {
        (*self).push_to(pointer);
    }
}

/// The pointer of `key` within the record at `parent`.
#[must_use]
pub fn child(parent: &str, key: impl Key) -> String {
    // Made for every value that is read or checked: one allocation.
    let mut pointer = String::with_capacity(parent.len() + 16);
    pointer.push_str(parent);
    pointer.push('/');
    key.push_to(&mut pointer);
    pointer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_pointer_falls_back_to_what_is_around_it() {
        let mut spans = FxHashMap::default();
        spans.insert("/tile/0".to_owned(), Spans { key: None, value: Span::new(2, 4) });
        let document = Document { excerpt: Excerpt::whole("x", "abcdef"), kind: None, value: Value::Null, spans };
        assert_eq!(document.value_place("/tile/0/count").span, Span::new(2, 4));
        assert_eq!(document.key_place("/other").span, Span::default());
    }

    #[test]
    fn pointers_escape_what_json_pointers_escape() {
        assert_eq!(child("/a", "b/c~"), "/a/b~1c~0");
        assert_eq!(ancestors("/a/b").collect::<Vec<_>>(), ["/a/b", "/a", ""]);
    }
}
