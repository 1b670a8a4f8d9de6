//! TW0408, and TW0302 for stacks: the parts of a ruleset agree with each other.
//!
//! Players in order and no more than a table seats, a front that is a
//! line, a race that has one, stacks of sets that are there, and as many pieces apart as tiles that call for one. How points
//! are made up is in `scoring`, what players have in `figures`, where a game starts in `start`.

use crate::diagnostic::{Code, Finding};
use crate::model::{Shape, Tie, Tile};
use crate::source::{Part, child};

use super::Game;
use super::names::unknown;
use super::report::{At, Report};

/// Seats that a game has room for.
const MOST_PLAYERS: u8 = 8;

/// Features, and icons, that a game has numbers for.
const MOST_NAMES: usize = 250;

/// Figures that a game has numbers for.
const MOST_FIGURES: usize = 50;

/// Checks a ruleset against itself and its parts.
pub(super) fn check(game: &Game<'_>, report: &mut Report<'_>) {
    check_players(game, report);
    check_sizes(game, report);
    check_race(game, report);
    check_stacks(game, report);
    check_doubles(game, report);
}

/// A contradiction.
pub(super) fn incoherent(message: impl Into<String>) -> Finding {
    Finding::error(Code::RulesetIncoherent, message)
}

fn check_players(game: &Game<'_>, report: &mut Report<'_>) {
    let at = At::value(Part::Ruleset, "/players");
    let Some([least, most]) = game.resolved.ruleset.players else {
        let message = format!("the ruleset `{}` does not say for how many players it is", game.resolved.ruleset.id);
        let finding = Finding::error(Code::MissingKey, message)
            .help("write `players = [2, 5]`, the least number and the greatest");
        report.add(&At::value(Part::Ruleset, "/id"), finding);
        return;
    };
    if least == 0 {
        report.add(&at, incoherent("nobody cannot play").help("at least 1 player"));
    } else if least > most {
        let finding = incoherent(format!("no number of players lies between {least} and {most}"));
        report.add(&at, finding.help("the smaller number comes first"));
    } else if most > MOST_PLAYERS {
        report.add(&at, incoherent(format!("{most} players are more than a game has room for")).help("8 at most"));
    }
}

/// What the engine numbers in a byte stays below its end.
fn check_sizes(game: &Game<'_>, report: &mut Report<'_>) {
    let rules = &game.resolved.ruleset;
    let sizes = [
        ("features", rules.features.len(), MOST_NAMES),
        ("icons", rules.icons.len(), MOST_NAMES),
        ("figures", rules.figures.len(), MOST_FIGURES),
    ];
    for (what, size, most) in sizes {
        if size > most {
            let finding = incoherent(format!("{size} {what} are more than a game can have"));
            report.add(&At::key(Part::Ruleset, child("", what)), finding.help(format!("{most} at most")));
        }
    }
}

fn check_race(game: &Game<'_>, report: &mut Report<'_>) {
    let rules = &game.resolved.ruleset;
    let front = rules.front.as_ref().and_then(|front| rules.features.get(&front.feature));
    if let Some(feature) = front.filter(|feature| feature.shape != Shape::Line) {
        let finding = incoherent(format!("a front is a line, and this one is a {}", feature.shape.word()));
        report.add(&At::value(Part::Ruleset, "/front/feature"), finding);
    }
    if let Some(race) = &rules.race {
        if rules.front.is_none() {
            let finding = incoherent("a race runs along a front, and the ruleset has none");
            report.add(&At::key(Part::Ruleset, "/race"), finding.help("say in `[front]` which feature it is"));
        }
        if game.resolved.mouth.is_none() {
            let finding = incoherent("a race ends at a mouth, and the game has none");
            report.add(&At::key(Part::Ruleset, "/race"), finding.help("name the file of its points in `mouth`"));
        }
        if rules.figures.get(&race.figure).is_some_and(|figure| !figure.on.is_empty()) {
            let finding = incoherent(format!("`{}` races, so it cannot be placed on features too", race.figure));
            let help = "its name counts the spaces advanced; a figure's name counts what is left in the supply";
            report.add(&At::value(Part::Ruleset, "/race/figure"), finding.help(help));
        }
    }
    if rules.options.tie == Some(Tie::Mouth) && game.resolved.mouth.is_none() {
        let finding = incoherent("a tie goes to whoever scored most at the mouth, and the game has no mouth");
        report.add(&At::value(Part::Ruleset, "/options/tie"), finding.help("name its file in `mouth`"));
    }
}

fn check_stacks(game: &Game<'_>, report: &mut Report<'_>) {
    let resolved = game.resolved;
    let ids: Vec<_> = resolved.tilesets.iter().map(|set| set.id.as_str()).collect();
    let stacks = &resolved.ruleset.stack;
    for (number, stack) in stacks.iter().enumerate() {
        let pointer = child("/stack", number);
        let at = At::value(Part::Ruleset, child(&pointer, "tileset"));
        let Some(set) = resolved.tilesets.iter().find(|set| set.id == stack.tileset) else {
            report.add(&at, unknown("tile set in play", &stack.tileset, &ids));
            continue;
        };
        if stacks[..number].iter().any(|earlier| earlier.tileset == stack.tileset) {
            report.add(&at, incoherent(format!("`{}` is drawn first twice", stack.tileset)));
            continue;
        }
        let course = stack.course.as_ref().and_then(|course| resolved.ruleset.features.get(course));
        if let Some(feature) = course.filter(|feature| feature.shape != Shape::Line) {
            let finding = incoherent(format!("a course is a line, and this one is a {}", feature.shape.word()));
            report.add(&At::value(Part::Ruleset, child(&pointer, "course")), finding);
        }
        for (key, tile) in [("first", &stack.first), ("last", &stack.last)] {
            let Some(tile) = tile else { continue };
            if !set.tile.iter().any(|known| known.id == *tile) {
                let tiles: Vec<_> = set.tile.iter().map(|tile| tile.id.as_str()).collect();
                let finding = unknown(&format!("tile of `{}`", set.id), tile, &tiles);
                report.add(&At::value(Part::Ruleset, child(&pointer, key)), finding);
            }
        }
        let copies = |id: &String| set.tile.iter().find(|tile| tile.id == *id).map_or(0, |tile| tile.count);
        if stack.first.is_some() && stack.first == stack.last && stack.first.as_ref().map(copies) == Some(1) {
            let finding = incoherent("the only copy of a tile cannot be drawn both first and last");
            report.add(&At::value(Part::Ruleset, child(&pointer, "last")), finding);
        }
    }
}

/// R8: each tile that calls for a piece from beside the stack finds one.
fn check_doubles(game: &Game<'_>, report: &mut Report<'_>) {
    let tiles = || game.tiles().filter_map(|piece| Some((piece, piece.tile?)));
    let sum = |which: fn(&Tile) -> bool| -> u64 {
        tiles().filter(|(_, tile)| which(tile)).map(|(_, tile)| u64::from(tile.count)).sum()
    };
    let (callers, apart) = (sum(|tile| tile.draws_double), sum(|tile| tile.apart));
    let Some((piece, _)) = tiles().find(|(_, tile)| tile.draws_double).filter(|_| callers > apart) else { return };
    let finding = incoherent(format!("{callers} pieces draw another, and {apart} lie apart to be drawn"));
    let at = At::key(piece.part, child(&piece.pointer, "draws_double"));
    report.add(&at, finding.help("what lies beside the stack says `apart = true`"));
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{codes, race_findings};
    use crate::source::Resolved;

    #[test]
    fn players_are_in_order_and_find_room() {
        assert_eq!(codes(|game| game.ruleset.players = Some([5, 2])), ["TW0408"]);
        assert_eq!(codes(|game| game.ruleset.players = Some([2, 9])), ["TW0408"]);
        assert_eq!(codes(|game| game.ruleset.players = Some([0, 2])), ["TW0408"]);
        assert_eq!(codes(|game| game.ruleset.players = None), ["TW0203"]);
        let many = |game: &mut Resolved| {
            for number in 0..300 {
                let icon = toml::from_str("on = [\"city\"]").expect("it is an icon");
                game.ruleset.icons.insert(format!("icon{number}"), icon);
            }
        };
        assert_eq!(codes(many), ["TW0408"]);
    }

    #[test]
    fn a_race_has_a_front_to_run_along() {
        let numbers = |change: fn(&mut Resolved)| {
            race_findings(change).into_iter().map(|finding| finding.code.number()).collect::<Vec<_>>()
        };
        assert!(numbers(|_| ()).is_empty());
        assert_eq!(numbers(|game| game.mouth = None), ["TW0408"]);
        assert_eq!(numbers(|game| game.ruleset.front = None), ["TW0408"]);
        assert_eq!(
            numbers(|game| game.ruleset.race.as_mut().expect("there is one").figure = "meeple".into()),
            ["TW0408"]
        );
        assert_eq!(
            numbers(|game| game.ruleset.front.as_mut().expect("there is one").feature = "lawn".into()),
            ["TW0408"]
        );
        assert_eq!(
            numbers(|game| game.ruleset.front.as_mut().expect("there is one").feature = "strem".into()),
            ["TW0302"]
        );
        assert_eq!(codes(|game| game.ruleset.options.tie = Some(crate::model::Tie::Mouth)), ["TW0408"]);
    }

    #[test]
    fn stacks_are_of_sets_and_tiles_that_are_there() {
        let stack = |text: &str| {
            let stack = format!("[[stack]]\n{text}");
            codes(move |game| {
                let table: toml::Table = toml::from_str(&stack).expect("it is TOML");
                game.ruleset.stack = table["stack"].clone().try_into().expect("these are stacks");
            })
        };
        assert!(stack("tileset = \"base\"\nfirst = \"A\"\nlast = \"A\"").is_empty());
        assert_eq!(stack("tileset = \"bse\""), ["TW0302"]);
        assert!(stack("tileset = \"base\"\ncourse = \"road\"").is_empty());
        assert_eq!(stack("tileset = \"base\"\ncourse = \"city\""), ["TW0408"]);
        assert_eq!(stack("tileset = \"base\"\nfirst = \"AA\"\nlast = \"BB\""), ["TW0302", "TW0302"]);
        assert_eq!(stack("tileset = \"base\"\n[[stack]]\ntileset = \"base\""), ["TW0408"]);
    }

    #[test]
    fn whoever_draws_another_piece_finds_one() {
        assert_eq!(codes(|game| game.tilesets[0].tile[0].draws_double = true), ["TW0408"]);
        let both = |game: &mut Resolved| {
            game.tilesets[0].tile[0].draws_double = true;
            game.tilesets[0].tile[2].apart = true;
        };
        assert!(codes(both).is_empty());
    }
}
