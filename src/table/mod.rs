//! What lies on the table: pieces on cells, the features their segments join into, and where the next piece may lie.
//!
//! Placement is checked here and only here: [`Table::fits`] answers fast, [`Table::refusal`] says everything that speaks
//! against a placement, and [`Table::placements`] lists all that fit; tests hold the three together. Figures are counted
//! here as weights a seat, but who may place them is `play`'s to know. What must stay true: a table is cleared, not
//! dropped, between games, and nothing is allocated for a turn once its vectors have grown.

mod course;
mod frontier;
mod grid;
mod joined;
mod legality;
mod limit;
mod listing;
mod map;

pub use course::{Course, Turn};
pub use joined::{NodeId, SeatCounts};
pub use legality::{Mismatch, Refusal};
pub use listing::Ways;

use frontier::Frontier;
use grid::{Grid, Spot, Square};
use joined::Joined;
use map::MapState;

use rustc_hash::FxHashMap;

use crate::game::{ClassId, FeatureId, Game, MAX_PLAYERS, NONE, PieceCell, Segment};
use crate::geometry::{Cell, Port, Rotation, Side};

/// The span of no piece.
const NO_SPAN: (Cell, Cell) = (Cell::new(i32::MAX, i32::MAX), Cell::new(i32::MIN, i32::MIN));

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
    /// Where its cells begin among all that are covered, in the order of the drawing's cells.
    first_cell: u32,
}

/// A cell that a piece covers.
#[derive(Clone, Copy, Debug, Default)]
struct Covered {
    cell: Cell,
    /// The last count that has seen it.
    stamp: u32,
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
    /// The cells of all pieces, each piece's in one run.
    covered: Vec<Covered>,
    pieces: Vec<Laid>,
    frontier: Frontier,
    joined: Joined,
    course: Course,
    /// The least and the greatest column and row of all pieces; the least are greater while there are none.
    span: (Cell, Cell),
    stamp: u32,
    /// Icons newly connected to each seat's figures since the last call of [`Table::take_gains`].
    gains: [u32; MAX_PLAYERS],
    /// Sites completed by the pieces of this turn.
    completed_sites: Vec<NodeId>,
    /// Segments of which the table's limit or a map's border closed an edge in this turn.
    shut: Vec<NodeId>,
    /// The sides, a bit each, on which a cell that stays empty has closed what looks at it.
    closed: FxHashMap<Cell, u8>,
    /// Room for the cells that a limit has brought out of reach.
    out_of_reach: Vec<Cell>,
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
            covered: Vec::new(),
            pieces: Vec::new(),
            frontier: Frontier::default(),
            joined: Joined::default(),
            course: Course::default(),
            span: NO_SPAN,
            stamp: 0,
            gains: [0; MAX_PLAYERS],
            completed_sites: Vec::new(),
            shut: Vec::new(),
            closed: FxHashMap::default(),
            out_of_reach: Vec::new(),
            map: MapState::default(),
        }
    }

    /// Takes everything off the table.
    pub fn clear(&mut self) {
        self.grid.clear(self.covered.iter().map(|covered| covered.cell));
        self.covered.clear();
        self.pieces.clear();
        self.frontier.clear();
        self.joined.clear();
        self.course = Course::default();
        self.span = NO_SPAN;
        self.stamp = 0;
        self.gains = [0; MAX_PLAYERS];
        self.completed_sites.clear();
        self.shut.clear();
        self.closed.clear();
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
        let (low, high) = self.span;
        if low.x <= high.x { Some((low, high)) } else { None }
    }

    /// The piece that covers this cell, by number in the order laid.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<usize> {
        self.grid.get(cell).piece.checked_sub(1).map(|piece| piece as usize)
    }

    // --- placement -------------------------------------------------------------------------------------------------

    /// Whether a piece may lie there.
    #[must_use]
    #[inline]
    pub fn fits(&self, game: &Game, placement: Placement) -> bool {
        let mut touches = false;
        for shape in game.cells_of(placement.class, placement.rotation) {
            let square = self.grid.get(place_of(placement.cell, shape));
            if square.piece != 0 || !suits(square.edges, square.mask, shape) {
                return false;
            }
            touches |= square.mask & shape.rim != 0;
        }
        touches && (!game.bounded || self.allows(game, placement))
    }

    /// Whether what else the rules want of a piece speaks for the placement: everything but its edges.
    fn allows(&self, game: &Game, placement: Placement) -> bool {
        self.fits_course(game, placement) && self.fits_limit(game, placement) && self.fits_map(game, placement)
    }

    /// Everything that speaks against a piece lying there; empty exactly where [`Table::fits`] says yes.
    #[must_use]
    pub fn refusal(&self, game: &Game, placement: Placement) -> Refusal {
        let cells = game.cells_of(placement.class, placement.rotation);
        let mut refusal = Refusal { isolated: true, ..Refusal::default() };
        for cell in cells {
            let at = place_of(placement.cell, cell);
            let square = self.grid.get(at);
            if square.piece != 0 {
                refusal.occupied.push(at);
                refusal.isolated = false;
                continue;
            }
            for side in Side::ALL {
                let byte = |word: u32| (word >> (8 * side.index())) as u8;
                if byte(square.mask) & byte(cell.rim) == 0 {
                    continue;
                }
                refusal.isolated = false;
                if byte(square.edges) != byte(cell.edges) {
                    let (shows, wants) = (FeatureId(byte(cell.edges) - 1), FeatureId(byte(square.edges) - 1));
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
        let number = self.pieces.len() as u32;
        let first_node = NodeId(self.joined.len() as u32);
        let first_cell = self.covered.len();
        self.joined.add(game.classes[class.index()].first_segment, number, game.seeds_of(class));
        self.pieces.push(Laid { placement, first_node, first_cell: first_cell as u32 });
        let (shapes, cells) = game.numbered_cells_of(class, rotation);
        self.covered.extend(std::iter::repeat_n(Covered::default(), cells.len()));
        for (number_of_shape, shape) in (shapes..).zip(cells) {
            let cell = place_of(corner, shape);
            self.covered[first_cell + shape.drawn as usize].cell = cell;
            self.widen(cell);
            let (spot, around) = self.grid.spots(cell);
            let square = self.grid.at_mut(spot);
            assert!(square.piece == 0, "a piece was laid on a taken cell");
            (square.edges, square.piece, square.shape) = (shape.edges, number + 1, number_of_shape);
            if game.has_sites && self.grid.surround(spot, &around) {
                self.complete_sites(game, cell);
            }
            self.meet::<0>(game, shape, first_node, around[0]);
            self.meet::<1>(game, shape, first_node, around[2]);
            self.meet::<2>(game, shape, first_node, around[4]);
            self.meet::<3>(game, shape, first_node, around[6]);
        }
        if game.bounded {
            self.follow_course(game, placement);
            self.shut_out_of_reach(game);
            self.meet_border(game, number as usize);
        }
        number as usize
    }

    /// Widens the span of all pieces by a cell.
    #[inline]
    fn widen(&mut self, cell: Cell) {
        let (low, high) = &mut self.span;
        (low.x, low.y) = (low.x.min(cell.x), low.y.min(cell.y));
        (high.x, high.y) = (high.x.max(cell.x), high.y.max(cell.y));
    }

    /// Joins a new cell's segments to those beside it on one side, or tells an empty cell there what it must show.
    #[inline]
    fn meet<const SIDE: usize>(&mut self, game: &Game, shape: &PieceCell, first_node: NodeId, spot: Spot) {
        let (side, back) = (Side::ALL[SIDE], Side::ALL[(SIDE + 2) % 4]);
        let kind = shape.edge(SIDE);
        if kind == 0 {
            // Inside the piece.
            return;
        }
        let square = self.grid.at_mut(spot);
        if square.piece == 0 {
            square.edges |= u32::from(kind) << (8 * back.index());
            square.mask |= 0xFF << (8 * back.index());
            return;
        }
        let there = &game.cells[square.shape as usize].ports;
        let there_first = self.pieces[square.piece as usize - 1].first_node;
        let meet = |port: Port| (shape.ports[port.index()], there[port.across().index()]);
        let (left, middle, right) = (meet(Port::left(side)), meet(Port::middle(side)), meet(Port::right(side)));
        let both = |(mine, theirs): (u8, u8)| mine != NONE && theirs != NONE;
        if both(middle) {
            self.join(game, (first_node, there_first), middle, 2);
        }
        if both(left) {
            self.join(game, (first_node, there_first), left, 0);
        }
        // Ground along the whole edge meets ground along the whole edge: one join.
        if both(right) && right != left {
            self.join(game, (first_node, there_first), right, 0);
        }
    }

    /// Joins a segment of one piece to one of another, each told by its piece's first node and its number on the piece, and
    /// closes so many edges.
    fn join(&mut self, game: &Game, first: (NodeId, NodeId), (mine, theirs): (u8, u8), closes: u32) {
        let (mine, theirs) = (NodeId(first.0.0 + u32::from(mine)), NodeId(first.1.0 + u32::from(theirs)));
        if game.race.is_some() {
            let news = self.joined.brings(mine, theirs);
            if news[0].1 > 0 || news[1].1 > 0 {
                gain(&mut self.gains, news);
            }
        }
        self.joined.join(mine, theirs, closes);
    }

    /// Notes the sites that a new cell has completed: those around it, and its own.
    #[cold]
    fn complete_sites(&mut self, game: &Game, cell: Cell) {
        for near in cell.surrounding().into_iter().chain([cell]).filter(|near| self.grid.around(*near) == 8) {
            let site = self.site_in(game, self.grid.get(near));
            self.completed_sites.extend(site);
        }
    }

    /// The site in a covered cell whose surroundings count.
    fn site_in(&self, game: &Game, square: Square) -> Option<NodeId> {
        let laid = self.pieces.get(square.piece.checked_sub(1)? as usize)?;
        let site = game.cells[square.shape as usize].site;
        (site != NONE).then(|| NodeId(laid.first_node.0 + u32::from(site)))
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

    /// Forgets which sites the pieces of the last turn completed, and which edges a limit or border closed then.
    #[inline]
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
        Some(self.covered[laid.first_cell as usize + segment.cells[0] as usize].cell)
    }

    /// Whether the pieces laid since the turn began took the last open edge of any feature.
    #[must_use]
    #[inline]
    pub const fn any_closed(&self) -> bool {
        self.joined.any_closed
    }

    /// Whether since the turn began anything was completed, or an edge closed by a limit or border.
    #[must_use]
    #[inline]
    pub const fn has_news(&self) -> bool {
        self.joined.any_closed || !self.completed_sites.is_empty() || !self.shut.is_empty()
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
                let cells = &self.covered[laid.first_cell as usize..][..count];
                new_piece = cells.iter().all(|covered| covered.stamp != self.stamp);
            }
            for &cell in &segment.cells {
                let covered = &mut self.covered[laid.first_cell as usize + cell as usize];
                if covered.stamp != self.stamp {
                    covered.stamp = self.stamp;
                    tally.cells.push(covered.cell);
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

/// Whether a cell of a piece shows all that its neighbours want.
#[inline]
const fn suits(edges: u32, mask: u32, shape: &PieceCell) -> bool {
    (edges ^ shape.edges) & mask & shape.rim == 0
}

/// The cell of the table that a cell of a piece covers.
#[inline]
const fn place_of(corner: Cell, cell: &PieceCell) -> Cell {
    Cell::new(corner.x + cell.dx as i32, corner.y + cell.dy as i32)
}
