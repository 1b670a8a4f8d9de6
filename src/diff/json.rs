//! The differences as one JSON document, and its schema.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::data::Change;
use super::logs::{Differences, Fate, GameDiff, Illegal};
use super::{FORMAT, Report};
use crate::diagnostic::TurnNumber;
use crate::report::output_schema;
use crate::text::Place;

/// What `diff --format json` writes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "diff")]
pub struct DiffDocument {
    /// The number of this format.
    pub format: u32,
    /// The first operand, as it was written.
    pub a: String,
    /// The second one.
    pub b: String,
    /// Whether nothing differs that could change a game, and no game does.
    pub same: bool,
    /// What differs, sorted by key.
    pub changes: Vec<ChangeRecord>,
    /// What differs and changes no game.
    pub notes: Vec<ChangeRecord>,
    /// What the change does to recorded games; left out without `--logs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logs: Option<LogsRecord>,
}

/// One thing that differs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Change")]
pub struct ChangeRecord {
    /// What it is a change of: a game, with its variants.
    pub of: String,
    /// The least that can be taken from one side alone, with dots; left out for a note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The difference in words.
    pub text: String,
    /// The first side's value, where it is a plain one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// The second side's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
    /// Where the first side says it, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<PlaceRecord>,
    /// Where the second side does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<PlaceRecord>,
}

/// A place in a file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Place")]
pub struct PlaceRecord {
    /// The file, with its revision where it is of one.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in Unicode characters.
    pub column: usize,
}

/// What the change does to recorded games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Logs")]
pub struct LogsRecord {
    /// Games replayed under both.
    pub games: u64,
    /// Those in which nothing differs.
    pub same: u64,
    /// Those in which something does.
    pub differing: u64,
    /// Those with a move that is legal under the first only.
    pub becoming_illegal: u64,
    /// Those with a move that is legal under the second only.
    pub becoming_legal: u64,
    /// Those that neither can play to the end.
    pub illegal_under_both: u64,
    /// Those with other winners.
    pub winners_changed: u64,
    /// Those that no key and no pair explains.
    pub not_separable: u64,
    /// Games of other rulesets, left aside.
    pub skipped: u64,
    /// Parts of the logs that could not be read as a game.
    pub unread: u64,
    /// Whether more keys differ than were tried as explanations.
    pub capped: bool,
    /// By seat, over games that both can play.
    pub seats: Vec<SeatRecord>,
    /// By what explains the games.
    pub keys: Vec<KeyRecord>,
    /// The games that differ, in the order of the logs.
    pub list: Vec<GameRecord>,
    /// How many more of them are not in this list.
    pub omitted: u64,
}

/// Points of a seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Seat")]
pub struct SeatRecord {
    /// The seat, counted from 1.
    pub seat: usize,
    /// Games that both can play.
    pub games: u64,
    /// The mean of the second side's points less the first's.
    pub mean_difference: f64,
}

/// What keys explain.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Key")]
pub struct KeyRecord {
    /// One key, or two that it takes together.
    pub keys: Vec<String>,
    /// Games whose result they give by themselves.
    pub games: u64,
    /// Those of them that become illegal.
    pub illegal: u64,
    /// Points of all seats in the others, the second side's less the first's.
    pub points: i64,
}

/// A game that differs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Game")]
pub struct GameRecord {
    /// The log.
    pub file: String,
    /// The line of its `game:` header.
    pub line: usize,
    /// What becomes of it.
    pub fate: FateRecord,
    /// The first turn that differs; left out where the game is refused before it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_turn: Option<u32>,
    /// The letter of an extra turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<char>,
    /// The players, by seat.
    pub players: Vec<PlayerRecord>,
    /// Whether both end it, with other winners.
    pub winners_changed: bool,
    /// The move that stops it under the first side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal_before: Option<IllegalRecord>,
    /// Under the second side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal_after: Option<IllegalRecord>,
    /// What gives the second side's result: each list by itself does. Empty where it is not separable.
    pub explained_by: Vec<Vec<String>>,
}

/// A player in both.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Player")]
pub struct PlayerRecord {
    /// The name.
    pub player: String,
    /// Points under the first side, as far as it was played.
    pub before: i32,
    /// Points under the second side, as far as it was played.
    pub after: i32,
    /// The second less the first; left out where either side cannot play the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<i64>,
    /// Whether the player wins under the first.
    pub won_before: bool,
    /// Whether the player wins under the second.
    pub won_after: bool,
}

/// A move that stops a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Illegal")]
pub struct IllegalRecord {
    /// The turn; left out where the game is refused before it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The line in the log.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The code of what is wrong.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
}

/// What becomes of a game.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Fate")]
pub enum FateRecord {
    /// Both play it, and it gives something else.
    Differs,
    /// A move is legal under the first only.
    BecomesIllegal,
    /// A move is legal under the second only.
    BecomesLegal,
    /// It stops under both, elsewhere.
    StopsElsewhere,
}

/// The schemas of this output, by name.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![("diff", output_schema::<DiffDocument>(FORMAT))]
}

impl From<&Report> for DiffDocument {
    fn from(report: &Report) -> Self {
        Self {
            format: FORMAT,
            a: report.a.clone(),
            b: report.b.clone(),
            same: !report.differs(),
            changes: report.changes().map(|(name, change)| record(name, change)).collect(),
            notes: report.notes().map(|(name, change)| record(name, change)).collect(),
            logs: report.logs.as_ref().map(logs),
        }
    }
}

fn record(name: &str, change: &Change) -> ChangeRecord {
    let place = |place: &Option<Place>| {
        let record = |at: &Place| PlaceRecord { file: at.file().to_owned(), line: at.line, column: at.column };
        place.as_ref().map(record)
    };
    ChangeRecord {
        of: name.to_owned(),
        key: change.key.clone(),
        text: change.text.clone(),
        before: change.before.clone(),
        after: change.after.clone(),
        from: place(&change.from),
        to: place(&change.to),
    }
}

fn logs(logs: &Differences) -> LogsRecord {
    let totals = &logs.totals;
    let names = |keys: &[usize]| keys.iter().filter_map(|&key| logs.keys.get(key).cloned()).collect::<Vec<_>>();
    let seat = |(at, seat): (usize, &super::SeatTotal)| SeatRecord {
        seat: at + 1,
        games: seat.games,
        mean_difference: (seat.mean() * 1e6).round() / 1e6,
    };
    LogsRecord {
        games: totals.games,
        same: totals.same,
        differing: totals.differing,
        becoming_illegal: totals.becoming_illegal,
        becoming_legal: totals.becoming_legal,
        illegal_under_both: totals.illegal_both,
        winners_changed: totals.winners,
        not_separable: totals.not_separable,
        skipped: totals.skipped,
        unread: totals.unread,
        capped: logs.capped,
        seats: totals.seats.iter().enumerate().map(seat).collect(),
        keys: totals
            .keys
            .iter()
            .map(|(keys, total)| KeyRecord {
                keys: names(keys),
                games: total.games,
                illegal: total.illegal,
                points: total.sum,
            })
            .collect(),
        list: logs.games.iter().map(|one| game(one, &names)).collect(),
        omitted: logs.omitted,
    }
}

fn game(game: &GameDiff, names: &dyn Fn(&[usize]) -> Vec<String>) -> GameRecord {
    let number = |turn: Option<TurnNumber>| turn.map(|turn| turn.number);
    let illegal = |illegal: &Option<Illegal>| {
        illegal.as_ref().map(|illegal| IllegalRecord {
            turn: number(illegal.turn),
            line: illegal.place.0,
            column: illegal.place.1,
            code: illegal.code.number(),
            message: illegal.message.clone(),
        })
    };
    let score = |side: usize, seat: usize| game.scores[side].get(seat).copied().unwrap_or(0);
    let won = |side: usize, seat: usize| game.winners[side].iter().any(|&winner| usize::from(winner) == seat);
    let players = game.players.iter().enumerate().map(|(seat, player)| PlayerRecord {
        player: player.to_string(),
        before: score(0, seat),
        after: score(1, seat),
        difference: game.difference(seat),
        won_before: won(0, seat),
        won_after: won(1, seat),
    });
    let [before, after] = &game.winners;
    GameRecord {
        file: game.file.to_string(),
        line: game.line,
        fate: match game.fate {
            Fate::Differs => FateRecord::Differs,
            Fate::BecomesIllegal => FateRecord::BecomesIllegal,
            Fate::BecomesLegal => FateRecord::BecomesLegal,
            Fate::StopsElsewhere => FateRecord::StopsElsewhere,
        },
        first_turn: number(game.first_turn),
        part: game.first_turn.and_then(|turn| turn.part),
        players: players.collect(),
        winners_changed: !before.is_empty() && !after.is_empty() && before != after,
        illegal_before: illegal(&game.illegal[0]),
        illegal_after: illegal(&game.illegal[1]),
        explained_by: game.keys.iter().map(|keys| names(keys)).collect(),
    }
}
