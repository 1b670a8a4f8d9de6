//! Checking files: each data file by itself and together with the ruleset that uses it, each move log by replaying it.
//!
//! A data file is read, held against its schema, and then checked for its meaning within every ruleset and variant that it
//! is a part of. What must stay true: all files are checked in one run, one mistake is told once however many rulesets it
//! shows in, and what is wrong in files nobody asked about is not told.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use crate::diagnostic::{self, Code, Finding, Level};
use crate::game::{self, Game};
use crate::library::{Checked, Library, check};
use crate::lint;
use crate::model::{Board, Kind, MapBoard, Mouth, Status, Tileset, Variant};
use crate::report::FileReport;
use crate::source::{Document, Resolved};
use crate::text::Excerpt;

/// What was found out about some data files.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Each file with its findings, in the order asked for.
    pub files: Vec<(FileReport, Vec<Finding>)>,
    /// Findings about files that were not asked about but keep one that was from being checked.
    pub elsewhere: Vec<Finding>,
    /// What was not checked, and why: for people.
    pub notes: Vec<String>,
    /// Of the sets asked for that are a reconstruction or a transcription, even in part: how much is known how well.
    pub known: Vec<String>,
    /// Every ruleset that could be put together, with each of its variants alone.
    pub rulesets: Vec<Resolved>,
}

/// A data file to check: its name, and its text where that could be read.
pub type Text = (String, Result<Excerpt, Box<Finding>>);

/// Checks data files with the games of `library`, to which the games around the files are added.
#[must_use]
pub fn data(mut library: Library, texts: Vec<Text>, built_in: bool) -> Outcome {
    let mut outcome = Outcome::default();
    let mut documents: Vec<(Checked, Vec<Finding>)> = Vec::new();
    let mut unread: Vec<(String, Finding)> = Vec::new();
    let mut meaning: Vec<Finding> = Vec::new();
    for (name, text) in texts {
        match text {
            Ok(excerpt) => documents.push((check(excerpt), Vec::new())),
            Err(finding) => unread.push((name, *finding)),
        }
    }
    if built_in {
        for (checked, _) in &documents {
            library.shelve_built_in(checked);
        }
    } else {
        for folder in game_folders(&documents) {
            // What is wrong within a file is told where it is asked about; that two share an id shows only here.
            let found = library.add_dir(&folder).unwrap_or_default();
            meaning.extend(found.into_iter().filter(|finding| finding.code == Code::DuplicateId));
        }
    }
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let wanted = rulesets(&library, &documents, built_in, &mut meaning);
    // The number of each ruleset that could be put together, by its game and variant.
    let mut made: BTreeMap<(&str, Option<&str>), usize> = BTreeMap::new();
    let right = lint::RightSets::default();
    let resolve = |(game, variant): &(String, Option<String>)| {
        let resolved = library.resolve(game, variant.as_deref().as_slice())?;
        let findings = lint::check_with(&resolved, &right);
        Ok((resolved, findings))
    };
    let resolved: Vec<Result<_, Vec<Finding>>> = wanted.par_iter().map(resolve).collect();
    for ((game, variant), resolved) in wanted.iter().zip(resolved) {
        match resolved {
            Ok((resolved, findings)) => {
                for origin in resolved.origins.values() {
                    seen.insert(file_of(&origin.base).to_owned());
                    seen.extend(origin.overlaid.values().map(|(document, _)| file_of(document).to_owned()));
                }
                meaning.extend(findings);
                made.insert((game, variant.as_deref()), outcome.rulesets.len());
                outcome.rulesets.push(resolved);
            }
            Err(findings) => meaning.extend(findings),
        }
    }
    for &(game, variant) in made.keys() {
        let base = |parent: Option<&str>| match made.get(&(game, parent)) {
            Some(&number) => Some(Cow::Borrowed(&outcome.rulesets[number])),
            None => library.resolve(game, parent.as_slice()).ok().map(Cow::Owned),
        };
        meaning.extend(variant.map(|variant| redundant(game, variant, &documents, base)).unwrap_or_default());
    }
    let asked: BTreeSet<String> = documents.iter().map(|(checked, _)| file_of(&checked.document).to_owned()).collect();
    for (checked, _) in &documents {
        let file = file_of(&checked.document);
        if !seen.contains(file) && !checked.is_broken() {
            alone(checked, &mut meaning, &mut outcome.notes);
        }
    }
    diagnostic::sort(&mut meaning);
    for finding in meaning {
        let file = finding.place.as_ref().map(|place| place.file().to_owned());
        match documents.iter_mut().find(|(checked, _)| Some(file_of(&checked.document)) == file.as_deref()) {
            // What the file itself already says is not said again.
            Some((checked, found)) => found.extend((!checked.is_broken()).then_some(finding)),
            // Files nobody asked about matter only where they keep one from being checked.
            None if finding.level == Level::Error && file.is_none_or(|file| !asked.contains(&file)) => {
                outcome.elsewhere.push(finding);
            }
            None => {}
        }
    }
    outcome.known = documents.iter().filter_map(|(checked, _)| known(checked)).collect();
    for (name, finding) in unread {
        let report = FileReport { file: name.into(), kind: None, games: None };
        outcome.files.push((report, vec![finding]));
    }
    for (checked, found) in documents {
        let report = FileReport {
            file: checked.document.excerpt.file.clone(),
            kind: checked.document.kind.map(|kind| kind.word().into()),
            games: None,
        };
        let mut findings = checked.findings;
        findings.extend(found);
        diagnostic::sort(&mut findings);
        outcome.files.push((report, findings));
    }
    outcome.files.sort_by(|a, b| a.0.file.cmp(&b.0.file));
    outcome
}

/// How much of a tile set is known how well, in words; none where all of it is documented, inferred or made up.
fn known(checked: &Checked) -> Option<String> {
    let document = &checked.document;
    if document.kind != Some(Kind::Tileset) || checked.is_broken() {
        return None;
    }
    let set: Tileset = serde_json::from_value(document.value.clone()).ok()?;
    let statuses = lint::tally::statuses(&set);
    let told = [Status::Reconstructed, Status::Transcribed].iter().any(|status| statuses.contains_key(status.word()));
    let words: Vec<_> = statuses.iter().map(|(status, pieces)| format!("{pieces} {status}")).collect();
    told.then(|| format!("{}: {}", set.id, words.join(", ")))
}

fn file_of(document: &Document) -> &str {
    &document.excerpt.file
}

/// The folders of the games that the files belong to.
fn game_folders(documents: &[(Checked, Vec<Finding>)]) -> BTreeSet<PathBuf> {
    let mut folders = BTreeSet::new();
    for (checked, _) in documents {
        let path = Path::new(file_of(&checked.document));
        let here = path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        for folder in here.into_iter().flat_map(Path::ancestors).take(2) {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            if folder.join("game.toml").is_file() {
                folders.insert(folder.to_owned());
            }
        }
    }
    folders
}

/// Which rulesets to put together, each alone and with each variant: all that may use the files. A built-in game uses none
/// but its own, unless a variant among the files is laid over it.
fn rulesets(
    library: &Library,
    documents: &[(Checked, Vec<Finding>)],
    built_in: bool,
    findings: &mut Vec<Finding>,
) -> Vec<(String, Option<String>)> {
    let mut wanted = Vec::new();
    for game in library.game_names().into_iter().filter(|game| built_in || !library.is_built_in(game)) {
        wanted.push((game.clone(), None));
        wanted.extend(library.variant_names(&game).into_iter().map(|variant| (game.clone(), Some(variant))));
    }
    // Variants that lie outside any game's folder are applied by their path.
    let variants: Vec<&Arc<Document>> = documents
        .iter()
        .filter(|(checked, _)| checked.document.kind == Some(Kind::Variant) && !checked.is_broken())
        .map(|(checked, _)| &checked.document)
        .collect();
    if variants.is_empty() {
        return wanted;
    }
    let games: Vec<(String, Vec<String>)> =
        library.game_names().into_iter().map(|game| (game.clone(), library.variant_names(&game))).collect();
    let owner = |id: &str| games.iter().find(|(_, variants)| variants.iter().any(|known| known == id));
    for &document in &variants {
        let (id, extends) = (text(document, "id"), text(document, "extends"));
        if wanted.iter().any(|(_, variant)| variant.as_deref() == Some(id)) {
            continue;
        }
        let file = file_of(document);
        let path = if crate::library::is_path(file) { file.to_owned() } else { format!("./{file}") };
        // What it extends may lie beside it, and extend something in its turn.
        let mut base = extends;
        for _ in 0..variants.len() {
            let beside = variants.iter().find(|other| text(other, "id") == base && base != id);
            match beside.filter(|_| owner(base).is_none()) {
                Some(other) => base = text(other, "extends"),
                None => break,
            }
        }
        match games.iter().find(|(game, _)| *game == base).or_else(|| owner(base)) {
            Some((game, _)) => wanted.push((game.clone(), Some(path))),
            None => findings.push(extends_nothing(document, &games)),
        }
    }
    wanted
}

/// What the variant of this name or path sets that what it extends has already. `base` gives the game with the variant
/// that it extends.
fn redundant<'a>(
    game: &str,
    variant: &str,
    documents: &[(Checked, Vec<Finding>)],
    base: impl Fn(Option<&str>) -> Option<Cow<'a, Resolved>>,
) -> Vec<Finding> {
    let is_it = |document: &&Arc<Document>| {
        document.kind == Some(Kind::Variant)
            && (text(document, "id") == variant || file_of(document) == variant.trim_start_matches("./"))
    };
    let mut found = Vec::new();
    // A name may stand for several files, one for each game that has its own.
    for document in documents.iter().map(|(checked, _)| &checked.document).filter(is_it) {
        let parent = text(document, "extends");
        // What a variant of that name is laid over by another's is not to be seen here.
        let known = parent == game || parent != text(document, "id");
        if let (Some(base), true) = (base((parent != game).then_some(parent)), known) {
            found.extend(lint::check_redundant(document, &base));
        }
    }
    found
}

/// The text at a key of a document.
fn text<'a>(document: &'a Document, key: &str) -> &'a str {
    document.value.get(key).and_then(|value| value.as_str()).unwrap_or_default()
}

/// The finding for a variant that extends neither a game nor a variant that is at hand.
fn extends_nothing(document: &Document, games: &[(String, Vec<String>)]) -> Finding {
    let extends = text(document, "extends");
    let place = document.value_place("/extends");
    if extends == text(document, "id") {
        let message = format!("the variant `{extends}` extends itself, and takes the place of no other of that name");
        return Finding::error(Code::ExtendsCycle, message).at(place);
    }
    let names = games.iter().map(|(game, _)| game).chain(games.iter().flat_map(|(_, variants)| variants));
    let help = diagnostic::did_you_mean(extends, names.map(String::as_str));
    let finding = Finding::error(Code::UnknownGame, format!("no game and no variant is called `{extends}`"));
    finding.help(format!("{help}; `--data DIR` adds games")).at(place)
}

/// What can be said of a file that no ruleset at hand uses.
fn alone(checked: &Checked, meaning: &mut Vec<Finding>, notes: &mut Vec<String>) {
    let document = &checked.document;
    let value = document.value.clone();
    let file = file_of(document);
    let checked_alone = match document.kind {
        Some(Kind::Tileset) => {
            serde_json::from_value::<Tileset>(value).map(|set| lint::check_tileset_alone(document, &set))
        }
        Some(Kind::Board) => {
            serde_json::from_value::<Board>(value).map(|board| lint::check_board_alone(document, &board))
        }
        Some(Kind::Mouth) => {
            serde_json::from_value::<Mouth>(value).map(|mouth| lint::check_mouth_alone(document, &mouth))
        }
        Some(Kind::Map) => serde_json::from_value::<MapBoard>(value).map(|map| lint::check_map_alone(document, &map)),
        Some(Kind::Variant) => {
            serde_json::from_value::<Variant>(value).map(|variant| lint::check_variant_alone(document, &variant))
        }
        Some(Kind::Settings) => {
            meaning.extend(lint::check_settings(&checked.document));
            return;
        }
        Some(Kind::Ruleset) | None => return,
    };
    match checked_alone {
        Ok(findings) => {
            meaning.extend(findings);
            notes.push(format!(
                "{file}: no ruleset at hand uses it, so names, shapes and icons were not checked against one"
            ));
        }
        Err(error) => meaning.push(
            Finding::error(Code::Internal, format!("a file that suits its schema cannot be read: {error}"))
                .at(document.value_place("")),
        ),
    }
}

/// Plays a seeded game on a ruleset for each number of players, and replays what was played.
#[must_use]
pub fn deep(resolved: &Resolved) -> Vec<Finding> {
    if lint::check(resolved).iter().any(|finding| finding.level == Level::Error) {
        return Vec::new();
    }
    let name =
        std::iter::once(&resolved.game).chain(&resolved.variants).map(String::as_str).collect::<Vec<_>>().join(" + ");
    let place = resolved.value_place(crate::source::Part::Ruleset, "/id");
    let told = |message: String| {
        let finding = Finding::error(Code::RulesetIncoherent, message);
        match place.clone() {
            Some(place) => finding.at(place),
            None => finding,
        }
    };
    let game = match compile(resolved) {
        Ok(game) => game,
        Err(message) => return vec![told(format!("`{name}` cannot be played: {message}"))],
    };
    let mut findings = Vec::new();
    for players in usize::from(game.players[0]).max(2)..=usize::from(game.players[1]) {
        let mut text = String::new();
        crate::generate::Generator::new(&game, players, 0).write(0, &mut text);
        if text
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
            .all(|line| line.ends_with(" discard"))
        {
            findings.push(told(format!("no tile could be laid in a seeded game of `{name}` for {players} players")));
        }
        let replayed = game.clone();
        let rulesets = crate::replay::Rulesets::new(move |_, _| Ok(replayed.clone()));
        let options = crate::replay::RunOptions { jobs: Some(1), ..crate::replay::RunOptions::default() };
        let mut replayer = crate::replay::Replayer::new(&rulesets, Arc::from("seeded game"), &options);
        for part in crate::log::split(text.as_bytes()) {
            for finding in replayer.replay(&part).findings.into_iter().filter(|finding| finding.level == Level::Error) {
                findings.push(told(format!(
                    "a seeded game of `{name}` for {players} players does not replay: {}",
                    finding.message
                )));
            }
        }
    }
    findings
}

/// The compiled ruleset.
fn compile(resolved: &Resolved) -> Result<Game, String> {
    let Resolved { ruleset, variants, tilesets, board, mouth, maps, .. } = resolved;
    game::compile(ruleset, variants, tilesets, board.as_ref(), mouth.as_ref(), maps).map_err(|error| error.to_string())
}
