//! TW0408 and TW0302 for rules that go with maps: chips have a map and colours, tiles suffice, and nothing else wants the table.

use crate::model::HiddenTiles;
use crate::source::{Part, child};

use super::super::Game;
use super::super::names::unknown;
use super::super::report::{At, Report};
use super::super::rules::incoherent;
use super::Drawn;

/// Checks what a ruleset says of maps, chips and hidden tiles.
pub(super) fn check(game: &Game<'_>, maps: &[Drawn<'_>], report: &mut Report<'_>) {
    let rules = &game.resolved.ruleset;
    check_tiles(game, maps, report);
    let chips = At::key(Part::Ruleset, "/chips");
    if maps.is_empty() {
        if rules.chips.is_some() {
            let help = "name the map's file: `maps = [\"map.toml\"]`";
            report.add(&chips, incoherent("chips lie on the squares of a map, and the game has none").help(help));
        }
        return;
    }
    let elsewhere = [
        ("/board", rules.board.is_some() || game.resolved.board.is_some()),
        ("/front", rules.front.is_some()),
        ("/options/table", rules.options.table.is_some()),
        ("/stack", !rules.stack.is_empty()),
    ];
    for (pointer, _) in elsewhere.into_iter().filter(|(_, is)| *is) {
        let key = pointer.rsplit('/').next().unwrap_or_default();
        let finding = incoherent(format!("a game on a map has no `{key}`: the map says where tiles may lie"));
        report.add(&At::key(Part::Ruleset, pointer), finding.help("leave out the one or the other"));
    }
    let starts: usize = maps.iter().map(|one| one.those(|square| square.start).len()).sum();
    if rules.start.len() > starts && starts > 0 {
        let message = format!("{} tiles start, and the map has {starts} start squares", rules.start.len());
        report.add(&At::value(Part::Ruleset, "/start"), incoherent(message));
    }
    let Some(table) = &rules.chips else { return };
    let colours: Vec<&str> = table.colours.keys().map(String::as_str).collect();
    for one in maps {
        for (sign, square) in &one.map.legend {
            if let Some(colour) = square.hidden.as_deref().filter(|colour| !colours.contains(colour)) {
                let at = At::value(one.part, child(&child("/legend", sign), "hidden"));
                report.add(&at, unknown("colour of chips", colour, &colours));
            }
        }
    }
    let places: usize = maps.iter().map(|one| one.those(|square| square.chip && !square.start).len()).sum();
    let all: u64 = table.colours.values().flatten().map(|&copies| u64::from(copies)).sum();
    if places as u64 > all {
        let message = format!("the map has {places} places for chips, and there are {all} chips");
        report.add(&chips, incoherent(message).help("`colours` says how many chips there are of each value"));
    }
}

/// The tiles that are used are there, those on start squares and hidden ones among them.
fn check_tiles(game: &Game<'_>, maps: &[Drawn<'_>], report: &mut Report<'_>) {
    let rules = &game.resolved.ruleset;
    let boxes = u64::from(rules.options.boxes.unwrap_or(1));
    let tiles = game.tiles().filter_map(|piece| piece.tile).filter(|tile| !tile.apart);
    let all = boxes * tiles.map(|tile| u64::from(tile.count)).sum::<u64>();
    let hidden: u64 = if rules.chips.is_some() {
        maps.iter().map(|one| one.those(|square| square.hidden.is_some()).len() as u64).sum()
    } else {
        0
    };
    let on_top = rules.options.hidden_tiles == Some(HiddenTiles::OnTop);
    let used = rules.options.tiles_used.map(u64::from);
    let wanted =
        used.unwrap_or(if on_top { all.saturating_sub(hidden) } else { all }) + if on_top { hidden } else { 0 };
    let starts: u64 = maps.iter().map(|one| one.those(|square| square.start).len() as u64).sum();
    let (pointer, message) = if wanted > all {
        ("/options/tiles_used", format!("{wanted} tiles are used, hidden ones included, and there are {all}"))
    } else if used.unwrap_or(all) < starts + if on_top { 0 } else { hidden } {
        (
            "/options/tiles_used",
            format!(
                "{} tiles do not suffice for {starts} start squares and {hidden} hidden tiles",
                used.unwrap_or(all)
            ),
        )
    } else {
        return;
    };
    let at = if used.is_some() { At::value(Part::Ruleset, pointer) } else { At::value(Part::Ruleset, "/id") };
    report.add(&at, incoherent(message).help("`boxes = 2` plays with the tiles of two boxes"));
}
