//! `render`: tiles, sets, boards and tables drawn in characters.

use std::io::Write;
use std::sync::Arc;

use super::games::{Games, compile};
use super::one_game::WholeLog;
use super::output::{Look, Sink};
use super::{Failure, Status};
use crate::cli::{Render, RenderLog};
use crate::diagnostic::render::human;
use crate::diagnostic::{Level, did_you_mean};
use crate::geometry::Cell;
use crate::play::{Match, Room};
use crate::render::{self, Laid, Scene, Style, Vocabulary};
use crate::replay::{Replayer, RunOptions, scene_of};
use crate::source::Resolved;

pub(super) fn run(args: &Render, look: &Look) -> Result<Status, Failure> {
    let style = look.style();
    let text = match args {
        Render::Tile { game, tile, variants, data } => {
            let resolved = Games::load(data, look, None)?.resolve(game, &variants.variants)?;
            let words = Vocabulary::of(&resolved.ruleset);
            let tiles = resolved.tilesets.iter().flat_map(|set| &set.tile);
            match tiles.clone().find(|record| record.id == *tile) {
                Some(record) => render::tile(record, &words, &style),
                None => {
                    let help = did_you_mean(tile, tiles.map(|record| record.id.as_str()));
                    return Err(Failure::Usage(format!("`{game}` has no tile `{tile}`; {help}")));
                }
            }
        }
        Render::Set { game, set, variants, data } => {
            let resolved = Games::load(data, look, None)?.resolve(game, &variants.variants)?;
            let words = Vocabulary::of(&resolved.ruleset);
            let sets = resolved.tilesets.iter().filter(|record| set.as_ref().is_none_or(|set| record.id == *set));
            let sheets: Vec<_> = sets.map(|set| render::sheet(set, &words, &style)).collect();
            if sheets.is_empty() {
                let known = resolved.tilesets.iter().map(|set| set.id.as_str());
                let help = did_you_mean(set.as_deref().unwrap_or_default(), known);
                return Err(Failure::Usage(format!("`{game}` has no such tile set; {help}")));
            }
            sheets.join("\n")
        }
        Render::Board { game, variants, data } => {
            let resolved = Games::load(data, look, None)?.resolve(game, &variants.variants)?;
            if resolved.maps.is_empty() {
                let words = Vocabulary::of(&resolved.ruleset);
                let Some(board) = &resolved.board else {
                    return Err(Failure::Usage(format!("`{game}` has no start board and no map")));
                };
                let mut text = String::new();
                for side in &board.side {
                    use std::fmt::Write as _;
                    let [least, most] = side.players;
                    let status = side.status.or(board.status).unwrap_or_default().word();
                    let _ =
                        writeln!(text, "{} for {least} to {most} players, {} spaces, {status}", board.id, side.spaces);
                    let piece = Laid::of_board(&board.id, board.size, side, &words);
                    let scene = Scene { words: words.clone(), pieces: vec![piece], ..Scene::default() };
                    text.push_str(&render::board(&scene, &style));
                    text.push('\n');
                }
                text
            } else {
                map(&resolved, &style)?
            }
        }
        Render::Log(args) => return log(args, look),
    };
    let mut out = Sink::stdout();
    out.write_all(text.as_bytes()).map_err(Failure::io("standard output"))?;
    out.close()?;
    Ok(Status::Clean)
}

/// The map of a game before any tile lies there, with what each map is.
fn map(resolved: &Resolved, style: &Style) -> Result<String, Failure> {
    use std::fmt::Write as _;
    let mut text = String::new();
    for map in &resolved.maps {
        let title = map.title.as_ref().map(|title| format!(", {title}")).unwrap_or_default();
        let _ = writeln!(text, "{}{title}, {}", map.id, map.status.unwrap_or_default().word());
    }
    let game = compile(resolved).map_err(Failure::Broken)?;
    let play = Match::new(&game, usize::from(game.players[0].max(1)), false, Room::default());
    text.push_str(&render::board(&scene_of(&play, &[]), style));
    Ok(text)
}

/// The table of a recorded game: at its end, after a turn, or where its first illegal move stopped it.
fn log(args: &RenderLog, look: &Look) -> Result<Status, Failure> {
    let games = Games::load(&args.data, look, Some(&args.file))?;
    let rulesets = games.rulesets();
    let around = args.around.as_deref().map(parse_cell).transpose()?;
    let log = WholeLog::read(&args.file)?;
    let (name, part) = (Arc::clone(&log.name), log.game(args.game)?);
    let options = RunOptions { variants: args.variants.variants.clone(), ..RunOptions::default() };
    let style = look.style();
    let mut map = None;
    let outcome = Replayer::new(&rulesets, name, &options).until(args.at).replay_with(&part, |play, _, players| {
        let scene = scene_of(play, players);
        let text = around.map_or_else(|| render::board(&scene, &style), |cell| render::crop(&scene, cell, &style));
        map = Some((text, play.turns()));
    });
    if let Some(findings) = outcome.broken {
        return Err(Failure::Broken(findings.to_vec()));
    }
    let mut out = Sink::stdout();
    if let Some((text, turns)) = &map {
        if let Some(at) = args.at.filter(|at| at > turns) {
            return Err(Failure::Usage(format!("there is no turn {at}: the game ends after turn {turns}")));
        }
        out.write_all(text.as_bytes()).map_err(Failure::io("standard output"))?;
        if outcome.report.reconstructed {
            writeln!(out, "drawings in play are reconstructions, not what is printed on the tiles")
                .map_err(Failure::io("standard output"))?;
        }
    }
    let wrong = outcome.findings.iter().any(|finding| finding.level == Level::Error);
    for finding in &outcome.findings {
        human::finding(&mut out, finding, &look.style()).map_err(Failure::io("standard output"))?;
    }
    out.close()?;
    Ok(Status::of(wrong))
}

/// A cell as `--around` takes it: `3,-2`, with brackets or without.
fn parse_cell(word: &str) -> Result<Cell, Failure> {
    let bare = word.trim().trim_start_matches('(').trim_end_matches(')');
    let parts: Vec<_> = bare.split(',').map(|part| part.trim().parse::<i32>()).collect();
    match parts.as_slice() {
        [Ok(x), Ok(y)] if x.abs() <= crate::geometry::MAX_COORDINATE && y.abs() <= crate::geometry::MAX_COORDINATE => {
            Ok(Cell::new(*x, *y))
        }
        _ => Err(Failure::Usage(format!("`{word}` is not a cell; a cell is written `x,y`, such as `3,-2`"))),
    }
}
