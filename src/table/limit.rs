//! The table's limit: all pieces together may span so many columns and rows, wherever on the table they began (B10).
//!
//! A limit that closes features closes each edge that looks at a cell where no piece can ever lie any more. Which cells
//! those are follows from the span so far: it only grows, so what is closed stays closed.

use super::{NodeId, Placement, Table};
use crate::game::{Game, NONE};
use crate::geometry::{Cell, Port, Side};
use crate::model::TableEdge;

impl Table {
    /// Whether all pieces together would still span no more than the table.
    pub(super) fn fits_limit(&self, game: &Game, placement: Placement) -> bool {
        let (Some(limit), Some((low, high))) = (&game.table, self.bounds()) else { return true };
        let far = far_corner(game, placement);
        let width = high.x.max(far.x) - low.x.min(placement.cell.x) + 1;
        let height = high.y.max(far.y) - low.y.min(placement.cell.y) + 1;
        i64::from(width) <= i64::from(limit.size[0]) && i64::from(height) <= i64::from(limit.size[1])
    }

    /// Closes what looks at cells that a piece just laid has brought out of reach.
    pub(super) fn shut_out_of_reach(&mut self, game: &Game) {
        let Some(limit) = game.table.filter(|table| table.edge == TableEdge::Closed) else { return };
        let (low, high) = self.span;
        let [columns, rows] = limit.size.map(|size| size as i32);
        let in_reach = |cell: Cell| {
            (high.x - columns < cell.x && cell.x < low.x + columns) && (high.y - rows < cell.y && cell.y < low.y + rows)
        };
        let mut out_of_reach = std::mem::take(&mut self.out_of_reach);
        out_of_reach.clear();
        out_of_reach.extend(self.gaps().map(|(cell, _)| cell).filter(|cell| !in_reach(*cell)));
        for &cell in &out_of_reach {
            self.shut_around(game, cell);
        }
        self.out_of_reach = out_of_reach;
    }

    /// Closes the edges that look at a cell that stays empty. A later piece may still come to lie beside it, so this is
    /// done whenever one has; it is remembered which sides are closed already.
    pub(super) fn shut_around(&mut self, game: &Game, cell: Cell) {
        for side in Side::ALL {
            let neighbour = self.grid.get(cell.step(side));
            if neighbour.piece == 0 {
                continue;
            }
            let closed = self.closed.entry(cell).or_default();
            if *closed & 1 << side.index() != 0 {
                continue;
            }
            *closed |= 1 << side.index();
            let shape = &game.cells[neighbour.shape as usize];
            let segment = shape.ports[Port::middle(side.opposite()).index()];
            if segment != NONE {
                let first = self.pieces[neighbour.piece as usize - 1].first_node.0;
                let node = NodeId(first + u32::from(segment));
                self.joined.close(self.joined.find(node), 1);
                self.shut.push(node);
            }
        }
    }

    /// Segments of which the table's limit or a map's border closed an edge in this turn.
    #[must_use]
    pub fn shut(&self) -> &[NodeId] {
        &self.shut
    }
}

/// The south-east cell of a piece.
fn far_corner(game: &Game, placement: Placement) -> Cell {
    let size = game.classes[placement.class.index()].footprint.turned(placement.rotation);
    Cell::new(placement.cell.x + i32::from(size.width) - 1, placement.cell.y + i32::from(size.height) - 1)
}
