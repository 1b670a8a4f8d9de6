//! Turns, as the oracle plays them.
//!
//! What must stay true: a turn runs tile, newly connected icons, figure or step, scoring (R17), and is refused where the
//! rules refuse it.

use std::collections::BTreeSet;

use super::log::{Piece, Turn};
use super::play::{Position, Standing, legal};
use super::rules::{Rules, Worth};
use super::table::{Groups, Node};
use super::tiles::{Tile, lettered, port};

impl Position {
    /// Plays a line of play.
    pub(crate) fn take(&mut self, rules: &Rules, players: &[String], turn: &Turn) -> Result<(), String> {
        if players[self.turn] != turn.player {
            return Err(format!("not the turn of {}", turn.player));
        }
        if !turn.number.is_empty() && turn.number != self.number() {
            return Err(format!("this is turn {}", self.number()));
        }
        let seat = self.turn;
        let first = &turn.pieces[0];
        let (tile, _) = rules.face(&first.tile)?;
        self.may_be_drawn(rules, tile)?;
        // What is complete by now was dealt with, but for what waits for the end of a second turn.
        if !(self.second && late(rules)) {
            self.before = self.all_complete(rules);
        }
        let step = rules.race.as_ref().map_or(0, |race| race.step);
        if turn.discard {
            if !legal(rules, self, &first.tile)?.is_empty() {
                return Err(format!("{} fits", first.tile));
            }
            self.use_up(rules, &first.tile)?;
            // D5 and D9; and a second turn is over when there is nothing left to draw in it.
            let reading = rules.option("unplaceable");
            if reading == "turn_lost_boat_moves" {
                self.advance(seat, step);
            }
            if reading.starts_with("turn_lost") || self.second && self.nothing_left() {
                self.end_turn(rules, &self.table.groups(), false, false);
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
        let (before, nodes) = (self.table.pieces.len(), self.table.nodes.len());
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
        let again = self.goes_on(rules, &groups, nodes);
        self.connect(rules, &groups);
        let actions = self.chips(rules, first.cell.unwrap_or_default(), &turn.actions)?;
        if rules.map.is_some() {
            self.acting = before;
        }
        let groups = self.table.groups();

        // The figure, or the step.
        let placed = self.act(rules, &groups, actions)?;
        self.connect(rules, &groups);
        if !placed {
            self.advance(seat, step);
        }

        // Scoring.
        let rushed = self.score_front(rules, before);
        self.end_turn(rules, &groups, rushed, again);
        Ok(())
    }

    /// Whether the pieces laid now, from a segment on, continue a feature where a figure that gives a second turn already
    /// stands, of the player whose turn it is (TE5).
    fn goes_on(&self, rules: &Rules, groups: &Groups, first: Node) -> bool {
        let mut mine =
            self.standing.iter().filter(|one| one.seat == self.turn && rules.figures[&one.figure].extra_turn);
        mine.any(|one| groups.list[groups.of[one.node]].nodes.iter().any(|node| *node >= first))
    }

    /// Scores what the turn completed, and says who comes next: the same player at most once more, and only where there is
    /// something to draw.
    fn end_turn(&mut self, rules: &Rules, groups: &Groups, rushed: bool, again: bool) {
        let again = again && !self.second && !self.nothing_left();
        if !(again && late(rules)) {
            self.settle(rules, groups, rushed);
        }
        self.turns += usize::from(!self.second);
        self.second = again;
        if !again {
            self.turn = (self.turn + 1) % self.seats.len();
        }
    }

    /// Gives goods and points for the features that are complete now and were not before.
    fn settle(&mut self, rules: &Rules, groups: &Groups, rushed: bool) {
        for number in 0..groups.list.len() {
            if self.before.contains(&groups.list[number].nodes[0]) || !self.complete(rules, groups, number) {
                continue;
            }
            self.take_goods(rules, groups, number);
            // D1: what is completed as the race scores may have to wait for the end.
            if !(rushed && rules.option("amazon_turn") == "amazon_only") {
                self.score_completed(rules, groups, number);
            }
        }
    }

    /// The segments of all complete features.
    fn all_complete(&self, rules: &Rules) -> BTreeSet<Node> {
        let groups = self.table.groups();
        let complete = (0..groups.list.len()).filter(|number| self.complete(rules, &groups, *number));
        complete.flat_map(|number| groups.list[number].nodes.iter().copied()).collect()
    }

    /// Ends the game: what still waits for a second turn that is not played, then final scoring.
    pub(super) fn finish(&mut self, rules: &Rules) {
        let groups = self.table.groups();
        if self.second && late(rules) {
            self.settle(rules, &groups, false);
        }
        self.score_end(rules, &groups);
        self.score_goods(rules);
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

    pub(super) fn use_up(&mut self, rules: &Rules, name: &str) -> Result<(), String> {
        let (tile, face) = rules.face(name)?;
        let used = self.used.entry(face.class.clone()).or_default();
        *used += 1;
        if *used > Rules::copies(tile, &face.class) {
            return Err(format!("no copy of {name} left"));
        }
        if let Some(left) = self.left.get_mut(&tile.set).filter(|_| !tile.apart) {
            *left -= 1;
            self.to_draw -= 1;
        }
        Ok(())
    }

    pub(super) fn lay(&mut self, rules: &Rules, piece: &Piece) -> Result<(), String> {
        self.use_up(rules, &piece.tile)?;
        let (_, face) = rules.face(&piece.tile)?;
        let drawing = &face.turned[usize::from(piece.rotation) / 90];
        let (x, y) = piece.cell.ok_or("no cell")?;
        self.table.lay(drawing, x, y);
        self.acting = self.table.pieces.len() - 1;
        self.table.touch((x, y));
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
        let piece = self.table.pieces.get(self.acting).ok_or("no piece")?;
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

    pub(super) fn may_stand(&self, rules: &Rules, groups: &Groups, figure: &str, node: Node) -> Result<(), String> {
        let kind = rules.figures.get(figure).ok_or_else(|| format!("no figure {figure}"))?;
        let feature = &self.table.segment(node).feature;
        if !kind.on.contains(feature) || !rules.features[feature].claimable {
            return Err(format!("{figure} on {feature}"));
        }
        if self.seats[self.turn].supply[figure] < 1 {
            return Err(format!("no {figure} left"));
        }
        let mut there = self.standing.iter().filter(|one| groups.of[one.node] == groups.of[node]);
        if kind.joins {
            // TE4, TE7: only where one's own figure already counts; those of others do not matter.
            let counts = |one: &Standing| one.seat == self.turn && rules.figures[&one.figure].weight > 0;
            if !there.any(counts) {
                return Err(format!("no figure on the {feature} to join"));
            }
        } else if there.next().is_some() {
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
}

/// Whether the first of two turns scores with the second.
fn late(rules: &Rules) -> bool {
    rules.option("extra_turn") == "before_scoring"
}
