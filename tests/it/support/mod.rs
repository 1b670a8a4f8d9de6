//! What the tests share: running the binary as a user would, in a folder of its own, and finding what lies outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A run of the binary, in an empty folder where no other is named.
pub(crate) struct Run {
    folder: TempDir,
    within: Option<PathBuf>,
    args: Vec<String>,
    stdin: Option<Vec<u8>>,
    env: Vec<(String, String)>,
}

/// What a run gave.
pub(crate) struct Ran {
    /// The exit status.
    pub(crate) code: i32,
    /// The standard output.
    pub(crate) stdout: String,
    /// The standard error.
    pub(crate) stderr: String,
    /// The folder it ran in.
    pub(crate) folder: TempDir,
}

impl Run {
    /// A run with these arguments, separated by blanks.
    pub(crate) fn new(args: &str) -> Self {
        let args = args.split_whitespace().map(str::to_owned).collect();
        let folder = TempDir::new().expect("a folder for the test");
        Self { folder, within: None, args, stdin: None, env: Vec::new() }
    }

    /// More arguments, separated by blanks.
    pub(crate) fn args(mut self, args: &str) -> Self {
        self.args.extend(args.split_whitespace().map(str::to_owned));
        self
    }

    /// One more argument, blanks and all.
    pub(crate) fn arg(mut self, arg: impl Into<String>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// In this folder instead of an empty one.
    pub(crate) fn within(mut self, folder: &Path) -> Self {
        self.within = Some(folder.to_owned());
        self
    }

    /// A file in the folder.
    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the test's folder takes folders");
        fs::write(path, content).expect("the test's folder takes files");
        self
    }

    /// What stands on the standard input.
    pub(crate) fn stdin(mut self, content: impl AsRef<[u8]>) -> Self {
        self.stdin = Some(content.as_ref().to_vec());
        self
    }

    /// A variable of the environment.
    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The folder it will run in.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs.
    pub(crate) fn run(self) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        let folder = self.within.as_deref().unwrap_or(self.folder.path());
        command.args(&self.args).current_dir(folder).env_clear().envs(self.env.iter().cloned());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        let mut pipe = child.stdin.take().expect("a piped input");
        let content = self.stdin.unwrap_or_default();
        let feeder = std::thread::spawn(move || {
            // A program that has seen enough may close its input.
            let _ = std::io::Write::write_all(&mut pipe, &content);
        });
        let Output { status, stdout, stderr } = child.wait_with_output().expect("the binary ends");
        feeder.join().expect("the input was fed");
        Ran {
            code: status.code().unwrap_or(-1),
            stdout: String::from_utf8(stdout).expect("output is UTF-8"),
            stderr: String::from_utf8(stderr).expect("messages are UTF-8"),
            folder: self.folder,
        }
    }
}

impl Ran {
    /// This, having ended with this status.
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "exit status\n--- stdout\n{}\n--- stderr\n{}", self.stdout, self.stderr);
        self
    }

    /// The standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}\n{}", self.stdout))
    }
}

/// A path within the checkout.
pub(crate) fn repo(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(part)
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
/// A folder beside the checkout that holds recorded games and conformance logs; none where it is not there.
pub(crate) fn shared(part: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?.join("shared").join(part);
    if !path.exists() {
        eprintln!("skipped: no folder `shared/{part}` beside the checkout");
        return None;
    }
    Some(path)
}

/// Asserts on a snapshot under `snapshots/`, by its chosen name.
#[macro_export]
macro_rules! snapshot {
    ($name:expr, $value:expr) => {{
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!($name, $value));
    }};
}
