//! Turns, as the oracle plays them.
//!
//! What must stay true: a turn runs tile, newly connected icons, figure or step, scoring (R17), and is refused where the
//! rules refuse it.

use std::collections::{BTreeMap, BTreeSet};

use super::log::{self, Claim, Game, Piece, Turn};
use super::rules::{Rules, Worth};
use super::table::{Groups, Node, Table};
use super::tiles::{Tile, lettered, port};

/// What every player has, in seat order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Totals {
    pub(crate) points: Vec<i64>,
    /// Spaces advanced from the source; zero where there is no race.
    pub(crate) boats: Vec<i64>,
    /// Figures left, by kind.
    pub(crate) supplies: Vec<BTreeMap<String, i64>>,
}

/// A line of play and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TurnTotals {
    /// In the log, 1-based.
    pub(crate) line: usize,
    pub(crate) seat: usize,
    /// Whether the line was a discard: a turn of its own only where the turn is lost.
    pub(crate) discard: bool,
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
    /// Pieces used, by class.
    used: BTreeMap<String, i64>,
    /// Pieces of the draw stack not used yet, by set.
    left: BTreeMap<String, i64>,
    /// The river's spaces.
    pub(crate) spaces: i64,
    /// Segments of features that were completed but not scored (D1).
    held: BTreeSet<Node>,
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
    connected: BTreeSet<Node>,
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
        let seat = position.turn;
        position.take(rules, &game.players, turn).map_err(|error| format!("line {}: {error}", turn.line))?;
        turns.push(TurnTotals { line: turn.line, seat, discard: turn.discard, totals: position.totals() });
    }
    let empty = position.left.values().all(|left| *left == 0);
    if game.end == "complete" && !empty {
        return Err("tiles are left".into());
    }
    let scored = game.end == "now" || empty && game.end != "stopped";
    if scored {
        let groups = position.table.groups();
        position.score_end(rules, &groups);
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

impl Outcome {
    /// The claims of a game that are wrong, as sentences.
    pub(crate) fn wrong_claims(&self, game: &Game) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut check = |totals: &Totals, claims: &[Claim], place: String| {
            for claim in claims {
                let seat = self.players.iter().position(|player| *player == claim.player);
                let have = seat.and_then(|seat| match claim.counter.as_str() {
                    "" => Some(totals.points[seat]),
                    "boat" => Some(totals.boats[seat]),
                    figure => totals.supplies[seat].get(figure).copied(),
                });
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
        let mut left: BTreeMap<String, i64> = BTreeMap::new();
        for tile in rules.tiles.values().filter(|tile| !tile.apart) {
            *left.entry(tile.set.clone()).or_default() += tile.count;
        }
        let mut position = Self {
            table: Table::default(),
            seats: vec![Seat { supply, ..Seat::default() }; players],
            standing: Vec::new(),
            turn: 0,
            used: BTreeMap::new(),
            left,
            spaces: 0,
            held: BTreeSet::new(),
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
        let Some(piece) = self.table.pieces.last() else { return found };
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
        }
    }

    /// Plays a line of play.
    pub(crate) fn take(&mut self, rules: &Rules, players: &[String], turn: &Turn) -> Result<(), String> {
        if players[self.turn] != turn.player {
            return Err(format!("not the turn of {}", turn.player));
        }
        let seat = self.turn;
        let first = &turn.pieces[0];
        let (tile, _) = rules.face(&first.tile)?;
        self.may_be_drawn(rules, tile)?;
        let step = rules.race.as_ref().map_or(0, |race| race.step);
        if turn.discard {
            if !legal(rules, self, &first.tile)?.is_empty() {
                return Err(format!("{} fits", first.tile));
            }
            self.use_up(rules, &first.tile)?;
            // D5 and D9.
            match rules.option("unplaceable") {
                "turn_lost" => self.turn = (seat + 1) % players.len(),
                "turn_lost_boat_moves" => {
                    self.advance(seat, step);
                    self.turn = (seat + 1) % players.len();
                }
                _ => {}
            }
            return Ok(());
        }

        // The tile, with its double where it draws one.
        let apart: Vec<bool> =
            turn.pieces.iter().map(|piece| Ok(rules.face(&piece.tile)?.0.apart)).collect::<Result<_, String>>()?;
        let wanted: &[bool] = if tile.draws_double { &[false, true] } else { &[false] };
        if apart != wanted {
            return Err("a double follows a tile that draws one, and no other".into());
        }
        let before = self.table.pieces.len();
        for piece in &turn.pieces {
            let (tile, face) = rules.face(&piece.tile)?;
            let drawing = &face.turned[usize::from(piece.rotation) / 90];
            let end = rules
                .front
                .iter()
                .filter(|front| drawing.carries(front))
                .flat_map(|front| self.table.ends(front))
                .next();
            let cell = piece.cell.or_else(|| self.cell_at_end(rules, tile, &piece.tile, piece.rotation, end?));
            let cell = cell.ok_or("no cell")?;
            self.table.fits(rules, tile, drawing, cell).map_err(|why| format!("{}: {why}", piece.tile))?;
            self.lay(rules, &Piece { cell: Some(cell), ..piece.clone() })?;
        }
        let groups = self.table.groups();
        self.connect(rules, &groups);

        // The figure, or the step.
        let placed = self.act(rules, &groups, &turn.actions)?;
        self.connect(rules, &groups);
        if !placed {
            self.advance(seat, step);
        }

        // Scoring.
        let rushed = self.score_front(rules, before);
        let claimed: BTreeSet<usize> = self.standing.iter().map(|one| groups.of[one.node]).collect();
        for number in claimed {
            if !self.complete(rules, &groups, number) {
                continue;
            }
            let nodes = &groups.list[number].nodes;
            if rushed && rules.option("amazon_turn") == "amazon_only" {
                self.held.extend(nodes);
            }
            if !nodes.iter().any(|node| self.held.contains(node)) {
                self.score_completed(rules, &groups, number);
            }
        }
        self.turn = (seat + 1) % players.len();
        Ok(())
    }

    /// Where a piece of the front lies when no cell is given: so that it takes up the open end.
    fn cell_at_end(
        &self,
        rules: &Rules,
        tile: &Tile,
        name: &str,
        rotation: u16,
        end: ((i32, i32), usize),
    ) -> Option<(i32, i32)> {
        let drawing = &rules.face(name).ok()?.1.turned[usize::from(rotation) / 90];
        let cells = (0..drawing.size.0).flat_map(|column| (0..drawing.size.1).map(move |row| (column, row)));
        let mut cells = cells.map(|(column, row)| (end.0.0 - column, end.0.1 - row));
        cells.find(|cell| self.table.fits(rules, tile, drawing, *cell).is_ok())
    }

    /// Whether a tile may be drawn now: from the stack, which is in order.
    fn may_be_drawn(&self, rules: &Rules, tile: &Tile) -> Result<(), String> {
        if tile.apart {
            return Err("lies apart".into());
        }
        let Some(stack) = rules.stacks.iter().find(|stack| self.left.get(&stack.set).is_some_and(|left| *left > 0))
        else {
            return Ok(());
        };
        let of = |id: &Option<String>| id.as_ref() == Some(&tile.id);
        let first_lies = stack
            .first
            .as_ref()
            .is_none_or(|first| self.used.keys().any(|class| class.split(' ').next() == Some(first)));
        let (left, last) = (self.left[&stack.set], stack.last.is_some());
        if tile.set == stack.set && first_lies != of(&stack.first) && (!last || (left == 1) == of(&stack.last)) {
            return Ok(());
        }
        Err(format!("{} is not drawn yet", tile.id))
    }

    fn use_up(&mut self, rules: &Rules, name: &str) -> Result<(), String> {
        let (tile, face) = rules.face(name)?;
        let used = self.used.entry(face.class.clone()).or_default();
        *used += 1;
        if *used > Rules::copies(tile, &face.class) {
            return Err(format!("no copy of {name} left"));
        }
        if let Some(left) = self.left.get_mut(&tile.set).filter(|_| !tile.apart) {
            *left -= 1;
        }
        Ok(())
    }

    fn lay(&mut self, rules: &Rules, piece: &Piece) -> Result<(), String> {
        self.use_up(rules, &piece.tile)?;
        let (_, face) = rules.face(&piece.tile)?;
        let drawing = &face.turned[usize::from(piece.rotation) / 90];
        let (x, y) = piece.cell.ok_or("no cell")?;
        self.table.lay(drawing, x, y);
        // R9: one space for each cell of the river.
        let river = drawing.segments.iter().filter(|one| rules.front.as_ref() == Some(&one.feature));
        self.spaces += river.flat_map(|one| &one.cells).collect::<BTreeSet<_>>().len() as i64;
        Ok(())
    }

    /// Advances every boat by the icons newly connected to its player's figures (R15).
    fn connect(&mut self, rules: &Rules, groups: &Groups) {
        let Some(race) = &rules.race else { return };
        for seat in 0..self.seats.len() {
            let mine: BTreeSet<usize> =
                self.standing.iter().filter(|one| one.seat == seat).map(|one| groups.of[one.node]).collect();
            let mut spaces = 0;
            for node in mine.iter().flat_map(|number| &groups.list[*number].nodes) {
                let icons = self.table.segment(*node).icons.get(&race.icon).copied().unwrap_or(0);
                if icons > 0 && self.seats[seat].connected.insert(*node) {
                    spaces += icons;
                }
            }
            self.advance(seat, spaces);
        }
    }

    /// Does what the player does with figures; says whether one was placed.
    fn act(&mut self, rules: &Rules, groups: &Groups, actions: &[Vec<String>]) -> Result<bool, String> {
        let (mut placed, mut recalled) = (false, false);
        for action in actions {
            match action.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                ["pass"] => {}
                [word] if rules.race.as_ref().is_some_and(|race| race.figure == *word) => {}
                ["recall", ..] if !placed && !recalled => {
                    let index = self.recallable(rules, groups).ok_or("nothing to take back")?;
                    let one = self.standing.remove(index);
                    self.seats[one.seat].points += self.value(rules, groups, groups.of[one.node], false);
                    *self.seats[one.seat].supply.entry(one.figure).or_default() += 1;
                    recalled = true;
                }
                [figure, target] if !placed && !recalled => {
                    let node = self.target(target)?;
                    self.may_stand(rules, groups, figure, node)?;
                    *self.seats[self.turn].supply.entry((*figure).to_owned()).or_default() -= 1;
                    self.standing.push(Standing { seat: self.turn, figure: (*figure).to_owned(), node });
                    placed = true;
                }
                _ => return Err(format!("no such action now: {action:?}")),
            }
        }
        Ok(placed)
    }

    /// The segment of the piece laid last that a target names.
    fn target(&self, target: &str) -> Result<Node, String> {
        let piece = self.table.pieces.last().ok_or("no piece")?;
        let (feature, rest) = target.split_at(target.find([':', '=']).unwrap_or(target.len()));
        let named = |id: &str, ports: &[(i32, i32, usize)]| match rest.split_at_checked(1) {
            Some((":", at)) => {
                let (letter, at) = at.split_once('.').unwrap_or(("a", at));
                let cell = lettered(letter, piece.drawing.size.0);
                cell.zip(port(at)).is_some_and(|((x, y), port)| ports.contains(&(x, y, port)))
            }
            Some((_, wanted)) => id == wanted,
            None => true,
        };
        let segments = piece.drawing.segments.iter().enumerate();
        let found: Vec<usize> = segments
            .filter(|(_, one)| one.feature == feature && named(&one.id, &one.ports))
            .map(|(index, _)| piece.first_node + index)
            .collect();
        if let [node] = found[..] { Ok(node) } else { Err(format!("{target} names {} segments", found.len())) }
    }

    fn may_stand(&self, rules: &Rules, groups: &Groups, figure: &str, node: Node) -> Result<(), String> {
        let kind = rules.figures.get(figure).ok_or_else(|| format!("no figure {figure}"))?;
        let feature = &self.table.segment(node).feature;
        if !kind.on.contains(feature) || !rules.features[feature].claimable {
            return Err(format!("{figure} on {feature}"));
        }
        if self.seats[self.turn].supply[figure] < 1 {
            return Err(format!("no {figure} left"));
        }
        if self.standing.iter().any(|one| groups.of[one.node] == groups.of[node]) {
            return Err(format!("the {feature} is occupied"));
        }
        Ok(())
    }

    /// Scores the race for the pieces of the front laid this turn; whether there were any. D2: one scoring by the double's
    /// icons, one by all, or one for each.
    fn score_front(&mut self, rules: &Rules, before: usize) -> bool {
        let Some(front) = &rules.front else { return false };
        let mut scorings: Vec<Worth> = Vec::new();
        for piece in self.table.pieces[before..].iter().filter(|piece| piece.drawing.carries(front)) {
            let mut icons = Worth::new();
            for one in piece.drawing.segments.iter().filter(|one| one.feature == *front) {
                for (icon, n) in &one.icons {
                    *icons.entry(icon.clone()).or_default() += n;
                }
            }
            scorings.push(icons);
        }
        let rushed = !scorings.is_empty();
        match rules.option("bang_animals") {
            "each" => {}
            "together" => {
                let mut sum = Worth::new();
                for (icon, n) in scorings.drain(..).flatten() {
                    *sum.entry(icon).or_default() += n;
                }
                scorings.push(sum);
            }
            _ => scorings = scorings.pop().into_iter().collect(),
        }
        if rushed {
            for icons in &scorings {
                self.score_race(rules, icons);
            }
        }
        rushed
    }

    /// Scores a completed feature and gives its figures back.
    fn score_completed(&mut self, rules: &Rules, groups: &Groups, number: usize) {
        let winners = self.majority(rules, groups, &BTreeSet::from([number]));
        if winners.is_empty() {
            return;
        }
        let value = self.value(rules, groups, number, true);
        for seat in winners {
            self.seats[seat].points += value;
        }
        let (back, stay) = std::mem::take(&mut self.standing)
            .into_iter()
            .partition(|one| groups.of[one.node] == number && !rules.figures[&one.figure].stays);
        self.standing = stay;
        let back: Vec<Standing> = back;
        for one in back {
            *self.seats[one.seat].supply.entry(one.figure).or_default() += 1;
        }
    }
}
