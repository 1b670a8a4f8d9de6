//! The grammar of a turn: number, player, pieces, actions, claims (`formats.md`, section 3).

use super::chips::{self, ChipText};
use super::cursor::{ALPHANUMERIC, Cursor, END};
use super::fault::{Fault, quote};
use super::printed;
use super::text::{ActionText, ClaimText, MOST_PARTS, NumberText, PieceText, TurnText, Which, Word};
use crate::diagnostic::{Code, did_you_mean};
use crate::geometry::{Port, Rotation, Side};
use crate::text::Span;

/// At most so many claims, or chips and hidden tiles, stand on one line.
const MOST_CLAIMS: usize = 256;

type Parsed<T> = Result<T, Fault>;

/// A turn, put into `turn`, its claims into `claims`, its chips and hidden tiles into `chips`.
#[inline]
pub(super) fn turn<'a>(
    cursor: &mut Cursor<'a>,
    turn: &mut TurnText<'a>,
    claims: &mut Vec<ClaimText<'a>>,
    chips: &mut Vec<ChipText<'a>>,
) -> Parsed<()> {
    let start = cursor.at;
    turn.number = number(cursor)?;
    let Some(player) = cursor.token() else { return Err(no_player(*cursor)) };
    blank(cursor, "the player's name")?;
    turn.player = player;
    turn.discard = None;
    turn.pieces.clear();
    turn.actions.clear();
    let mut end = pieces(cursor, turn)?;
    if turn.discard.is_none() && !matches!(cursor.peek(), END | b'{') {
        end = actions(cursor, turn, chips)?;
    }
    if cursor.peek() == b'{' {
        if turn.discard.is_some() {
            let span = Span::new(cursor.at, cursor.at + 1);
            let help = "claim totals behind the turn that follows";
            return Err(Fault::new(Code::BadClaim, span, "a discard has no claims", help));
        }
        cursor.apart(|cursor| braces(cursor, claims))?;
        end = cursor.at;
    }
    cursor.end("the turn")?;
    turn.span = Span::new(start, end);
    Ok(())
}

#[cold]
fn no_player(cursor: Cursor<'_>) -> Fault {
    let found = cursor.chunk();
    let help = "a turn reads: number, player, tile, cell, rotation, action: `3. Red U (1,0) r90 meeple road`";
    Fault::new(Code::UnexpectedText, found.span(), expected_player(found), help)
}

fn expected_player(found: Word<'_>) -> String {
    if found.text.is_empty() || found.text.starts_with(b"#") {
        "the line ends where a player's name is expected".to_owned()
    } else {
        format!("expected a player's name, found `{}`", quote(found.text))
    }
}

/// `12.` or `7b.`, where the line begins with a digit.
#[inline]
fn number(cursor: &mut Cursor<'_>) -> Parsed<Option<NumberText>> {
    let start = cursor.at;
    let Some((number, _)) = cursor.digits(Code::WrongNumber)? else { return Ok(None) };
    let part = Some(cursor.peek()).filter(u8::is_ascii_lowercase).map(char::from);
    cursor.at += usize::from(part.is_some());
    if !cursor.eat(b'.') {
        return Err(no_full_stop(*cursor, start));
    }
    let span = Span::new(start, cursor.at);
    cursor.blanks();
    Ok(Some(NumberText { number, part, span }))
}

#[cold]
fn no_full_stop(cursor: Cursor<'_>, start: usize) -> Fault {
    let span = Span::new(start, cursor.chunk().span().end.max(start + 1));
    Fault::new(Code::UnexpectedText, span, "a turn's number ends with a full stop", "write it as `12.`")
}

#[inline]
fn blank(cursor: &mut Cursor<'_>, after: &str) -> Parsed<()> {
    if cursor.blanks() { Ok(()) } else { Err(blank_missing(*cursor, after)) }
}

#[cold]
fn blank_missing(cursor: Cursor<'_>, after: &str) -> Fault {
    let word = cursor.chunk();
    let message = format!("expected a blank after {after}, found `{}`", quote(word.text));
    Fault::new(Code::UnexpectedText, word.span(), message, "")
}

/// The pieces of a turn, or a tile and `discard`: where they end. The cursor stands behind the blanks after them.
#[inline]
fn pieces<'a>(cursor: &mut Cursor<'a>, turn: &mut TurnText<'a>) -> Parsed<usize> {
    loop {
        let piece = piece(cursor)?;
        let (span, is_bare) = (piece.tile.span(), piece.cell.is_none() && piece.rotation.is_none());
        if turn.pieces.push(piece).is_none() {
            return Err(too_many(span, "pieces"));
        }
        let end = cursor.at;
        cursor.blanks();
        if cursor.eat(b'+') {
            cursor.blanks();
            continue;
        }
        if is_bare && turn.pieces.len() == 1 {
            let word = cursor.chunk();
            if word.text == b"discard" {
                cursor.at += word.text.len();
                turn.discard = Some(word.span());
                let end = cursor.at;
                cursor.blanks();
                return Ok(end);
            }
        }
        return Ok(end);
    }
}

#[cold]
fn too_many(span: Span, what: &str) -> Fault {
    Fault::new(Code::UnexpectedText, span, format!("more than {MOST_PARTS} {what} in one turn"), "")
}

/// One piece: tile, cell, rotation.
#[inline]
pub(super) fn piece<'a>(cursor: &mut Cursor<'a>) -> Parsed<PieceText<'a>> {
    let start = cursor.at;
    let mut tile = cursor.take_class(ALPHANUMERIC);
    let mut named = tile.text.first().is_some_and(u8::is_ascii_uppercase);
    if !named && cursor.at == start && cursor.peek() == b'[' {
        tile = cursor.apart(printed::word)?;
        named = true;
    }
    if !named || !matches!(cursor.peek(), b' ' | b'\t' | b',' | END) {
        cursor.at = start;
        return Err(no_tile(*cursor));
    }
    let mut piece = PieceText { tile, cell: None, rotation: None };
    let mut mark = cursor.at;
    cursor.blanks();
    if cursor.peek() == b'(' {
        piece.cell = Some(cursor.cell()?);
        if cursor.peek() != b',' {
            blank(cursor, "the cell")?;
        }
        mark = cursor.at;
        cursor.blanks();
    }
    if let Some(rotation) = rotation(cursor)? {
        piece.rotation = Some(rotation);
        mark = cursor.at;
    }
    cursor.at = mark;
    Ok(piece)
}

#[cold]
fn no_tile(cursor: Cursor<'_>) -> Fault {
    let word = cursor.chunk();
    let message = if word.text.is_empty() {
        "the tile is missing".to_owned()
    } else {
        format!("`{}` is not a tile's name", quote(word.text))
    };
    let help = "a tile is its id in capitals and digits, then its face in small letters: `U`, `T13b`; \
                or what is printed on it: `[jjtt boat:1]`";
    Fault::new(Code::UnexpectedText, word.span(), message, help)
}

/// `r0`, `r90`, `r180` or `r270`; nothing where no `r` with a digit comes next.
#[inline]
fn rotation(cursor: &mut Cursor<'_>) -> Parsed<Option<(Rotation, Span)>> {
    let (quarters, len) = match cursor.ahead() {
        [b'r', b'0', ..] => (0, 2),
        [b'r', b'9', b'0', ..] => (1, 3),
        [b'r', b'1', b'8', b'0', ..] => (2, 4),
        [b'r', b'2', b'7', b'0', ..] => (3, 4),
        [b'r', b'0'..=b'9' | b'-' | b'+', ..] => return Err(no_rotation(*cursor)),
        _ => return Ok(None),
    };
    let start = *cursor;
    cursor.at += len;
    if !matches!(cursor.peek(), b' ' | b'\t' | b',' | END) {
        return Err(no_rotation(start));
    }
    Ok(Some((Rotation::from_quarters(quarters), Span::new(start.at, cursor.at))))
}

#[cold]
fn no_rotation(mut cursor: Cursor<'_>) -> Fault {
    let word = cursor.take_while(|byte| !matches!(byte, b' ' | b'\t' | b','));
    let message = format!("`{}` is not a rotation", quote(word.text));
    Fault::new(Code::BadRotation, word.span(), message, "rotations are clockwise: `r0`, `r90`, `r180` or `r270`")
}

/// What the player does, up to claims or the end: where it ends. The cursor stands behind the blanks after it.
#[inline]
fn actions<'a>(cursor: &mut Cursor<'a>, turn: &mut TurnText<'a>, chips: &mut Vec<ChipText<'a>>) -> Parsed<usize> {
    loop {
        let chip = if matches!(cursor.peek(), b'c' | b'r') { cursor.apart(chips::part)? } else { None };
        if let Some(chip) = chip {
            if !turn.actions.is_empty() || chips.len() >= MOST_CLAIMS {
                let help = "chips and hidden tiles come first, then the figure";
                return Err(Fault::new(Code::BadAction, chip.span(), "a chip or hidden tile is out of place", help));
            }
            chips.push(chip);
        } else {
            let action = action(cursor)?;
            if turn.actions.push(action).is_none() {
                return Err(too_many(action.span(), "actions"));
            }
        }
        let end = cursor.at;
        cursor.blanks();
        if !cursor.eat(b',') {
            return Ok(end);
        }
        cursor.blanks();
    }
}

/// Whether a word is a rotation as people also write it: `R90`, `90`.
fn is_rotation(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"R").or_else(|| word.strip_prefix(b"r")).unwrap_or(word);
    matches!(digits, b"0" | b"90" | b"180" | b"270")
}

#[inline]
fn action<'a>(cursor: &mut Cursor<'a>) -> Parsed<ActionText<'a>> {
    let Some(first) = cursor.word() else { return Err(no_action(*cursor)) };
    let mark = cursor.at;
    let gap = cursor.blanks();
    let more = cursor.peek().is_ascii_lowercase();
    if !gap && !matches!(cursor.peek(), b',' | b'{') {
        return Err(runs_on(*cursor, first));
    }
    if first.text == b"recall" {
        let figure = if more && gap { cursor.word() } else { None };
        if figure.is_none() {
            cursor.at = mark;
        }
        return Ok(ActionText::Recall { word: first, figure });
    }
    if first.text == b"pass" {
        cursor.at = mark;
        return Ok(ActionText::Pass(first));
    }
    if !more {
        cursor.at = mark;
        return Ok(ActionText::Step(first));
    }
    let Some(feature) = cursor.word() else {
        return Ok(ActionText::Step(first));
    };
    let which = which(cursor, feature)?;
    Ok(ActionText::Place { figure: first, feature, which, target: Span::new(feature.at, cursor.at) })
}

#[cold]
fn no_action(cursor: Cursor<'_>) -> Fault {
    let word = cursor.chunk();
    let (message, help) = match word.text.first() {
        Some(b'R' | b'0'..=b'9') if is_rotation(word.text) => {
            (format!("`{}` is not an action", quote(word.text)), "a rotation is written `r0`, `r90`, `r180` or `r270`")
        }
        Some(b'(') => (format!("the cell `{}` is out of place", quote(word.text)), "a cell follows its tile"),
        None => ("an action is missing after the comma".to_owned(), ""),
        _ => (
            format!("`{}` is not an action", quote(word.text)),
            "an action is a figure and its feature (`meeple road:W`), `recall`, `pass` or nothing",
        ),
    };
    Fault::new(Code::BadAction, word.span(), message, help)
}

#[cold]
fn runs_on(cursor: Cursor<'_>, first: Word<'_>) -> Fault {
    let word = cursor.chunk();
    let span = Span::new(first.at, word.span().end);
    let message = format!("`{}{}` is not an action", quote(first.text), quote(word.text));
    Fault::new(Code::BadAction, span, message, "a figure and its feature stand apart: `meeple road:W`")
}

/// `:port` or `=segment` behind a feature.
#[inline]
fn which<'a>(cursor: &mut Cursor<'a>, feature: Word<'a>) -> Parsed<Which<'a>> {
    let ends = |cursor: &Cursor<'a>| matches!(cursor.peek(), b' ' | b'\t' | b',' | b'{' | END);
    if ends(cursor) {
        return Ok(Which::Only);
    }
    let start = *cursor;
    let read = match cursor.peek() {
        b':' => port(cursor),
        b'=' => {
            cursor.at += 1;
            cursor.word().map(Which::Segment)
        }
        _ => None,
    };
    read.filter(|_| ends(cursor)).ok_or_else(|| no_target(start, feature))
}

/// `:NL`, or with the letter of a cell `:b.NL`.
#[inline]
fn port<'a>(cursor: &mut Cursor<'a>) -> Option<Which<'a>> {
    cursor.at += 1;
    let mut letter = None;
    let byte = cursor.peek();
    if byte.is_ascii_lowercase() {
        cursor.at += 1;
        if !cursor.eat(b'.') {
            return None;
        }
        letter = Some(byte - b'a');
    }
    let side = match cursor.peek() {
        b'N' => Side::North,
        b'E' => Side::East,
        b'S' => Side::South,
        b'W' => Side::West,
        _ => return None,
    };
    cursor.at += 1;
    let port = match cursor.peek() {
        b'L' => Port::left(side),
        b'R' => Port::right(side),
        _ => Port::middle(side),
    };
    cursor.at += usize::from(!port.is_middle());
    Some(Which::Port(letter, port))
}

/// The fault of a target; the cursor stands behind its feature.
#[cold]
fn no_target(cursor: Cursor<'_>, feature: Word<'_>) -> Fault {
    let rest = cursor.chunk();
    let end = rest.text.iter().position(|byte| matches!(byte, b',' | b'{')).unwrap_or(rest.text.len());
    let (span, text) = (Span::new(feature.at, rest.at + end), &rest.text[..end]);
    let names = crate::geometry::PORT_NAMES;
    let help = match text.strip_prefix(b":") {
        Some(port) => {
            let word = String::from_utf8_lossy(port).to_uppercase();
            format!("a port is one of {}; {}", names.join(" "), did_you_mean(&word, names))
        }
        None => "a target is a feature, then `:` and a port or `=` and a segment's id where needed".to_owned(),
    };
    let message = format!("`{}{}` is not a target", quote(feature.text), quote(text));
    Fault::new(Code::BadAction, span, message, help)
}

/// `{ claims }`, whose opening brace comes next.
fn braces<'a>(cursor: &mut Cursor<'a>, claims: &mut Vec<ClaimText<'a>>) -> Parsed<()> {
    let open = cursor.at;
    cursor.eat(b'{');
    self::claims(cursor, claims)?;
    cursor.blanks();
    if cursor.eat(b'}') {
        return Ok(());
    }
    let message = if cursor.done() { "the claims are not closed" } else { "expected `,` or `}` between claims" };
    let word = cursor.chunk();
    let span = if cursor.done() { Span::new(open, open + 1) } else { word.span() };
    Err(Fault::new(Code::BadClaim, span, message, "claims read `{Red 4, Blue.meeple 2}`"))
}

/// Claims with commas between them.
pub(super) fn claims<'a>(cursor: &mut Cursor<'a>, claims: &mut Vec<ClaimText<'a>>) -> Parsed<()> {
    loop {
        cursor.blanks();
        let claim = claim(cursor)?;
        let same = |other: &&ClaimText<'a>| {
            other.player.text == claim.player.text && other.counter.map(|w| w.text) == claim.counter.map(|w| w.text)
        };
        if claims.iter().find(same).is_some() {
            let message = format!("a second claim for `{}`", quote(claim.player.text));
            return Err(Fault::new(Code::BadClaim, claim.span, message, "one claim a player and counter"));
        }
        if claims.len() >= MOST_CLAIMS {
            let message = format!("more than {MOST_CLAIMS} claims on one line");
            return Err(Fault::new(Code::TooLong, claim.span, message, ""));
        }
        claims.push(claim);
        let mark = cursor.at;
        cursor.blanks();
        if !cursor.eat(b',') {
            cursor.at = mark;
            return Ok(());
        }
    }
}

fn claim<'a>(cursor: &mut Cursor<'a>) -> Parsed<ClaimText<'a>> {
    let start = cursor.at;
    let bad = |cursor: &Cursor<'a>, message: String| {
        let word = cursor.chunk();
        let end = word.text.iter().position(|byte| matches!(byte, b',' | b'}')).unwrap_or(word.text.len()).max(1);
        let help = "a claim is a player, a counter where it is not points, and a total: `Red 4`, `Red.meeple 2`";
        Fault::new(Code::BadClaim, Span::new(word.at, word.at + end), message, help)
    };
    let Some(player) = cursor.token() else {
        let message = expected_player(cursor.chunk());
        return Err(bad(cursor, message));
    };
    let counter = if cursor.eat(b'.') {
        match cursor.word() {
            None => return Err(bad(cursor, "expected the name of a counter after the dot".to_owned())),
            word => word,
        }
    } else {
        None
    };
    let gap = cursor.blanks();
    let number = *cursor;
    match cursor.integer(Code::BadClaim)? {
        Some(value) if gap => {
            let span = Span::new(start, cursor.at);
            if !matches!(cursor.peek(), b' ' | b'\t' | b',' | b'}' | END) {
                return Err(bad(&number, format!("`{}` is not a number", quote(number.chunk().text))));
            }
            Ok(ClaimText { player, counter, value, span })
        }
        _ => Err(bad(&number, "expected a blank and a number after the player".to_owned())),
    }
}
