//! Data files as plain TOML tables: reading them, laying one over the other, looking into them.
//!
//! What must stay true: merging knows no game and no meaning, only the format's rules for overlays.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use toml::{Table, Value};

use super::rules::{Overlay, Worth};

pub(super) fn read(path: &Path) -> Result<Table, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.parse().map_err(|error| format!("{}: {error}", path.display()))
}

/// A ruleset and what is laid over it, put together bit by bit.
#[derive(Default)]
pub(super) struct Work {
    /// All of it but the tiles.
    pub(super) doc: Table,
    /// The changes to tiles, those of each file by themselves, as they are to be applied.
    pub(super) tiles: Vec<Table>,
    /// Where variants are looked for: the game's own folder, then that of what it extends, and so on.
    folders: Vec<PathBuf>,
    /// The variants that are in it.
    laid: BTreeSet<PathBuf>,
}

impl Work {
    /// A ruleset on top of those it extends.
    pub(super) fn ruleset(data: &Path, game: &str) -> Result<Self, String> {
        let folder = data.join(game);
        let doc = read_rooted(&folder.join("game.toml"))?;
        let mut work =
            text(&doc, "extends").map_or_else(|| Ok(Self::default()), |parent| Self::ruleset(data, parent))?;
        work.folders.insert(0, folder);
        work.put(doc);
        Ok(work)
    }

    /// Lays something over, with what it extends below it.
    pub(super) fn lay_over(&mut self, overlay: Overlay<'_>) -> Result<(), String> {
        match overlay {
            Overlay::Name(name) => self.lay_named(name, 0),
            Overlay::Text(text) => {
                let variant = text.parse().map_err(|error| format!("overlay: {error}"))?;
                self.lay(variant, 0)
            }
            Overlay::File(path) => {
                let next = self.folders.iter().position(|folder| path.starts_with(folder)).map_or(0, |at| at + 1);
                self.lay(read_rooted(path)?, next)
            }
        }
    }

    /// Lays over the variant of a name, looked for from one of the folders on.
    fn lay_named(&mut self, name: &str, from: usize) -> Result<(), String> {
        let (at, path) = self.find(name, from).ok_or_else(|| format!("no variant {name}"))?;
        // Two variants may extend the same third one, which is laid over once.
        if self.laid.insert(path.clone()) { self.lay(read_rooted(&path)?, at + 1) } else { Ok(()) }
    }

    /// Lays a variant over; where it extends its own name, that is looked for in the folders after its own.
    fn lay(&mut self, variant: Table, next: usize) -> Result<(), String> {
        if let Some(parent) = text(&variant, "extends") {
            let from = if text(&variant, "id") == Some(parent) { next } else { 0 };
            // What is no variant is the game itself or what that extends.
            if self.find(parent, from).is_some() {
                self.lay_named(parent, from)?;
            }
        }
        self.put(variant);
        Ok(())
    }

    fn find(&self, name: &str, from: usize) -> Option<(usize, PathBuf)> {
        let files = self.folders.iter().map(|folder| folder.join("variants").join(format!("{name}.toml")));
        files.enumerate().skip(from).find(|(_, file)| file.exists())
    }

    fn put(&mut self, mut over: Table) {
        if let Some(Value::Table(changes)) = over.remove("tiles") {
            self.tiles.push(changes);
        }
        merge(&mut self.doc, &over);
    }
}

/// A file with its paths made independent of where it lies.
fn read_rooted(path: &Path) -> Result<Table, String> {
    let mut doc = read(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    for key in ["tilesets", "board", "mouth", "maps"] {
        if let Some(value) = doc.get_mut(key) {
            root(value, folder);
        }
    }
    Ok(doc)
}

/// Paths from a folder; steps up are taken, so that one file has one name.
fn root(value: &mut Value, folder: &Path) {
    match value {
        Value::String(path) => {
            let mut plain = PathBuf::new();
            for part in folder.join(&*path).components() {
                if part != Component::ParentDir || plain.file_name().is_none() || !plain.pop() {
                    plain.push(part);
                }
            }
            *path = plain.to_string_lossy().into_owned();
        }
        Value::Array(paths) => paths.iter_mut().for_each(|path| root(path, folder)),
        Value::Table(lists) => lists.iter_mut().for_each(|(_, list)| root(list, folder)),
        _ => {}
    }
}

fn merge(base: &mut Table, over: &Table) {
    for (key, value) in over {
        match (base.get_mut(key), value) {
            (Some(Value::Array(stacks)), Value::Array(more)) if key == "stack" => stacks.extend(more.iter().cloned()),
            (Some(Value::Array(files)), Value::Table(change)) if key == "tilesets" => {
                let removed = words(change.get("remove"));
                files.retain(|file| !removed.iter().any(|path| file.as_str() == Some(path)));
                files.extend(change.get("add").and_then(Value::as_array).into_iter().flatten().cloned());
            }
            (Some(Value::Array(records)), Value::Table(changes)) => {
                let known: Vec<String> =
                    records.iter().filter_map(|one| Some(text(one.as_table()?, "id")?.into())).collect();
                merge_records(records, changes);
                for (id, new) in changes.iter().filter(|(id, _)| !known.contains(id)) {
                    let mut record = new.as_table().cloned().unwrap_or_default();
                    record.insert("id".into(), Value::String(id.clone()));
                    records.push(Value::Table(record));
                }
            }
            (Some(Value::Table(inner)), Value::Table(more)) => merge(inner, more),
            _ => {
                base.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Changes records that have an id, by their ids.
pub(super) fn merge_records(records: &mut Vec<Value>, changes: &Table) {
    let change = |record: &Value| changes.get(text(record.as_table()?, "id")?)?.as_table().cloned();
    records.retain(|record| !change(record).is_some_and(|change| yes(&change, "remove")));
    for record in records {
        if let (Some(change), Value::Table(record)) = (change(record), record) {
            merge(record, &change);
        }
    }
}

// Looking into tables.

pub(super) fn text<'a>(table: &'a Table, key: &str) -> Option<&'a str> {
    table.get(key)?.as_str()
}

pub(super) fn number(table: &Table, key: &str) -> Option<i64> {
    table.get(key)?.as_integer()
}

pub(super) fn yes(table: &Table, key: &str) -> bool {
    table.get(key).and_then(Value::as_bool) == Some(true)
}

pub(super) fn words(value: Option<&Value>) -> Vec<String> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

pub(super) fn pair(value: Option<&Value>) -> (usize, usize) {
    let list: Vec<i64> = value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_integer).collect();
    (list.first().map_or(1, |n| *n as usize), list.get(1).map_or(1, |n| *n as usize))
}

pub(super) fn worth(table: &Table, key: &str) -> Option<Worth> {
    let inner = table.get(key)?.as_table()?;
    Some(inner.iter().filter_map(|(name, n)| Some((name.clone(), n.as_integer()?))).collect())
}

pub(super) fn tables<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = (&'a String, &'a Table)> {
    let inner = table.get(key).and_then(Value::as_table).into_iter().flatten();
    inner.filter_map(|(name, value)| Some((name, value.as_table()?)))
}

pub(super) fn tables_of_text(table: &Table, key: &str) -> BTreeMap<String, String> {
    let inner = table.get(key).and_then(Value::as_table).into_iter().flatten();
    inner.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

pub(super) fn records<'a>(table: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}
