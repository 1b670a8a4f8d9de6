//! The formats on the sample findings, as snapshots; and what must hold for any input.

use std::io::{self, Write};

use proptest::prelude::*;
use serde_json::{Value, json};

use super::samples::findings;
use super::{Charset, Style, escape, github, human, json, markdown, sarif, short};
use crate::diagnostic::{Code, Finding};
use crate::text::{Excerpt, Span};

type Renderer = fn(&mut dyn Write, &Finding) -> io::Result<()>;

fn rendered(render: impl Fn(&mut dyn Write, &Finding) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    for finding in findings() {
        render(&mut out, &finding).expect("writing to memory");
    }
    String::from_utf8(out).expect("output is UTF-8")
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn each_format_looks_as_chosen() {
    snapshot("findings-human-unicode", &rendered(|out, it| human::finding(out, it, &Style::PLAIN)));
    let ascii = Style { charset: Charset::Ascii, width: 60, colour: false };
    snapshot("findings-human-ascii-60", &rendered(|out, it| human::finding(out, it, &ascii)));
    snapshot("findings-short", &rendered(short::finding));
    snapshot("findings-github", &rendered(github::finding));
    snapshot("findings-markdown", &rendered(markdown::row));
    let records = json::records(&findings()).iter().map(|record| json!(record)).collect::<Value>();
    snapshot("findings-json", &serde_json::to_string_pretty(&records).expect("records are JSON"));
}

#[test]
fn colour_codes_are_balanced_and_all_that_steers() {
    let colour = Style { colour: true, ..Style::PLAIN };
    let text = rendered(|out, it| human::finding(out, it, &colour));
    assert!(text.contains("\u{1b}[31m"), "the errors are red");
    // Taken away again, nothing of the codes is left: they are the same words as without.
    assert_eq!(escape::block(&text, false), rendered(|out, it| human::finding(out, it, &Style::PLAIN)));
}

#[test]
fn one_finding_is_one_line_where_lines_count() {
    for render in [short::finding as Renderer, github::finding, markdown::row] {
        let text = rendered(render);
        assert_eq!(text.lines().count(), findings().len(), "{text}");
        assert!(!text.replace('\n', "").contains(escape::is_active), "{text}");
    }
    assert!(rendered(github::finding).lines().all(|line| {
        let (head, data) = line[2..].split_once("::").expect("a command has data");
        ["error ", "warning ", "notice "].iter().any(|word| head.starts_with(word)) && !data.contains(['\r', '\n'])
    }));
}

#[test]
fn sarif_keeps_its_rules() {
    let mut out = Vec::new();
    sarif::head(&mut out).expect("writing to memory");
    for (number, finding) in findings().iter().enumerate() {
        sarif::result(&mut out, finding, number == 0).expect("writing to memory");
    }
    sarif::tail(&mut out, &Value::Null).expect("writing to memory");
    let log: Value = serde_json::from_slice(&out).expect("valid JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let mut ids: Vec<_> = rules.iter().map(|rule| rule["id"].as_str().expect("an id")).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), Code::ALL.len());
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), findings().len());
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().expect("a level")));
        assert!(!result["message"]["text"].as_str().expect("a text").is_empty());
        for location in result["locations"].as_array().into_iter().flatten() {
            let location = &location["physicalLocation"];
            let uri = location["artifactLocation"]["uri"].as_str().expect("a reference");
            assert!(uri.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\"{}|\\^`".contains(&byte)), "{uri}");
            let number = |key: &str| location["region"][key].as_u64().expect("a number");
            let (start, end) = ((number("startLine"), number("startColumn")), (number("endLine"), number("endColumn")));
            assert!(start.0 >= 1 && start.1 >= 1 && start <= end);
        }
    }
    let mut shown = log.clone();
    shown["runs"][0]["tool"]["driver"]["rules"] = json!("every code");
    shown["runs"][0]["tool"]["driver"]["version"] = json!("this version");
    snapshot("findings-sarif", &serde_json::to_string_pretty(&shown).expect("valid JSON"));
}

#[test]
fn a_huge_file_costs_no_more_than_a_small_one() {
    let text = "x".repeat(8 << 20) + "\n" + &"line\n".repeat(1 << 20);
    let excerpt = Excerpt::whole("huge.moves", text);
    let place = excerpt.place(Span::new(4 << 20, excerpt.text.len()));
    let finding = Finding::error(Code::UnexpectedText, "m".repeat(1 << 20)).at(place);
    let mut out = Vec::new();
    human::finding(&mut out, &finding, &Style::PLAIN).expect("writing to memory");
    assert!(out.len() < 5000, "{} bytes", out.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_and_any_span_can_be_drawn(
        text in "([a-c\u{fc}\u{301}\u{4e2d}\u{feff}\u{1b}\t]|\r|\n|\r\n|\\PC|[a-z ]{90,260}){0,12}",
        start in 0_usize..300, length in 0_usize..300, first_line in 1_usize..2000, width in 0_usize..120,
        label in proptest::option::of("\\PC{0,80}"), ascii in any::<bool>(),
    ) {
        let excerpt = Excerpt { file: "f".into(), text: text.into(), first_line };
        let place = excerpt.place(Span::new(start, start + length));
        let mut finding = Finding::error(Code::UnexpectedText, "message").at(place.clone()).related(place.clone(), "here");
        finding.label = label;
        let charset = if ascii { Charset::Ascii } else { Charset::Unicode };
        let mut out = Vec::new();
        human::finding(&mut out, &finding, &Style { charset, width, colour: false }).expect("writing to memory");
        let text = String::from_utf8(out).expect("output is UTF-8");
        prop_assert!(!text.replace(['\n', '\t'], "").contains(escape::is_active), "{text}");
        let heading = format!("[f:{}:{}]", place.line, place.column);
        prop_assert!(text.contains(&heading), "{} not in {}", heading, text);
        let marked_line = format!(" {} {} ", place.line, if ascii { '|' } else { '\u{2502}' });
        let drawn = text.lines().any(|line| format!("{line} ").starts_with(&marked_line) || format!("{line} ").contains(&marked_line));
        prop_assert!(drawn, "{} not in {}", marked_line, text);
    }
}
