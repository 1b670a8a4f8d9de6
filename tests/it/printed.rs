//! Tiles named by what is printed on them: the same games as by their ids, and what is not decided is refused.

use std::fmt::Write as _;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::Value;
use tilewright::fmt::log;
use tilewright::game::{self, ClassId, Game, TileName};
use tilewright::generate::Generator;
use tilewright::geometry::Rotation;
use tilewright::library::Library;
use tilewright::replay::{NotFound, Rulesets};

use crate::support::Run;

fn compiled(game: &str, variants: &[&str]) -> Game {
    let resolved = Library::builtin().resolve(game, variants).expect("shipped rulesets resolve");
    let (board, mouth) = (resolved.board.as_ref(), resolved.mouth.as_ref());
    game::compile(&resolved.ruleset, &resolved.variants, &resolved.tilesets, board, mouth, &resolved.maps)
        .expect("they compile")
}

/// All that is printed on a tile: its edges as whole words from the edge numbered `first`, its icons, and its features.
fn print_of(game: &Game, class: ClassId, first: usize) -> String {
    let cells = game.cells_of(class, Rotation::default());
    let rim = game.classes[class.index()].footprint.rim();
    let mut edges: Vec<&str> = rim
        .iter()
        .map(|&(cell, side)| game.features[usize::from(cells[cell].edge(side.index())) - 1].name.as_str())
        .collect();
    let turn = first % edges.len();
    edges.rotate_left(turn);
    let mut text = format!("[{}", edges.join("-"));
    for (index, icon) in game.icons.iter().enumerate() {
        let sum: u32 = game.segments_of(class).iter().filter_map(|segment| segment.icons.get(index)).sum();
        if sum > 0 {
            let _ = write!(text, " {icon}:{sum}");
        }
    }
    for (index, feature) in game.features.iter().enumerate() {
        let parts = game.segments_of(class).iter().filter(|segment| segment.feature.index() == index).count();
        if parts > 0 {
            let _ = write!(text, " {}:{parts}", feature.name);
        }
    }
    text + "]"
}

/// A log with each tile that its print decides written so; how many are, and how many are not.
fn by_print(game: &Game, text: &str) -> (String, usize, usize) {
    let (mut done, mut left) = (0, 0);
    let mut lines = Vec::new();
    for line in text.lines() {
        if !line.starts_with(|letter: char| letter.is_ascii_digit()) {
            lines.push(line.to_owned());
            continue;
        }
        let words = line.split(' ').enumerate().map(|(at, word)| {
            let Some(TileName::Class(class)) = game.tile_name(word.as_bytes()).filter(|_| at > 1) else {
                return word.to_owned();
            };
            let print = print_of(game, class, done);
            let twins = (0..game.classes.len() as u16).map(ClassId).filter(|&other| game.tile_of(other).is_some());
            if twins.into_iter().filter(|&other| (0..6).any(|first| print_of(game, other, first) == print)).count() > 1
            {
                left += 1;
                return word.to_owned();
            }
            done += 1;
            print
        });
        lines.push(words.collect::<Vec<_>>().join(" "));
    }
    (lines.join("\n") + "\n", done, left)
}

/// What a replay tells, without where it stands.
fn told(text: &str) -> Value {
    let mut document = Run::new("replay --format json -").stdin(text).run().code(0).json();
    for game in document["games"].as_array_mut().into_iter().flatten() {
        game.as_object_mut().expect("a game").remove("line");
    }
    document
}

#[test]
fn a_log_by_print_is_the_game_by_ids() {
    for (name, variants, players) in
        [("amazonas", &[][..], 3), ("carcassonne", &[][..], 2), ("carcassonne", &["river", "abbot"][..], 2)]
    {
        let game = compiled(name, variants);
        let mut ids = String::new();
        let mut generator = Generator::new(&game, players, 5).with_all_claims();
        (0..2).for_each(|index| generator.write(index, &mut ids));
        let (prints, done, left) = by_print(&game, &ids);
        assert!(done > 100 && left * 4 < done, "{name} {variants:?}: {done} by print, {left} not");
        assert_eq!(told(&prints), told(&ids), "{name} {variants:?}\n{prints}");
        let known = game.clone();
        let rulesets = Rulesets::new(move |_, _| Ok::<_, NotFound>(known.clone()));
        let form = |text: &str| log::format(&rulesets, &Arc::from("log"), text.as_bytes()).expect("a log");
        assert_eq!(form(&prints), form(&ids), "`fmt` writes the ids");
    }
}

/// The code and message of the only finding of a first turn.
fn refused(game: &str, head: &str, tile: &str) -> (String, String, String) {
    let text = format!("game: {game}\nplayers: Red, Blue\n{head}1. Red {tile} (0,-1) r0\n");
    let document = Run::new("replay --format json -").stdin(text).run().code(1).json();
    let found = &document["games"][0]["findings"];
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    let word = |key: &str| found[0][key].as_str().unwrap_or_default().to_owned();
    (word("code"), word("message"), word("help"))
}

#[test]
fn what_is_not_decided_is_refused_with_the_candidates() {
    let (code, message, help) = refused("carcassonne", "", "[ccff]");
    assert_eq!((code.as_str(), message.as_str()), ("TW0608", "`[ccff]` fits 2 different tiles"));
    assert!(help.contains("city:2") && help.contains("city:1"), "{help}");
    let (code, message, help) = refused("amazonas", "", "[ttjj]");
    assert_eq!((code.as_str(), message.as_str()), ("TW0602", "`[ttjj]` fits 5 faces of `T01`"));
    assert!(help.contains("`T01b` (fruit:1)"), "{help}");
    let (code, message, _) = refused("carcassonne", "variant: river\n", "[crfr]");
    assert_eq!((code.as_str(), message.as_str()), ("TW0608", "the edge `r` could be `road` or `river`"));
    let (code, _, help) = refused("carcassonne", "", "[crff]");
    assert_eq!(code, "TW0601");
    assert!(help.contains("nearest is `"), "{help}");
    let (code, _, help) = refused("amazonas", "", "[vtjt fruit:9]");
    assert_eq!(code, "TW0601");
    assert!(help.starts_with("with these edges there are `T13a`"), "{help}");
    assert_eq!(refused("amazonas", "", "[vtjx]").0, "TW0605");
    let (code, message, help) = refused("amazonas", "", "[vtjt frut:1]");
    assert_eq!((code.as_str(), message.as_str()), ("TW0605", "`frut` is neither an icon nor a feature of `amazonas`"));
    assert!(help.starts_with("did you mean `fruit`?"), "{help}");
    for bad in ["[vtjt", "[]", "[vtjt fruit]", "[vtjt]a", "[VTJT]", "[vtjt #1]"] {
        assert_eq!(refused("amazonas", "", bad).0, "TW0501", "{bad}");
    }
}

#[test]
fn what_is_not_written_is_not_there_where_that_decides() {
    let replay = |game: &str, tile: &str| {
        let text = format!("game: {game}\nplayers: Red, Blue\n1. Red {tile} (0,-1) r180\n");
        let ran = Run::new("fmt -").stdin(text).run();
        ran.stdout.lines().last().unwrap_or_default().to_owned()
    };
    // A city on three edges with a road, with a shield and without.
    assert_eq!(replay("carcassonne", "[ccff city:1]"), "1. Red  N (0,-1) r180");
    assert_eq!(replay("carcassonne", "[ffcc  shield:1]"), "1. Red  M (0,-1) r180");
    assert_eq!(replay("carcassonne", "[field-city-field-field]"), "1. Red  E (0,-1) r180");
    // Sites that the rules do not see may be written or not.
    assert_eq!(replay("carcassonne", "[fffc farmhouse:1]"), replay("carcassonne", "[fffc]"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mangled_prints_never_panic(print in "[\\[\\]a-z:0-9 \\-#(),+é]{0,24}", game in 0..2_usize) {
        static GAMES: std::sync::LazyLock<[Game; 2]> =
            std::sync::LazyLock::new(|| [compiled("amazonas", &[]), compiled("carcassonne", &["river"])]);
        let known = GAMES[game].clone();
        let rulesets = Rulesets::new(move |_, _| Ok::<_, NotFound>(known.clone()));
        let text = format!("game: x\nplayers: Red, Blue\n1. Red [{print} (0,-1) r0\n2. Blue [{print}] discard\n");
        let _ = log::format(&rulesets, &Arc::from("log"), text.as_bytes());
    }
}
