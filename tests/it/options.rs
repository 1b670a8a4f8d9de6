//! Every reading of the rules that a ruleset may choose: the logs under `tests/logs/options` claim what each gives.

use serde_json::Value;

use crate::support::{Run, repo};

#[test]
fn every_reading_gives_what_its_log_claims() {
    let logs = repo("tests/logs/options");
    let data = repo("tests/data");
    let ran =
        Run::new("replay --format json").arg(logs.display().to_string()).arg("--data").arg(data.display().to_string());
    let document = ran.run().code(0).json();
    let games = document["games"].as_array().expect("games");
    assert_eq!(games.len(), 15, "all games of all logs are replayed");
}

#[test]
fn a_tie_is_shared_or_goes_to_the_mouth() {
    let log = repo("tests/logs/options/d6.moves");
    let data = repo("tests/data");
    let ran =
        Run::new("replay --format json").arg(log.display().to_string()).arg("--data").arg(data.display().to_string());
    let document = ran.run().code(0).json();
    assert_eq!(document["games"][0]["winners"], Value::from(vec!["Red", "Blue"]));
    assert_eq!(document["games"][1]["winners"], Value::from(vec!["Red"]));
}
