//! Laying one record over another: tables key by key, anything else whole; and which variants disagree.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::chain::Layer;
use crate::diagnostic::{Code, Finding, did_you_mean};
use crate::schema;
use crate::source::{Document, child};

/// Which document and pointer wrote the value at a pointer.
pub(super) type Overlaid = FxHashMap<String, (Arc<Document>, String)>;

/// The tables of a ruleset whose keys are records, with the definitions that say what a record must have.
pub(super) const RECORDS: [(&str, &str); 5] =
    [("figures", "Figure"), ("icons", "Icon"), ("goods", "Good"), ("features", "Feature"), ("expect", "Expect")];
/// The keys that are a record themselves.
const SINGLES: [(&str, &str); 3] = [("front", "Front"), ("race", "Race"), ("chips", "Chips")];
/// What a record says about itself: it changes no rule, so no two variants disagree over it.
const ABOUT: [&str; 3] = ["title", "status", "source"];

/// A value being laid over, and who wrote what in it.
pub(super) struct Target<'a> {
    pub(super) value: &'a mut Map<String, Value>,
    pub(super) overlaid: &'a mut Overlaid,
}

impl Target<'_> {
    /// Writes `value`, from `from` in `document`, at a key of the record at `pointer`.
    pub(super) fn put(&mut self, key: &str, value: Value, document: &Arc<Document>, from: String) {
        forget(self.overlaid, &child("", key));
        self.overlaid.insert(child("", key), (Arc::clone(document), from));
        self.value.insert(key.to_owned(), value);
    }

    /// Lays the table at `from` of `document` over the one at `key`.
    pub(super) fn merge(&mut self, key: &str, value: &Value, document: &Arc<Document>, from: &str) {
        match (self.value.get_mut(key), value) {
            (Some(Value::Object(below)), Value::Object(over)) => {
                merge_tables(below, over, &child("", key), document, from, self.overlaid);
            }
            _ => self.put(key, value.clone(), document, from.to_owned()),
        }
    }

    /// Lays a section of records over the same section: each merged, added where it is whole, or taken away.
    pub(super) fn merge_records(
        &mut self,
        key: &str,
        over: &Value,
        document: &Arc<Document>,
        findings: &mut Vec<Finding>,
    ) {
        let (Some(over), Some((_, definition))) = (over.as_object(), RECORDS.iter().find(|(name, _)| *name == key))
        else {
            return;
        };
        if !self.value.contains_key(key) {
            self.value.insert(key.to_owned(), Value::Object(Map::new()));
        }
        let section = child("", key);
        let Some(Value::Object(records)) = self.value.get_mut(key) else {
            return;
        };
        for (name, change) in over {
            let from = child(&section, name);
            let Some(change) = change.as_object() else {
                continue;
            };
            let removes = change.get("remove").is_some_and(|flag| flag == true);
            match records.get_mut(name) {
                Some(_) if removes => {
                    records.shift_remove(name);
                    forget(self.overlaid, &from);
                }
                Some(Value::Object(below)) => merge_tables(below, change, &from, document, &from, self.overlaid),
                _ if removes || !is_whole(definition, change) => {
                    let known: Vec<&str> = records.keys().map(String::as_str).collect();
                    findings.push(nothing_there(
                        document,
                        &from,
                        &format!("`{key}` has no such record"),
                        name,
                        removes,
                        &known,
                    ));
                }
                _ => {
                    self.overlaid.insert(from.clone(), (Arc::clone(document), from));
                    records.insert(name.clone(), without_remove(change));
                }
            }
        }
    }

    /// The same for a key that is one record.
    pub(super) fn merge_single(
        &mut self,
        key: &str,
        over: &Value,
        document: &Arc<Document>,
        findings: &mut Vec<Finding>,
    ) {
        let (Some(change), Some((_, definition))) = (over.as_object(), SINGLES.iter().find(|(name, _)| *name == key))
        else {
            return;
        };
        let from = child("", key);
        let removes = change.get("remove").is_some_and(|flag| flag == true);
        match self.value.get_mut(key) {
            Some(_) if removes => {
                self.value.shift_remove(key);
                forget(self.overlaid, &from);
            }
            Some(Value::Object(below)) => merge_tables(below, change, &from, document, &from, self.overlaid),
            _ if removes || !is_whole(definition, change) => {
                findings.push(nothing_there(document, &from, "the ruleset has none", key, removes, &[]));
            }
            _ => self.put(key, without_remove(change), document, from),
        }
    }
}

/// Lays one table over another, key by key; `at` is the lower one's pointer, `from` the upper one's.
pub(super) fn merge_tables(
    below: &mut Map<String, Value>,
    over: &Map<String, Value>,
    at: &str,
    document: &Arc<Document>,
    from: &str,
    overlaid: &mut Overlaid,
) {
    for (key, value) in over {
        if key == "remove" {
            continue;
        }
        let (at, from) = (child(at, key), child(from, key));
        if let (Some(Value::Object(lower)), Value::Object(upper)) = (below.get_mut(key), value) {
            merge_tables(lower, upper, &at, document, &from, overlaid);
        } else {
            forget(overlaid, &at);
            overlaid.insert(at, (Arc::clone(document), from));
            below.insert(key.clone(), value.clone());
        }
    }
}

/// Drops what was noted about a value and everything in it.
fn forget(overlaid: &mut Overlaid, pointer: &str) {
    overlaid.retain(|at, _| at.strip_prefix(pointer).is_none_or(|rest| !rest.is_empty() && !rest.starts_with('/')));
}

fn without_remove(record: &Map<String, Value>) -> Value {
    record.iter().filter(|(key, _)| *key != "remove").map(|(key, value)| (key.clone(), value.clone())).collect()
}

fn is_whole(definition: &str, record: &Map<String, Value>) -> bool {
    schema::required(definition).iter().all(|key| record.contains_key(*key))
}

pub(super) fn nothing_there(
    document: &Document,
    pointer: &str,
    lacks: &str,
    name: &str,
    removes: bool,
    known: &[&str],
) -> Finding {
    let verb = if removes { "is to be removed" } else { "is changed" };
    Finding::error(Code::NothingToOverride, format!("`{name}` {verb}, and {lacks}"))
        .at(document.key_place(pointer))
        .help(did_you_mean(name, known.iter().copied()))
}

/// Errors where two variants set a key to different values and the later one does not say that it means to.
pub(super) fn conflicts(layers: &[Layer]) -> Vec<Finding> {
    let mut findings = Vec::new();
    // Who set each key last.
    let mut setters: BTreeMap<String, (usize, Value, String)> = BTreeMap::new();
    for (at, layer) in layers.iter().enumerate() {
        let document = &layer.file.document;
        let listed = document.value.get("overrides").and_then(Value::as_array);
        let listed: Vec<&str> = listed.into_iter().flatten().filter_map(Value::as_str).collect();
        let overrides = |path: &str| {
            listed
                .iter()
                .any(|entry| path.strip_prefix(entry).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
        };
        for (path, pointer, value) in settings(layer) {
            if let Some((setter, before, their_pointer)) = setters.get(&path)
                && *before != value
                && !layer.extends.contains(setter)
                && !overrides(&path)
            {
                let other = &layers[*setter].file;
                let message = format!("the variants `{}` and `{}` disagree on `{path}`", other.id(), layer.file.id());
                findings.push(
                    Finding::error(Code::VariantConflict, message)
                        .at(document.value_place(&pointer))
                        .related(other.document.value_place(their_pointer), format!("set by `{}` first", other.id()))
                        .help(format!("if the later one is meant to win, it says `overrides = [\"{path}\"]`")),
                );
            }
            setters.insert(path, (at, value, pointer));
        }
    }
    findings
}

/// Every key a variant sets: its path with dots, its pointer, and the value.
fn settings(layer: &Layer) -> Vec<(String, String, Value)> {
    fn walk(path: &str, pointer: &str, value: &Value, into: &mut Vec<(String, String, Value)>) {
        match value {
            Value::Object(map) if !map.is_empty() => {
                for (key, value) in map {
                    if !ABOUT.contains(&key.as_str()) {
                        walk(&format!("{path}.{key}"), &child(pointer, key), value, into);
                    }
                }
            }
            _ => into.push((path.to_owned(), pointer.to_owned(), value.clone())),
        }
    }
    let mut found = Vec::new();
    for (key, value) in layer.file.document.value.as_object().into_iter().flatten() {
        let pointer = child("", key);
        let file = |name: &Value| Value::from(layer.file.place.beside(name.as_str().unwrap_or_default()).shown());
        match key.as_str() {
            "kind" | "format" | "id" | "extends" | "overrides" | "stack" | "title" | "status" | "source" => {}
            // What is added and removed adds up; a whole list decides.
            "tilesets" => {
                if let Value::Array(names) = value {
                    found.push((key.clone(), pointer, names.iter().map(file).collect()));
                }
            }
            "maps" => {
                let names = value.as_array().into_iter().flatten();
                found.push((key.clone(), pointer, names.map(file).collect()));
            }
            "board" | "mouth" => found.push((key.clone(), pointer, file(value))),
            _ => walk(key, &pointer, value, &mut found),
        }
    }
    found
}
