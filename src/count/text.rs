//! The numbers of a game as tables for people, in 80 columns of plain text.
//!
//! Nothing is said by colour: a line with a number that differs from the rules says `differs` at its end. Reconstructed
//! drawings are called so at the top and in each set.

use std::fmt::Write as _;

use super::{CountReport, FaceCount, NamedCount, Number, SetCount, TileCount};
use crate::model::{Map, Status};

/// Columns a line may take.
const WIDTH: usize = 80;

/// Columns of the names at the left of a table.
const NAME: usize = 14;

/// A blank at which no line is broken, until the line is done.
const KEPT: char = '\u{a0}';

/// What a column of stated numbers shows where the rules state none.
const NOTHING: &str = "-";

impl CountReport {
    /// The report as text, lines ending in LF.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = Lines::default();
        let title = self.title.as_deref().unwrap_or(&self.game);
        let variants =
            if self.variants.is_empty() { String::new() } else { format!(" + {}", self.variants.join(" + ")) };
        lines.line(&format!("{title} ({}{variants})", self.game));
        lines.line(&self.totals());
        if let Some(sentence) = self.reconstruction() {
            lines.wrapped("", &sentence);
        }
        for set in &self.sets {
            lines.line("");
            set_text(set, &mut lines);
        }
        if !self.statements.is_empty() {
            lines.line("");
            lines.line("Of the board and the mouth the rules state");
            for statement in &self.statements {
                let answer = if statement.agrees { "yes" } else { "NO " };
                let end =
                    if statement.agrees { String::new() } else { format!(": {} {}", statement.counted, mark(true)) };
                lines.wrapped(&format!("  {answer}  "), &format!("{}{end}", statement.stated));
            }
        }
        if !self.not_in_play.is_empty() {
            lines.line("");
            lines.wrapped("", &format!("Stated by the rules, but not in play: {}", self.not_in_play.join(", ")));
        }
        lines.line("");
        lines.line(if self.differs {
            "Some numbers differ from what the rules state."
        } else if self.sets.iter().all(|set| !set.states_anything()) {
            "The rules state nothing of these sets."
        } else {
            "Every number agrees with what the rules state."
        });
        lines.text
    }

    /// "65 + 15 = 80 in the stack, 4 apart".
    fn totals(&self) -> String {
        let parts: Vec<_> = self.sets.iter().map(|set| set.stack).filter(|&stack| stack > 0).collect();
        let mut text = match parts.as_slice() {
            [] | [_] => self.stack.to_string(),
            parts => {
                let parts: Vec<_> = parts.iter().map(u64::to_string).collect();
                format!("{} = {}", parts.join(" + "), self.stack)
            }
        };
        text.push_str(" in the stack");
        if self.apart > 0 {
            let _ = write!(text, ", {} apart", self.apart);
        }
        text
    }

    fn reconstruction(&self) -> Option<String> {
        let all = self.stack + self.apart;
        let who = match self.reconstructed {
            0 => return None,
            some if some == all => format!("All {all} pieces are"),
            1 => format!("1 of {all} pieces is"),
            some => format!("{some} of {all} pieces are"),
        };
        Some(format!(
            "{who} reconstructed: drawn to satisfy what is documented, because what is printed on them is not public."
        ))
    }
}

impl SetCount {
    fn states_anything(&self) -> bool {
        let heads = [self.pieces, self.apart, self.draws_double, self.drawings];
        let tiles = self.tiles.iter().map(|tile| tile.copies);
        let rows = self.edges.iter().chain(&self.icons).map(|row| row.number);
        let features = self.features.iter().flat_map(|row| [row.segments, row.pieces]);
        !self.statements.is_empty()
            || heads.into_iter().chain(tiles).chain(rows).chain(features).any(|number| number.stated.is_some())
    }
}

fn set_text(set: &SetCount, lines: &mut Lines) {
    let title = set.title.as_ref().map(|title| format!(": {title}")).unwrap_or_default();
    lines.wrapped("", &format!("Set {}{title}", set.id));
    let statuses: Vec<_> = set.statuses.iter().map(|(status, number)| format!("{number} {status}")).collect();
    if !statuses.is_empty() {
        lines.wrapped("  ", &statuses.join(", "));
    }
    lines.line("");
    lines.row("", &["counted", "rules"], "");
    lines.number("pieces", set.pieces);
    lines.number("apart", set.apart);
    if set.draws_double.counted > 0 || set.draws_double.differs() {
        lines.number("draw another", set.draws_double);
    }
    lines.number("drawings", set.drawings);
    if !set.tiles.is_empty() {
        lines.line("");
        lines.row("tile", &["copies", "rules"], "edges and sites; icons by face");
    }
    for tile in &set.tiles {
        tile_text(tile, lines);
    }
    table("edges", &set.edges, lines);
    if !set.features.is_empty() {
        lines.line("");
        lines.row("features", &["segments", "rules", "pieces", "rules"], "");
        for row in &set.features {
            let differs = row.segments.differs() || row.pieces.differs();
            let cells = [counted(row.segments), rules(row.segments), counted(row.pieces), rules(row.pieces)];
            lines.row(&row.name, &cells.each_ref().map(String::as_str), mark(differs));
        }
    }
    table("icons", &set.icons, lines);
    if !set.statements.is_empty() {
        lines.line("");
        lines.line("  The rules also state");
        for statement in &set.statements {
            let answer = if statement.agrees { "yes" } else { "NO " };
            let end = if statement.agrees { String::new() } else { format!(" {}", mark(true)) };
            lines.wrapped(&format!("  {answer}  "), &format!("{}: {}{end}", statement.stated, statement.counted));
        }
    }
}

fn tile_text(tile: &TileCount, lines: &mut Lines) {
    let mut notes = list(&tile.edges);
    notes.extend(tile.sites.iter().map(|site| format!("+{KEPT}{site}")));
    if tile.apart {
        notes.push("apart".into());
    }
    if tile.draws_double {
        notes.push(format!("draws{KEPT}another"));
    }
    let one = matches!(tile.faces.as_slice(), [face] if face.id.is_none());
    let mut notes = notes.join(", ");
    if one {
        let icons = face_notes(&tile.faces[0], false);
        if !icons.is_empty() {
            let _ = write!(notes, "; {icons}");
        }
    }
    if tile.copies.differs() {
        let _ = write!(notes, " {}", mark(true));
    }
    lines.row(&tile.id, &[&counted(tile.copies), &rules(tile.copies)], notes.trim_start());
    if one {
        return;
    }
    let mixed = tile.faces.iter().any(|face| face.status != tile.faces[0].status);
    for face in &tile.faces {
        let name = format!("  {}", face.id.as_deref().unwrap_or("(plain)"));
        lines.row(&name, &[&face.copies.to_string(), ""], &face_notes(face, mixed));
    }
}

/// The icons of a face, what it adds, and where faces differ how well it is known.
fn face_notes(face: &FaceCount, status: bool) -> String {
    let mut notes = list(&face.icons);
    notes.extend(face.adds.iter().map(|site| format!("+{KEPT}{site}")));
    if status && face.status != Status::Documented {
        notes.push(face.status.word().to_owned());
    }
    notes.join(", ")
}

fn list(map: &Map<u64>) -> Vec<String> {
    map.iter().map(|(name, number)| format!("{number}{KEPT}{name}")).collect()
}

fn table(name: &str, rows: &[NamedCount], lines: &mut Lines) {
    if rows.is_empty() {
        return;
    }
    lines.line("");
    lines.row(name, &["counted", "rules"], "");
    for row in rows {
        lines.number(&row.name, row.number);
    }
}

fn counted(number: Number) -> String {
    number.counted.to_string()
}

fn rules(number: Number) -> String {
    number.stated.map_or_else(|| NOTHING.to_owned(), |stated| stated.to_string())
}

const fn mark(differs: bool) -> &'static str {
    if differs { "<- differs" } else { "" }
}

/// Text under construction.
#[derive(Default)]
struct Lines {
    text: String,
}

impl Lines {
    fn line(&mut self, line: &str) {
        self.text.push_str(&line.trim_end().replace(KEPT, " "));
        self.text.push('\n');
    }

    /// A line of a table: a name, numbers to the right of their columns, and words that may need further lines.
    fn row(&mut self, name: &str, cells: &[&str], words: &str) {
        let mut head = format!("  {name:<NAME$}");
        for cell in cells {
            let _ = write!(head, " {cell:>8}");
        }
        if words.is_empty() {
            self.line(&head);
        } else {
            head.push_str("  ");
            self.wrapped(&head, words);
        }
    }

    fn number(&mut self, name: &str, number: Number) {
        self.row(name, &[&counted(number), &rules(number)], mark(number.differs()));
    }

    /// Words behind `head`, broken where the line is full and continued below their beginning.
    fn wrapped(&mut self, head: &str, words: &str) {
        let indent = head.chars().count().min(WIDTH / 2);
        let mut line = head.to_owned();
        let mut empty = true;
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
                self.line(&line);
                line = " ".repeat(indent);
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        self.line(&line);
    }
}

#[cfg(test)]
mod tests {
    use crate::count::count;
    use crate::lint::tests::resolved;

    #[test]
    fn tables_are_aligned_and_fit_the_screen() {
        let mut game = resolved();
        let text = "total = 8\nedges = { city = 10 }\nonly_edges = [\"road\", \"city\", \"field\"]\n[[shows]]\nwhat = \"a city all around\"\nfeature = \"city\"\nports = 4";
        game.ruleset.expect.insert("base".into(), toml::from_str(text).expect("it is an expectation"));
        let text = count(&game).text();
        let expected = "\
plain (plain)
7 in the stack

Set base
  6 documented, 1 inferred

                  counted    rules
  pieces                7        8  <- differs
  apart                 0        -
  drawings              3        -

  tile             copies    rules  edges and sites; icons by face
  A                     2        -  1 city, 2 road, 1 field
    s                   1           1 shield
    (plain)             1
  B                     3        -  3 field, 1 road, + monastery
    g                   1           + garden, inferred
    (plain)             2
  C                     2        -  4 city; 1 shield

  edges           counted    rules
  road                  7        -
  city                 10       10
  field                11        -

  features       segments    rules   pieces    rules
  road                  5        -        5        -
  city                  4        -        4        -
  field                 7        -        5        -
  monastery             3        -        3        -
  garden                1        -        1        -

  icons           counted    rules
  shield                3        -

  The rules also state
  yes  edges are only road, city, field: no other
  yes  a city all around: C

Some numbers differ from what the rules state.
";
        assert_eq!(text, expected);
    }

    #[test]
    fn long_lists_go_on_below() {
        let mut game = resolved();
        for icon in 0..30 {
            game.tilesets[0].tile[2].segments[0].icons.insert(format!("icon_number_{icon}"), 1);
        }
        let text = count(&game).text();
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}
