//! Data files in their canonical form: TOML with its order, its comments and its line breaks within lists kept.
//!
//! Lists are laid out as their author broke them: one that goes over several lines has each of its lines indented by two
//! and ends with a comma; one on a single line stays there as long as it fits. What must stay true: the values are the
//! same before and after, which is checked each time.

use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

use super::blanks::Blanks;
use super::push_comment;
use super::value::{List, Row, Value, put};
use crate::diagnostic::{Code, Finding, Level};
use crate::source::toml;
use crate::text::{Excerpt, Span};

/// The canonical form of a data file; none where the file does not say which `kind` of data it holds, and so is not ours
/// to change.
///
/// # Errors
/// Where its text cannot be read as TOML.
pub fn format(excerpt: &Excerpt) -> Result<Option<String>, Vec<Finding>> {
    let parsed = toml::parse(excerpt.clone());
    let errors: Vec<_> = parsed.findings.into_iter().filter(|finding| finding.level == Level::Error).collect();
    if parsed.document.value.get("kind").is_none() {
        // A file with mistakes may have lost its kind to them.
        return if errors.is_empty() { Ok(None) } else { Err(errors) };
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let text = excerpt.text.strip_prefix('\u{feff}').unwrap_or(&excerpt.text);
    let mut layout = Layout { text, tokens: Source::new(text).lex().into_vec(), at: 0 };
    let Some(written) = layout.file() else {
        let message = "a comment stands within an inline table, which only TOML 1.1 allows";
        let finding = Finding::error(Code::TomlTooNew, message).help("put it above the line of the table");
        let (mark, span) = (excerpt.text.len() - text.len(), layout.place());
        return Err(vec![finding.at(excerpt.place(Span::new(mark + span.start, mark + span.end)))]);
    };
    let again = toml::parse(Excerpt::whole(excerpt.file.clone(), written.as_str()));
    if again.document.value != parsed.document.value || again.findings.iter().any(|found| found.level == Level::Error) {
        let finding = Finding::error(Code::Internal, "the file would not say the same in its canonical form");
        return Err(vec![finding.at(excerpt.place(Span::default()))]);
    }
    Ok(Some(written))
}

/// Reads tokens and writes lines.
struct Layout<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
}

impl<'t> Layout<'t> {
    fn peek(&self) -> TokenKind {
        self.tokens.get(self.at).map_or(TokenKind::Eof, Token::kind)
    }

    /// The next token that is no blank, passed over.
    fn take(&mut self) -> (TokenKind, &'t str) {
        self.blanks();
        let Some(token) = self.tokens.get(self.at) else { return (TokenKind::Eof, "") };
        self.at += 1;
        (token.kind(), self.text.get(token.span().start()..token.span().end()).unwrap_or_default())
    }

    fn blanks(&mut self) {
        while self.peek() == TokenKind::Whitespace {
            self.at += 1;
        }
    }

    /// The kind of the next token that is no blank.
    fn next(&mut self) -> TokenKind {
        self.blanks();
        self.peek()
    }

    /// The bytes of the next token.
    fn place(&self) -> Span {
        let end = Span::new(self.text.len(), self.text.len());
        self.tokens.get(self.at).map_or(end, |token| Span::new(token.span().start(), token.span().end()))
    }

    /// The whole file; none at a comment that stands where none may.
    fn file(&mut self) -> Option<String> {
        let mut lines = Blanks::with_capacity(self.text.len() + self.text.len() / 8);
        let mut is_blank = true;
        loop {
            match self.next() {
                TokenKind::Eof => return Some(lines.finish()),
                TokenKind::Newline => {
                    self.at += 1;
                    if std::mem::replace(&mut is_blank, true) {
                        lines.blank();
                    }
                    continue;
                }
                TokenKind::Comment => lines.comment(self.take().1.trim_end()),
                TokenKind::LeftSquareBracket => {
                    let line = self.header();
                    lines.line(&line, true);
                }
                _ => {
                    let line = self.statement()?;
                    lines.line(&line, false);
                }
            }
            is_blank = false;
        }
    }

    /// `[table]` or `[[list]]`, with its comment.
    fn header(&mut self) -> String {
        let mut line = String::new();
        loop {
            match self.next() {
                TokenKind::Newline | TokenKind::Eof => return line,
                TokenKind::Comment => {
                    push_comment(&mut line, self.take().1.trim_end());
                    return line;
                }
                _ => line.push_str(self.take().1),
            }
        }
    }

    /// `key = value`, with its comment.
    fn statement(&mut self) -> Option<String> {
        let mut line = self.key();
        line.push_str(" = ");
        let value = self.value()?;
        put(&mut line, &value, 0, 0);
        if self.next() == TokenKind::Comment {
            push_comment(&mut line, self.take().1.trim_end());
        }
        Some(line)
    }

    /// A key with its dots, up to and past the `=`.
    fn key(&mut self) -> String {
        let mut key = String::new();
        loop {
            match self.next() {
                TokenKind::Newline | TokenKind::Comment | TokenKind::Eof => return key,
                TokenKind::Equals => {
                    self.at += 1;
                    return key;
                }
                _ => key.push_str(self.take().1),
            }
        }
    }

    fn value(&mut self) -> Option<Value<'t>> {
        match self.next() {
            TokenKind::LeftSquareBracket => {
                self.at += 1;
                self.list().map(Value::List)
            }
            TokenKind::LeftCurlyBracket => {
                self.at += 1;
                self.table().map(Value::Table)
            }
            _ => {
                let start = self.place().start;
                let mut end = start;
                while !ends_value(self.peek()) {
                    end = self.place().end;
                    self.at += 1;
                }
                Some(Value::Plain(self.text.get(start..end).unwrap_or_default()))
            }
        }
    }

    /// An inline table behind its opening bracket. Line breaks in it, which are TOML 1.1, go.
    fn table(&mut self) -> Option<Vec<(String, Value<'t>)>> {
        let mut pairs = Vec::new();
        loop {
            match self.next() {
                TokenKind::Comment => return None,
                TokenKind::Newline | TokenKind::Comma => self.at += 1,
                TokenKind::RightCurlyBracket | TokenKind::Eof => {
                    self.at += 1;
                    return Some(pairs);
                }
                _ => {
                    let key = self.key();
                    let before = self.at;
                    pairs.push((key, self.value()?));
                    // What ends a value and is no part of a table would be met again and again.
                    self.at += usize::from(self.at == before);
                }
            }
        }
    }

    /// A list behind its opening bracket.
    fn list(&mut self) -> Option<List<'t>> {
        let mut list = List::default();
        let mut row = Row::default();
        let mut on_first_line = true;
        loop {
            match self.next() {
                TokenKind::Comma => self.at += 1,
                TokenKind::RightSquareBracket | TokenKind::Eof => {
                    self.at += 1;
                    if !row.values.is_empty() {
                        list.rows.push(row);
                    }
                    list.broken &= !list.rows.is_empty() || !list.comment.is_empty();
                    return Some(list);
                }
                TokenKind::Comment => {
                    let comment = self.take().1.trim_end();
                    list.broken = true;
                    if on_first_line && row.values.is_empty() {
                        list.comment = comment;
                    } else {
                        row.comment = comment;
                    }
                }
                TokenKind::Newline => {
                    self.at += 1;
                    list.broken = true;
                    if !row.values.is_empty() || !row.comment.is_empty() {
                        list.rows.push(std::mem::take(&mut row));
                    } else if !on_first_line {
                        row.gap = !list.rows.is_empty();
                    }
                    on_first_line = false;
                }
                _ => {
                    let before = self.at;
                    row.values.push(self.value()?);
                    self.at += usize::from(self.at == before);
                }
            }
        }
    }
}

/// Whether a token of this kind is no part of a plain value.
const fn ends_value(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Comma
            | TokenKind::RightSquareBracket
            | TokenKind::RightCurlyBracket
            | TokenKind::Whitespace
            | TokenKind::Newline
            | TokenKind::Comment
            | TokenKind::Eof
    )
}
