//! Games at random, by what the oracle itself thinks legal.
//!
//! They let the engine be held against moves it did not choose: one that is too strict is found out. What must stay true:
//! the same seed gives the same log, every tile of the stack is used, and discards happen only where nothing fits.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::log::games;
use super::play::{Position, legal};
use super::rules::Rules;

/// A generator of numbers: a linear congruence whose high bits are used.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn one_of<T: Clone>(&mut self, all: &BTreeSet<T>) -> Option<T> {
        (!all.is_empty()).then(|| self.below(all.len())).and_then(|index| all.iter().nth(index).cloned())
    }

    /// Leaves only the better ones in one case of two where there are any: what seldom comes about by chance is tried, too.
    fn prefer<T: Ord, K: Ord>(&mut self, all: &mut BTreeSet<T>, better: &BTreeSet<K>, key: impl Fn(&T) -> K) {
        if all.iter().any(|one| better.contains(&key(one))) && self.below(2) == 0 {
            all.retain(|one| better.contains(&key(one)));
        }
    }
}

/// A whole game as a log: `head` is its first lines (`game:`, `variant:`), figures are placed in about two turns of three,
/// and taken back in one of four where that may be done. In about half of their chances players join figures of theirs and
/// go for a second turn.
pub(crate) fn random_log(rules: &Rules, head: &str, players: usize, seed: u64) -> Result<String, String> {
    let names = &["Red", "Blue", "Green", "Black", "Yellow", "White"][..players];
    let mut log = format!("{head}\nplayers: {}\n\n", names.join(", "));
    let mut numbers = Numbers(seed);
    let mut position = Position::new(rules, &games(&log)?[0])?;
    let joining = rules.figures.iter().filter(|(_, kind)| kind.joins).map(|(name, _)| name.clone()).collect();
    let mut doubles: Vec<String> = pieces(rules, |_, apart| apart);
    for tile in stack(rules, &mut numbers) {
        let mut line = format!("{}. {} {tile}", position.number(), names[position.turn]);
        let mut cells = legal(rules, &position, &tile)?;
        numbers.prefer(&mut cells, &position.goals(rules), |(x, y, _)| (*x, *y));
        if let Some((x, y, rotation)) = numbers.one_of(&cells) {
            let _ = write!(line, " ({x},{y}) r{rotation}");
            let mut after = position.after(rules, &tile, (x, y), rotation)?;
            if rules.face(&tile)?.0.draws_double {
                let double = doubles.remove(numbers.below(doubles.len()));
                let (x, y, rotation) =
                    numbers.one_of(&legal(rules, &after, &double)?).ok_or("no place for a double")?;
                let _ = write!(line, " + {double} ({x},{y}) r{rotation}");
                after = after.after(rules, &double, (x, y), rotation)?;
            }
            let mut choices = after.placeable(rules);
            numbers.prefer(&mut choices, &joining, |(figure, _)| figure.clone());
            let choice = numbers.one_of(&choices);
            if after.recallable(rules, &after.table.groups()).is_some() && numbers.below(4) == 0 {
                line.push_str(" recall");
            } else if let Some((figure, id)) = choice.filter(|_| numbers.below(3) > 0) {
                let segments = after.table.pieces.last().into_iter().flat_map(|piece| &piece.drawing.segments);
                let on = segments.into_iter().find(|segment| segment.id == id).ok_or("no segment")?;
                let _ = write!(line, " {figure} {}={id}", on.feature);
            }
        } else {
            line.push_str(" discard");
        }
        let text = format!("{log}{line}\n");
        let read = games(&text)?;
        let turn = read[0].turns.last().ok_or("no turn")?;
        position.take(rules, &read[0].players, turn).map_err(|error| format!("{line}: {error}"))?;
        log = text;
    }
    Ok(log)
}

/// The draw stack, shuffled: sets that come first do, with their first and last tile in place.
fn stack(rules: &Rules, numbers: &mut Numbers) -> Vec<String> {
    let mut started: Vec<String> = rules.start.iter().map(|start| start.0.clone()).collect();
    let sets: BTreeSet<&str> = rules.tiles.values().map(|tile| tile.set.as_str()).collect();
    let early = rules.stacks.iter().map(|stack| vec![stack.set.as_str()]);
    let late = sets.into_iter().filter(|set| rules.stacks.iter().all(|stack| stack.set != *set)).collect();
    let mut all = Vec::new();
    for sets in early.chain([late]) {
        let mut some = pieces(rules, |set, apart| !apart && sets.contains(&set));
        some.retain(|name| match started.iter().position(|start| start == name) {
            Some(index) => started.swap_remove(index) != *name,
            None => true,
        });
        for index in (1..some.len()).rev() {
            some.swap(index, numbers.below(index + 1));
        }
        let last = rules.stacks.iter().find(|stack| sets == [stack.set.as_str()]).and_then(|stack| stack.last.as_ref());
        some.sort_by_key(|name| Some(name) == last);
        all.extend(some);
    }
    all
}

/// The names of all pieces of some sets, once a copy.
fn pieces(rules: &Rules, wanted: impl Fn(&str, bool) -> bool) -> Vec<String> {
    let tiles = rules.tiles.values().filter(|tile| wanted(&tile.set, tile.apart));
    let faces = tiles.flat_map(|tile| tile.faces.iter().map(|face| (format!("{}{}", tile.id, face.id), face.count)));
    faces.flat_map(|(name, count)| (0..count).map(move |_| name.clone())).collect()
}
