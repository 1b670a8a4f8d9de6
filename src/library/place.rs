//! Where the files of a game lie: in the program itself, or on disk.
//!
//! A file names others relative to itself; both kinds of place follow such names the same way.

use std::path::{Component, Path, PathBuf};

use include_dir::{Dir, include_dir};

use crate::diagnostic::Finding;
use crate::source::read;
use crate::text::Excerpt;

static DATA: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/data");

/// How messages name the folder of the built-in files.
const ROOT: &str = "<built-in>";

/// A file's place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Place {
    /// In the program, by its path within the data.
    BuiltIn(PathBuf),
    /// On disk.
    Disk(PathBuf),
}

impl Place {
    /// The place that `name`, written in the file at this one, means.
    pub(super) fn beside(&self, name: &str) -> Self {
        let join = |path: &Path| tidy(&path.parent().unwrap_or(Path::new("")).join(name));
        match self {
            Self::BuiltIn(path) => Self::BuiltIn(join(path)),
            Self::Disk(path) => Self::Disk(join(path)),
        }
    }

    /// The name messages show.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::BuiltIn(path) => format!("{ROOT}/{}", read::shown(path)),
            Self::Disk(path) => read::shown(path),
        }
    }

    /// The place of a built-in file by the name that messages show.
    pub(super) fn built_in(shown: &str) -> Option<Self> {
        let path = Path::new(shown.strip_prefix(ROOT)?.strip_prefix('/')?);
        // The file's own path has this system's separators.
        DATA.get_file(path).map(|file| Self::BuiltIn(file.path().to_owned()))
    }

    /// Whether a file is there.
    pub(super) fn exists(&self) -> bool {
        match self {
            Self::BuiltIn(path) => DATA.get_file(path).is_some(),
            Self::Disk(path) => path.exists(),
        }
    }

    /// The file's text.
    pub(super) fn read(&self) -> Result<Excerpt, Box<Finding>> {
        match self {
            Self::Disk(path) => read::file(path),
            Self::BuiltIn(path) => {
                let bytes = DATA.get_file(path).map(|file| file.contents().to_vec()).unwrap_or_default();
                read::text(&self.shown(), bytes)
            }
        }
    }

    /// The `*.toml` files in the folder `name` beside this one, by name.
    pub(super) fn folder(&self, name: &str) -> Vec<Self> {
        let mut found: Vec<Self> = match self.beside(name) {
            Self::BuiltIn(path) => {
                let files = DATA.get_dir(&path).into_iter().flat_map(Dir::files);
                files.map(|file| Self::BuiltIn(file.path().to_owned())).collect()
            }
            Self::Disk(path) => {
                let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
                entries.map(|entry| Self::Disk(entry.path())).collect()
            }
        };
        found.retain(|place| place.path().extension().is_some_and(|ending| ending == "toml"));
        found.sort();
        found
    }

    /// The name of the folder it lies in.
    pub(super) fn folder_name(&self) -> String {
        let name = self.path().parent().and_then(Path::file_name);
        name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    fn path(&self) -> &Path {
        match self {
            Self::BuiltIn(path) | Self::Disk(path) => path,
        }
    }

    /// The `game.toml` of each built-in game, by name.
    pub(super) fn builtin_games() -> Vec<Self> {
        let mut games: Vec<_> = DATA.dirs().map(|folder| folder.path().join("game.toml")).map(Self::BuiltIn).collect();
        games.retain(Self::exists);
        games.sort();
        games
    }
}

/// Every built-in data file: its name as messages show it, and its bytes; sorted by name.
#[must_use]
pub fn builtin_files() -> Vec<(String, &'static [u8])> {
    fn collect(folder: &'static Dir<'static>, into: &mut Vec<(String, &'static [u8])>) {
        let toml = folder.files().filter(|file| file.path().extension().is_some_and(|ending| ending == "toml"));
        into.extend(toml.map(|file| (Place::BuiltIn(file.path().to_owned()).shown(), file.contents())));
        folder.dirs().for_each(|below| collect(below, into));
    }
    let mut files = Vec::new();
    collect(&DATA, &mut files);
    files.sort();
    files
}

/// The path without `.` and, where it can be seen, without `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(tidy.components().next_back(), Some(Component::Normal(_))) => {
                tidy.pop();
            }
            _ => tidy.push(part),
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_relative_to_the_file_that_writes_them() {
        let place = Place::Disk("data/x/variants/v.toml".into());
        assert_eq!(place.beside("../set.toml"), Place::Disk("data/x/set.toml".into()));
        assert_eq!(place.beside("./set.toml"), Place::Disk("data/x/variants/set.toml".into()));
        assert_eq!(Place::Disk("v.toml".into()).beside("../set.toml"), Place::Disk("../set.toml".into()));
        assert!(!Place::BuiltIn("a/b.toml".into()).beside("../../../etc/passwd").exists());
    }
}
