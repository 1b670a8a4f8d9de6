//! The games at hand, and rulesets put together from their files and variants.
//!
//! The built-in games are always there; folders add to them, and a game of the same id takes the built-in one's place.
//! Resolving a ruleset reads all its parts, checks each against its schema, applies what it extends and the variants
//! asked for, and remembers which file wrote each value. What must stay true: the result depends on the files and the
//! names alone, a resolved ruleset suits its schema, and a finding points into the file that is to be mended.

mod chain;
mod overlay;
mod parts;
mod place;
mod shelf;

use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use self::place::Place;
pub use self::place::builtin_files;
use self::shelf::{File, Shelf};
use crate::diagnostic::{Code, Finding, Level};
use crate::model::Kind;
use crate::schema;
use crate::source::{Document, Resolved, Wrong, toml};
use crate::text::Excerpt;

/// A data file, read and checked against its schema.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Its content.
    pub document: Arc<Document>,
    /// What is wrong with it so far.
    pub findings: Vec<Finding>,
    /// The values that this is about; checks on meaning skip them.
    pub wrong: Wrong,
}

impl Checked {
    /// Whether an error was found.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.findings.iter().any(|finding| finding.level == Level::Error)
    }
}

/// Reads a data file's text and checks it against the schema of its kind.
#[must_use]
pub fn check(excerpt: Excerpt) -> Checked {
    let parsed = toml::parse(excerpt);
    let (found, wrong) = schema::check(&parsed.document, &parsed.wrong);
    let mut findings = parsed.findings;
    findings.extend(found);
    crate::diagnostic::sort(&mut findings);
    Checked { document: Arc::new(parsed.document), findings, wrong }
}

/// A ruleset and the variants in its folder.
#[derive(Clone, Debug)]
struct Game {
    ruleset: File,
    variants: Vec<File>,
}

impl Game {
    fn load(shelf: &Shelf, place: Place) -> Result<(Self, Vec<Finding>), Box<Finding>> {
        let folder = place.folder("variants");
        let ruleset = shelf.load(place)?;
        let mut findings = ruleset.errors.clone();
        let mut variants: Vec<File> = Vec::new();
        for place in folder {
            match shelf.load(place) {
                Ok(file) => {
                    findings.extend(file.errors.iter().cloned());
                    let twin = variants.iter().find(|other| !file.id().is_empty() && other.id() == file.id());
                    if let Some(other) = twin {
                        let finding =
                            Finding::error(Code::DuplicateId, format!("two variants are called `{}`", file.id()));
                        let finding = finding.at(file.document.value_place("/id"));
                        findings.push(finding.related(other.document.value_place("/id"), "the other one"));
                    }
                    variants.push(file);
                }
                Err(finding) => findings.push(*finding),
            }
        }
        Ok((Self { ruleset, variants }, findings))
    }

    fn variant(&self, id: &str) -> Option<&File> {
        self.variants.iter().find(|file| file.id() == id)
    }
}

/// A game that is known by name: at hand, or built in and not read before somebody asks for it.
#[derive(Clone, Debug)]
struct Known {
    id: String,
    place: Option<Place>,
    game: OnceLock<Option<Game>>,
}

impl Known {
    fn read(game: Game) -> Self {
        Self { id: game.ruleset.id().to_owned(), place: None, game: OnceLock::from(Some(game)) }
    }

    /// A built-in game. Tests hold that its folder has its name and that its files are sound; what is not sound shows when
    /// it is resolved.
    fn built_in(place: Place) -> Self {
        Self { id: place.folder_name(), place: Some(place), game: OnceLock::new() }
    }

    fn get(&self, shelf: &Shelf) -> Option<&Game> {
        let load = || self.place.clone().and_then(|place| Game::load(shelf, place).ok()).map(|(game, _)| game);
        self.game.get_or_init(load).as_ref()
    }
}

/// The games that are known by name.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// By id; the last of an id counts.
    known: Vec<Known>,
    /// Every file read so far.
    shelf: Shelf,
}

impl Library {
    /// The games built into the program.
    #[must_use]
    pub fn builtin() -> Self {
        Self { known: Place::builtin_games().into_iter().map(Known::built_in).collect(), shelf: Shelf::default() }
    }

    /// Takes the built-in file of this name as it was checked: what is wrong with it then counts when it is resolved.
    pub(crate) fn shelve_built_in(&self, checked: &Checked) {
        if let Some(place) = Place::built_in(&checked.document.excerpt.file) {
            self.shelf.put(File::new(place, checked.clone()));
        }
    }

    /// Adds the games of a folder: each `GAME/game.toml` in it, or its own `game.toml`. The findings are about their
    /// rulesets and variants; tile sets and boards are read when a ruleset is resolved.
    ///
    /// # Errors
    /// Where the folder cannot be read or holds no game.
    pub fn add_dir(&mut self, folder: &Path) -> io::Result<Vec<Finding>> {
        let mut places = Vec::new();
        if folder.join("game.toml").is_file() {
            places.push(folder.join("game.toml"));
        }
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path().join("game.toml");
            if path.is_file() {
                places.push(path);
            }
        }
        places.sort();
        if places.is_empty() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "no `GAME/game.toml` is in this folder"));
        }
        let mut findings = Vec::new();
        let mut added: Vec<Game> = Vec::new();
        for path in places {
            match Game::load(&self.shelf, Place::Disk(path)) {
                Ok((game, found)) => {
                    findings.extend(found);
                    if let Some(twin) = added.iter().find(|other| other.ruleset.id() == game.ruleset.id()) {
                        let finding =
                            Finding::error(Code::DuplicateId, format!("two games are called `{}`", game.ruleset.id()));
                        let finding = finding.at(game.ruleset.document.value_place("/id"));
                        findings.push(finding.related(twin.ruleset.document.value_place("/id"), "the other one"));
                    }
                    added.push(game);
                }
                Err(finding) => findings.push(*finding),
            }
        }
        self.known.extend(added.into_iter().map(Known::read));
        Ok(findings)
    }

    /// The names of all games, sorted.
    #[must_use]
    pub fn game_names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.known.iter().map(|known| known.id.clone()).collect();
        names.retain(|name| !name.is_empty());
        names.sort();
        names.dedup();
        names
    }

    /// Whether the game of this name is a built-in one, whose files all are.
    #[must_use]
    pub fn is_built_in(&self, game: &str) -> bool {
        self.known.iter().rev().find(|known| known.id == game).is_some_and(|known| known.place.is_some())
    }

    /// The names of the variants that a game takes, sorted: its own, and those of what it extends.
    #[must_use]
    pub fn variant_names(&self, game: &str) -> Vec<String> {
        let Ok(chain) = chain::Chain::of(self, game) else {
            return Vec::new();
        };
        chain.variant_names()
    }

    /// A ruleset with variants applied, in this order. A name with a `/` or a `.` is a file's path, any other an id.
    ///
    /// # Errors
    /// What is wrong with the files or the names. A name that is not known, or a variant that does not belong to the
    /// game, is one finding without a place.
    pub fn resolve(&self, game: &str, variants: &[&str]) -> Result<Resolved, Vec<Finding>> {
        let chain = chain::Chain::of(self, game)?;
        let layers = chain.layers(self, variants)?;
        let names = layers.iter().filter(|layer| layer.asked_for).map(|layer| layer.file.id().to_owned()).collect();
        parts::resolve(&self.shelf, &chain, &layers, names)
    }

    /// All games, each read now if it was not before.
    fn games(&self) -> impl Iterator<Item = &Game> {
        self.known.iter().filter_map(|known| known.get(&self.shelf))
    }

    fn game(&self, id: &str) -> Option<&Game> {
        self.known.iter().rev().find(|known| known.id == id)?.get(&self.shelf)
    }
}

/// Whether a name is a path rather than an id.
#[must_use]
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '.', '\\'])
}

/// The file that `name` is the path of, and that is of this kind.
fn load_path(shelf: &Shelf, name: &str, kind: Kind) -> Result<File, Vec<Finding>> {
    let file = shelf.load(Place::Disk(name.into())).map_err(|finding| vec![*finding])?;
    match file.document.kind {
        Some(found) if found != kind => {
            let message = format!("`{name}` is a {}, where a {} is wanted", found.word(), kind.word());
            Err(vec![Finding::error(Code::MissingFile, message).at(file.document.value_place("/kind"))])
        }
        _ => Ok(file),
    }
}

#[cfg(test)]
mod tests;
