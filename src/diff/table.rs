//! Tables for people: columns as wide as they must be, the last one broken over lines where it has to be.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use crate::diagnostic::render::escape::visible;

/// How a column stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    Left,
    Right,
}

/// A table with a heading.
#[derive(Clone, Debug)]
pub(crate) struct TextTable {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    pub(crate) fn new(columns: &[(&str, Align)]) -> Self {
        let heading = columns.iter().map(|(title, _)| (*title).to_owned()).collect();
        Self { columns: columns.iter().map(|(_, align)| *align).collect(), rows: vec![heading] }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| visible(&cell).into_owned()).collect());
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }

    /// Writes the table, indented by two, into so many columns where that can be.
    pub(crate) fn write(&self, out: &mut String, width: usize) {
        let last = self.columns.len().saturating_sub(1);
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|at| self.rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.width()).max().unwrap_or(0))
            .collect();
        let before: usize = 2 + widths[..last].iter().map(|width| width + 2).sum::<usize>();
        for row in &self.rows {
            let mut line = String::from(" ");
            for (at, cell) in row.iter().enumerate().take(last) {
                let pad = " ".repeat(widths[at].saturating_sub(cell.width()));
                let _ = match self.columns[at] {
                    Align::Left => write!(line, " {cell}{pad} "),
                    Align::Right => write!(line, " {pad}{cell} "),
                };
            }
            let cell = row.get(last).map_or("", String::as_str);
            let pad = match self.columns[last] {
                Align::Right => " ".repeat(widths[last].saturating_sub(cell.width())),
                Align::Left => String::new(),
            };
            let room = width.saturating_sub(before).max(20);
            for (number, part) in wrapped(cell, room).into_iter().enumerate() {
                if number == 0 {
                    let _ = writeln!(out, "{}", format!("{line} {pad}{part}").trim_end());
                } else {
                    let _ = writeln!(out, "{}{part}", " ".repeat(before));
                }
            }
        }
    }
}

/// Text in lines of so many columns, broken at blanks.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().map_or(0, |line| line.width());
        if line > 0 && line + 1 + word.width() > width {
            lines.push(word.to_owned());
        } else if let Some(last) = lines.last_mut() {
            if line > 0 {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_is_broken_and_the_others_are_not() {
        let mut table = TextTable::new(&[("n", Align::Right), ("what", Align::Left)]);
        table.row(["10".to_owned(), "one two three four five".to_owned()]);
        let mut out = String::new();
        table.write(&mut out, 20);
        assert_eq!(out, "   n  what\n  10  one two three four\n      five\n");
    }
}
