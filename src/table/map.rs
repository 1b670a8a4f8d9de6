//! The map under the tiles: only its squares take them, what is printed beside a square is matched, the border closes what
//! runs into it, and large cities become pieces as soon as a tile lies beside them (A4.3-A4.11, A4.14).
//!
//! What a square wants is the compiled map's to know; here is what happened to it: whether a hidden tile lies there, whether
//! it takes no tile any more, which cities lie on the table. What must stay true: a game without a map pays one comparison.

use super::{Mismatch, NodeId, Placement, Refusal, Table, place_of};
use crate::game::{FeatureId, Game, Ground, MapGrid, NONE};
use crate::geometry::{Cell, Port, Rotation, Side};
use crate::model::BorderSite;

/// A square as it is now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    /// As it is printed.
    #[default]
    Printed,
    /// A hidden tile lies on it, face down.
    Hidden,
    /// It takes no tile any more.
    Closed,
}

/// What happened to the squares of a map.
#[derive(Clone, Debug, Default)]
pub(super) struct MapState {
    /// By index within the map.
    squares: Vec<State>,
    /// By number of the large city, whether it lies on the table.
    cities: Vec<bool>,
    /// Cells of the border around sites that score nothing, by the site's cell.
    missing: Vec<(Cell, u8)>,
}

impl MapState {
    pub(super) fn clear(&mut self) {
        self.squares.clear();
        self.cities.clear();
        self.missing.clear();
    }

    /// Cells of the border around the site in a cell that score nothing.
    pub(super) fn missing(&self, cell: Cell) -> u8 {
        self.missing.iter().filter(|(at, _)| *at == cell).map(|(_, cells)| cells).sum()
    }

    fn of(&self, map: &MapGrid, cell: Cell) -> State {
        map.index(cell).and_then(|at| self.squares.get(at)).copied().unwrap_or_default()
    }
}

impl Table {
    /// Opens the game's map on an empty table: no city lies there yet, and all hidden tiles do.
    pub fn open_map(&mut self, game: &Game) {
        let Some(map) = &game.map else { return };
        self.map.squares.resize(map.area(), State::Printed);
        self.map.cities.resize(map.cities.len(), false);
        for place in &map.hidden {
            self.set(map, place.cell, State::Hidden);
        }
    }

    fn set(&mut self, map: &MapGrid, cell: Cell, state: State) {
        if let Some(square) = map.index(cell).and_then(|at| self.map.squares.get_mut(at)) {
            *square = state;
        }
    }

    /// Whether a hidden tile lies on this cell.
    #[must_use]
    pub fn is_hidden(&self, game: &Game, cell: Cell) -> bool {
        game.map.as_ref().is_some_and(|map| self.map.of(map, cell) == State::Hidden)
    }

    /// Whether this cell of the map takes no tile any more.
    #[must_use]
    pub fn is_shut(&self, game: &Game, cell: Cell) -> bool {
        game.map.as_ref().is_some_and(|map| self.map.of(map, cell) == State::Closed)
    }

    /// Whether a large city of the map lies on the table, by number.
    #[must_use]
    pub fn is_connected(&self, city: usize) -> bool {
        self.map.cities.get(city).copied().unwrap_or(false)
    }

    /// Whether the map has a free square for each cell of a piece, with nothing printed beside it that the piece does not show.
    pub(super) fn fits_map(&self, game: &Game, placement: Placement) -> bool {
        let Some(map) = &game.map else { return true };
        game.cells_of(placement.class, placement.rotation).iter().all(|cell| {
            let at = place_of(placement.cell, cell);
            let square = map.at(at);
            square.ground == Ground::Open
                && self.map.of(map, at) == State::Printed
                && (square.edges ^ cell.edges) & square.mask & cell.rim == 0
        })
    }

    /// Says what of the map speaks against the placement.
    pub(super) fn refuse_map(&self, game: &Game, placement: Placement, refusal: &mut Refusal) {
        let Some(map) = &game.map else { return };
        for cell in game.cells_of(placement.class, placement.rotation) {
            let at = place_of(placement.cell, cell);
            let square = map.at(at);
            match (square.ground, self.map.of(map, at)) {
                (Ground::Open, State::Hidden) => refusal.hidden = refusal.hidden.or(Some(at)),
                (Ground::Open, State::Printed) => {}
                (Ground::City(_), _) => refusal.city = refusal.city.or(Some(at)),
                _ => refusal.off_map = refusal.off_map.or(Some(at)),
            }
            for side in Side::ALL {
                let byte = |word: u32| (word >> (8 * side.index())) as u8;
                let beside = at.step(side);
                if byte(square.mask & cell.rim) == 0 || self.piece_at(beside).is_some() {
                    continue;
                }
                let (shows, wants) = (byte(cell.edges), byte(square.edges));
                if shows != wants && shows > 0 && wants > 0 {
                    let (shows, wants) = (FeatureId(shows - 1), FeatureId(wants - 1));
                    refusal.prints.push(Mismatch { cell: at, side, shows, wants });
                }
                refusal.unconnected |= refusal.isolated && matches!(map.at(beside).ground, Ground::City(_));
            }
        }
    }

    /// Lays the large cities that a piece just laid touches, each whole (A4.4).
    pub fn connect_cities(&mut self, game: &Game, placement: Placement) {
        let Some(map) = &game.map else { return };
        for cell in game.cells_of(placement.class, placement.rotation) {
            for side in Side::ALL {
                let beside = place_of(placement.cell, cell).step(side);
                let Ground::City(city) = map.at(beside).ground else { continue };
                if std::mem::replace(&mut self.map.cities[city as usize], true) {
                    continue;
                }
                for square in &map.cities[city as usize] {
                    let (class, cell) = (square.class, square.cell);
                    self.lay(game, Placement { class, cell, rotation: Rotation::default() });
                }
            }
        }
    }

    /// Closes what a piece just laid sends into the border (A4.9), and counts the border for its sites (A4.11).
    pub(super) fn meet_border(&mut self, game: &Game, piece: usize) {
        let Some(map) = &game.map else { return };
        let laid = self.pieces[piece];
        let placement = laid.placement;
        for cell in game.cells_of(placement.class, placement.rotation) {
            let at = place_of(placement.cell, cell);
            for side in Side::ALL {
                if !self.is_border(map, at.step(side)) {
                    continue;
                }
                let segment = cell.ports[Port::middle(side).index()];
                if segment != NONE {
                    let node = NodeId(laid.first_node.0 + u32::from(segment));
                    self.joined.close(self.joined.find(node), 1);
                    self.shut.push(node);
                }
            }
            if cell.site != NONE {
                let missing = at.surrounding().into_iter().filter(|near| self.is_border(map, *near)).count();
                self.count_border(game, map, at, missing as u8);
            }
        }
    }

    /// Whether nothing can ever lie on a cell.
    fn is_border(&self, map: &MapGrid, cell: Cell) -> bool {
        map.at(cell).ground == Ground::Nothing || self.map.of(map, cell) == State::Closed
    }

    /// Counts so many cells of the border for the site in a cell.
    fn count_border(&mut self, game: &Game, map: &MapGrid, cell: Cell, cells: u8) {
        let Some(site) = self.site_in(game, self.grid.get(cell)) else { return };
        if cells == 0 || map.border_site == BorderSite::Unfinished {
            return;
        }
        self.grid.wall(cell, cells);
        if map.border_site == BorderSite::MissingScoreNothing {
            self.map.missing.push((cell, cells));
        }
        if self.grid.around(cell) == 8 {
            self.completed_sites.push(site);
        }
    }

    /// Takes the hidden tile off a cell; what becomes of the square is told by what follows.
    pub fn turn_up(&mut self, game: &Game, cell: Cell) {
        if let Some(map) = &game.map {
            self.set(map, cell, State::Printed);
        }
    }

    /// Puts it back, where the turn is refused.
    pub fn turn_down(&mut self, game: &Game, cell: Cell) {
        if let Some(map) = &game.map {
            self.set(map, cell, State::Hidden);
        }
    }

    /// Lets a square take no tile any more: what looks at it is closed.
    pub fn shut_square(&mut self, game: &Game, cell: Cell) {
        let Some(map) = &game.map else { return };
        self.set(map, cell, State::Closed);
        self.shut_around(game, cell);
        for near in cell.surrounding() {
            self.count_border(game, map, near, 1);
        }
    }
}
