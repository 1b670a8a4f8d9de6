//! TW0302 and TW0408 for where a game starts: the tiles on the table at first are there, lie apart and match.
//!
//! Each is one of the counted copies. A game without a board has to say where it starts.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Finding};
use crate::geometry::{Cell, MAX_COORDINATE, Rotation, Side};
use crate::model::Start;
use crate::source::{Part, child};

use super::Game;
use super::names::unknown;
use super::piece::Piece;
use super::report::{At, Report};
use super::rules::incoherent;
use super::tally::faces;

/// The coordinates of a cell on the table, and which start tile has it with which edges; none is the board's.
type Taken<'a> = FxHashMap<Cell, (Option<usize>, [Option<&'a str>; 4])>;

/// Checks where a game starts.
pub(super) fn check(game: &Game<'_>, report: &mut Report<'_>) {
    let rules = &game.resolved.ruleset;
    if rules.start.is_empty() && !game.resolved.maps.is_empty() {
        return;
    }
    if rules.start.is_empty() && rules.board.is_none() && game.resolved.board.is_none() {
        let finding = incoherent("nothing lies on the table when the game starts");
        let help = "name a `board`, or the first tile in `start`: `start = [{ tile = \"D\", cell = [0, 0] }]`";
        report.add(&At::value(Part::Ruleset, "/id"), finding.help(help));
        return;
    }
    let mut taken: Taken<'_> = FxHashMap::default();
    if let Some(side) = game.sides.first() {
        // The sides may be drawn differently, so the board's edges are matched to nothing here.
        taken.extend(
            side.laid(Cell::default(), Rotation::default()).into_iter().map(|(cell, _)| (cell, (None, [None; 4]))),
        );
    }
    let mut used: FxHashMap<&str, u64> = FxHashMap::default();
    for (number, start) in rules.start.iter().enumerate() {
        let pointer = child("/start", number);
        let at = At::value(Part::Ruleset, child(&pointer, "tile"));
        let Some(piece) = find(game, start, &at, report) else { continue };
        let copies = used.entry(start.tile.as_str()).or_default();
        *copies += 1;
        if *copies > copies_of(piece, start) {
            let have = copies_of(piece, start);
            let finding = incoherent(format!("`{}` starts {copies} times, and there are {have} copies", start.tile));
            report.add(&at, finding);
            continue;
        }
        lay(rules.start.as_slice(), number, piece, &mut taken, report);
    }
}

/// The tile a start names, or the complaint that there is none.
fn find<'a, 'b>(game: &'b Game<'a>, start: &Start, at: &At, report: &mut Report<'_>) -> Option<&'b Piece<'a>> {
    let (id, face) = split(&start.tile);
    let piece = game.tiles().find(|piece| piece.tile.is_some_and(|tile| tile.id == id));
    let Some(tile) = piece.and_then(|piece| piece.tile) else {
        let ids: Vec<_> = game.tiles().filter_map(|piece| piece.tile).map(|tile| tile.id.as_str()).collect();
        report.add(at, unknown("tile in play", id, &ids));
        return None;
    };
    let known: Vec<_> = tile.faces.iter().filter_map(|face| face.id.as_deref()).collect();
    if !face.is_empty() && !known.contains(&face) {
        report.add(at, unknown(&format!("face of `{id}`"), face, &known));
        return None;
    }
    piece
}

/// A tile's name as its id and its face, which begins with the first small letter.
pub(super) fn split(name: &str) -> (&str, &str) {
    name.split_at(name.find(|letter: char| letter.is_ascii_lowercase()).unwrap_or(name.len()))
}

fn copies_of(piece: &Piece<'_>, start: &Start) -> u64 {
    let Some(tile) = piece.tile else { return 0 };
    let (_, face) = split(&start.tile);
    if face.is_empty() {
        return u64::from(tile.count);
    }
    let of_face =
        |(known, _): &&(Option<&crate::model::Face>, u64)| known.is_some_and(|known| known.id.as_deref() == Some(face));
    faces(tile).iter().find(of_face).map_or(0, |(_, copies)| *copies)
}

/// Lays a start tile among what lies already.
fn lay<'a>(all: &[Start], number: usize, piece: &Piece<'a>, taken: &mut Taken<'a>, report: &mut Report<'_>) {
    let start = &all[number];
    let pointer = child("/start", number);
    let Some(rotation) = Rotation::from_degrees(i64::from(start.rotation)) else { return };
    if start.cell.iter().any(|at| !(-MAX_COORDINATE..=MAX_COORDINATE).contains(at)) {
        return;
    }
    let laid = piece.laid(Cell::new(start.cell[0], start.cell[1]), rotation);
    let name =
        |other: Option<usize>| other.map_or_else(|| "the board".to_owned(), |other| format!("`{}`", all[other].tile));
    if let Some((cell, (other, _))) = laid.iter().find_map(|(cell, _)| Some((cell, taken.get(cell)?))) {
        let finding = incoherent(format!("`{}` starts on {cell}, where {} lies already", start.tile, name(*other)));
        report.add(&At::value(Part::Ruleset, child(&pointer, "cell")), finding);
        return;
    }
    'edges: for (cell, kinds) in &laid {
        for side in Side::ALL {
            let Some((other, theirs)) = taken.get(&cell.step(side)) else { continue };
            let (Some(ours), Some(theirs)) = (kinds[side.index()], theirs[side.opposite().index()]) else { continue };
            if ours != theirs {
                let message = format!("`{}` has a `{ours}` where {} has a `{theirs}`", start.tile, name(*other));
                let finding = Finding::error(Code::RulesetIncoherent, message);
                report.add(
                    &At::value(Part::Ruleset, &pointer),
                    finding.help("tiles that start side by side continue each other"),
                );
                break 'edges;
            }
        }
    }
    taken.extend(laid.into_iter().map(|(cell, kinds)| (cell, (Some(number), kinds))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tests::{codes, findings, race_findings};

    fn starts(text: &str) -> Vec<String> {
        let table: toml::Table = toml::from_str(&format!("start = [{text}]")).expect("it is TOML");
        let found = findings(|game| {
            game.ruleset.start = table["start"].clone().try_into().expect("these are starts");
        });
        found.into_iter().map(|finding| format!("{} {}", finding.code.number(), finding.message)).collect()
    }

    #[test]
    fn a_name_splits_before_its_face() {
        assert_eq!((split("IC07g"), split("D")), (("IC07", "g"), ("D", "")));
    }

    #[test]
    fn start_tiles_are_there() {
        assert!(starts(r#"{ tile = "A", cell = [0, 0] }"#).is_empty());
        assert_eq!(starts(r#"{ tile = "AA", cell = [0, 0] }"#), ["TW0302 no tile in play is called `AA`"]);
        assert_eq!(starts(r#"{ tile = "Bx", cell = [0, 0] }"#), ["TW0302 no face of `B` is called `x`"]);
        let many = r#"{ tile = "Bg", cell = [0, 0] }, { tile = "Bg", cell = [5, 0] }"#;
        assert_eq!(starts(many), ["TW0408 `Bg` starts 2 times, and there are 1 copies"]);
        assert_eq!(codes(|game| game.ruleset.start.clear()), ["TW0408"]);
        assert!(race_findings(|game| game.ruleset.start.clear()).is_empty());
    }

    #[test]
    fn start_tiles_lie_apart_and_match() {
        let two = |cell: &str, rotation: u16| {
            starts(&format!(
                r#"{{ tile = "A", cell = [0, 0] }}, {{ tile = "A", cell = {cell}, rotation = {rotation} }}"#
            ))
        };
        assert!(two("[1, 0]", 0).is_empty() && two("[0, -1]", 180).is_empty());
        assert_eq!(two("[0, 0]", 0), ["TW0408 `A` starts on (0,0), where `A` lies already"]);
        assert_eq!(two("[1, 0]", 90), ["TW0408 `A` has a `field` where `A` has a `road`"]);
    }

    #[test]
    fn nothing_starts_on_the_board() {
        let found = race_findings(|game| {
            game.ruleset.start = vec![Start { tile: "L".into(), cell: [0, 1], rotation: 0 }];
        });
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].message, "`L` starts on (0,1), where the board lies already");
    }
}
