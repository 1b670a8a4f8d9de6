//! TW0303 for the board and the mouth: what the ruleset says the published rules state of them, held against the files.
//!
//! A statement is bound to the board or mouth it names and ignored where another is in play. Variants may change what they
//! like: their differences are `count`'s to show.

use crate::diagnostic::{Code, Finding};
use crate::source::{Part, Resolved, child};

use super::report::{At, Report};

/// One thing the rules state of the board or the mouth, beside what the file says.
#[derive(Clone, Debug)]
pub(crate) struct Stated {
    /// Where it is stated, a pointer in the ruleset.
    pub(crate) pointer: String,
    /// What it is about, in words.
    pub(crate) what: String,
    /// What the rules state.
    pub(crate) wanted: String,
    /// What the file says.
    pub(crate) counted: String,
}

impl Stated {
    /// Whether both are the same.
    pub(crate) fn agrees(&self) -> bool {
        self.wanted == self.counted
    }
}

/// Everything the rules state of the board and the mouth in play.
pub(crate) fn compare(resolved: &Resolved) -> Vec<Stated> {
    let mut all = Vec::new();
    let range = |[least, most]: [u8; 2]| format!("{least} to {most} players");
    let rules = &resolved.ruleset;
    let board = resolved.board.as_ref();
    if let Some((expect, board)) =
        rules.expect_board.as_ref().zip(board).filter(|(expect, board)| expect.id == board.id)
    {
        let size = |[width, height]: [u8; 2]| format!("{width} x {height} cells");
        let mut add = |pointer: &str, what: String, wanted: String, counted: String| {
            all.push(Stated { pointer: format!("/expect_board{pointer}"), what, wanted, counted });
        };
        add("/size", "the board".into(), size(expect.size), size(board.size));
        for (number, stated) in expect.sides.iter().enumerate() {
            let side = board.side.iter().find(|side| side.players == stated.players);
            let at = child("/sides", number);
            let what = format!("its side for {}", range(stated.players));
            let shown = |spaces: u32, cells: u32| format!("{spaces} spaces, {cells} opening cells");
            let counted =
                side.map_or("no such side".into(), |side| shown(side.spaces, side.opening_cells.unwrap_or(0)));
            add(&at, what, shown(stated.spaces, stated.opening_cells), counted);
        }
        if expect.sides_differ {
            let drawn: Vec<_> = board.side.iter().map(|side| serde_json::json!(side.segments)).collect();
            let alike = drawn.windows(2).any(|pair| pair[0] == pair[1]);
            let counted = if alike { "drawn alike" } else { "drawn differently" };
            add("/sides_differ", "its sides".into(), "drawn differently".into(), counted.into());
        }
    }
    let mouth = resolved.mouth.as_ref();
    if let Some((expect, mouth)) =
        rules.expect_mouth.as_ref().zip(mouth).filter(|(expect, mouth)| expect.id == mouth.id)
    {
        let shown = |points: &[u32]| points.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        for (number, stated) in expect.sides.iter().enumerate() {
            let side = mouth.side.iter().find(|side| side.players == stated.players);
            all.push(Stated {
                pointer: child("/expect_mouth/sides", number),
                what: format!("the mouth for {}", range(stated.players)),
                wanted: shown(&stated.points),
                counted: side.map_or("no such side".into(), |side| shown(&side.points)),
            });
        }
    }
    all
}

/// Tells what differs, where no variant is applied.
pub(super) fn check(resolved: &Resolved, report: &mut Report<'_>) {
    if !resolved.variants.is_empty() {
        return;
    }
    for stated in compare(resolved).iter().filter(|stated| !stated.agrees()) {
        let message =
            format!("{}: the rules state `{}`, the file says `{}`", stated.what, stated.wanted, stated.counted);
        let at = At::value(Part::Ruleset, stated.pointer.clone());
        report.add(&at, Finding::error(Code::TileCountMismatch, message));
    }
}
