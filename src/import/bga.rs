//! Logs of games at `BoardGameArena`.
//!
//! A JSON list of packets, each with notes of a `type` and its `args`. Who places no figure leaves no note, the start tile is
//! not told, and what is said for people is in the language of whoever saved the log: only numbers and types count here.
//! Points come as running totals.

use jsonc_parser::ast::{Object, Value};
use rustc_hash::FxHashMap;

use super::bga_tiles::{self, Known};
use super::jcz_moves::coordinate;
use super::json;
use super::record::{Deed, Event, Piece, Record, Target, Turn};
use super::told::Told;
use crate::diagnostic::Code;
use crate::game::MAX_PLAYERS;
use crate::geometry::{Cell, Rotation};
use crate::log::quote;
use crate::text::Span;

/// Keys whose values findings may show.
pub(super) const SHOWN: [&str; 8] = ["type", "x", "y", "ori", "pos", "points", "score", "target"];

/// What keeps a note from being carried over: its place, words and help.
type Refused = (Code, Span, String, String);

/// A log as it is read.
#[derive(Default)]
struct Log {
    /// The players' ids by seat, in the order of their first tiles.
    ids: Vec<String>,
    names: Vec<String>,
    players_span: Option<Span>,
    events: Vec<Event>,
    /// The last tile laid: its number in the box, its type, and its cell.
    last: Option<(Option<i64>, i64, Cell)>,
    /// The types of tiles drawn, by number.
    drawn: FxHashMap<i64, i64>,
    /// Totals by seat since the last tile.
    totals: Vec<(usize, u32)>,
    /// The latest total by seat.
    latest: Vec<(usize, u32)>,
    /// Pairs of type and place that were told to be known at second hand.
    second_hand: Vec<(i64, i64)>,
    end_span: Span,
}

/// Reads a log. What cannot be carried over is told; none where nothing can.
pub(super) fn read(root: &Value<'_>, told: &mut Told) -> Option<Record> {
    let Some(packets) = packets(root) else {
        let help = "expected a list of packets with notes, at the top or under `data`";
        told.error(Code::NotThisFormat, json::head(root), "this is no log of BoardGameArena", help);
        return None;
    };
    let mut log = Log::default();
    let mut is_cut = false;
    'packets: for packet in packets {
        let notes = packet.as_object().and_then(|packet| json::list(packet, "data")).unwrap_or_default();
        for note in notes.iter().filter_map(Value::as_object) {
            if let Err((code, span, message, help)) = log.note(note, told) {
                told.error(code, span, message, help);
                is_cut = true;
                break 'packets;
            }
        }
    }
    if log.events.is_empty() && !is_cut {
        let help = "expected notes of the type `playTile`";
        told.error(Code::NotThisFormat, json::head(root), "no tile is laid in this log", help);
    }
    if is_cut {
        log.close();
    }
    let players_span = log.players_span.unwrap_or_default();
    // The last turn's totals may hold the final scoring: they belong to the end.
    let claims = log.latest;
    Some(Record {
        game: ("carcassonne", players_span),
        variants: Vec::new(),
        players: log.names,
        players_span,
        start: None,
        source: "BoardGameArena".to_owned(),
        date: None,
        events: log.events,
        draws: Vec::new(),
        ends: false,
        end_span: log.end_span,
        claims,
        is_cut,
    })
    .filter(|record| !record.events.is_empty())
}

/// The list of packets, wherever the log was saved from.
fn packets<'v, 'a>(root: &'v Value<'a>) -> Option<&'v [Value<'a>]> {
    let mut at = root;
    // `data` may hold `data` or `logs`, and either may be all that was saved.
    for _ in 0..4 {
        if let Value::Array(list) = at {
            let is_packet =
                |value: &Value<'_>| value.as_object().is_some_and(|packet| json::list(packet, "data").is_some());
            return list.elements.iter().any(is_packet).then_some(list.elements.as_slice());
        }
        let object = at.as_object()?;
        at = ["data", "logs"].into_iter().find_map(|key| json::get(object, key))?;
    }
    None
}

impl Log {
    fn note(&mut self, note: &Object<'_>, told: &mut Told) -> Result<(), Refused> {
        let Some(kind) = json::get(note, "type") else { return Ok(()) };
        let args: Vec<&Object<'_>> = match json::get(note, "args") {
            Some(Value::Object(args)) => vec![args],
            Some(Value::Array(list)) => list.elements.iter().filter_map(Value::as_object).collect(),
            _ => Vec::new(),
        };
        let span = json::span(kind);
        for args in args {
            match json::scalar(kind).unwrap_or_default() {
                "pickTile" => self.pick(args),
                "playTile" => self.tile(args, span)?,
                "playPartisan" => self.figure(args, span, told)?,
                "winPoints" => self.points(args, span)?,
                "cantPlay" => self.discard(args, span, told)?,
                _ => continue,
            }
            self.end_span = span;
        }
        Ok(())
    }

    fn pick(&mut self, args: &Object<'_>) {
        let number = |key| json::get(args, key).and_then(json::integer);
        self.drawn.extend(number("id").zip(number("type")));
    }

    fn tile(&mut self, args: &Object<'_>, span: Span) -> Result<(), Refused> {
        let number = |key| json::get(args, key).and_then(json::integer);
        let kind = known(args, span)?;
        let corner = |key: &str| {
            json::get(args, key).and_then(coordinate).ok_or_else(|| {
                let at = json::get(args, key).map_or(span, json::span);
                malformed(at, &format!("`{key}` cannot be read"), "expected a whole number of at most six digits")
            })
        };
        let cell = Cell::new(corner("x")?, corner("y")?);
        let rotation = number("ori").filter(|ori| (1..=4).contains(ori)).ok_or_else(|| {
            let at = json::get(args, "ori").map_or(span, json::span);
            malformed(at, "`ori` cannot be read", "expected 1, 2, 3 or 4 clockwise, 1 for a tile that is not turned")
        })?;
        let rotation = Rotation::from_quarters((rotation - 1) as u8);
        let last = (number("id"), kind.number, cell);
        // A note may be told to all and again to one player.
        if last.0.is_some() && self.last == Some(last) {
            return Ok(());
        }
        let id = json::get(args, "player_id").and_then(json::scalar);
        let id =
            id.ok_or_else(|| malformed(span, "the note does not say whose tile it is", "expected a `player_id`"))?;
        let seat = self.ids.iter().position(|known| known == id).unwrap_or(self.ids.len());
        if seat == MAX_PLAYERS {
            let message = "the game has more players than any of ours".to_owned();
            return Err((Code::NotCarriedOver, span, message, String::new()));
        }
        if seat == self.ids.len() {
            self.ids.push(id.to_owned());
            self.names.push(json::text(args, "player_name").unwrap_or_default().to_owned());
        }
        self.players_span.get_or_insert(span);
        self.close();
        self.last = Some(last);
        let span = json::get(args, "type").map_or(span, json::span);
        let piece = Piece { drawings: kind.drawings, cell, rotation, span };
        self.events.push(Event::Turn(Turn { seat: Some(seat), piece, deeds: Vec::new(), claims: Vec::new() }));
        Ok(())
    }

    /// Writes the totals since the last tile to its turn.
    fn close(&mut self) {
        let totals = std::mem::take(&mut self.totals);
        if totals.is_empty() {
            return;
        }
        if let Some(Event::Turn(turn)) = self.events.iter_mut().rev().find(|event| matches!(event, Event::Turn(_))) {
            turn.claims.retain(|(seat, _)| totals.iter().all(|(other, _)| other != seat));
            turn.claims.extend(totals);
            turn.claims.sort_unstable();
        }
    }

    fn figure(&mut self, args: &Object<'_>, span: Span, told: &mut Told) -> Result<(), Refused> {
        let Some((id, kind, _)) = self.last else {
            return Err(malformed(span, "a figure is placed before a tile is laid", ""));
        };
        let number = |key| json::get(args, key).and_then(json::integer);
        if let (Some(laid), Some(here)) = (id, number("id"))
            && laid != here
        {
            let help = "a figure goes on the tile just laid";
            return Err(malformed(span, "the figure is placed on another tile than the last", help));
        }
        let pos = number("pos");
        let at = json::get(args, "pos").map_or(span, json::span);
        let places = bga_tiles::known(kind).map_or(&[][..], |known| known.places);
        let found = pos.and_then(|pos| places.iter().find(|place| i64::from(place.pos) == pos));
        let (Some(place), Some(pos)) = (found, pos) else {
            let pos = json::get(args, "pos").and_then(json::scalar).unwrap_or_default();
            let message = format!("the place `{}` on a tile of type `{kind}` is not known", quote(pos.as_bytes()));
            return Err((Code::NotCarriedOver, at, message, String::new()));
        };
        let said = ["type", "target"].into_iter().find_map(|key| json::text(args, key));
        let said = said.and_then(bga_tiles::feature);
        if said.is_some_and(|said| said != place.feature) {
            let message =
                format!("the place `{pos}` on a tile of type `{kind}` is said to be another feature than we know");
            let help = format!("by our table it is a {}", place.feature);
            return Err((Code::NotCarriedOver, at, message, help));
        }
        if !place.is_confirmed && !self.second_hand.contains(&(kind, pos)) {
            self.second_hand.push((kind, pos));
            let message = format!(
                "that the place `{pos}` on a tile of type `{kind}` is a {} is known at second hand only",
                place.feature
            );
            told.note(Code::SecondHand, at, message, "the figure may have stood elsewhere on the tile");
        }
        if let Some(Event::Turn(turn)) = self.events.last_mut() {
            let rotation = turn.piece.rotation;
            let ports = place.port.iter().map(|port| port.turned(rotation)).collect();
            let target = Target { feature: Some(place.feature), ports, written: pos.to_string() };
            turn.deeds.push((Deed::Place { figure: "meeple", target }, at));
        }
        Ok(())
    }

    fn points(&mut self, args: &Object<'_>, span: Span) -> Result<(), Refused> {
        let Some(score) = json::get(args, "score") else { return Ok(()) };
        let total = json::integer(score).and_then(|total| u32::try_from(total).ok()).filter(|total| *total <= 999_999);
        let total =
            total.ok_or_else(|| malformed(json::span(score), "the total cannot be read", "expected a whole number"))?;
        let id = json::get(args, "player_id").and_then(json::scalar);
        let id =
            id.ok_or_else(|| malformed(span, "the note does not say whose points they are", "expected a `player_id`"))?;
        // Whoever has no seat yet has laid no tile, and the log is not whole: told when the turns do not fit.
        if let Some(seat) = self.ids.iter().position(|known| known == id) {
            for totals in [&mut self.totals, &mut self.latest] {
                totals.retain(|(other, _)| *other != seat);
                totals.push((seat, total));
                totals.sort_unstable();
            }
        }
        Ok(())
    }

    fn discard(&mut self, args: &Object<'_>, span: Span, told: &mut Told) -> Result<(), Refused> {
        let number = |key| json::get(args, key).and_then(json::integer);
        let id = number("tile_id").or_else(|| number("id"));
        let drawn = id.and_then(|id| self.drawn.get(&id).copied());
        let kind = number("type").or(drawn);
        let known = kind.map_or_else(|| id.and_then(bga_tiles::by_number), bga_tiles::known);
        let known = known.ok_or_else(|| {
            let message = "which tile fitted nowhere is not known".to_owned();
            (Code::NotCarriedOver, span, message, String::new())
        })?;
        if kind.is_none() {
            let message = format!(
                "that the tile which fitted nowhere is a `{}` is known at second hand only",
                known.drawings[0].tile
            );
            told.note(Code::SecondHand, span, message, "the log names it by its number in the box");
        }
        self.close();
        self.events.push(Event::Discard { drawings: known.drawings, span });
        Ok(())
    }
}

fn malformed(span: Span, message: &str, help: &str) -> Refused {
    (Code::NotThisFormat, span, message.to_owned(), help.to_owned())
}

/// The tile of a note's `type`.
fn known(args: &Object<'_>, span: Span) -> Result<&'static Known, Refused> {
    let kind = json::get(args, "type")
        .ok_or_else(|| malformed(span, "the note does not say which tile", "expected a `type`"))?;
    json::integer(kind).and_then(bga_tiles::known).ok_or_else(|| {
        let written = quote(json::scalar(kind).unwrap_or_default().as_bytes());
        let message = format!("tiles of type `{written}` are not known");
        (Code::NotCarriedOver, json::span(kind), message, "the base game has the types 1 to 24".to_owned())
    })
}
