//! The JSON output as types: what `replay --format json` and `validate --format json` write, and its schemas.
//!
//! The records borrow from the reports; they exist only while something is written. What must stay true: keys and
//! shapes are the contract's, a key without a value is left out, and maps keep the order of the seats.

use indexmap::IndexMap;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::Value;

use super::{Ended, Entry, FORMAT, FileReport, GameReport, LedgerLevel, Reason, Source, sources};
use crate::diagnostic::Finding;
use crate::diagnostic::render::json::{FindingRecord, records};

/// What `replay --format json` writes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "replay")]
pub struct ReplayReport<'a> {
    /// The number of this format.
    pub format: u32,
    /// The games, in the order they were read.
    pub games: Vec<GameRecord<'a>>,
    /// What belongs to no game.
    pub findings: Vec<FindingRecord<'a>>,
    /// How many of these findings a cap left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted: usize,
}

/// What `validate --format json` writes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "validate")]
pub struct ValidateReport<'a> {
    /// The number of this format.
    pub format: u32,
    /// The files, in the order they were checked.
    pub files: Vec<FileRecord<'a>>,
    /// What belongs to no file, or to several.
    pub findings: Vec<FindingRecord<'a>>,
    /// How many of these findings a cap left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted: usize,
}

/// One game. It is also a line of `replay --format jsonl`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Game")]
pub struct GameRecord<'a> {
    /// The log it stands in.
    pub file: &'a str,
    /// The line of its `game:` header, counted from 1.
    pub line: usize,
    /// The ruleset's id.
    pub game: &'a str,
    /// The variants applied, in order.
    pub variants: Vec<&'a str>,
    /// The players in seat order.
    pub players: Vec<&'a str>,
    /// Whether drawings in play are reconstructions, so that a refusal may be our drawing's fault.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reconstructed: bool,
    /// Turns completed.
    pub turns: u32,
    /// How it ended.
    pub ended: Ended,
    /// Points by player, in seat order.
    pub scores: IndexMap<&'a str, i32>,
    /// The players who won; empty where the game was not played to an end.
    pub winners: Vec<&'a str>,
    /// What is wrong with it.
    pub findings: Vec<FindingRecord<'a>>,
    /// How many of its findings a cap left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted: usize,
    /// Where the points came from; left out with `--ledger none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ledger: Option<LedgerRecord<'a>>,
}

/// Where points came from.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Ledger")]
pub enum LedgerRecord<'a> {
    /// Every point, in order (`--ledger full`).
    Full(Vec<EntryRecord<'a>>),
    /// Points by source and player (`--ledger summary`).
    Summary(Vec<SourceRecord<'a>>),
}

/// Points given at one moment for one thing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Entry")]
pub struct EntryRecord<'a> {
    /// The turn; for final scoring the last one.
    pub turn: u32,
    /// The letter of an extra turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<char>,
    /// What the points were given for.
    pub reason: Reason,
    /// The kind of feature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature: Option<&'a str>,
    /// Points for each of the players; below zero where they cost some.
    pub points: i32,
    /// Who got them.
    pub players: Vec<&'a str>,
    /// Tiles counted.
    pub tiles: u32,
    /// Icons counted.
    pub icons: IndexMap<&'a str, u32>,
    /// Other units counted.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub units: IndexMap<&'a str, u32>,
    /// The cells the feature covers: column, row.
    pub cells: Vec<[i32; 2]>,
}

/// Points from one kind of source.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Source")]
pub struct SourceRecord<'a> {
    /// What the points were given for.
    pub reason: Reason,
    /// The kind of feature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
    /// How many entries of the ledger it sums.
    pub entries: u32,
    /// Points by player, in seat order.
    pub points: IndexMap<&'a str, i32>,
}

/// One file. It is also a line of `validate --format jsonl`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "File")]
pub struct FileRecord<'a> {
    /// Its name, as it was given or found.
    pub file: &'a str,
    /// What it holds: a kind of data file, or `moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'a str>,
    /// For a move log, how many games it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// What is wrong with it.
    pub findings: Vec<FindingRecord<'a>>,
    /// How many of its findings a cap left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub omitted: usize,
}

impl<'a> GameRecord<'a> {
    /// The game with the findings that are shown, and the number of those that are not.
    #[must_use]
    pub fn new(game: &'a GameReport, findings: &'a [Finding], omitted: usize, level: LedgerLevel) -> Self {
        Self {
            file: &game.file,
            line: game.line,
            game: &game.game,
            variants: game.variants.iter().map(|variant| &**variant).collect(),
            players: game.players.iter().map(|player| &**player).collect(),
            reconstructed: game.reconstructed,
            turns: game.turns,
            ended: game.ended,
            scores: by_player(game, |seat| game.score(seat)),
            winners: names(game, &game.winners),
            findings: records(findings),
            omitted,
            ledger: match level {
                LedgerLevel::None => None,
                LedgerLevel::Summary => Some(LedgerRecord::Summary(
                    sources(game).into_iter().map(|it| SourceRecord::new(game, &it)).collect(),
                )),
                LedgerLevel::Full => {
                    Some(LedgerRecord::Full(game.ledger.iter().map(|it| EntryRecord::new(game, it)).collect()))
                }
            },
        }
    }
}

impl<'a> EntryRecord<'a> {
    fn new(game: &'a GameReport, entry: &'a Entry) -> Self {
        let counts =
            |list: &'a [(std::sync::Arc<str>, u32)]| list.iter().map(|(word, count)| (&**word, *count)).collect();
        Self {
            turn: entry.turn.number,
            part: entry.turn.part,
            reason: entry.reason,
            feature: entry.feature.as_deref(),
            points: entry.points,
            players: names(game, &entry.seats),
            tiles: entry.tiles,
            icons: counts(&entry.icons),
            units: counts(&entry.units),
            cells: entry.cells.iter().map(|cell| [cell.x, cell.y]).collect(),
        }
    }
}

impl<'a> SourceRecord<'a> {
    fn new(game: &'a GameReport, source: &Source) -> Self {
        Self {
            reason: source.reason,
            feature: source.feature.as_deref().map(ToOwned::to_owned),
            entries: source.entries,
            points: by_player(game, |seat| source.points.get(seat).copied().unwrap_or(0)),
        }
    }
}

impl<'a> FileRecord<'a> {
    /// The file with the findings that are shown, and the number of those that are not.
    #[must_use]
    pub fn new(file: &'a FileReport, findings: &'a [Finding], omitted: usize) -> Self {
        Self { file: &file.file, kind: file.kind.as_deref(), games: file.games, findings: records(findings), omitted }
    }
}

fn by_player(game: &GameReport, value: impl Fn(usize) -> i32) -> IndexMap<&str, i32> {
    (0..game.players.len()).map(|seat| (game.player(seat), value(seat))).collect()
}

fn names<'a>(game: &'a GameReport, seats: &[u8]) -> Vec<&'a str> {
    seats.iter().map(|&seat| game.player(usize::from(seat))).collect()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The schemas of the JSON output, draft-07, by name: `replay` and `validate`.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("replay", output_schema::<ReplayReport<'static>>(FORMAT)),
        ("validate", output_schema::<ValidateReport<'static>>(FORMAT)),
    ]
}

/// The schema of a JSON output, draft-07, of this format number.
#[must_use]
pub fn output_schema<T: JsonSchema>(format: u32) -> Value {
    let mut schema = SchemaSettings::draft07().for_serialize().into_generator().into_root_schema_for::<T>().to_value();
    tidy(&mut schema);
    schema["properties"]["format"] =
        serde_json::json!({ "description": "The number of this format.", "const": format });
    schema
}

/// Takes out what only Rust knows, number formats and null for keys that are left out instead, and makes one list of
/// words of a choice of constants.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if map.get("format").is_some_and(Value::is_string) {
                map.shift_remove("format");
            }
            if let Some(Value::Array(types)) = map.get_mut("type") {
                types.retain(|word| word != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    map.insert("type".to_owned(), only);
                }
            }
            if let Some(Value::Array(arms)) = map.get_mut("anyOf") {
                arms.retain(|arm| arm.get("type").is_none_or(|word| word != "null"));
                if let [Value::Object(only)] = arms.as_slice() {
                    let only = only.clone();
                    map.shift_remove("anyOf");
                    // What stands beside a reference is not read in this draft, so the reference is wrapped.
                    if only.contains_key("$ref") {
                        map.insert("allOf".to_owned(), Value::Array(vec![Value::Object(only)]));
                    } else {
                        map.extend(only);
                    }
                }
            }
            if let Some(words) = map.get("oneOf").and_then(constants) {
                map.shift_remove("oneOf");
                map.insert("type".to_owned(), "string".into());
                map.insert("enum".to_owned(), words.iter().map(|(word, _)| word.clone()).collect());
                let about = map.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
                let lines =
                    words.iter().map(|(word, what)| format!("\n- {}: {what}", word.as_str().unwrap_or_default()));
                map.insert("description".to_owned(), (about + &lines.collect::<String>()).into());
            }
            map.values_mut().for_each(tidy);
        }
        Value::Array(list) => list.iter_mut().for_each(tidy),
        _ => {}
    }
}

/// The words of a choice that has nothing but constants, each with what it means.
fn constants(arms: &Value) -> Option<Vec<(Value, String)>> {
    let arm = |arm: &Value| {
        let what = arm.get("description").and_then(Value::as_str).unwrap_or_default();
        Some((arm.get("const")?.clone(), what.to_owned()))
    };
    arms.as_array()?.iter().map(arm).collect()
}
