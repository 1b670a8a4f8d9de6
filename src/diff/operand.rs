//! What `diff` and `compare` are given: games with variants, files, folders, and all of these of a git revision.

use std::path::{Path, PathBuf};

use super::git::Revision;
use crate::diagnostic::{Finding, Level, did_you_mean};
use crate::library::{self, Library};
use crate::model::{Kind, Ruleset};
use crate::source::{Origin, Part, Resolved, read};

/// Why operands cannot be compared.
#[derive(Debug)]
pub enum Trouble {
    /// They mean nothing, or do not go together.
    Usage(String),
    /// Their data are broken.
    Broken(Vec<Finding>),
}

/// One side of a comparison.
pub struct Operand {
    /// As it was written.
    pub text: String,
    pub(super) library: Library,
    pub(super) what: What,
    pub(super) variants: Vec<String>,
    pub(super) revision: Option<Revision>,
}

/// What an operand means.
pub(super) enum What {
    /// A ruleset by its name or its file; and whether a folder was named, which means its variants too.
    Game(String, bool),
    /// A folder of games, each with its file.
    Games(Vec<(String, String)>),
    /// A part alone.
    Part(Box<Resolved>, Kind),
}

/// What one side of a comparison comes to.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The game with its variants: `carcassonne+river`.
    pub name: String,
    /// Its data.
    pub resolved: Resolved,
}

impl Subject {
    /// The ruleset at the end of what the game extends, by which games are of one family.
    #[must_use]
    pub fn family(&self) -> &str {
        family(&self.resolved)
    }
}

impl Operand {
    /// Reads an operand against the games at hand. A path that exists comes first, then `REV:PATH`, then names; a variant's
    /// name alone is one of the `other` operand's game, or of the only game that has it.
    ///
    /// # Errors
    /// Where it means nothing, or what it means is broken.
    pub fn open(text: &str, other: &str, library: Library) -> Result<Self, Trouble> {
        let mut made = Self {
            text: text.to_owned(),
            library,
            what: What::Games(Vec::new()),
            variants: Vec::new(),
            revision: None,
        };
        let (head, variants) = split(text);
        if !text.is_empty() && Path::new(text).exists() {
            made.read(Path::new(text))?;
        } else if !head.is_empty() && Path::new(head).exists() {
            made.variants = variants;
            made.read(Path::new(head))?;
        } else if let Some((revision, path)) = revision(text) {
            let (head, variants) = split(path);
            let (fetched, place) = Revision::fetch(revision, head)?;
            made.variants = variants;
            made.revision = Some(fetched);
            made.read(&place)?;
        } else {
            made.name(text, other)?;
        }
        if !made.variants.is_empty() && !matches!(made.what, What::Game(..)) {
            return Err(Trouble::Usage(format!("`{text}`: only a game takes variants")));
        }
        Ok(made)
    }

    /// What a name means.
    fn name(&mut self, text: &str, other: &str) -> Result<(), Trouble> {
        let (head, variants) = split(text);
        let games = self.library.game_names();
        if games.iter().any(|game| game == head) {
            self.what = What::Game(head.to_owned(), false);
            self.variants = variants;
            return Ok(());
        }
        if library::is_path(head) {
            return Err(Trouble::Usage(format!("`{head}` does not exist")));
        }
        let has = |game: &String| self.library.variant_names(game).iter().any(|name| name == head);
        let theirs = split(other).0;
        let having: Vec<String> = match games.iter().find(|game| *game == theirs) {
            Some(game) if has(game) => vec![game.clone()],
            _ => games.iter().filter(|game| has(game)).cloned().collect(),
        };
        match having.as_slice() {
            [game] => {
                self.what = What::Game(game.clone(), false);
                self.variants = std::iter::once(head.to_owned()).chain(variants).collect();
                Ok(())
            }
            [] => {
                let help = did_you_mean(head, games.iter().map(String::as_str));
                Err(Trouble::Usage(format!("`{head}` is no game, variant, path or `REV:PATH`; {help}")))
            }
            several => {
                let list: Vec<String> = several.iter().map(|game| format!("`{game}+{head}`")).collect();
                Err(Trouble::Usage(format!("several games have the variant `{head}`: say {}", list.join(" or "))))
            }
        }
    }

    /// What a path means.
    fn read(&mut self, path: &Path) -> Result<(), Trouble> {
        if path.is_dir() {
            if path.join("game.toml").is_file() {
                self.game(&path.join("game.toml"), true);
                return Ok(());
            }
            let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
            let files = entries.map(|entry| entry.path().join("game.toml")).filter(|file| file.is_file());
            let mut files: Vec<PathBuf> = files.collect();
            files.sort();
            if files.is_empty() {
                return Err(Trouble::Usage(format!("`{}` holds no `game.toml` and no folder with one", self.text)));
            }
            let findings =
                self.library.add_dir(path).map_err(|error| Trouble::Usage(format!("`{}`: {error}", self.text)))?;
            self.broken(findings)?;
            let mut games = Vec::new();
            for file in files {
                let file = named(&file);
                games.push((self.resolve(&file, &[])?.game, file));
            }
            self.what = What::Games(games);
            return Ok(());
        }
        let excerpt = read::file(path).map_err(|finding| self.trouble(vec![*finding]))?;
        let checked = library::check(excerpt);
        self.broken(checked.findings)?;
        let document = checked.document;
        match document.kind {
            Some(Kind::Ruleset) => {
                self.game(path, false);
                Ok(())
            }
            Some(Kind::Variant) => {
                let beside = path.parent().map(|folder| folder.join("../game.toml")).filter(|file| file.is_file());
                self.variants.insert(0, named(path));
                if let Some(folder) = path.parent().and_then(Path::parent).filter(|_| beside.is_some()) {
                    self.game(&folder.join("game.toml"), false);
                    return Ok(());
                }
                let extends = document.value.get("extends").and_then(|name| name.as_str()).unwrap_or_default();
                let games = self.library.game_names();
                let has = |game: &&String| self.library.variant_names(game).iter().any(|name| name == extends);
                let game = games.iter().find(|game| *game == extends).or_else(|| games.iter().find(has));
                let Some(game) = game else {
                    return Err(Trouble::Usage(format!(
                        "`{}` extends `{extends}`, which no game at hand has",
                        self.text
                    )));
                };
                self.what = What::Game(game.clone(), false);
                Ok(())
            }
            Some(kind) => {
                self.what = What::Part(Box::new(self.part(document, kind)?), kind);
                Ok(())
            }
            None => Err(Trouble::Usage(format!("`{}` does not say what it is", self.text))),
        }
    }

    /// A game's file. One that extends another finds it among its neighbours first.
    fn game(&mut self, file: &Path, whole: bool) {
        let extends =
            read::file(file).is_ok_and(|excerpt| library::check(excerpt).document.value.get("extends").is_some());
        if let Some(folder) = file.parent().and_then(Path::parent).filter(|_| extends) {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            // What is wrong with a neighbour is told where somebody asks for it.
            let _ = self.library.add_dir(folder);
        }
        self.what = What::Game(named(file), whole);
    }

    /// A part alone, as a game of nothing else.
    fn part(&self, document: std::sync::Arc<crate::source::Document>, kind: Kind) -> Result<Resolved, Trouble> {
        let internal = |error: serde_json::Error| Trouble::Usage(format!("`{}` cannot be read: {error}", self.text));
        let value = document.value.clone();
        let id = value.get("id").and_then(|id| id.as_str()).unwrap_or_default().to_owned();
        let empty = serde_json::json!({ "kind": "ruleset", "format": 1, "id": "part" });
        let mut resolved = Resolved {
            game: id,
            variants: Vec::new(),
            ruleset: serde_json::from_value::<Ruleset>(empty).map_err(internal)?,
            tilesets: Vec::new(),
            board: None,
            mouth: None,
            maps: Vec::new(),
            origins: rustc_hash::FxHashMap::default(),
        };
        let part = match kind {
            Kind::Board => Part::Board,
            Kind::Mouth => Part::Mouth,
            Kind::Map => Part::Map(0),
            _ => Part::Tileset(0),
        };
        match kind {
            Kind::Board => resolved.board = Some(serde_json::from_value(value).map_err(internal)?),
            Kind::Mouth => resolved.mouth = Some(serde_json::from_value(value).map_err(internal)?),
            Kind::Map => resolved.maps = vec![serde_json::from_value(value).map_err(internal)?],
            _ => resolved.tilesets = vec![serde_json::from_value(value).map_err(internal)?],
        }
        resolved.origins.insert(part, Origin { base: document, overlaid: rustc_hash::FxHashMap::default() });
        Ok(resolved)
    }

    /// The one game that is meant.
    ///
    /// # Errors
    /// Where it is none, or broken.
    pub fn subject(&self) -> Result<Subject, Trouble> {
        match &self.what {
            What::Game(game, _) => self.with(game, &self.variants),
            _ => Err(Trouble::Usage(format!("`{}` is not a game that could be played", self.text))),
        }
    }

    fn with(&self, game: &str, variants: &[String]) -> Result<Subject, Trouble> {
        let resolved = self.resolve(game, variants)?;
        let name = std::iter::once(&resolved.game).chain(&resolved.variants).map(String::as_str).collect::<Vec<_>>();
        Ok(Subject { name: name.join("+"), resolved })
    }

    pub(super) fn resolve(&self, game: &str, variants: &[String]) -> Result<Resolved, Trouble> {
        let variants: Vec<&str> = variants.iter().map(String::as_str).collect();
        self.library.resolve(game, &variants).map_err(|findings| self.trouble(findings))
    }

    /// The family of a game that is known by this name.
    #[must_use]
    pub fn family(&self, game: &str) -> Option<String> {
        let resolved = self.library.resolve(game, &[]).ok()?;
        Some(family(&resolved).to_owned())
    }

    fn broken(&self, findings: Vec<Finding>) -> Result<(), Trouble> {
        let errors: Vec<Finding> = findings.into_iter().filter(|finding| finding.level == Level::Error).collect();
        if errors.is_empty() { Ok(()) } else { Err(self.trouble(errors)) }
    }

    /// What is wrong, in the names of the revision where one was asked for.
    fn trouble(&self, mut findings: Vec<Finding>) -> Trouble {
        if let Some(revision) = &self.revision {
            revision.rename_all(&mut findings);
        }
        match findings.as_slice() {
            [finding] if finding.place.is_none() => {
                let help = finding.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
                Trouble::Usage(format!("{}{help}", finding.message))
            }
            _ => Trouble::Broken(findings),
        }
    }

    /// The games meant, each with its file; none for a part.
    pub(super) fn games(&self) -> Result<Vec<(String, String)>, Trouble> {
        match &self.what {
            What::Game(game, _) => Ok(vec![(self.resolve(game, &[])?.game, game.clone())]),
            What::Games(games) => Ok(games.clone()),
            What::Part(..) => Ok(Vec::new()),
        }
    }

    pub(super) const fn is_folder(&self) -> bool {
        matches!(self.what, What::Game(_, true) | What::Games(_))
    }
}

/// The id of the ruleset that everything else of a game is laid over.
#[must_use]
pub(super) fn family(resolved: &Resolved) -> &str {
    let base = resolved.origins.get(&Part::Ruleset).and_then(|origin| origin.base.value.get("id")?.as_str());
    base.unwrap_or(&resolved.game)
}

/// A game or path, and the variants behind it.
fn split(text: &str) -> (&str, Vec<String>) {
    let mut parts = text.split('+');
    let head = parts.next().unwrap_or_default();
    (head, parts.map(str::to_owned).collect())
}

/// A path as a name that the library reads as one.
fn named(path: &Path) -> String {
    let name = path.to_string_lossy().into_owned();
    if library::is_path(&name) { name } else { format!("./{name}") }
}

/// The revision and the path of `REV:PATH`. A revision may hold a colon within braces.
fn revision(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}
