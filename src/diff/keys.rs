//! Keys: what can be taken from one ruleset alone and put into another.

use serde_json::{Map, Value, json};

use super::data::Change;
use crate::game::{self, CompileError, Game};
use crate::model::{Ruleset, Tile, Tileset};
use crate::source::Resolved;

/// The keys of these changes, each once, sorted.
#[must_use]
pub fn keys(changes: &[Change]) -> Vec<String> {
    let mut keys: Vec<String> = changes.iter().filter_map(|change| change.key.clone()).collect();
    keys.sort();
    keys.dedup();
    keys
}

/// The first ruleset with these keys of the second, compiled.
///
/// # Errors
/// Where what comes of it contradicts itself, as a figure that stands on a feature which only the second side has.
pub fn apply(a: &Resolved, b: &Resolved, keys: &[&str]) -> Result<Game, CompileError> {
    let (mut rules, theirs) = (json!(a.ruleset), json!(b.ruleset));
    let own = |resolved: &Resolved| resolved.tilesets.iter().map(|set| Tileset::clone(set)).collect::<Vec<_>>();
    let (mut sets, their_sets) = (own(a), own(b));
    let (mut board, mut mouth) = (a.board.as_ref(), a.mouth.as_ref());
    let mut maps = a.maps.as_slice();
    for key in keys {
        let path: Vec<&str> = key.split('.').collect();
        match path.as_slice() {
            ["board"] => board = b.board.as_ref(),
            ["mouth"] => mouth = b.mouth.as_ref(),
            ["maps"] => maps = b.maps.as_slice(),
            ["tilesets", id] => take_set(&mut sets, &their_sets, id),
            ["tiles", id] => take_tile(&mut sets, &their_sets, id),
            ["tiles", id, field] => take_field(&mut sets, &their_sets, id, field),
            path => take(&mut rules, &theirs, path),
        }
    }
    let ruleset: Ruleset = serde_json::from_value(rules).unwrap_or_else(|_| a.ruleset.clone());
    game::compile(&ruleset, &[], &sets, board, mouth, maps)
}

/// Puts the value at `path` of `from` into `to`, or takes it away where `from` has none.
fn take(to: &mut Value, from: &Value, path: &[&str]) {
    let (Some((last, records)), mut theirs, mut mine) = (path.split_last(), Some(from), to) else { return };
    for record in records {
        theirs = theirs.and_then(|theirs| theirs.get(record));
        let Some(map) = mine.as_object_mut() else { return };
        mine = map.entry(*record).or_insert_with(|| Value::Object(Map::new()));
    }
    let Some(map) = mine.as_object_mut() else { return };
    match theirs.and_then(|theirs| theirs.get(last)) {
        Some(value) => drop(map.insert((*last).to_owned(), value.clone())),
        None => drop(map.shift_remove(*last)),
    }
}

fn take_set(sets: &mut Vec<Tileset>, from: &[Tileset], id: &str) {
    sets.retain(|set| set.id != id);
    sets.extend(from.iter().find(|set| set.id == id).cloned());
}

fn find<'s>(sets: &'s [Tileset], id: &str) -> Option<(&'s Tileset, &'s Tile)> {
    sets.iter().find_map(|set| Some((set, set.tile.iter().find(|tile| tile.id == id)?)))
}

fn take_tile(sets: &mut Vec<Tileset>, from: &[Tileset], id: &str) {
    for set in sets.iter_mut() {
        set.tile.retain(|tile| tile.id != id);
    }
    let Some((set, tile)) = find(from, id) else { return };
    match sets.iter_mut().find(|mine| mine.id == set.id) {
        Some(mine) => mine.tile.push(tile.clone()),
        None => sets.push(Tileset { tile: vec![tile.clone()], ..set.clone() }),
    }
}

fn take_field(sets: &mut Vec<Tileset>, from: &[Tileset], id: &str, field: &str) {
    let Some((set, theirs)) = find(from, id) else { return };
    if field == "set" {
        let mine = find(sets, id).map(|(_, tile)| tile.clone());
        take_tile(sets, &[Tileset { tile: mine.into_iter().collect(), ..set.clone() }], id);
        return;
    }
    let Some(mine) = sets.iter_mut().flat_map(|set| &mut set.tile).find(|tile| tile.id == id) else { return };
    match field {
        "count" => mine.count = theirs.count,
        "apart" => mine.apart = theirs.apart,
        "draws_double" => mine.draws_double = theirs.draws_double,
        "size" => mine.size = theirs.size,
        "segments" => mine.segments.clone_from(&theirs.segments),
        "faces" => mine.faces.clone_from(&theirs.faces),
        _ => {}
    }
}
