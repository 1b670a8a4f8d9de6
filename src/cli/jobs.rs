//! The arguments of each job.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{Data, Ledger, OutputFormat, Report, Variants};
use crate::replay::Shard;

/// Arguments of `validate`.
#[derive(Debug, Args)]
pub struct Validate {
    /// Files, folders, globs, or `-` for the standard input; the built-in data where left out.
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// What the standard input is called.
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_filename: String,
    /// Also build each ruleset and variant and play a seeded game on it for each number of players.
    #[arg(long)]
    pub deep: bool,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
    /// How findings are told.
    #[command(flatten)]
    pub report: Report,
}

/// Arguments of `count`.
#[derive(Debug, Args)]
pub struct Count {
    /// The ruleset; all of them where left out.
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// Which variants.
    #[command(flatten)]
    pub variants: Variants,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
    /// Count what is left after this log's first game, as far as it goes.
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    pub log: Option<String>,
    /// The output's format.
    #[arg(long, value_enum, default_value_t = CountFormat::Human, value_name = "FORMAT")]
    pub format: CountFormat,
}

/// Formats of `count`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CountFormat {
    /// Tables.
    Human,
    /// One JSON document.
    Json,
    /// A line a difference: `path:line:col: error[TW0303]: message`.
    Short,
    /// Annotations of GitHub workflows, one a difference.
    Github,
    /// SARIF 2.1.0, one result a difference.
    Sarif,
    /// XML for test reports, one case a game.
    Junit,
    /// A table of the differences.
    Markdown,
}

/// What to draw.
#[derive(Debug, Subcommand)]
pub enum Render {
    /// A tile with all its faces and rotations.
    Tile {
        /// The ruleset.
        game: String,
        /// The tile's id.
        tile: String,
        /// Which variants.
        #[command(flatten)]
        variants: Variants,
        /// Where games come from.
        #[command(flatten)]
        data: Data,
    },
    /// A tile set as a sheet.
    Set {
        /// The ruleset.
        game: String,
        /// The set's id; all sets where left out.
        set: Option<String>,
        /// Which variants.
        #[command(flatten)]
        variants: Variants,
        /// Where games come from.
        #[command(flatten)]
        data: Data,
    },
    /// A start board, both sides, or the map that tiles are laid on.
    Board {
        /// The ruleset.
        game: String,
        /// Which variants.
        #[command(flatten)]
        variants: Variants,
        /// Where games come from.
        #[command(flatten)]
        data: Data,
    },
    /// The table of a recorded game.
    Log(RenderLog),
}

/// Arguments of `render log`.
#[derive(Debug, Args)]
pub struct RenderLog {
    /// The log, or `-` for the standard input.
    pub file: String,
    /// Which of its games, counted from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub game: usize,
    /// After which turn; 0 is the start. The end where left out.
    #[arg(long, value_name = "TURN")]
    pub at: Option<u32>,
    /// Only the part around this cell, such as `3,-2`.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    pub around: Option<String>,
    /// Which variants.
    #[command(flatten)]
    pub variants: Variants,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// Move logs: files, folders, globs, or `-` for the standard input.
    #[arg(value_name = "LOG", required = true)]
    pub logs: Vec<String>,
    /// What the standard input is called.
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_filename: String,
    /// Which variants, after each log's own.
    #[command(flatten)]
    pub variants: Variants,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
    /// How findings are told.
    #[command(flatten)]
    pub report: Report,
    /// How much of the ledger is told: full for `human` (of one game) and `json`, summary for `jsonl` where left out.
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub ledger: Option<Ledger>,
    /// Threads; all cores where left out.
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Replay only every Nth game, from the Ith on: N machines given 1/N to N/N replay each game once.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Stop after the first game with an error.
    #[arg(long)]
    pub fail_fast: bool,
}

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub struct Diff {
    /// A game (`GAME`, `GAME+VARIANT+VARIANT`), a file or folder of data, or one of a git revision (`REV:PATH`).
    pub a: String,
    /// What it is compared with, likewise.
    pub b: String,
    /// Move logs to replay under both: files, folders, globs, or `-` for the standard input.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub logs: Vec<String>,
    /// What the standard input is called.
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_filename: String,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
    /// The output's format.
    #[arg(long, value_enum, default_value_t = DiffFormat::Human, value_name = "FORMAT")]
    pub format: DiffFormat,
    /// Write to this file instead of the standard output; it is replaced only when all is written.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Threads; all cores where left out.
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// Formats of `diff`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DiffFormat {
    /// Sentences and tables.
    Human,
    /// One JSON document.
    Json,
    /// A summary for a pull request, with the full tables folded.
    Markdown,
    /// Annotations of GitHub workflows.
    Github,
}

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct Compare {
    /// A game (`GAME`, `GAME+VARIANT+VARIANT`), a ruleset or variant by its file or folder, or one of a git revision
    /// (`REV:PATH`).
    pub a: String,
    /// What it is compared with, likewise.
    pub b: String,
    /// How many pairs of games.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// The number of players; the least both rulesets are for where left out.
    #[arg(long, value_name = "N")]
    pub players: Option<usize>,
    /// The seed: the same one gives the same numbers everywhere.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
    /// The output's format.
    #[arg(long, value_enum, default_value_t = CompareFormat::Human, value_name = "FORMAT")]
    pub format: CompareFormat,
    /// Write to this file instead of the standard output; it is replaced only when all is written.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Draw the points by source and the differences into this SVG file.
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Threads; all cores where left out.
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// Formats of `compare`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CompareFormat {
    /// Sentences and tables.
    Human,
    /// One JSON document.
    Json,
    /// Sentences, with the tables folded.
    Markdown,
}

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub struct Generate {
    /// The ruleset.
    pub game: String,
    /// The number of players; the least the ruleset is for where left out.
    #[arg(long, value_name = "N")]
    pub players: Option<usize>,
    /// The seed: the same one gives the same bytes everywhere.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub games: u64,
    /// How players choose: any turn, the one with most points at once, or now one and now the other.
    #[arg(long, value_enum, default_value_t = Policy::Random, value_name = "POLICY")]
    pub policy: Policy,
    /// Which variants.
    #[command(flatten)]
    pub variants: Variants,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
}

/// Arguments of `import`.
#[derive(Debug, Args)]
pub struct Import {
    /// What the files are.
    #[arg(value_enum, value_name = "FORMAT")]
    pub from: ImportFormat,
    /// The files, or `-` for the standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// What the standard input is called.
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_filename: String,
    /// Keep the players' names, which are left behind otherwise.
    #[arg(long)]
    pub keep_names: bool,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
    /// How findings are told; `--output` is for the games.
    #[command(flatten)]
    pub report: Report,
}

/// Formats of `import`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ImportFormat {
    /// Saves and scenario files of `JCloisterZone`.
    Jcz,
    /// Logs of `BoardGameArena`.
    Bga,
}

/// Arguments of `transcribe`.
#[derive(Debug, Args)]
pub struct Transcribe {
    /// The ruleset.
    pub game: String,
    /// Which variants; those that the sheet names where left out.
    #[command(flatten)]
    pub variants: Variants,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
    /// Only this tile set, board or mouth; for a map, a sheet that becomes the map's file.
    #[arg(long, value_name = "SET", conflicts_with = "from")]
    pub set: Option<String>,
    /// Read this filled sheet back, or `-` for the standard input.
    #[arg(long, value_name = "SHEET")]
    pub from: Option<String>,
    /// What the standard input is called.
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_filename: String,
    /// `text` or `html` for a sheet; the others for what is found in a filled one.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<SheetFormat>,
    /// Write to this file instead of the standard output; data files of a sheet with several sets into this folder.
    #[arg(long, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    /// Tell at most so many findings.
    #[arg(long, value_name = "N")]
    pub max_diagnostics: Option<usize>,
}

/// Formats of `transcribe`: of a sheet, and of what is found in a filled one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SheetFormat {
    /// A sheet to fill in with an editor.
    Text,
    /// A sheet to print.
    Html,
    /// Findings for people, with the lines that are wrong.
    Human,
    /// A line a finding.
    Short,
    /// One JSON document.
    Json,
    /// One JSON document a line.
    Jsonl,
    /// Annotations of GitHub workflows.
    Github,
    /// SARIF 2.1.0.
    Sarif,
    /// XML for test reports.
    Junit,
    /// A table for a job summary.
    Markdown,
}

impl SheetFormat {
    /// The format of findings that it is; none for one of sheets.
    #[must_use]
    pub const fn findings(self) -> Option<OutputFormat> {
        match self {
            Self::Text | Self::Html => None,
            Self::Human => Some(OutputFormat::Human),
            Self::Short => Some(OutputFormat::Short),
            Self::Json => Some(OutputFormat::Json),
            Self::Jsonl => Some(OutputFormat::Jsonl),
            Self::Github => Some(OutputFormat::Github),
            Self::Sarif => Some(OutputFormat::Sarif),
            Self::Junit => Some(OutputFormat::Junit),
            Self::Markdown => Some(OutputFormat::Markdown),
        }
    }
}

/// Arguments of `fmt`.
#[derive(Debug, Args)]
pub struct Fmt {
    /// Files, folders, globs, or `-` for the standard input, which is written to the standard output.
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// What the standard input is called; by its ending it is a log or data.
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    pub stdin_filename: String,
    /// Write nothing, and name the files that would change.
    #[arg(long)]
    pub check: bool,
    /// Write nothing, and show what would change.
    #[arg(long)]
    pub diff: bool,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
}

/// How players choose their turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Policy {
    /// Any legal turn.
    Random,
    /// One that scores most at once; any of those.
    Greedy,
    /// Greedy in every other turn, by chance.
    Mixed,
}

/// Arguments of `schema`.
#[derive(Debug, Args)]
pub struct Schema {
    /// Which schema; all of their names where left out.
    #[arg(value_name = "KIND")]
    pub kind: Option<String>,
    /// Write all schemas into this folder.
    #[arg(long, value_name = "DIR", conflicts_with = "kind")]
    pub output: Option<PathBuf>,
    /// Only say whether the files in the folder are up to date.
    #[arg(long, requires = "output")]
    pub check: bool,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// A code (`TW0703`) or its slug (`edge-mismatch`); a list of them where left out.
    #[arg(value_name = "CODE|SLUG")]
    pub code: Option<String>,
    /// Explain all of them.
    #[arg(long, conflicts_with = "code")]
    pub all: bool,
    /// The output's format.
    #[arg(long, value_enum, default_value_t = ExplainFormat::Human, value_name = "FORMAT")]
    pub format: ExplainFormat,
}

/// Arguments of `moves`.
#[derive(Debug, Args)]
pub struct Moves {
    /// The log, or `-` for the standard input.
    #[arg(value_name = "LOG")]
    pub file: String,
    /// Which of its games, counted from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub game: usize,
    /// After which turn; 0 is the start. The end where left out.
    #[arg(long, value_name = "TURN")]
    pub at: Option<u32>,
    /// Only turns with this tile; they are listed then.
    #[arg(long, value_name = "TILE")]
    pub tile: Option<String>,
    /// Only the number.
    #[arg(long)]
    pub count: bool,
    /// The number by tile, also where one tile is named.
    #[arg(long, conflicts_with = "count")]
    pub divide: bool,
    /// Turns to look ahead.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=6))]
    pub depth: u32,
    /// The output's format.
    #[arg(long, value_enum, default_value_t = CountedFormat::Human, value_name = "FORMAT")]
    pub format: CountedFormat,
    /// Which variants, after the log's own.
    #[command(flatten)]
    pub variants: Variants,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
}

/// Arguments of `resolve`.
#[derive(Debug, Args)]
pub struct Resolve {
    /// The ruleset.
    pub game: String,
    /// Only this key and what is below it, such as `features.city`.
    #[arg(long, value_name = "PATH")]
    pub key: Option<String>,
    /// The output's format.
    #[arg(long, value_enum, default_value_t = CountedFormat::Human, value_name = "FORMAT")]
    pub format: CountedFormat,
    /// Which variants.
    #[command(flatten)]
    pub variants: Variants,
    /// Where games come from.
    #[command(flatten)]
    pub data: Data,
}

/// Formats of `moves` and `resolve`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CountedFormat {
    /// For people.
    Human,
    /// One JSON document.
    Json,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct Man {
    /// Write the pages of the program and of each command into this folder.
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

/// Formats of `explain`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExplainFormat {
    /// For people.
    Human,
    /// One JSON document.
    Json,
    /// A section a code.
    Markdown,
}
