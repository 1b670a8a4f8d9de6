//! The data files of a git revision, in a folder for as long as they are needed.
//!
//! The `git` program is asked for object names and contents; nothing is checked out. What must stay true: what is fetched
//! is bounded before it is read, no file lands outside the folder, and messages name the revision, not the folder.

use std::fs;
use std::io::{Read, Seek, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::operand::Trouble;
use crate::diagnostic::Finding;
use crate::source::read::shown;
use crate::text::Place;

/// The most data files of a revision.
const MOST_FILES: usize = 10_000;
/// The most bytes they may have together.
const MOST_BYTES: u64 = 64 << 20;

/// Data files of a revision.
#[derive(Debug)]
pub struct Revision {
    folder: TempDir,
    /// How the folder begins in the names of files.
    prefix: String,
    name: String,
}

/// A file of a revision.
struct Blob {
    object: String,
    size: u64,
    path: String,
}

impl Revision {
    /// Fetches what `path` means in the revision `name`, with the data files around it that it may stand on.
    ///
    /// # Errors
    /// Where there is no such program, repository, revision or path, or too much would have to be read.
    pub fn fetch(name: &str, path: &str) -> Result<(Self, PathBuf), Trouble> {
        if name.is_empty() || name.starts_with('-') {
            return Err(Trouble::Usage(format!("`{name}` is not a revision")));
        }
        let prefix = git(&["rev-parse", "--show-prefix"])
            .map_err(|why| Trouble::Usage(format!("`{name}:{path}` cannot be read: {why}")))?;
        let tree = git(&["rev-parse", "--verify", "--quiet", &format!("{name}^{{tree}}")])
            .map_err(|_| Trouble::Usage(format!("`{name}` is not a revision of this repository")))?;
        let path = within(prefix.trim_end_matches(['\n', '\r']), path)?;
        let blobs = list(name, tree.trim(), &path)?;
        let revision = Self::folder(name)?;
        revision.fill(&blobs)?;
        let wanted = revision.folder.path().join(&path);
        Ok((revision, wanted))
    }

    fn folder(name: &str) -> Result<Self, Trouble> {
        let folder = TempDir::new().map_err(|error| Trouble::Usage(format!("no folder for `{name}`: {error}")))?;
        let prefix = format!("{}/", shown(folder.path()));
        Ok(Self { folder, prefix, name: name.to_owned() })
    }

    /// Writes the files.
    fn fill(&self, blobs: &[Blob]) -> Result<(), Trouble> {
        let trouble = |why: String| Trouble::Usage(format!("`{}` cannot be read: {why}", self.name));
        let failed = |error: std::io::Error| trouble(error.to_string());
        let mut wanted = tempfile::tempfile().map_err(failed)?;
        for blob in blobs {
            writeln!(wanted, "{}", blob.object).map_err(failed)?;
        }
        wanted.rewind().map_err(failed)?;
        let mut command = Command::new("git");
        command.args(["cat-file", "--batch"]).stdin(wanted).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(failed)?;
        let most = blobs.iter().map(|blob| blob.size + 200).sum();
        let mut bytes = Vec::new();
        if let Some(out) = child.stdout.take() {
            out.take(most).read_to_end(&mut bytes).map_err(failed)?;
        }
        let ended = child.wait().map_err(failed)?;
        let mut rest = bytes.as_slice();
        for blob in blobs {
            let head = rest.iter().position(|&byte| byte == b'\n').map(|end| rest.split_at(end + 1));
            let content = head.and_then(|(_, behind)| Some((behind.get(..blob.size as usize)?, behind)));
            let Some((content, behind)) = content.filter(|_| ended.success()) else {
                return Err(trouble(format!("git did not give `{}`", blob.path)));
            };
            rest = behind.get(content.len() + 1..).unwrap_or_default();
            let path = self.folder.path().join(&blob.path);
            fs::create_dir_all(path.parent().unwrap_or(self.folder.path())).map_err(failed)?;
            fs::write(path, content).map_err(failed)?;
        }
        Ok(())
    }

    /// Makes a place of the folder one of the revision.
    pub(super) fn rename(&self, place: &mut Place) {
        if let Some(rest) = place.file().strip_prefix(&self.prefix) {
            place.excerpt.file = format!("{}:{rest}", self.name).into();
        }
    }

    /// The same for a whole finding, whose words may name files too.
    pub(super) fn rename_all(&self, findings: &mut [Finding]) {
        for finding in findings {
            finding
                .place
                .iter_mut()
                .chain(finding.related.iter_mut().map(|(place, _)| place))
                .for_each(|place| self.rename(place));
            finding.message = self.words(&finding.message);
            finding.help = finding.help.as_ref().map(|help| self.words(help));
        }
    }

    fn words(&self, text: &str) -> String {
        text.replace(&self.prefix, &format!("{}:", self.name))
    }
}

/// What a git command says, or why it says nothing.
fn git(args: &[&str]) -> Result<String, String> {
    let ran = Command::new("git").args(args).stdin(Stdio::null()).stderr(Stdio::null()).output();
    match ran {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err("the program `git` is not there".to_owned()),
        Err(error) => Err(format!("git cannot be run: {error}")),
        Ok(output) if !output.status.success() => Err("this folder is in no git repository".to_owned()),
        Ok(output) => String::from_utf8(output.stdout).map_err(|_| "git answers in no UTF-8".to_owned()),
    }
}

/// A path from the repository's root: as git reads it, `./` and `../` begin at the folder we are in.
fn within(prefix: &str, path: &str) -> Result<String, Trouble> {
    let begins_here = path.starts_with("./") || path.starts_with("../") || path == "." || path == "..";
    let whole = if begins_here { Path::new(prefix).join(path) } else { PathBuf::from(path) };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.components() {
        match part {
            Component::CurDir => {}
            Component::Normal(part) => parts.extend(part.to_str()),
            Component::ParentDir if parts.pop().is_some() => {}
            _ => return Err(Trouble::Usage(format!("`{path}` does not lie in the repository"))),
        }
    }
    Ok(parts.join("/"))
}

/// The data files that `path` means and may stand on: all those of its topmost folder.
fn list(name: &str, tree: &str, path: &str) -> Result<Vec<Blob>, Trouble> {
    let top = path.split('/').next().unwrap_or_default();
    let mut args = vec!["ls-tree", "-r", "-z", "--long", "--full-tree", tree];
    if !top.is_empty() {
        args.extend(["--", top]);
    }
    let listed = git(&args).map_err(|_| Trouble::Usage(format!("`{name}` cannot be listed by git")))?;
    let (mut blobs, mut bytes, mut is_there) = (Vec::new(), 0, path.is_empty());
    for entry in listed.split('\0') {
        let Some((head, file)) = entry.split_once('\t') else { continue };
        let &[mode, "blob", object, size] = head.split_whitespace().collect::<Vec<_>>().as_slice() else { continue };
        let inside =
            file.strip_prefix(top).is_some_and(|rest| top.is_empty() || rest.is_empty() || rest.starts_with('/'));
        let is_path = file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        is_there |= is_path;
        let plain = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        let is_data = file.ends_with(".toml") || file == path;
        // Links are not followed.
        if !inside || !is_data || !plain || !mode.starts_with("100") {
            continue;
        }
        let size: u64 = size.parse().unwrap_or(u64::MAX);
        bytes = u64::saturating_add(bytes, size);
        if blobs.len() >= MOST_FILES || bytes > MOST_BYTES {
            let most = MOST_BYTES >> 20;
            let message = format!("`{name}:{top}` has more than {MOST_FILES} data files or {most} MiB of them");
            return Err(Trouble::Usage(message));
        }
        blobs.push(Blob { object: object.to_owned(), size, path: file.to_owned() });
    }
    if !is_there {
        return Err(Trouble::Usage(format!("`{path}` does not exist in `{name}`")));
    }
    Ok(blobs)
}
