//! How much a code weighs in a run: as it is, or as a person has said.
//!
//! What must stay true: what is allowed leaves no trace in counts or exit status, but an allow that was never needed is
//! told itself; nothing is said of a code twice.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;

use super::{Code, Finding, Level};
use crate::text::Place;

/// What a person has said of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// It is not told.
    Allow,
    /// It is a warning.
    Warn,
    /// It is an error.
    Deny,
}

/// A setting, and who set it.
#[derive(Clone, Debug)]
struct Rule {
    setting: Setting,
    /// Where a file sets it; none for the command line.
    place: Option<Place>,
    /// Whether any finding came up.
    fired: Cell<bool>,
}

/// Settings by code.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    rules: BTreeMap<Code, Rule>,
}

impl Levels {
    /// Sets a code, over what was set before; `place` is where a file does.
    pub fn set(&mut self, code: Code, setting: Setting, place: Option<Place>) {
        self.rules.insert(code, Rule { setting, place, fired: Cell::new(false) });
    }

    /// The findings as they are to be told.
    #[must_use]
    pub fn apply<'f>(&self, findings: &'f [Finding]) -> Cow<'f, [Finding]> {
        if findings.iter().all(|finding| !self.rules.contains_key(&finding.code)) {
            return Cow::Borrowed(findings);
        }
        let told = findings.iter().filter_map(|finding| {
            let Some(rule) = self.rules.get(&finding.code) else { return Some(finding.clone()) };
            rule.fired.set(true);
            let level = match rule.setting {
                Setting::Allow => return None,
                Setting::Warn => Level::Warning,
                Setting::Deny => Level::Error,
            };
            Some(Finding { level, ..finding.clone() })
        });
        Cow::Owned(told.collect())
    }

    /// A finding for each allow that nothing came up for. One that a file sets for many runs weighs little in one of them.
    #[must_use]
    pub fn unused(&self) -> Vec<Finding> {
        let unused = self.rules.iter().filter(|(_, rule)| rule.setting == Setting::Allow && !rule.fired.get());
        let told = unused.map(|(code, rule)| {
            let message = format!("`{}` is allowed and did not come up", code.slug());
            match &rule.place {
                Some(place) => {
                    Finding { level: Level::Note, ..Finding::warning(Code::UnusedAllow, message) }.at(place.clone())
                }
                None => {
                    Finding::warning(Code::UnusedAllow, message).help(format!("leave `--allow {}` out", code.slug()))
                }
            }
        });
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_told_so() {
        let mut levels = Levels::default();
        levels.set(Code::NoGame, Setting::Allow, None);
        levels.set(Code::UnknownTile, Setting::Warn, None);
        levels.set(Code::NoSchemaLine, Setting::Deny, None);
        let findings = [
            Finding::error(Code::NoGame, "a"),
            Finding::error(Code::UnknownTile, "b"),
            Finding::warning(Code::NoSchemaLine, "c"),
            Finding::error(Code::WrongClaim, "d"),
        ];
        let told = levels.apply(&findings);
        let told: Vec<_> = told.iter().map(|finding| (finding.message.as_str(), finding.level)).collect();
        assert_eq!(told, [("b", Level::Warning), ("c", Level::Error), ("d", Level::Error)]);
        assert!(levels.unused().is_empty(), "every allow was needed");
        assert!(matches!(levels.apply(&findings[3..]), Cow::Borrowed(_)), "nothing to change");
    }

    #[test]
    fn an_allow_that_nothing_needed_is_told() {
        let mut levels = Levels::default();
        levels.set(Code::NoGame, Setting::Allow, None);
        levels.set(Code::UnknownTile, Setting::Deny, None);
        let unused = levels.unused();
        assert_eq!(unused.len(), 1);
        assert_eq!((unused[0].code, unused[0].level), (Code::UnusedAllow, Level::Warning));
    }
}
