//! The games a command works on: the built-in ones and those of `--data`, resolved and compiled when asked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Failure;
use super::output::Look;
use super::settings::Project;
use crate::cli::Data;
use crate::diagnostic::{Code, Finding, Level};
use crate::game::{self, Game};
use crate::library::Library;
use crate::lint;
use crate::replay::{NotFound, Rulesets};
use crate::source::Resolved;

/// The games at hand.
pub(super) struct Games {
    pub(super) library: Library,
}

impl Games {
    /// The built-in games, those of the project around the path or the folder one is in, and those of the folders named.
    pub(super) fn load(data: &Data, look: &Look, near: Option<&String>) -> Result<Self, Failure> {
        let mut library = Library::builtin();
        for folder in &folders(data, look, near)? {
            let findings = library.add_dir(folder).map_err(Failure::io(folder.display().to_string()))?;
            if findings.iter().any(|finding| finding.level == Level::Error) {
                return Err(Failure::Broken(findings));
            }
        }
        Ok(Self { library })
    }

    /// The same, for checking files: what is wrong with the folders is told where their files are asked about.
    pub(super) fn load_loosely(data: &Data, look: &Look, near: Option<&String>) -> Result<Self, Failure> {
        let mut library = Library::builtin();
        for folder in &folders(data, look, near)? {
            library.add_dir(folder).map_err(Failure::io(folder.display().to_string()))?;
        }
        Ok(Self { library })
    }

    /// A ruleset with its variants.
    pub(super) fn resolve(&self, game: &str, variants: &[String]) -> Result<Resolved, Failure> {
        let variants: Vec<&str> = variants.iter().map(String::as_str).collect();
        self.library.resolve(game, &variants).map_err(|findings| match findings.as_slice() {
            [finding] if finding.place.is_none() => {
                let help = finding.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
                Failure::Usage(format!("{}{help}", finding.message))
            }
            _ => Failure::Broken(findings),
        })
    }

    /// A ruleset with its variants, checked and compiled.
    pub(super) fn compile(&self, game: &str, variants: &[String]) -> Result<Game, Failure> {
        compile(&self.resolve(game, variants)?).map_err(Failure::Broken)
    }

    /// Rulesets as logs name them.
    pub(super) fn rulesets(&self) -> Rulesets<'_> {
        Rulesets::new(|game, variants| {
            let resolved =
                self.library.resolve(game, variants).map_err(|findings| self.not_found(game, variants, findings))?;
            compile(&resolved).map_err(|findings| NotFound::Broken(Arc::new(findings)))
        })
    }

    /// Which of the names a log gives is not there.
    fn not_found(&self, game: &str, variants: &[&str], findings: Vec<Finding>) -> NotFound {
        let named = |finding: &Finding| {
            finding.place.is_none() || matches!(finding.code, Code::VariantConflict | Code::VariantRefused)
        };
        let Some(finding) = findings.first().filter(|_| findings.iter().all(named)) else {
            return NotFound::Broken(Arc::new(findings));
        };
        if finding.code == Code::UnknownGame {
            let help = finding.help.as_deref().unwrap_or("none is built in");
            return NotFound::Game(format!("{help}; `--data DIR` adds games"));
        }
        let first_bad = (0..variants.len()).find(|&last| self.library.resolve(game, &variants[..=last]).is_err());
        // The log asks for what cannot go together: told there, with the places in the variants beside it.
        let mut finding = finding.clone();
        let others = findings[1..].iter().filter(|other| other.code == Code::VariantConflict);
        let others: Vec<_> = others.map(|other| other.message.as_str()).collect();
        if !others.is_empty() {
            let help = finding.help.take().unwrap_or_default();
            finding.help = Some(format!("{help}; besides, {}", others.join(", and ")));
        }
        if let Some(place) = finding.place.take() {
            finding.related.insert(0, (place, "set here".to_owned()));
        }
        NotFound::Variant(first_bad.unwrap_or(0), Box::new(finding))
    }
}

/// The folders of games to add: those of the project's settings, then those of the command line.
fn folders(data: &Data, look: &Look, near: Option<&String>) -> Result<Vec<PathBuf>, Failure> {
    let near = near.map(String::as_str).filter(|path| *path != "-").unwrap_or(".");
    let project = if look.no_settings { None } else { Project::near(Path::new(near))? };
    let mut folders: Vec<PathBuf> = project.iter().flat_map(Project::data).collect();
    folders.extend(data.data.iter().cloned());
    Ok(folders)
}

/// Checks and compiles a resolved ruleset.
pub(super) fn compile(resolved: &Resolved) -> Result<Game, Vec<Finding>> {
    let findings = lint::check(resolved);
    if findings.iter().any(|finding| finding.level == Level::Error) {
        return Err(findings);
    }
    let compiled = game::compile(
        &resolved.ruleset,
        &resolved.variants,
        &resolved.tilesets,
        resolved.board.as_ref(),
        resolved.mouth.as_ref(),
        &resolved.maps,
    );
    compiled.map_err(|error| {
        vec![Finding::error(
            Code::RulesetIncoherent,
            format!("the ruleset `{}` contradicts itself: {error}", resolved.game),
        )]
    })
}
