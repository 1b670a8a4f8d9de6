//! The rulesets that logs name, each compiled once for all games of a run.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::names::Names;
use crate::diagnostic::Finding;
use crate::game::Game;

/// A compiled ruleset with its names.
#[derive(Clone, Debug)]
pub struct Named {
    /// The ruleset.
    pub game: Game,
    /// Its words.
    pub names: Names,
}

impl Named {
    /// The ruleset with its words.
    #[must_use]
    pub fn new(game: Game) -> Self {
        let names = Names::of(&game);
        Self { game, names }
    }
}

/// Why a ruleset that a log names is not there.
#[derive(Clone, Debug)]
pub enum NotFound {
    /// No ruleset of this name; what would help.
    Game(String),
    /// One of the log's variants (by number) is not known or does not suit; a finding without a place.
    Variant(usize, Box<Finding>),
    /// The data is broken: the findings are about it, not about the log.
    Broken(Arc<Vec<Finding>>),
}

type Found = Result<Arc<Named>, NotFound>;
/// Finds and compiles a ruleset with its variants.
type Find<'a> = dyn Fn(&str, &[&str]) -> Result<Game, NotFound> + Sync + 'a;

/// A ruleset's name with its variants'.
type Key = (String, Vec<String>);

/// A cache of compiled rulesets over something that finds them.
pub struct Rulesets<'a> {
    find: Box<Find<'a>>,
    known: Mutex<FxHashMap<Key, Found>>,
}

impl<'a> Rulesets<'a> {
    /// A cache over `find`.
    pub fn new(find: impl Fn(&str, &[&str]) -> Result<Game, NotFound> + Sync + 'a) -> Self {
        Self { find: Box::new(find), known: Mutex::new(FxHashMap::default()) }
    }

    /// The ruleset of this name with these variants.
    ///
    /// # Errors
    /// Where there is none, or its data is broken.
    pub fn get(&self, game: &str, variants: &[&str]) -> Found {
        /// What hostile input may make us remember.
        const MOST_KNOWN: usize = 1000;
        let key = (game.to_owned(), variants.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(&key) {
            return found.clone();
        }
        let found = (self.find)(game, variants).map(|game| Arc::new(Named::new(game)));
        if known.len() < MOST_KNOWN {
            known.insert(key, found.clone());
        }
        found
    }
}
