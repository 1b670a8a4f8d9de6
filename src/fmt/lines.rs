//! The lines of one game in their canonical form.
//!
//! A game that was replayed is read a second time, each turn with what it turned out to mean. What must stay true: the
//! words of a line keep their order, and what is left out is what a reader of the log supplies.

use std::fmt::Write as _;

use super::push_comment;
use crate::game::Game;
use crate::log::{ActionText, ChipText, ClaimText, End, Header, Line, PieceText, PrintText, Reader, TurnText, Word};
use crate::notation;
use crate::replay::PlayedTurn;

/// The lines of a game that was replayed, comments and blank lines where they stood; none where the text and the turns do
/// not belong together.
pub(super) fn game(text: &str, game: &Game, turns: &[PlayedTurn]) -> Option<String> {
    let mut reader = Reader::new(text.as_bytes());
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut turns = turns.iter();
    let mut next = 0;
    while let Some(line) = reader.line() {
        let start = next;
        let end = memchr::memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |at| start + at);
        next = end + 1;
        // Where a line's words end its comment begins.
        let rest = |from: usize| text.get(from..end).map(trimmed);
        let comment = match line.ok()? {
            Line::Nothing => {
                nothing(&mut out, rest(start)?);
                ""
            }
            Line::Header => {
                let behind = header(&mut out, game, text, (start, end), &reader.header)?;
                rest(behind)?
            }
            Line::Turn => {
                let width = reader.header.players.iter().map(|player| player.text.len()).max().unwrap_or(0);
                write_turn(&mut out, game, (&reader.turn, &reader.chips), turns.next()?, width)?;
                if !reader.claims.is_empty() {
                    out.push_str(" {");
                    claims(&mut out, &reader.claims);
                    out.push('}');
                }
                rest(reader.turn.span.end)?
            }
            Line::End(how, span) => {
                out.push_str(match how {
                    End::Complete => "end: complete",
                    End::Now => "end: now",
                    End::Stopped => "end: stopped",
                });
                rest(span.end)?
            }
            Line::Score(span) => {
                out.push_str("score: ");
                claims(&mut out, &reader.claims);
                rest(span.end)?
            }
        };
        push_comment(&mut out, comment);
        out.push('\n');
    }
    turns.next().is_none().then_some(out)
}

/// Without the blanks, carriage returns and mark at its ends.
pub(super) fn trimmed(line: &str) -> &str {
    line.trim_start_matches('\u{feff}').trim_matches([' ', '\t', '\r'])
}

/// A blank line, a comment, or a header whose text is for people.
fn nothing(out: &mut String, line: &str) {
    match line.split_once(':').filter(|_| !line.starts_with('#')) {
        None => out.push_str(line),
        Some((key, text)) => {
            out.push_str(key);
            out.push(':');
            let text = trimmed(text);
            if !text.is_empty() {
                out.push(' ');
                out.push_str(text);
            }
        }
    }
}

fn push_word(out: &mut String, word: Word<'_>) {
    // Whatever is no text was refused before.
    out.push_str(std::str::from_utf8(word.text).unwrap_or_default());
}

/// A header that means something; where its words end.
fn header(
    out: &mut String,
    game: &Game,
    text: &str,
    (start, end): (usize, usize),
    header: &Header<'_>,
) -> Option<usize> {
    let line = text.get(start..end)?;
    let (key, value) = line.split_once(':')?;
    let key = trimmed(key);
    let _ = write!(out, "{key}: ");
    match key {
        "game" => {
            push_word(out, header.game);
            Some(header.game.span().end)
        }
        "variant" => {
            for (index, word) in header.variants.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                push_word(out, *word);
            }
            header.variants.last().map(|word| word.span().end)
        }
        "players" => {
            let span = header.players_span?;
            players(out, text.get(span.start..span.end)?);
            Some(span.end)
        }
        "start" => {
            let tiles = header.start.as_deref()?;
            for (index, tile) in tiles.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                piece(out, game, &tile.piece, false);
            }
            tiles.last().map(|tile| tile.span.end)
        }
        // `format` is left, and its value is a number.
        _ => {
            let blanks = value.len() - value.trim_start_matches([' ', '\t']).len();
            let digits = value[blanks..].bytes().take_while(u8::is_ascii_digit).count();
            out.push_str(&value[blanks..blanks + digits]);
            Some(end - value.len() + blanks + digits)
        }
    }
}

/// The players with their names in brackets, which stay as they are.
fn players(out: &mut String, value: &str) {
    let mut rest = value;
    loop {
        let end = rest.find([' ', '\t', '(', ',']).unwrap_or(rest.len());
        out.push_str(&rest[..end]);
        rest = rest[end..].trim_start_matches([' ', '\t']);
        if rest.starts_with('(') {
            let end = rest.find(')').map_or(rest.len(), |at| at + 1);
            out.push(' ');
            out.push_str(&rest[..end]);
            rest = rest[end..].trim_start_matches([' ', '\t']);
        }
        let Some(more) = rest.strip_prefix(',') else { return };
        out.push_str(", ");
        rest = more.trim_start_matches([' ', '\t']);
    }
}

fn write_turn(
    out: &mut String,
    game: &Game,
    (turn, chips): (&TurnText<'_>, &[ChipText<'_>]),
    played: &PlayedTurn,
    width: usize,
) -> Option<()> {
    let _ = write!(out, "{}. ", played.moment);
    push_word(out, turn.player);
    out.extend(std::iter::repeat_n(' ', width.saturating_sub(turn.player.text.len()) + 1));
    for (index, text) in turn.pieces.iter().enumerate() {
        out.push_str(if index > 0 { " + " } else { "" });
        if turn.discard.is_some() {
            push_tile(out, game, text.tile);
            out.push_str(" discard");
        } else {
            piece(out, game, text, played.implies_cell(index));
        }
    }
    let mut joint = " ";
    for chip in chips {
        out.push_str(std::mem::replace(&mut joint, ", "));
        write_chip(out, game, chip);
    }
    for action in turn.actions.iter() {
        out.push_str(std::mem::replace(&mut joint, ", "));
        match *action {
            ActionText::Pass(word) | ActionText::Step(word) => push_word(out, word),
            ActionText::Recall { word, figure } => {
                push_word(out, word);
                if let Some(figure) = figure {
                    out.push(' ');
                    push_word(out, figure);
                }
            }
            ActionText::Place { figure, .. } => {
                let (class, rotation, segment) = played.target?;
                push_word(out, figure);
                out.push(' ');
                out.push_str(&notation::target(game, class, rotation, segment));
            }
        }
    }
    Some(())
}

/// A chip, or a hidden tile and what became of it.
fn write_chip(out: &mut String, game: &Game, chip: &ChipText<'_>) {
    match chip {
        ChipText::Chip { colour, points, .. } => {
            out.push_str("chip ");
            push_word(out, *colour);
            let _ = write!(out, " {}", points.0);
        }
        ChipText::Reveal { piece: hidden, lost: None, .. } => {
            out.push_str("reveal ");
            piece(out, game, hidden, false);
        }
        ChipText::Reveal { piece: hidden, lost: Some(_), .. } => {
            out.push_str("reveal ");
            push_tile(out, game, hidden.tile);
            if let Some((cell, _)) = hidden.cell {
                let _ = write!(out, " {cell}");
            }
            out.push_str(" lost");
        }
    }
}

/// A tile's name; what is printed on it gives way to its id.
fn push_tile(out: &mut String, game: &Game, tile: Word<'_>) {
    let class = PrintText::read(tile).ok().and_then(|print| notation::printed(game, &print).ok());
    match class {
        Some(class) => out.push_str(&game.classes[class.index()].name),
        None => push_word(out, tile),
    }
}

fn piece(out: &mut String, game: &Game, piece: &PieceText<'_>, implied: bool) {
    push_tile(out, game, piece.tile);
    if let Some((cell, _)) = piece.cell.filter(|_| !implied) {
        let _ = write!(out, " {cell}");
    }
    let rotation = piece.rotation.map(|(rotation, _)| rotation).unwrap_or_default();
    let _ = write!(out, " {rotation}");
}

fn claims(out: &mut String, claims: &[ClaimText<'_>]) {
    for (index, claim) in claims.iter().enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        push_word(out, claim.player);
        if let Some(counter) = claim.counter {
            out.push('.');
            push_word(out, counter);
        }
        let _ = write!(out, " {}", claim.value);
    }
}
