//! Faults that other programs of this family had (each a kind, not a case): none passes in data, and none is in play.
//!
//! Data: the shipped files are copied with one fault put in, and `validate` names the line, or, where the fault is a drawing
//! as plausible as the right one, the line of what the rules state. No game is played on such a copy. Play: small logs that
//! claim the right value; comments say what the faulty programs gave.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Ran, Run, repo};

// --- data --------------------------------------------------------------------------------------------------------------

/// A copy of the shipped base game, to put faults in.
struct Copy(Vec<(String, String)>);

impl Copy {
    fn shipped() -> Self {
        let mut files = Vec::new();
        read(&repo("data/carcassonne"), "carcassonne", &mut files);
        files.sort();
        Self(files)
    }

    /// With `new` for `old`, which stands in the file once.
    #[track_caller]
    fn edit(mut self, file: &str, old: &str, new: &str) -> Self {
        let text = self.text(file);
        assert_eq!(text.matches(old).count(), 1, "`{old}` in {file}");
        *text = text.replace(old, new);
        self
    }

    /// With `new` for `old`, which stands once in the record of a tile of the base set.
    #[track_caller]
    fn tile(mut self, tile: &str, old: &str, new: &str) -> Self {
        let text = self.text("base.toml");
        let start = text.find(&format!("id = \"{tile}\"\n")).expect("the set has the tile");
        let end = text[start..].find("\n[[tile]]").map_or(text.len(), |at| start + at);
        let record = &text[start..end];
        assert_eq!(record.matches(old).count(), 1, "`{old}` in {record}");
        *text = format!("{}{}{}", &text[..start], record.replace(old, new), &text[end..]);
        self
    }

    fn text(&mut self, file: &str) -> &mut String {
        let path = format!("carcassonne/{file}");
        &mut self.0.iter_mut().find(|(name, _)| *name == path).expect("the game has the file").1
    }

    fn run(&self, args: &str) -> Run {
        self.0.iter().fold(Run::new(args), |run, (name, text)| run.file(name, text))
    }

    /// What `validate` finds: slug, file and line of each. Whatever it refuses, no game is played on.
    #[track_caller]
    fn refused(&self) -> Vec<String> {
        let ran = self.run("validate --format json carcassonne").run().code(1);
        let document = ran.json();
        let told = findings(&document).into_iter().map(|finding| self.told(finding)).collect();
        let log = "game: carcassonne\nplayers: Red, Blue\n1. Red U (1,0) r90\n";
        self.run("replay --data . -").stdin(log).run().code(2);
        told
    }

    #[track_caller]
    fn told(&self, finding: &Value) -> String {
        let file = finding["file"].as_str().expect("a file");
        let text = &self.0.iter().find(|(name, _)| name == file).expect("a file of the copy").1;
        let line = finding["line"].as_u64().expect("a line") as usize;
        let line = text.lines().nth(line - 1).expect("the line is there").trim();
        let key = line.split(" = ").next().unwrap_or(line);
        let line = if key.contains('{') { line } else { key };
        format!("{} {file}: {line}", finding["slug"].as_str().expect("a slug"))
    }

    /// `count` finds that a number differs, and its line says so.
    #[track_caller]
    fn count_differs(&self, line: &str) {
        let ran = self.run("count carcassonne --data .").run().code(1);
        let row = ran.stdout.lines().find(|row| row.split_whitespace().collect::<Vec<_>>().join(" ").contains(line));
        assert!(row.is_some_and(|row| row.ends_with("<- differs")), "{line}\n{}", ran.stdout);
    }
}

fn read(folder: &Path, name: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of the game") {
        let path = entry.expect("an entry").path();
        let name = format!("{name}/{}", path.file_name().expect("a name").to_string_lossy());
        if path.is_dir() {
            read(&path, &name, files);
        } else {
            files.push((name, fs::read_to_string(&path).expect("a file of the game")));
        }
    }
}

fn findings(document: &Value) -> Vec<&Value> {
    let nested = ["files", "games"].into_iter().flat_map(|key| document[key].as_array().into_iter().flatten());
    nested
        .chain(std::iter::once(document))
        .flat_map(|holder| holder["findings"].as_array().into_iter().flatten())
        .filter(|finding| finding["level"] == "error")
        .collect()
}

#[test]
fn the_copy_itself_has_no_fault() {
    let copy = Copy::shipped();
    copy.run("validate carcassonne").run().code(0);
    copy.run("count carcassonne --data .").run().code(0);
    copy.run("count carcassonne --variant river --data .").run().code(0);
}

#[test]
fn a_forgotten_shield() {
    let copy = Copy::shipped().tile("C", ", icons = { shield = 1 }", "");
    assert_eq!(copy.refused(), ["tile-count-mismatch carcassonne/game.toml: icons"]);
    copy.count_differs("shield 9 10");
    // An open city of four tiles, this one among them: 5 points, without the shield 4.
    right(
        "1. Red C (0,-1) r0 meeple city\n2. Blue E (1,-1) r270\n3. Red E (-1,-1) r90\nend: now\nscore: Red 5, Blue 0",
    );
}

#[test]
fn a_field_not_linked_to_a_city_it_touches() {
    let corner = r#"{ id = "f2", feature = "field", at = "SR" }"#;
    let unlinked = corner.replace(" }", ", borders = [] }");
    let copy = Copy::shipped().tile("T", corner, &unlinked);
    assert_eq!(copy.refused(), [format!("bad-border carcassonne/base.toml: {unlinked},")]);
    copy.count_differs("54 borders of field: 53");
    // Right: 3 for the city. Without the link: nothing.
    right(
        "1. Red T (0,-1) r180 meeple field:NR\n2. Blue E (1,-1) r270\n3. Red E (-1,-1) r90\nend: now\nscore: Red 3, Blue 0",
    );
}

#[test]
fn a_field_linked_to_a_city_beyond_a_road() {
    let south = r#"{ id = "f2", feature = "field", at = "ER SL SR WL" }"#;
    let linked = south.replace(" }", r#", borders = ["c"] }"#);
    let copy = Copy::shipped().tile("D", south, &linked);
    assert_eq!(copy.refused(), [format!("bad-border carcassonne/base.toml: {linked},")]);
    copy.count_differs("54 borders of field: 58");
    // The roads of L end in the middle; what parts its fields is the one that runs along the city.
    let between = r#"{ id = "f2", feature = "field", at = "ER SL" }"#;
    let linked = between.replace(" }", r#", borders = ["c"] }"#);
    let copy = Copy::shipped().tile("L", between, &linked);
    assert_eq!(copy.refused(), [format!("bad-border carcassonne/base.toml: {linked},")]);
    // Right: nothing for the field south of the road. With the link: 3.
    right("1. Red U (1,0) r90 meeple field:SL\n2. Blue E (0,-1) r180\nend: now\nscore: Red 0, Blue 0");
}

#[test]
fn a_field_on_an_edge_that_is_wholly_city() {
    let copy = Copy::shipped().tile("E", r#""EL ER SL SR WL WR""#, r#""NL NR EL ER SL SR WL WR""#);
    let line = r#"{ id = "f", feature = "field", at = "NL NR EL ER SL SR WL WR" },"#;
    assert_eq!(copy.refused(), [format!("port-taken-twice carcassonne/base.toml: {line}")]);
}

#[test]
fn a_crossroads_drawn_as_one_joined_road() {
    let four = r#"{ id = "r", feature = "road", at = "N" },
  { id = "r2", feature = "road", at = "E" },
  { id = "r3", feature = "road", at = "S" },
  { id = "r4", feature = "road", at = "W" },"#;
    let three = r#"{ id = "r", feature = "road", at = "E" },
  { id = "r2", feature = "road", at = "S" },
  { id = "r3", feature = "road", at = "W" },"#;
    for (tile, roads, ports) in [("X", four, "N E S W"), ("W", three, "E S W"), ("L", three, "E S W")] {
        let joined = format!(r#"{{ id = "r", feature = "road", at = "{ports}" }},"#);
        let copy = Copy::shipped().tile(tile, roads, &joined);
        assert_eq!(copy.refused(), ["tile-count-mismatch carcassonne/game.toml: road"], "{tile}");
        copy.count_differs(&format!(
            "road {} 62",
            62 - if tile == "X" {
                3
            } else if tile == "W" {
                8
            } else {
                6
            }
        ));
    }
    // Right: the road to the next village is complete. With one joined road it is not.
    right("1. Red W (1,0) r0 meeple road:E\n2. Blue X (2,0) r0 {Red 2}");
}

#[test]
fn two_types_with_each_others_counts() {
    let copy = Copy::shipped().tile("U", "count = 8", "count = 9").tile("V", "count = 9", "count = 8");
    let line = "tile-count-mismatch carcassonne/game.toml: copies";
    assert_eq!(copy.refused(), [line, line]);
    copy.count_differs("U 9 8");
    // Eight copies of U are not enough for nine.
    let nine: Vec<_> = (1..=9).map(|n| format!("{} U ({n},0) r90", seat(n))).collect();
    refused(&nine.join("\n"), ("no-copy-left", 12, 9));
}

#[test]
fn four_copies_as_start_tiles() {
    // All four on the table, each beside the other.
    let one = r#"start = [{ tile = "D", cell = [0, 0], rotation = 0 }]"#;
    let each = |x: u32| format!(r#"{{ tile = "D", cell = [{x}, 0], rotation = 0 }}"#);
    let four = format!("start = [{}, {}, {}, {}]", each(0), each(1), each(2), each(3));
    let copy = Copy::shipped().edit("game.toml", one, &four);
    assert_eq!(copy.refused(), ["tile-count-mismatch carcassonne/game.toml: start"]);
    copy.count_differs("1 on the table at first: 4");
    // All four beside the stack.
    let copy = Copy::shipped().tile("D", "count = 4", "count = 4\napart = true");
    assert_eq!(copy.refused(), ["tile-count-mismatch carcassonne/game.toml: apart"]);
    copy.count_differs("apart 4 0");
    // A flag on the type cannot be written.
    let copy = Copy::shipped().tile("D", "count = 4", "count = 4\nstart = true");
    assert_eq!(copy.refused(), ["unknown-key carcassonne/base.toml: start"]);
    // One is on the table, three are drawn, and that is all.
    right("Red D (1,0) r0\nBlue D (2,0) r0\nRed D (3,0) r0");
    refused("Red D (1,0) r0\nBlue D (2,0) r0\nRed D (3,0) r0\nBlue D (4,0) r0", ("no-copy-left", 7, 4));
}

// --- counting and play -------------------------------------------------------------------------------------------------

const fn seat(turn: u32) -> &'static str {
    if turn % 2 == 1 { "Red" } else { "Blue" }
}

/// Replays a game for two players; the fourth line is its first turn.
fn replay(turns: &str) -> Ran {
    replay_with(turns, "")
}

/// The same with a header more, which stands last, before the first turn.
fn replay_with(turns: &str, header: &str) -> Ran {
    Run::new("replay --format json -")
        .stdin(format!("game: carcassonne\nplayers: Red, Blue\n{header}\n{turns}\n"))
        .run()
}

/// All of these turns are legal and all claims right.
#[track_caller]
fn right(turns: impl AsRef<str>) {
    replay(turns.as_ref()).code(0);
}

/// The game is stopped by this finding, at this line and turn, and by no other.
#[track_caller]
fn refused(turns: &str, told: (&str, u64, u64)) {
    only(&replay(turns).code(1), told);
}

/// One finding, of this slug, line and turn; its message.
#[track_caller]
fn only(ran: &Ran, told: (&str, u64, u64)) -> String {
    let document = ran.json();
    let all = findings(&document);
    assert_eq!(all.len(), 1, "{}", ran.stdout);
    let slug = all[0]["slug"].as_str().unwrap_or_default();
    assert_eq!(
        (slug, all[0]["line"].as_u64(), all[0]["turn"].as_u64()),
        (told.0, Some(told.1), Some(told.2)),
        "{}",
        all[0]
    );
    all[0]["message"].as_str().unwrap_or_default().to_owned()
}

/// Twelve tiles and five shields, one tile with two segments of the city. Counted by segments: 18.
#[test]
fn a_city_that_visits_a_tile_twice() {
    right(
        "1. Red R (0,-1) r180 meeple city
        2. Blue F (1,-1) r0
        3. Red F (2,-1) r0
        4. Blue C (3,-1) r0
        5. Red M (4,-1) r270
        6. Blue M (3,0) r90
        7. Red I (4,0) r0
        8. Blue R (3,-2) r180
        9. Red G (2,-2) r0
        10. Blue E (1,-2) r90
        11. Red E (4,-2) r270 {Red 0}
        end: now
        score: Red 17, Blue 0",
    );
}

/// From one arm of the crossroads around to another: four tiles. Counted by segments: 5.
#[test]
fn a_road_that_visits_a_tile_twice() {
    right("Red X (1,0) r0\nBlue V (2,0) r0 meeple road:W\nRed V (2,1) r90\nBlue V (1,1) r180 {Blue 4, Blue.meeple 7}");
}

/// Complete with the last tile. Without an end to find: never.
#[test]
fn a_circular_road() {
    right(
        "Red V (0,1) r270 meeple road\nBlue V (1,1) r0\nRed V (0,2) r180 {Red 0}\nBlue V (1,2) r90 {Red 4, Red.meeple 7}",
    );
}

/// Three tiles, not complete, 3 points in the end. By programs that count open cells: complete, or one point short.
#[test]
fn a_road_whose_two_open_ends_face_the_same_empty_cell() {
    right(
        "Red V (0,1) r270 meeple road\nBlue V (1,1) r0\nRed V (0,2) r180 {Red 0, Red.meeple 6}\nend: now\nscore: Red 3, Blue 0",
    );
}

/// A tile visited twice has its inn once and its shield once: 4 tiles at 2, and 5 tiles at 2 with one shield. Counted by
/// segments: 10 and 14.
#[test]
fn a_bonus_is_counted_once_a_tile() {
    let cases = repo("tests/cases/faults");
    let file = |name: &str| fs::read(cases.join(name)).expect("a file of the case");
    let inn = "Red HA (1,0) r0\nBlue V (2,0) r0 meeple road:W\nRed V (2,1) r90\nBlue V (1,1) r180 {Blue 8}";
    let shield = "Red HB (0,-1) r180 meeple city:S\nBlue N (1,-1) r0\nRed N (1,-2) r270\nBlue N (0,-2) r180 {Red 12}";
    for turns in [inn, shield] {
        let run = Run::new("replay --variant ./bonus.toml -").file("bonus.toml", file("bonus.toml"));
        let log = format!("game: carcassonne\nplayers: Red, Blue\n{turns}\n");
        run.file("house.toml", file("house.toml")).stdin(log).run().code(0);
    }
    Run::new("validate").arg(cases.display().to_string()).run().code(0);
}

/// The field touches the city on two of its four tiles and is paid 3 once. Paid by tile: 6.
#[test]
fn a_city_pays_a_field_once() {
    right("Red E (0,-1) r180 meeple field\nBlue U (1,0) r90\nRed B (1,-1) r0\nend: now\nscore: Red 3, Blue 0");
    // Two fields are two payments.
    right(
        "Red E (0,-1) r180 meeple field\nBlue U (-1,0) r90\nRed U (1,0) r90 meeple field:NL\nend: now\nscore: Red 6, Blue 0",
    );
}

/// A city, then a field: each of the two is paid in full. Faulty: nobody.
#[test]
fn a_tie_pays_all() {
    right(
        "Red E (0,1) r180 meeple city\nBlue B (-1,1) r0\nRed U (1,0) r90\nBlue E (-1,2) r90 meeple city\nRed N (0,2) r0 {Red 6, Blue 6}",
    );
    right(
        "Red E (0,-1) r180 meeple field\nBlue U (1,0) r90 meeple field:NL\nRed B (1,-1) r0\nend: now\nscore: Red 3, Blue 3",
    );
}

/// A road through the cell (0,0), once by the start tile and once by the tile that carries the meeple.
#[test]
fn a_second_meeple_on_a_road_through_the_origin() {
    refused("Red U (1,0) r90 meeple road\nBlue U (-1,0) r90 meeple road", ("feature-occupied", 5, 2));
    refused("Red U (1,0) r90 meeple road\nBlue B (0,1) r0\nRed U (-1,0) r90 meeple road", ("feature-occupied", 6, 3));
    let ran = replay_with("Red U (0,0) r90 meeple road\nBlue U (2,0) r90 meeple road", "start: D (1,0) r0\n").code(1);
    assert!(only(&ran, ("feature-occupied", 6, 2)).contains("placed at (0,0)"));
}

#[test]
fn a_placement_that_encloses_an_empty_cell() {
    right(
        "Red U (1,0) r90\nBlue W (2,0) r90\nRed U (2,1) r0\nBlue V (2,2) r90\nRed U (1,2) r90\nBlue V (0,2) r180\nRed V (0,1) r270",
    );
}

/// The whole River but three pieces, curled up so that nothing continues it: its end needs a city to the north.
const CURLED: &str = "\
Red RD (0,1) r0
Blue RE (0,2) r90
Red RB (-1,2) r0
Blue RJ (-2,2) r0
Red RF (-2,3) r0
Blue RG (-2,4) r90
Red RC (-1,4) r0
Blue RI (0,4) r180";

#[test]
fn a_road_edge_beside_an_open_river_edge() {
    let ran = replay_with("Red RK (0,1) r90", "variant: river\n").code(1);
    only(&ran, ("not-at-river-end", 5, 1));
    // A tile of the base game that fits on every other side.
    let turns = format!("{CURLED}\nRed RH discard\nRed RK discard\nRed RL discard\nRed S (0,3) r0");
    let ran = replay_with(&turns, "variant: river\n").code(1);
    assert!(only(&ran, ("edge-mismatch", 16, 9)).contains("south edge shows `road` where `river` is wanted"));
}

/// Pieces that fit nowhere leave the game, the lake too, and play goes on. Faulty: the game was aborted.
#[test]
fn a_river_that_cannot_be_finished() {
    let turns = format!(
        "{CURLED}\nRed RH discard\nRed RK discard\nRed RL discard\nRed E (1,2) r270 meeple city\nBlue V (-2,1) r90 {{Red 0, Red.meeple 6}}"
    );
    let ran = replay_with(&turns, "variant: river\n").code(0);
    assert_eq!(ran.json()["games"][0]["turns"], 10);
    // A piece that does fit is not discarded.
    let turns = CURLED.lines().take(7).chain(["Blue RI discard"]).collect::<Vec<_>>().join("\n");
    only(&replay_with(&turns, "variant: river\n").code(1), ("discard-placeable", 12, 8));
}

/// Two meeples of Red's against one of Blue's, with the totals after each turn.
const MAJORITY: [&str; 6] = [
    "Red E (0,1) r180 meeple city {Red.meeple 6, Blue.meeple 7}",
    "Blue B (1,1) r0 {Red.meeple 6, Blue.meeple 7}",
    "Red B (-1,1) r0 {Red.meeple 6, Blue.meeple 7}",
    "Blue E (1,2) r270 meeple city {Red.meeple 6, Blue.meeple 6}",
    "Red E (-1,2) r90 meeple city {Red.meeple 5, Blue.meeple 6}",
    "Blue R (0,2) r0 {Red 8, Blue 0}",
];

/// Faulty: told as a wrong total at the end.
#[test]
fn a_meeple_of_the_wrong_player() {
    right(MAJORITY.join("\n"));
    // As Blue's, by the word for the player.
    let mut turns = MAJORITY;
    turns[4] = "Blue E (-1,2) r90 meeple city";
    let message = only(&replay(&turns.join("\n")).code(1), ("wrong-player", 8, 5));
    assert!(message.starts_with("turn 5 is Red's"), "{message}");
    // As nobody's in one turn and Blue's in the next: the first total that is wrong is that of turn 5.
    turns[4] = "Red E (-1,2) r90 {Red.meeple 5, Blue.meeple 6}";
    turns[5] = "Blue R (0,2) r0";
    let message = only(&replay(&turns.join("\n")).code(1), ("wrong-claim", 8, 5));
    assert_eq!(message, "after turn 5 Red is said to have `5` meeples left and has 6");
}

/// Faulty: the file could not be read at all.
#[test]
fn a_saved_game_with_a_step_missing() {
    let numbered: Vec<_> = MAJORITY.iter().zip(1..).map(|(turn, number)| format!("{number}. {turn}")).collect();
    let without = |turns: &[String], from: usize, to: usize| [&turns[..from], &turns[to..]].concat().join("\n");
    let shown = |turns: &str| {
        let log = format!("game: carcassonne\nplayers: Red, Blue\n\n{turns}\n");
        let ran = Run::new("replay --ascii -").stdin(log).run().code(1);
        // The map shows what lay before the missing turn.
        assert!(ran.stdout.contains("+D######+"), "{}", ran.stdout);
        let last = "B (-1,1) r0\n\n1 game (1 illegal), 3 turns, 1 error\n";
        assert!(ran.stdout.ends_with(last), "{}", ran.stdout);
    };
    // By number and player: which turn it is, in one finding, and what lay before it.
    let turns = without(&numbered, 3, 4);
    let message = only(&replay(&turns).code(1), ("wrong-number", 7, 4));
    assert_eq!(message, "turn 4 is missing: `5` follows turn 3");
    shown(&turns);
    let message = only(&replay(&without(&numbered, 2, 5)).code(1), ("wrong-number", 6, 3));
    assert_eq!(message, "turns 3 to 5 are missing: `6` follows turn 2");
    // By the player alone, where turns have no numbers.
    let bare: Vec<String> = MAJORITY.iter().map(|turn| (*turn).to_owned()).collect();
    let turns = without(&bare, 3, 4);
    let message = only(&replay(&turns).code(1), ("wrong-player", 7, 4));
    assert!(message.starts_with("turn 4 is Blue's"), "{message}");
    shown(&turns);
    // By the table, where a whole round is missing and nothing else tells: the piece lies beside none.
    let turns = without(&bare, 0, 2);
    only(&replay(&turns).code(1), ("not-adjacent", 4, 1));
}
