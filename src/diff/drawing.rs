//! Two drawings of a piece: which segments are joined, split, moved, new or gone, and what they carry.
//!
//! Segments are told apart by the ports they take, not by their ids: those of a feature that share ports belong together,
//! and whatever belongs together with nothing else is paired by what it is called.

use std::collections::BTreeSet;

use super::data::{Pair, ticked};
use crate::model::{Map, Segment};
use crate::source::{Part, child};

/// What is compared, in words, and where it stands.
pub(super) struct Frame<'f> {
    /// The key that the changes belong to.
    pub(super) key: &'f str,
    /// What the piece is called.
    pub(super) what: &'f str,
    /// The list of segments on the first side.
    pub(super) from: (Part, &'f str),
    /// On the second side.
    pub(super) to: (Part, &'f str),
}

/// The ports a segment takes.
fn ports(segment: &Segment) -> BTreeSet<&str> {
    segment.at.iter().flat_map(|at| at.split_whitespace()).collect()
}

/// `1 shield, 2 fruit`.
pub(super) fn icons(icons: &Map<u32>) -> String {
    let mut each: Vec<_> =
        icons.iter().filter(|(_, count)| **count > 0).map(|(icon, n)| format!("{n} {icon}")).collect();
    each.sort();
    if each.is_empty() { "no icon".to_owned() } else { each.join(", ") }
}

/// `at N E`, or what else tells where a segment is.
fn at(segment: &Segment) -> String {
    match &segment.at {
        Some(at) => format!("at {}", at.split_whitespace().collect::<Vec<_>>().join(" ")),
        None => format!("`{}`", segment.id),
    }
}

/// Compares two drawings.
pub(super) fn compare(pair: &mut Pair<'_>, frame: &Frame<'_>, a: &[Segment], b: &[Segment]) {
    let mut features: Vec<&str> = Vec::new();
    for segment in a.iter().chain(b) {
        if !features.contains(&segment.feature.as_str()) {
            features.push(&segment.feature);
        }
    }
    let mut alone = (Vec::new(), Vec::new());
    for feature in features {
        let of =
            |side: &[Segment]| -> Vec<usize> { (0..side.len()).filter(|&at| side[at].feature == feature).collect() };
        for (before, after) in together(a, b, &of(a), &of(b)) {
            match (before.as_slice(), after.as_slice()) {
                (&[one], &[other]) => one_to_one(pair, frame, (a, one), (b, other)),
                (&[one], []) => alone.0.push(one),
                ([], &[other]) => alone.1.push(other),
                _ => regrouped(pair, frame, feature, (a, &before), (b, &after)),
            }
        }
    }
    // Of what shares no port: first what has feature and id in common, then the feature, then the id.
    let tests: [fn(&Segment, &Segment) -> bool; 3] = [
        |one, other| one.feature == other.feature && one.id == other.id,
        |one, other| one.feature == other.feature,
        |one, other| one.id == other.id,
    ];
    for test in tests {
        alone.0.retain(|&one| {
            let Some(found) = alone.1.iter().position(|&other| test(&a[one], &b[other])) else { return true };
            let other = alone.1.remove(found);
            one_to_one(pair, frame, (a, one), (b, other));
            false
        });
    }
    for one in alone.0 {
        let text = format!("{}: the `{}` {} is gone", frame.what, a[one].feature, at(&a[one]));
        pair.change(frame.key, text, Some((frame.from.0, &child(frame.from.1, one))), None);
    }
    for other in alone.1 {
        let text = format!("{}: a `{}` {} is new", frame.what, b[other].feature, at(&b[other]));
        pair.change(frame.key, text, None, Some((frame.to.0, &child(frame.to.1, other))));
    }
}

/// Groups of segments of both sides that share ports with each other, however many steps it takes.
fn together(a: &[Segment], b: &[Segment], mine: &[usize], theirs: &[usize]) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut groups: Vec<(Vec<usize>, Vec<usize>, BTreeSet<&str>)> = Vec::new();
    let all =
        mine.iter().map(|&at| (true, at, ports(&a[at]))).chain(theirs.iter().map(|&at| (false, at, ports(&b[at]))));
    for (is_mine, at, ports) in all {
        let mut group = if is_mine { (vec![at], Vec::new(), ports) } else { (Vec::new(), vec![at], ports) };
        let (touching, rest): (Vec<_>, Vec<_>) = groups.into_iter().partition(|other| !other.2.is_disjoint(&group.2));
        groups = rest;
        for mut other in touching.into_iter().rev() {
            other.0.append(&mut group.0);
            other.1.append(&mut group.1);
            other.2.append(&mut group.2);
            group = other;
        }
        groups.push(group);
    }
    groups.into_iter().map(|(a, b, _)| (a, b)).collect()
}

/// Segments that are joined, split, or both.
fn regrouped(
    pair: &mut Pair<'_>,
    frame: &Frame<'_>,
    feature: &str,
    (a, before): (&[Segment], &[usize]),
    (b, after): (&[Segment], &[usize]),
) {
    let places =
        |side: &[Segment], which: &[usize]| which.iter().map(|&one| at(&side[one])).collect::<Vec<_>>().join(" and ");
    let (one, other) = (places(a, before), places(b, after));
    let what = frame.what;
    let text = match (before.len(), after.len()) {
        (_, 1) => format!("{what}: the `{feature}` segments {one} are joined {other}"),
        (1, _) => format!("{what}: the `{feature}` {one} is split into those {other}"),
        _ => format!("{what}: the `{feature}` segments {one} are regrouped {other}"),
    };
    let (from, to) = (child(frame.from.1, before[0]), child(frame.to.1, after[0]));
    pair.change(frame.key, text, Some((frame.from.0, &from)), Some((frame.to.0, &to)));
    // What each carries cannot be told apart any more; the sum can.
    let sum = |side: &[Segment], which: &[usize]| {
        let mut sum = Map::default();
        for (icon, count) in which.iter().flat_map(|&one| &side[one].icons) {
            *sum.entry(icon.clone()).or_insert(0) += count;
        }
        icons(&sum)
    };
    let (one, other) = (sum(a, before), sum(b, after));
    if one != other {
        let text = format!("{what}: the `{feature}` carries {other}, not {one}");
        pair.change(frame.key, text, Some((frame.from.0, &from)), Some((frame.to.0, &to)));
    }
}

/// One segment on both sides.
fn one_to_one(pair: &mut Pair<'_>, frame: &Frame<'_>, (a, one): (&[Segment], usize), (b, other): (&[Segment], usize)) {
    let (x, y) = (&a[one], &b[other]);
    let (from, to) = (child(frame.from.1, one), child(frame.to.1, other));
    let mut tell = |text: String, field: &str| {
        let (from, to) = (child(&from, field), child(&to, field));
        let text = format!("{}: {text}", frame.what);
        pair.change(frame.key, text, Some((frame.from.0, &from)), Some((frame.to.0, &to)));
    };
    let name = &x.feature;
    if x.feature != y.feature {
        tell(format!("the `{name}` {} is a `{}` {}", at(x), y.feature, at(y)), "feature");
    } else if ports(x) != ports(y) {
        tell(format!("the `{name}` {} lies {}", at(x), at(y)), "at");
    }
    if x.id != y.id {
        tell(format!("the segment `{}` is called `{}`", x.id, y.id), "id");
    }
    let carried = (icons(&x.icons), icons(&y.icons));
    if carried.0 != carried.1 {
        tell(format!("the `{name}` {} carries {}, not {}", at(y), carried.1, carried.0), "icons");
    }
    if x.bridge != y.bridge {
        tell(
            format!("the `{name}` {} {} others", at(y), if y.bridge { "may cross" } else { "no longer crosses" }),
            "bridge",
        );
    }
    let cells = |segment: &Segment| {
        let mut cells: Vec<&str> = segment.over.iter().flat_map(|over| over.split_whitespace()).collect();
        cells.extend(segment.cell.as_deref());
        cells.sort_unstable();
        cells.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    if cells(x) != cells(y) {
        let field = if y.cell.is_some() { "cell" } else { "over" };
        let text = format!(
            "the `{name}` {} covers {}, not {}",
            at(y),
            ticked(cells(y), "no further cell"),
            ticked(cells(x), "no further cell")
        );
        tell(text, field);
    }
    let borders = |segment: &Segment| {
        segment.borders.as_ref().map_or("what its corners meet".to_owned(), |blocks| {
            let mut blocks = blocks.clone();
            blocks.sort();
            ticked(blocks, "nothing")
        })
    };
    if borders(x) != borders(y) {
        tell(format!("the `{name}` {} borders {}, not {}", at(y), borders(y), borders(x)), "borders");
    }
}
