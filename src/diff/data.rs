//! What differs between two resolved rulesets: sentences, each with its key, both values and both places.

use serde_json::Value;

use super::{board, map, rules, tiles};
use crate::source::{Part, Resolved, ancestors};
use crate::text::Place;

/// One thing that differs.
#[derive(Clone, Debug)]
pub struct Change {
    /// The least that can be taken from one side alone, with dots: `features.field.claimable`. None for a note, which
    /// changes no game.
    pub key: Option<String>,
    /// What differs, one sentence without a full stop.
    pub text: String,
    /// The first side's value, where it is a plain one.
    pub before: Option<Value>,
    /// The second side's.
    pub after: Option<Value>,
    /// Where the first side says it, where it does.
    pub from: Option<Place>,
    /// Where the second side does.
    pub to: Option<Place>,
}

/// What differs from the first ruleset to the second, sorted by key; notes last.
#[must_use]
pub fn compare(a: &Resolved, b: &Resolved) -> Vec<Change> {
    let mut pair = Pair { a, b, changes: Vec::new() };
    rules::compare(&mut pair);
    tiles::compare(&mut pair);
    board::compare(&mut pair);
    map::compare(&mut pair);
    let mut changes = pair.changes;
    // The order within a key is that in which it was looked through.
    changes.sort_by(|one, other| (one.key.is_none(), &one.key).cmp(&(other.key.is_none(), &other.key)));
    changes
}

/// Two rulesets being compared.
pub(super) struct Pair<'a> {
    pub(super) a: &'a Resolved,
    pub(super) b: &'a Resolved,
    changes: Vec<Change>,
}

/// Where a value stands: the part, and the pointer in it.
pub(super) type At<'p> = Option<(Part, &'p str)>;

impl Pair<'_> {
    /// Notes that something differs; where each side says it, if it does.
    pub(super) fn change(&mut self, key: impl Into<String>, text: impl Into<String>, from: At<'_>, to: At<'_>) {
        self.push(Some(key.into()), text.into(), from, to);
    }

    /// The same for something that changes no game.
    pub(super) fn note(&mut self, text: impl Into<String>, from: At<'_>, to: At<'_>) {
        self.push(None, text.into(), from, to);
    }

    /// Gives the change that was noted last its two values.
    pub(super) fn values(&mut self, before: impl Into<Value>, after: impl Into<Value>) {
        if let Some(last) = self.changes.last_mut() {
            last.before = Some(before.into()).filter(|value| !value.is_null());
            last.after = Some(after.into()).filter(|value| !value.is_null());
        }
    }

    fn push(&mut self, key: Option<String>, text: String, from: At<'_>, to: At<'_>) {
        let from = from.and_then(|(part, pointer)| place(self.a, part, pointer));
        let mut to = to.and_then(|(part, pointer)| place(self.b, part, pointer));
        let mut from = from;
        // Where both sides stand on the same record, it does not show what differs.
        let spot = |place: &Option<Place>| place.as_ref().map(|at| (at.file().to_owned(), at.line));
        if key.is_none() && spot(&from) == spot(&to) {
            (from, to) = (None, None);
        }
        self.changes.push(Change { key, text, before: None, after: None, from, to });
    }

    /// A plain value of the ruleset that differs, its pointer being that on both sides.
    pub(super) fn leaf(&mut self, key: &str, pointer: &str, what: &str, before: &str, after: &str) {
        if before != after {
            let at = Some((Part::Ruleset, pointer));
            self.change(key, format!("{what}: {before} -> {after}"), at, at);
        }
    }
}

/// The bytes of a value, or of the record around it that a file writes; none where only the whole file is left.
fn place(of: &Resolved, part: Part, pointer: &str) -> Option<Place> {
    let (document, pointer) = of.origins.get(&part)?.trace(pointer);
    let written = ancestors(&pointer).find(|at| !at.is_empty() && document.spans.contains_key(*at))?;
    Some(document.value_place(written))
}

/// Words between commas, each in backticks; a word for none.
pub(super) fn ticked<T: AsRef<str>>(words: impl IntoIterator<Item = T>, none: &str) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{}`", word.as_ref())).collect();
    if words.is_empty() { none.to_owned() } else { words.join(", ") }
}

/// Words for a flag that differs.
pub(super) const fn either<'w>(flag: bool, yes: &'w str, no: &'w str) -> &'w str {
    if flag { yes } else { no }
}

/// `1 copy`, `2 copies`.
pub(super) fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
