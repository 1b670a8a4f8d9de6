//! The tiles of two rulesets, by id over all their sets: sets and tiles added and removed, copies, faces and drawings.

use rustc_hash::FxHashMap;
use serde_json::json;

use super::data::{Pair, count, either, ticked};
use super::drawing::{self, Frame};
use crate::model::{Face, Map, Tile, Tileset};
use crate::source::{Part, Resolved, child};

/// A tile, where it stands, and the set it is of.
struct Found<'a> {
    tile: &'a Tile,
    set: &'a Tileset,
    part: Part,
    pointer: String,
}

fn index(of: &Resolved) -> FxHashMap<&str, Found<'_>> {
    let mut found = FxHashMap::default();
    for (number, set) in of.tilesets.iter().enumerate() {
        for (at, tile) in set.tile.iter().enumerate() {
            let pointer = child("/tile", at);
            found.entry(tile.id.as_str()).or_insert(Found { tile, set, part: Part::Tileset(number), pointer });
        }
    }
    found
}

pub(super) fn compare(pair: &mut Pair<'_>) {
    let (a, b) = (pair.a, pair.b);
    let (before, after) = (index(a), index(b));
    sets(pair, a, b, &after, true);
    sets(pair, b, a, &before, false);
    for set in &a.tilesets {
        for tile in set.tile.iter().filter(|tile| before[tile.id.as_str()].set.id == set.id) {
            let from = &before[tile.id.as_str()];
            match after.get(tile.id.as_str()) {
                Some(to) => compare_tile(pair, from, to),
                None if whole(set, b, &after) => {}
                None => {
                    let copies = count(u64::from(tile.count), "copy", "copies");
                    let text = format!("tile `{}` is gone ({copies})", tile.id);
                    pair.change(format!("tiles.{}", tile.id), text, Some((from.part, &from.pointer)), None);
                    pair.values(tile.count, 0);
                }
            }
        }
    }
    for set in b.tilesets.iter().filter(|set| !whole(set, a, &before)) {
        for tile in set.tile.iter().filter(|tile| !before.contains_key(tile.id.as_str())) {
            let to = &after[tile.id.as_str()];
            let text = format!("tile `{}` is new ({})", tile.id, count(u64::from(tile.count), "copy", "copies"));
            pair.change(format!("tiles.{}", tile.id), text, None, Some((to.part, &to.pointer)));
            pair.values(0, tile.count);
        }
    }
    drawings_notes(pair, &before, &after);
}

/// Whether a set is on one side only with all its tiles: then it is told as one thing.
fn whole(set: &Tileset, other: &Resolved, theirs: &FxHashMap<&str, Found<'_>>) -> bool {
    other.tilesets.iter().all(|one| one.id != set.id)
        && !set.tile.is_empty()
        && set.tile.iter().all(|tile| !theirs.contains_key(tile.id.as_str()))
}

/// Sets that only one side has.
fn sets(pair: &mut Pair<'_>, mine: &Resolved, other: &Resolved, theirs: &FxHashMap<&str, Found<'_>>, first: bool) {
    for (number, set) in mine.tilesets.iter().enumerate().filter(|(_, set)| whole(set, other, theirs)) {
        let pieces: u64 = set.tile.iter().map(|tile| u64::from(tile.count)).sum();
        let what = count(pieces, "piece", "pieces");
        let text = format!("tile set `{}` is {} ({what})", set.id, either(first, "gone", "new"));
        let at = Some((Part::Tileset(number), "/id"));
        let (from, to) = if first { (at, None) } else { (None, at) };
        pair.change(format!("tilesets.{}", set.id), text, from, to);
        if first { pair.values(pieces, 0) } else { pair.values(0, pieces) }
    }
}

fn compare_tile(pair: &mut Pair<'_>, from: &Found<'_>, to: &Found<'_>) {
    let (a, b) = (from.tile, to.tile);
    let id = &a.id;
    let key = |field: &str| format!("tiles.{id}.{field}");
    let at = |pair: &mut Pair<'_>, field: &str, text: String| {
        let (one, other) = (child(&from.pointer, field), child(&to.pointer, field));
        pair.change(key(field), text, Some((from.part, &one)), Some((to.part, &other)));
    };
    if a.count != b.count {
        at(pair, "count", format!("tile `{id}`: {} -> {}", a.count, count(u64::from(b.count), "copy", "copies")));
        pair.values(a.count, b.count);
    }
    if a.apart != b.apart {
        at(pair, "apart", format!("tile `{id}` lies {} the stack", either(b.apart, "apart from", "in")));
    }
    if a.draws_double != b.draws_double {
        at(pair, "draws_double", format!("tile `{id}` draws {} piece", either(b.draws_double, "another", "no other")));
    }
    let size = |tile: &Tile| tile.size.unwrap_or([1, 1]);
    if size(a) != size(b) {
        let words = |tile: &Tile| format!("{} x {} cells", size(tile)[0], size(tile)[1]);
        at(pair, "size", format!("tile `{id}`: {} -> {}", words(a), words(b)));
    }
    let stacked = |of: &Resolved, set: &str| of.ruleset.stack.iter().position(|stack| stack.tileset == set);
    if from.set.id != to.set.id {
        let text = format!("tile `{id}` is of the set `{}`, not `{}`", to.set.id, from.set.id);
        let (one, other) = (Some((from.part, "/id")), Some((to.part, "/id")));
        // The set of a tile matters only where one is drawn before the others.
        if stacked(pair.a, &from.set.id) == stacked(pair.b, &to.set.id) {
            pair.note(text, one, other);
        } else {
            pair.change(key("set"), text, one, other);
        }
    }
    let frame = Frame {
        key: &key("segments"),
        what: &format!("tile `{id}`"),
        from: (from.part, &child(&from.pointer, "segments")),
        to: (to.part, &child(&to.pointer, "segments")),
    };
    drawing::compare(pair, &frame, &a.segments, &b.segments);
    faces(pair, from, to);
}

/// A tile's face by its id, and its place; the plain one is always there, and has what the others leave.
fn face<'a>(tile: &'a Tile, id: Option<&str>) -> Option<(&'a Face, usize)> {
    tile.faces.iter().enumerate().find(|(_, face)| face.id.as_deref() == id).map(|(at, face)| (face, at))
}

fn faces(pair: &mut Pair<'_>, from: &Found<'_>, to: &Found<'_>) {
    let (a, b) = (from.tile, to.tile);
    let key = format!("tiles.{}.faces", a.id);
    let ids = a.faces.iter().map(|face| &face.id);
    let ids: Vec<_> = ids
        .chain(b.faces.iter().map(|face| &face.id).filter(|id| a.faces.iter().all(|face| face.id != **id)))
        .collect();
    let plain = Face::default();
    for id in ids {
        let id = id.as_deref();
        let name = id.map_or(format!("tile `{}`, plain face", a.id), |id| format!("tile `{}`, face `{id}`", a.id));
        let (before, after) = (face(a, id), face(b, id));
        let pointer = |found: &Found<'_>, face: Option<(&Face, usize)>| {
            face.map(|(_, at)| child(&child(&found.pointer, "faces"), at))
        };
        let (one, other) = (pointer(from, before), pointer(to, after));
        let from_at = one.as_deref().map(|pointer| (from.part, pointer));
        let to_at = other.as_deref().map(|pointer| (to.part, pointer));
        let copies = |face: &Face| face.count.unwrap_or(0);
        match (before, after) {
            (Some((face, _)), None) if id.is_some() => {
                let text = format!("{name} is gone ({})", count(u64::from(copies(face)), "copy", "copies"));
                pair.change(&key, text, from_at, None);
                continue;
            }
            (None, Some((face, _))) if id.is_some() => {
                let text = format!("{name} is new ({})", count(u64::from(copies(face)), "copy", "copies"));
                pair.change(&key, text, None, to_at);
                continue;
            }
            _ => {}
        }
        let (x, y) = (before.map_or(&plain, |(face, _)| face), after.map_or(&plain, |(face, _)| face));
        if id.is_some() && copies(x) != copies(y) {
            let text = format!("{name}: {} -> {}", copies(x), count(u64::from(copies(y)), "copy", "copies"));
            pair.change(&key, text, from_at, to_at);
            pair.values(copies(x), copies(y));
        }
        let segments = x.icons.keys().chain(y.icons.keys().filter(|segment| !x.icons.contains_key(*segment)));
        let none = Map::default();
        for segment in segments {
            let icons = |face: &'_ Face| drawing::icons(face.icons.get(segment).unwrap_or(&none));
            let (one, other) = (icons(x), icons(y));
            if one != other {
                pair.change(&key, format!("{name}, segment `{segment}`: {one} -> {other}"), from_at, to_at);
            }
        }
        let at = |found: &Found<'_>, pointer: &Option<String>| {
            pointer.as_deref().map_or_else(|| child(&found.pointer, "faces"), |pointer| child(pointer, "segments"))
        };
        let (one, other) = (at(from, &one), at(to, &other));
        let frame = Frame { key: &key, what: &name, from: (from.part, &one), to: (to.part, &other) };
        drawing::compare(pair, &frame, &x.segments, &y.segments);
    }
}

/// What is said of drawings and changes no game: titles, sources and how well they are known.
fn drawings_notes(pair: &mut Pair<'_>, before: &FxHashMap<&str, Found<'_>>, after: &FxHashMap<&str, Found<'_>>) {
    let status = |found: &Found<'_>| found.tile.status.or(found.set.status).unwrap_or_default();
    let (a, b) = (pair.a, pair.b);
    let mut otherwise = Vec::new();
    for tile in a.tilesets.iter().flat_map(|set| &set.tile) {
        let (Some(from), Some(to)) = (before.get(tile.id.as_str()), after.get(tile.id.as_str())) else { continue };
        if status(from) != status(to) {
            let text = format!("tile `{}`: {} -> {}", tile.id, status(from).word(), status(to).word());
            let (one, other) = (child(&from.pointer, "status"), child(&to.pointer, "status"));
            pair.note(text, Some((from.part, &one)), Some((to.part, &other)));
        }
        let about = |tile: &Tile| {
            let faces: Vec<_> = tile.faces.iter().map(|face| json!([face.id, face.status, face.source])).collect();
            json!([tile.title, tile.source, if tile.faces.len() > 1 { faces } else { Vec::new() }])
        };
        if about(from.tile)[0] != about(to.tile)[0] || about(from.tile)[1] != about(to.tile)[1] {
            otherwise.push(tile.id.as_str());
        }
    }
    if !otherwise.is_empty() {
        pair.note(format!("titles or sources of tiles differ: {}", ticked(otherwise, "none")), None, None);
    }
    for (number, set) in a.tilesets.iter().enumerate() {
        let Some((at, other)) = b.tilesets.iter().enumerate().find(|(_, other)| other.id == set.id) else { continue };
        if (&set.title, &set.source) != (&other.title, &other.source) {
            let (one, two) = (Some((Part::Tileset(number), "/title")), Some((Part::Tileset(at), "/title")));
            pair.note(format!("title or source of the tile set `{}` differ", set.id), one, two);
        }
    }
}
