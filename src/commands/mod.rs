//! One file a subcommand: arguments in, report out, through writers that are handed over.
//!
//! What must stay true: findings go to the standard output, they are the product; what went wrong with the job itself goes
//! to the standard error, and the exit status is 2 then.

mod compare;
mod count;
mod diff;
mod explain;
mod failure;
mod fmt;
mod games;
mod generate;
mod import;
mod logs;
mod moves;
mod one_game;
mod output;
mod packaging;
mod progress;
mod render;
mod replay;
mod resolve;
mod schema;
mod settings;
mod transcribe;
mod validate;

pub use failure::Failure;

use crate::cli::{Cli, Command};

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Nothing to report.
    Clean,
    /// Findings that count.
    Findings,
    /// The job could not be done.
    Failed,
}

impl Status {
    /// The exit status of the process.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::Failed => 2,
        }
    }

    /// Clean, or findings.
    const fn of(findings: bool) -> Self {
        if findings { Self::Findings } else { Self::Clean }
    }
}

/// Runs a command line.
///
/// # Errors
/// Where the job could not be done.
pub fn run(cli: &Cli) -> Result<Status, Failure> {
    let show = output::Look::new(&cli.show);
    match &cli.command {
        Command::Validate(args) => validate::run(args, &show),
        Command::Count(args) => count::run(args, &show),
        Command::Render(args) => render::run(args, &show),
        Command::Replay(args) => replay::run(args, &show),
        Command::Diff(args) => diff::run(args, &show),
        Command::Compare(args) => compare::run(args, &show),
        Command::Generate(args) => generate::run(args, &show),
        Command::Import(args) => import::run(args, &show),
        Command::Transcribe(args) => transcribe::run(args, &show),
        Command::Fmt(args) => fmt::run(args, &show),
        Command::Schema(args) => schema::run(args),
        Command::Moves(args) => moves::run(args, &show),
        Command::Resolve(args) => resolve::run(args, &show),
        Command::Explain(args) => explain::run(args),
        Command::Completions(args) => packaging::completions(args),
        Command::Man(args) => packaging::man(args),
    }
}

/// Does a job with so many threads at most; all cores where none is said. More threads than cores only wait for each other.
fn with_threads<T: Send>(jobs: Option<u16>, job: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let Some(jobs) = jobs.map(|jobs| usize::from(jobs).min(rayon::current_num_threads())) else { return Ok(job()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|error| Failure::Usage(format!("{jobs} threads cannot be started: {error}")))?;
    Ok(pool.install(job))
}
