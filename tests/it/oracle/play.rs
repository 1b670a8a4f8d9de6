//! Games, as the oracle plays them: what there is at a moment, and what came of each line of a log.
//!
//! What must stay true: a position holds what lies and stands on the table and what each player has; the little more it
//! remembers it cannot see there.

use std::collections::{BTreeMap, BTreeSet};

use super::log::{self, Claim, Game, Piece, Turn};
use super::rules::Rules;
use super::table::{Groups, Node, Table};

/// What every player has, in seat order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Totals {
    pub(crate) points: Vec<i64>,
    /// Spaces advanced from the source; zero where there is no race.
    pub(crate) boats: Vec<i64>,
    /// Figures left, by kind.
    pub(crate) supplies: Vec<BTreeMap<String, i64>>,
    /// Goods held, by kind.
    pub(crate) goods: Vec<BTreeMap<String, i64>>,
}

/// A line of play and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TurnTotals {
    /// In the log, 1-based.
    pub(crate) line: usize,
    pub(crate) seat: usize,
    /// Whether the line was a discard: a turn of its own only where the turn is lost.
    pub(crate) discard: bool,
    /// Whether it belongs to a second turn.
    pub(crate) second: bool,
    pub(crate) totals: Totals,
}

/// A game played.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) players: Vec<String>,
    pub(crate) turns: Vec<TurnTotals>,
    /// Whether final scoring took place.
    pub(crate) scored: bool,
    /// After final scoring, or as they stand.
    pub(crate) end: Totals,
    /// The seats that won (D6), or lead.
    pub(crate) winners: Vec<usize>,
    /// The table at the end, figures included.
    pub(crate) position: Position,
}

/// A game at a moment.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub(crate) table: Table,
    pub(crate) seats: Vec<Seat>,
    pub(crate) standing: Vec<Standing>,
    /// The seat whose turn it is.
    pub(crate) turn: usize,
    /// Whether that is the second turn in a row (TE5).
    pub(crate) second: bool,
    /// Turns played, second ones not counted; a second turn is still part of the last of them.
    pub(super) turns: usize,
    /// Pieces used, by class.
    pub(super) used: BTreeMap<String, i64>,
    /// Pieces of the draw stack not used yet, by set.
    pub(super) left: BTreeMap<String, i64>,
    /// The river's spaces.
    pub(crate) spaces: i64,
    /// Tiles that are still to be drawn.
    pub(super) to_draw: i64,
    /// Squares on which a chip lies.
    pub(super) chips: BTreeSet<(i32, i32)>,
    /// Chips taken, by colour and points.
    pub(super) taken: BTreeMap<(String, i64), i64>,
    /// The piece on which figures are placed: on a map not what was turned up after it.
    pub(super) acting: usize,
    /// Segments of features that were complete before this turn, or before the first of two that score together.
    pub(super) before: BTreeSet<Node>,
    /// Segments of features that scored as they were completed.
    pub(super) scored: BTreeSet<Node>,
}

/// A player's things.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seat {
    pub(crate) points: i64,
    pub(crate) boat: i64,
    pub(crate) supply: BTreeMap<String, i64>,
    /// Points from the mouth.
    pub(crate) mouth: i64,
    /// Segments whose race icons were connected once; they never count again.
    pub(super) connected: BTreeSet<Node>,
    /// Goods, by kind.
    pub(crate) goods: BTreeMap<String, i64>,
}

/// A figure on the table.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) seat: usize,
    pub(crate) figure: String,
    pub(crate) node: Node,
}

/// Plays the one game of a log.
pub(crate) fn play(rules: &Rules, log: &str) -> Result<Outcome, String> {
    let games = log::games(log)?;
    play_watched(rules, games.first().ok_or("no game")?, |_, _| ())
}

/// Plays a game and shows the position before each line of play.
pub(crate) fn play_watched(
    rules: &Rules,
    game: &Game,
    mut watch: impl FnMut(&Position, &Turn),
) -> Result<Outcome, String> {
    let mut position = Position::new(rules, game)?;
    let mut turns = Vec::new();
    for turn in &game.turns {
        watch(&position, turn);
        let (seat, second) = (position.turn, position.second);
        position.take(rules, &game.players, turn).map_err(|error| format!("line {}: {error}", turn.line))?;
        turns.push(TurnTotals { line: turn.line, seat, discard: turn.discard, second, totals: position.totals() });
    }
    let empty = position.nothing_left();
    if game.end == "complete" && !empty {
        return Err("tiles are left".into());
    }
    let scored = game.end == "now" || empty && game.end != "stopped";
    if scored {
        position.finish(rules);
    }
    let key = |seat: &Seat| (seat.points, if rules.option("tie") == "mouth" { seat.mouth } else { 0 });
    let best = position.seats.iter().map(key).max();
    let winners = (0..position.seats.len()).filter(|seat| Some(key(&position.seats[*seat])) == best).collect();
    Ok(Outcome { players: game.players.clone(), turns, scored, end: position.totals(), winners, position })
}

/// All placements of a tile in a position: cell of its north-west corner and rotation in degrees. All four rotations of a
/// drawing that looks the same in some of them are listed.
pub(crate) fn legal(rules: &Rules, position: &Position, tile: &str) -> Result<BTreeSet<(i32, i32, u16)>, String> {
    position.table.placements(rules, tile)
}

impl Totals {
    /// What a claim of a player's counter is held against: points where it has no word, spaces advanced, figures left, or
    /// goods held; nothing where the rules know no such counter.
    pub(crate) fn counter(&self, seat: usize, word: &str) -> Option<i64> {
        match word {
            "" => Some(self.points[seat]),
            "boat" => Some(self.boats[seat]),
            word => self.supplies[seat].get(word).or_else(|| self.goods[seat].get(word)).copied(),
        }
    }
}

impl Outcome {
    /// The claims of a game that are wrong, as sentences.
    pub(crate) fn wrong_claims(&self, game: &Game) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut check = |totals: &Totals, claims: &[Claim], place: String| {
            for claim in claims {
                let seat = self.players.iter().position(|player| *player == claim.player);
                let have = seat.and_then(|seat| totals.counter(seat, &claim.counter));
                if have != Some(claim.total) {
                    wrong.push(format!("{place}: {claim:?}, but {have:?}"));
                }
            }
        };
        for (turn, known) in game.turns.iter().zip(&self.turns) {
            check(&known.totals, &turn.claims, format!("line {}", turn.line));
        }
        check(&self.end, &game.score, "score".into());
        wrong
    }
}

impl Position {
    /// The table before the first turn.
    pub(crate) fn new(rules: &Rules, game: &Game) -> Result<Self, String> {
        let players = game.players.len();
        if !(rules.players.0..=rules.players.1).contains(&players) {
            return Err(format!("{players} players"));
        }
        let supply: BTreeMap<String, i64> =
            rules.figures.iter().map(|(name, one)| (name.clone(), one.supply)).collect();
        let goods = rules.goods.keys().map(|icon| (icon.clone(), 0)).collect();
        let mut left: BTreeMap<String, i64> = BTreeMap::new();
        for tile in rules.tiles.values().filter(|tile| !tile.apart) {
            *left.entry(tile.set.clone()).or_default() += tile.count;
        }
        let all: i64 = left.values().sum();
        let hidden = rules.map.as_ref().map_or(0, |map| map.hidden.len() as i64);
        let used = rules.tiles_used.unwrap_or(all).min(all);
        let to_draw = if rules.option("hidden_tiles") == "on_top" { used.min(all - hidden) } else { used - hidden };
        let mut table = Table::new(rules.limit);
        table.map.clone_from(&rules.map);
        table.hidden = rules.map.iter().flat_map(|map| map.hidden.iter().copied()).collect();
        let mut position = Self {
            table,
            to_draw,
            chips: rules.map.iter().flat_map(|map| map.chips.iter().copied()).collect(),
            taken: BTreeMap::new(),
            acting: 0,
            seats: vec![Seat { supply, goods, ..Seat::default() }; players],
            standing: Vec::new(),
            turn: 0,
            second: false,
            turns: 0,
            used: BTreeMap::new(),
            left,
            spaces: 0,
            before: BTreeSet::new(),
            scored: BTreeSet::new(),
        };
        let serves = |(least, most): (usize, usize)| (least..=most).contains(&players);
        if let Some(side) = rules.boards.iter().find(|side| serves(side.players)) {
            position.table.lay(&side.drawing, 0, 0);
            position.spaces = side.spaces;
        }
        for (name, (x, y), rotation) in if game.start.is_empty() { &rules.start } else { &game.start } {
            position.lay(rules, &Piece { tile: name.clone(), cell: Some((*x, *y)), rotation: *rotation })?;
        }
        Ok(position)
    }

    /// The position with a piece laid; only the table and the stacks change.
    pub(crate) fn after(&self, rules: &Rules, tile: &str, cell: (i32, i32), rotation: u16) -> Result<Self, String> {
        let mut after = self.clone();
        after.lay(rules, &Piece { tile: tile.to_owned(), cell: Some(cell), rotation })?;
        Ok(after)
    }

    /// What the player whose turn it is may place on the piece laid last: figure and segment id.
    pub(crate) fn placeable(&self, rules: &Rules) -> BTreeSet<(String, String)> {
        let (mut found, groups) = (BTreeSet::new(), self.table.groups());
        let Some(piece) = self.table.pieces.get(self.acting) else { return found };
        for figure in rules.figures.keys() {
            for (index, segment) in piece.drawing.segments.iter().enumerate() {
                if self.may_stand(rules, &groups, figure, piece.first_node + index).is_ok() {
                    found.insert((figure.clone(), segment.id.clone()));
                }
            }
        }
        found
    }

    /// The figure the player whose turn it is may take back, as an index into `standing`; none while what it stands on is
    /// complete, for then it is about to score.
    pub(crate) fn recallable(&self, rules: &Rules, groups: &Groups) -> Option<usize> {
        self.standing.iter().position(|one| {
            one.seat == self.turn
                && rules.figures[&one.figure].recall
                && !self.complete(rules, groups, groups.of[one.node])
        })
    }

    /// The cells where a piece would give the player whose turn it is a second one.
    pub(crate) fn goals(&self, rules: &Rules) -> BTreeSet<(i32, i32)> {
        let groups = self.table.groups();
        let mine = self.standing.iter().filter(|one| one.seat == self.turn && rules.figures[&one.figure].extra_turn);
        mine.flat_map(|one| self.table.beyond(&groups, groups.of[one.node])).collect()
    }

    /// The number of the turn that is to be played: a second one has that of the first, with a letter.
    pub(crate) fn number(&self) -> String {
        if self.second { format!("{}b", self.turns) } else { format!("{}", self.turns + 1) }
    }

    /// Whether the draw stack is empty.
    pub(super) fn nothing_left(&self) -> bool {
        self.to_draw <= 0 || self.left.values().all(|left| *left == 0)
    }

    /// Advances a boat; the last space is the last (R16).
    pub(crate) fn advance(&mut self, seat: usize, spaces: i64) {
        let boat = &mut self.seats[seat].boat;
        *boat = (*boat + spaces).min(self.spaces - 1).max(*boat);
    }

    fn totals(&self) -> Totals {
        Totals {
            points: self.seats.iter().map(|seat| seat.points).collect(),
            boats: self.seats.iter().map(|seat| seat.boat).collect(),
            supplies: self.seats.iter().map(|seat| seat.supply.clone()).collect(),
            goods: self.seats.iter().map(|seat| seat.goods.clone()).collect(),
        }
    }
}
