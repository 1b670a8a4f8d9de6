//! TW0326, TW0327 and TW0302: prints of the border lie on edges of the border, and large cities side by side continue each other
//! (A4.4, A4.6).

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Finding};
use crate::geometry::{Cell, Rotation, Side};
use crate::model::{BorderPrint, Feature, Map, Shape};
use crate::source::child;

use super::super::names::unknown;
use super::super::piece::Piece;
use super::super::report::{At, Report};
use super::{Drawn, printed};

/// Checks what is printed on a map.
pub(super) fn check(drawn: &Drawn<'_>, features: Option<&Map<Feature>>, report: &mut Report<'_>) {
    let mut seen: FxHashMap<(Cell, usize), usize> = FxHashMap::default();
    for (number, print) in drawn.map.border.iter().enumerate() {
        let pointer = child("/border", number);
        let cell = Cell::new(print.square[0], print.square[1]);
        if let Some(features) = features {
            check_feature(drawn, print, &pointer, features, report);
        }
        if let Some(message) = misplaced(drawn, print, cell) {
            let help = "a print lies on a square that takes tiles, on an edge beyond which there is no square";
            let at = At::value(drawn.part, child(&pointer, "square"));
            report.add(&at, Finding::error(Code::BorderMisplaced, message).help(help));
        } else if let Some(earlier) = seen.insert((cell, print.side.side().index()), number) {
            let message = format!("something is printed twice on the {} edge of {cell}", print.side.side().word());
            let related = (At::value(drawn.part, child("/border", earlier)), "the other one".to_owned());
            let finding = Finding::error(Code::PrintContradiction, message);
            report.add_with(&At::value(drawn.part, pointer), finding, &[related]);
        }
    }
    check_cities(drawn, features, report);
}

fn check_feature(
    drawn: &Drawn<'_>,
    print: &BorderPrint,
    pointer: &str,
    features: &Map<Feature>,
    report: &mut Report<'_>,
) {
    let at = At::value(drawn.part, child(pointer, "feature"));
    match features.get(&print.feature) {
        None => {
            let known: Vec<&str> = features.keys().map(String::as_str).collect();
            report.add(&at, unknown("feature", &print.feature, &known));
        }
        Some(feature) if feature.shape == Shape::Site => {
            let message = format!("a `{}` stands inside a square and lies on no edge", print.feature);
            report.add(&at, Finding::error(Code::PrintContradiction, message));
        }
        Some(_) => {}
    }
}

/// Why an edge is no place for a print.
fn misplaced(drawn: &Drawn<'_>, print: &BorderPrint, cell: Cell) -> Option<String> {
    let side = print.side.side();
    if !drawn.squares.contains_key(&cell) {
        return Some(format!("{cell} is no square of the map"));
    }
    if !drawn.takes(cell) {
        return Some(format!("{cell} takes no tile that could continue a print"));
    }
    let beyond = drawn.squares.get(&cell.step(side)).is_some_and(|square| !square.is_barred());
    beyond.then(|| format!("the {} edge of {cell} is not the border: a square lies beyond it", side.word()))
}

/// Squares of large cities that lie side by side show the same toward each other.
fn check_cities(drawn: &Drawn<'_>, features: Option<&Map<Feature>>, report: &mut Report<'_>) {
    let crate::source::Part::Map(number) = drawn.part else { return };
    let pieces: Vec<(&str, Piece<'_>)> = drawn
        .map
        .legend
        .iter()
        .filter(|(_, square)| square.is_printed())
        .map(|(sign, _)| sign.as_str())
        .zip(printed(number, drawn.map, features))
        .collect();
    let kinds = |sign: char| {
        let piece = pieces.iter().find(|(known, _)| known.chars().eq([sign])).map(|(_, piece)| piece)?;
        Some(piece.laid(Cell::default(), Rotation::default()).first()?.1)
    };
    let cities: FxHashMap<Cell, [Option<&str>; 4]> =
        drawn.map.squares().filter_map(|(cell, sign, _)| Some((cell, kinds(sign)?))).collect();
    for (cell, ..) in drawn.map.squares() {
        let Some(ours) = cities.get(&cell) else { continue };
        for side in [Side::East, Side::South] {
            let Some(theirs) = cities.get(&cell.step(side)) else { continue };
            let (Some(here), Some(there)) = (ours[side.index()], theirs[side.opposite().index()]) else { continue };
            if here != there {
                let message = format!(
                    "the large city at {cell} shows `{here}` where the square {} of it shows `{there}`",
                    side.word()
                );
                let finding = Finding::error(Code::PrintContradiction, message);
                report
                    .add(&drawn.sign_at(cell), finding.help("squares of a large city continue each other as tiles do"));
            }
        }
    }
}
