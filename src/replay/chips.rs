//! Maps in a replay: tiles on the start squares, chips and hidden tiles of a turn, and the words for what a map refuses.

use super::findings::{self, Spots, nearest};
use super::playing::{Run, Step};
use crate::diagnostic::{Code, Finding, did_you_mean, list_of};
use crate::game::{Game, MapGrid};
use crate::geometry::Cell;
use crate::log::{ChipText, Header, PieceText, TurnText, quote};
use crate::play::{Illegal, Match};
use crate::table::{Placement, Refusal};

impl Run<'_, '_> {
    /// Lays the tiles on the start squares of the map, which only the log can tell (A6.1).
    pub(super) fn start_on_map(&mut self, header: &Header<'_>, map: &MapGrid) -> Step {
        let game = self.play.game();
        let told = |message: String, help: String| Finding::error(Code::StartSquare, message).help(help);
        let squares = list(&map.starts);
        let Some(written) = &header.start else {
            let first = game.start.first().map_or("D", |start| game.classes[start.class.index()].name.as_str());
            let cell = map.starts.first().copied().unwrap_or_default();
            let help =
                format!("write each with its square: `start: {first} {cell} r0, ...`; the squares are {squares}");
            let message = format!("the log does not say which tiles lie on the start squares of `{}`", name(map));
            self.findings.push(with_place(game, told(message, help), self.text.place(header.game.span())));
            return Err(());
        };
        for start in written {
            let class = self.class_of(&start.piece)?;
            let Some((cell, _)) = start.piece.cell else {
                let message = format!("the start square of `{}` is missing", start.piece.tile.lossy());
                let finding = Finding::error(Code::CellMissing, message).help(format!("the squares are {squares}"));
                self.findings.push(finding.at(self.text.place(start.span)));
                return Err(());
            };
            let rotation = start.piece.rotation.map(|(rotation, _)| rotation).unwrap_or_default();
            if let Err(illegal) = self.play.start(Placement { class, cell, rotation }) {
                let spots = self.spots(Some(start.piece), None, start.span);
                let finding = findings::refused(&self.play, &self.players, &illegal, &spots);
                self.findings.push(finding);
                return Err(());
            }
        }
        let span = written.last().map_or_else(|| header.game.span(), |start| start.span);
        if written.len() != map.starts_used {
            let message = format!("{} of {} start squares have a tile", written.len(), map.starts_used);
            let help = format!("a tile lies on each before the first turn; the squares are {squares}");
            self.findings.push(with_place(game, told(message, help), self.text.place(span)));
            return Err(());
        }
        // The start tiles that the rules name are among them, the others are drawn.
        for start in &game.start {
            let tile = game.classes[start.class.index()].tile;
            let laid = self.play.table().pieces().iter();
            if !laid.map(|laid| game.classes[laid.placement.class.index()].tile).any(|other| other == tile) {
                let name = &game.classes[start.class.index()].name;
                let message = format!("the start tile `{name}` is on no start square");
                let finding = Finding::warning(Code::UnusualStart, message)
                    .help("the start tile lies on one of them, tiles drawn at random on the others");
                self.findings.push(with_place(game, finding, self.text.place(span)));
            }
        }
        Ok(())
    }

    /// The chip and the hidden tiles of a turn.
    pub(super) fn chips(&mut self, chips: &[ChipText<'_>], turn: &TurnText<'_>) -> Step {
        if self.play.game().chips.is_none() {
            let Some(first) = chips.first() else { return Ok(()) };
            let what = if matches!(first, ChipText::Chip { .. }) { "chips" } else { "hidden tiles" };
            let message = format!("`{}` is played without {what}", self.play.game().id);
            let help = "a variant that brings chips stands under `variant:`, as `variant: map-chips`";
            self.push(Finding::error(Code::NoSuchAction, message).help(help), first.span());
            return Err(());
        }
        for chip in chips {
            match *chip {
                ChipText::Chip { colour, points: (points, _), span } => {
                    let known = self.play.game().map.as_ref().map(|map| map.colours.as_slice()).unwrap_or_default();
                    let Some(number) = known.iter().position(|name| name.as_bytes() == colour.text) else {
                        let message = format!("no chips are of the colour `{}`", quote(colour.text));
                        let help = did_you_mean(&colour.lossy(), known.iter().map(String::as_str));
                        self.push(Finding::error(Code::NoSuchChip, message).help(help), colour.span());
                        return Err(());
                    };
                    if let Err(illegal) = self.play.take_chip(number, points) {
                        self.refuse(&illegal, turn.pieces.first().copied(), Some(span), turn.span);
                        return Err(());
                    }
                }
                ChipText::Reveal { piece, lost, span } => self.reveal(&piece, lost.is_some(), span, turn)?,
            }
        }
        if let Err(illegal) = self.play.chips_done() {
            self.refuse(&illegal, turn.pieces.first().copied(), None, turn.span);
            return Err(());
        }
        Ok(())
    }

    fn reveal(&mut self, piece: &PieceText<'_>, lost: bool, span: crate::text::Span, turn: &TurnText<'_>) -> Step {
        let class = self.class_of(piece)?;
        // The reader takes no hidden tile without its cell.
        let cell = piece.cell.map(|(cell, _)| cell).unwrap_or_default();
        let rotation = piece.rotation.map(|(rotation, _)| rotation).unwrap_or_default();
        let done = if lost {
            self.play.lose_hidden(class, cell)
        } else {
            self.play.lay_hidden(Placement { class, cell, rotation })
        };
        if let Err(illegal) = done {
            // What fits there is asked with the tile turned up.
            let fits = match &illegal {
                Illegal::Placement(..) => self.play.hidden_fits(class, cell),
                _ => Vec::new(),
            };
            self.refuse(&illegal, Some(*piece), Some(span), turn.span);
            if let (Illegal::Placement(..), Some(finding)) = (&illegal, self.findings.last_mut()) {
                finding.help = Some(hidden_help(self.play.game(), piece, &fits));
            }
            return Err(());
        }
        Ok(())
    }
}

/// How a hidden tile could be laid, or that it is lost.
fn hidden_help(game: &Game, piece: &PieceText<'_>, fits: &[Placement]) -> String {
    let tile = piece.tile.lossy();
    let cell = piece.cell.map(|(cell, _)| cell).unwrap_or_default();
    if fits.is_empty() {
        return format!("it fits in no rotation, so it leaves the game: `reveal {tile} {cell} lost`");
    }
    let ways: Vec<_> = fits.iter().map(|placement| placement.rotation.to_string()).collect();
    let ways: Vec<_> = ways.iter().map(String::as_str).collect();
    let name = fits.first().map_or("", |placement| game.classes[placement.class.index()].name.as_str());
    format!("`{name}` fits there turned {}", list_of(&ways, "or"))
}

fn with_place(game: &Game, finding: Finding, place: crate::text::Place) -> Finding {
    findings::with_rule(game, finding.at(place))
}

fn name(map: &MapGrid) -> String {
    map.names.join(" and ")
}

fn list(cells: &[Cell]) -> String {
    let words: Vec<String> = cells.iter().take(20).map(ToString::to_string).collect();
    words.join(", ")
}

/// The finding for what chips, hidden tiles or start squares refuse.
pub(super) fn refused(play: &Match<'_>, illegal: &Illegal, spots: &Spots<'_>) -> Finding {
    let game = play.game();
    let grid = game.map.clone().unwrap_or_default();
    match illegal {
        Illegal::NoStartSquare(cell) => {
            let message = format!("{cell} is no start square of `{}`", name(&grid));
            let help = format!("its start squares are {}", list(&grid.starts));
            Finding::error(Code::StartSquare, message).help(help).at(spots.cell())
        }
        Illegal::StartsTaken(used) => {
            let plural = if *used == 1 { "square is" } else { "squares are" };
            let message = format!("{used} start {plural} used, and each has its tile");
            Finding::error(Code::StartSquare, message).help("tiles are drawn for no others").at(spots.cell())
        }
        Illegal::ChipMissing(cell) => {
            let message = format!("a chip lies on {cell}, and the turn does not say which it was");
            let colour = grid.colours.first().map_or("purple", String::as_str);
            let colours: Vec<&str> = grid.colours.iter().map(String::as_str).collect();
            let help = format!(
                "write its colour and its points before anything else that is done: `chip {colour} 1`; colours are {}",
                list_of(&colours, "and")
            );
            Finding::error(Code::ChipMissing, message).help(help).at(spots.cell())
        }
        Illegal::NoChip => {
            let lying = play.chips_lying();
            let help = match lying.len() {
                0 => "all chips were taken".to_owned(),
                _ => format!("chips lie on {}", list(lying)),
            };
            let message = "no chip lies on the square of this tile, or it was taken in this turn already";
            Finding::error(Code::NoSuchChip, message).help(help).at(spots.action())
        }
        Illegal::NoSuchChip { colour, points } => {
            let colour_name = grid.colours.get(*colour).map_or("", String::as_str);
            let left: Vec<String> = (1..=20)
                .filter(|points| play.chips_left(*colour, *points) > 0)
                .map(|points| format!("{} of {points}", play.chips_left(*colour, points)))
                .collect();
            let message = format!("no `{colour_name}` chip of `{points}` is left");
            let help = match left.as_slice() {
                [] => "all chips of this colour were taken".to_owned(),
                _ if game.chips.as_ref().is_some_and(|chips| !chips.verified) => {
                    let values = (1..=20).filter(|points| play.chips_left(*colour, *points) > 0);
                    let values: Vec<String> = values.map(|points| points.to_string()).collect();
                    let count = play.chips_left(*colour, 1);
                    format!("of this colour there are left {count}, each worth {}", values.join(" or "))
                }
                left => format!("of this colour there are left {}", left.join(", ")),
            };
            Finding::error(Code::NoSuchChip, message).help(help).at(spots.action())
        }
        Illegal::HiddenMissing(cell) => {
            let message =
                format!("the tile hidden on {cell} lies beside one laid now, and the turn does not turn it up");
            let help =
                format!("write what it was: `reveal U {cell} r0` where it was laid, `reveal U {cell} lost` where not");
            Finding::error(Code::HiddenMissing, message).help(help).at(spots.tile())
        }
        Illegal::NoHidden(cell) => {
            let due = play.hidden_due();
            let message = format!("no tile hidden on {cell} is to be turned up in this turn");
            let help = match due.len() {
                0 => "none of the hidden tiles lies beside a tile laid now".to_owned(),
                _ => format!("it is the tile on {}", list(due)),
            };
            Finding::error(Code::NoSuchHidden, message).help(help).at(spots.cell())
        }
        Illegal::HiddenOrder { cell, first } => {
            let message = format!("the tile hidden on {first} is turned up before the one on {cell}");
            let help = "the ruleset turns them up clockwise from the north of the tile that was laid";
            Finding::error(Code::NoSuchHidden, message).help(help).at(spots.cell())
        }
        Illegal::HiddenFits(Placement { class, cell, rotation }) => {
            let tile = &game.classes[class.index()].name;
            let message = format!("`{tile}` is said to be lost and fits on {cell}");
            let help = format!("it is laid: `reveal {tile} {cell} {rotation}`, or turned another way that fits");
            Finding::error(Code::HiddenFits, message).help(help).at(spots.action())
        }
        // All others have their words elsewhere.
        _ => Finding::error(Code::Internal, "a refusal without words").at(spots.turn()),
    }
}

/// The finding for a placement that the map refuses; none where it is not the map that does.
pub(super) fn placement_refused(
    play: &Match<'_>,
    placement: Placement,
    refusal: &Refusal,
    spots: &Spots<'_>,
) -> Option<Finding> {
    let game = play.game();
    let map = game.map.as_ref()?;
    let class = &game.classes[placement.class.index()];
    let near = || nearest(play, placement.class, Some(placement));
    if let Some(cell) = refusal.off_map {
        let message = if play.table().is_shut(game, cell) {
            format!("{cell} takes no tile any more: its hidden tile left the game")
        } else {
            format!("{cell} is no square of `{}`", name(map))
        };
        return Some(Finding::error(Code::OffMap, message).label("no square").help(near()).at(spots.cell()));
    }
    if let Some(cell) = refusal.city {
        let message = format!("{cell} is a square of a large city, which takes no tile");
        return Some(Finding::error(Code::OffMap, message).label("a large city").help(near()).at(spots.cell()));
    }
    if let Some(cell) = refusal.hidden {
        let message = format!("the cell {cell} is taken by a hidden tile");
        return Some(Finding::error(Code::CellOccupied, message).label("taken").help(near()).at(spots.cell()));
    }
    if refusal.isolated && refusal.unconnected && refusal.occupied.is_empty() {
        let message = format!("{} touches nothing but a large city that no tile lies beside yet", placement.cell);
        let help = format!("the first tile beside a large city touches another tile too; {}", near());
        return Some(Finding::error(Code::NotAdjacent, message).label("no tile beside it").help(help).at(spots.cell()));
    }
    // Tiles that lie there say more than prints.
    if refusal.isolated || !refusal.occupied.is_empty() || !refusal.mismatches.is_empty() {
        return None;
    }
    let first = refusal.prints.first()?;
    let feature = |id: crate::game::FeatureId| game.features[id.index()].name.as_str();
    let told: Vec<String> = refusal
        .prints
        .iter()
        .map(|m| format!("{} edge shows `{}` where `{}` is printed", m.side.word(), feature(m.shows), feature(m.wants)))
        .collect();
    let message = format!(
        "`{}` turned {} does not fit at {}: its {}",
        class.name,
        placement.rotation,
        placement.cell,
        told.join(", its ")
    );
    let label = format!("`{}` against `{}`", feature(first.shows), feature(first.wants));
    Some(Finding::error(Code::PrintMismatch, message).label(label).help(near()).at(spots.rotation()))
}
