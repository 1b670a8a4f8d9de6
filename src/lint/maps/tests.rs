//! A small map without a mistake, and what is found once one thing about it is changed.

use crate::diagnostic::Finding;
use crate::lint::check_map_alone;
use crate::lint::tests::{document, findings};
use crate::model::MapBoard;

const MAP: &str = r##"
kind = "map"
format = 1
id = "small"
rows = [
  "..o.h",
  ".S#.h",
  "p.~..",
]
half = "E"
border = [{ square = [0, 0], side = "N", feature = "road" }]

[legend]
"." = {}
S = { start = true }
o = { chip = true }
p = { hidden = "purple" }
h = { half = true }
"~" = { wave = true }
"#" = { segments = [
  { id = "c", feature = "city", at = "N E" },
  { id = "f", feature = "field", at = "SL SR WL WR" },
] }

[expect]
starts = 1
chips = 1
hidden = 1
colours = ["purple"]
waves = 1
islands = 0
"##;

fn map(changes: &[(&str, &str)]) -> (String, MapBoard) {
    let mut text = MAP.to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    let map = toml::from_str(&text).expect("the sample has its shape");
    (text, map)
}

/// Code and message of everything found in the map alone once it is changed.
fn alone(changes: &[(&str, &str)]) -> Vec<String> {
    let (text, map) = map(changes);
    check_map_alone(&document(&text), &map).iter().map(told).collect()
}

/// The same within a ruleset with roads, cities and fields.
fn within(changes: &[(&str, &str)], ruleset: &str) -> Vec<String> {
    let (_, map) = map(changes);
    let found = findings(|game| {
        let mut rules = serde_json::to_value(&game.ruleset).expect("a ruleset is a value");
        let more: toml::Table = toml::from_str(ruleset).expect("it is TOML");
        for (key, value) in more {
            rules[key] = serde_json::to_value(value).expect("it is a value");
        }
        game.ruleset = serde_json::from_value(rules).expect("it is a ruleset");
        game.maps = vec![map];
    });
    found.iter().map(told).collect()
}

fn told(finding: &Finding) -> String {
    format!("{} {}", finding.code.number(), finding.message)
}

#[test]
fn the_sample_has_no_mistake() {
    assert_eq!(alone(&[]), Vec::<String>::new());
    assert_eq!(within(&[], ""), Vec::<String>::new());
    let chips = "chips = { colours = { purple = [6, 4] }, found = 2, lost = 2 }";
    assert_eq!(within(&[], chips), Vec::<String>::new());
}

#[test]
fn signs_are_explained_and_used() {
    assert_eq!(alone(&[("p.~..", "p.~.x")]), ["TW0321 the legend does not explain `x`"]);
    assert_eq!(alone(&[("[expect]", "z = {}\n[expect]")]), ["TW0322 no row has the sign `z`"]);
    assert_eq!(alone(&[("[expect]", "zz = {}\n[expect]")]), ["TW0207 `zz` is not a sign for a square"]);
    assert_eq!(alone(&[("[expect]", "\" \" = {}\n[expect]")]), ["TW0207 ` ` is not a sign for a square"]);
}

#[test]
fn a_square_is_nothing_that_it_cannot_be() {
    let said = |square: &str| alone(&[("o = { chip = true }", square)]);
    assert_eq!(
        said("o = { chip = true, highlight = true }"),
        ["TW0329 a square `o` takes no tile, being `highlight`, and cannot be `chip` as well"]
    );
    assert_eq!(said("o = { chip = true, hidden = \"purple\" }").len(), 2, "and one hidden tile too many");
    let start = alone(&[("S = { start = true }", "S = { start = true, chip = true }"), ("chips = 1", "chips = 2")]);
    assert_eq!(
        start,
        ["TW0329 nobody can take the chip of a square `S`: a start tile lies there at once"],
        "a warning: a printed board may have it"
    );
    let hidden =
        alone(&[("S = { start = true }", "S = { start = true, hidden = \"purple\" }"), ("hidden = 1", "hidden = 2")]);
    assert_eq!(hidden, ["TW0329 a square `S` is a start square with a hidden tile"]);
    assert_eq!(
        alone(&[("\"~\" = { wave = true }", "\"~\" = { wave = true, highlight = true }")]),
        ["TW0329 a square `~` cannot be `wave` and `highlight` at once"]
    );
}

#[test]
fn counts_are_those_that_the_rules_state() {
    assert_eq!(alone(&[("chips = 1", "chips = 15")]), ["TW0323 the rules state 15 places for chips, and 1 are drawn"]);
    assert_eq!(alone(&[("starts = 1", "starts = 2")]), ["TW0323 the rules state 2 start squares, and 1 are drawn"]);
    assert_eq!(
        alone(&[("hidden = 1", "hidden = 1\nhidden_by_colour = { purple = 5 }")]),
        ["TW0323 the rules state 5 places for hidden tiles in purple, and 1 are drawn"]
    );
    assert_eq!(
        alone(&[("colours = [\"purple\"]", "colours = [\"purple\", \"orange\"]")]),
        ["TW0323 the rules state hidden tiles in `orange`, and none is drawn"]
    );
    assert_eq!(
        alone(&[("hidden = \"purple\"", "hidden = \"pink\"")]),
        [
            "TW0323 hidden tiles in `pink` are drawn, and the rules state none",
            "TW0323 the rules state hidden tiles in `purple`, and none is drawn"
        ]
    );
    assert_eq!(
        alone(&[("half = \"E\"", "half = \"E\"\nstarts = 2")]),
        ["TW0323 2 start squares are used, and 1 are drawn"]
    );
    let none = alone(&[("S = { start = true }", "S = {}"), ("starts = 1", "starts = 0")]);
    assert_eq!(none, ["TW0323 the map has no start square"]);
}

#[test]
fn an_empty_sheet_is_one_message() {
    let empty = [("\"..o.h\"", "\"\""), ("\".S#.h\"", "\"  \""), ("\"p.~..\"", "\"\"")];
    assert_eq!(alone(&empty), ["TW0323 no square is drawn"]);
}

#[test]
fn half_squares_lie_on_their_side() {
    assert_eq!(alone(&[(".S#.h", ".S#h.")]), ["TW0324 a half square at (3,1) has squares east of it"]);
    assert_eq!(alone(&[("half = \"E\"\n", "")]).len(), 1);
    let none = alone(&[("..o.h", "..o.."), (".S#.h", ".S#.."), ("h = { half = true }\n", "")]);
    assert_eq!(none, ["TW0324 the map is joined on this side, and no half square is drawn"]);
}

#[test]
fn squares_hang_together_but_for_islands() {
    let apart = [("\"p.~..\"", "\"p.~..\",\n  \"\",\n  \"i\"")];
    let with = |square: &str| {
        let mut changes = apart.to_vec();
        let legend = format!("[legend]\ni = {square}");
        changes.push(("[legend]", &legend));
        alone(&changes)
    };
    assert_eq!(with("{}"), ["TW0325 no tile can ever reach the square (0,4)"]);
    assert_eq!(with("{ island = true }"), ["TW0323 the rules state 0 squares that lie apart, and 1 are drawn"]);
}

#[test]
fn prints_lie_on_the_border_and_agree() {
    let print = |text: &str| within(&[("{ square = [0, 0], side = \"N\", feature = \"road\" }", text)], "");
    assert_eq!(
        print("{ square = [0, 0], side = \"S\", feature = \"road\" }"),
        ["TW0326 the south edge of (0,0) is not the border: a square lies beyond it"]
    );
    assert_eq!(
        print("{ square = [9, 9], side = \"N\", feature = \"road\" }"),
        ["TW0326 (9,9) is no square of the map"]
    );
    assert_eq!(
        print("{ square = [2, 1], side = \"S\", feature = \"road\" }"),
        ["TW0326 (2,1) takes no tile that could continue a print"]
    );
    assert!(print("{ square = [3, 2], side = \"W\", feature = \"road\" }").is_empty(), "water is no square");
    assert_eq!(print("{ square = [0, 0], side = \"N\", feature = \"raod\" }"), ["TW0302 no feature is called `raod`"]);
    assert_eq!(
        print("{ square = [0, 0], side = \"N\", feature = \"monastery\" }"),
        ["TW0327 a `monastery` stands inside a square and lies on no edge"]
    );
    let twice =
        "{ square = [0, 0], side = \"N\", feature = \"road\" }, { square = [0, 0], side = \"N\", feature = \"city\" }";
    assert_eq!(print(twice), ["TW0327 something is printed twice on the north edge of (0,0)"]);
    assert_eq!(
        within(&[(".S#.h", ".S##h")], ""),
        ["TW0327 the large city at (2,1) shows `city` where the square east of it shows `field`"]
    );
    assert_eq!(
        within(&[("at = \"N E\"", "at = \"N\"")], ""),
        ["TW0306 `EL` and `ER` of the printed square `#` belong to no segment"]
    );
}

#[test]
fn two_maps_meet_by_their_halves() {
    let east = MAP
        .replace("half = \"E\"", "half = \"W\"")
        .replace("border = [{ square = [0, 0], side = \"N\", feature = \"road\" }]", "")
        .replace("\"..o.h\"", "\"ho...\"")
        .replace("\".S#.h\"", "\"h.#S.\"")
        .replace("\"p.~..\"", "\" .~p.\"");
    let joined = |change: (&str, &str), west: &[(&str, &str)]| {
        let (_, west) = map(west);
        let east = toml::from_str(&east.replace(change.0, change.1)).expect("the other map has its shape");
        let found = findings(|game| game.maps = vec![west, east]);
        found.iter().map(told).collect::<Vec<_>>()
    };
    let fits = [("p.~..", "p.~.")];
    assert_eq!(joined(("id", "id"), &fits), Vec::<String>::new());
    assert_eq!(joined(("id", "id"), &[]), Vec::<String>::new(), "beside the halves of the other map there is room");
    assert_eq!(
        joined(("\"h.#S.\"", "\" .#S.\""), &fits),
        ["TW0328 the half square at (4,1) of `small` meets none of `small`"]
    );
    assert_eq!(joined((" .~p.", "..~p."), &[]), ["TW0328 `small` and `small` both have a square at (4,2)"]);
    assert_eq!(
        joined(("half = \"W\"", "half = \"E\""), &fits).last().map(String::as_str),
        Some("TW0328 `small` is joined on its east side and `small` on its east side")
    );
    let west = [("p.~..", "p.~."), ("border = [", "border = [{ square = [4, 0], side = \"N\", feature = \"city\" }, ")];
    assert_eq!(
        joined(("[legend]", "border = [{ square = [0, 0], side = \"N\", feature = \"road\" }]\n[legend]"), &west),
        ["TW0328 `road` is printed where `small` has `city`"]
    );
}

#[test]
fn chips_have_a_map_and_colours_and_tiles_suffice() {
    let chips = |colours: &str| format!("chips = {{ colours = {colours}, found = 2, lost = 2 }}");
    assert_eq!(within(&[], &chips("{ pink = [6, 4] }")), ["TW0302 no colour of chips is called `purple`"]);
    assert_eq!(
        within(&[], &chips("{ purple = [0] }")),
        ["TW0408 the map has 1 places for chips, and there are 0 chips"]
    );
    assert_eq!(
        within(&[], "[options]\ntiles_used = 9"),
        ["TW0408 9 tiles are used, hidden ones included, and there are 7"]
    );
    let top = format!("{}\noptions = {{ tiles_used = 7, hidden_tiles = \"on_top\" }}", chips("{ purple = [6] }"));
    assert_eq!(within(&[], &top), ["TW0408 8 tiles are used, hidden ones included, and there are 7"]);
    assert!(within(&[], &top.replace("tiles_used = 7", "tiles_used = 7, boxes = 2")).is_empty());
    assert_eq!(
        within(&[], "[options]\ntable = { size = [3, 3], edge = \"open\" }"),
        ["TW0408 a game on a map has no `table`: the map says where tiles may lie"]
    );
    let none = findings(|game| {
        game.ruleset.chips = Some(toml::from_str("colours = {}\nfound = 2\nlost = 2").expect("it has its shape"));
    });
    assert_eq!(
        none.iter().map(told).collect::<Vec<_>>(),
        ["TW0408 chips lie on the squares of a map, and the game has none"]
    );
}
