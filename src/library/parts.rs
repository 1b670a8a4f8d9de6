//! A ruleset's parts, put together: the ruleset over what it extends, the variants over that, then the tile sets, the
//! board and the mouth that the result names, with the variants' changes to tiles.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::chain::{Chain, Layer};
use super::overlay::{self, Overlaid, RECORDS, Target, merge_tables, nothing_there};
use super::place::Place;
use super::shelf::{File, Shelf};
use crate::diagnostic::{Code, Finding, Level, did_you_mean, sort};
use crate::model::{Board, Kind, MapBoard, Mouth, Ruleset, Tileset};
use crate::schema;
use crate::source::{Document, Origin, Part, Resolved, Shared, Wrong, child};

/// A file that a ruleset or variant names, and where it does.
#[derive(Clone)]
struct Named {
    place: Place,
    document: Arc<Document>,
    pointer: String,
}

/// A ruleset being put together.
struct Making<'a> {
    shelf: &'a Shelf,
    value: Map<String, Value>,
    overlaid: Overlaid,
    tilesets: Vec<Named>,
    /// Every tile set that was in the list at some time: removing one of them twice is no mistake.
    seen: Vec<Place>,
    board: Option<Named>,
    mouth: Option<Named>,
    maps: Vec<Named>,
    findings: Vec<Finding>,
}

/// Puts a ruleset together.
pub(super) fn resolve(
    shelf: &Shelf,
    chain: &Chain<'_>,
    layers: &[Layer],
    variants: Vec<String>,
) -> Result<Resolved, Vec<Finding>> {
    let mut making = Making {
        shelf,
        value: Map::new(),
        overlaid: Overlaid::default(),
        tilesets: Vec::new(),
        seen: Vec::new(),
        board: None,
        mouth: None,
        maps: Vec::new(),
        findings: overlay::conflicts(layers),
    };
    for game in chain.games.iter().rev() {
        making.lay(&game.ruleset, true);
    }
    for layer in layers {
        making.lay(&layer.file, false);
    }
    // The file at the chain's end is the one that everything else is laid over.
    let base = chain
        .games
        .last()
        .map_or_else(|| Arc::clone(&chain.games[0].ruleset.document), |game| Arc::clone(&game.ruleset.document));
    making.finish(chain, layers, variants, base)
}

impl Making<'_> {
    /// Lays a file over what is there.
    fn lay(&mut self, file: &File, is_ruleset: bool) {
        let document = &file.document;
        let Some(record) = document.value.as_object() else {
            return;
        };
        for (key, value) in record {
            let pointer = child("", key);
            let named = |name: &Value, pointer: String| Named {
                place: file.place.beside(name.as_str().unwrap_or_default()),
                document: Arc::clone(document),
                pointer,
            };
            match key.as_str() {
                "extends" | "without" | "reasons" | "overrides" | "tiles" => {}
                "kind" | "format" | "id" | "title" | "status" | "source" if !is_ruleset => {}
                "tilesets" => self.lay_tilesets(value, file),
                "board" => self.board = Some(named(value, pointer)),
                "mouth" => self.mouth = Some(named(value, pointer)),
                "maps" => {
                    let names = value.as_array().into_iter().flatten().enumerate();
                    self.maps = names.map(|(index, name)| named(name, child(&pointer, index))).collect();
                }
                "stack" => self.append_stack(value, document),
                "front" | "race" | "chips" => {
                    let mut target = Target { value: &mut self.value, overlaid: &mut self.overlaid };
                    target.merge_single(key, value, document, &mut self.findings);
                }
                _ if RECORDS.iter().any(|(name, _)| name == key) => {
                    let mut target = Target { value: &mut self.value, overlaid: &mut self.overlaid };
                    target.merge_records(key, value, document, &mut self.findings);
                }
                _ => {
                    let mut target = Target { value: &mut self.value, overlaid: &mut self.overlaid };
                    target.merge(key, value, document, &pointer);
                }
            }
        }
    }

    fn lay_tilesets(&mut self, value: &Value, file: &File) {
        let document = &file.document;
        let list = |value: &Value, at: &str| -> Vec<Named> {
            let names = value.as_array().into_iter().flatten().enumerate();
            let each = names.map(|(index, name)| Named {
                place: file.place.beside(name.as_str().unwrap_or_default()),
                document: Arc::clone(document),
                pointer: child(at, index),
            });
            each.collect()
        };
        if value.is_array() {
            self.tilesets = list(value, "/tilesets");
        } else {
            for named in list(&value["remove"], "/tilesets/remove") {
                let before = self.tilesets.len();
                self.tilesets.retain(|one| one.place != named.place);
                if self.tilesets.len() == before && !self.seen.contains(&named.place) {
                    let name = value_text(&document.value, &named.pointer);
                    let known: Vec<String> = self.tilesets.iter().map(|one| one.place.shown()).collect();
                    let finding = Finding::error(
                        Code::NothingToOverride,
                        format!("`{name}` is to be removed, and the ruleset has no such tile set"),
                    )
                    .at(document.value_place(&named.pointer))
                    .help(did_you_mean(&named.place.shown(), known.iter().map(String::as_str)));
                    self.findings.push(finding);
                }
            }
            for named in list(&value["add"], "/tilesets/add") {
                if self.tilesets.iter().all(|one| one.place != named.place) {
                    self.tilesets.push(named);
                }
            }
        }
        let places = self.tilesets.iter().map(|named| named.place.clone());
        self.seen.extend(places);
    }

    fn append_stack(&mut self, value: &Value, document: &Arc<Document>) {
        let entry = self.value.entry("stack").or_insert_with(|| Value::Array(Vec::new()));
        if let (Value::Array(stack), Some(more)) = (entry, value.as_array()) {
            for (index, record) in more.iter().enumerate() {
                self.overlaid.insert(child("/stack", stack.len()), (Arc::clone(document), child("/stack", index)));
                stack.push(record.clone());
            }
        }
    }

    /// Reads the parts and makes types of them.
    fn finish(
        mut self,
        chain: &Chain<'_>,
        layers: &[Layer],
        variants: Vec<String>,
        base: Arc<Document>,
    ) -> Result<Resolved, Vec<Finding>> {
        let mut origins = FxHashMap::default();
        let tilesets = std::mem::take(&mut self.tilesets);
        let mut names = Vec::new();
        for (index, named) in tilesets.iter().enumerate() {
            let origin = (Arc::clone(&named.document), named.pointer.clone());
            self.overlaid.insert(child("/tilesets", index), origin);
            names.push(Value::from(named.place.shown()));
        }
        self.value.insert("tilesets".into(), Value::Array(names));
        let maps = std::mem::take(&mut self.maps);
        let mut map_names = Vec::new();
        for (index, named) in maps.iter().enumerate() {
            let origin = (Arc::clone(&named.document), named.pointer.clone());
            self.overlaid.insert(child("/maps", index), origin);
            map_names.push(Value::from(named.place.shown()));
        }
        self.value.insert("maps".into(), Value::Array(map_names));
        let (board, mouth) = (self.board.take(), self.mouth.take());
        for (key, named) in [("board", &board), ("mouth", &mouth)] {
            if let Some(named) = named {
                self.overlaid.insert(child("", key), (Arc::clone(&named.document), named.pointer.clone()));
                self.value.insert(key.into(), Value::from(named.place.shown()));
            }
        }
        let mut sets: Vec<Set> = Vec::new();
        for named in &tilesets {
            sets.extend(self.load(named, Kind::Tileset).map(Set::new));
        }
        let all_read = sets.len() == tilesets.len();
        let board = board.and_then(|named| self.load(&named, Kind::Board));
        let mouth = mouth.and_then(|named| self.load(&named, Kind::Mouth));
        let maps: Vec<File> = maps.iter().filter_map(|named| self.load(named, Kind::Map)).collect();
        // A tile may lie in a set that could not be read: then nothing can be said about it.
        if all_read {
            let games = chain.games.iter().rev().map(|game| &game.ruleset.document);
            for document in games.chain(layers.iter().map(|layer| &layer.file.document)) {
                change_tiles(&mut sets, document, &mut self.findings);
            }
        }
        if self.is_broken() {
            return Err(self.into_findings());
        }
        let origin = Origin { base, overlaid: std::mem::take(&mut self.overlaid) };
        let value = Value::Object(std::mem::take(&mut self.value));
        // A file that nothing is laid over suits its schema, and so it does with its parts' names in full.
        let ruleset = if chain.games.len() == 1 && layers.is_empty() {
            read::<Ruleset>(Kind::Ruleset, &value, &origin, &mut self.findings)
        } else {
            typed::<Ruleset>(Kind::Ruleset, &value, &origin, &mut self.findings)
        };
        origins.insert(Part::Ruleset, origin);
        let mut typed_sets = Vec::new();
        for (index, set) in sets.into_iter().enumerate() {
            let (set, origin) = set.finish(&mut self.findings);
            typed_sets.extend(set);
            origins.insert(Part::Tileset(index), origin);
        }
        let board = board.and_then(|file| {
            let origin = Origin { base: Arc::clone(&file.document), overlaid: Overlaid::default() };
            let board = typed::<Board>(Kind::Board, &file.document.value, &origin, &mut self.findings);
            origins.insert(Part::Board, origin);
            board
        });
        let mouth = mouth.and_then(|file| {
            let origin = Origin { base: Arc::clone(&file.document), overlaid: Overlaid::default() };
            let mouth = typed::<Mouth>(Kind::Mouth, &file.document.value, &origin, &mut self.findings);
            origins.insert(Part::Mouth, origin);
            mouth
        });
        let mut typed_maps = Vec::new();
        for (index, file) in maps.into_iter().enumerate() {
            let origin = Origin { base: Arc::clone(&file.document), overlaid: Overlaid::default() };
            typed_maps.extend(typed::<MapBoard>(Kind::Map, &file.document.value, &origin, &mut self.findings));
            origins.insert(Part::Map(index), origin);
        }
        match ruleset {
            Some(ruleset) if !self.is_broken() => Ok(Resolved {
                game: chain.id().to_owned(),
                variants,
                ruleset,
                tilesets: typed_sets,
                board,
                mouth,
                maps: typed_maps,
                origins,
            }),
            _ => Err(self.into_findings()),
        }
    }

    fn is_broken(&self) -> bool {
        self.findings.iter().any(|finding| finding.level == Level::Error)
    }

    fn into_findings(mut self) -> Vec<Finding> {
        sort(&mut self.findings);
        self.findings
    }

    /// Reads a file that is named, and that is of this kind.
    fn load(&mut self, named: &Named, kind: Kind) -> Option<File> {
        let place = || named.document.value_place(&named.pointer);
        let name = value_text(&named.document.value, &named.pointer);
        if !named.place.exists() {
            let message = format!("`{name}` does not exist");
            let help = format!(
                "it was looked for as `{}`: names are relative to the file that writes them",
                named.place.shown()
            );
            self.findings.push(Finding::error(Code::MissingFile, message).at(place()).help(help));
            return None;
        }
        if !name.ends_with(".toml") {
            // What is no data file by its name is not opened: its lines would end in messages.
            let finding =
                Finding::error(Code::MissingFile, format!("`{name}` is not a data file: it does not end with `.toml`"));
            self.findings.push(finding.at(place()));
            return None;
        }
        let file = match self.shelf.load(named.place.clone()) {
            Ok(file) => file,
            Err(finding) => {
                self.findings.push(*finding);
                return None;
            }
        };
        match file.document.kind {
            Some(found) if found != kind => {
                let message = format!("`{name}` is a {}, where a {} is wanted", found.word(), kind.word());
                let finding = Finding::error(Code::MissingFile, message).at(place());
                self.findings.push(finding.related(file.document.value_place("/kind"), "it says so here"));
                None
            }
            _ if !file.errors.is_empty() => {
                self.findings.extend(file.errors);
                None
            }
            _ => Some(file),
        }
    }
}

fn value_text(value: &Value, pointer: &str) -> String {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// A tile with what was laid over it.
struct Tile {
    value: Map<String, Value>,
    /// Its pointer in the set's file.
    pointer: String,
    /// By pointer within the tile.
    overlaid: Overlaid,
}

/// A tile set, perhaps being changed.
struct Set {
    file: File,
    /// Its tiles with what was laid over them; none as long as nothing was.
    changed: Option<Vec<Tile>>,
    /// By how many pieces variants changed it.
    more: i64,
}

impl Set {
    fn new(file: File) -> Self {
        Self { file, changed: None, more: 0 }
    }

    /// The ids of its tiles, in order.
    fn ids(&self) -> impl Iterator<Item = &str> {
        let written = if self.changed.is_none() { self.file.document.value.get("tile") } else { None };
        let written = written.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object);
        let changed = self.changed.iter().flatten().map(|tile| &tile.value);
        // A tile without an id has its place all the same.
        written.chain(changed).map(|tile| tile.get("id").and_then(Value::as_str).unwrap_or_default())
    }

    /// Its tiles, to lay something over them.
    fn tiles(&mut self) -> &mut Vec<Tile> {
        let document = &self.file.document;
        self.changed.get_or_insert_with(|| {
            let tiles = document.value.get("tile").and_then(Value::as_array).into_iter().flatten().enumerate();
            let tiles = tiles.filter_map(|(index, tile)| {
                let value = tile.as_object()?.clone();
                Some(Tile { value, pointer: child("/tile", index), overlaid: Overlaid::default() })
            });
            tiles.collect()
        })
    }

    /// The set as its type. Its total is what the file states and what variants add: a wrong total stays as wrong as it
    /// was, and a right one right.
    fn finish(self, findings: &mut Vec<Finding>) -> (Option<Shared<Tileset>>, Origin) {
        let document = &self.file.document;
        let mut overlaid = Overlaid::default();
        let Some(changed) = self.changed else {
            let origin = Origin { base: Arc::clone(document), overlaid };
            let set = match self.file.tileset() {
                Ok(set) => Some(set.clone()),
                Err(error) => {
                    findings.push(unread(Kind::Tileset, error, &origin));
                    None
                }
            };
            return (set, origin);
        };
        let mut tiles = Vec::with_capacity(changed.len());
        for (index, tile) in changed.into_iter().enumerate() {
            let at = child("/tile", index);
            if tile.pointer != at {
                overlaid.insert(at.clone(), (Arc::clone(document), tile.pointer));
            }
            overlaid.extend(tile.overlaid.into_iter().map(|(pointer, origin)| (format!("{at}{pointer}"), origin)));
            tiles.push(Value::Object(tile.value));
        }
        let written = document.value.as_object().into_iter().flatten();
        let value: Map<String, Value> = written
            .map(|(key, value)| {
                // The tiles are many: they are not copied twice.
                let value = match (key.as_str(), value.as_i64()) {
                    ("tile", _) => Value::Array(std::mem::take(&mut tiles)),
                    ("total", Some(total)) if self.more != 0 => Value::from((total + self.more).max(0)),
                    _ => value.clone(),
                };
                (key.clone(), value)
            })
            .collect();
        let value = Value::Object(value);
        let origin = Origin { base: Arc::clone(document), overlaid };
        (typed::<Tileset>(Kind::Tileset, &value, &origin, findings).map(Shared::from), origin)
    }
}

/// Lays a variant's changes over the tiles they name.
fn change_tiles(sets: &mut [Set], document: &Arc<Document>, findings: &mut Vec<Finding>) {
    let Some(changes) = document.value.get("tiles").and_then(Value::as_object) else {
        return;
    };
    let count = |value: &Map<String, Value>| value.get("count").and_then(Value::as_i64).unwrap_or(0);
    for (id, change) in changes {
        let pointer = child("/tiles", id);
        let Some(change) = change.as_object() else {
            continue;
        };
        let removes = change.get("remove").is_some_and(|flag| flag == true);
        let found = sets.iter_mut().find_map(|set| {
            let index = set.ids().position(|other| other == id)?;
            Some((set, index))
        });
        let Some((set, index)) = found else {
            let known: Vec<&str> = sets.iter().flat_map(Set::ids).collect();
            findings.push(nothing_there(document, &pointer, "no tile set in play has it", id, removes, &known));
            continue;
        };
        if removes {
            let removed = set.tiles().remove(index);
            set.more -= count(&removed.value);
        } else {
            let tile = &mut set.tiles()[index];
            let before = count(&tile.value);
            merge_tables(&mut tile.value, change, "", document, &pointer, &mut tile.overlaid);
            let after = count(&tile.value);
            set.more += after - before;
        }
    }
}

/// A part as its type. What was merged from several files suits each file's schema, but perhaps not the whole's.
fn typed<T: DeserializeOwned>(kind: Kind, value: &Value, origin: &Origin, findings: &mut Vec<Finding>) -> Option<T> {
    let faults = schema::faults(kind, value, &Wrong::default());
    if !faults.is_empty() {
        for fault in faults {
            let (document, pointer) = origin.trace(&fault.pointer);
            let place = match fault.at {
                schema::At::Key => document.key_place(&pointer),
                _ => document.value_place(&pointer),
            };
            findings.push(fault.finding().at(place));
        }
        return None;
    }
    read(kind, value, origin, findings)
}

/// A part that suits its schema as its type.
fn read<T: DeserializeOwned>(kind: Kind, value: &Value, origin: &Origin, findings: &mut Vec<Finding>) -> Option<T> {
    match T::deserialize(value) {
        Ok(typed) => Some(typed),
        Err(error) => {
            findings.push(unread(kind, &error.to_string(), origin));
            None
        }
    }
}

/// The finding for a part that suits its schema and not its type.
fn unread(kind: Kind, error: &str, origin: &Origin) -> Finding {
    let message = format!("a {} suits its schema and cannot be read", kind.word());
    let finding = Finding::error(Code::Internal, message).at(origin.base.value_place("/kind"));
    finding.help(format!("please report this: `{error}`"))
}
