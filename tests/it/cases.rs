//! Every code has a case: a failing example that reports it and nothing else, and a mended one that reports nothing.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;
use tilewright::diagnostic::Code;
use tilewright::explain::explain;

use crate::support::{Run, repo};

/// The codes and messages of all findings of a run in JSON.
fn found(document: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut take = |findings: &Value| {
        for finding in findings.as_array().into_iter().flatten() {
            let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
            found.push((text("code"), text("message")));
        }
    };
    take(&document["findings"]);
    for part in ["games", "files"] {
        document[part].as_array().into_iter().flatten().for_each(|one| take(&one["findings"]));
    }
    found
}

/// Runs a case's command on one of its examples, in a copy of the case's folder.
fn run(code: Code, words: &[String], example: &str) -> (Vec<(String, String)>, i32) {
    let mut run = Run::new("");
    for word in words {
        run = run.arg(if word == "FILE" { example } else { word });
    }
    // These write moves and data; what they say of them goes to the standard error then.
    let imports = matches!(words[0].as_str(), "import" | "transcribe");
    run = run.arg("--format").arg("json");
    if imports {
        run = run
            .arg("--output")
            .arg(std::env::temp_dir().join(format!("{}.moves", code.number())).display().to_string());
    }
    let ran = run.within(&repo("tests/cases").join(code.number())).run();
    (found(&ran.json()), ran.code)
}

#[test]
fn every_code_is_reported_by_its_failing_example_alone_and_mended_by_the_other() {
    for &code in Code::ALL {
        let path = repo("tests/cases").join(code.number()).join("case.toml");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let case: toml::Table = toml::from_str(&text).expect("a case is TOML");
        let word = |key: &str| case.get(key).and_then(toml::Value::as_str);
        for key in ["why", "cure"] {
            assert!(word(key).is_some_and(|text| text.trim().len() > 20), "{code}: `{key}` says little");
        }
        if word("unreachable").is_some() {
            assert_eq!(code, Code::Internal, "only a fault of the program has no example");
            continue;
        }
        let words: Vec<String> =
            case["run"].as_array().expect("a command").iter().filter_map(|w| w.as_str()).map(str::to_owned).collect();
        let (failing, mended) =
            (word("failing").expect("a failing example"), word("mended").expect("a mended example"));
        let (findings, status) = run(code, &words, failing);
        let codes: BTreeSet<&str> = findings.iter().map(|(code, _)| code.as_str()).collect();
        assert_eq!(codes, BTreeSet::from([code.number()]), "{code}: {findings:?}");
        if let Some(rule) = word("rule") {
            assert!(findings.iter().all(|(_, message)| message.contains(rule)), "{code}: {rule} in {findings:?}");
        }
        let warns = matches!(
            code,
            Code::TomlTooNew
                | Code::NoSchemaLine
                | Code::UnusualStart
                | Code::SecondHand
                | Code::Inferred
                | Code::UnusedAllow
                | Code::UnusedSquare
                | Code::RedundantOverride
        );
        assert!(warns || status == 1, "{code}: exit {status}");
        let (findings, status) = run(code, &words, mended);
        assert!(findings.is_empty() && status == 0, "{code}, mended: exit {status}, {findings:?}");
    }
}

#[test]
fn codes_are_unique_and_each_is_explained() {
    let numbers: BTreeSet<&str> = Code::ALL.iter().map(|code| code.number()).collect();
    let slugs: BTreeSet<&str> = Code::ALL.iter().map(|code| code.slug()).collect();
    assert_eq!((numbers.len(), slugs.len()), (Code::ALL.len(), Code::ALL.len()));
    let folders =
        fs::read_dir(repo("tests/cases")).expect("the cases").map(|entry| entry.expect("an entry").file_name());
    let folders: BTreeSet<String> =
        folders.filter_map(|name| name.into_string().ok()).filter(|name| name.starts_with("TW")).collect();
    assert_eq!(
        folders.iter().map(String::as_str).collect::<BTreeSet<_>>(),
        numbers,
        "a case for each code, and no other"
    );
    for &code in Code::ALL {
        let told = explain(code);
        assert!(!told.why.is_empty() && !told.cure.is_empty() && told.layer != "other", "{code}");
        assert!(code == Code::Internal || (!told.failing.is_empty() && !told.mended.is_empty()), "{code}");
        let by_slug = Run::new("explain").arg(code.slug()).run().code(0);
        assert!(by_slug.stdout.starts_with(code.number()), "{}", by_slug.stdout);
        assert_eq!(by_slug.stdout, Run::new("explain").arg(code.number()).run().code(0).stdout);
    }
}

#[test]
fn all_codes_are_explained_in_json_and_markdown() {
    let json = Run::new("explain --all --format json").run().code(0).json();
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(repo("schemas/explain.schema.json")).expect("a schema"))
            .expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    assert!(validator.is_valid(&json), "{:?}", validator.iter_errors(&json).next().map(|error| error.to_string()));
    assert_eq!(json["codes"].as_array().map(Vec::len), Some(Code::ALL.len()));
    let markdown = Run::new("explain --all --format markdown").run().code(0).stdout;
    assert_eq!(markdown.lines().filter(|line| line.starts_with("## TW")).count(), Code::ALL.len());
    let one = Run::new("explain TW0703 --format json").run().code(0).json();
    assert_eq!(one["codes"][0]["slug"], "edge-mismatch");
    let wrong = Run::new("explain edge-missmatch").run().code(2);
    assert!(wrong.stderr.contains("did you mean `edge-mismatch`?"), "{}", wrong.stderr);
}

#[test]
fn sarif_is_what_the_standard_says() {
    let text = fs::read_to_string(repo("tests/schemas/sarif.schema.json")).expect("a schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema");
    let cases = repo("tests/cases");
    let mut results = 0;
    for command in ["validate", "replay"] {
        for &code in Code::ALL {
            let folder = cases.join(code.number());
            for name in ["failing.toml", "failing.moves", "failing"] {
                if !folder.join(name).exists() {
                    continue;
                }
                let ran = Run::new(command).arg(name).args("--format sarif --no-settings").within(&folder).run();
                if ran.code == 2 && ran.stdout.is_empty() {
                    continue;
                }
                let log = ran.json();
                let wrong: Vec<String> = validator
                    .iter_errors(&log)
                    .map(|error| format!("{} at {}", error, error.instance_path()))
                    .collect();
                assert!(wrong.is_empty(), "{command} {code} {name}: {wrong:?}");
                results += log["runs"][0]["results"].as_array().map_or(0, Vec::len);
            }
        }
    }
    assert!(results > 80, "{results} results");
}
