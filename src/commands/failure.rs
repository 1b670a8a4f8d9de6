//! What keeps a job from being done.

use std::io;

use crate::diagnostic::Finding;
use crate::diagnostic::render::{Style, human};

/// Why a job could not be done; the exit status is 2.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Reading or writing failed.
    #[error("{what}: {}", reason(.error))]
    Io {
        /// What was being read or written.
        what: String,
        /// What failed.
        #[source]
        error: io::Error,
    },
    /// The command line asks for what is not there.
    #[error("{0}")]
    Usage(String),
    /// A path means nothing.
    #[error(transparent)]
    Path(#[from] crate::source::discover::Error),
    /// The data a job needs is broken.
    #[error("the data is broken, so the job was not done")]
    Broken(Vec<Finding>),
}

/// What failed, in words that name no temporary file.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::StorageFull => "no space is left".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}

impl Failure {
    /// Reading or writing `what` failed.
    pub fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |error| Self::Io { what, error }
    }

    /// Whether whoever reads our output has stopped to.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Says it on the standard error.
    pub fn tell(&self) {
        let mut err = anstream::stderr().lock();
        // Where even this cannot be written, the exit status has to do.
        if let Self::Broken(findings) = self {
            for finding in findings {
                let _ = human::finding(&mut err, finding, &Style::PLAIN);
            }
        }
        let _ = io::Write::write_fmt(&mut err, format_args!("error: {self}\n"));
    }
}
