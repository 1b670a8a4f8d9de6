//! Which tile is meant by what is printed on it: edges, icons and parts, as [`PrintText`] writes them.
//!
//! What is written must be so on the tile. Of several tiles that are left, what is not written counts as not there: of two
//! that differ in a boat, the one without it is meant. What must stay true: whatever is not decided by that is refused
//! with the tiles it could be, never guessed at.

use std::fmt::Write as _;

use crate::diagnostic::{did_you_mean, list_of};
use crate::game::{Class, ClassId, FeatureId, Game};
use crate::geometry::Rotation;
use crate::log::{PrintText, Word, quote};
use crate::model::Shape;
use crate::text::Span;

/// The most tiles that a refusal names.
const MOST_SHOWN: usize = 8;

/// Why what is printed means no tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoPrint {
    /// A word that names no edge, icon or feature.
    Unknown {
        /// Its bytes.
        span: Span,
        /// What is wrong with it.
        what: String,
        /// What would be right.
        help: String,
    },
    /// A beginning that several kinds of edge have.
    Vague {
        /// Its bytes.
        span: Span,
        /// What is wrong with it.
        what: String,
        /// What would be right.
        help: String,
    },
    /// No tile looks so; what those look like that come near.
    NoTile(String),
    /// Several tiles look so; what tells them apart.
    Several(Vec<ClassId>, String),
}

impl NoPrint {
    /// The bytes of the word that is to blame, where it is one.
    #[must_use]
    pub const fn span(&self) -> Option<Span> {
        match self {
            Self::Unknown { span, .. } | Self::Vague { span, .. } => Some(*span),
            Self::NoTile(_) | Self::Several(..) => None,
        }
    }
}

/// What can be counted on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Thing {
    /// An icon, over the whole tile.
    Icon(usize),
    /// The separate parts of a feature.
    Part(FeatureId),
}

/// The class of the only tile that shows this.
///
/// # Errors
/// Where none does, or several do.
pub fn printed(game: &Game, print: &PrintText<'_>) -> Result<ClassId, NoPrint> {
    let kinds = edge_kinds(game);
    let edges = edges(game, &kinds, print.edges)?;
    let mut counts = Vec::new();
    for (word, number) in print.counts() {
        counts.push((thing(game, word)?, number));
    }
    let all = || (0..game.classes.len() as u16).map(ClassId).filter(|&id| game.tile_of(id).is_some());
    let alike: Vec<ClassId> = all().filter(|&id| goes_around(&rim(game, id), &edges)).collect();
    let shows = |&id: &ClassId| counts.iter().all(|&(thing, number)| may_show(game, id, thing, number));
    let found: Vec<ClassId> = alike.iter().copied().filter(|id| shows(id)).collect();
    match found.as_slice() {
        [] if alike.is_empty() => Err(NoPrint::NoTile(near(game, &kinds, &edges, &all().collect::<Vec<_>>()))),
        [] => Err(NoPrint::NoTile(format!("with these edges there are {}", told_apart(game, &alike)))),
        [only] => Ok(*only),
        several => {
            let bare = |&id: &ClassId| {
                let unwritten = |thing: &Thing| counts.iter().all(|(written, _)| written != thing);
                differing(game, several)
                    .iter()
                    .filter(|thing| is_mark(game, **thing) && unwritten(thing))
                    .all(|&thing| number(game, id, thing) == 0)
            };
            let bare: Vec<ClassId> = several.iter().copied().filter(bare).collect();
            match bare.as_slice() {
                [only] => Ok(*only),
                [] => Err(NoPrint::Several(several.to_vec(), format!("it could be {}", told_apart(game, several)))),
                left => Err(NoPrint::Several(left.to_vec(), format!("it could be {}", told_apart(game, left)))),
            }
        }
    }
}

/// The kinds that edges of tiles in play have.
fn edge_kinds(game: &Game) -> Vec<FeatureId> {
    let mut there = vec![false; game.features.len()];
    for id in (0..game.classes.len() as u16).map(ClassId).filter(|&id| game.tile_of(id).is_some()) {
        for kind in rim(game, id) {
            there[kind.index()] = true;
        }
    }
    there.iter().enumerate().filter(|(_, there)| **there).map(|(at, _)| FeatureId(at as u8)).collect()
}

/// The kinds of a tile's edges as drawn, clockwise from the north edge of its first cell.
fn rim(game: &Game, id: ClassId) -> Vec<FeatureId> {
    let cells = game.cells_of(id, Rotation::default());
    let rim = game.classes[id.index()].footprint.rim();
    let kinds = rim.into_iter().filter_map(|(cell, side)| cells.get(cell)?.edge(side.index()).checked_sub(1));
    kinds.map(FeatureId).collect()
}

/// Whether edges are those of a rim, beginning anywhere.
fn goes_around(rim: &[FeatureId], edges: &[FeatureId]) -> bool {
    let turned = |by: usize| rim.iter().cycle().skip(by).take(rim.len()).eq(edges);
    rim.len() == edges.len() && (0..rim.len()).any(turned)
}

/// The edges as written: a letter each, or beginnings of their names between hyphens.
fn edges(game: &Game, kinds: &[FeatureId], word: Word<'_>) -> Result<Vec<FeatureId>, NoPrint> {
    let mut edges = Vec::new();
    let mut at = word.at;
    let is_letters = !word.text.contains(&b'-');
    let parts: Vec<&[u8]> =
        if is_letters { word.text.chunks(1).collect() } else { word.text.split(|byte| *byte == b'-').collect() };
    for part in parts {
        let span = Span::new(at, at + part.len());
        at = span.end + usize::from(!is_letters);
        let name = |kind: FeatureId| game.features[kind.index()].name.as_bytes();
        let begins: Vec<FeatureId> = kinds.iter().copied().filter(|&kind| name(kind).starts_with(part)).collect();
        match begins.iter().find(|&&kind| name(kind) == part).or(begins.first().filter(|_| begins.len() == 1)) {
            Some(&kind) => edges.push(kind),
            None => {
                let text = quote(part);
                let names = |kinds: &[FeatureId]| -> Vec<&str> {
                    kinds.iter().map(|kind| game.features[kind.index()].name.as_str()).collect()
                };
                if begins.is_empty() {
                    let what = format!("`{text}` is no kind of edge of `{}`", game.id);
                    let help = format!("edges are {}", list_of(&names(kinds), "and"));
                    return Err(NoPrint::Unknown { span, what, help });
                }
                let what = format!("the edge `{text}` could be {}", list_of(&names(&begins), "or"));
                let help = "write so much of each name that it is no other's, joined by `-`: \
                            `[city-road-field-road]`, `[c-ro-f-ro]`";
                return Err(NoPrint::Vague { span, what, help: help.to_owned() });
            }
        }
    }
    Ok(edges)
}

fn thing(game: &Game, word: Word<'_>) -> Result<Thing, NoPrint> {
    if let Some(icon) = game.icons.iter().position(|icon| icon.as_bytes() == word.text) {
        return Ok(Thing::Icon(icon));
    }
    game.feature(word.text).map(Thing::Part).ok_or_else(|| {
        let what = format!("`{}` is neither an icon nor a feature of `{}`", quote(word.text), game.id);
        let names = game.icons.iter().chain(game.features.iter().map(|feature| &feature.name));
        NoPrint::Unknown { span: word.span(), what, help: did_you_mean(&word.lossy(), names.map(String::as_str)) }
    })
}

/// How many of a thing every copy of a class shows.
fn number(game: &Game, id: ClassId, thing: Thing) -> u32 {
    let segments = game.segments_of(id);
    match thing {
        Thing::Icon(icon) => segments.iter().filter_map(|segment| segment.icons.get(icon)).sum(),
        Thing::Part(feature) => segments.iter().filter(|segment| segment.feature == feature).count() as u32,
    }
}

/// Whether some copy of a class shows just so many of a thing: sites that the rules do not see may be there or not.
fn may_show(game: &Game, id: ClassId, thing: Thing, wanted: u32) -> bool {
    let least = number(game, id, thing);
    let Class { some_sites, .. } = &game.classes[id.index()];
    let more = match thing {
        Thing::Icon(_) => 0,
        Thing::Part(feature) => some_sites.iter().filter(|site| **site == feature).count() as u32,
    };
    (least..=least + more).contains(&wanted)
}

/// Whether a thing is one that a tile may carry or not: what is not written of such things is taken as not there.
fn is_mark(game: &Game, thing: Thing) -> bool {
    match thing {
        Thing::Icon(_) => true,
        Thing::Part(feature) => game.features[feature.index()].shape == Shape::Site,
    }
}

/// The things that not all of these show the same number of.
fn differing(game: &Game, classes: &[ClassId]) -> Vec<Thing> {
    let icons = (0..game.icons.len()).map(Thing::Icon);
    let parts = (0..game.features.len()).map(|at| Thing::Part(FeatureId(at as u8)));
    let differs = |thing: &Thing| {
        let mut numbers = classes.iter().map(|&id| number(game, id, *thing));
        let first = numbers.next();
        numbers.any(|number| Some(number) != first)
    };
    icons.chain(parts).filter(differs).collect()
}

/// Tiles by their names, each with what tells it from the others.
fn told_apart(game: &Game, classes: &[ClassId]) -> String {
    let things = differing(game, classes);
    let told = classes.iter().take(MOST_SHOWN).map(|&id| {
        let mut text = format!("`{}`", game.classes[id.index()].name);
        let mut shown: Vec<(Thing, u32)> = things.iter().map(|&thing| (thing, number(game, id, thing))).collect();
        shown.retain(|(_, number)| *number > 0);
        // Grounds differ wherever lines do, and say little.
        let is_ground =
            |thing: Thing| matches!(thing, Thing::Part(at) if game.features[at.index()].shape == Shape::Ground);
        if shown.iter().any(|(thing, _)| !is_ground(*thing)) {
            shown.retain(|(thing, _)| !is_ground(*thing));
        }
        let words: Vec<String> = shown
            .iter()
            .map(|(thing, number)| match thing {
                Thing::Icon(icon) => format!("{}:{number}", game.icons[*icon]),
                Thing::Part(feature) => format!("{}:{number}", game.features[feature.index()].name),
            })
            .collect();
        if !words.is_empty() {
            let _ = write!(text, " ({})", words.join(" "));
        } else if !things.is_empty() {
            text.push_str(" (none of these)");
        }
        text
    });
    let mut text = told.collect::<Vec<_>>().join(", ");
    if classes.len() > MOST_SHOWN {
        let _ = write!(text, " and {} more", classes.len() - MOST_SHOWN);
    }
    if things.is_empty() && classes.len() > 1 {
        text.push_str("; edges and icons do not tell them apart, so write the id");
    }
    text
}

/// What is said where no tile has such edges: the mirror image, or tiles that differ in one edge.
fn near(game: &Game, kinds: &[FeatureId], edges: &[FeatureId], all: &[ClassId]) -> String {
    let mirrored: Vec<FeatureId> = edges.iter().rev().copied().collect();
    if let Some(&id) = all.iter().find(|&&id| goes_around(&rim(game, id), &mirrored)) {
        let name = tile_id(game, id);
        return format!("read the other way round it is `{name}`: edges are written clockwise");
    }
    let apart = |rim: &[FeatureId]| {
        let by = |turn: usize| rim.iter().cycle().skip(turn).zip(edges).filter(|(one, other)| one != other).count();
        (0..rim.len()).map(by).min().unwrap_or(usize::MAX)
    };
    let nearest = all.iter().map(|&id| (id, rim(game, id))).filter(|(_, rim)| rim.len() == edges.len());
    match nearest.min_by_key(|(_, rim)| apart(rim)) {
        Some((id, rim)) => format!("nearest is `{}`, `[{}]`", tile_id(game, id), written(game, kinds, &rim)),
        None => "a tile of one cell has four edges, one of two cells six".to_owned(),
    }
}

fn tile_id(game: &Game, id: ClassId) -> &str {
    game.tile_of(id).map_or("", |tile| tile.id.as_str())
}

/// Edges as they are written: letters where those tell the kinds apart.
fn written(game: &Game, kinds: &[FeatureId], edges: &[FeatureId]) -> String {
    let name = |kind: &FeatureId| game.features[kind.index()].name.as_str();
    let first = |kind: &FeatureId| name(kind).get(..1).unwrap_or_default();
    let letters = edges.iter().all(|edge| kinds.iter().filter(|kind| first(kind) == first(edge)).count() == 1);
    let (words, joint): (Vec<&str>, _) =
        if letters { (edges.iter().map(first).collect(), "") } else { (edges.iter().map(name).collect(), "-") };
    words.join(joint)
}
