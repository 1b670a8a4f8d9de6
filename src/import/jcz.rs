//! Saves and scenario files of `JCloisterZone`, fourth to sixth version.
//!
//! One JSON record: the setup, the players, and the messages of the game in `replay`. A scenario also says which tiles are
//! drawn (`gameAnnotations`) and what should come out (`test.assertions`).

use jsonc_parser::ast::{Object, Value};

use super::jcz_moves;
use super::jcz_setup::{self, Setup};
use super::jcz_tiles::{self, drawings};
use super::json;
use super::record::{Drawings, Event, Piece, Record};
use super::told::Told;
use crate::diagnostic::Code;
use crate::game::MAX_PLAYERS;
use crate::geometry::{Cell, Rotation};
use crate::text::Span;

/// Keys whose values findings may show.
pub(super) const SHOWN: [&str; 9] =
    ["appVersion", "type", "tileId", "tile", "rotation", "feature", "location", "meepleId", "drawOrder"];

/// Reads a file. What cannot be carried over is told; none where nothing can.
pub(super) fn read(root: &Value<'_>, told: &mut Told) -> Option<Record> {
    let help = "expected a record with `setup`, `players` and `replay`, as the program saves it";
    let Some(file) = root.as_object() else {
        told.error(Code::NotThisFormat, json::head(root), "this is no file of JCloisterZone", help);
        return None;
    };
    let (Some(setup), Some(replay)) = (json::object(file, "setup"), json::list(file, "replay")) else {
        told.error(Code::NotThisFormat, json::opening(file), "this is no file of JCloisterZone", help);
        return None;
    };
    let read = jcz_setup::read(setup, told);
    let (players, players_span) = players(file);
    if players.is_empty() {
        let help = "expected `players`, each with a `name`, or `slots` with a `nickname`";
        told.error(Code::NotThisFormat, json::opening(file), "the file names no players", help);
    }
    if players.len() == 1 || players.len() > MAX_PLAYERS {
        let message =
            if players.len() == 1 { "the game has 1 player" } else { "the game has more players than any of ours" };
        told.error(Code::NotCarriedOver, players_span, message, "a game has two players or more by our rules");
    }
    let start = start(setup, &read, told);
    if told.is_failed() {
        return None;
    }
    let annotations = Annotations::of(file);
    let moves = jcz_moves::read(replay, players.len(), told);
    let drawn = annotations.drawn(&moves.events);
    let is_drawn_out = annotations.ends && drawn >= annotations.draws.len();
    let mut record = Record {
        game: read.game?,
        variants: read.variants,
        players,
        players_span,
        start,
        source: source(file),
        date: date(file),
        ends: moves.is_over || is_drawn_out || annotations.end_turn.is_some_and(|last| drawn >= last),
        events: moves.events,
        draws: annotations.draws,
        end_span: moves.end_span,
        claims: Vec::new(),
        is_cut: moves.is_cut,
    };
    assertions(file, &mut record, told);
    Some(record)
}

/// The players' names by seat, with the bytes of their list.
fn players(file: &Object<'_>) -> (Vec<String>, Span) {
    let first = |list: &[Value<'_>]| list.first().map_or(json::opening(file), json::span);
    if let Some(list) = json::list(file, "players") {
        let name = |player: &Value<'_>| json::text(player.as_object()?, "name").map(str::to_owned);
        return (list.iter().map(|player| name(player).unwrap_or_default()).collect(), first(list));
    }
    let list = json::list(file, "slots").unwrap_or_default();
    let mut taken: Vec<(i64, String)> = Vec::new();
    for slot in list.iter().filter_map(Value::as_object) {
        if let Some(name) = json::text(slot, "nickname") {
            let order = json::get(slot, "serial").and_then(json::integer).unwrap_or(taken.len() as i64);
            taken.push((order, name.to_owned()));
        }
    }
    // Seats are in the order in which they were taken, not in that of the list.
    taken.sort_by_key(|(order, _)| *order);
    (taken.into_iter().map(|(_, name)| name).collect(), first(list))
}

/// Tiles on the table at the start; none where the ruleset's own lie there.
fn start(setup: &Object<'_>, read: &Setup, told: &mut Told) -> Option<Vec<Piece>> {
    let Some(list) = json::list(setup, "start") else {
        let spring = || {
            let span = json::opening(setup);
            vec![Piece { drawings: jcz_tiles::SPRING, cell: Cell::new(0, 0), rotation: Rotation::default(), span }]
        };
        return read.has_river().then(spring);
    };
    let mut pieces = Vec::new();
    for value in list {
        let Some(tile) = value.as_object() else {
            told.error(Code::NotThisFormat, json::span(value), "a start tile is a record", "");
            continue;
        };
        let coordinate = |key| json::get(tile, key).map_or(Some(0), jcz_moves::coordinate);
        let id = json::get(tile, "tile");
        let known = id.and_then(|id| drawings(json::scalar(id)?));
        let rotation = json::get(tile, "rotation").map_or(Some(Rotation::default()), jcz_moves::rotation);
        match (known, coordinate("x"), coordinate("y"), rotation) {
            (Some(drawings), Some(x), Some(y), Some(rotation)) => {
                let span = id.map_or(json::opening(tile), json::span);
                pieces.push(Piece { drawings, cell: Cell::new(x, y), rotation, span });
            }
            (None, ..) => {
                let span = id.map_or(json::opening(tile), json::span);
                told.error(Code::NotCarriedOver, span, "the game starts with a tile that is none of ours", "");
            }
            _ => {
                let help = "expected whole numbers `x` and `y`, and a `rotation` of 0, 90, 180 or 270";
                told.error(Code::NotThisFormat, json::opening(tile), "where the start tile lies cannot be read", help);
            }
        }
    }
    Some(pieces).filter(|pieces| !pieces.is_empty())
}

/// What a scenario says about its tiles.
#[derive(Default)]
struct Annotations {
    /// The tiles in the order they are drawn, as far as they are known.
    draws: Vec<(Drawings, Span)>,
    /// Whether the order ends the game.
    ends: bool,
    /// After how many tiles the game ends.
    end_turn: Option<usize>,
}

impl Annotations {
    fn of(file: &Object<'_>) -> Self {
        let mut read = Self::default();
        let Some(found) = json::object(file, "gameAnnotations").or_else(|| json::object(file, "annotations")) else {
            return read;
        };
        let pack = json::object(found, "tilePack").and_then(|pack| json::object(pack, "params"));
        let found = pack.unwrap_or(found);
        let limit = json::get(found, "endTurn").or_else(|| json::get(found, "drawLimit")).and_then(json::integer);
        read.end_turn = limit.and_then(|limit| usize::try_from(limit).ok()).filter(|limit| *limit > 0);
        for value in json::list(found, "drawOrder").unwrap_or_default() {
            let id = json::scalar(value).unwrap_or_default();
            read.ends |= id == "#END";
            // What comes behind a tile that is none of ours cannot be told apart any more.
            let Some(drawings) = drawings(id) else { break };
            read.draws.push((drawings, json::span(value)));
        }
        read
    }

    /// How many tiles were drawn for these turns, those among them that were not laid included.
    fn drawn(&self, events: &[Event]) -> usize {
        let mut draws = self.draws.iter();
        for event in events {
            let Event::Turn(turn) = event else { continue };
            if !draws.any(|(drawings, _)| *drawings == turn.piece.drawings) {
                // Another order than this one tells nothing.
                return events.len();
            }
        }
        events.len().max(self.draws.len() - draws.len())
    }
}

/// Which program wrote the file.
fn source(file: &Object<'_>) -> String {
    let version = json::text(file, "appVersion").unwrap_or_default();
    let is_version = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    if version.is_empty() || version.len() > 20 || !version.bytes().all(is_version) {
        return "JCloisterZone".to_owned();
    }
    format!("JCloisterZone {version}")
}

/// The day in `created`, a time in UTC.
fn date(file: &Object<'_>) -> Option<String> {
    let day = json::text(file, "created")?.split('T').next()?;
    let is_part = |(index, part): (usize, &str)| {
        part.len() == if index == 0 { 4 } else { 2 } && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_day = day.split('-').count() == 3 && day.split('-').enumerate().all(is_part);
    is_day.then(|| day.to_owned())
}

/// A scenario's assertions: those about points are claims, the others are counted.
fn assertions(file: &Object<'_>, record: &mut Record, told: &mut Told) {
    let Some(list) = json::object(file, "test").and_then(|test| json::list(test, "assertions")) else { return };
    let mut others = Vec::new();
    for value in list {
        let claim = json::scalar(value).and_then(|text| points(text, &record.players));
        match claim {
            Some((seat, _)) if record.claims.iter().any(|(other, _)| *other == seat) => others.push(value),
            Some(claim) => record.claims.push(claim),
            None => others.push(value),
        }
    }
    record.claims.sort_unstable();
    if let Some(first) = others.first() {
        let message = format!(
            "{} of {} assertions say more than how many points a player has, and are left out",
            others.len(),
            list.len()
        );
        told.note(
            Code::NotCarriedOver,
            json::span(first),
            message,
            "`replay` explains every point of the imported game",
        );
    }
}

/// The seat and points of `NAME has N points`.
fn points(text: &str, players: &[String]) -> Option<(usize, u32)> {
    let text = text.trim().trim_end_matches('.');
    let text = text.strip_suffix(" points").or_else(|| text.strip_suffix(" point"))?;
    let (name, points) = text.rsplit_once(" has ")?;
    let points = points.trim().parse().ok().filter(|points| *points <= 999_999)?;
    let seat = players.iter().position(|player| player == name)?;
    Some((seat, points))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_about_points_are_read() {
        let players = ["Ada".to_owned(), "B has C".to_owned()];
        assert_eq!(points("Ada has 1 point", &players), Some((0, 1)));
        assert_eq!(points("B has C has 12 points.", &players), Some((1, 12)));
        for text in
            ["Ada scored city for 4 points", "Eve has 3 points", "Ada has -1 points", "Ada has 9999999 points", ""]
        {
            assert_eq!(points(text, &players), None, "{text}");
        }
    }
}
