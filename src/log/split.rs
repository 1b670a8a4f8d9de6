//! Many games in one text: each begins at its `game:` line.

/// One game of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameBytes<'a> {
    /// From its `game:` line (or, for what stands before the first, from the start) up to the next.
    pub bytes: &'a [u8],
    /// Lines of the text before it.
    pub lines_before: usize,
    /// Whether it begins with a `game:` line.
    pub named: bool,
}

/// Splits a text into its games. What stands before the first `game:` line is one part without a name, given only where it
/// holds more than blank lines and comments.
#[must_use]
pub fn split(bytes: &[u8]) -> Vec<GameBytes<'_>> {
    let mut parts: Vec<GameBytes<'_>> = Vec::new();
    let (mut start, mut start_line, mut named) = (0, 0, false);
    let mut lines = 0;
    for at in starts(bytes) {
        lines += memchr::memchr_iter(b'\n', &bytes[start..at]).count();
        if named || holds_something(&bytes[start..at]) {
            parts.push(GameBytes { bytes: &bytes[start..at], lines_before: start_line, named });
        }
        (start, start_line, named) = (at, lines, true);
    }
    if named || holds_something(&bytes[start..]) {
        parts.push(GameBytes { bytes: &bytes[start..], lines_before: start_line, named });
    }
    parts
}

/// Where the lines begin that are `game:` headers.
///
/// Their word is searched for in all the text at once, which is faster than looking at each line.
fn starts(bytes: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memmem::find_iter(bytes, b"game:").filter_map(|at| {
        let blanks = bytes[..at].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let before = &bytes[..at - blanks];
        let before = before.strip_suffix(crate::text::BOM).unwrap_or(before);
        before.last().is_none_or(|&byte| byte == b'\n').then_some(before.len())
    })
}

/// Whether a line is a `game:` header.
#[must_use]
pub(crate) fn begins_game(line: &[u8]) -> bool {
    let line = line.strip_prefix(crate::text::BOM).unwrap_or(line);
    let blanks = line.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(line.len());
    line[blanks..].starts_with(b"game:")
}

/// Whether a stretch of lines holds anything but blank lines and comments.
fn holds_something(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(crate::text::BOM).unwrap_or(bytes);
    bytes.split(|&byte| byte == b'\n').any(|line| {
        let first = line.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        first.is_some_and(|byte| *byte != b'#')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_begin_at_their_header_wherever_it_stands() {
        let text = b"# all of them\n\n game: a\nx\ngame: b\r\n";
        let parts = split(text);
        assert_eq!(parts.len(), 2);
        assert_eq!((parts[0].lines_before, parts[1].lines_before), (2, 4));
        assert_eq!(parts.iter().map(|part| part.bytes).collect::<Vec<_>>().concat(), &text[15..]);
    }

    #[test]
    fn what_stands_before_the_first_game_is_kept_where_it_says_something() {
        assert!(split(b"\n# nothing\n").is_empty());
        let parts = split(b"oops\ngame: a\n");
        assert_eq!((parts.len(), parts[0].named, parts[1].named), (2, false, true));
    }
}
