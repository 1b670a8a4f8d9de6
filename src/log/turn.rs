//! The grammar of a turn: number, player, pieces, actions, claims (`formats.md`, section 3).

use super::chips::{self, ChipText};
use super::cursor::{ALPHANUMERIC, Cursor};
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
pub(super) fn turn<'a>(
    cursor: &mut Cursor<'a>,
    turn: &mut TurnText<'a>,
    claims: &mut Vec<ClaimText<'a>>,
    chips: &mut Vec<ChipText<'a>>,
) -> Parsed<()> {
    let start = cursor.at;
    turn.number = number(cursor)?;
    let Some(player) = cursor.token() else {
        let word = cursor.chunk();
        let message = expected_player(word);
        let help = "a turn reads: number, player, tile, cell, rotation, action: `3. Red U (1,0) r90 meeple road`";
        return Err(Fault::new(Code::UnexpectedText, word.span(), message, help));
    };
    blank(cursor, "the player's name")?;
    turn.player = player;
    turn.discard = None;
    turn.pieces.clear();
    turn.actions.clear();
    pieces(cursor, turn)?;
    let mut end = cursor.at;
    cursor.blanks();
    if turn.discard.is_none() && cursor.peek().is_some_and(|byte| byte != b'{') {
        actions(cursor, turn, chips)?;
        end = cursor.at;
        cursor.blanks();
    }
    if cursor.peek() == Some(b'{') {
        if turn.discard.is_some() {
            let span = Span::new(cursor.at, cursor.at + 1);
            let help = "claim totals behind the turn that follows";
            return Err(Fault::new(Code::BadClaim, span, "a discard has no claims", help));
        }
        braces(cursor, claims)?;
        end = cursor.at;
    }
    cursor.end("the turn")?;
    turn.span = Span::new(start, end);
    Ok(())
}

fn expected_player(found: Word<'_>) -> String {
    if found.text.is_empty() || found.text.starts_with(b"#") {
        "the line ends where a player's name is expected".to_owned()
    } else {
        format!("expected a player's name, found `{}`", quote(found.text))
    }
}

/// `12.` or `7b.`, where the line begins with a digit.
fn number(cursor: &mut Cursor<'_>) -> Parsed<Option<NumberText>> {
    let start = cursor.at;
    let Some((number, _)) = cursor.digits(Code::WrongNumber)? else { return Ok(None) };
    let part = cursor.peek().filter(u8::is_ascii_lowercase).map(char::from);
    cursor.at += usize::from(part.is_some());
    if !cursor.eat(b'.') {
        let word = Word { text: cursor.chunk().text, at: cursor.at };
        let span = Span::new(start, word.span().end.max(start + 1));
        return Err(Fault::new(
            Code::UnexpectedText,
            span,
            "a turn's number ends with a full stop",
            "write it as `12.`",
        ));
    }
    let span = Span::new(start, cursor.at);
    cursor.blanks();
    Ok(Some(NumberText { number, part, span }))
}

#[inline]
fn blank(cursor: &mut Cursor<'_>, after: &str) -> Parsed<()> {
    if cursor.blanks() { Ok(()) } else { Err(blank_missing(cursor.chunk(), after)) }
}

#[cold]
fn blank_missing(word: Word<'_>, after: &str) -> Fault {
    let message = format!("expected a blank after {after}, found `{}`", quote(word.text));
    Fault::new(Code::UnexpectedText, word.span(), message, "")
}

/// The pieces of a turn, or a tile and `discard`.
fn pieces<'a>(cursor: &mut Cursor<'a>, turn: &mut TurnText<'a>) -> Parsed<()> {
    loop {
        let piece = piece(cursor)?;
        if !turn.pieces.push(piece) {
            let message = format!("more than {MOST_PARTS} pieces in one turn");
            return Err(Fault::new(Code::UnexpectedText, piece.tile.span(), message, ""));
        }
        let mark = cursor.at;
        cursor.blanks();
        if cursor.eat(b'+') {
            cursor.blanks();
            continue;
        }
        if turn.pieces.len() == 1 && piece.cell.is_none() && piece.rotation.is_none() {
            let word = cursor.chunk();
            if word.text == b"discard" {
                cursor.at += word.text.len();
                turn.discard = Some(word.span());
                return Ok(());
            }
        }
        cursor.at = mark;
        return Ok(());
    }
}

/// One piece: tile, cell, rotation.
pub(super) fn piece<'a>(cursor: &mut Cursor<'a>) -> Parsed<PieceText<'a>> {
    let start = cursor.at;
    let mut tile = cursor.take_class(ALPHANUMERIC);
    let mut named = tile.text.first().is_some_and(u8::is_ascii_uppercase);
    if !named && cursor.at == start && cursor.peek() == Some(b'[') {
        tile = printed::word(cursor)?;
        named = true;
    }
    if !named || cursor.peek().is_some_and(|byte| !matches!(byte, b' ' | b'\t' | b',')) {
        cursor.at = start;
        return Err(no_tile(cursor.chunk()));
    }
    let mut piece = PieceText { tile, cell: None, rotation: None };
    let mut mark = cursor.at;
    cursor.blanks();
    if cursor.peek() == Some(b'(') {
        piece.cell = Some(cursor.cell()?);
        if cursor.peek().is_some_and(|byte| byte != b',') {
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
fn no_tile(word: Word<'_>) -> Fault {
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
fn rotation(cursor: &mut Cursor<'_>) -> Parsed<Option<(Rotation, Span)>> {
    if cursor.peek() != Some(b'r') {
        return Ok(None);
    }
    let mut ahead = *cursor;
    let word = ahead.take_while(|byte| !matches!(byte, b' ' | b'\t' | b','));
    let rotation = match word.text {
        b"r0" => 0,
        b"r90" => 1,
        b"r180" => 2,
        b"r270" => 3,
        [b'r', digit, ..] if digit.is_ascii_digit() || matches!(digit, b'-' | b'+') => {
            let message = format!("`{}` is not a rotation", quote(word.text));
            let help = "rotations are clockwise: `r0`, `r90`, `r180` or `r270`";
            return Err(Fault::new(Code::BadRotation, word.span(), message, help));
        }
        _ => return Ok(None),
    };
    cursor.at = ahead.at;
    Ok(Some((Rotation::from_quarters(rotation), word.span())))
}

/// What the player does, up to claims or the end.
fn actions<'a>(cursor: &mut Cursor<'a>, turn: &mut TurnText<'a>, chips: &mut Vec<ChipText<'a>>) -> Parsed<()> {
    loop {
        if let Some(chip) = chips::part(cursor)? {
            if !turn.actions.is_empty() || chips.len() >= MOST_CLAIMS {
                let help = "chips and hidden tiles come first, then the figure";
                return Err(Fault::new(Code::BadAction, chip.span(), "a chip or hidden tile is out of place", help));
            }
            chips.push(chip);
            if comma(cursor) {
                continue;
            }
            return Ok(());
        }
        let action = action(cursor)?;
        if !turn.actions.push(action) {
            let message = format!("more than {MOST_PARTS} actions in one turn");
            return Err(Fault::new(Code::UnexpectedText, action.span(), message, ""));
        }
        if !comma(cursor) {
            return Ok(());
        }
    }
}

/// Passes over a comma with the blanks around it, where one comes next.
fn comma(cursor: &mut Cursor<'_>) -> bool {
    let mark = cursor.at;
    cursor.blanks();
    if cursor.eat(b',') {
        cursor.blanks();
        return true;
    }
    cursor.at = mark;
    false
}

/// Whether a word is a rotation as people also write it: `R90`, `90`.
fn is_rotation(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"R").or_else(|| word.strip_prefix(b"r")).unwrap_or(word);
    matches!(digits, b"0" | b"90" | b"180" | b"270")
}

fn action<'a>(cursor: &mut Cursor<'a>) -> Parsed<ActionText<'a>> {
    let Some(first) = cursor.word() else {
        let word = cursor.chunk();
        let (message, help) = match word.text.first() {
            Some(b'R' | b'0'..=b'9') if is_rotation(word.text) => (
                format!("`{}` is not an action", quote(word.text)),
                "a rotation is written `r0`, `r90`, `r180` or `r270`",
            ),
            Some(b'(') => (format!("the cell `{}` is out of place", quote(word.text)), "a cell follows its tile"),
            None => ("an action is missing after the comma".to_owned(), ""),
            _ => (
                format!("`{}` is not an action", quote(word.text)),
                "an action is a figure and its feature (`meeple road:W`), `recall`, `pass` or nothing",
            ),
        };
        return Err(Fault::new(Code::BadAction, word.span(), message, help));
    };
    let mark = cursor.at;
    let gap = cursor.blanks();
    let more = cursor.peek().is_some_and(|byte| byte.is_ascii_lowercase());
    if !gap && !matches!(cursor.peek(), Some(b',' | b'{')) {
        let word = Word { text: cursor.chunk().text, at: cursor.at };
        let span = Span::new(first.at, word.span().end);
        let message = format!("`{}{}` is not an action", quote(first.text), quote(word.text));
        return Err(Fault::new(
            Code::BadAction,
            span,
            message,
            "a figure and its feature stand apart: `meeple road:W`",
        ));
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

/// `:port` or `=segment` behind a feature.
fn which<'a>(cursor: &mut Cursor<'a>, feature: Word<'a>) -> Parsed<Which<'a>> {
    let separator = match cursor.peek() {
        None | Some(b' ' | b'\t' | b',' | b'{') => return Ok(Which::Only),
        Some(byte) => byte,
    };
    let bad = |cursor: &Cursor<'a>| {
        let rest = cursor.chunk();
        let end = rest.text.iter().position(|byte| matches!(byte, b',' | b'{')).unwrap_or(rest.text.len());
        let (span, text) = (Span::new(feature.at, rest.at + end), &rest.text[..end]);
        let names = crate::geometry::PORT_NAMES;
        let help = if separator == b':' {
            let word = String::from_utf8_lossy(text.strip_prefix(b":").unwrap_or(text)).to_uppercase();
            format!("a port is one of {}; {}", names.join(" "), did_you_mean(&word, names))
        } else {
            "a target is a feature, then `:` and a port or `=` and a segment's id where needed".to_owned()
        };
        let message = format!("`{}{}` is not a target", quote(feature.text), quote(text));
        Fault::new(Code::BadAction, span, message, help)
    };
    let start = *cursor;
    cursor.at += 1;
    if separator == b'=' {
        let ends = |cursor: &Cursor<'a>| matches!(cursor.peek(), None | Some(b' ' | b'\t' | b',' | b'{'));
        let id = cursor.word().filter(|_| ends(cursor));
        return id.map(Which::Segment).ok_or_else(|| bad(&start));
    }
    if separator != b':' {
        return Err(bad(&start));
    }
    let mut letter = None;
    if let Some(byte) = cursor.peek().filter(u8::is_ascii_lowercase) {
        cursor.at += 1;
        if !cursor.eat(b'.') {
            return Err(bad(&start));
        }
        letter = Some(byte - b'a');
    }
    let side = match cursor.peek() {
        Some(b'N') => Side::North,
        Some(b'E') => Side::East,
        Some(b'S') => Side::South,
        Some(b'W') => Side::West,
        _ => return Err(bad(&start)),
    };
    cursor.at += 1;
    let port = match cursor.peek() {
        Some(b'L') => Port::left(side),
        Some(b'R') => Port::right(side),
        _ => Port::middle(side),
    };
    cursor.at += usize::from(!port.is_middle());
    if !matches!(cursor.peek(), None | Some(b' ' | b'\t' | b',' | b'{')) {
        return Err(bad(&start));
    }
    Ok(Which::Port(letter, port))
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
            if cursor.peek().is_some_and(|byte| !matches!(byte, b' ' | b'\t' | b',' | b'}')) {
                return Err(bad(&number, format!("`{}` is not a number", quote(number.chunk().text))));
            }
            Ok(ClaimText { player, counter, value, span })
        }
        _ => Err(bad(&number, "expected a blank and a number after the player".to_owned())),
    }
}
