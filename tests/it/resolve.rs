//! A ruleset in the end: every value with the file and line that wrote it.

use std::fs;

use serde_json::Value;

use crate::support::{Run, repo};

fn values(args: &str) -> Vec<(String, Value, String, u64)> {
    let json = Run::new("resolve --format json").args(args).run().code(0).json();
    let values = json["values"].as_array().expect("values").iter();
    values
        .map(|it| {
            let text = |key: &str| it[key].as_str().unwrap_or_default().to_owned();
            (text("path"), it["value"].clone(), text("file"), it["line"].as_u64().unwrap_or(0))
        })
        .collect()
}

#[test]
fn each_value_stands_on_the_line_that_is_named() {
    let mut seen = 0;
    for args in [
        "carcassonne",
        "carcassonne-c3 --variant river --variant abbot",
        "carcassonne-c1 --variant traders",
        "amazonas --variant bonus-doubles",
    ] {
        for (path, value, file, line) in values(args) {
            if file.is_empty() {
                continue;
            }
            let text = fs::read_to_string(repo("data").join(file.trim_start_matches("<built-in>/"))).expect("a file");
            let written = text.lines().nth(line as usize - 1).unwrap_or_default();
            let wanted = match &value {
                Value::String(text) => text.rsplit('/').next().unwrap_or(text).to_owned(),
                Value::Array(list) => list
                    .first()
                    .map(ToString::to_string)
                    .unwrap_or_default()
                    .rsplit('/')
                    .next()
                    .unwrap_or_default()
                    .trim_matches('"')
                    .to_owned(),
                other => other.to_string(),
            };
            // A list may begin on the line of its bracket and go on below.
            assert!(
                written.contains(&wanted) || written.trim_end().ends_with('['),
                "{args}: {path} = {value} on `{written}`"
            );
            seen += 1;
        }
    }
    assert!(seen > 1500, "{seen} values");
}

#[test]
fn a_variant_shows_where_it_comes_in() {
    let plain = values("carcassonne --key features.field");
    let first = values("carcassonne --variant farmers-1 --key features.field");
    let of = |values: &[(String, Value, String, u64)]| {
        values
            .iter()
            .find(|(path, ..)| path == "features.field.final.closed_city")
            .cloned()
            .expect("the points of a field")
    };
    assert_eq!((of(&plain).1, of(&plain).2.as_str()), (3.into(), "<built-in>/carcassonne/game.toml"));
    assert_eq!((of(&first).1, of(&first).2.as_str()), (4.into(), "<built-in>/carcassonne/variants/farmers-1.toml"));
    let text = Run::new("resolve carcassonne --key options.tie").run().code(0).stdout;
    assert!(text.contains("options.tie = \"shared\"  # <built-in>/carcassonne/game.toml:"), "{text}");
    Run::new("resolve carcassonne --key options.tee").run().code(2);
    Run::new("resolve chess").run().code(2);
}

#[test]
fn the_json_is_what_its_schema_says() {
    let json = Run::new("resolve amazonas --format json").run().code(0).json();
    let schema = fs::read_to_string(repo("schemas/resolve.schema.json")).expect("a schema");
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).expect("JSON")).expect("a schema");
    assert!(validator.is_valid(&json));
}
