//! What lies on the table: pieces on cells, the features their segments join into, and where the next piece may lie.
//!
//! Placement is checked here and only here: [`Table::fits`] answers fast, [`Table::refusal`] says everything that speaks
//! against a placement, and [`Table::placements`] lists all that fit; tests hold the three together. Figures are counted
//! here as weights a seat, but who may place them is `play`'s to know. What must stay true: a table is cleared, not
//! dropped, between games, and nothing is allocated for a turn once its vectors have grown.

mod course;
mod grid;
mod joined;
mod legality;
mod limit;
mod listing;
mod map;

pub use course::{Course, Turn};
pub use joined::{NodeId, SeatCounts};
pub use legality::{Mismatch, Refusal};

use grid::Grid;
use joined::Joined;
use listing::Gap;
use map::MapState;

use crate::game::{ClassId, FeatureId, Game, MAX_PLAYERS, NONE, PieceCell, Segment};
use crate::geometry::{Cell, Port, Rotation, Side};

/// Stands for "no piece" in a slot.
const EMPTY: u32 = u32::MAX;

/// A piece somewhere: which class, where its north-west cell is, and how it is turned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Placement {
    /// The class of the copy.
    pub class: ClassId,
    /// Its north-west cell as it lies.
    pub cell: Cell,
    /// How it is turned.
    pub rotation: Rotation,
}

/// A piece on the table.
#[derive(Clone, Copy, Debug)]
pub struct Laid {
    /// Where and what.
    pub placement: Placement,
    /// Its first segment's node; the others follow in the class's order.
    pub first_node: NodeId,
    /// Where its cells' slots begin, in the order of the drawing's cells.
    first_slot: u32,
}

/// A cell that has a piece or borders one.
#[derive(Clone, Copy, Debug)]
struct Slot {
    cell: Cell,
    /// The piece, or [`EMPTY`].
    piece: u32,
    /// The cell among the game's, where it has a piece.
    shape: u32,
    /// What its neighbours show toward it, a byte a side; where it has a piece, what it shows.
    edges: u32,
    /// 0xFF in the byte of each side that has a neighbour.
    mask: u32,
    /// Its place in the frontier + 1, or 0.
    frontier: u32,
    /// The node of the site in it whose surroundings count, + 1, or 0.
    site: u32,
    /// The last count that has seen it.
    stamp: u32,
    /// The sides, a bit each, on which the table's limit has closed what looks at it.
    closed: u8,
}

/// What a feature has, as counted by [`Table::measure`].
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Distinct tiles.
    pub tiles: u32,
    /// Filled cells around a site.
    pub neighbours: u32,
    /// Icons by number.
    pub icons: Vec<u32>,
    /// Distinct cells, in no particular order.
    pub cells: Vec<Cell>,
}

/// The table of one game.
#[derive(Clone, Debug)]
pub struct Table {
    grid: Grid,
    slots: Vec<Slot>,
    /// Slots of all pieces' cells, each piece's in one run.
    piece_slots: Vec<u32>,
    pieces: Vec<Laid>,
    frontier: Vec<Gap>,
    joined: Joined,
    course: Course,
    /// North-west and south-east corners of all pieces.
    bounds: Option<(Cell, Cell)>,
    stamp: u32,
    /// Icons newly connected to each seat's figures since the last call of [`Table::take_gains`].
    gains: [u32; MAX_PLAYERS],
    /// Sites completed by the pieces of this turn.
    completed_sites: Vec<NodeId>,
    /// Segments of which the table's limit closed an edge in this turn.
    shut: Vec<NodeId>,
    /// What happened to the squares of the game's map.
    map: MapState,
}

impl Default for Table {
    fn default() -> Self {
        Self::new()
    }
}

impl Table {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self {
            grid: Grid::new(),
            slots: Vec::new(),
            piece_slots: Vec::new(),
            pieces: Vec::new(),
            frontier: Vec::new(),
            joined: Joined::default(),
            course: Course::default(),
            bounds: None,
            stamp: 0,
            gains: [0; MAX_PLAYERS],
            completed_sites: Vec::new(),
            shut: Vec::new(),
            map: MapState::default(),
        }
    }

    /// Takes everything off the table.
    pub fn clear(&mut self) {
        self.grid.clear(self.slots.iter().map(|slot| (slot.cell, slot.piece != EMPTY)));
        self.slots.clear();
        self.piece_slots.clear();
        self.pieces.clear();
        self.frontier.clear();
        self.joined.clear();
        self.course = Course::default();
        self.bounds = None;
        self.stamp = 0;
        self.gains = [0; MAX_PLAYERS];
        self.completed_sites.clear();
        self.shut.clear();
        self.map.clear();
    }

    /// The pieces in the order laid.
    #[must_use]
    #[inline]
    pub fn pieces(&self) -> &[Laid] {
        &self.pieces
    }

    /// The course that pieces are laid along, where the game has one.
    #[must_use]
    pub const fn course(&self) -> &Course {
        &self.course
    }

    /// The north-west and south-east corners of all pieces.
    #[must_use]
    pub const fn bounds(&self) -> Option<(Cell, Cell)> {
        self.bounds
    }

    /// The piece that covers this cell, by number in the order laid.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<usize> {
        let slot = &self.slots[self.grid.get(cell)? as usize];
        (slot.piece != EMPTY).then_some(slot.piece as usize)
    }

    /// Empty cells beside a piece, in no particular order.
    pub fn frontier(&self) -> impl Iterator<Item = Cell> {
        self.frontier.iter().map(|gap| gap.cell)
    }

    // --- placement -------------------------------------------------------------------------------------------------

    /// Whether a piece may lie there.
    #[must_use]
    pub fn fits(&self, game: &Game, placement: Placement) -> bool {
        let cells = game.cells_of(placement.class, placement.rotation);
        let mut touches = false;
        for cell in cells {
            if let Some(at) = self.grid.get(place_of(placement.cell, cell)) {
                let slot = &self.slots[at as usize];
                if slot.piece != EMPTY || (slot.edges ^ cell.edges) & slot.mask & cell.rim != 0 {
                    return false;
                }
                touches |= slot.mask & cell.rim != 0;
            }
        }
        touches && self.allows(game, placement)
    }

    /// Whether what else the rules want of a piece speaks for the placement: everything but its edges.
    #[inline]
    fn allows(&self, game: &Game, placement: Placement) -> bool {
        if game.course.is_none() && game.table.is_none() && game.map.is_none() {
            return true;
        }
        self.fits_course(game, placement) && self.fits_limit(game, placement) && self.fits_map(game, placement)
    }

    /// Everything that speaks against a piece lying there; empty exactly where [`Table::fits`] says yes.
    #[must_use]
    pub fn refusal(&self, game: &Game, placement: Placement) -> Refusal {
        let cells = game.cells_of(placement.class, placement.rotation);
        let mut refusal = Refusal { isolated: true, ..Refusal::default() };
        for cell in cells {
            let at = place_of(placement.cell, cell);
            let Some(slot) = self.grid.get(at).map(|slot| &self.slots[slot as usize]) else { continue };
            if slot.piece != EMPTY {
                refusal.occupied.push(at);
                refusal.isolated = false;
                continue;
            }
            for side in Side::ALL {
                let byte = |word: u32| (word >> (8 * side.index())) as u8;
                if byte(slot.mask) & byte(cell.rim) == 0 {
                    continue;
                }
                refusal.isolated = false;
                if byte(slot.edges) != byte(cell.edges) {
                    let (shows, wants) = (FeatureId(byte(cell.edges) - 1), FeatureId(byte(slot.edges) - 1));
                    refusal.mismatches.push(Mismatch { cell: at, side, shows, wants });
                }
            }
        }
        self.refuse_course(game, placement, &mut refusal);
        self.refuse_map(game, placement, &mut refusal);
        if !self.fits_limit(game, placement) {
            refusal.off_table = Some(placement.cell);
        }
        refusal
    }

    /// Lays a piece. That it fits is the caller's to have checked, or to know better (a start).
    ///
    /// # Panics
    /// Where one of its cells is taken.
    pub fn lay(&mut self, game: &Game, placement: Placement) -> usize {
        let Placement { class, cell: corner, rotation } = placement;
        let number = self.pieces.len();
        let first_node = self.joined.len() as u32;
        let first_slot = self.piece_slots.len() as u32;
        self.joined.add(game.classes[class.index()].first_segment, number as u32, game.seeds_of(class));
        self.pieces.push(Laid { placement, first_node: NodeId(first_node), first_slot });
        let cells = game.cells_of(class, rotation);
        self.piece_slots.resize(first_slot as usize + cells.len(), 0);
        let shapes = game.classes[class.index()].first_cell as usize + rotation.quarters() as usize * cells.len();
        for (index, shape) in cells.iter().enumerate() {
            let cell = place_of(corner, shape);
            let at = self.slot_for(cell);
            self.piece_slots[first_slot as usize + shape.drawn as usize] = at;
            self.fill(at, number as u32, (shapes + index) as u32, shape.edges);
            if game.has_sites {
                if shape.site != NONE {
                    self.slots[at as usize].site = first_node + u32::from(shape.site) + 1;
                }
                if self.grid.surround(cell) {
                    self.complete_sites(cell);
                }
            }
        }
        for shape in cells {
            self.join_around(game, place_of(corner, shape), shape, first_node);
        }
        self.follow_course(game, placement);
        self.widen(game, placement);
        self.meet_border(game, number);
        number
    }

    /// The slot of a cell, made where it has none.
    fn slot_for(&mut self, cell: Cell) -> u32 {
        self.grid.get(cell).unwrap_or_else(|| self.add_slot(cell))
    }

    /// Makes a slot for a cell that has none.
    fn add_slot(&mut self, cell: Cell) -> u32 {
        let at = self.slots.len() as u32;
        self.slots.push(Slot {
            cell,
            piece: EMPTY,
            shape: 0,
            edges: 0,
            mask: 0,
            frontier: 0,
            site: 0,
            stamp: 0,
            closed: 0,
        });
        self.grid.set(cell, at);
        at
    }

    /// Puts a piece into a slot and takes the slot off the frontier.
    fn fill(&mut self, at: u32, piece: u32, shape: u32, edges: u32) {
        let slot = &mut self.slots[at as usize];
        assert!(slot.piece == EMPTY, "a piece was laid on a taken cell");
        (slot.piece, slot.shape, slot.edges) = (piece, shape, edges);
        if slot.frontier > 0 {
            let place = slot.frontier as usize - 1;
            slot.frontier = 0;
            self.frontier.swap_remove(place);
            if let Some(moved) = self.frontier.get(place) {
                self.slots[moved.slot as usize].frontier = place as u32 + 1;
            }
        }
    }

    /// Joins a new cell's segments to its neighbours', and tells empty neighbours what they must show.
    fn join_around(&mut self, game: &Game, cell: Cell, shape: &PieceCell, first_node: u32) {
        let beside = self.grid.beside(cell);
        for side in Side::ALL {
            let byte = 8 * side.index();
            if (shape.rim >> byte) as u8 == 0 {
                continue;
            }
            let at = match beside[side.index()] {
                0 => self.add_slot(cell.step(side)),
                slot => slot - 1,
            };
            let slot = &mut self.slots[at as usize];
            if slot.piece == EMPTY {
                let back = 8 * side.opposite().index();
                slot.edges |= ((shape.edges >> byte) & 0xFF) << back;
                slot.mask |= 0xFF << back;
                let gap = Gap { edges: slot.edges, mask: slot.mask, slot: at, cell: slot.cell };
                match slot.frontier {
                    0 => {
                        self.frontier.push(gap);
                        slot.frontier = self.frontier.len() as u32;
                    }
                    place => self.frontier[place as usize - 1] = gap,
                }
                continue;
            }
            let there = &game.cells[slot.shape as usize];
            let there_first = self.pieces[slot.piece as usize].first_node.0;
            let meet = |port: Port| (shape.ports[port.index()], there.ports[port.across().index()]);
            let (left, right) = (meet(Port::left(side)), meet(Port::right(side)));
            let mut join = |(mine, theirs): (u8, u8), closes: u32| {
                if mine != NONE && theirs != NONE {
                    let mine = NodeId(first_node + u32::from(mine));
                    let theirs = NodeId(there_first + u32::from(theirs));
                    let news = self.joined.join(mine, theirs, closes);
                    if game.race.is_some() && (news[0].1 > 0 || news[1].1 > 0) {
                        gain(&mut self.gains, news);
                    }
                }
            };
            join(meet(Port::middle(side)), 2);
            join(left, 0);
            // Ground along the whole edge meets ground along the whole edge: one join.
            if right != left {
                join(right, 0);
            }
        }
    }

    /// Notes the sites that a new cell has completed: those around it, and its own.
    fn complete_sites(&mut self, cell: Cell) {
        for near in cell.surrounding().into_iter().chain([cell]) {
            let site = self.grid.get(near).map_or(0, |slot| self.slots[slot as usize].site);
            if site > 0 && self.grid.around(near) == 8 {
                self.completed_sites.push(NodeId(site - 1));
            }
        }
    }

    // --- features --------------------------------------------------------------------------------------------------

    /// The feature that a segment of a piece belongs to.
    #[must_use]
    #[inline]
    pub fn feature_of(&self, piece: usize, segment: usize) -> NodeId {
        self.joined.find(NodeId(self.pieces[piece].first_node.0 + segment as u32))
    }

    /// The feature that a node belongs to, named by one of its nodes.
    #[must_use]
    #[inline]
    pub fn find(&self, node: NodeId) -> NodeId {
        self.joined.find(node)
    }

    /// The segment a node stands for.
    #[must_use]
    #[inline]
    pub fn segment<'g>(&self, game: &'g Game, node: NodeId) -> &'g Segment {
        &game.segments[self.joined.node(node).segment as usize]
    }

    /// The piece a node lies on, by number in the order laid, and the segment's number on it.
    #[must_use]
    #[inline]
    pub fn position(&self, node: NodeId) -> (usize, usize) {
        let piece = self.joined.node(node).piece as usize;
        (piece, (node.0 - self.pieces[piece].first_node.0) as usize)
    }

    /// All nodes of a feature.
    pub fn members(&self, root: NodeId) -> impl Iterator<Item = NodeId> {
        self.joined.members(root)
    }

    /// Edges on which a line or block can still go on.
    #[must_use]
    #[inline]
    pub fn open_edges(&self, root: NodeId) -> u32 {
        self.joined.open(root)
    }

    /// The figures in a feature.
    #[must_use]
    #[inline]
    pub fn seats(&self, root: NodeId) -> SeatCounts {
        self.joined.seats(root)
    }

    /// Sets the figures in a feature.
    pub fn set_seats(&mut self, root: NodeId, seats: SeatCounts) {
        self.joined.set_seats(root, seats);
    }

    /// Icons in a feature that advance a racer.
    #[must_use]
    pub fn race_icons(&self, root: NodeId) -> u32 {
        self.joined.race_icons(root)
    }

    /// Icons newly connected to each seat's figures since the last call.
    pub fn take_gains(&mut self) -> [u32; MAX_PLAYERS] {
        std::mem::take(&mut self.gains)
    }

    /// Forgets which sites the pieces of the last turn completed, and what the table's limit closed then.
    pub fn begin_turn(&mut self) {
        self.joined.any_closed = false;
        self.completed_sites.clear();
        self.shut.clear();
    }

    /// Sites whose surroundings the pieces laid since the turn began have filled.
    #[must_use]
    pub fn completed_sites(&self) -> &[NodeId] {
        &self.completed_sites
    }

    /// Filled cells around a site, 0 to 8, without those that only a map's border fills; 0 for what is no site.
    #[must_use]
    pub fn neighbours(&self, game: &Game, node: NodeId) -> u32 {
        let Some(cell) = self.site(game, node) else { return 0 };
        let missing = if game.map.is_some() { self.map.missing(cell) } else { 0 };
        u32::from(self.grid.around(cell).saturating_sub(missing))
    }

    /// The cell of a site whose surroundings count.
    fn site(&self, game: &Game, node: NodeId) -> Option<Cell> {
        let (segment, laid) = (self.segment(game, node), &self.pieces[self.joined.node(node).piece as usize]);
        if !segment.surrounded {
            return None;
        }
        let slot = self.piece_slots[laid.first_slot as usize + segment.cells[0] as usize];
        Some(self.slots[slot as usize].cell)
    }

    /// Whether the pieces laid since the turn began took the last open edge of any feature.
    #[must_use]
    #[inline]
    pub const fn any_closed(&self) -> bool {
        self.joined.any_closed
    }

    /// Whether a feature is completed: a line or block with no open edge, a site with all surroundings filled.
    #[must_use]
    pub fn is_completed(&self, game: &Game, root: NodeId) -> bool {
        let segment = self.segment(game, root);
        if segment.surrounded {
            return self.site(game, root).is_some_and(|cell| self.grid.around(cell) == 8);
        }
        game.features[segment.feature.index()].completes() && self.joined.open(root) == 0
    }

    /// Counts what a feature has. A tile counts once, however many of its segments belong to the feature; on a piece of
    /// several cells each covered cell is a tile, or the whole piece is one where `whole_pieces`.
    pub fn measure(&mut self, game: &Game, root: NodeId, whole_pieces: bool, tally: &mut Tally) {
        self.stamp += 1;
        tally.tiles = 0;
        tally.neighbours = 0;
        tally.icons.clear();
        tally.icons.resize(game.icons.len(), 0);
        tally.cells.clear();
        let mut at = root;
        loop {
            let node = *self.joined.node(at);
            let segment = &game.segments[node.segment as usize];
            for (sum, count) in tally.icons.iter_mut().zip(&segment.icons) {
                *sum = sum.saturating_add(*count);
            }
            let laid = self.pieces[node.piece as usize];
            let mut new_piece = true;
            if whole_pieces {
                // The first cell of a piece tells whether the piece was seen: every segment of it looks there.
                let count = game.classes[laid.placement.class.index()].footprint.cells();
                let slots = &self.piece_slots[laid.first_slot as usize..][..count];
                new_piece = slots.iter().all(|&slot| self.slots[slot as usize].stamp != self.stamp);
            }
            for &cell in &segment.cells {
                let slot = &mut self.slots[self.piece_slots[laid.first_slot as usize + cell as usize] as usize];
                if slot.stamp != self.stamp {
                    slot.stamp = self.stamp;
                    tally.cells.push(slot.cell);
                    tally.tiles += u32::from(!whole_pieces);
                }
            }
            tally.tiles += u32::from(whole_pieces && new_piece);
            if segment.surrounded {
                tally.neighbours = self.neighbours(game, at);
            }
            at = self.joined.next(at);
            if at == root {
                return;
            }
        }
    }
}

/// Credits icons newly connected: what one side brings to those who had figures on the other side only.
fn gain(gains: &mut [u32; MAX_PLAYERS], news: [(SeatCounts, u32); 2]) {
    let [(here, brought), (there, found)] = news;
    for (seat, gain) in gains.iter_mut().enumerate() {
        match (here.get(seat) > 0, there.get(seat) > 0) {
            (true, false) => *gain = gain.saturating_add(brought),
            (false, true) => *gain = gain.saturating_add(found),
            _ => {}
        }
    }
}

/// The cell of the table that a cell of a piece covers.
#[inline]
const fn place_of(corner: Cell, cell: &PieceCell) -> Cell {
    Cell::new(corner.x + cell.dx as i32, corner.y + cell.dy as i32)
}
