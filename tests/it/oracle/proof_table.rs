//! The oracle against small tables counted by hand: goods, tables that end, and works that change the tiles of others.
//!
//! What must stay true: every total here follows from the rules on paper (TE1-TE3, B5, B10), none from running the code.

use std::fs;

use super::proof_figures::{ends, game, rules};
use super::{Overlay, Rules, games, legal, play};

const GOODS: &str = "goods.wine = { tokens = 9, most = 10 }
goods.grain = { tokens = 6, most = 10 }
tiles.D.segments.c.icons.wine = 1
tiles.E.segments.c.icons.wine = 1
tiles.F.segments.c.icons.grain = 1
";

#[test]
fn goods_go_to_whoever_completes_the_city() {
    // Red's city: wine at both ends, grain between; Blue closes it.
    let turns = "Red F (0,-1) r90 meeple city {Blue.wine 0}\nBlue E (0,-2) r180 {Red 8, Red.wine 0, Blue.wine 2}\n";
    let log = format!("game: any\nplayers: Red, Blue\n{turns}end: now\nscore: Red 8, Blue 20, Blue.grain 1");
    let outcome = play(&rules(GOODS), &log).expect("the game is legal");
    assert_eq!(outcome.wrong_claims(&games(&log).expect("the log is read")[0]), Vec::<String>::new());
    let wrong = log.replace("Red.wine 0", "Red.wine 1").replace("Blue.grain 1", "Blue.cloth 1");
    assert_eq!(outcome.wrong_claims(&games(&wrong).expect("the log is read")[0]).len(), 2);
    // Whoever owns it, or nobody.
    assert_eq!(ends(&rules(GOODS), &format!("{}end: now", turns.replace("meeple city", ""))), [0, 20]);
    // No more than there are; roads and open cities give none.
    let totals = game(&rules(&GOODS.replace("tokens = 9", "tokens = 1")), turns).expect("the game is legal").end;
    assert_eq!((totals.counter(1, "wine"), totals.counter(1, "grain")), (Some(1), Some(1)));
    let open = game(&rules(GOODS), turns.lines().next().expect("a line")).expect("the game is legal");
    assert_eq!(open.end.counter(0, "grain"), Some(0));
}

#[test]
fn most_goods_of_a_kind_pay_all_who_tie() {
    let turns = "Red E (0,-1) r180\nBlue E (0,-2)\nRed U (1,0) r90\nBlue E (0,-3) r180\nend: now";
    assert_eq!(ends(&rules(GOODS), turns), [10, 10], "two each; nobody has grain");
    assert_eq!(ends(&rules(&GOODS.replace("tokens = 9", "tokens = 3")), turns), [10, 0], "the last one only");
    assert_eq!(ends(&rules(GOODS), &turns.replace("now", "stopped")), [0, 0], "not before the end");
}

#[test]
fn goods_wait_with_the_scoring() {
    let builder = "figures.builder = { supply = 1, on = ['city'], weight = 0, joins = true, extra_turn = true }";
    let turns = "Red F (0,-1) r90 meeple city\nBlue U (1,0) r90\nRed F (0,-2) r90 builder city\nBlue U (2,0) r90\n\
                 Red E (0,-3) r180\nRed U (3,0) r90";
    for (reading, grain) in [("after_scoring", 2), ("before_scoring", 0)] {
        let rules = rules(&format!("{GOODS}{builder}\noptions.extra_turn = '{reading}'"));
        let outcome = game(&rules, turns).expect("the game is legal");
        let held = |turn: usize| outcome.turns[turn].totals.counter(0, "grain");
        assert_eq!((held(4), held(5)), (Some(grain), Some(2)), "{reading}");
    }
}

fn table(size: [u8; 2], edge: &str) -> Rules {
    rules(&format!("{GOODS}options.table = {{ size = {size:?}, edge = '{edge}' }}"))
}

#[test]
fn a_table_has_an_end() {
    let turns = "Red U (1,0) r90\nBlue U (-1,0) r90";
    let reached = |size: [u8; 2], turns: &str| {
        let rules = table(size, "open");
        let position = game(&rules, turns).expect("the game is legal").position;
        legal(&rules, &position, "X").expect("a tile").into_iter().map(|(x, y, _)| (x, y)).collect::<Vec<_>>()
    };
    assert_eq!(reached([4, 1], "").iter().filter(|(_, y)| *y != 0).count(), 0);
    assert_eq!(reached([3, 3], turns), [], "no road leads north or south");
    assert!(reached([4, 1], turns).contains(&(2, 0)) && reached([4, 1], turns).contains(&(-2, 0)), "either side");
    assert!(reached([4, 1], &format!("{turns}\nRed U (2,0) r90")).is_empty(), "not both");
    assert!(game(&table([3, 3], "open"), &format!("{turns}\nRed U (2,0) r90")).is_err());
}

#[test]
fn the_end_of_a_table_closes_roads_and_cities() {
    let road = "Red U (1,0) r90 meeple road\nBlue U (-1,0) r90";
    assert_eq!(ends(&table([3, 3], "closed"), road), [3, 0]);
    assert_eq!(ends(&table([4, 3], "closed"), road), [0, 0], "one more would have room on either side");
    assert_eq!(ends(&table([3, 3], "open"), road), [0, 0]);
    assert_eq!(ends(&table([3, 3], "open"), &format!("{road}\nend: now")), [3, 0]);
    // The last tile lies in the south, and closes the city in the north: by its shield 2 x 2 + 2, and 3 for Blue's farmer.
    let city = "Red F (0,-1) r90 meeple city\nBlue U (1,0) r90 meeple field:NL\nRed U (-1,0) r90\nBlue U (0,1) r90";
    let outcome = game(&table([5, 3], "closed"), city).expect("the game is legal");
    assert_eq!((outcome.turns[2].totals.points[0], &outcome.end.points), (0, &vec![6, 0]));
    assert_eq!(outcome.end.supplies[0]["meeple"], 7);
    assert_eq!((outcome.end.counter(1, "wine"), outcome.end.counter(1, "grain")), (Some(1), Some(1)), "to Blue");
    assert_eq!(ends(&table([5, 3], "closed"), &format!("{city}\nend: now")), [6, 3 + 20]);
    assert_eq!(ends(&table([5, 4], "closed"), &format!("{city}\nend: now")), [3, 0], "still open");
    // It counts once: nothing more comes of it in later turns.
    let later = game(&table([5, 3], "closed"), &format!("{city}\nRed U (2,0) r90\nBlue U (-2,0) r90"));
    let end = later.expect("the game is legal").end;
    assert_eq!((&end.points, end.counter(1, "wine"), end.counter(0, "wine")), (&vec![6, 0], Some(1), Some(0)));
}

#[test]
fn the_end_of_a_table_is_no_neighbour() {
    let turns = "Red A (1,0) r90 meeple monastery\nBlue A (-1,0) r270";
    assert_eq!(ends(&table([3, 1], "closed"), turns), [0, 0]);
    assert_eq!(ends(&table([3, 1], "closed"), &format!("{turns}\nend: now")), [2, 0]);
}

/// A game and one that extends it, each with a variant of the same name.
const WORKS: [(&str, &str); 6] = [
    (
        "parent/game.toml",
        "players = [2, 5]\ntilesets = ['set.toml']\nstart = [{ tile = 'S', cell = [0, 0] }]\n\
         figures.meeple = { supply = 7, on = ['road'] }\nfeatures.ground.shape = 'ground'\n\
         features.road = { shape = 'line', completed = { tile = 1 }, final = { tile = 1 } }\n\
         tiles.S.count = 2\ntiles.S.segments.r.remove = true",
    ),
    (
        "parent/set.toml",
        "id = 'set'\n[[tile]]\nid = 'S'\ncount = 1\nsegments = [{ id = 'r', feature = 'road', at = 'E' }, \
         { id = 'g', feature = 'ground', at = 'NL NR EL ER SL SR WL WR' }]",
    ),
    (
        "parent/more.toml",
        "id = 'more'\n[[tile]]\nid = 'M'\ncount = 1\nsegments = [{ id = 'r', feature = 'road', at = 'E' }]",
    ),
    (
        "parent/variants/river.toml",
        "id = 'river'\nextends = 'parent'\ntilesets = { add = ['../more.toml'] }\ntiles.M.segments.r.at = 'E S'\n\
         tiles.M.count = 3",
    ),
    ("child/game.toml", "extends = 'parent'\ntiles.S.segments.r = { feature = 'road', at = 'W' }\nplayers = [2, 6]"),
    ("child/variants/river.toml", "id = 'river'\nextends = 'river'\n[tiles.M.segments]\nr.at = 'N'"),
];

#[test]
fn works_change_tiles_in_the_order_of_the_chain() {
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    for (path, text) in WORKS {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the test's folder takes folders");
        fs::write(path, text).expect("the test's folder takes files");
    }
    let load = |game, overlays: &[_]| Rules::load(folder.path(), game, overlays).expect("the rules are read");
    let edges = |rules: &Rules, tile: &str| {
        let drawing = &rules.tiles[tile].faces[0].turned[0];
        [0, 1, 2, 3].map(|edge| drawing.kind(0, 0, edge) == Some("road"))
    };
    // The parent takes the road away, the child draws another one.
    let parent = load("parent", &[]);
    assert_eq!((edges(&parent, "S"), parent.tiles["S"].count), ([false; 4], 2));
    let child = load("child", &[]);
    assert_eq!((edges(&child, "S"), child.tiles["S"].count), ([false, false, false, true], 2));
    assert_eq!((child.players, child.start.len()), ((2, 6), 1));
    // The child's variant lies over that of the parent; in the parent's game there is only the one.
    let river = Overlay::Name("river");
    assert_eq!(edges(&load("parent", &[river]), "M"), [false, true, true, false]);
    let both = load("child", &[river]);
    assert_eq!((edges(&both, "M"), both.tiles["M"].count), ([true, false, false, false], 3));
    let own = folder.path().join("child/variants/river.toml");
    assert_eq!(edges(&load("child", &[Overlay::File(&own)]), "M"), edges(&both, "M"), "by its file, too");
    let less = Overlay::Text("extends = 'river'\ntilesets.add = []");
    assert_eq!(load("child", &[river, less]).tiles["M"].count, 3, "what two extend is laid over once");
}
