//! The command line as types.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

mod jobs;

pub use jobs::{
    Compare, CompareFormat, Completions, Count, CountFormat, CountedFormat, Diff, DiffFormat, Explain, ExplainFormat,
    Fmt, Generate, Import, ImportFormat, Man, Moves, Policy, Render, RenderLog, Replay, Resolve, Schema, SheetFormat,
    Transcribe, Validate,
};

/// Checks the rules and tile data of tile-laying games, draws them, and replays recorded games to verified scores.
///
/// The games' data are built in, so every command works in an empty folder. Exit status: 0 nothing to report, 1 findings, 2
/// the job could not be done.
#[derive(Debug, Parser)]
#[command(name = "tilewright", version, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// How to show it.
    #[command(flatten)]
    pub show: Show,
}

/// Flags every command has.
#[derive(Debug, Args)]
pub struct Show {
    /// When to use colour.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub color: Colour,
    /// Say nothing but findings.
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Draw with plain ASCII characters only.
    #[arg(long, global = true)]
    pub ascii: bool,
    /// Leave settings files (`tilewright.toml`, searched upward from what is read) alone.
    #[arg(long, global = true)]
    pub no_settings: bool,
    /// Columns to draw in; the terminal's, or 100, where left out.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(20..=10_000))]
    pub width: Option<u16>,
}

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Colour {
    /// Where the output is a terminal that can, unless `NO_COLOR` is set; always where `CLICOLOR_FORCE` is.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The jobs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check data files and move logs: syntax, shape, references, geometry, counts.
    Validate(Validate),
    /// Count tiles by set, tile, face, edge, feature and icon, against what the rules state.
    Count(Count),
    /// Draw a tile, a set, a board or the table of a recorded game.
    #[command(subcommand)]
    Render(Render),
    /// Verify recorded games: every move legal, every claim right, every point explained.
    Replay(Replay),
    /// Say what differs between two rulesets, variants, tile sets, boards or folders, and what it changes in games.
    Diff(Diff),
    /// Play the same seeded games under two rulesets, and say what the second does to play.
    Compare(Compare),
    /// Write random legal games as move logs.
    Generate(Generate),
    /// Write games recorded elsewhere as move logs.
    Import(Import),
    /// Write a worksheet for who owns the box, or read a filled one back into data files.
    Transcribe(Transcribe),
    /// Put move logs and data files into their canonical form, in place; comments and order stay.
    Fmt(Fmt),
    /// Print or write the JSON Schemas of data files and outputs.
    Schema(Schema),
    /// List or count the legal turns of a position.
    Moves(Moves),
    /// Print a ruleset with all variants applied, and where each value comes from.
    Resolve(Resolve),
    /// Say what a code stands for.
    Explain(Explain),
    /// Print what a shell needs to complete command lines.
    Completions(Completions),
    /// Print the manual page, or write one for each command.
    Man(Man),
}

/// Where games come from.
#[derive(Debug, Args)]
pub struct Data {
    /// A folder of games (`GAME/game.toml`) to add to the built-in ones; a game of the same name takes its place.
    #[arg(long, value_name = "DIR")]
    pub data: Vec<PathBuf>,
}

/// Which variants.
#[derive(Debug, Args)]
pub struct Variants {
    /// A variant to apply: a shipped name, or a file (anything with a `/` or a `.`). May be repeated.
    #[arg(long = "variant", value_name = "NAME|FILE")]
    pub variants: Vec<String>,
}

/// How findings are told.
#[derive(Debug, Args)]
pub struct Report {
    /// The output's format.
    #[arg(long, value_enum, default_value_t = OutputFormat::Human, value_name = "FORMAT")]
    pub format: OutputFormat,
    /// Write to this file instead of the standard output; it is replaced only when all is written.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Tell at most so many findings.
    #[arg(long, value_name = "N")]
    pub max_diagnostics: Option<usize>,
    /// Exit 1 on warnings too.
    #[arg(long)]
    pub deny_warnings: bool,
    /// Do not tell findings of this code; one that is allowed in vain is told. May be repeated.
    #[arg(long, value_name = "CODE")]
    pub allow: Vec<String>,
    /// Tell findings of this code as warnings.
    #[arg(long, value_name = "CODE")]
    pub warn: Vec<String>,
    /// Tell findings of this code as errors.
    #[arg(long, value_name = "CODE")]
    pub deny: Vec<String>,
}

/// Formats of output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OutputFormat {
    /// For people, with the lines that are wrong.
    Human,
    /// A line a finding: `path:line:col: error[TW0303]: message`.
    Short,
    /// One JSON document.
    Json,
    /// One JSON document a line, for each game or file.
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

/// How much of a ledger is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Ledger {
    /// Only the scores.
    None,
    /// Points by source and player.
    Summary,
    /// Every point.
    Full,
}
