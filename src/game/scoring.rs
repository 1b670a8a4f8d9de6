//! Features, figures and what things are worth, as numbers.

use crate::model::{
    BelowZero, CampScoring, DoubleAnimals, ExtraTurn, FieldScoring, HiddenChain, HiddenFit, HiddenOrder, HiddenSquare,
    HiddenTiles, MultiCell, RiverBends, RushScoring, Shape, StartPrints, Tie, Unplaceable,
};

/// A feature of the game, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FeatureId(pub u8);

impl FeatureId {
    /// The number, for indexing.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A kind of figure, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FigureId(pub u8);

impl FigureId {
    /// The number, for indexing.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An icon, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct IconId(pub u8);

/// What points are paid for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Each tile of the feature, once however often the feature crosses it.
    Tile,
    /// Each of the eight cells around a site that is filled.
    Neighbour,
    /// Each completed feature of this kind that the ground borders.
    Closed(FeatureId),
    /// Each icon of this kind in the feature.
    Icon(IconId),
}

/// Points for each of a few units.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Worth {
    /// Each unit with its points.
    pub units: Vec<(Unit, u32)>,
}

/// What a feature has: the numbers that its points are made of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measure<'a> {
    /// Distinct tiles.
    pub tiles: u32,
    /// Filled cells around a site.
    pub neighbours: u32,
    /// Completed features bordered.
    pub closed: u32,
    /// Icons by number; icons past the end are 0.
    pub icons: &'a [u32],
}

impl Measure<'_> {
    /// The number of icons of this kind.
    #[must_use]
    pub fn icon(&self, icon: IconId) -> u32 {
        self.icons.get(icon.0 as usize).copied().unwrap_or(0)
    }
}

impl Worth {
    /// The points that a feature of this measure is worth.
    #[must_use]
    pub fn points(&self, measure: &Measure<'_>) -> u32 {
        let amount = |unit| match unit {
            Unit::Tile => measure.tiles,
            Unit::Neighbour => measure.neighbours,
            Unit::Closed(_) => measure.closed,
            Unit::Icon(icon) => measure.icon(icon),
        };
        self.units.iter().map(|&(unit, points)| points.saturating_mul(amount(unit))).fold(0, u32::saturating_add)
    }

    /// The feature whose completed instances it pays for, and the points for each.
    #[must_use]
    pub fn closed(&self) -> Option<(FeatureId, u32)> {
        self.units.iter().find_map(|&(unit, points)| match unit {
            Unit::Closed(feature) => Some((feature, points)),
            _ => None,
        })
    }

    /// Whether it pays for filled cells around a site.
    #[must_use]
    pub fn counts_neighbours(&self) -> bool {
        self.units.iter().any(|&(unit, _)| unit == Unit::Neighbour)
    }
}

/// Points that take the place of a feature's own while a condition holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Holds where the feature has at least one of it.
    pub icon: Option<IconId>,
    /// Holds where the feature has at most so many tiles.
    pub max_tiles: Option<u32>,
    /// Points when completed; the feature's own where none.
    pub completed: Option<Worth>,
    /// Points at the end, unfinished; the feature's own where none.
    pub unfinished: Option<Worth>,
}

/// A feature of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its name in logs and data.
    pub name: String,
    /// Which ports it takes.
    pub shape: Shape,
    /// Whether it may take a figure.
    pub claimable: bool,
    /// Points when completed; it never is where none.
    pub completed: Option<Worth>,
    /// Points at the end, unfinished.
    pub unfinished: Worth,
    /// Other points under a condition; the first that holds decides.
    pub when: Vec<Condition>,
}

impl Feature {
    /// Whether it can be completed during the game.
    #[must_use]
    pub fn completes(&self) -> bool {
        self.completed.is_some() && self.shape != Shape::Ground
    }

    /// What a feature of this measure pays for, completed or at the end.
    #[must_use]
    pub fn worth(&self, measure: &Measure<'_>, completed: bool) -> &Worth {
        let holds = |condition: &&Condition| {
            condition.icon.is_none_or(|icon| measure.icon(icon) > 0)
                && condition.max_tiles.is_none_or(|most| measure.tiles <= most)
        };
        for condition in self.when.iter().filter(holds) {
            let own = if completed { &condition.completed } else { &condition.unfinished };
            if let Some(worth) = own {
                return worth;
            }
        }
        match &self.completed {
            Some(worth) if completed => worth,
            _ => &self.unfinished,
        }
    }
}

/// A kind of figure.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own, and any of them may hold with any other")]
pub struct Figure {
    /// Its name in logs and data.
    pub name: String,
    /// How many each player has.
    pub supply: u8,
    /// The features it may stand on, by number.
    pub on: Vec<bool>,
    /// Whether it comes back when its feature is scored.
    pub returns: bool,
    /// How many figures it counts for in a majority.
    pub weight: u8,
    /// Whether it may be taken back instead of placing a figure.
    pub recall: bool,
    /// Whether it may only join a figure of its player that counts.
    pub joins: bool,
    /// Whether its player takes a second turn when its feature is continued.
    pub extra_turn: bool,
    /// Points on top for its player when its feature is scored.
    pub adds: Worth,
}

/// Tokens that completed features give for an icon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Good {
    /// The icon.
    pub icon: IconId,
    /// How many there are.
    pub tokens: u32,
    /// Points at the end for whoever has most.
    pub most: u32,
}

/// A race along the front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// The racing figure's name, also the counter's.
    pub figure: String,
    /// Newly connected to a player's figure, each advances the racer by one.
    pub icon: IconId,
    /// Spaces for placing no figure.
    pub step: u32,
    /// Points of the first place, by icon.
    pub first: Worth,
    /// Points of the second place, by icon.
    pub second: Worth,
    /// Spaces for scoring nothing.
    pub consolation: u32,
    /// With two players, the greatest distance at which the second place scores.
    pub two_players_gap: Option<u32>,
}

/// The readings of the rules in force; each default is the documented one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// What a turn with a piece of the front scores.
    pub front_turn: RushScoring,
    /// Whose icons count where one tile draws another piece.
    pub drawn_icons: DoubleAnimals,
    /// What counts as a tile on a piece of several cells.
    pub multi_cell: MultiCell,
    /// How a player with several staying figures in one feature scores it.
    pub staying: CampScoring,
    /// What happens when a drawn tile fits nowhere.
    pub unplaceable: Unplaceable,
    /// Who wins a tie.
    pub tie: Tie,
    /// How ground that scores closed features is scored.
    pub fields: FieldScoring,
    /// How the pieces of a stack that is drawn first may bend.
    pub bends: RiverBends,
    /// When a turn that is followed by a second one scores.
    pub extra_turn: ExtraTurn,
    /// How many boxes of all tiles are in play together, from 1.
    pub boxes: u32,
    /// How many tiles are used, start tiles included; all where none.
    pub tiles_used: Option<u32>,
    /// What becomes of points that would fall below zero.
    pub below_zero: BelowZero,
    /// Whether start tiles must suit what is printed on the border.
    pub start_prints: StartPrints,
}

/// Chips on a map's squares, and hidden tiles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chips {
    /// By colour in the order of the map's colours: how many chips are worth 1 point, 2 points and so on.
    pub copies: Vec<Vec<u32>>,
    /// Whether these numbers were counted; where not, only how many chips a colour has is known.
    pub verified: bool,
    /// Points for a hidden tile that is laid.
    pub found: u32,
    /// Points that one costs that leaves the game.
    pub lost: u32,
    /// In which order hidden tiles are turned up.
    pub order: HiddenOrder,
    /// Whether one that was laid turns up those beside it.
    pub chain: HiddenChain,
    /// Whether one that fits has to be laid.
    pub fit: HiddenFit,
    /// What becomes of the square of one that left the game.
    pub square: HiddenSquare,
    /// Whether they are among the tiles that are used.
    pub tiles: HiddenTiles,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_condition_that_holds_and_says_something_decides() {
        let tile = |points| Worth { units: vec![(Unit::Tile, points)] };
        let feature = Feature {
            name: "city".into(),
            shape: Shape::Block,
            claimable: true,
            completed: Some(tile(2)),
            unfinished: tile(1),
            when: vec![Condition { icon: None, max_tiles: Some(2), completed: Some(tile(1)), unfinished: None }],
        };
        let small = Measure { tiles: 2, ..Measure::default() };
        let large = Measure { tiles: 3, ..Measure::default() };
        assert_eq!(feature.worth(&small, true).points(&small), 2);
        assert_eq!(feature.worth(&large, true).points(&large), 6);
        assert_eq!(feature.worth(&small, false).points(&small), 2);
    }
}
