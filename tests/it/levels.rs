//! How much each code weighs: flags, and the settings file found upward from what is read.

use std::fs;

use crate::support::{Ran, Run};

const LOG: &str = "game: carcassonne\nplayers: Red, Blue\n\n1. Red H (0,-1) r0 meeple city:S {Red 3}\n";
const HEAD: &str = "#:schema schemas/settings.schema.json\nkind = \"settings\"\nformat = 1\n";

fn replay(flags: &str) -> Ran {
    Run::new("replay a.moves --format short --ledger none").args(flags).file("a.moves", LOG).run()
}

fn with_settings(settings: &str, flags: &str) -> Ran {
    Run::new("replay logs/deep/a.moves --format short --ledger none")
        .args(flags)
        .file("logs/deep/a.moves", LOG)
        .file("tilewright.toml", format!("{HEAD}{settings}"))
        .run()
}

#[test]
fn a_flag_sets_the_level_of_a_code() {
    let plain = replay("").code(1);
    assert!(plain.stdout.contains("error[TW0802]"), "{}", plain.stdout);
    let warned = replay("--warn wrong-claim").code(0);
    assert!(warned.stdout.contains("warning[TW0802]"), "{}", warned.stdout);
    replay("--warn wrong-claim --deny-warnings").code(1);
    let allowed = replay("--allow TW0802").code(0);
    assert_eq!(allowed.stdout, "");
    let denied = Run::new("validate a.toml --format short --deny no-schema-line")
        .file("a.toml", "kind = \"tileset\"\nformat = 1\nid = \"a\"\ntotal = 0\n")
        .run();
    assert!(denied.code(1).stdout.contains("error[TW0208]"));
}

#[test]
fn an_allow_in_vain_is_told() {
    let ran = replay("--allow wrong-claim --allow not-complete").code(0);
    assert_eq!(ran.stdout, "warning[TW0320]: `not-complete` is allowed and did not come up\n");
    replay("--allow wrong-claim --allow not-complete --deny-warnings").code(1);
    replay("--allow wrong-claim --allow not-complete --allow unused-allow --deny-warnings").code(0);
}

#[test]
fn what_cannot_be_set_is_told() {
    let unknown = replay("--allow wrong-clam").code(2);
    assert!(unknown.stderr.contains("did you mean `wrong-claim`?"), "{}", unknown.stderr);
    replay("--allow internal").code(2);
    replay("--allow wrong-claim --deny TW0802").code(2);
}

#[test]
fn settings_are_found_upward_and_flags_win() {
    let levels = "\n[levels]\nwrong-claim = \"warn\"\n";
    let ran = with_settings(levels, "").code(0);
    assert!(ran.stdout.contains("warning[TW0802]"), "{}", ran.stdout);
    with_settings(levels, "--deny wrong-claim").code(1);
    with_settings(levels, "--no-settings").code(1);
    with_settings("deny_warnings = true\n\n[levels]\nwrong-claim = \"warn\"\n", "").code(1);
    let none = with_settings("max_diagnostics = 0\n", "").code(1);
    assert_eq!(none.stdout, "", "none is shown, and it still counts");
    let noted = with_settings("\n[levels]\nwrong-claim = \"allow\"\nno-game = \"allow\"\n", "--deny-warnings").code(0);
    assert!(noted.stdout.contains("tilewright.toml:7:1: note[TW0320]"), "{}", noted.stdout);
}

#[test]
fn settings_name_folders_of_games() {
    let game = fs::read_to_string(crate::support::repo("data/fenland/game.toml")).expect("a ruleset");
    let tiles = fs::read_to_string(crate::support::repo("data/fenland/tiles.toml")).expect("tiles");
    let ran = Run::new("generate bog")
        .file("tilewright.toml", format!("{HEAD}data = [\"games\"]\n"))
        .file("games/bog/game.toml", game.replace("id = \"fenland\"", "id = \"bog\""))
        .file("games/bog/tiles.toml", tiles)
        .run();
    assert!(ran.code(0).stdout.starts_with("game: bog\n"));
}

#[test]
fn broken_settings_end_the_run() {
    for (settings, code) in [
        ("levls = 1\n", "TW0202"),
        ("\n[levels]\nwrong-claim = \"alow\"\n", "TW0205"),
        ("\n[levels]\nwrong-clam = \"allow\"\n", "TW0302"),
        ("data = [\"none\"]\n", "none"),
        ("= 3\n", "TW0103"),
    ] {
        let ran = with_settings(settings, "").code(2);
        assert!(ran.stderr.contains(code), "{settings}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{settings}");
    }
    let checked = Run::new("validate tilewright.toml --format short")
        .file("tilewright.toml", format!("{HEAD}\n[levels]\nwrong-claim = \"warn\"\n"));
    checked.run().code(0);
}
