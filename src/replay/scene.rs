//! What helps to see a finding: the map just before an illegal move, the ledger behind a total, and a word where our own
//! drawing may be what is wrong.

use super::claims::{Counter, Wrong};
use super::outcome::turn_number;
use crate::diagnostic::{Code, Finding};
use crate::game::{ClassId, Game, Ground};
use crate::geometry::{Cell, Port, Side};
use crate::play::{Illegal, Match, Reason, Taking, Why};
use crate::render::{self, DrawnSegment, DrawnSquare, Figure, Laid, Mark, MarkKind, Scene, Space, Style, Vocabulary};
use crate::table::{Placement, Refusal};

/// The words of a compiled game, for drawing.
#[must_use]
pub fn vocabulary(game: &Game) -> Vocabulary {
    Vocabulary {
        features: game.features.iter().map(|feature| (feature.name.clone(), feature.shape)).collect(),
        front: game.course.map(|course| game.features[course.feature.index()].name.clone()),
        icons: game.icons.clone(),
        figures: game.figures.iter().map(|figure| figure.name.clone()).collect(),
    }
}

/// The table of a game as it lies now.
#[must_use]
pub fn scene_of(play: &Match<'_>, players: &[String]) -> Scene {
    let game = play.game();
    let table = play.table();
    let mut pieces: Vec<Laid> = table.pieces().iter().map(|laid| drawn(game, laid.placement)).collect();
    if let Some(last) = pieces.last_mut() {
        last.last = true;
    }
    for standing in play.standing() {
        let (piece, segment) = table.position(standing.node);
        let kind = game.figures[standing.figure.index()].name.clone();
        pieces[piece].segments[segment].figures.push(Figure { player: standing.seat as usize, kind });
    }
    pieces.extend(untouched_cities(play));
    if game.race.is_some() {
        number_spaces(play, &mut pieces);
    }
    Scene {
        words: vocabulary(game),
        players: players.to_vec(),
        pieces,
        squares: squares_of(play),
        marks: Vec::new(),
        racer: game.race.as_ref().map(|race| race.figure.clone()),
    }
}

/// Large cities of the map that no tile lies beside yet: they are printed, and no pieces of the table.
fn untouched_cities(play: &Match<'_>) -> Vec<Laid> {
    let game = play.game();
    let cities = game.map.iter().flat_map(|map| map.cities.iter().enumerate());
    let untouched = cities.filter(|(city, _)| !play.table().is_connected(*city)).flat_map(|(_, squares)| squares);
    untouched
        .map(|square| {
            let (class, cell) = (square.class, square.cell);
            drawn(game, Placement { class, cell, rotation: crate::geometry::Rotation::default() })
        })
        .collect()
}

/// The squares of the map on which no piece lies, with what lies there instead.
fn squares_of(play: &Match<'_>) -> Vec<DrawnSquare> {
    let (game, table) = (play.game(), play.table());
    let Some(map) = &game.map else { return Vec::new() };
    let label = |sign: &str, meaning: String| Some((sign.to_owned(), meaning));
    let open = map.cells().filter(|(cell, square)| square.ground == Ground::Open && table.piece_at(*cell).is_none());
    open.map(|(cell, square)| {
        let hidden = map.hidden.iter().find(|place| place.cell == cell && table.is_hidden(game, cell));
        let label = if let Some(place) = hidden {
            let colour = map.colours.get(usize::from(place.colour)).map_or("", String::as_str);
            let letter = colour.get(..1).unwrap_or_default();
            label(&format!("?{letter}"), format!("hidden tile, {}", colour.replace('_', " ")))
        } else if table.is_shut(game, cell) {
            label("xx", "takes no tile any more".to_owned())
        } else if map.starts.contains(&cell) {
            label("S", "start square".to_owned())
        } else if play.chips_lying().contains(&cell) {
            label("c", "chip".to_owned())
        } else if map.towns.contains(&cell) {
            label("t", "small town".to_owned())
        } else {
            None
        };
        let border = Side::ALL.into_iter().filter(|side| {
            let byte = |word: u32| word >> (8 * side.index()) & 0xFF;
            byte(square.mask) != 0 && byte(square.city_mask) == 0
        });
        let prints = border.filter_map(|side| {
            let kind = ((square.edges >> (8 * side.index())) & 0xFF) as usize;
            Some((side, game.features.get(kind.checked_sub(1)?)?.name.clone()))
        });
        DrawnSquare { cell, label, prints: prints.collect() }
    })
    .collect()
}

/// A piece as it lies.
fn drawn(game: &Game, placement: Placement) -> Laid {
    let class = &game.classes[placement.class.index()];
    let cells = game.cells_of(placement.class, placement.rotation);
    let lies = |drawn: u8| cells.iter().position(|cell| cell.drawn == drawn).unwrap_or(0);
    let along = game.course.map(|course| course.feature);
    let segments = game.segments_of(placement.class);
    let drawn_segment = |(index, segment): (usize, &crate::game::Segment)| {
        let mut ports = Vec::new();
        for (at, cell) in cells.iter().enumerate() {
            ports.extend(
                Port::all().filter(|port| usize::from(cell.ports[port.index()]) == index).map(|port| (at, port)),
            );
        }
        let feature = &game.features[segment.feature.index()];
        let over: Vec<usize> = segment.cells.iter().map(|&cell| lies(cell)).collect();
        DrawnSegment {
            id: segment.id.clone(),
            feature: feature.name.clone(),
            shape: feature.shape,
            cell: over.first().copied().unwrap_or(0),
            ports,
            over,
            bridge: segment.bridge,
            icons: game
                .icons
                .iter()
                .zip(&segment.icons)
                .filter(|(_, n)| **n > 0)
                .map(|(icon, n)| (icon.clone(), *n))
                .collect(),
            figures: Vec::new(),
        }
    };
    Laid {
        cell: placement.cell,
        footprint: class.footprint.turned(placement.rotation),
        name: class.name.clone(),
        rotation: placement.rotation,
        last: false,
        segments: segments.iter().enumerate().map(drawn_segment).collect(),
        course: segments.iter().position(|segment| Some(segment.feature) == along),
        spaces: Vec::new(),
    }
}

/// Numbers the race's spaces along the course: those of the board, then one for each cell of a piece.
fn number_spaces(play: &Match<'_>, pieces: &mut [Laid]) {
    let mut next = 1;
    let on_board = play.spaces().saturating_sub(play.table().course().length);
    let mut board = true;
    for piece in pieces.iter_mut().filter(|piece| piece.course.is_some()) {
        let count = if std::mem::take(&mut board) { on_board } else { piece.footprint.cells() as u32 };
        for number in next..next + count {
            let here = |seat: &usize| play.seats()[*seat].racer + 1 == number;
            let racers = (0..play.seats().len()).filter(here).collect();
            piece.spaces.push(Space { number, racers });
        }
        next += count;
    }
}

/// Adds the map, and a word where a drawing in play is a reconstruction and may be what is wrong.
pub(super) fn explain(
    play: &Match<'_>,
    players: &[String],
    illegal: &Illegal,
    style: Option<&Style>,
    finding: &mut Finding,
) {
    let game = play.game();
    let class = match illegal {
        Illegal::Placement(placement, refusal) => {
            if let Some(style) = style {
                finding.attachments.push(map_of_refusal(play, players, *placement, refusal, style));
            }
            Some(placement.class)
        }
        Illegal::DiscardPlaceable(placement) => {
            if let Some(style) = style {
                let mut scene = scene_of(play, players);
                scene.marks = candidates(play, placement.class, None);
                finding.attachments.push(render::crop(&scene, placement.cell, style));
            }
            Some(placement.class)
        }
        Illegal::FeatureOccupied { cell, .. } => {
            let last = play.table().pieces().last().map(|laid| laid.placement);
            if let (Some(style), Some(last)) = (style, last) {
                finding.attachments.push(render::crop(&scene_of(play, players), midway(last.cell, *cell), style));
            }
            last.map(|placement| placement.class)
        }
        Illegal::FigureMisplaced(..) => play.table().pieces().last().map(|laid| laid.placement.class),
        // Which faces there are, how many copies of each, and which tile draws another is the drawings' to say as well.
        Illegal::NoCopyLeft(class) | Illegal::FollowUpMissing(class) | Illegal::FollowUpAlone(class) => Some(*class),
        _ => return,
    };
    doubt(game, class, finding);
}

/// Adds the table as it lies around the last piece.
pub(super) fn show_table(play: &Match<'_>, players: &[String], style: Option<&Style>, finding: &mut Finding) {
    if let (Some(style), Some(last)) = (style, play.table().pieces().last()) {
        finding.attachments.push(render::crop(&scene_of(play, players), last.placement.cell, style));
    }
}

/// Says that the recorded game may be right and our drawing wrong, where the drawing is a reconstruction.
pub(super) fn doubt(game: &Game, class: Option<ClassId>, finding: &mut Finding) {
    let words = match class {
        Some(class) if game.is_reconstructed(class) => format!(
            "the drawing of `{}` is a reconstruction: the recorded game may be right and the drawing wrong",
            game.classes[class.index()].name
        ),
        _ if game.any_reconstructed() => {
            "drawings in play are reconstructions: the recorded game may be right and a drawing wrong".to_owned()
        }
        _ => return,
    };
    finding.help = Some(match finding.help.take() {
        Some(help) => format!("{help}; {words}"),
        None => words,
    });
}

fn map_of_refusal(
    play: &Match<'_>,
    players: &[String],
    placement: Placement,
    refusal: &Refusal,
    style: &Style,
) -> String {
    let game = play.game();
    let class = &game.classes[placement.class.index()];
    let footprint = class.footprint.turned(placement.rotation);
    let clash = |cell: Cell, side: Side| {
        let at = Cell::new(cell.x - placement.cell.x, cell.y - placement.cell.y);
        footprint.index_at(at).map(|index| (index, side))
    };
    let mut scene = scene_of(play, players);
    scene.marks = candidates(play, placement.class, Some(placement));
    scene.marks.push(Mark {
        cell: placement.cell,
        footprint,
        kind: MarkKind::Tried,
        label: class.name.clone(),
        clashes: refusal.mismatches.iter().filter_map(|mismatch| clash(mismatch.cell, mismatch.side)).collect(),
    });
    render::crop(&scene, placement.cell, style)
}

/// The cells where a class could lie, but for the one that was tried.
fn candidates(play: &Match<'_>, class: ClassId, tried: Option<Placement>) -> Vec<Mark> {
    let game = play.game();
    let mut found = Vec::new();
    play.table().placements(game, class, &mut found);
    found.dedup_by_key(|placement| placement.cell);
    found.retain(|placement| Some(placement.cell) != tried.map(|tried| tried.cell));
    let mark = |placement: Placement| Mark {
        cell: placement.cell,
        footprint: game.classes[class.index()].footprint.turned(placement.rotation),
        kind: MarkKind::Candidate,
        label: String::new(),
        clashes: Vec::new(),
    };
    found.into_iter().map(mark).collect()
}

const fn midway(a: Cell, b: Cell) -> Cell {
    Cell::new(a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2)
}

/// Adds where a player's total comes from, so that the turn at which claim and count part can be found.
pub(super) fn explain_claim(play: &Match<'_>, player: &str, wrong: Wrong, finding: &mut Finding) {
    let game = play.game();
    let seat = wrong.seat;
    let (title, lines) = match wrong.counter {
        Counter::Points => (format!("{player}'s points so far:"), points_of(play, seat)),
        Counter::Racer => {
            let racer = game.race.as_ref().map_or("racer", |race| race.figure.as_str());
            (format!("{player}'s {racer} so far:"), advances_of(play, seat))
        }
        Counter::Supply(figure) => (format!("{player}'s figures on the table:"), standing_of(play, seat, figure)),
        Counter::Good(good) => {
            let icon = game.goods[good].icon.0 as usize;
            (format!("{player}'s {} so far:", game.icons[icon]), takings_of(play, seat, good))
        }
    };
    if lines.is_empty() {
        finding.attachments.push(format!("{title} none\n"));
    } else {
        finding.attachments.push(format!("{title}\n{}\n", lines.join("\n")));
    }
    if finding.code != Code::Internal {
        doubt(game, None, finding);
    }
}

fn points_of(play: &Match<'_>, seat: usize) -> Vec<String> {
    let game = play.game();
    let mut sum = 0;
    let entries = play.ledger().entries().iter().filter(|entry| entry.seats & (1 << seat) != 0);
    let line = |entry: &crate::play::Entry| {
        sum += i64::from(entry.points);
        let feature = entry.feature.map_or("", |id| game.features[id.index()].name.as_str());
        let reason = match entry.reason {
            Reason::Completed => "completed",
            Reason::Final => "at the end",
            Reason::Recall => "figure taken back",
            Reason::Race => "race",
            Reason::Mouth => "end of the race",
            Reason::Goods => "most goods",
            Reason::Chip => "chip",
            Reason::Hidden if entry.points < 0 => "hidden tile lost",
            Reason::Hidden => "hidden tile laid",
        };
        let mut counted: Vec<String> = Vec::new();
        if entry.tiles > 0 {
            counted.push(format!("{} tile{}", entry.tiles, if entry.tiles == 1 { "" } else { "s" }));
        }
        for (icon, count) in play.ledger().icons(entry) {
            counted.push(format!("{count} {}", game.icons[icon.0 as usize]));
        }
        if entry.neighbours > 0 {
            counted.push(format!("{} around it", entry.neighbours));
        }
        if entry.closed > 0 {
            counted.push(format!("{} completed beside it", entry.closed));
        }
        if let Some(figure) = entry.raised_by {
            counted.push(format!("more for the {}", game.figures[figure.index()].name));
        }
        if entry.place > 0 {
            counted.push(format!("place {}", entry.place));
        }
        let counted = if counted.is_empty() { String::new() } else { format!(": {}", counted.join(", ")) };
        format!(
            "  turn {:>3}  {:<+4} = {:>3}  {}{counted}",
            turn_number(entry.moment),
            entry.points,
            sum,
            format!("{feature} {reason}").trim_start()
        )
    };
    entries.map(line).collect()
}

fn advances_of(play: &Match<'_>, seat: usize) -> Vec<String> {
    let mut sum = 0;
    let advances = play.ledger().advances().iter().filter(|advance| usize::from(advance.seat) == seat);
    let line = |advance: &crate::play::Advance| {
        sum += advance.spaces;
        let why = match advance.why {
            Why::Icons => "icons newly connected",
            Why::Step => "no figure placed",
            Why::Consolation => "scored nothing in the race",
        };
        format!("  turn {:>3}  +{:<3} = {:>3}  {why}", turn_number(advance.moment), advance.spaces, sum)
    };
    advances.map(line).collect()
}

fn takings_of(play: &Match<'_>, seat: usize, good: usize) -> Vec<String> {
    let mut sum = 0;
    let takings = play.ledger().takings().iter();
    let mine = takings.filter(|taking| usize::from(taking.seat) == seat && usize::from(taking.good) == good);
    let line = |taking: &crate::play::Taking| {
        sum += taking.tokens;
        let Taking { moment, tokens, cell, .. } = taking;
        format!("  turn {:>3}  +{tokens:<3} = {sum:>3}  completed what lies at {cell}", turn_number(*moment))
    };
    mine.map(line).collect()
}

fn standing_of(play: &Match<'_>, seat: usize, figure: usize) -> Vec<String> {
    let mine = play
        .standing()
        .iter()
        .filter(|standing| usize::from(standing.seat) == seat && standing.figure.index() == figure);
    mine.map(|standing| {
        let feature = play.table().segment(play.game(), standing.node).feature;
        format!("  at {} on {}", play.cell_of(standing.node), play.game().features[feature.index()].name)
    })
    .collect()
}
