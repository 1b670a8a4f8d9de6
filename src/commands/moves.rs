//! `moves`: the legal turns of a position in a recorded game.

use std::io::Write;
use std::sync::Arc;

use super::games::Games;
use super::one_game::WholeLog;
use super::output::{Look, Sink};
use super::{Failure, Status};
use crate::cli::{CountedFormat, Moves};
use crate::diagnostic::{Level, did_you_mean};
use crate::game::{ClassId, TileName};
use crate::moves::{self, FORMAT, MovesReport, TileMoves};
use crate::play::Match;
use crate::replay::{Replayer, RunOptions};

pub(super) fn run(args: &Moves, look: &Look) -> Result<Status, Failure> {
    let games = Games::load(&args.data, look, Some(&args.file))?;
    let rulesets = games.rulesets();
    let log = WholeLog::read(&args.file)?;
    let (name, part) = (Arc::clone(&log.name), log.game(args.game)?);
    let options = RunOptions { variants: args.variants.variants.clone(), ..RunOptions::default() };
    let mut told: Option<Result<MovesReport, Failure>> = None;
    let replayer = Replayer::new(&rulesets, Arc::clone(&name), &options);
    // A game that is over has no next turn: it is looked at before its final scoring.
    let outcome = replayer.until(Some(args.at.unwrap_or(u32::MAX))).replay_with(&part, |play, _, players| {
        told = Some(report(args, play, players));
    });
    if let Some(findings) = outcome.broken {
        return Err(Failure::Broken(findings.to_vec()));
    }
    let wrong = outcome.findings.iter().filter(|finding| finding.level == Level::Error).count();
    let Some(report) = told.transpose()?.filter(|_| wrong == 0) else {
        let message = format!("the game cannot be played so far: `tilewright replay {name}` says why");
        return Err(Failure::Usage(message));
    };
    let mut out = Sink::stdout();
    let written = match args.format {
        CountedFormat::Json => writeln!(out, "{:#}", serde_json::json!(report)),
        CountedFormat::Human if args.count => writeln!(out, "{}", report.total),
        CountedFormat::Human => out.write_all(text(&report).as_bytes()),
    };
    written.map_err(Failure::io("standard output"))?;
    out.close()?;
    Ok(Status::Clean)
}

fn report(args: &Moves, play: &Match<'_>, players: &[String]) -> Result<MovesReport, Failure> {
    let game = play.game();
    if let Some(at) = args.at.filter(|at| *at > play.turns()) {
        let message = format!("there is no turn {at}: the game ends after turn {}", play.turns());
        return Err(Failure::Usage(message));
    }
    let classes: Vec<ClassId> = match &args.tile {
        None => moves::drawable(play),
        Some(word) => match game.tile_name(word.as_bytes()) {
            Some(TileName::Class(class)) => vec![class],
            Some(TileName::Ambiguous(tile)) => game.tiles[tile].classes.clone().map(ClassId).collect(),
            None => {
                let names = game.tile_names();
                let help = did_you_mean(word, names.iter().map(String::as_str));
                return Err(Failure::Usage(format!("`{}` has no tile `{word}`; {help}", game.id)));
            }
        },
    };
    let depth = args.depth.max(1);
    let tiles: Vec<TileMoves> = classes
        .into_iter()
        .map(|class| {
            let (placements, _) = moves::count(play, class);
            let listed = args.tile.is_some() && !args.count && !args.divide && depth == 1;
            let listed = if listed { moves::moves(play, class) } else { Vec::new() };
            TileMoves {
                tile: game.classes[class.index()].name.clone(),
                left: play.copies_left(class),
                placements,
                turns: moves::divide(play, class, depth),
                moves: listed.iter().map(|turn| turn.text(game)).collect(),
            }
        })
        .collect();
    let total = tiles.iter().map(|tile| tile.turns).sum();
    let player = players.get(play.seat()).cloned().unwrap_or_default();
    let turn = play.moment().to_string();
    Ok(MovesReport { format: FORMAT, game: game.id.clone(), turn, player, depth, tiles, total })
}

fn text(report: &MovesReport) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let ahead = if report.depth == 1 { "turns".to_owned() } else { format!("sequences of {} turns", report.depth) };
    let _ = writeln!(text, "turn {}, {}", report.turn, report.player);
    if let [only] = report.tiles.as_slice()
        && !only.moves.is_empty()
    {
        let _ =
            writeln!(text, "{}: {} left, {} placements, {} turns\n", only.tile, only.left, only.placements, only.turns);
        for turn in &only.moves {
            let _ = writeln!(text, "  {turn}");
        }
        return text;
    }
    let width = report.tiles.iter().map(|tile| tile.tile.len()).max().unwrap_or(0).max(4);
    let _ = writeln!(text, "\n  {:<width$}  left  placements  {ahead}", "tile");
    for tile in &report.tiles {
        let _ = writeln!(
            text,
            "  {:<width$}  {:>4}  {:>10}  {:>len$}",
            tile.tile,
            tile.left,
            tile.placements,
            tile.turns,
            len = ahead.len()
        );
    }
    let _ = writeln!(text, "\n{} {ahead}", report.total);
    text
}
