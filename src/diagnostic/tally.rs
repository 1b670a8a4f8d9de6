//! How many findings there were, how many of them are shown, and whether the run failed.
//!
//! What must stay true: every finding is counted, also those that the cap keeps from being shown; the exit status
//! hangs on the counts alone, never on what was shown.

use std::fmt;

use super::{Finding, Level};

/// Findings counted by level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many errors.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// How many notes.
    pub notes: usize,
}

impl Tally {
    /// The count of these findings.
    #[must_use]
    pub fn of(findings: &[Finding]) -> Self {
        let mut tally = Self::default();
        tally.extend(findings);
        tally
    }

    /// Counts one finding.
    pub fn add(&mut self, finding: &Finding) {
        match finding.level {
            Level::Error => self.errors += 1,
            Level::Warning => self.warnings += 1,
            Level::Note => self.notes += 1,
        }
    }

    /// Counts these findings.
    pub fn extend(&mut self, findings: &[Finding]) {
        for finding in findings {
            self.add(finding);
        }
    }

    /// Adds another count to this one.
    pub fn merge(&mut self, other: Self) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.notes += other.notes;
    }

    /// All of them.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.errors + self.warnings + self.notes
    }

    /// The level that weighs most.
    #[must_use]
    pub const fn worst(&self) -> Option<Level> {
        match self {
            Self { errors: 1.., .. } => Some(Level::Error),
            Self { warnings: 1.., .. } => Some(Level::Warning),
            Self { notes: 1.., .. } => Some(Level::Note),
            _ => None,
        }
    }

    /// Whether the run failed (exit status 1): an error, or a warning where warnings are denied.
    #[must_use]
    pub const fn failed(&self, deny_warnings: bool) -> bool {
        self.errors > 0 || (deny_warnings && self.warnings > 0)
    }
}

impl fmt::Display for Tally {
    /// `1 error, 2 warnings`: the levels that occur, or `0 findings`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut joint = "";
        for (count, level) in [(self.errors, Level::Error), (self.warnings, Level::Warning), (self.notes, Level::Note)]
        {
            if count > 0 {
                write!(f, "{joint}{count} {}{}", level.word(), if count == 1 { "" } else { "s" })?;
                joint = ", ";
            }
        }
        if joint.is_empty() { f.write_str("0 findings") } else { Ok(()) }
    }
}

/// Lets the first findings of a run through and counts the rest (`--max-diagnostics`).
#[derive(Clone, Copy, Debug)]
pub struct Cap {
    left: usize,
    held_back: usize,
}

impl Cap {
    /// At most `most` findings; all of them where it is none.
    #[must_use]
    pub fn new(most: Option<usize>) -> Self {
        Self { left: most.unwrap_or(usize::MAX), held_back: 0 }
    }

    /// Those of the next findings that are still shown.
    pub fn take<'f>(&mut self, findings: &'f [Finding]) -> &'f [Finding] {
        let shown = findings.len().min(self.left);
        self.left -= shown;
        self.held_back += findings.len() - shown;
        &findings[..shown]
    }

    /// How many were not let through so far.
    #[must_use]
    pub const fn held_back(&self) -> usize {
        self.held_back
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn the_exit_hangs_on_the_level() {
        let warning = [Finding::warning(Code::NoSchemaLine, "w")];
        let mut tally = Tally::of(&warning);
        assert!(!tally.failed(false) && tally.failed(true));
        tally.add(&Finding::error(Code::NoGame, "e"));
        tally.add(&Finding::error(Code::NoGame, "e"));
        assert!(tally.failed(false));
        assert_eq!(
            (tally.total(), tally.worst(), tally.to_string().as_str()),
            (3, Some(Level::Error), "2 errors, 1 warning")
        );
        assert_eq!((Tally::default().worst(), Tally::default().to_string().as_str()), (None, "0 findings"));
    }

    #[test]
    fn the_cap_counts_what_it_holds_back() {
        let three = vec![Finding::error(Code::NoGame, "e"); 3];
        let mut cap = Cap::new(Some(4));
        assert_eq!((cap.take(&three).len(), cap.take(&three).len(), cap.take(&three).len()), (3, 1, 0));
        assert_eq!(cap.held_back(), 5);
        assert_eq!(Cap::new(None).take(&three).len(), 3);
    }
}
