//! The maps of two rulesets: rows, legend, border, and where they are joined.

use serde_json::json;

use super::data::Pair;
use crate::model::MapBoard;
use crate::source::{Part, child};

/// The key by which maps are taken over, all of them together.
const KEY: &str = "maps";

pub(super) fn compare(pair: &mut Pair<'_>) {
    let (a, b) = (pair.a, pair.b);
    for number in 0..a.maps.len().max(b.maps.len()) {
        let at = Some((Part::Map(number), "/id"));
        match (a.maps.get(number), b.maps.get(number)) {
            (Some(a), Some(b)) if a.id == b.id => one(pair, number, a, b),
            (Some(a), Some(b)) => pair.change(KEY, format!("the map `{}` gives way to `{}`", a.id, b.id), at, at),
            (Some(a), None) => pair.change(KEY, format!("the map `{}` is gone", a.id), at, None),
            (None, Some(b)) => pair.change(KEY, format!("a map `{}` is new", b.id), None, at),
            (None, None) => {}
        }
    }
}

/// One map on both sides.
fn one(pair: &mut Pair<'_>, number: usize, a: &MapBoard, b: &MapBoard) {
    let part = Part::Map(number);
    for row in 0..a.rows.len().max(b.rows.len()) {
        let (before, after) = (a.rows.get(row), b.rows.get(row));
        if before != after {
            let pointer = child("/rows", row);
            let shown = |row: Option<&String>| row.map_or_else(|| "none".to_owned(), |row| format!("`{row}`"));
            let text = format!("map `{}`, row {row}: {} -> {}", a.id, shown(before), shown(after));
            let (from, to) = (before.map(|_| (part, pointer.as_str())), after.map(|_| (part, pointer.as_str())));
            pair.change(KEY, text, from, to);
        }
    }
    let signs = a.legend.keys().chain(b.legend.keys().filter(|sign| !a.legend.contains_key(*sign)));
    for sign in signs {
        let (before, after) = (a.legend.get(sign), b.legend.get(sign));
        if json!(before) != json!(after) {
            let pointer = child("/legend", sign);
            let word = match (before, after) {
                (Some(_), Some(_)) => "stands for something else",
                (Some(_), None) => "is gone",
                _ => "is new",
            };
            let text = format!("map `{}`: the sign `{sign}` {word}", a.id);
            let (from, to) = (before.map(|_| (part, pointer.as_str())), after.map(|_| (part, pointer.as_str())));
            pair.change(KEY, text, from, to);
        }
    }
    for (pointer, what, before, after) in [
        ("/border", "other things are printed at the border", json!(a.border), json!(b.border)),
        ("/half", "it is joined on another side", json!(a.half), json!(b.half)),
        ("/starts", "another number of start squares is used", json!(a.starts), json!(b.starts)),
    ] {
        if before != after {
            let at = Some((part, pointer));
            pair.change(KEY, format!("map `{}`: {what}", a.id), at, at);
        }
    }
    let about = |map: &MapBoard| json!([map.title, map.source, map.status, map.expect]);
    if about(a) != about(b) {
        let at = Some((part, "/id"));
        pair.note(format!("map `{}`: its title, source, status or stated counts differ", a.id), at, at);
    }
}
