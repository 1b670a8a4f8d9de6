//! Markdown for a job summary: a table of the games, a table of the findings, and the totals.
//!
//! A summary is read by people and limited in size, so the first [`MOST_ROWS`] games stand for all. The findings wait
//! for the end of the first table; the cap bounds them.

use std::io::{self, Write};

use super::{End, Findings, Item, Job, Sink};
use crate::diagnostic::render::markdown::{cell, code_span, head, row};

/// Games that get a row.
const MOST_ROWS: usize = 200;
/// Bytes of findings that are kept.
const MOST_BYTES: usize = 512 << 10;

/// The tables of a run.
pub(super) struct Tables {
    job: Job,
    games: usize,
    findings: Vec<u8>,
    left_out: usize,
}

impl Tables {
    pub(super) const fn new(job: Job) -> Self {
        Self { job, games: 0, findings: Vec::new(), left_out: 0 }
    }

    fn keep(&mut self, findings: Findings<'_>) -> io::Result<()> {
        for finding in findings.shown {
            if self.findings.len() < MOST_BYTES {
                row(&mut self.findings, finding)?;
            } else {
                self.left_out += 1;
            }
        }
        Ok(())
    }
}

impl Sink for Tables {
    fn item(&mut self, out: &mut dyn Write, item: Item<'_>, findings: Findings<'_>) -> io::Result<()> {
        self.keep(findings)?;
        let Item::Game(game) = item else { return Ok(()) };
        self.games += 1;
        if self.games > MOST_ROWS {
            return Ok(());
        }
        if self.games == 1 {
            writeln!(out, "| log | game | turns | scores | ended | findings |\n|---|---|--:|---|---|---|")?;
        }
        let rules: Vec<&str> = std::iter::once(&game.game).chain(&game.variants).map(|word| &**word).collect();
        let scores: Vec<_> =
            (0..game.players.len()).map(|seat| format!("{} {}", game.player(seat), game.score(seat))).collect();
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            code_span(&format!("{}:{}", game.file, game.line)),
            cell(&rules.join(" + ")),
            game.turns,
            cell(&scores.join(", ")),
            game.ended.word(),
            if findings.tally.total() == 0 { "ok".to_owned() } else { findings.tally.to_string() }
        )
    }

    fn end(&mut self, out: &mut dyn Write, findings: Findings<'_>, end: &End) -> io::Result<()> {
        self.keep(findings)?;
        if self.games > MOST_ROWS {
            writeln!(out, "\nand {} more games", self.games - MOST_ROWS)?;
        }
        if self.job == Job::Replay && self.games > 0 {
            writeln!(out)?;
        }
        if !self.findings.is_empty() {
            head(out)?;
            out.write_all(&self.findings)?;
            writeln!(out)?;
        }
        let more = end.totals.held_back + self.left_out;
        if more > 0 {
            writeln!(out, "and {more} more\n")?;
        }
        writeln!(out, "**{}**", end.totals)
    }
}
