//! Who extends whom: from a game's name to the rulesets it stands on, and from variants' names to the overlays to apply.

use std::borrow::Cow;

use serde_json::Value;

use super::{File, Game, Library, is_path, load_path};
use crate::diagnostic::{Code, Finding, did_you_mean};
use crate::model::Kind;

/// The most variants that one may stand on.
const LONGEST: usize = 32;

/// A game and what it extends, itself first.
pub(super) struct Chain<'a> {
    pub(super) games: Vec<Cow<'a, Game>>,
}

/// An overlay to apply.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) file: File,
    /// Whether it was named, and is not only extended by one that was.
    pub(super) asked_for: bool,
    /// The overlays before it that it extends, by number.
    pub(super) extends: Vec<usize>,
}

impl<'a> Chain<'a> {
    pub(super) fn of(library: &'a Library, name: &str) -> Result<Self, Vec<Finding>> {
        let first = if is_path(name) {
            let file = load_path(&library.shelf, name, Kind::Ruleset)?;
            // The variants beside a game that is named by its path belong to it as well.
            let (game, _) = Game::load(&library.shelf, file.place).map_err(|finding| vec![*finding])?;
            Cow::Owned(game)
        } else {
            Cow::Borrowed(library.game(name).ok_or_else(|| vec![unknown_game(library, name)])?)
        };
        let mut games = vec![first];
        loop {
            let last = &games[games.len() - 1].ruleset;
            if !last.errors.is_empty() {
                return Err(last.errors.clone());
            }
            let Some(parent) = last.text("extends") else {
                return Ok(Self { games });
            };
            let place = last.document.value_place("/extends");
            if games.iter().any(|game| game.ruleset.id() == parent) {
                let message = format!("`{}` extends itself through `{parent}`", last.id());
                return Err(vec![Finding::error(Code::ExtendsCycle, message).at(place)]);
            }
            match library.game(parent) {
                Some(game) => games.push(Cow::Borrowed(game)),
                None => return Err(vec![unknown_game(library, parent).at(place)]),
            }
        }
    }

    /// The game's id.
    pub(super) fn id(&self) -> &str {
        self.games[0].ruleset.id()
    }

    pub(super) fn variant_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (at, game) in self.games.iter().enumerate() {
            let taken = game.variants.iter().filter(|file| !file.id().is_empty() && self.takes(file, at));
            names.extend(taken.map(|file| file.id().to_owned()));
        }
        names.sort();
        names.dedup();
        names
    }

    /// Whether neither a variant of the game at this place in the chain nor anything it extends is refused.
    fn takes(&self, file: &File, owner: usize) -> bool {
        let (mut file, mut owner) = (file, owner);
        for _ in 0..LONGEST {
            if self.refusal(file.id(), owner).is_some() {
                return false;
            }
            let parent = file.text("extends").unwrap_or_default();
            let above = self.inherited(file, parent);
            let found = || self.games.iter().enumerate().find_map(|(at, game)| Some((at, game.variant(parent)?)));
            match above.or_else(|| found().filter(|_| parent != file.id())) {
                Some(next) => (owner, file) = next,
                None => break,
            }
        }
        true
    }

    /// The ruleset that refuses a variant it would inherit from the game at this place in the chain.
    fn refusal(&self, variant: &str, owner: usize) -> Option<&File> {
        let refuses = |file: &File| {
            let list = file.document.value.get("without").and_then(Value::as_array);
            list.is_some_and(|names| names.iter().any(|name| name == variant))
        };
        self.games[..owner].iter().map(|game| &game.ruleset).find(|file| refuses(file))
    }

    /// The finding that says so, with the reason that the ruleset gives.
    fn refused(&self, variant: &str, owner: usize) -> Option<Box<Finding>> {
        let file = self.refusal(variant, owner)?;
        let message = format!("`{}` does not take the variant `{variant}`", self.id());
        let listed = format!("the ruleset `{}` lists it under `without`", file.id());
        let reasons = file.document.value.get("reasons");
        let reason = reasons.and_then(|reasons| reasons.get(variant)?.as_str());
        let help = reason.map_or_else(|| listed.clone(), |reason| format!("{reason}; {listed}"));
        Some(Box::new(Finding::error(Code::VariantRefused, message).help(help)))
    }

    /// A variant by its id: in the game's own folder first, then in those of what it extends.
    fn variant(&self, library: &Library, id: &str) -> Result<&File, Box<Finding>> {
        let found = self.games.iter().enumerate().find_map(|(at, game)| Some((at, game.variant(id)?)));
        if let Some((owner, file)) = found {
            return self.refused(id, owner).map_or(Ok(file), Err);
        }
        if let Some(other) = library.games().find(|game| game.variant(id).is_some()) {
            let message = format!("the variant `{id}` does not belong to `{}`", self.id());
            let help = format!("it is a variant of `{}`", other.ruleset.id());
            return Err(Box::new(Finding::error(Code::VariantRefused, message).help(help)));
        }
        let names = self.variant_names();
        let help = did_you_mean(id, names.iter().map(String::as_str));
        let help = if names.is_empty() { "it has no variants".to_owned() } else { help };
        let message = format!("`{}` has no variant `{id}`", self.id());
        Err(Box::new(Finding::error(Code::UnknownVariant, message).help(help)))
    }

    /// The overlays that these variants come to, in the order in which they are applied.
    pub(super) fn layers(&self, library: &Library, names: &[&str]) -> Result<Vec<Layer>, Vec<Finding>> {
        let mut layers = Vec::new();
        for name in names {
            let file = if is_path(name) {
                load_path(&library.shelf, name, Kind::Variant)?
            } else {
                self.variant(library, name).map_err(|finding| vec![*finding])?.clone()
            };
            self.add(library, &mut layers, file)?;
        }
        Ok(layers)
    }

    /// Adds a variant with all it extends; one that is there already is not applied twice.
    fn add(&self, library: &Library, layers: &mut Vec<Layer>, file: File) -> Result<(), Vec<Finding>> {
        let mut line = vec![file];
        loop {
            let last = &line[line.len() - 1];
            if !last.errors.is_empty() {
                return Err(last.errors.clone());
            }
            let parent = last.text("extends").unwrap_or_default();
            if self.games.iter().any(|game| game.ruleset.id() == parent) {
                break;
            }
            let place = last.document.value_place("/extends");
            if let Some((owner, file)) = self.inherited(last, parent) {
                if let Some(finding) = self.refused(parent, owner) {
                    return Err(vec![finding.at(place)]);
                }
                line.push(file.clone());
                continue;
            }
            if line.iter().any(|file| file.id() == parent) {
                let message = format!("`{}` extends itself through `{parent}`", last.id());
                return Err(vec![Finding::error(Code::ExtendsCycle, message).at(place)]);
            }
            if library.game(parent).is_some() {
                let message = format!("the variant `{}` does not belong to `{}`", last.id(), self.id());
                let finding = Finding::error(Code::VariantRefused, message).help(format!("it extends `{parent}`"));
                // A name of the game's own is wrong where it is given, not in the file.
                return Err(vec![if is_listed(library, last) { finding } else { finding.at(place) }]);
            }
            if line.len() >= LONGEST {
                let message = format!("`{}` stands on more than {LONGEST} other variants", line[0].id());
                return Err(vec![Finding::error(Code::ExtendsCycle, message).at(place)]);
            }
            match self.beside(library, last, parent) {
                Some(file) => line.push(file),
                None => match self.variant(library, parent) {
                    Ok(file) => line.push(file.clone()),
                    Err(finding) => return Err(vec![finding.at(place)]),
                },
            }
        }
        let mut extends = Vec::new();
        while let Some(file) = line.pop() {
            let asked_for = line.is_empty();
            let at = layers.iter().position(|layer| layer.file.place == file.place);
            let at = at.unwrap_or_else(|| {
                layers.push(Layer { file, asked_for: false, extends: extends.clone() });
                layers.len() - 1
            });
            layers[at].asked_for |= asked_for;
            extends.push(at);
        }
        Ok(())
    }

    /// What a variant extends that extends its own name: the variant that it takes the place of. That is the one of that
    /// name further up the chain, or the game's own where the file is not one of its variants.
    fn inherited(&self, file: &File, parent: &str) -> Option<(usize, &File)> {
        let owner = self.games.iter().position(|game| game.variants.iter().any(|one| one.place == file.place));
        let mut above = self.games.iter().enumerate().skip(owner.map_or(0, |at| at + 1));
        above.find_map(|(at, game)| Some((at, game.variant(parent)?))).filter(|_| file.id() == parent)
    }

    /// A variant in the same folder as one that is not a game's own.
    fn beside(&self, library: &Library, file: &File, id: &str) -> Option<File> {
        let known = |file: &File| self.games.iter().any(|game| game.variants.iter().any(|one| one.place == file.place));
        if known(file) {
            return None;
        }
        let others = file.place.folder("").into_iter().filter(|place| *place != file.place);
        others
            .filter_map(|place| library.shelf.load(place).ok())
            .find(|other| other.document.kind == Some(Kind::Variant) && other.id() == id)
    }
}

fn is_listed(library: &Library, file: &File) -> bool {
    library.games().any(|game| game.variants.iter().any(|one| one.place == file.place))
}

fn unknown_game(library: &Library, name: &str) -> Finding {
    let names = library.game_names();
    Finding::error(Code::UnknownGame, format!("no game is called `{name}`"))
        .help(did_you_mean(name, names.iter().map(String::as_str)))
}
