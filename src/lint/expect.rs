//! TW0303 and TW0302 for `expect`: a set has what the published rules state of it.
//!
//! An expectation is bound to its set and says nothing where another set is in play. What must stay true: a wrong copy of
//! one drawing changes every sum, so where the copies already differ the sums are passed over.

use crate::diagnostic::{Code, Finding, list_of, nearest};
use crate::model::{Expect, Map, Ruleset, Show, Tile, Tileset};
use crate::source::{Part, Shared, child};

use super::Game;
use super::names;
use super::piece::Piece;
use super::report::{At, Report};
use super::start::split;
use super::tally::{faces, tally};
use super::totals::is_overlaid;

/// What of a set is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// All pieces.
    Total,
    /// The copies of the drawing with this number.
    Copies(usize),
    /// The number of drawings.
    Drawings,
    /// Pieces that lie apart.
    Apart,
    /// Pieces that draw another.
    DrawsDouble,
    /// Pieces on the table before the first turn.
    Start,
    /// Edges of a kind.
    Edges(String),
    /// Segments of a feature.
    Segments(String),
    /// Pieces that carry a feature.
    Tiles(String),
    /// Borders of a ground with blocks.
    Borders(String),
    /// Icons of a kind.
    Icons(String),
    /// The kinds of edge there are.
    OnlyEdges,
    /// The features there are.
    OnlyFeatures,
    /// Whether copies of one drawing differ.
    Varied,
    /// A drawing that must be there, by number.
    Shows(usize),
}

/// One thing the rules state, beside what was counted.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    /// What it is about.
    pub(crate) what: What,
    /// Where it is stated: the pointer below the set's expectation.
    pub(crate) pointer: String,
    /// What the rules state.
    pub(crate) stated: String,
    /// What was counted.
    pub(crate) counted: String,
    /// Whether they are the same.
    pub(crate) agrees: bool,
    /// Both in a sentence.
    pub(crate) sentence: String,
}

impl Comparison {
    fn number(what: What, pointer: String, words: &str, stated: u64, counted: u64) -> Self {
        Self {
            what,
            pointer,
            stated: stated.to_string(),
            counted: counted.to_string(),
            agrees: stated == counted,
            sentence: format!("the rules state {stated} {words}, and {counted} are there"),
        }
    }
}

/// Checks every expectation of a set in play, and says which belong to no set.
pub(super) fn check(game: &Game<'_>, report: &mut Report<'_>) {
    let resolved = game.resolved;
    let sound = game.sound();
    for (number, (set, pieces)) in resolved.tilesets.iter().zip(&game.sets).enumerate() {
        let part = Part::Tileset(number);
        // What an overlay changes is no longer what the rules state, and it is not told so: `count` shows it.
        let Some(expect) = resolved.ruleset.expect.get(&set.id).filter(|_| !is_overlaid(resolved, number)) else {
            continue;
        };
        if sound && !names::check_expect(&resolved.ruleset, &set.id, report) {
            continue;
        }
        if report.found(part, &[Code::TileCountMismatch, Code::FaceCountMismatch, Code::MissingKey]) {
            continue;
        }
        let drawn = pieces.iter().all(Piece::sound)
            && !report
                .found(part, &[Code::PortTakenTwice, Code::PortUncovered, Code::SplitEdge, Code::FaceChangesTile]);
        let bordered = !report.found(part, &[Code::BadBorder]);
        let started = resolved.variants.is_empty() && !report.found(Part::Ruleset, &[Code::RulesetIncoherent]);
        let compared = compare(&resolved.ruleset, expect, set, pieces);
        let differ = |what: fn(&What) -> bool| compared.iter().any(|it| what(&it.what) && !it.agrees);
        let copies = differ(|what| matches!(what, What::Copies(_) | What::Drawings));
        let counts = copies || expect.copies.is_none() && differ(|what| *what == What::Total);
        for it in compared.iter().filter(|it| !it.agrees) {
            let known = match it.what {
                What::Copies(_) | What::Drawings => true,
                What::Total | What::Apart | What::DrawsDouble => !copies,
                // A variant that starts elsewhere is no longer what the rules state: `count` shows it.
                What::Start => started,
                What::Borders(_) => drawn && bordered && !counts,
                What::Edges(_) | What::Segments(_) | What::Tiles(_) | What::Icons(_) => drawn && !counts,
                What::OnlyEdges | What::OnlyFeatures | What::Varied | What::Shows(_) => drawn,
            };
            if known {
                let pointer = match it.what {
                    What::Start => "/start".to_owned(),
                    _ => format!("{}{}", child("/expect", &set.id), it.pointer),
                };
                let at = At::value(Part::Ruleset, pointer);
                report.add(&at, Finding::error(Code::TileCountMismatch, format!("{} in `{}`", it.sentence, set.id)));
            }
        }
    }
    check_sets(game, report);
}

/// A ruleset that nothing overlays and that expects something of a set it does not have has likely misspelt its name.
fn check_sets(game: &Game<'_>, report: &mut Report<'_>) {
    let resolved = game.resolved;
    if !resolved.variants.is_empty() || resolved.ruleset.extends.is_some() {
        return;
    }
    for id in unbound(&resolved.ruleset, &resolved.tilesets) {
        let sets = resolved.tilesets.iter().map(|set| set.id.as_str());
        let message = format!("the rules state something of `{id}`, and no such set is in play");
        let help = nearest(id, sets).map(|near| format!("did you mean `{near}`?")).unwrap_or_default();
        report.add(
            &At::key(Part::Ruleset, child("/expect", id)),
            Finding::warning(Code::UnknownName, message).help(help),
        );
    }
}

/// The sets that `expect` speaks about and that are not in play.
pub(crate) fn unbound<'a>(rules: &'a Ruleset, sets: &[Shared<Tileset>]) -> Vec<&'a str> {
    rules.expect.keys().map(String::as_str).filter(|id| !sets.iter().any(|set| set.id == *id)).collect()
}

/// A key of an expectation: what its names are, the words for them, what is stated and what was counted.
type Sums<'a> = (&'a str, fn(String) -> What, &'a str, &'a Map<u32>, &'a Map<u64>);

/// Holds a set against what the rules state of it.
pub(crate) fn compare(rules: &Ruleset, expect: &Expect, set: &Tileset, pieces: &[Piece<'_>]) -> Vec<Comparison> {
    let tally = tally(rules, set, pieces);
    let mut rows = Vec::new();
    let numbers = [
        (What::Total, "total", "pieces", expect.total, tally.pieces),
        (What::Apart, "apart", "pieces apart from the stack", expect.apart, tally.apart),
        (What::DrawsDouble, "draws_double", "pieces that draw another", expect.draws_double, tally.draws_double),
    ];
    for (what, key, words, stated, counted) in numbers {
        if let Some(stated) = stated {
            rows.push(Comparison::number(what, child("", key), words, u64::from(stated), counted));
        }
    }
    if let Some(stated) = expect.start {
        let words = if stated == 1 { "piece on the table at first" } else { "pieces on the table at first" };
        let counted = starting(rules, set);
        rows.push(Comparison::number(What::Start, child("", "start"), words, u64::from(stated), counted));
    }
    if let Some(copies) = &expect.copies {
        compare_copies(copies, set, &mut rows);
    }
    let maps: [Sums<'_>; 5] = [
        ("edges", What::Edges, "edges", &expect.edges, &tally.edges),
        ("segments", What::Segments, "segments", &expect.segments, &tally.segments),
        ("tiles", What::Tiles, "pieces", &expect.tiles, &tally.tiles),
        ("borders", What::Borders, "borders", &expect.borders, &tally.borders),
        ("icons", What::Icons, "icons", &expect.icons, &tally.icons),
    ];
    for (key, what, words, stated, counted) in maps {
        for (name, &stated) in stated {
            let counted = counted.get(name).copied().unwrap_or(0);
            let words = match key {
                "tiles" => format!("{words} with `{name}`"),
                "borders" => format!("{words} of `{name}`"),
                _ => format!("`{name}` {words}"),
            };
            let pointer = child(&child("", key), name);
            rows.push(Comparison::number(what(name.clone()), pointer, &words, u64::from(stated), counted));
        }
    }
    only(What::OnlyEdges, "only_edges", "edges", &expect.only_edges, &tally.edges, &mut rows);
    only(What::OnlyFeatures, "only_features", "features", &expect.only_features, &tally.segments, &mut rows);
    if expect.varied {
        rows.push(compare_varied(set));
    }
    for (number, show) in expect.shows.iter().enumerate() {
        rows.push(compare_show(number, show, set));
    }
    rows
}

/// The pieces of a set that the ruleset puts on the table before the first turn.
fn starting(rules: &Ruleset, set: &Tileset) -> u64 {
    let of_set = |id: &str| set.tile.iter().any(|tile| tile.id == id);
    rules.start.iter().filter(|start| of_set(split(&start.tile).0)).count() as u64
}

fn compare_copies(copies: &[u32], set: &Tileset, rows: &mut Vec<Comparison>) {
    for (number, (&stated, tile)) in copies.iter().zip(&set.tile).enumerate() {
        let (what, pointer) = (What::Copies(number), child("/copies", number));
        let words = format!("copies of `{}`", tile.id);
        rows.push(Comparison::number(what, pointer, &words, u64::from(stated), u64::from(tile.count)));
    }
    if copies.len() != set.tile.len() {
        let (stated, counted) = (copies.len() as u64, set.tile.len() as u64);
        rows.push(Comparison::number(What::Drawings, "/copies".into(), "drawings", stated, counted));
    }
}

fn only(what: What, key: &str, words: &str, stated: &[String], counted: &Map<u64>, rows: &mut Vec<Comparison>) {
    if stated.is_empty() {
        return;
    }
    let more: Vec<_> = counted.keys().filter(|name| !stated.contains(name)).map(String::as_str).collect();
    rows.push(Comparison {
        what,
        pointer: child("", key),
        stated: format!("{words} are only {}", stated.join(", ")),
        counted: if more.is_empty() { "no other".into() } else { format!("also {}", more.join(", ")) },
        agrees: more.is_empty(),
        sentence: format!("the rules state which {words} there are, and {} are there besides", list_of(&more, "and")),
    });
}

/// R2: among the copies of most drawings icons differ.
fn compare_varied(set: &Tileset) -> Comparison {
    let several: Vec<&Tile> = set.tile.iter().filter(|tile| tile.count > 1).collect();
    let varied = several.iter().filter(|tile| faces(tile).iter().filter(|(_, copies)| *copies > 0).count() > 1).count();
    Comparison {
        what: What::Varied,
        pointer: "/varied".into(),
        stated: "most drawings with several copies have several faces".into(),
        counted: format!("{varied} of {}", several.len()),
        agrees: varied * 2 > several.len(),
        sentence: format!(
            "the rules state that copies of most drawings differ, and those of {varied} of {} do",
            several.len()
        ),
    }
}

fn compare_show(number: usize, show: &Show, set: &Tileset) -> Comparison {
    let shown = set.tile.iter().find(|tile| shows(show, tile));
    Comparison {
        what: What::Shows(number),
        pointer: child("/shows", number),
        stated: show.what.clone(),
        counted: shown.map_or_else(|| "nowhere".into(), |tile| tile.id.clone()),
        agrees: shown.is_some(),
        sentence: format!("the rules show {}, and no tile does", show.what),
    }
}

/// Whether some printed face of a tile shows it.
fn shows(show: &Show, tile: &Tile) -> bool {
    faces(tile).iter().any(|(face, copies)| {
        let added = face.map(|face| face.segments.as_slice()).unwrap_or_default();
        let segments = || tile.segments.iter().chain(added);
        let with = show.with.iter().all(|(feature, &least)| {
            segments().filter(|segment| segment.feature == *feature).count() >= least as usize
        });
        *copies > 0
            && with
            && segments().filter(|segment| segment.feature == show.feature).any(|segment| {
                let ports = segment.at.as_deref().unwrap_or_default().split_whitespace().count();
                let on_face = face.and_then(|face| face.icons.get(&segment.id));
                let icon = |name: &str| {
                    let on = |map: &Map<u32>| u64::from(map.get(name).copied().unwrap_or(0));
                    on(&segment.icons) + on_face.map_or(0, on)
                };
                let sum = |map: &Map<u32>| map.values().map(|&number| u64::from(number)).sum::<u64>();
                show.ports.is_none_or(|least| ports >= least as usize)
                    && show.icons.iter().all(|(name, &least)| icon(name) >= u64::from(least))
                    && show.worth.is_none_or(|worth| sum(&segment.icons) + on_face.map_or(0, sum) == u64::from(worth))
            })
    })
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Level;
    use crate::lint::tests::findings;
    use crate::source::Resolved;

    fn said(text: &str) -> Vec<String> {
        let found = findings(|game: &mut Resolved| {
            game.ruleset.expect.insert("base".into(), toml::from_str(text).expect("it is an expectation"));
        });
        assert!(found.iter().all(|finding| finding.code.number() == "TW0303"), "{found:?}");
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn what_the_rules_state_is_counted() {
        let right = "total = 7\ncopies = [2, 3, 2]\napart = 0\ndraws_double = 0\nstart = 1\nborders = { field = 2 }\nedges = { road = 7, city = 10, field = 11 }
            segments = { city = 4 }\ntiles = { garden = 1 }\nicons = { shield = 3 }
            only_edges = [\"road\", \"city\", \"field\"]\nonly_features = [\"road\", \"city\", \"field\", \"monastery\", \"garden\"]
            varied = true";
        assert!(said(right).is_empty(), "{:?}", said(right));
        assert_eq!(said("total = 8"), ["the rules state 8 pieces, and 7 are there in `base`"]);
        assert_eq!(said("edges = { road = 8 }"), ["the rules state 8 `road` edges, and 7 are there in `base`"]);
        assert_eq!(said("tiles = { road = 6 }"), ["the rules state 6 pieces with `road`, and 5 are there in `base`"]);
        assert_eq!(said("icons = { shield = 0 }"), ["the rules state 0 `shield` icons, and 3 are there in `base`"]);
        assert_eq!(
            said("borders = { field = 3 }"),
            ["the rules state 3 borders of `field`, and 2 are there in `base`"]
        );
        assert_eq!(said("start = 2"), ["the rules state 2 pieces on the table at first, and 1 are there in `base`"]);
        assert_eq!(said("copies = [2, 3]"), ["the rules state 2 drawings, and 3 are there in `base`"]);
        let only = "the rules state which edges there are, and `field` are there besides in `base`";
        assert_eq!(said("only_edges = [\"road\", \"city\"]"), [only]);
    }

    #[test]
    fn wrong_copies_do_not_repeat_themselves_in_every_sum() {
        let text = "total = 8\ncopies = [3, 3, 2]\nedges = { road = 9 }";
        assert_eq!(said(text), ["the rules state 3 copies of `A`, and 2 are there in `base`"]);
        assert_eq!(said("total = 8\nedges = { road = 9 }"), ["the rules state 8 pieces, and 7 are there in `base`"]);
        assert_eq!(said("total = 8\ncopies = [2, 3, 2]\nedges = { road = 9 }").len(), 2);
    }

    #[test]
    fn proven_drawings_are_looked_for_on_every_face() {
        let shows = |text: &str| said(&format!("[[shows]]\nwhat = \"it\"\n{text}")).is_empty();
        assert!(shows("feature = \"city\"\nports = 4"));
        assert!(!shows("feature = \"city\"\nports = 5"));
        assert!(shows("feature = \"city\"\nicons = { shield = 1 }\nworth = 1"));
        assert!(!shows("feature = \"city\"\nworth = 3"));
        assert!(shows("feature = \"field\"\nwith = { field = 2, city = 1 }"));
        assert!(!shows("feature = \"field\"\nwith = { field = 3 }"));
        // Only a face with copies proves anything.
        assert!(shows("feature = \"garden\""));
    }

    #[test]
    fn a_misspelt_set_is_a_warning_in_a_plain_ruleset() {
        let found = findings(|game| {
            let expect = game.ruleset.expect.shift_remove("base").expect("there is one");
            game.ruleset.expect.insert("bse".into(), expect);
        });
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].level, found[0].help.as_deref()), (Level::Warning, Some("did you mean `base`?")));
        let variant = findings(|game| {
            game.variants.push("other".into());
            game.ruleset.expect.insert("elsewhere".into(), toml::from_str("total = 9").expect("it is one"));
        });
        assert!(variant.is_empty());
    }
}
