//! Points for each of a thing, in words, and how they differ.

use super::data::Pair;
use crate::model::{Condition, Worth};
use crate::source::{Part, child};

/// What one of a unit is called: `a tile`, `a closed city`, `an inn`.
pub(super) fn each(unit: &str) -> String {
    let word = unit.replace('_', " ");
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// `2 a tile, 1 a fruit`.
pub(super) fn phrase(worth: &Worth) -> String {
    let parts: Vec<String> = worth
        .iter()
        .filter(|(_, points)| **points > 0)
        .map(|(unit, points)| format!("{points} {}", each(unit)))
        .collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// Compares points, unit by unit where both sides pay. Unwritten points are not the same as none for what is completed:
/// such a feature never is.
pub(super) fn compare(
    pair: &mut Pair<'_>,
    key: &str,
    pointer: &str,
    what: &str,
    sides: (Option<&Worth>, Option<&Worth>),
    unwritten: &str,
) {
    let at = Some((Part::Ruleset, pointer));
    let (a, b) = match sides {
        (None, None) => return,
        (Some(a), Some(b)) => (a, b),
        (a, b) => {
            let words = |side: Option<&Worth>| side.map_or_else(|| unwritten.to_owned(), phrase);
            if words(a) != words(b) {
                pair.change(key, format!("{what}: {} -> {}", words(a), words(b)), a.and(at), b.and(at));
            }
            return;
        }
    };
    let units = a.keys().chain(b.keys().filter(|unit| !a.contains_key(*unit)));
    for unit in units {
        let points = |side: &Worth| side.get(unit).copied().unwrap_or(0);
        let (before, after) = (points(a), points(b));
        if before != after {
            let pointer = child(pointer, unit);
            let at = Some((Part::Ruleset, pointer.as_str()));
            pair.change(key, format!("{what}: {before} -> {after} {}", each(unit)), at, at);
            pair.values(before, after);
        }
    }
}

/// Compares the conditions under which a feature pays otherwise.
pub(super) fn conditions(pair: &mut Pair<'_>, name: &str, a: &[Condition], b: &[Condition]) {
    let key = format!("features.{name}.when");
    let (before, after): (Vec<_>, Vec<_>) = (a.iter().map(condition).collect(), b.iter().map(condition).collect());
    if before == after {
        return;
    }
    let pointer = |index: usize| child(&format!("/features/{name}/when"), index);
    let mut told = false;
    for (index, text) in before.iter().enumerate().filter(|(_, text)| !after.contains(text)) {
        pair.change(
            &key,
            format!("feature `{name}` no longer scores {text}"),
            Some((Part::Ruleset, &pointer(index))),
            None,
        );
        told = true;
    }
    for (index, text) in after.iter().enumerate().filter(|(_, text)| !before.contains(text)) {
        pair.change(&key, format!("feature `{name}` scores {text}"), None, Some((Part::Ruleset, &pointer(index))));
        told = true;
    }
    if !told {
        let whole = format!("/features/{name}/when");
        let at = Some((Part::Ruleset, whole.as_str()));
        pair.change(&key, format!("feature `{name}`: its conditions are tried in another order"), at, at);
    }
}

/// `2 a tile completed and nothing at the end, with an inn`.
fn condition(condition: &Condition) -> String {
    let mut points = Vec::new();
    points.extend(condition.completed.as_ref().map(|worth| format!("{} completed", phrase(worth))));
    points.extend(condition.r#final.as_ref().map(|worth| format!("{} at the end", phrase(worth))));
    let mut tests = Vec::new();
    tests.extend(condition.icon.as_ref().map(|icon| format!("with {}", each(icon))));
    tests.extend(condition.max_tiles.map(|most| format!("with at most {most} tiles")));
    let points = if points.is_empty() { "as ever".to_owned() } else { points.join(" and ") };
    let tests = if tests.is_empty() { "always".to_owned() } else { tests.join(" and ") };
    format!("{points}, {tests}")
}
