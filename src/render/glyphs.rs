//! Which sign stands for what: palettes by shape, and letters for players, figures and icons.
//!
//! What must stay true: no two features of a game that occur together share a sign as long as the palettes last, a
//! feature's sign depends only on the order in which the ruleset declares it, and nothing outside ASCII is drawn where
//! ASCII was asked for. Every sign is one column wide.

use super::Charset;
use super::scene::Vocabulary;
use crate::model::Shape;

/// Bits of the four arms of a line at a point, by the number of the side: north 1, east 2, south 4, west 8.
pub(super) type Arms = u8;

/// Box drawing by arms, for a light, a double and a heavy line.
const BOXES: [[char; 16]; 3] = [
    ['─', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'],
    ['═', '║', '═', '╚', '║', '║', '╔', '╠', '═', '╝', '═', '╩', '╗', '╣', '╦', '╬'],
    ['━', '┃', '━', '┗', '┃', '┃', '┏', '┣', '━', '┛', '━', '┻', '┓', '┫', '┳', '╋'],
];
const ASCII_LINE: [char; 16] = ['-', '|', '-', '\\', '|', '|', '/', '+', '-', '/', '-', '+', '\\', '+', '+', '+'];
/// The arms of an upright line.
pub(super) const NORTH_SOUTH: Arms = 0b0101;
/// The arms of a line that lies.
pub(super) const EAST_WEST: Arms = 0b1010;

/// The signs of one game in one character set.
#[derive(Clone, Debug)]
pub(super) struct Glyphs {
    charset: Charset,
    /// For each declared feature its place in the palette of its shape.
    ranks: Vec<(String, Shape, usize)>,
    icons: Vec<(String, char)>,
    kinds: Vec<(String, char)>,
    players: Vec<char>,
    names: Vec<String>,
}

impl Glyphs {
    pub(super) fn new(words: &Vocabulary, players: &[String], charset: Charset) -> Self {
        let mut ranks: Vec<(String, Shape, usize)> = Vec::with_capacity(words.features.len());
        let has_front = words.features.iter().any(|(name, _)| words.front.as_ref() == Some(name));
        for (name, shape) in &words.features {
            let is_front = words.front.as_ref() == Some(name);
            let mut rank =
                ranks.iter().filter(|(known, other, _)| other == shape && words.front.as_ref() != Some(known)).count();
            if *shape == Shape::Line && has_front {
                // The front is the double line wherever it stands in the order; the others step around it.
                rank = if is_front { 1 } else { rank + usize::from(rank >= 1) };
            }
            ranks.push((name.clone(), *shape, rank));
        }
        let reserved = if charset == Charset::Ascii { "o" } else { "" };
        let icons = letters(&words.icons, char::to_ascii_lowercase, reserved);
        let kinds = letters(&words.figures, char::to_ascii_lowercase, "");
        Self {
            charset,
            ranks,
            icons: words.icons.iter().cloned().zip(icons).collect(),
            kinds: words.figures.iter().cloned().zip(kinds).collect(),
            players: letters(players, char::to_ascii_uppercase, ""),
            names: players.to_vec(),
        }
    }

    fn pick(&self, unicode: char, ascii: char) -> char {
        match self.charset {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }

    /// The feature's place in the palette of its shape; features nobody declared come last.
    pub(super) fn rank(&self, feature: &str) -> usize {
        self.ranks.iter().find(|(name, ..)| name == feature).map_or(3, |(.., rank)| *rank)
    }

    /// How the feature takes its ports, where it is declared.
    pub(super) fn shape(&self, feature: &str) -> Option<Shape> {
        self.ranks.iter().find(|(name, ..)| name == feature).map(|(_, shape, _)| *shape)
    }

    /// The sign of a line with these arms.
    pub(super) fn line(&self, feature: &str, arms: Arms) -> char {
        let style = self.rank(feature).min(2);
        match (self.charset, style) {
            (Charset::Unicode, _) => BOXES[style][usize::from(arms & 15)],
            (Charset::Ascii, 0) => ASCII_LINE[usize::from(arms & 15)],
            (Charset::Ascii, 1) => '~',
            (Charset::Ascii, _) => ':',
        }
    }

    /// The sign where the line `over` crosses the line `under`, both straight.
    pub(super) fn crossing(&self, over: &str, arms: Arms, under: &str) -> char {
        let styles = (self.rank(over), self.rank(under));
        let (upright, flat) = (arms & EAST_WEST == 0, arms & NORTH_SOUTH == 0);
        match (self.charset, styles) {
            (Charset::Unicode, (0, 1)) if upright => '╪',
            (Charset::Unicode, (0, 1)) if flat => '╫',
            (Charset::Unicode, (1, 0)) if upright => '╫',
            (Charset::Unicode, (1, 0)) if flat => '╪',
            _ => self.line(over, arms),
        }
    }

    /// The sign of two bends back to back: rising for N-W and E-S, falling for N-E and S-W.
    pub(super) fn slash(&self, rising: bool) -> char {
        if rising { self.pick('╱', '/') } else { self.pick('╲', '\\') }
    }

    /// The sign where lines end.
    pub(super) fn end(&self) -> char {
        self.pick('■', 'o')
    }

    pub(super) fn block(&self, feature: &str) -> char {
        let rank = self.rank(feature).min(3);
        self.pick(['▒', '▓', '░', '█'][rank], ['#', '%', 'X', 'H'][rank])
    }

    pub(super) fn ground(&self, feature: &str) -> char {
        let rank = self.rank(feature).min(3);
        self.pick(['·', ':', '\'', ' '][rank], ['.', '\'', '`', ' '][rank])
    }

    pub(super) fn site(&self, feature: &str) -> char {
        let rank = self.rank(feature).min(3);
        self.pick(['⌂', '✿', '¤', '§'][rank], ['@', '&', '$', '?'][rank])
    }

    /// The corner of a cell.
    pub(super) fn corner(&self) -> char {
        self.pick('+', '+')
    }

    /// The corner of the piece laid last.
    pub(super) fn last(&self) -> char {
        self.pick('◆', '*')
    }

    /// A space of the race that no racer stands on.
    pub(super) fn space(&self) -> char {
        self.pick('○', '=')
    }

    /// An edge that does not fit.
    pub(super) fn clash(&self) -> char {
        self.pick('×', 'x')
    }

    /// The box of a mark: corners clockwise from the north-west, then the horizontal and the vertical side.
    pub(super) fn frame(&self) -> [char; 6] {
        match self.charset {
            Charset::Unicode => ['┏', '┓', '┛', '┗', '━', '┃'],
            Charset::Ascii => ['[', ']', ']', '[', '=', '!'],
        }
    }

    pub(super) fn icon(&self, name: &str) -> char {
        self.icons.iter().find(|(known, _)| known == name).map_or('?', |(_, letter)| *letter)
    }

    pub(super) fn kind(&self, name: &str) -> char {
        self.kinds.iter().find(|(known, _)| known == name).map_or('?', |(_, letter)| *letter)
    }

    /// Whether this is the first kind of figure the game declares.
    pub(super) fn is_first_kind(&self, name: &str) -> bool {
        self.kinds.first().is_some_and(|(known, _)| known == name)
    }

    pub(super) fn player(&self, index: usize) -> char {
        self.players.get(index).copied().unwrap_or('?')
    }

    pub(super) fn player_name(&self, index: usize) -> &str {
        self.names.get(index).map_or("somebody", String::as_str)
    }
}

/// One letter a name: the first of its own that is free, else the first free of the alphabet, else a question mark.
fn letters(names: &[String], case: fn(&char) -> char, reserved: &str) -> Vec<char> {
    let mut taken: Vec<char> = reserved.chars().collect();
    let alphabet: Vec<char> = ('a'..='z').map(|letter| case(&letter)).chain('1'..='9').collect();
    names
        .iter()
        .map(|name| {
            let own = name.chars().filter(char::is_ascii_alphabetic).map(|letter| case(&letter));
            let found = own.chain(alphabet.iter().copied()).find(|letter| !taken.contains(letter));
            let letter = found.unwrap_or('?');
            taken.push(letter);
            letter
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn letters_are_unique_and_come_from_the_name_first() {
        let names = words(&["Red", "Rene", "Re", "Blue", "E"]);
        assert_eq!(letters(&names, char::to_ascii_uppercase, ""), ['R', 'E', 'A', 'B', 'C']);
        assert_eq!(letters(&words(&["ox"]), char::to_ascii_lowercase, "o"), ['x']);
        let many: Vec<String> = (0..40).map(|_| "a".to_owned()).collect();
        let given = letters(&many, char::to_ascii_uppercase, "");
        assert_eq!(given.iter().filter(|&&letter| letter == '?').count(), 5);
    }

    #[test]
    fn the_front_is_the_double_line_wherever_it_stands() {
        let line = |name: &str| (name.to_owned(), Shape::Line);
        for order in [["front", "a", "b"], ["a", "front", "b"], ["a", "b", "front"]] {
            let words = Vocabulary {
                features: order.iter().map(|name| line(name)).collect(),
                front: Some("front".to_owned()),
                ..Vocabulary::default()
            };
            let glyphs = Glyphs::new(&words, &[], Charset::Unicode);
            assert_eq!(
                (glyphs.line("front", 5), glyphs.line("a", 5), glyphs.line("b", 5)),
                ('║', '│', '┃'),
                "{order:?}"
            );
        }
    }

    #[test]
    fn ascii_stays_ascii() {
        let names = ["a", "b", "c", "d", "e"];
        for shape in [Shape::Line, Shape::Block, Shape::Ground, Shape::Site] {
            let words = Vocabulary {
                features: names.iter().map(|&name| (name.to_owned(), shape)).collect(),
                ..Vocabulary::default()
            };
            let glyphs = Glyphs::new(&words, &[], Charset::Ascii);
            for name in names {
                for arms in 0..16 {
                    assert!(glyphs.line(name, arms).is_ascii() && glyphs.crossing(name, arms, "a").is_ascii());
                }
                assert!(glyphs.block(name).is_ascii() && glyphs.ground(name).is_ascii());
                assert!(glyphs.site(name).is_ascii());
            }
            assert!(glyphs.frame().iter().all(char::is_ascii));
        }
    }
}
