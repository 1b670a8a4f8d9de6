//! Quotes that are never closed.
//!
//! A text without its second quote goes on to the end of its line and takes the brackets and commas there with it, so a
//! reader misses those too. Whoever wrote the line sees where the quote should stand: before them. The words and signs of the
//! line are found as if it stood there; the text itself is read as it is written, so that the one mistake is told once.

use toml_parser::lexer::{Token, TokenKind};

/// The text with a quote where one is missing, of the same length, for finding words and signs; none where none is missing.
pub(super) fn closed(text: &str, tokens: &[Token]) -> Option<String> {
    let mut closed: Option<Vec<u8>> = None;
    for token in tokens.iter().filter(|token| matches!(token.kind(), TokenKind::BasicString | TokenKind::LiteralString))
    {
        let (start, end) = (token.span().start(), token.span().end());
        let Some(at) = text.get(start..end).and_then(missing) else { continue };
        let quote = text.as_bytes()[start];
        let bytes = closed.get_or_insert_with(|| text.as_bytes().to_vec());
        // A character of several bytes is given way to as a whole.
        let from = (0..=start + at).rev().find(|from| text.is_char_boundary(*from)).unwrap_or(start + at);
        for byte in &mut bytes[from..=start + at] {
            *byte = quote;
        }
        for byte in &mut bytes[from..start + at] {
            *byte = b' ';
        }
    }
    closed.and_then(|bytes| String::from_utf8(bytes).ok())
}

/// Where in an unclosed text its quote should stand: at what stands before the brackets and commas at its end; none where the
/// text is closed, or nothing follows that a quote would set free.
fn missing(written: &str) -> Option<usize> {
    let bytes = written.as_bytes();
    let quote = *bytes.first()?;
    let is_closed =
        bytes.len() > 1 && bytes.last() == Some(&quote) && !(quote == b'"' && ends_escaped(&bytes[..bytes.len() - 1]));
    if is_closed {
        return None;
    }
    let signs = |byte: &u8| matches!(byte, b' ' | b'\t' | b'}' | b']' | b',');
    let content = bytes.len() - bytes.iter().rev().take_while(|byte| signs(byte)).count();
    let follows = &bytes[content..];
    let first = follows.iter().position(|byte| matches!(byte, b'}' | b']' | b','))?;
    // A blank before the signs gives way to the quote; without one the last letter does.
    let at = if first > 0 { content } else { content - 1 };
    (at > 0).then_some(at)
}

/// Whether the last byte is a backslash that is not itself escaped.
fn ends_escaped(bytes: &[u8]) -> bool {
    bytes.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_missing_before_the_signs_at_the_end() {
        assert_eq!(missing("\"E W },"), Some(4));
        assert_eq!(missing("\"E W},"), Some(3));
        assert_eq!(missing("'E' "), None);
        assert_eq!(missing("\"E W\""), None);
        assert_eq!(missing("\"E \\\"},"), Some(4));
        assert_eq!(missing("\"all to the end"), None);
        assert_eq!(missing("\"}"), None, "nothing but signs");
    }
}
