//! Which values of a document are wrong already, so that nothing is said about them twice.
//!
//! One mistake, one message: what a syntax error touched is not held against the schema, and what breaks the schema is
//! not checked for its meaning. Values are named by their JSON pointers.

use std::collections::BTreeSet;

use super::document::ancestors;

/// The wrong values of a document, and the records that may lack a key because of a syntax error.
#[derive(Clone, Debug, Default)]
pub struct Wrong {
    values: BTreeSet<String>,
    incomplete: BTreeSet<String>,
}

impl Wrong {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.incomplete.is_empty()
    }

    /// Notes that the value at `pointer` is wrong.
    pub fn add(&mut self, pointer: impl Into<String>) {
        self.values.insert(pointer.into());
    }

    /// Notes that a key may be missing from the record at `pointer` only because it could not be read.
    pub fn add_incomplete(&mut self, pointer: impl Into<String>) {
        self.incomplete.insert(pointer.into());
    }

    /// Takes over all of another's.
    pub fn extend(&mut self, other: Self) {
        self.values.extend(other.values);
        self.incomplete.extend(other.incomplete);
    }

    /// Whether the value at `pointer`, or one that holds it, is wrong.
    #[must_use]
    pub fn covers(&self, pointer: &str) -> bool {
        !self.values.is_empty() && ancestors(pointer).any(|at| self.values.contains(at))
    }

    /// Whether the value at `pointer`, one that holds it, or one within it is wrong or incomplete: checks on its
    /// meaning skip it.
    #[must_use]
    pub fn touches(&self, pointer: &str) -> bool {
        self.covers(pointer)
            || self.incomplete.contains(pointer)
            || within(&self.values, pointer)
            || within(&self.incomplete, pointer)
    }

    /// Whether a key may be missing from the record at `pointer` only because it could not be read.
    #[must_use]
    pub fn is_incomplete(&self, pointer: &str) -> bool {
        self.incomplete.contains(pointer) || self.covers(pointer)
    }

    /// The pointers of the wrong values, sorted.
    pub fn pointers(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(String::as_str)
    }
}

fn within(set: &BTreeSet<String>, pointer: &str) -> bool {
    let prefix = format!("{pointer}/");
    set.range(prefix.clone()..).next().is_some_and(|found| found.starts_with(&prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_and_what_is_within_counts() {
        let mut wrong = Wrong::default();
        wrong.add("/tile/1/count");
        wrong.add_incomplete("/side/0");
        assert!(wrong.covers("/tile/1/count/x") && !wrong.covers("/tile/1"));
        assert!(wrong.touches("/tile/1") && wrong.touches("/tile") && wrong.touches(""));
        assert!(!wrong.touches("/tile/10") && !wrong.touches("/tile/1/id"));
        assert!(wrong.touches("/side/0") && wrong.is_incomplete("/side/0") && !wrong.covers("/side/0"));
    }
}
