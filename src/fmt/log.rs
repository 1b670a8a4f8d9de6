//! Move logs in their canonical form (`formats.md`, section 3): numbers, players aligned within a game, every rotation, a
//! port only where the piece has several of the feature.
//!
//! Ports, numbers and cells that go without saying are the ruleset's to know, so a log is replayed to be written anew. What
//! must stay true: the log that is written replays to the same game, in time linear in its length but for its games'.

use std::sync::Arc;

use rayon::prelude::*;

use super::Refused;
use super::blanks::Blanks;
use super::lines::{self, trimmed};
use crate::diagnostic::{Code, Finding, Level};
use crate::log::{GameBytes, split};
use crate::replay::{Replayer, Rulesets, RunOptions, no_game};
use crate::text::{Excerpt, Span};

/// The largest log that is written anew, in bytes: unlike a replay, this holds all of it.
pub const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// About how many batches a thread gets: more even out games of different length.
const BATCHES: usize = 4;

/// The canonical form of a log.
///
/// # Errors
/// Where it does not replay: its findings, those on wrong totals left out, which no spelling mends.
pub fn format(rulesets: &Rulesets<'_>, file: &Arc<str>, bytes: &[u8]) -> Result<String, Refused> {
    if bytes.len() as u64 > MAX_BYTES {
        let message = format!("`{file}` is longer than a log that is written anew may be");
        let help = format!("the limit is {} MiB; split it into several files", MAX_BYTES / (1024 * 1024));
        return Err(alone(Finding::error(Code::TooLarge, message).help(help).at(nowhere(file))));
    }
    let parts = split(bytes);
    if parts.is_empty() {
        return Err(alone(no_game(file)));
    }
    // Comments and blank lines before the first game.
    let before = bytes.len() - parts.iter().map(|part| part.bytes.len()).sum::<usize>();
    let head = match std::str::from_utf8(&bytes[..before]) {
        Ok(head) => head,
        Err(error) => return Err(alone(not_utf8(file, bytes, error.valid_up_to()))),
    };
    let options = RunOptions { scores_only: true, ..RunOptions::default() };
    let batch = parts.len().div_ceil(rayon::current_num_threads() * BATCHES).max(1);
    let written: Vec<Vec<Result<String, Refused>>> = parts
        .par_chunks(batch)
        .map(|batch| {
            let mut replayer = Replayer::new(rulesets, file.clone(), &options);
            batch.iter().map(|part| game(&mut replayer, part)).collect()
        })
        .collect();
    let mut games = Vec::with_capacity(parts.len());
    let mut findings = Vec::new();
    for game in written.into_iter().flatten() {
        match game {
            Ok(text) => games.push(text),
            Err(Refused::File(found)) => findings.extend(found),
            Err(broken) => return Err(broken),
        }
    }
    if !findings.is_empty() {
        return Err(Refused::File(findings));
    }
    Ok(space(head, &games, bytes.len()))
}

fn alone(finding: Finding) -> Refused {
    Refused::File(vec![finding])
}

fn nowhere(file: &Arc<str>) -> crate::text::Place {
    Excerpt::whole(file.clone(), "").place(Span::default())
}

fn not_utf8(file: &Arc<str>, bytes: &[u8], at: usize) -> Finding {
    let text = String::from_utf8_lossy(bytes);
    let place = Excerpt::whole(file.clone(), text).place(Span::new(at, at + 1));
    Finding::error(Code::NotUtf8, "the bytes here are not UTF-8 text").help("save the log as UTF-8").at(place)
}

/// The lines of one game, blank lines as they were.
fn game(replayer: &mut Replayer<'_, '_>, part: &GameBytes<'_>) -> Result<String, Refused> {
    let mut written = None;
    let outcome = replayer.replay_traced(part, |game, turns| {
        written = std::str::from_utf8(part.bytes).ok().and_then(|text| lines::game(text, game, turns));
    });
    if let Some(broken) = outcome.broken {
        return Err(Refused::Data(broken));
    }
    let about_totals = |code| matches!(code, Code::WrongScore | Code::WrongClaim | Code::NotComplete);
    let keeps = |finding: &Finding| finding.level == Level::Error && !about_totals(finding.code);
    let findings: Vec<_> = outcome.findings.into_iter().filter(keeps).collect();
    match written {
        Some(text) if findings.is_empty() => Ok(text),
        None if findings.is_empty() => {
            let message = "the game was replayed and cannot be written anew";
            let place = Excerpt { file: outcome.report.file, text: "".into(), first_line: part.lines_before + 1 };
            Err(alone(Finding::error(Code::Internal, message).at(place.place(Span::default()))))
        }
        _ => Err(Refused::File(findings)),
    }
}

/// Puts the games together: a blank line between them and before their first turns, each with the comments above it.
fn space(head: &str, games: &[String], bytes: usize) -> String {
    let mut text = Blanks::with_capacity(bytes + bytes / 8);
    let mut in_head = false;
    for line in head.lines().map(trimmed).chain(games.iter().flat_map(|game| game.lines())) {
        let Some(first) = line.bytes().next() else {
            text.blank();
            continue;
        };
        if first == b'#' {
            text.comment(line);
            continue;
        }
        let begins = line.starts_with("game:");
        let is_turn = first.is_ascii_digit();
        text.line(line, begins || is_turn && in_head);
        in_head = begins || in_head && !is_turn;
    }
    text.finish()
}
