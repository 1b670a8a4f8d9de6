//! What keeps text from the outside in its place: control characters made visible, and each format's own escapes.
//!
//! What must stay true: after [`visible`] a text is one line without any character that moves the cursor, changes the
//! terminal's state or turns the reading direction.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Characters of a message that are shown at most in formats for eyes; a message quotes its input, and input is long.
pub const LONGEST: usize = 1000;

/// Whether a character does something else than appear: controls, line separators, marks of direction.
#[must_use]
pub fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The text with each active character written as an escape, such as `\n` or `\u{1b}`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_active) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    text.chars().for_each(|c| push_visible(&mut out, c));
    Cow::Owned(out)
}

/// Appends the character, escaped where it is active.
pub(super) fn push_visible(out: &mut String, c: char) {
    if is_active(c) { out.extend(c.escape_default()) } else { out.push(c) }
}

/// The text on one line, cut after [`LONGEST`] characters.
#[must_use]
pub fn brief<'t>(text: &'t str, ellipsis: &str) -> Cow<'t, str> {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => Cow::Owned(visible(&text[..at]).into_owned() + ellipsis),
        None => visible(text),
    }
}

/// A block of several lines: line ends, tabs and, with `colour`, colour codes stay; the rest is made visible.
#[must_use]
pub fn block(text: &str, colour: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(code) = colour_code(rest) {
            if colour {
                out.push_str(&rest[..code]);
            }
            rest = &rest[code..];
            continue;
        }
        match c {
            '\n' | '\t' => out.push(c),
            '\r' if rest[1..].starts_with('\n') => {}
            _ => push_visible(&mut out, c),
        }
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// The length of the colour code (`ESC [ digits ; ... m`) that the text begins with.
fn colour_code(text: &str) -> Option<usize> {
    let inner = text.strip_prefix("\u{1b}[")?;
    let end = inner.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    inner[end..].starts_with('m').then_some(end + 3)
}

/// Text or an attribute's value in XML. Characters that XML cannot hold are made visible; line ends and tabs stay.
#[must_use]
pub fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' | '\t' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => out.extend(c.escape_default()),
            _ => push_visible(&mut out, c),
        }
    }
    out
}

/// A path as the reference that URIs have: relative stays relative, an absolute path becomes a `file:` URI.
#[must_use]
pub fn uri(path: &str) -> String {
    let path = path.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let mut out = String::with_capacity(path.len() + 8);
    let drive = path.as_bytes().get(..3).is_some_and(|head| head[0].is_ascii_alphabetic() && &head[1..] == b":/");
    if drive {
        out.push_str("file:///");
    } else if path.starts_with('/') {
        out.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            out.push(byte as char);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn active_characters_become_escapes() {
        assert_eq!(visible("a\u{1b}[2Jb\r\nc\u{202e}\u{9b}"), "a\\u{1b}[2Jb\\r\\nc\\u{202e}\\u{9b}");
        assert!(matches!(visible("gr\u{fc}n"), Cow::Borrowed(_)));
        assert_eq!(brief(&"x".repeat(2000), "...").len(), LONGEST + 3);
    }

    #[test]
    fn blocks_keep_lines_and_only_colours_pass() {
        let text = "a\u{1b}[1;31mb\u{1b}[0m\r\n\u{1b}[2Jc\u{1b}[1";
        assert_eq!(block(text, false), "ab\n\\u{1b}[2Jc\\u{1b}[1");
        assert_eq!(block(text, true), "a\u{1b}[1;31mb\u{1b}[0m\n\\u{1b}[2Jc\\u{1b}[1");
    }

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("./a b/\u{fc}:1.moves"), "a%20b/%C3%BC%3A1.moves");
        assert_eq!(uri("/x/y%"), "file:///x/y%25");
        assert_eq!(uri("C:\\x"), "file:///C%3A/x");
    }

    #[test]
    fn xml_holds_no_markup_and_no_controls() {
        assert_eq!(xml("<a b=\"'&\u{0}\n"), "&lt;a b=&quot;&apos;&amp;\\u{0}\n");
    }
}
