//! Headers, and the lines that close a game: everything that reads `key: value`.

use super::cursor::{Cursor, END};
use super::fault::{Fault, quote};
use super::text::{End, Line, StartText, Word};
use super::{Reader, turn};
use crate::diagnostic::{Code, did_you_mean, nearest};
use crate::text::Span;

/// Every key a log may use; `x-...` is free beside them.
pub const HEADERS: [&str; 13] = [
    "game", "players", "variant", "start", "date", "event", "site", "round", "source", "note", "format", "end", "score",
];

/// Headers whose text runs to the end of the line and means nothing to the program.
const FREE: [&[u8]; 6] = [b"date", b"event", b"site", b"round", b"source", b"note"];

/// More players or variants than any game has.
const MOST_NAMES: usize = 64;

/// Which headers a game has had.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen(u32);

impl Seen {
    /// Notes that header `index` stands here; true where it stood before.
    const fn again(&mut self, index: usize) -> bool {
        let bit = 1 << index;
        let before = self.0 & bit != 0;
        self.0 |= bit;
        before
    }
}

/// The key of a header line, the cursor behind its colon; none where the line is no header.
#[inline]
pub(super) fn key<'a>(cursor: &mut Cursor<'a>) -> Option<Word<'a>> {
    let mut ahead = *cursor;
    let word = ahead.token()?;
    if !ahead.eat(b':') {
        return None;
    }
    *cursor = ahead;
    Some(word)
}

impl<'a> Reader<'a> {
    /// A line that begins with a key.
    pub(super) fn keyed(&mut self, key: Word<'a>, cursor: &mut Cursor<'a>) -> Result<Line, Fault> {
        if key.text.len() > 2 && key.text.starts_with(b"x-") {
            self.in_time(key)?;
            return Ok(Line::Nothing);
        }
        let Some(index) = HEADERS.iter().position(|known| known.as_bytes() == key.text) else {
            let word = key.lossy();
            let message = format!("move logs have no header `{}`", quote(key.text));
            let help = match nearest(&word, HEADERS) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("headers are {}; `x-...` is free for your own", HEADERS.join(", ")),
            };
            return Err(Fault::new(Code::UnknownHeader, key.span(), message, help));
        };
        let closing = matches!(key.text, b"end" | b"score");
        if !closing {
            self.in_time(key)?;
        }
        if self.seen.again(index) && key.text != b"note" {
            let message = format!("a second `{}:` in one game", key.lossy());
            return Err(Fault::new(
                Code::HeaderMisplaced,
                key.span(),
                message,
                "each header stands once; `note:` may stand often",
            ));
        }
        if FREE.contains(&key.text) {
            return Ok(Line::Nothing);
        }
        cursor.blanks();
        match key.text {
            b"game" => {
                self.header.game = Self::id(key, cursor)?;
                cursor.end("the ruleset's name")?;
            }
            b"variant" => self.variants(key, cursor)?,
            b"players" => self.players(key, cursor)?,
            b"start" => self.start(key, cursor)?,
            b"format" => {
                let word = cursor.chunk();
                if word.text != b"1" {
                    let message = format!("format `{}` of move logs is not known", quote(word.text));
                    return Err(Fault::new(
                        Code::BadHeader,
                        or_key(word, key),
                        message,
                        "this program reads format `1`",
                    ));
                }
                cursor.at += 1;
                cursor.end("the format's number")?;
            }
            b"end" => return self.end_line(key, cursor),
            _ => return self.score(key, cursor),
        }
        Ok(Line::Header)
    }

    /// Headers stand before the first turn.
    fn in_time(&self, key: Word<'a>) -> Result<(), Fault> {
        if !self.in_turns && !self.ended {
            return Ok(());
        }
        let message = format!("`{}:` stands after the first turn", quote(key.text));
        Err(Fault::new(Code::HeaderMisplaced, key.span(), message, "headers stand between `game:` and the first turn"))
    }

    /// The name of a ruleset or variant.
    fn id(key: Word<'a>, cursor: &mut Cursor<'a>) -> Result<Word<'a>, Fault> {
        let start = *cursor;
        let named = cursor.peek().is_ascii_lowercase();
        let word = cursor.take_while(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        let ends = matches!(cursor.peek(), b' ' | b'\t' | b',' | END);
        if named && ends {
            return Ok(word);
        }
        let whole = start.chunk();
        let message = if whole.text.is_empty() {
            format!("`{}:` has no value", key.lossy())
        } else {
            format!("`{}` is not a name of a ruleset or variant", quote(whole.text))
        };
        Err(Fault::new(Code::BadHeader, or_key(whole, key), message, "names are small letters, digits and hyphens"))
    }

    fn variants(&mut self, key: Word<'a>, cursor: &mut Cursor<'a>) -> Result<(), Fault> {
        loop {
            let word = Self::id(key, cursor)?;
            if self.header.variants.iter().any(|known| known.text == word.text) {
                let message = format!("the variant `{}` is applied twice", word.lossy());
                return Err(Fault::new(Code::BadHeader, word.span(), message, ""));
            }
            if self.header.variants.len() >= MOST_NAMES {
                let message = format!("more than {MOST_NAMES} variants");
                return Err(Fault::new(Code::TooLong, word.span(), message, ""));
            }
            self.header.variants.push(word);
            cursor.blanks();
            if !cursor.eat(b',') {
                return cursor.end("the variants");
            }
            cursor.blanks();
        }
    }

    fn players(&mut self, key: Word<'a>, cursor: &mut Cursor<'a>) -> Result<(), Fault> {
        let start = cursor.at;
        loop {
            let Some(word) = cursor.token() else {
                let word = cursor.chunk();
                let message = if word.text.is_empty() {
                    "a player's name is missing".to_owned()
                } else {
                    format!("`{}` is not a player's name", quote(word.text))
                };
                let help = "players read `Red (Anna), Blue`: a letter, then letters, digits, `_` or `-`";
                return Err(Fault::new(Code::BadHeader, or_key(word, key), message, help));
            };
            if self.header.players.iter().any(|known| known.text == word.text) {
                let message = format!("two players are called `{}`", quote(word.text));
                return Err(Fault::new(Code::BadHeader, word.span(), message, "each player has a name of their own"));
            }
            if self.header.players.len() >= MOST_NAMES {
                let message = format!("more than {MOST_NAMES} players");
                return Err(Fault::new(Code::TooLong, word.span(), message, ""));
            }
            self.header.players.push(word);
            let mut end = cursor.at;
            cursor.blanks();
            if cursor.peek() == b'(' {
                let open = cursor.at;
                cursor.take_while(|byte| byte != b')');
                if !cursor.eat(b')') {
                    let span = Span::new(open, open + 1);
                    return Err(Fault::new(
                        Code::BadHeader,
                        span,
                        "the name in brackets is not closed",
                        "it ends at its `)`",
                    ));
                }
                end = cursor.at;
                cursor.blanks();
            }
            self.header.players_span = Some(Span::new(start, end));
            if !cursor.eat(b',') {
                return cursor.end("the players");
            }
            cursor.blanks();
        }
    }

    fn start(&mut self, _: Word<'a>, cursor: &mut Cursor<'a>) -> Result<(), Fault> {
        let mut tiles = Vec::new();
        loop {
            let at = cursor.at;
            let piece = turn::piece(cursor)?;
            let start = StartText { piece, span: Span::new(at, cursor.at) };
            if tiles.len() >= 1000 {
                return Err(Fault::new(Code::TooLong, start.span, "more than 1000 tiles to start with", ""));
            }
            tiles.push(start);
            cursor.blanks();
            if !cursor.eat(b',') {
                break;
            }
            cursor.blanks();
        }
        self.header.start = Some(tiles);
        cursor.end("the start")
    }

    fn end_line(&mut self, key: Word<'a>, cursor: &mut Cursor<'a>) -> Result<Line, Fault> {
        let word = cursor.chunk();
        let end = match word.text {
            b"complete" => End::Complete,
            b"now" => End::Now,
            b"stopped" => End::Stopped,
            _ => {
                let message = format!("`{}` is not a way to end", quote(word.text));
                let help = did_you_mean(&word.lossy(), ["complete", "now", "stopped"]);
                return Err(Fault::new(Code::BadHeader, or_key(word, key), message, help));
            }
        };
        if self.ended {
            return Err(Fault::new(
                Code::HeaderMisplaced,
                key.span(),
                "`end:` stands after `score:`",
                "write `end:`, then `score:`",
            ));
        }
        cursor.at += word.text.len();
        cursor.end("the end")?;
        self.ended = true;
        Ok(Line::End(end, word.span()))
    }

    fn score(&mut self, key: Word<'a>, cursor: &mut Cursor<'a>) -> Result<Line, Fault> {
        self.ended = true;
        let start = cursor.at;
        turn::claims(cursor, &mut self.claims)?;
        let span = Span::new(start.max(key.at), cursor.at);
        cursor.end("the score")?;
        Ok(Line::Score(span))
    }
}

/// The bytes of a value, or those of its key where it is empty.
const fn or_key(word: Word<'_>, key: Word<'_>) -> Span {
    if word.text.is_empty() { key.span() } else { word.span() }
}
