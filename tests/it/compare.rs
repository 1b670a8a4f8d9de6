//! `compare`: paired games, what is said of them, the picture, and refusals.

use std::fs;

use serde_json::Value;

use crate::support::{Run, repo};

fn compare(args: &str) -> Value {
    Run::new(&format!("compare {args} --format json")).run().code(0).json()
}

#[track_caller]
fn named<'a>(document: &'a Value, list: &str, name: &str) -> &'a Value {
    let found = document[list].as_array().expect("a list").iter().find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("no `{name}` in {document:#}"))
}

#[test]
fn a_ruleset_beside_itself_shows_nothing() {
    let document = compare("carcassonne carcassonne --games 20");
    let schema = fs::read_to_string(repo("schemas/compare.schema.json")).expect("a schema");
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).expect("JSON")).expect("a sound schema");
    let errors: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert_eq!((&document["games"], &document["players"]), (&Value::from(20), &Value::from(2)));
    for one in ["measures", "sources", "events"].into_iter().flat_map(|list| document[list].as_array().expect("a list"))
    {
        assert_eq!((&one["difference"], &one["seen"]), (&Value::from(0.0), &Value::from(false)), "{one}");
    }
    let sentences = document["sentences"].as_array().expect("sentences");
    assert!(sentences.iter().all(|text| text.as_str().is_some_and(|text| text.starts_with("No game differs"))));
}

#[test]
fn pairs_share_what_the_change_does_not_touch() {
    // Without farmers the tiles lie where they lay: as long, and with as many discards.
    let document = compare("carcassonne no-farmers --games 60 --players 3 --seed 5");
    for name in ["turns", "discards"] {
        assert_eq!(named(&document, "measures", name)["difference"], 0.0);
    }
    let farmers = named(&document, "sources", "field at the end");
    assert_eq!((&farmers["mean_after"], &farmers["seen"]), (&Value::from(0.0), &Value::from(true)));
    // A change of what is paid alone changes no move: each pair differs by that alone.
    let document = compare("carcassonne small-city-2 --games 60");
    let score = &named(&document, "measures", "score")["difference"];
    let city = &named(&document, "sources", "city completed")["difference"];
    assert!(score.as_f64().is_some_and(|points| points < 0.0));
    assert_eq!(score, city);
    let sources = document["sources"].as_array().expect("a list");
    let sum = |key: &str| sources.iter().filter_map(|one| one[key].as_f64()).sum::<f64>();
    let mean = named(&document, "measures", "score")["mean_before"].as_f64().expect("a mean");
    assert!((sum("mean_before") - mean).abs() < 1e-4, "every point has its source");
    let said = document["sentences"][0].as_str().unwrap_or_default();
    assert!(said.starts_with("Players score ") && said.contains(" points less a game (95% between "), "{said}");
}

#[test]
fn other_tiles_are_paired_as_far_as_they_are_the_same() {
    let document = compare("amazonas amazonas --games 5 --players 4");
    assert!(named(&document, "measures", "score")["mean_before"].as_f64().is_some_and(|mean| mean > 0.0));
    let document = compare("carcassonne carcassonne+river --games 10");
    assert_eq!(named(&document, "measures", "turns")["seen"], true);
}

#[test]
fn the_numbers_do_not_depend_on_threads_and_the_picture_is_the_same() {
    let run = |jobs: &str| {
        let run = Run::new("compare carcassonne no-farmers --games 30 --plot plot.svg --jobs").arg(jobs);
        let ran = run.run().code(0);
        let plot = fs::read_to_string(ran.folder.path().join("plot.svg")).expect("a picture");
        (ran.stdout, plot)
    };
    let (one, two) = (run("1"), run("2"));
    assert_eq!(one, two);
    assert!(one.1.starts_with("<svg ") && one.1.ends_with("</svg>\n") && !one.1.contains("<script"));
    assert!(one.0.contains("30 pairs of games, 2 players, seed 0, random play"), "{}", one.0);
    assert!(one.0.lines().all(|line| line.chars().count() <= 100), "{}", one.0);
    let markdown = Run::new("compare carcassonne no-farmers --games 5 --format markdown --output out.md").run().code(0);
    assert!(markdown.stdout.is_empty());
    let text = fs::read_to_string(markdown.folder.path().join("out.md")).expect("a file");
    assert!(text.contains("<details><summary>All numbers</summary>"), "{text}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (args, said) in [
        ("carcassonne chess", "`chess` is no game"),
        ("carcassonne no-farmers --players 6", "both for 2 to 5 players, not for 6"),
        ("carcassonne no-farmers --players 1", "not for 1"),
        ("carcassonne no-farmers --games 0", "0"),
        ("set.toml set.toml", "is not a game that could be played"),
    ] {
        let set = "#:schema x\nkind = \"tileset\"\nformat = 1\nid = \"set\"\ntotal = 0\n";
        let ran = Run::new(&format!("compare {args}")).file("set.toml", set).run().code(2);
        assert!(ran.stderr.contains(said), "{args}: {}", ran.stderr);
    }
    let one = compare("carcassonne no-farmers --games 1");
    assert!(one["measures"][0].get("interval").is_none());
}
