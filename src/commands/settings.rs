//! A project's settings and what the command line says over them: levels of codes, folders of games, limits.
//!
//! Settings are the file `tilewright.toml`, searched upward from each file that is read, as far as the folder that version
//! control keeps. What must stay true: a broken settings file ends the run and is told on its bytes; flags win.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::Failure;
use crate::cli::Report;
use crate::diagnostic::{Code, Finding, Level, Levels, Setting};
use crate::library::{self, Checked};
use crate::lint;
use crate::model::{Kind, LevelSetting, Settings};
use crate::source::{child, read};

/// The name of the file.
const FILE: &str = "tilewright.toml";

/// A project's settings, and where they lie.
#[derive(Debug)]
pub(super) struct Project {
    settings: Settings,
    checked: Checked,
    folder: PathBuf,
}

/// What is set for the files of a run.
pub(super) struct Book<'a> {
    report: &'a Report,
    ignored: bool,
    by_project: BTreeMap<Option<PathBuf>, Rc<Levels>>,
    /// The settings file for the files of each folder.
    by_folder: BTreeMap<PathBuf, Option<PathBuf>>,
}

/// The settings file nearest above a path, which need not exist.
fn find(near: &Path) -> Option<PathBuf> {
    let start = std::path::absolute(near).ok()?;
    for folder in start.ancestors() {
        let file = folder.join(FILE);
        if file.is_file() {
            return Some(file);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

impl Project {
    /// The settings for what lies near a path; none where there are none.
    ///
    /// # Errors
    /// Where they are broken.
    pub(super) fn near(path: &Path) -> Result<Option<Self>, Failure> {
        find(path).map(|file| Self::load(&file)).transpose()
    }

    fn load(path: &Path) -> Result<Self, Failure> {
        let shown = std::env::current_dir().ok().and_then(|here| Some(path.strip_prefix(here).ok()?.to_owned()));
        let shown = shown.unwrap_or_else(|| path.to_owned());
        let text = read::file(&shown).map_err(|finding| Failure::Broken(vec![*finding]))?;
        let checked = library::check(text);
        let mut findings: Vec<Finding> = checked.findings.clone();
        if let Some(kind) = checked.document.kind.filter(|kind| *kind != Kind::Settings) {
            let message = format!("`{FILE}` holds a project's settings, and this one is a {}", kind.word());
            findings.push(Finding::error(Code::UnknownKind, message).at(checked.document.value_place("/kind")));
        }
        findings.extend(lint::check_settings(&checked.document));
        findings.retain(|finding| finding.level == Level::Error);
        if !findings.is_empty() {
            return Err(Failure::Broken(findings));
        }
        let settings = serde_json::from_value(checked.document.value.clone()).map_err(|error| {
            let finding =
                Finding::error(Code::Internal, format!("settings suit their schema and cannot be read: {error}"));
            Failure::Broken(vec![finding.at(checked.document.value_place("/kind"))])
        })?;
        let folder = path.parent().unwrap_or(Path::new(".")).to_owned();
        Ok(Self { settings, checked, folder })
    }

    /// The folders of games it adds.
    pub(super) fn data(&self) -> impl Iterator<Item = PathBuf> {
        self.settings.data.iter().map(|name| self.folder.join(name))
    }
}

impl<'a> Book<'a> {
    /// # Errors
    /// Where a flag names no code, or one code twice with different flags.
    pub(super) fn new(report: &'a Report, ignored: bool) -> Result<Self, Failure> {
        let book = Self { report, ignored, by_project: BTreeMap::new(), by_folder: BTreeMap::new() };
        book.flags(&mut Levels::default())?;
        Ok(book)
    }

    /// What the flags set, over what is set already.
    fn flags(&self, levels: &mut Levels) -> Result<(), Failure> {
        let mut seen: BTreeMap<Code, Setting> = BTreeMap::new();
        let Report { allow, warn, deny, .. } = self.report;
        for (setting, words) in [(Setting::Allow, allow), (Setting::Warn, warn), (Setting::Deny, deny)] {
            for word in words {
                let code = Code::settable(word).map_err(Failure::Usage)?;
                if seen.insert(code, setting).is_some_and(|before| before != setting) {
                    return Err(Failure::Usage(format!("`{word}` is set twice and differently")));
                }
                levels.set(code, setting, None);
            }
        }
        Ok(())
    }

    /// The levels for a file, by its name.
    ///
    /// # Errors
    /// Where its project's settings are broken.
    pub(super) fn levels(&mut self, file: &str) -> Result<Rc<Levels>, Failure> {
        // What is built in, or comes in through the standard input, belongs to the folder one is in.
        let path = Path::new(if file.starts_with('<') { "." } else { file });
        let project = if self.ignored { None } else { self.project_of(path) };
        if let Some(levels) = self.by_project.get(&project) {
            return Ok(Rc::clone(levels));
        }
        let mut levels = Levels::default();
        if let Some(path) = &project {
            let project = Project::load(path)?;
            for (name, setting) in &project.settings.levels {
                let setting = match setting {
                    LevelSetting::Allow => Setting::Allow,
                    LevelSetting::Warn => Setting::Warn,
                    LevelSetting::Deny => Setting::Deny,
                };
                if let Ok(code) = Code::settable(name) {
                    levels.set(code, setting, Some(project.checked.document.key_place(&child("/levels", name))));
                }
            }
        }
        self.flags(&mut levels)?;
        let levels = Rc::new(levels);
        self.by_project.insert(project, Rc::clone(&levels));
        Ok(levels)
    }

    /// The settings file for a file, looked for once for all files of a folder.
    fn project_of(&mut self, file: &Path) -> Option<PathBuf> {
        let Some(folder) = file.parent().filter(|_| !file.is_dir()) else { return find(file) };
        if let Some(project) = self.by_folder.get(folder) {
            return project.clone();
        }
        let project = find(file);
        self.by_folder.insert(folder.to_owned(), project.clone());
        project
    }

    /// What is set for the whole run, by the settings near the first path: whether warnings are denied, and how many findings
    /// are told.
    ///
    /// # Errors
    /// Where these settings are broken.
    pub(super) fn limits(&self, first: Option<&str>) -> Result<(bool, Option<usize>), Failure> {
        let near = Path::new(first.filter(|path| *path != "-").unwrap_or("."));
        let project = if self.ignored { None } else { Project::near(near)? };
        let settings = project.as_ref().map(|project| &project.settings);
        let deny = self.report.deny_warnings || settings.is_some_and(|settings| settings.deny_warnings);
        Ok((deny, self.report.max_diagnostics.or(settings.and_then(|settings| settings.max_diagnostics))))
    }
}
