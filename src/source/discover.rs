//! Which files are meant by the paths of a command line: files, folders, globs, `-` for the standard input.
//!
//! A folder means what it holds, without what version control ignores; hidden files stay out. The order is that of the
//! command line, and by name within a folder or glob. What must stay true: a path that means nothing is an error, so
//! a clean run never means that nothing matched; no file is named twice.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use ignore::WalkBuilder;
use rustc_hash::FxHashSet;

use super::read::shown;

/// What files hold, by their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// A data file, `*.toml`.
    Data,
    /// A move log, `*.moves`.
    Log,
}

impl Sort {
    /// By the name's ending; none for a name with another.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "toml" => Some(Self::Data),
            "moves" => Some(Self::Log),
            _ => None,
        }
    }
}

/// Something to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// The standard input.
    Stdin,
}

/// Why a path cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No file or folder is there.
    #[error("`{0}` does not exist")]
    Missing(String),
    /// A glob that matches no file, or a folder without any.
    #[error("`{0}` holds nothing to read: no {1}")]
    Nothing(String, &'static str),
    /// A glob that cannot be read.
    #[error("`{0}` is not a pattern for file names")]
    BadGlob(String),
    /// A folder where one file is wanted.
    #[error("`{0}` is a folder, where a file is wanted")]
    Folder(String),
    /// A file or folder cannot be looked at.
    #[error("`{0}` cannot be read: {1}")]
    Unreadable(String, io::Error),
}

impl Input {
    /// The name messages show; `stdin` for the standard input.
    #[must_use]
    pub fn name(&self, stdin: &str) -> String {
        match self {
            Self::File(path) => shown(path),
            Self::Stdin => stdin.to_owned(),
        }
    }

    /// Opens it.
    ///
    /// # Errors
    /// Where the file cannot be opened.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match self {
            Self::File(path) => Ok(Box::new(File::open(path)?)),
            Self::Stdin => Ok(Box::new(io::stdin())),
        }
    }

    /// Whether whoever reads it may have to wait for somebody to write, as on a pipe.
    #[must_use]
    pub fn waits(&self) -> bool {
        match self {
            Self::File(path) => std::fs::metadata(path).is_ok_and(|found| !found.is_file()),
            Self::Stdin => true,
        }
    }

    /// What it holds; a file with another ending, and the standard input, hold what the caller expects.
    #[must_use]
    pub fn sort(&self) -> Option<Sort> {
        match self {
            Self::File(path) => Sort::of(path),
            Self::Stdin => None,
        }
    }
}

/// The move logs that `paths` mean. A file named outright may have any ending.
///
/// # Errors
/// Where a path means nothing.
pub fn logs<P: AsRef<str>>(paths: &[P]) -> Result<Vec<Input>, Error> {
    find(paths, &[Sort::Log], "file ends with `.moves`")
}

/// The data files and move logs that `paths` mean. A file named outright may have any ending.
///
/// # Errors
/// Where a path means nothing.
pub fn data_and_logs<P: AsRef<str>>(paths: &[P]) -> Result<Vec<Input>, Error> {
    find(paths, &[Sort::Data, Sort::Log], "file ends with `.toml` or `.moves`")
}

/// One file, or the standard input.
///
/// # Errors
/// Where there is no such file.
pub fn single(path: &str) -> Result<Input, Error> {
    if path == "-" {
        return Ok(Input::Stdin);
    }
    match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(Error::Folder(path.to_owned())),
        Ok(_) => Ok(Input::File(path.into())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Error::Missing(path.to_owned())),
        Err(error) => Err(Error::Unreadable(path.to_owned(), error)),
    }
}

fn find<P: AsRef<str>>(paths: &[P], sorts: &[Sort], wanted: &'static str) -> Result<Vec<Input>, Error> {
    let mut found = Vec::new();
    for path in paths {
        let path = path.as_ref();
        if path == "-" {
            found.push(Input::Stdin);
            continue;
        }
        // A file whose name has a star in it is that file.
        let is_there = std::fs::symlink_metadata(path).is_ok();
        if !is_there && path.contains(['*', '?', '[', '{']) {
            found.extend(glob(path, sorts, wanted)?);
        } else if Path::new(path).is_dir() {
            found.extend(walk(Path::new(path), path, None, sorts, wanted)?);
        } else {
            found.push(single(path)?);
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|input| match input {
        Input::File(path) => seen.insert(tidy(path)),
        Input::Stdin => seen.insert(PathBuf::from("-")),
    });
    Ok(found)
}

/// The path without `.` in it, to know a file again.
fn tidy(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != std::path::Component::CurDir).collect()
}

/// The files in a folder and below it, by name.
fn walk(
    folder: &Path,
    told: &str,
    matcher: Option<&GlobMatcher>,
    sorts: &[Sort],
    wanted: &'static str,
) -> Result<Vec<Input>, Error> {
    let mut files = Vec::new();
    // Ignore files count without a repository around them too.
    let walker = WalkBuilder::new(folder).require_git(false).sort_by_file_path(Ord::cmp).build();
    for entry in walker {
        let entry = entry.map_err(|error| {
            let why = error.to_string();
            Error::Unreadable(told.to_owned(), error.into_io_error().unwrap_or_else(|| io::Error::other(why)))
        })?;
        let path = entry.path();
        let is_file =
            entry.file_type().is_some_and(|kind| kind.is_file()) || (entry.path_is_symlink() && path.is_file());
        let suits = match matcher {
            Some(matcher) => matcher.is_match(tidy(path)),
            None => Sort::of(path).is_some_and(|sort| sorts.contains(&sort)),
        };
        if is_file && suits {
            files.push(Input::File(path.strip_prefix("./").unwrap_or(path).to_owned()));
        }
    }
    if files.is_empty() {
        return Err(Error::Nothing(told.to_owned(), if matcher.is_some() { "file has such a name" } else { wanted }));
    }
    Ok(files)
}

fn glob(pattern: &str, sorts: &[Sort], wanted: &'static str) -> Result<Vec<Input>, Error> {
    let plain = pattern.strip_prefix("./").unwrap_or(pattern);
    let matcher = GlobBuilder::new(plain).literal_separator(true).build();
    let matcher = matcher.map_err(|_| Error::BadGlob(pattern.to_owned()))?.compile_matcher();
    // The folders before the first sign of a pattern need not be guessed.
    let fixed: PathBuf = Path::new(plain)
        .components()
        .take_while(|part| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']))
        .collect();
    let folder = if fixed.as_os_str().is_empty() { PathBuf::from(".") } else { fixed };
    if !folder.is_dir() {
        return Err(Error::Nothing(pattern.to_owned(), "file has such a name"));
    }
    walk(&folder, pattern, Some(&matcher), sorts, wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(found: Result<Vec<Input>, Error>, root: &Path) -> Vec<String> {
        let found = found.expect("the paths mean something");
        let each = found.iter().map(|input| match input {
            Input::File(path) => shown(path.strip_prefix(root).unwrap_or(path)),
            Input::Stdin => "-".to_owned(),
        });
        each.collect()
    }

    #[test]
    fn folders_globs_and_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        std::fs::create_dir_all(root.join("b/deep")).expect("a folder within");
        for name in [
            "a.moves",
            "b/z.moves",
            "b/c.moves",
            "b/deep/d.moves",
            "b/e.toml",
            "b/notes.txt",
            ".hidden.moves",
            "out.moves",
        ] {
            std::fs::write(root.join(name), "").expect("a file");
        }
        std::fs::write(root.join(".gitignore"), "out.moves\n").expect("a file");
        let path = |name: &str| root.join(name).to_string_lossy().into_owned();
        assert_eq!(names(logs(&[path("")]), root), ["a.moves", "b/c.moves", "b/deep/d.moves", "b/z.moves"]);
        assert_eq!(names(data_and_logs(&[path("b")]), root), ["b/c.moves", "b/deep/d.moves", "b/e.toml", "b/z.moves"]);
        assert_eq!(names(logs(&[path("b/*.moves")]), root), ["b/c.moves", "b/z.moves"]);
        assert_eq!(names(logs(&[path("**/d.m*")]), root), ["b/deep/d.moves"]);
        // Named outright, whatever its ending and whoever ignores it; and no file twice.
        let all = [path("b/notes.txt"), path("out.moves"), path("./out.moves"), "-".to_owned(), "-".to_owned()];
        assert_eq!(names(logs(&all), root), ["b/notes.txt", "out.moves", "-"]);

        assert!(matches!(logs(&[path("none.moves")]), Err(Error::Missing(_))));
        assert!(matches!(logs(&[path("b/*.none")]), Err(Error::Nothing(..))));
        assert!(matches!(logs(&[path("none/*.moves")]), Err(Error::Nothing(..))));
        assert!(matches!(logs(&[path("[")]), Err(Error::BadGlob(_))));
        std::fs::create_dir(root.join("empty")).expect("a folder");
        assert!(matches!(logs(&[path("empty")]), Err(Error::Nothing(..))));
        assert!(matches!(single(&path("b")), Err(Error::Folder(_))));
    }
}
