//! A ruleset as it is in the end, all that it extends and all variants applied: every value, and where it was written.
//!
//! What must stay true: each value that the game is made of stands here once, in the order of the files, by a path that a person
//! can read: records are named by their ids.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::source::{Part, Resolved, child};

/// The number of the JSON format.
pub const FORMAT: u32 = 1;

/// Keys that say what a file is, not what a game is.
const HEAD: [&str; 3] = ["kind", "format", "extends"];

/// A value and who wrote it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Value")]
pub struct Setting {
    /// The keys that lead to it, joined by dots; records go by their ids.
    pub path: String,
    /// The value.
    pub value: Value,
    /// The file that wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line there, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// A whole ruleset, as `resolve --format json` writes it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(title = "resolve")]
pub struct ResolvedReport {
    /// The number of this format.
    pub format: u32,
    /// The ruleset's id.
    pub game: String,
    /// The variants applied, in order.
    pub variants: Vec<String>,
    /// Every value, in the order of the ruleset, its tile sets, its board, its mouth and its maps.
    pub values: Vec<Setting>,
}

/// Every value of a ruleset with where it was written.
#[must_use]
pub fn report(resolved: &Resolved) -> ResolvedReport {
    let mut walk = Walk { resolved, found: Vec::new() };
    let parts = [(Part::Ruleset, String::new(), serde_json::to_value(&resolved.ruleset))];
    let sets = resolved
        .tilesets
        .iter()
        .enumerate()
        .map(|(number, set)| (Part::Tileset(number), format!("tilesets.{}", set.id), serde_json::to_value(set)));
    let board =
        resolved.board.iter().map(|board| (Part::Board, format!("board.{}", board.id), serde_json::to_value(board)));
    let mouth =
        resolved.mouth.iter().map(|mouth| (Part::Mouth, format!("mouth.{}", mouth.id), serde_json::to_value(mouth)));
    let maps = resolved
        .maps
        .iter()
        .enumerate()
        .map(|(number, map)| (Part::Map(number), format!("maps.{}", map.id), serde_json::to_value(map)));
    for (part, path, value) in parts.into_iter().chain(sets).chain(board).chain(mouth).chain(maps) {
        // Types that were read from values are written as values again.
        if let Ok(Value::Object(keys)) = value {
            for (key, value) in keys.iter().filter(|(key, _)| !HEAD.contains(&key.as_str())) {
                walk.value(part, &child("", key), &join(&path, key), value);
            }
        }
    }
    ResolvedReport {
        format: FORMAT,
        game: resolved.game.clone(),
        variants: resolved.variants.clone(),
        values: walk.found,
    }
}

struct Walk<'a> {
    resolved: &'a Resolved,
    found: Vec<Setting>,
}

impl Walk<'_> {
    fn value(&mut self, part: Part, pointer: &str, path: &str, value: &Value) {
        match value {
            Value::Object(keys) if !keys.is_empty() => {
                for (key, value) in keys {
                    self.value(part, &child(pointer, key), &join(path, key), value);
                }
            }
            Value::Array(list) if list.iter().any(Value::is_object) => {
                for (number, value) in list.iter().enumerate() {
                    let id = value.get("id").and_then(Value::as_str).map_or_else(|| number.to_string(), str::to_owned);
                    self.value(part, &child(pointer, number), &join(path, &id), value);
                }
            }
            _ => {
                let place = self.resolved.value_place(part, pointer);
                // What is left out in the files has its default, and no place.
                let written = place.filter(|_| self.is_written(part, pointer));
                self.found.push(Setting {
                    path: path.to_owned(),
                    value: value.clone(),
                    file: written.as_ref().map(|place| place.file().to_owned()),
                    line: written.map(|place| place.line),
                });
            }
        }
    }

    fn is_written(&self, part: Part, pointer: &str) -> bool {
        let Some(origin) = self.resolved.origins.get(&part) else { return false };
        let (document, pointer) = origin.trace(pointer);
        document.value.pointer(&pointer).is_some()
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

impl ResolvedReport {
    /// For people: a line a value, `path = value  # file:line`.
    #[must_use]
    pub fn text(&self) -> String {
        use std::fmt::Write as _;
        let mut text = format!(
            "# {}\n",
            std::iter::once(&self.game).chain(&self.variants).cloned().collect::<Vec<_>>().join(" + ")
        );
        for Setting { path, value, file, line } in &self.values {
            // A value of TOML that is no table reads the same in JSON.
            let _ = write!(text, "{path} = {value}");
            match (file, line) {
                (Some(file), Some(line)) => {
                    let _ = writeln!(text, "  # {file}:{line}");
                }
                _ => text.push_str("  # by default\n"),
            }
        }
        text
    }
}

/// The schema of the JSON output.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![("resolve", crate::report::output_schema::<ResolvedReport>(FORMAT))]
}
