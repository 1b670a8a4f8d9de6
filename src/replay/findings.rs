//! The words for what a turn is refused for: on its bytes, with the rule, and with what would have been legal.

use super::game_text::GameText;
use crate::diagnostic::{Code, Finding};
use crate::game::{ClassId, Game, TileName};
use crate::geometry::{Cell, Side};
use crate::log::{PieceText, Word, quote};
use crate::notation::NoPrint;
use crate::play::{Illegal, Match};
use crate::table::{Placement, Refusal};
use crate::text::{Place, Span};

/// How many legal placements a finding names.
const MOST_SHOWN: usize = 5;

/// Where the words of a turn stand, so that a finding lands on the right ones.
pub(super) struct Spots<'a> {
    pub(super) text: &'a GameText<'a>,
    /// The piece that is refused, where the refusal is about one.
    pub(super) piece: Option<PieceText<'a>>,
    /// The action that is refused, where the refusal is about one.
    pub(super) action: Option<Span>,
    /// The whole turn.
    pub(super) turn: Span,
}

impl Spots<'_> {
    fn place(&self, span: Span) -> Place {
        self.text.place(span)
    }

    pub(super) fn tile(&self) -> Place {
        self.place(self.piece.map_or(self.turn, |piece| piece.tile.span()))
    }

    pub(super) fn cell(&self) -> Place {
        let cell = self.piece.and_then(|piece| piece.cell).map(|(_, span)| span);
        cell.map_or_else(|| self.tile(), |span| self.place(span))
    }

    pub(super) fn rotation(&self) -> Place {
        let rotation = self.piece.and_then(|piece| piece.rotation).map(|(_, span)| span);
        rotation.map_or_else(|| self.cell(), |span| self.place(span))
    }

    pub(super) fn action(&self) -> Place {
        self.place(self.action.unwrap_or(self.turn))
    }

    pub(super) fn turn(&self) -> Place {
        self.place(self.turn)
    }
}

/// The finding for a refusal.
pub(super) fn refused(play: &Match<'_>, players: &[String], illegal: &Illegal, spots: &Spots<'_>) -> Finding {
    let game = play.game();
    let name = |class: ClassId| game.classes[class.index()].name.as_str();
    let finding = match illegal {
        Illegal::GameOver => {
            Finding::error(Code::GameOver, "the game is over: no tile is left to draw").at(spots.tile())
        }
        Illegal::NoCopyLeft(class) => {
            let copies = game.classes[class.index()].copies;
            let all = match copies {
                0 => "there is none".to_owned(),
                1 => "its only copy is in play".to_owned(),
                n => format!("all {n} copies are in play"),
            };
            let message = format!("no `{}` is left: {all}", name(*class));
            Finding::error(Code::NoCopyLeft, message).help(other_faces(play, *class)).at(spots.tile())
        }
        Illegal::WrongStack { class, stack, wanted } => {
            let stack_name = &game.stacks[*stack].name;
            let message = match wanted {
                Some(tile) => {
                    format!("`{}` comes before its time: `{}` is the first tile", name(*class), game.tiles[*tile].id)
                }
                None if game.tile_of(*class).is_some_and(|tile| tile.stack as usize == *stack) => {
                    format!("`{}` comes before its time: it is the last tile of `{stack_name}`", name(*class))
                }
                None => format!("`{}` comes before its time: tiles of `{stack_name}` are left", name(*class)),
            };
            Finding::error(Code::WrongStack, message).at(spots.tile())
        }
        Illegal::Placement(placement, refusal) => placement_refused(play, *placement, refusal, spots),
        Illegal::FollowUpMissing(class) => {
            let message = format!("`{}` must be followed by a piece from beside the stack", name(*class));
            let pieces = follow_ups(play);
            let list: Vec<_> = pieces.iter().map(String::as_str).collect();
            let first = list.first().copied().unwrap_or("D1");
            let help = format!(
                "write it behind a plus: `{} r0 + {first} r0`; {} may follow",
                name(*class),
                crate::diagnostic::list_of(&list, "or")
            );
            Finding::error(Code::FollowUpMissing, message).help(help).at(spots.tile())
        }
        Illegal::FollowUpAlone(class) => {
            let apart = game.tile_of(*class).is_some_and(|tile| tile.apart);
            let message = if apart {
                format!("`{}` lies beside the stack and only follows a tile that draws it", name(*class))
            } else {
                format!("`{}` cannot follow another piece in the same turn", name(*class))
            };
            Finding::error(Code::FollowUpAlone, message).at(spots.tile())
        }
        Illegal::DiscardPlaceable(Placement { class, .. }) => {
            let class = *class;
            let message = format!("`{}` is discarded and could be placed", name(class));
            let help = format!("a tile leaves the game only where it fits nowhere; {}", nearest(play, class, None));
            Finding::error(Code::DiscardPlaceable, message).help(help).at(spots.action())
        }
        Illegal::FigureMisplaced(figure, feature) => {
            let figure = &game.figures[figure.index()];
            let message =
                format!("a `{}` does not go on the feature `{}`", figure.name, game.features[feature.index()].name);
            let on: Vec<_> =
                game.features.iter().zip(&figure.on).filter(|(_, on)| **on).map(|(f, _)| f.name.as_str()).collect();
            let help = if on.is_empty() {
                "it stands on no feature of this game".to_owned()
            } else {
                format!("it stands on {}", crate::diagnostic::list_of(&on, "or"))
            };
            Finding::error(Code::FigureMisplaced, message).help(help).at(spots.action())
        }
        Illegal::FeatureOccupied { feature, seat, cell } => {
            let feature = &game.features[feature.index()].name;
            let owner = players.get(*seat).map_or("another player", String::as_str);
            let message = format!("this `{feature}` is taken: {owner} has a figure in it, placed at {cell}");
            let help = "a figure goes only where the whole joined feature has none, one's own included";
            Finding::error(Code::FeatureOccupied, message).help(help).at(spots.action())
        }
        Illegal::NothingToJoin(figure, feature) => {
            let figure = &game.figures[figure.index()].name;
            let feature = &game.features[feature.index()].name;
            let owner = players.get(play.seat()).map_or("the player", String::as_str);
            let joins = |figure: &&crate::game::Figure| figure.weight > 0;
            let kinds: Vec<_> = game.figures.iter().filter(joins).map(|figure| figure.name.as_str()).collect();
            let message = format!(
                "a `{figure}` goes only where its player stands already, and {owner} has nothing in this `{feature}`"
            );
            let help =
                format!("one's own {} must be in the joined feature before", crate::diagnostic::list_of(&kinds, "or"));
            Finding::error(Code::FigureAlone, message).help(help).at(spots.action())
        }
        Illegal::NoFigureLeft(figure) => {
            let kind = &game.figures[figure.index()];
            let owner = players.get(play.seat()).map_or("the player", String::as_str);
            let standing = play
                .standing()
                .iter()
                .filter(|standing| standing.seat as usize == play.seat() && standing.figure == *figure)
                .map(|standing| play.cell_of(standing.node).to_string());
            let message = match kind.supply {
                1 => format!("{owner} has no `{}` left: the only one is on the table", kind.name),
                supply => format!("{owner} has no `{}` left: all {supply} are on the table", kind.name),
            };
            let help = format!("on the table: {}", standing.collect::<Vec<_>>().join(", "));
            Finding::error(Code::NoFigureLeft, message).help(help).at(spots.action())
        }
        Illegal::NothingToRecall { completed: true } => {
            let message = "what the figure stands on is completed: it is scored and comes back by itself";
            Finding::error(Code::NothingToRecall, message).at(spots.action())
        }
        Illegal::NothingToRecall { completed: false } => {
            let kinds: Vec<_> = game.figures.iter().filter(|figure| figure.recall).map(|f| f.name.as_str()).collect();
            let owner = players.get(play.seat()).map_or("the player", String::as_str);
            let message = match kinds.as_slice() {
                [] => "no figure of this game can be taken back".to_owned(),
                kinds => {
                    format!("{owner} has no {} on the table to take back", crate::diagnostic::list_of(kinds, "or"))
                }
            };
            Finding::error(Code::NothingToRecall, message).at(spots.action())
        }
        other => super::chips::refused(play, other, spots),
    };
    with_rule(game, finding)
}

/// The finding, with the number of the rule where the ruleset gives one.
pub(super) fn with_rule(game: &Game, mut finding: Finding) -> Finding {
    if let Some(rule) = game.rule(finding.code.slug()) {
        finding.message = format!("{} ({rule})", finding.message);
    }
    finding
}

fn placement_refused(play: &Match<'_>, placement: Placement, refusal: &Refusal, spots: &Spots<'_>) -> Finding {
    let game = play.game();
    let class = &game.classes[placement.class.index()];
    let piece = class.name.as_str();
    let near = nearest(play, placement.class, Some(placement));
    let course = game.course.map_or("course", |course| game.features[course.feature.index()].name.as_str());
    if let Some(finding) = super::chips::placement_refused(play, placement, refusal, spots) {
        return finding;
    }
    if let Some(cell) = refusal.occupied.first() {
        let taken = play.table().piece_at(*cell).map(|piece| play.table().pieces()[piece].placement.class);
        let by = taken.map_or("a piece", |class| game.classes[class.index()].name.as_str());
        let message = format!("the cell {cell} is taken by `{by}`");
        return Finding::error(Code::CellOccupied, message).label("taken").help(near).at(spots.cell());
    }
    if let Some(at) = refusal.off_front {
        let (message, help) = match play.table().course().end {
            // Where the cell is not even the open one, the rotation is not what is wrong.
            Some((end, _)) if at != placement.cell || !covers(game, placement, end) => (
                format!("`{piece}` does not lie at the open end of the {course}"),
                format!("the {course} goes on at {end}; {near}"),
            ),
            Some((end, _)) => (
                format!("`{piece}` turned {} does not continue the {course}", placement.rotation),
                format!("the {course} goes on at {end}; {near}"),
            ),
            None => (format!("the {course} has no open end for `{piece}`"), String::new()),
        };
        return Finding::error(Code::NotAtRiverEnd, message).help(help).at(spots.rotation());
    }
    if let Some((cell, row)) = refusal.ahead {
        let message = format!("{cell} lies ahead of the {course}, whose last row is y = {row}");
        return Finding::error(Code::AheadOfRiver, message)
            .label(format!("y is at most {row} here"))
            .help(near)
            .at(spots.cell());
    }
    if refusal.isolated {
        let corner = placement.cell.surrounding().into_iter().any(|cell| play.table().piece_at(cell).is_some());
        let message = if corner {
            format!("{} touches other pieces by a corner only", placement.cell)
        } else {
            format!("{} touches no piece", placement.cell)
        };
        return Finding::error(Code::NotAdjacent, message).label("no piece beside it").help(near).at(spots.cell());
    }
    if let Some(first) = refusal.mismatches.first() {
        let feature = |id: crate::game::FeatureId| game.features[id.index()].name.as_str();
        let told: Vec<_> = refusal
            .mismatches
            .iter()
            .map(|m| {
                format!(
                    "{} shows `{}` where `{}` is wanted",
                    edge(m.cell, m.side, class.footprint.cells()),
                    feature(m.shows),
                    feature(m.wants)
                )
            })
            .collect();
        let message = format!(
            "`{piece}` turned {} does not fit at {}: its {}",
            placement.rotation,
            placement.cell,
            told.join(", its ")
        );
        return Finding::error(Code::EdgeMismatch, message)
            .label(format!("`{}` against `{}`", feature(first.shows), feature(first.wants)))
            .help(near)
            .at(spots.rotation());
    }
    if refusal.turns_back {
        let message = format!("`{piece}` at {} turns the {course} back on itself", placement.cell);
        return Finding::error(Code::RiverTurnsBack, message).help(near).at(spots.rotation());
    }
    let message = format!("`{piece}` at {} would lie off the table", placement.cell);
    Finding::error(Code::OffTable, message).help(near).at(spots.cell())
}

fn edge(cell: Cell, side: Side, cells: usize) -> String {
    if cells > 1 { format!("{} edge at {cell}", side.word()) } else { format!("{} edge", side.word()) }
}

/// The legal placements nearest to what was written, in words.
pub(super) fn nearest(play: &Match<'_>, class: ClassId, written: Option<Placement>) -> String {
    let mut found = Vec::new();
    play.table().placements(play.game(), class, &mut found);
    let name = &play.game().classes[class.index()].name;
    if found.is_empty() {
        return format!("`{name}` fits nowhere now: it is discarded");
    }
    if let Some(written) = written {
        found.sort_by_key(|placement| {
            let (dx, dy) = (i64::from(placement.cell.x - written.cell.x), i64::from(placement.cell.y - written.cell.y));
            (dx.abs() + dy.abs(), placement.rotation != written.rotation, placement.cell, placement.rotation)
        });
    }
    let shown: Vec<_> =
        found.iter().take(MOST_SHOWN).map(|placement| format!("{} {}", placement.cell, placement.rotation)).collect();
    let more = match found.len().saturating_sub(MOST_SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let near = if written.is_some() { "nearest first, " } else { "" };
    format!("{near}`{name}` fits at {}{more}", shown.join(", "))
}

/// Pieces beside the stack that are left.
/// Whether a piece would lie over this cell.
fn covers(game: &Game, placement: Placement, cell: crate::geometry::Cell) -> bool {
    let cells = game.cells_of(placement.class, placement.rotation).iter();
    let mut places = cells.map(|part| (placement.cell.x + i32::from(part.dx), placement.cell.y + i32::from(part.dy)));
    places.any(|place| place == (cell.x, cell.y))
}

fn follow_ups(play: &Match<'_>) -> Vec<String> {
    let apart = play.game().tiles.iter().filter(|tile| tile.apart);
    apart
        .flat_map(|tile| tile.classes.clone())
        .filter(|class| play.copies_left(ClassId(*class)) > 0)
        .take(MOST_SHOWN)
        .map(|class| play.game().classes[class as usize].name.clone())
        .collect()
}

/// Other faces of the tile that have copies left.
fn other_faces(play: &Match<'_>, class: ClassId) -> String {
    let game = play.game();
    let Some(tile) = game.tile_of(class) else { return String::new() };
    let others: Vec<_> = tile
        .classes
        .clone()
        .filter(|other| usize::from(*other) != class.index() && play.copies_left(ClassId(*other)) > 0)
        .map(|other| format!("`{}`", game.classes[other as usize].name))
        .collect();
    if others.is_empty() { String::new() } else { format!("other faces of it are left: {}", others.join(", ")) }
}

/// A tile name that stands for nothing, or for several faces.
pub(super) fn unknown_tile(game: &Game, piece: &PieceText<'_>, place: Place) -> Finding {
    let word = piece.tile.lossy();
    if let Some(TileName::Ambiguous(tile)) = game.tile_name(piece.tile.text) {
        let faces: Vec<_> =
            game.tiles[tile].classes.clone().map(|class| game.classes[class as usize].name.as_str()).collect();
        let message = format!("`{word}` has several faces, and the name does not tell which was laid");
        let help = format!("its faces are {}", crate::diagnostic::list_of(&faces, "and"));
        return with_rule(game, Finding::error(Code::AmbiguousFace, message).help(help).at(place));
    }
    let names = game.tile_names();
    let known_tile = game.tiles.iter().find(|tile| {
        word.strip_prefix(tile.id.as_str())
            .is_some_and(|face| face.chars().next().is_some_and(|letter| letter.is_ascii_lowercase()))
    });
    let (message, help) = match known_tile {
        Some(tile) => {
            let faces: Vec<_> = names
                .iter()
                .map(String::as_str)
                .filter(|name| {
                    name.strip_prefix(tile.id.as_str()).is_some_and(|face| face.chars().all(|c| c.is_ascii_lowercase()))
                })
                .collect();
            (
                format!("`{}` has no face `{}`", tile.id, &word[tile.id.len()..]),
                format!("known are {}", crate::diagnostic::list_of(&faces, "and")),
            )
        }
        None => (
            format!("`{}` has no tile `{}`", game.id, quote(piece.tile.text)),
            crate::diagnostic::did_you_mean(&word, names.iter().map(String::as_str)),
        ),
    };
    Finding::error(Code::UnknownTile, message).help(help).at(place)
}

/// What is printed on a tile and means none, or several.
pub(super) fn no_print(game: &Game, tile: Word<'_>, none: &NoPrint) -> Finding {
    let print = quote(tile.text);
    let (code, message, help) = match none {
        NoPrint::Unknown { what, help, .. } => (Code::UnknownFeature, what.clone(), help.clone()),
        NoPrint::Vague { what, help, .. } => (Code::AmbiguousPrint, what.clone(), help.clone()),
        NoPrint::NoTile(help) => (Code::UnknownTile, format!("no tile of `{}` shows `{print}`", game.id), help.clone()),
        NoPrint::Several(classes, help) => {
            let tile = |class: &ClassId| game.classes[class.index()].tile;
            let first = classes.first().and_then(tile);
            match game.tile_of(classes.first().copied().unwrap_or(ClassId(0))) {
                Some(only) if classes.iter().all(|class| tile(class) == first) => {
                    let message = format!("`{print}` fits {} faces of `{}`", classes.len(), only.id);
                    (Code::AmbiguousFace, message, help.clone())
                }
                _ => (Code::AmbiguousPrint, format!("`{print}` fits {} different tiles", classes.len()), help.clone()),
            }
        }
    };
    Finding::error(code, message).help(help)
}
