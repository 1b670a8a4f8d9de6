//! Syntax errors in our words.
//!
//! The grammar's crate tells errors apart by short descriptions; each gets a sentence that names what is wrong and one
//! that says what would be right. One that is not known here (a later version of the crate may have more) is still
//! told plainly.

use toml_parser::{Expected, ParseError};

use super::Fault;
use crate::diagnostic::Code;
use crate::text::Span;

/// At most some 40 characters of a text, for quoting in a message; no line end, no backtick.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    // Cut first: what is quoted may be a whole file.
    let line = text.chars().take_while(|letter| !matches!(letter, '\r' | '\n')).take(LONGEST + 1);
    let mut line: String = line.map(|letter| if letter == '`' { '\'' } else { letter }).collect();
    if let Some((cut, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(cut);
        line.push('\u{2026}');
    }
    line
}

/// An empty place, widened to the character it stands at or, at the end of a line, the one before it.
pub(super) fn around(text: &str, place: Span) -> Span {
    if place.start < place.end {
        return place;
    }
    let at = place.start.min(text.len());
    let after = text.get(at..).and_then(|rest| rest.chars().next()).filter(|next| !matches!(next, '\r' | '\n'));
    if let Some(next) = after {
        return Span::new(at, at + next.len_utf8());
    }
    let before = text.get(..at).map(str::trim_end).and_then(|head| head.char_indices().next_back());
    match before {
        Some((start, last)) if !text[start..at].contains('\n') => Span::new(start, start + last.len_utf8()),
        _ => Span::new(at, at),
    }
}

/// The word at a place, for quoting.
fn word_at(text: &str, place: Span) -> String {
    let Some(from) = text.get(place.start.min(text.len())..) else {
        return String::new();
    };
    if place.start < place.end {
        return shortened(from.get(..place.end - place.start).unwrap_or_default());
    }
    let ends = |letter: &char| matches!(letter, ' ' | '\t' | '\r' | '\n' | ',' | '=' | '#');
    // As much as is shown, and one more to show that there is more.
    shortened(&from.chars().take(64).take_while(|letter| !ends(letter)).collect::<String>())
}

/// One error of the grammar.
pub(super) fn fault(text: &str, error: &ParseError) -> Fault {
    let raw = |span: toml_parser::Span| Span::new(span.start(), span.end());
    let context = error.context().map(raw);
    let place = error.unexpected().map(raw).or(context).unwrap_or_default();
    let wide = around(text, place);
    let word = word_at(text, place);
    let whole = context.map(|context| word_at(text, context)).unwrap_or_default();
    let unclosed = place.start >= context.map_or(usize::MAX, |context| context.end);
    let wants = |literal: &str| {
        error.expected().unwrap_or_default().iter().any(|wanted| *wanted == Expected::Literal(literal_of(literal)))
    };
    let (span, message, help) = match error.description() {
        "invalid basic string"
        | "invalid literal string"
        | "invalid multi-line basic string"
        | "invalid multi-line literal string"
            if unclosed && (wants("\"") || wants("'")) =>
        {
            let span = context.map_or(wide, |context| Span::new(context.start, context.start + 1));
            (span, "this text is never closed".to_owned(), "the quote that opened it must close it".to_owned())
        }
        "invalid basic string"
        | "invalid literal string"
        | "invalid multi-line basic string"
        | "invalid multi-line literal string" => (
            wide,
            "a control character stands in this text".to_owned(),
            "leave it out, or write it as an escape: `\\u` and four digits".to_owned(),
        ),
        "carriage return must be followed by newline" => {
            let end = place.start.min(text.len());
            (
                Span::new(end.saturating_sub(1), end),
                "a carriage return stands alone".to_owned(),
                "a line ends with LF or CRLF".to_owned(),
            )
        }
        "invalid comment character" => {
            (wide, "a control character stands in this comment".to_owned(), "leave it out".to_owned())
        }
        "missing escaped value" => {
            let start = text.get(..place.start).and_then(|head| head.rfind('\\')).unwrap_or(place.start);
            let length = text.get(start..).map_or(1, |rest| rest.chars().take(2).map(char::len_utf8).sum());
            (
                Span::new(start, start + length),
                format!("`{}` is not an escape", shortened(&text[start..start + length])),
                "a backslash itself is written `\\\\`, or stands between single quotes".to_owned(),
            )
        }
        "too few unicode value digits" | "invalid value" => (
            wide,
            "this escape names no character".to_owned(),
            "`\\u` takes four hexadecimal digits, `\\U` eight".to_owned(),
        ),
        "string values must be quoted" => (
            context.unwrap_or(wide),
            format!("`{whole}` is not a value"),
            format!("text stands between quotes: `\"{whole}\"`"),
        ),
        "missing value" | "missing value for key" => {
            (wide, "a value is missing here".to_owned(), "a line reads `key = value`".to_owned())
        }
        "key with no value" => {
            let line = line_of(text, place);
            let key = shortened(text[line.start..line.end].trim());
            (trimmed(text, line), format!("`{key}` has no value"), "a line reads `key = value`".to_owned())
        }
        "extra `=`" => (wide, "a second `=` follows the first".to_owned(), "a line reads `key = value`".to_owned()),
        "unclosed table" | "unclosed array table" => {
            let closing = if wants("]]") || error.description() == "unclosed array table" { "]]" } else { "]" };
            (
                trimmed(text, line_of(text, place)),
                "this header is not closed".to_owned(),
                format!("it ends with `{closing}`"),
            )
        }
        "unquoted keys cannot be empty" | "invalid table" | "invalid key" | "missing key for inline table element" => {
            (wide, "a key is missing here".to_owned(), "a key is a word of letters, digits, `_` and `-`".to_owned())
        }
        "invalid unquoted key" => (
            wide,
            format!("`{word}` cannot stand in a key"),
            "a key is a word of letters, digits, `_` and `-`; anything else stands between quotes".to_owned(),
        ),
        "keys cannot be multi-line basic strings" | "keys cannot be multi-line literal strings" => {
            (wide, "a key cannot run over several lines".to_owned(), "one quote on either side is enough".to_owned())
        }
        "extra comma in array" | "extra comma in inline table" => {
            (wide, "a comma has nothing before it".to_owned(), "one comma stands between two values".to_owned())
        }
        "missing comma between array elements" | "missing comma between key-value pairs" => {
            (wide, "a comma is missing before this".to_owned(), "a comma stands between two values".to_owned())
        }
        "unexpected `=` in array" => {
            (wide, "a list has no keys".to_owned(), "a record in a list stands between `{` and `}`".to_owned())
        }
        "missing assignment between key-value pairs" => {
            (wide, "`=` is missing before this".to_owned(), "a record reads `{ key = value, key = value }`".to_owned())
        }
        "missing array opening" | "missing table open" | "missing inline table opening" => {
            let at = Span::new(place.start, place.start);
            let place = around(text, at);
            (
                place,
                format!("nothing is open that this `{}` would close", &text[place.start..place.end]),
                "leave it out".to_owned(),
            )
        }
        "`_` may only go between digits" => {
            (wide, "a `_` does not stand between two digits".to_owned(), "leave it out".to_owned())
        }
        "invalid integer number"
        | "invalid hexadecimal number"
        | "invalid octal number"
        | "invalid binary number"
        | "invalid float"
        | "invalid boolean"
        | "invalid date-time"
        | "radix must be lowercase"
        | "integers with a radix cannot be signed"
        | "redundant integer number prefix"
        | "redundant numeric sign"
        | "unexpected sign"
        | "unexpected leading zero" => return no_value(context.unwrap_or(wide), &whole),
        "unexpected content"
        | "unexpected key or value"
        | "unexpected content between comment and newline"
        | "invalid inline table element"
        | "invalid key-value pair"
        | "extra assignment between key-value pairs" => {
            (wide, format!("`{word}` is not expected here"), "one `key = value` stands on a line".to_owned())
        }
        _ => (wide, "this is not TOML".to_owned(), "a line is a `[header]` or reads `key = value`".to_owned()),
    };
    Fault::error(Code::TomlSyntax, span, message, help)
}

/// A word that is no value.
pub(super) fn no_value(place: Span, word: &str) -> Fault {
    if word.len() > 1 && word.starts_with('0') && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Fault::error(Code::TomlSyntax, place, format!("`{word}` begins with a zero"), "leave the zero out");
    }
    Fault::error(
        Code::TomlSyntax,
        place,
        format!("`{word}` is not a value"),
        "a whole number has digits only, text stands between quotes, and the rest is `true` or `false`",
    )
}

/// The same text with the lifetime that the crate's literals have.
const fn literal_of(literal: &str) -> &'static str {
    match literal.as_bytes() {
        b"\"" => "\"",
        b"'" => "'",
        b"]]" => "]]",
        _ => "]",
    }
}

fn line_of(text: &str, place: Span) -> Span {
    let at = place.start.min(text.len());
    let bytes = text.as_bytes();
    let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |found| found + 1);
    let end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |found| at + found);
    Span::new(start, end)
}

fn trimmed(text: &str, line: Span) -> Span {
    let whole = &text[line.start..line.end];
    let start = line.start + (whole.len() - whole.trim_start().len());
    Span::new(start, start + whole.trim().len())
}
