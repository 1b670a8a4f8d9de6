//! The messages of a game in a file of `JCloisterZone` as turns.
//!
//! A turn is a tile laid, at most one thing done with a figure or a pass, and a commit, which real files may lack. An undo
//! takes back the last message of the turn that is not committed yet.

use jsonc_parser::ast::{Object, Value};

use super::jcz_places;
use super::jcz_tiles::drawings;
use super::json;
use super::record::{Deed, Event, Piece, Target, Turn};
use super::told::Told;
use crate::diagnostic::Code;
use crate::geometry::{Cell, MAX_COORDINATE, Rotation};
use crate::log::quote;
use crate::text::Span;

/// What happened, as far as it could be read.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// Turns in order.
    pub(super) events: Vec<Event>,
    /// Whether a message says that the game is over.
    pub(super) is_over: bool,
    /// Whether the rest could not be read.
    pub(super) is_cut: bool,
    /// The last message's bytes.
    pub(super) end_span: Span,
}

/// A message.
struct Message<'v, 'a> {
    kind: &'v str,
    payload: Option<&'v Object<'a>>,
    player: Option<usize>,
    span: Span,
}

/// Reads all messages, up to the first that cannot be carried over.
pub(super) fn read(replay: &[Value<'_>], players: usize, told: &mut Told) -> Moves {
    let mut moves = Moves::default();
    let mut open: Option<Turn> = None;
    let mut missing: Vec<Span> = Vec::new();
    let messages = effective(replay, &mut moves, told);
    for message in messages {
        moves.end_span = message.span;
        let step = match message.kind {
            "PLACE_TILE" => {
                if let Some(turn) = open.take() {
                    missing.push(message.span);
                    moves.events.push(Event::Turn(turn));
                }
                tile(&message).map(|turn| open = Some(turn))
            }
            "DEPLOY_MEEPLE" | "RETURN_MEEPLE" => figure(&message, players).and_then(|(seat, deed, at)| {
                let turn = open.as_mut().ok_or_else(|| malformed("a figure is moved before a tile is laid", ""))?;
                if turn.seat.is_some_and(|owner| owner != seat) {
                    let words = "the figure is not of whoever laid the tile".to_owned();
                    return Err((Code::NotCarriedOver, None, words, String::new()));
                }
                if at.is_some_and(|at| at != turn.piece.cell) {
                    let words = "the figure goes to another tile than the one just laid".to_owned();
                    return Err((Code::NotCarriedOver, None, words, String::new()));
                }
                turn.seat = Some(seat);
                turn.deeds.push((deed, message.span));
                Ok(())
            }),
            "COMMIT" => {
                moves.events.extend(open.take().map(Event::Turn));
                Ok(())
            }
            "PASS" => Ok(()),
            "GAME_OVER" => {
                moves.is_over = true;
                Ok(())
            }
            kind => {
                let kind = quote(kind.as_bytes());
                Err((Code::NotCarriedOver, None, format!("a message `{kind}` is about what we lack"), String::new()))
            }
        };
        if let Err((code, span, message_text, help)) = step {
            told.error(code, span.unwrap_or(message.span), message_text, help);
            moves.is_cut = true;
            // A turn that cannot be read whole is no turn.
            if !matches!(message.kind, "PLACE_TILE") {
                open = None;
            }
            break;
        }
    }
    // Where the rest could not be read, nobody knows what else belongs to the last turn.
    moves.events.extend(open.filter(|_| !moves.is_cut).map(Event::Turn));
    if let Some(first) = missing.first() {
        let turns = if missing.len() == 1 { "1 turn has".to_owned() } else { format!("{} turns have", missing.len()) };
        let message = format!("{turns} no `COMMIT`; the next tile is taken for the end of the turn");
        told.note(Code::Inferred, *first, message, "");
    }
    moves
}

/// What keeps a message from being carried over: code, place where it is not the message's, words and help.
type Refused = (Code, Option<Span>, String, String);

fn malformed(message: &str, help: &str) -> Refused {
    (Code::NotThisFormat, None, message.to_owned(), help.to_owned())
}

/// The messages that count: without those taken back.
fn effective<'v, 'a>(replay: &'v [Value<'a>], moves: &mut Moves, told: &mut Told) -> Vec<Message<'v, 'a>> {
    let mut messages: Vec<Message<'_, '_>> = Vec::new();
    // Messages before this one are committed.
    let mut committed = 0;
    for value in replay {
        let found = value.as_object().and_then(|object| Some((object, json::get(object, "type")?)));
        let Some((object, kind)) = found.filter(|(_, kind)| kind.as_string_lit().is_some()) else {
            let help = "expected a record with a text `type` and a record `payload`";
            told.error(Code::NotThisFormat, json::span(value), "this is no message of a game", help);
            moves.is_cut = true;
            break;
        };
        let player = json::get(object, "player").and_then(json::integer).and_then(|seat| usize::try_from(seat).ok());
        let (span, kind) = (json::span(kind), json::scalar(kind).unwrap_or_default());
        match kind {
            "UNDO" if messages.len() > committed => {
                messages.pop();
            }
            "UNDO" => {
                let help = "the game is imported up to the message before it";
                told.error(Code::NotCarriedOver, span, "an `UNDO` takes back what is committed already", help);
                moves.is_cut = true;
                break;
            }
            _ => {
                messages.push(Message { kind, payload: json::object(object, "payload"), player, span });
                if kind == "COMMIT" {
                    committed = messages.len();
                }
            }
        }
    }
    messages
}

/// A turn that begins with this tile.
fn tile(message: &Message<'_, '_>) -> Result<Turn, Refused> {
    let payload = message.payload.ok_or_else(|| malformed("the message has no `payload`", ""))?;
    let id = json::get(payload, "tileId").ok_or_else(|| malformed("the message has no `tileId`", ""))?;
    let span = json::span(id);
    let name = json::scalar(id).unwrap_or_default();
    let drawings = drawings(name).ok_or_else(|| {
        let message = format!("the tile `{}` is none of ours", quote(name.as_bytes()));
        (Code::NotCarriedOver, Some(span), message, String::new())
    })?;
    let turn = json::get(payload, "rotation");
    let rotation = turn.and_then(rotation).ok_or_else(|| {
        let help = "expected `R0`, `R90`, `R180` or `R270`";
        (Code::NotThisFormat, turn.map(json::span), "how the tile is turned cannot be read".to_owned(), help.to_owned())
    })?;
    let cell = position(payload)?;
    Ok(Turn {
        seat: message.player,
        piece: Piece { drawings, cell, rotation, span },
        deeds: Vec::new(),
        claims: Vec::new(),
    })
}

/// Whose figure a message is about, what is done with it, and on which tile where it is placed.
fn figure(message: &Message<'_, '_>, players: usize) -> Result<(usize, Deed, Option<Cell>), Refused> {
    let payload = message.payload.ok_or_else(|| malformed("the message has no `payload`", ""))?;
    let id = json::get(payload, "meepleId");
    let read = id.and_then(json::scalar).and_then(jcz_places::figure).filter(|(seat, _)| *seat < players);
    let Some((seat, kind)) = read else {
        let help = "expected the seat, the kind and a number, such as `0.small.1`";
        return Err((
            Code::NotThisFormat,
            id.map(json::span),
            "whose figure this is cannot be read".to_owned(),
            help.to_owned(),
        ));
    };
    let figure = kind.map_err(|kind| {
        let message = format!("the figure `{}` is none of ours", quote(kind.as_bytes()));
        (Code::NotCarriedOver, id.map(json::span), message, String::new())
    })?;
    if message.kind == "RETURN_MEEPLE" {
        let source = json::get(payload, "source");
        if figure != "abbot" || source.and_then(json::scalar).is_some_and(|source| source != "ABBOT_RETURN") {
            let message = format!("a `{figure}` is taken back in a way that we lack");
            return Err((Code::NotCarriedOver, source.map(json::span), message, String::new()));
        }
        return Ok((seat, Deed::Recall { figure }, None));
    }
    let pointer = json::object(payload, "pointer").ok_or_else(|| malformed("the message has no `pointer`", ""))?;
    let location = json::get(pointer, "location").ok_or_else(|| malformed("the pointer has no `location`", ""))?;
    let written = json::scalar(location).unwrap_or_default();
    let feature = json::get(pointer, "feature");
    let lacking = |what: &Value<'_>| {
        let message =
            format!("a figure goes to `{}`, which we lack", quote(json::scalar(what).unwrap_or_default().as_bytes()));
        (Code::NotCarriedOver, Some(json::span(what)), message, String::new())
    };
    let ports = jcz_places::ports(written).ok_or_else(|| lacking(location))?;
    let word = match (feature, written) {
        (Some(word), _) => {
            Some(jcz_places::feature(json::scalar(word).unwrap_or_default()).ok_or_else(|| lacking(word))?)
        }
        (None, "CLOISTER" | "MONASTERY") => Some("monastery"),
        (None, "GARDEN") => Some("garden"),
        (None, "INNER_FARM" | "INNER_FIELD") => Some("field"),
        (None, _) => None,
    };
    let target = Target { feature: word, ports, written: quote(written.as_bytes()) };
    let at = json::get(pointer, "position").map(|_| position(pointer)).transpose()?;
    Ok((seat, Deed::Place { figure, target }, at))
}

fn position(payload: &Object<'_>) -> Result<Cell, Refused> {
    let value = json::get(payload, "position");
    let read = value.and_then(Value::as_array).and_then(|list| match list.elements.as_slice() {
        [x, y] => Some(Cell::new(coordinate(x)?, coordinate(y)?)),
        _ => None,
    });
    read.ok_or_else(|| {
        let help = "expected two whole numbers of at most six digits";
        (Code::NotThisFormat, value.map(json::span), "where the tile lies cannot be read".to_owned(), help.to_owned())
    })
}

/// A coordinate that a log can write.
pub(super) fn coordinate(value: &Value<'_>) -> Option<i32> {
    let number = json::integer(value)?;
    i32::try_from(number).ok().filter(|number| number.abs() <= MAX_COORDINATE)
}

/// A rotation, `R90` or `90`.
pub(super) fn rotation(value: &Value<'_>) -> Option<Rotation> {
    let text = json::scalar(value)?;
    Rotation::from_degrees(text.strip_prefix('R').unwrap_or(text).parse().ok()?)
}
