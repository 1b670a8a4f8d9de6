//! Turns: what may be laid and placed, what it scores, and whose turn comes next.
//!
//! A [`Match`] is one game in progress. Its calls are the events of a turn in their order (R11-R17, B4.3): lay one piece or
//! more, place or take back a figure, end the turn; or discard; and at last the end of the game. Each either happens whole or is refused
//! with its reason and changes nothing. Each mechanism has a file of its own here. What must stay true: points are added
//! in one place ([`Match::award`]) and never without an entry in the ledger.

mod chips;
mod extra;
mod fields;
mod figures;
mod goods;
mod illegal;
mod ledger;
mod majority;
mod race;

pub use illegal::Illegal;
pub use ledger::{Advance, Counted, Entry, Ledger, Moment, Reason, Taking, Why};

use chips::ChipState;

use crate::game::{ClassId, FigureId, Game, MAX_PLAYERS};
use crate::model::{Shape, Tie, Unplaceable};
use crate::table::{NodeId, Placement, Table, Tally, Ways};

/// A player's place in a game.
#[derive(Clone, Debug, Default)]
pub struct Seat {
    /// Points so far; below zero only where the rules allow it (A6).
    pub points: i32,
    /// Figures in the supply, by kind.
    pub supply: Vec<u8>,
    /// Spaces the racer has advanced.
    pub racer: u32,
    /// Points from the end of the race.
    pub mouth: u32,
    /// Tokens collected, by good.
    pub goods: Vec<u32>,
}

/// A figure on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whose it is.
    pub seat: u8,
    /// Its kind.
    pub figure: FigureId,
    /// The segment it was placed on.
    pub node: NodeId,
}

/// The room a match is played in: kept between games so that nothing is allocated anew.
#[derive(Clone, Debug, Default)]
pub struct Room {
    table: Table,
    seats: Vec<Seat>,
    left: Vec<u32>,
    early: Vec<u32>,
    tokens: Vec<u32>,
    standing: Vec<Standing>,
    ledger: Ledger,
    tally: Tally,
    marks: Vec<u32>,
    mark: u32,
    roots: Vec<NodeId>,
    links: Vec<(NodeId, NodeId)>,
    sums: Vec<u32>,
    chips: ChipState,
}

/// A game in progress.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "what has happened in this turn, each for itself")]
pub struct Match<'g> {
    game: &'g Game,
    room: Room,
    players: usize,
    /// Whose turn it is.
    seat: usize,
    /// Turns ended.
    turns: u32,
    /// The turn that ended last.
    last: Moment,
    /// Copies left in the draw stacks.
    stack: u32,
    /// The first piece of this turn, by number; the number of pieces before one is laid.
    first_piece: usize,
    /// The first piece whose completed features are still to be scored, by number.
    first_unscored: usize,
    /// Whether a figure was placed or taken back in this turn.
    acted: bool,
    /// Whether this is the second turn of a player in a row.
    extra: bool,
    /// Whether this turn is followed by a second one, if a tile is left to draw.
    extra_due: bool,
    /// Spaces of the race's course.
    spaces: u32,
    /// Whether the game has ended and was scored.
    over: bool,
}

impl<'g> Match<'g> {
    /// A game before its first turn, with the board of so many players on the table but no start tiles.
    ///
    /// # Panics
    /// Where the ruleset is not for so many players.
    #[must_use]
    pub fn new(game: &'g Game, players: usize, keep_cells: bool, mut room: Room) -> Self {
        assert!((1..=MAX_PLAYERS).contains(&players), "a game has 1 to 8 players");
        room.table.clear();
        room.standing.clear();
        room.table.open_map(game);
        room.chips.reset(game);
        room.ledger.clear(game.icons.len(), keep_cells);
        room.seats.resize_with(players, Seat::default);
        for seat in &mut room.seats {
            (seat.points, seat.racer, seat.mouth) = (0, 0, 0);
            seat.supply.clear();
            seat.supply.extend(game.figures.iter().map(|figure| figure.supply));
            seat.goods.clear();
            seat.goods.resize(game.goods.len(), 0);
        }
        room.tokens.clear();
        room.tokens.extend(game.goods.iter().map(|good| good.tokens));
        room.left.clear();
        room.left.extend(game.classes.iter().map(|class| class.copies));
        room.early.clear();
        room.early.resize(game.stacks.len(), 0);
        let mut stack = 0;
        for tile in &game.tiles {
            let copies: u32 = game.classes[tile.classes.start as usize..tile.classes.end as usize]
                .iter()
                .map(|class| class.copies)
                .sum();
            if let Some(early) = room.early.get_mut(tile.stack as usize) {
                *early += copies;
            }
            stack += if tile.apart { 0 } else { copies };
        }
        let stack = chips::drawn_of(game, stack);
        let setup = game.setup(players);
        if let Some(class) = setup.board {
            let rotation = crate::geometry::Rotation::default();
            room.table.lay(game, Placement { class, cell: crate::geometry::Cell::new(0, 0), rotation });
        }
        let first_piece = room.table.pieces().len();
        Self {
            game,
            room,
            players,
            seat: 0,
            turns: 0,
            last: Moment::default(),
            stack,
            first_piece,
            first_unscored: first_piece,
            acted: false,
            extra: false,
            extra_due: false,
            spaces: setup.spaces,
            over: false,
        }
    }

    /// The room, for the next game.
    #[must_use]
    pub fn into_room(self) -> Room {
        self.room
    }

    /// The ruleset in play.
    #[must_use]
    pub const fn game(&self) -> &'g Game {
        self.game
    }

    /// The table.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.room.table
    }

    /// The ledger so far.
    #[must_use]
    pub const fn ledger(&self) -> &Ledger {
        &self.room.ledger
    }

    /// The players, in the order of their turns.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        &self.room.seats
    }

    /// The figures on the table.
    #[must_use]
    pub fn standing(&self) -> &[Standing] {
        &self.room.standing
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn seat(&self) -> usize {
        self.seat
    }

    /// Turns ended.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// Copies left in the draw stacks.
    #[must_use]
    pub const fn stack_left(&self) -> u32 {
        self.stack
    }

    /// Copies of a class that are not in play yet.
    #[must_use]
    pub fn copies_left(&self, class: ClassId) -> u32 {
        self.room.left[class.index()]
    }

    /// Spaces of the race's course so far.
    #[must_use]
    pub const fn spaces(&self) -> u32 {
        self.spaces
    }

    /// Whether the end of the game was scored.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The pieces laid in this turn, by number.
    #[must_use]
    pub fn pieces_of_turn(&self) -> std::ops::Range<usize> {
        self.first_piece..self.room.table.pieces().len()
    }

    /// The seats that win as things stand: most points, and by the ruleset's reading of a tie.
    #[must_use]
    pub fn winners(&self) -> Vec<usize> {
        let most = |value: &dyn Fn(&Seat) -> i64, among: &[usize]| {
            let best = among.iter().map(|&seat| value(&self.room.seats[seat])).max();
            among.iter().copied().filter(|&seat| Some(value(&self.room.seats[seat])) == best).collect::<Vec<_>>()
        };
        let all: Vec<_> = (0..self.players).collect();
        let first = most(&|seat| i64::from(seat.points), &all);
        match self.game.options.tie {
            Tie::Shared => first,
            Tie::Mouth => most(&|seat| i64::from(seat.mouth), &first),
        }
    }

    // --- pieces ----------------------------------------------------------------------------------------------------

    /// Puts a tile on the table before the first turn. It is one of the counted copies.
    ///
    /// # Errors
    /// Where no copy is left, or the tile overlaps or contradicts what lies there; it need not touch anything.
    pub fn start(&mut self, placement: Placement) -> Result<(), Illegal> {
        self.copy_left(placement.class)?;
        let mut refusal = self.room.table.refusal(self.game, placement);
        refusal.isolated = false;
        refusal.off_front = None;
        self.check_start(placement, &mut refusal)?;
        if !refusal.is_empty() {
            return Err(Illegal::Placement(placement, Box::new(refusal)));
        }
        self.put(placement);
        self.room.table.begin_turn();
        self.first_piece = self.room.table.pieces().len();
        self.first_unscored = self.first_piece;
        Ok(())
    }

    /// Whether a piece of this class may be laid now, wherever it may fit.
    ///
    /// # Errors
    /// Where none is left, or another must come first.
    #[inline]
    pub fn may_draw(&self, class: ClassId) -> Result<(), Illegal> {
        let apart = self.game.classes[class.index()].apart;
        if self.first_piece < self.room.table.pieces().len() {
            return self.may_follow(class, apart);
        }
        if apart {
            return Err(Illegal::FollowUpAlone(class));
        }
        if self.stack == 0 {
            return Err(Illegal::GameOver);
        }
        self.copy_left(class)?;
        match self.room.early.iter().position(|&left| left > 0) {
            None => Ok(()),
            Some(early) => self.stack_allows(class, early),
        }
    }

    /// Whether a piece may follow another in the same turn: only a tile that draws another is followed by one, and only by one.
    fn may_follow(&self, class: ClassId, apart: bool) -> Result<(), Illegal> {
        let laid = self.pieces_of_turn();
        if !apart || laid.len() > 1 || !self.draws(laid.start) {
            return Err(Illegal::FollowUpAlone(class));
        }
        self.copy_left(class)
    }

    /// The ways a piece of this class may lie, whether or not it may be drawn.
    pub fn ways(&mut self, class: ClassId, ways: &mut Ways) {
        self.room.table.ways(self.game, class, ways);
    }

    /// Lays a piece: the tile drawn, or the piece that follows it in the same turn.
    ///
    /// # Errors
    /// Where none is left, another must come first, or it may not lie there.
    pub fn lay(&mut self, placement: Placement) -> Result<(), Illegal> {
        self.may_draw(placement.class)?;
        if !self.room.table.fits(self.game, placement) {
            return Err(self.misplaced(placement));
        }
        self.put(placement);
        self.note_chips(placement.cell);
        self.extra_due |= self.continues_own();
        Ok(())
    }

    #[cold]
    fn misplaced(&self, placement: Placement) -> Illegal {
        Illegal::Placement(placement, Box::new(self.room.table.refusal(self.game, placement)))
    }

    /// Puts a piece on the table: one copy less, and the race's course longer by what it carries of it.
    fn put(&mut self, placement: Placement) {
        self.take_copy(placement.class);
        if self.game.bounded {
            let before = self.room.table.course().length;
            self.room.table.lay(self.game, placement);
            self.room.table.connect_cities(self.game, placement);
            self.spaces += self.room.table.course().length - before;
        } else {
            self.room.table.lay(self.game, placement);
        }
    }

    /// Whether all pieces of the turn are laid.
    ///
    /// # Errors
    /// Where the last one must be followed by another.
    #[inline]
    pub fn pieces_done(&self) -> Result<(), Illegal> {
        let laid = self.pieces_of_turn();
        if laid.len() == 1 && self.draws(laid.start) {
            let class = self.room.table.pieces()[laid.start].placement.class;
            return Err(Illegal::FollowUpMissing(class));
        }
        Ok(())
    }

    /// Whether a piece is a tile that draws another, and another is there to be drawn.
    #[inline]
    fn draws(&self, piece: usize) -> bool {
        let class = self.room.table.pieces()[piece].placement.class;
        self.game.classes[class.index()].draws_double && self.can_be_followed()
    }

    /// Whether another piece is there to follow the first of this turn, or already did.
    fn can_be_followed(&self) -> bool {
        let apart = |tile: &crate::game::Tile| {
            tile.apart && tile.classes.clone().any(|class| self.room.left[class as usize] > 0)
        };
        self.game.tiles.iter().any(apart) || self.pieces_of_turn().len() > 1
    }

    #[inline]
    fn copy_left(&self, class: ClassId) -> Result<(), Illegal> {
        if self.room.left[class.index()] == 0 { Err(Illegal::NoCopyLeft(class)) } else { Ok(()) }
    }

    /// Whether the stacks allow this tile to be drawn now: early stacks first, of which this one is not empty yet, each with its
    /// first and last tile.
    fn stack_allows(&self, class: ClassId, stack: usize) -> Result<(), Illegal> {
        let Some(tile) = self.game.tile_of(class) else { return Ok(()) };
        let wanted = if tile.stack as usize == stack {
            let rule = &self.game.stacks[stack];
            let is = |id: Option<usize>| id.is_some_and(|id| self.game.tiles[id].id == tile.id);
            let total: u32 = self
                .game
                .tiles
                .iter()
                .filter(|other| other.stack as usize == stack)
                .flat_map(|other| other.classes.clone())
                .map(|class| self.game.classes[class as usize].copies)
                .sum();
            let left = self.room.early[stack];
            if left == total && rule.first.is_some() && !is(rule.first) {
                rule.first
            } else if is(rule.last) && left > self.copies_of_tile(rule.last) {
                None
            } else {
                return Ok(());
            }
        } else {
            None
        };
        Err(Illegal::WrongStack { class, stack, wanted })
    }

    /// Copies of a tile that are not in play yet.
    fn copies_of_tile(&self, tile: Option<usize>) -> u32 {
        let classes = tile.map(|tile| self.game.tiles[tile].classes.clone()).unwrap_or_default();
        classes.map(|class| self.room.left[class as usize]).sum()
    }

    #[inline]
    fn take_copy(&mut self, class: ClassId) {
        self.room.left[class.index()] -= 1;
        let class = &self.game.classes[class.index()];
        self.stack -= u32::from(!class.apart);
        if let Some(early) = self.room.early.get_mut(class.stack as usize) {
            *early -= 1;
        }
    }

    /// Puts a drawn tile out of the game because it fits nowhere. Where the turn is lost with it, the turn ends.
    ///
    /// # Errors
    /// Where it could be laid, or is not there to be drawn.
    pub fn discard(&mut self, class: ClassId) -> Result<(), Illegal> {
        self.may_draw(class)?;
        if let Some(placement) = self.room.table.any_placement(self.game, class) {
            return Err(Illegal::DiscardPlaceable(placement));
        }
        self.take_copy(class);
        match self.game.options.unplaceable {
            Unplaceable::Redraw => return Ok(()),
            Unplaceable::TurnLost => {}
            Unplaceable::TurnLostBoatMoves => self.step(),
        }
        self.next_seat();
        Ok(())
    }

    // --- the end of a turn and of the game ---------------------------------------------------------------------------

    /// Ends the turn: the racer's step where no figure was placed (R14), then every completed feature, then the race. The next
    /// turn is the same player's where a figure earns a second one (TE5).
    pub fn end_turn(&mut self) {
        self.last = self.moment();
        if self.game.race.is_some() {
            self.connect_icons();
            if !self.acted {
                self.step();
            }
        }
        if self.second_turn_follows() {
            self.begin_second_turn();
        } else {
            self.next_seat();
        }
    }

    /// Scores what the pieces laid since the last scoring have completed, and the race along them.
    #[inline]
    fn settle(&mut self) {
        let laid = self.first_unscored..self.room.table.pieces().len();
        let along = |piece: usize| self.game.classes[self.room.table.pieces()[piece].placement.class.index()].along;
        let race = self.game.race.is_some() && laid.clone().any(along);
        // Most turns complete nothing.
        if self.room.table.has_news() && (!race || self.game.options.front_turn == crate::model::RushScoring::Both) {
            self.score_completed(laid.clone());
        }
        if race {
            self.score_race(laid);
        }
        self.first_unscored = self.room.table.pieces().len();
        self.room.table.begin_turn();
    }

    /// The turn in play.
    #[must_use]
    pub const fn moment(&self) -> Moment {
        Moment { turn: self.turns + 1, extra: self.extra }
    }

    /// The turn that ended last.
    #[must_use]
    pub const fn last_moment(&self) -> Moment {
        self.last
    }

    #[inline]
    fn next_seat(&mut self) {
        self.settle();
        self.turns += 1;
        self.seat = if self.seat + 1 == self.players { 0 } else { self.seat + 1 };
        (self.extra, self.extra_due) = (false, false);
        self.begin_part();
    }

    fn begin_part(&mut self) {
        self.first_piece = self.room.table.pieces().len();
        self.acted = false;
    }

    /// Ends the game: everything unfinished, then ground, the race and the goods (R28-R30, B4.11, TE3).
    pub fn finish(&mut self) {
        // A second turn whose tiles all fitted nowhere has no end of its own.
        if self.extra {
            self.next_seat();
        }
        self.score_unfinished();
        self.score_ground();
        self.score_mouth();
        self.score_goods();
        self.over = true;
    }

    /// Adds points and writes them down.
    fn award(
        &mut self,
        reason: Reason,
        feature: Option<crate::game::FeatureId>,
        points: u32,
        seats: u8,
        counted: Counted<'_>,
    ) {
        self.give(reason, feature, i32::try_from(points).unwrap_or(i32::MAX), seats, counted);
    }

    /// Adds points or takes some, the only place where that is done, and writes them down.
    fn give(
        &mut self,
        reason: Reason,
        feature: Option<crate::game::FeatureId>,
        points: i32,
        seats: u8,
        counted: Counted<'_>,
    ) {
        if points == 0 || seats == 0 {
            return;
        }
        for (seat, player) in self.room.seats.iter_mut().enumerate() {
            if seats & (1 << seat) != 0 {
                player.points = player.points.saturating_add(points);
            }
        }
        let at_end = matches!(reason, Reason::Final | Reason::Mouth | Reason::Goods);
        let moment = if at_end { Moment { turn: self.turns, extra: false } } else { self.moment() };
        self.room.ledger.push(moment, reason, feature, points, seats, counted);
    }

    /// The piece on which figures are placed now: the last one, or on a map the tile that was drawn, whatever was turned up
    /// or became a piece after it (A6.8).
    fn acting_piece(&self) -> usize {
        let last = self.room.table.pieces().len().saturating_sub(1);
        if self.game.map.is_some() { self.first_piece.min(last) } else { last }
    }

    /// Whether a node's segment is ground.
    fn is_ground(&self, node: NodeId) -> bool {
        let feature = self.room.table.segment(self.game, node).feature;
        self.game.features[feature.index()].shape == Shape::Ground
    }
}
