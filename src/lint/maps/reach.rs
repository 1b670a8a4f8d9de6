//! TW0325: from the start squares tiles can be laid on to every square; islands alone may lie apart (A4.3, A4.12).

use rustc_hash::FxHashSet;

use crate::diagnostic::{Code, Finding};
use crate::geometry::{Cell, Side};

use super::super::report::Report;
use super::Drawn;

/// Checks that the squares of a map hang together by their edges.
pub(super) fn check(drawn: &Drawn<'_>, report: &mut Report<'_>) {
    let starts = drawn.those(|square| square.start);
    let Some(&first) = starts.first() else { return };
    let barred = |cell: &Cell| drawn.squares.get(cell).is_none_or(|square| square.is_barred());
    let mut reached: FxHashSet<Cell> = starts.iter().copied().collect();
    let mut wet = starts;
    while let Some(cell) = wet.pop() {
        for beside in Side::ALL.map(|side| cell.step(side)) {
            if !barred(&beside) && reached.insert(beside) {
                wet.push(beside);
            }
        }
    }
    let apart: Vec<Cell> = drawn
        .those(|square| !square.is_barred() && !square.island)
        .into_iter()
        .filter(|cell| !reached.contains(cell))
        .collect();
    let Some(&lost) = apart.first() else { return };
    let message = match apart.len() {
        1 => format!("no tile can ever reach the square {lost}"),
        several => format!("no tile can ever reach {several} squares, the first of them {lost}"),
    };
    let help =
        format!("squares lie edge to edge from the start square {first} on; what lies apart says `island = true`");
    report.add(&drawn.sign_at(lost), Finding::error(Code::MapDisconnected, message).help(help));
}
