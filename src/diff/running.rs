//! Rulesets between two others: the first with some keys of the second, each compiled once when a game asks for it.

use std::sync::{Arc, OnceLock};

use super::keys::apply;
use crate::game::Game;
use crate::replay::{NotFound, Rulesets, RunOptions};
use crate::source::Resolved;

/// So many keys are tried by themselves.
pub const MOST_KEYS: usize = 12;
/// So many pairs of keys are tried.
pub const MOST_PAIRS: usize = 66;

/// The two rulesets, and those between them.
pub struct Plans<'r> {
    a: &'r Resolved,
    b: &'r Resolved,
    /// What differs, each by its key.
    pub keys: Vec<String>,
    /// Which keys each ruleset takes from the second side, by number: the first side's own, the second side's own, those
    /// with a key, those with two.
    sets: Vec<Vec<usize>>,
    /// Where single keys end and pairs begin.
    singles: usize,
    games: Vec<OnceLock<Option<Game>>>,
    options: Vec<RunOptions>,
}

impl<'r> Plans<'r> {
    /// Plans for two rulesets that were checked and compiled, and differ in these keys.
    #[must_use]
    pub fn new(a: (&'r Resolved, Game), b: (&'r Resolved, Game), keys: Vec<String>) -> Self {
        let tried = keys.len().min(MOST_KEYS);
        let mut sets = vec![Vec::new(), Vec::new()];
        // Where only one key differs, it explains everything.
        if keys.len() > 1 {
            sets.extend((0..tried).map(|key| vec![key]));
        }
        let singles = sets.len();
        if keys.len() > 1 {
            let pairs = (0..tried).flat_map(|one| (one + 1..tried).map(move |other| vec![one, other]));
            sets.extend(pairs.take(MOST_PAIRS));
        }
        let mut games: Vec<OnceLock<Option<Game>>> = vec![OnceLock::from(Some(a.1)), OnceLock::from(Some(b.1))];
        games.resize_with(sets.len(), OnceLock::new);
        let options = (0..sets.len()).map(|plan| RunOptions {
            variants: vec![plan.to_string()],
            scores_only: true,
            ..RunOptions::default()
        });
        let options = options.collect();
        Self { a: a.0, b: b.0, keys, sets, singles, games, options }
    }

    /// Whether there are more keys than are tried.
    #[must_use]
    pub fn is_capped(&self) -> bool {
        self.keys.len() > MOST_KEYS
    }

    /// The rulesets, whatever a log names: the last variant says which plan is meant.
    #[must_use]
    pub fn rulesets(&self) -> Rulesets<'_> {
        Rulesets::new(|_, variants| {
            let plan = variants.last().and_then(|plan| plan.parse::<usize>().ok());
            let game = plan.and_then(|plan| self.game(plan)).cloned();
            game.ok_or_else(|| NotFound::Broken(Arc::new(Vec::new())))
        })
    }

    /// How each plan replays.
    pub(super) fn options(&self) -> &[RunOptions] {
        &self.options
    }

    /// The plans with one key, and those with two.
    pub(super) fn tried(&self) -> [std::ops::Range<usize>; 2] {
        [2..self.singles, self.singles..self.sets.len()]
    }

    /// The keys of a plan.
    pub(super) fn keys_of(&self, plan: usize) -> Vec<usize> {
        self.sets.get(plan).cloned().unwrap_or_default()
    }

    fn game(&self, plan: usize) -> Option<&Game> {
        let keys: Vec<&str> = self.sets.get(plan)?.iter().map(|&key| self.keys[key].as_str()).collect();
        self.games.get(plan)?.get_or_init(|| apply(self.a, self.b, &keys).ok()).as_ref()
    }
}
