//! Brackets that are never closed, and syntax that only TOML 1.1 has.
//!
//! A reader that meets an unclosed bracket takes the rest of the file for its content and complains about all of it.
//! Whoever wrote the file sees at once where the bracket should have ended: before the next line that can only be a
//! key or a header. So the missing bracket is put there, and the rest of the file is read as it was meant.

use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

use super::{Fault, Level};
use crate::diagnostic::Code;
use crate::text::Span;

fn span(token: &Token) -> Span {
    Span::new(token.span().start(), token.span().end())
}

/// The token for a bracket that the text lacks; its own span means nothing.
fn closing(text: &'static str) -> Option<Token> {
    Source::new(text).lex().next()
}

/// Puts a closing bracket before each line that shows one to be missing, and says so.
pub(super) fn balance(text: &str, tokens: &mut Vec<Token>) -> Vec<Fault> {
    let (Some(square), Some(curly)) = (closing("]"), closing("}")) else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    let mut open: Vec<(TokenKind, Span)> = Vec::new();
    // Where to put which bracket.
    let mut missing: Vec<(usize, Token)> = Vec::new();
    let mut last_solid = None;
    // Where the last token stands that says anything; a missing bracket goes behind it.
    let mut last_at = 0;
    let mut line_start = true;
    let mut expects_value = false;
    // Outside all brackets, one that opens a line opens a header.
    let mut in_header = false;
    for (at, token) in tokens.iter().enumerate() {
        let kind = token.kind();
        if matches!(kind, TokenKind::Whitespace) {
            continue;
        }
        if line_start {
            while let Some(&(kind, place)) = open.last() {
                if !shows_missing(text, kind, &tokens[at..], last_solid) {
                    break;
                }
                open.pop();
                let bracket = if kind == TokenKind::LeftCurlyBracket { curly } else { square };
                // A comma at the line's end was meant to stand behind the record.
                let before_comma = kind == TokenKind::LeftCurlyBracket && last_solid == Some(TokenKind::Comma);
                missing.push((if before_comma { last_at } else { last_at + 1 }, bracket));
                faults.push(unclosed(kind, place));
                last_solid = Some(bracket.kind());
            }
        }
        match kind {
            TokenKind::Newline => {
                line_start = true;
                if open.is_empty() {
                    expects_value = false;
                    in_header = false;
                }
                continue;
            }
            TokenKind::Equals => expects_value = true,
            TokenKind::LeftSquareBracket if open.is_empty() && (line_start || in_header) && !expects_value => {
                in_header = true;
            }
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => open.push((kind, span(token))),
            TokenKind::RightSquareBracket if !in_header => {
                open.pop_if(|(kind, _)| *kind == TokenKind::LeftSquareBracket);
            }
            TokenKind::RightCurlyBracket => {
                open.pop_if(|(kind, _)| *kind == TokenKind::LeftCurlyBracket);
            }
            _ => {}
        }
        if kind != TokenKind::Comment {
            line_start = false;
            last_solid = Some(kind);
            if kind != TokenKind::Eof {
                last_at = at;
            }
        }
    }
    // What is open at the end is closed there, innermost first, so that only our words are heard.
    for (kind, place) in open.into_iter().rev() {
        missing.push((last_at + 1, if kind == TokenKind::LeftCurlyBracket { curly } else { square }));
        faults.push(unclosed(kind, place));
    }
    if !missing.is_empty() {
        let mut filled = Vec::with_capacity(tokens.len() + missing.len());
        let mut missing = missing.into_iter().peekable();
        for (at, token) in tokens.drain(..).enumerate() {
            while let Some((_, bracket)) = missing.next_if(|(before, _)| *before == at) {
                filled.push(bracket);
            }
            filled.push(token);
        }
        *tokens = filled;
    }
    faults
}

fn unclosed(kind: TokenKind, place: Span) -> Fault {
    let (open, close) = if kind == TokenKind::LeftCurlyBracket { ("{", "}") } else { ("[", "]") };
    Fault::error(
        Code::TomlSyntax,
        place,
        format!("this `{open}` is never closed"),
        format!("a `{close}` is missing before the next key or header"),
    )
}

/// Whether the line that begins with `rest` cannot stand within a bracket of this kind.
fn shows_missing(text: &str, kind: TokenKind, rest: &[Token], last_solid: Option<TokenKind>) -> bool {
    // A line holds few tokens before it shows what it is; a long list is not looked through again at each line.
    let mut line = rest.iter().filter(|token| token.kind() != TokenKind::Whitespace).take(8);
    let Some(first) = line.next() else {
        return false;
    };
    let after_separator = matches!(last_solid, Some(TokenKind::Comma | TokenKind::LeftCurlyBracket));
    match first.kind() {
        TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString => {
            let mut key = line.skip_while(|token| matches!(token.kind(), TokenKind::Atom | TokenKind::Dot));
            let is_pair = key.next().is_some_and(|token| token.kind() == TokenKind::Equals);
            is_pair && (kind == TokenKind::LeftSquareBracket || !after_separator)
        }
        TokenKind::LeftSquareBracket => {
            let words: Vec<_> = line.collect();
            kind == TokenKind::LeftCurlyBracket && last_solid != Some(TokenKind::Equals) || is_header(text, &words)
        }
        TokenKind::LeftCurlyBracket | TokenKind::RightSquareBracket => {
            kind == TokenKind::LeftCurlyBracket && last_solid != Some(TokenKind::Equals)
        }
        _ => false,
    }
}

/// Whether what follows a line's first `[` reads `word]` or `[word]]`, where no value has such words.
fn is_header(text: &str, words: &[&Token]) -> bool {
    let words = match words.split_first() {
        Some((second, rest)) if second.kind() == TokenKind::LeftSquareBracket => rest,
        _ => words,
    };
    let Some((name, rest)) = words.split_first() else {
        return false;
    };
    let word = &text[name.span().start()..name.span().end()];
    name.kind() == TokenKind::Atom
        && word.starts_with(|first: char| first.is_ascii_alphabetic())
        && !matches!(word, "true" | "false" | "inf" | "nan")
        && rest.iter().any(|token| token.kind() == TokenKind::RightSquareBracket)
}

/// Warnings where the text is TOML 1.1: line ends and a last comma in inline tables, `\e` and `\xHH` in text, times
/// without seconds (which are refused anyway).
pub(super) fn too_new(text: &str, tokens: &[Token]) -> Vec<Fault> {
    const HELP: &str = "editors and most readers of TOML still take version 1.0 only";
    let mut faults: Vec<Fault> = Vec::new();
    let mut warn = |span: Span, message: &str| {
        faults.push(Fault {
            span,
            code: Code::TomlTooNew,
            level: Level::Warning,
            message: message.to_owned(),
            help: HELP.to_owned(),
            first: None,
        });
    };
    // Open brackets, and whether that one has been warned about.
    let mut open: Vec<(Token, bool)> = Vec::new();
    let mut last_comma = None;
    for token in tokens {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => open.push((*token, false)),
            TokenKind::RightSquareBracket => {
                open.pop();
            }
            TokenKind::RightCurlyBracket => {
                if let (Some(comma), Some((_, false))) = (last_comma, open.last()) {
                    warn(span(comma), "a comma after the last key of an inline table is TOML 1.1");
                }
                open.pop();
            }
            TokenKind::Newline => {
                if let Some((bracket, warned)) = open.last_mut()
                    && bracket.kind() == TokenKind::LeftCurlyBracket
                    && !*warned
                {
                    *warned = true;
                    warn(span(bracket), "an inline table over several lines is TOML 1.1");
                }
            }
            TokenKind::BasicString | TokenKind::MlBasicString => {
                let place = span(token);
                if let Some(at) = new_escape(&text[place.start..place.end]) {
                    let at = place.start + at;
                    warn(Span::new(at, at + 2), "this escape is TOML 1.1");
                }
            }
            _ => {}
        }
        match token.kind() {
            TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment => {}
            TokenKind::Comma => last_comma = Some(token),
            _ => last_comma = None,
        }
    }
    faults
}

/// Where the first `\e` or `\x` of a text stands.
fn new_escape(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at + 1 < bytes.len() {
        match (bytes[at], bytes[at + 1]) {
            (b'\\', b'e' | b'x') => return Some(at),
            (b'\\', _) => at += 2,
            _ => at += 1,
        }
    }
    None
}
