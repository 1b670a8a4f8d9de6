//! The oracle against small tables counted by hand: inns and cathedrals, and figures that count for more, join others, add
//! to a score or give a second turn.
//!
//! What must stay true: every total here follows from the rules on paper (IE1-IE4, TE4-TE7), none from running the code.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Outcome, Overlay, Rules, play, random_log};

/// The base game with what an overlay's text says.
pub(super) fn rules(overlay: &str) -> Rules {
    named(&[], overlay)
}

/// The base game with variants, and what a text says.
pub(super) fn named(variants: &[&str], overlay: &str) -> Rules {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let named = variants.iter().map(|name| Overlay::Name(name));
    let overlays: Vec<Overlay<'_>> = named.chain([Overlay::Text(overlay)]).collect();
    Rules::load(&data, "carcassonne", &overlays).expect("the rules are read")
}

/// A game of Red and Blue.
pub(super) fn game(rules: &Rules, turns: &str) -> Result<Outcome, String> {
    play(rules, &format!("game: any\nplayers: Red, Blue\n{turns}"))
}

/// What both have after a game of two.
pub(super) fn ends(rules: &Rules, turns: &str) -> [i64; 2] {
    let points = game(rules, turns).expect("the game is legal").end.points;
    [points[0], points[1]]
}

const INNS: &str = "features.road.when = [{ icon = 'inn', completed = { tile = 2 }, final = {} }]
features.city.when = [{ icon = 'cathedral', completed = { tile = 3, shield = 3 }, final = {} }]
figures.big = { supply = 1, on = ['road', 'city', 'monastery', 'field'], returns = 'when_scored', weight = 2 }
";

const TRADERS: &str =
    "figures.builder = { supply = 1, on = ['road', 'city'], weight = 0, joins = true, extra_turn = true }
figures.pig = { supply = 1, on = ['field'], returns = 'never', weight = 0, joins = true, adds = { closed_city = 1 } }
";

#[test]
fn an_inn_doubles_a_road_or_spoils_it() {
    let inns = rules(&format!("{INNS}tiles.A.segments.r.icons.inn = 1"));
    let first = "Red A (1,0) r90 meeple road\n";
    assert_eq!(ends(&inns, &format!("{first}Blue A (-1,0) r270")), [6, 0], "three tiles at 2, one inn or two");
    assert_eq!(ends(&inns, &format!("{first}end: now")), [0, 0], "unfinished");
    assert_eq!(ends(&rules(INNS), &format!("{first}end: now")), [2, 0], "no inn");
}

#[test]
fn a_cathedral_raises_a_city_or_spoils_it() {
    let cathedral = rules(&format!("{INNS}tiles.F.segments.c.icons.cathedral = 1"));
    let first = "Red F (0,-1) r90 meeple city\n";
    assert_eq!(ends(&cathedral, &format!("{first}Blue E (0,-2) r180")), [3 * 3 + 3, 0]);
    assert_eq!(ends(&cathedral, &format!("{first}end: now")), [0, 0], "unfinished");
    assert_eq!(ends(&rules(INNS), &format!("{first}end: now")), [3, 0], "no cathedral");
}

/// Blue's meeple and a figure of Red's in a city of four tiles that Red's last tile joins and closes.
fn shared_city(figure: &str) -> String {
    format!(
        "Red U (1,0) r90\nBlue U (-1,0) r90\nRed E (1,-1) r270 {figure} city\nBlue E (-1,-1) r90 meeple city\n\
         Red R (0,-1) r180"
    )
}

#[test]
fn a_big_meeple_outweighs_one() {
    let inns = rules(INNS);
    assert_eq!(ends(&inns, &shared_city("big")), [8, 0]);
    assert_eq!(ends(&inns, &shared_city("meeple")), [8, 8]);
    let supplies = game(&inns, &shared_city("big")).expect("the game is legal").end.supplies;
    assert_eq!((supplies[0]["big"], supplies[1]["meeple"]), (1, 7), "all return");
    let nothing = rules(&INNS.replace("weight = 2", "weight = 0"));
    assert_eq!(ends(&nothing, &shared_city("big")), [0, 8]);
    let five = rules(&INNS.replace("weight = 2", "weight = 5"));
    assert_eq!(ends(&five, &shared_city("big")), [8, 0], "it scores no more");
}

/// Red has a meeple and a builder on a road of five tiles that both may go on with.
const ROAD: &str = "1. Red U (1,0) r90 meeple road\n2. Blue U (-1,0) r90\n3. Red U (2,0) r90 builder road\n\
                    4. Blue U (-2,0) r90\n";

#[test]
fn a_builder_gives_a_second_turn_and_never_a_third() {
    let traders = rules(TRADERS);
    let two = format!("{ROAD}5. Red U (3,0) r90\n5b. Red U (4,0) r90\n");
    let outcome = game(&traders, &format!("{two}6. Blue A (5,0) r90")).expect("the game is legal");
    let seats: Vec<(usize, bool)> = outcome.turns.iter().map(|turn| (turn.seat, turn.second)).collect();
    let firsts = [0, 1, 0, 1, 0].map(|seat| (seat, false));
    assert_eq!(seats, [&firsts[..], &[(0, true), (1, false)]].concat());
    assert!(game(&traders, &format!("{two}Red U (5,0) r90")).is_err(), "never a third");
    assert!(game(&traders, &format!("{two}5c. Red U (5,0) r90")).is_err(), "never a third");
    assert!(game(&traders, &format!("{ROAD}Red U (3,0) r90\nBlue U (4,0) r90")).is_err(), "Red goes on first");
    assert!(game(&traders, &format!("{ROAD}Red U (3,0) r90\n6. Red U (4,0) r90")).is_err(), "it has no number");
    // Elsewhere there is nothing to go on with.
    assert!(game(&traders, &format!("{ROAD}Red E (0,-1) r180\nBlue U (3,0) r90")).is_ok());
    // One who has gone on is next again after the other.
    let more = format!(
        "{two}6. Blue E (0,-1) r180\n7. Red U (-3,0) r90\n7b. Red E (0,-2) meeple field\n8. Blue V (1,-2) r180"
    );
    assert!(game(&traders, &more).is_ok());
}

#[test]
fn a_builder_stands_with_its_player_and_does_not_count() {
    let traders = rules(TRADERS);
    let start = "Red U (1,0) r90\nBlue U (-1,0) r90\nRed U (2,0) r90\nBlue E (-1,-1) r90 meeple city\n\
                 Red E (2,-1) r270 meeple city\nBlue U (-2,0) r90\nRed G (1,-1)";
    let listed = |turns: &str| game(&traders, turns).expect("the game is legal").position.placeable(&traders);
    let builders = |turns: &str| listed(turns).into_iter().filter(|(kind, _)| kind == "builder").count();
    assert_eq!(builders("Red U (1,0) r90 meeple road\nBlue U (-1,0) r90"), 1, "to Red, who is next");
    assert_eq!(builders("Red U (1,0) r90 meeple road\nBlue E (0,-1) r180\nRed U (-1,0) r90"), 0, "but not to Blue");
    assert_eq!(builders("Red U (1,0) r90"), 0, "nor where nobody stands");
    let joined = format!("{start} builder city\nBlue R (0,-1) r180");
    let outcome = game(&traders, &joined).expect("the game is legal");
    assert_eq!(outcome.end.points, [10, 10], "one meeple each in five tiles");
    assert_eq!(outcome.end.supplies[0]["builder"], 1, "it returns with the others");
    assert!(game(&traders, &format!("{start} pig field:NL")).is_err(), "no farmer there");
    // Where another's figure stands as well one may still join one's own.
    let both = format!("{start}\nBlue U (3,0) r90\nRed Q (0,-1) r180 builder city");
    assert_eq!(game(&traders, &both).expect("the game is legal").end.points, [12, 12]);
}

#[test]
fn the_second_turn_comes_after_scoring_or_before() {
    let turns = "Red U (1,0) r90 meeple road\nBlue A (-1,0) r270\nRed U (2,0) r90 builder road\nBlue E (0,-1) r180\n";
    let both = format!("{turns}Red A (3,0) r90\nRed E (0,-2) meeple field\nBlue V (1,-2) r180");
    let once = format!("{turns}Red A (3,0) r90\n");
    for (reading, points, builders) in [("after_scoring", 5, 1), ("before_scoring", 0, 0)] {
        let rules = rules(&format!("{TRADERS}options.extra_turn = '{reading}'"));
        let outcome = game(&rules, &both).expect("the game is legal");
        let totals =
            |turn: usize| (outcome.turns[turn].totals.points[0], outcome.turns[turn].totals.supplies[0]["builder"]);
        assert_eq!((totals(4), totals(5)), ((points, builders), (5, 1)), "{reading}");
        assert_eq!(ends(&rules, &once)[0], points, "{reading}: the second turn may be yet to come");
        assert_eq!(ends(&rules, &format!("{once}end: now")), [5, 0], "{reading}: or not");
    }
}

/// What is left of the tiles: straight roads, the start tile, and some more.
fn few(straight: u8, more: &[&str]) -> String {
    let change = |id: String| match id.as_str() {
        "D" => String::from("tiles.D.count = 1\n"),
        "U" => format!("tiles.U.count = {straight}\n"),
        one if more.contains(&one) => format!("tiles.{one}.count = 1\n"),
        gone => format!("tiles.{gone}.remove = true\n"),
    };
    let changes: Vec<String> = ('A'..='X').map(String::from).map(change).collect();
    format!("{TRADERS}{}", changes.concat())
}

#[test]
fn no_second_turn_without_a_tile() {
    let last = format!("{ROAD}5. Red U (3,0) r90\n");
    for reading in ["after_scoring", "before_scoring"] {
        let option = format!("options.extra_turn = '{reading}'\n");
        let outcome = game(&rules(&format!("{}{option}", few(5, &[]))), &last).expect("the game is legal");
        assert!(outcome.scored && !outcome.position.second && outcome.position.turn == 1, "{reading}");
        assert_eq!(outcome.end.points, [6, 0], "{reading}");
        // The monastery has no room on a table of one row: what there was to draw is gone.
        let row = format!("{}{option}options.table = {{ size = [20, 1], edge = 'open' }}", few(5, &["B"]));
        let outcome = game(&rules(&row), &format!("{last}5b. Red B discard\n")).expect("the game is legal");
        assert!(outcome.scored && !outcome.position.second && outcome.position.turn == 1, "{reading}");
        assert!(outcome.turns[5].second && outcome.end.points == [6, 0], "{reading}");
    }
}

#[test]
fn a_tile_that_fits_nowhere_in_the_second_turn() {
    for (reading, next) in [("redraw", "5b. Red"), ("turn_lost", "6. Blue")] {
        let row = few(6, &["B"]);
        let option = format!("options.unplaceable = '{reading}'\noptions.table = {{ size = [20, 1], edge = 'open' }}");
        let turns = format!("{ROAD}5. Red U (3,0) r90\n5b. Red B discard\n{next} U (4,0) r90\n");
        let outcome = game(&rules(&format!("{row}{option}")), &turns).expect("the game is legal");
        assert!(outcome.scored && outcome.end.points == [7, 0], "{reading}");
    }
}

#[test]
fn a_pig_raises_what_its_own_farmer_gets() {
    // One field for both, and one city of two tiles at it.
    let turns = "Red E (0,-1) r180 meeple field\nBlue U (1,0) r90 meeple field:NL\nRed E (1,-1) pig field\nend: now";
    assert_eq!(ends(&rules(TRADERS), turns), [4, 3]);
    let two = TRADERS.replace("pig = { supply = 1", "pig = { supply = 2");
    let again = turns.replace("end:", "Blue V (2,-1) r180\nRed U (2,0) r90 pig field:NL\nend:");
    assert_eq!(ends(&rules(&two), &again), [4, 3], "never more");
    assert_eq!(ends(&rules(&TRADERS.replace("weight = 0", "weight = 1")), turns), [4, 0], "if it counted");
}

#[test]
fn a_pig_by_three_rules_for_farmers() {
    // One city of two tiles, a field on either side of it with a farmer of Red's, and a pig in one of them or in none.
    let start =
        "Red E (0,-1) r180 meeple field\nBlue U (1,0) r90\nRed U (-1,0) r90 meeple field:NL\nBlue U (2,0) r90\n";
    let pigs = ["", "Red U (-2,0) r90 pig field:NL\n", "Red U (0,-2) r90 pig field:SL\n"];
    for (variants, points) in [(&[][..], [6, 7, 7]), (&["farmers-2"], [3, 4, 4]), (&["farmers-1"], [4, 5, 5])] {
        let rules = named(variants, TRADERS);
        for (pig, points) in pigs.iter().zip(points) {
            assert_eq!(ends(&rules, &format!("{start}{pig}end: now")), [points, 0], "{variants:?}: {pig}");
        }
    }
}

#[test]
fn what_a_figure_adds_goes_by_unit() {
    // A made-up figure: one more for each tile and each shield, to its own player only.
    let adds =
        "figures.guest = { supply = 2, on = ['city'], weight = 0, joins = true, adds = { tile = 1, shield = 1 } }";
    let turns = "Red F (0,-1) r90 meeple city\nBlue U (1,0) r90\nRed F (0,-2) r90 guest city\nBlue U (2,0) r90\n";
    assert_eq!(ends(&rules(adds), &format!("{turns}end: now")), [3 + 2 + 3 + 2, 0]);
    let closed = format!("{turns}Red E (0,-3) r180 guest city");
    assert_eq!(ends(&rules(adds), &closed), [2 * 4 + 2 * 2 + 4 + 2, 0], "completed, and two guests add once");
    let never = adds.replace("weight = 0", "weight = 0, returns = 'never'");
    let outcome = game(&rules(&never), &format!("{closed}\nend: now")).expect("the game is legal");
    assert_eq!((outcome.end.points[0], outcome.end.supplies[0]["guest"]), (18, 0), "what stays scores once");
}

#[test]
fn random_players_take_second_turns() {
    let table = "goods.wine = { tokens = 5, most = 10 }\ntiles.E.segments.c.icons.wine = 1\n\
                 options.table = { size = [12, 11], edge = 'closed' }\n";
    for (more, players) in [("", 2), ("options.extra_turn = 'before_scoring'\n", 3), (table, 2)] {
        let rules = rules(&format!("{INNS}{TRADERS}{more}"));
        let (mut seen, mut kinds) = (BTreeSet::new(), BTreeSet::<&str>::new());
        let mut goods = 0;
        for seed in 0..4 {
            let log = random_log(&rules, "game: any", players, seed).expect("a game can be played");
            let outcome = play(&rules, &log).expect("the game is legal");
            seen.extend(outcome.turns.iter().filter(|turn| turn.second).map(|turn| turn.seat));
            assert!(outcome.scored);
            kinds.extend(["big", "builder", "pig"].iter().filter(|kind| log.contains(&format!(" {kind} "))));
            for (seat, left) in outcome.end.supplies.iter().enumerate() {
                let out = outcome.position.standing.iter().filter(|one| one.seat == seat).count() as i64;
                assert_eq!(left.values().sum::<i64>() + out, 10, "no figure is lost");
            }
            let held: i64 = outcome.end.goods.iter().flat_map(|goods| goods.values()).sum();
            assert!(held <= if more == table { 5 } else { 0 }, "no more than there are");
            goods += held;
        }
        assert_eq!(goods > 0, more == table);
        assert_eq!((seen.len(), kinds.len()), (players, 3), "everybody had one, and every figure stood somewhere");
    }
}
