//! A rectangle of characters, each with the ink it is written in.
//!
//! What must stay true: lines come out without trailing blanks, colour codes appear only where colour was asked for
//! and are always closed on their line, and drawing outside the rectangle is no error.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Color, Effects};

use super::raster::Point;

/// What a character belongs to; decides its colour and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    Plain,
    Faint,
    Ground,
    /// A line, by its place in the palette.
    Line(usize),
    Block,
    Site,
    Icon,
    Player(Option<AnsiColor>),
    Mark,
}

impl Ink {
    fn style(self) -> anstyle::Style {
        let colour = |colour: AnsiColor| anstyle::Style::new().fg_color(Some(Color::Ansi(colour)));
        match self {
            Self::Plain => anstyle::Style::new(),
            Self::Faint => anstyle::Style::new().effects(Effects::DIMMED),
            Self::Ground => colour(AnsiColor::Green).effects(Effects::DIMMED),
            Self::Line(0) => colour(AnsiColor::White),
            Self::Line(_) => colour(AnsiColor::Blue),
            Self::Block => colour(AnsiColor::Yellow),
            Self::Site => colour(AnsiColor::Magenta),
            Self::Icon => colour(AnsiColor::BrightCyan),
            Self::Player(Some(own)) => colour(own).effects(Effects::BOLD.insert(Effects::INVERT)),
            Self::Player(None) => anstyle::Style::new().effects(Effects::BOLD.insert(Effects::INVERT)),
            Self::Mark => colour(AnsiColor::BrightRed).effects(Effects::BOLD),
        }
    }
}

/// The colour of a player's figures: that of the name where it is a colour's, else the next of a fixed row.
pub(super) fn player_colour(name: &str, seat: usize) -> Option<AnsiColor> {
    const ROW: [AnsiColor; 6] = [
        AnsiColor::BrightRed,
        AnsiColor::BrightBlue,
        AnsiColor::BrightGreen,
        AnsiColor::BrightYellow,
        AnsiColor::BrightMagenta,
        AnsiColor::BrightCyan,
    ];
    Some(match name.to_ascii_lowercase().as_str() {
        "red" => AnsiColor::BrightRed,
        "blue" => AnsiColor::BrightBlue,
        "green" => AnsiColor::BrightGreen,
        "yellow" => AnsiColor::BrightYellow,
        "pink" | "purple" => AnsiColor::BrightMagenta,
        "black" | "gray" | "grey" | "white" => return None,
        _ => ROW[seat % ROW.len()],
    })
}

/// The rectangle.
#[derive(Clone)]
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    dots: Vec<(char, Ink)>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width, height, dots: vec![(' ', Ink::Plain); width * height] }
    }

    fn index(&self, (x, y): Point) -> Option<usize> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    pub(super) fn put(&mut self, point: Point, glyph: char, ink: Ink) {
        if let Some(index) = self.index(point) {
            self.dots[index] = (glyph, ink);
        }
    }

    /// Writes `text` to the right from `point`.
    pub(super) fn write(&mut self, (x, y): Point, text: &str, ink: Ink) {
        for (offset, glyph) in (0..).zip(text.chars()) {
            self.put((x + offset, y), glyph, ink);
        }
    }

    /// Copies `other` onto this one, its corner at `at`.
    pub(super) fn paste(&mut self, (x, y): Point, other: &Self) {
        for (row, dots) in (0..).zip(other.dots.chunks(other.width.max(1))) {
            for (column, &(glyph, ink)) in (0..).zip(dots) {
                self.put((x + column, y + row), glyph, ink);
            }
        }
    }

    /// The columns from `start` to before `end` as a canvas of their own.
    pub(super) fn columns(&self, start: usize, end: usize) -> Self {
        let (start, end) = (start.min(self.width), end.min(self.width));
        let dots = self.dots.chunks(self.width.max(1)).flat_map(|row| row[start..end].iter().copied()).collect();
        Self { width: end - start, height: self.height, dots }
    }

    /// The rows as text, each closed by a line feed.
    pub(super) fn text(&self, colour: bool) -> String {
        let mut out = String::with_capacity(self.dots.len());
        for row in self.dots.chunks(self.width.max(1)) {
            let length = row.iter().rposition(|&(glyph, _)| glyph != ' ').map_or(0, |last| last + 1);
            let mut ink = Ink::Plain;
            for &(glyph, next) in &row[..length] {
                let next = if glyph == ' ' { Ink::Plain } else { next };
                if colour && next != ink {
                    change(&mut out, ink, next);
                    ink = next;
                }
                out.push(glyph);
            }
            if colour {
                change(&mut out, ink, Ink::Plain);
            }
            out.push('\n');
        }
        out
    }
}

fn change(out: &mut String, from: Ink, to: Ink) {
    let (old, new) = (from.style(), to.style());
    // Writing to a string cannot fail.
    let _ = write!(out, "{}{}", old.render_reset(), new.render());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_at_the_end_are_trimmed_and_colour_is_closed() {
        let mut canvas = Canvas::new(6, 2);
        canvas.write((1, 0), "ab", Ink::Mark);
        canvas.write((4, 5), "outside", Ink::Mark);
        assert_eq!(canvas.text(false), " ab\n\n");
        let coloured = canvas.text(true);
        let first = coloured.lines().next().unwrap_or_default();
        assert!(first.starts_with(' ') && first.contains("ab") && first.ends_with("\u{1b}[0m"), "{coloured:?}");
        assert_eq!(coloured.lines().nth(1), Some(""));
    }
}
