//! TW0302 for `overrides`: a variant that says it sets a key in spite of another one does set it.
//!
//! The paths are those of the variant's own keys, joined by dots. One that names nothing in the file would excuse nothing,
//! and a misspelt one would look as if it did.

use serde_json::Value;

use crate::diagnostic::{self, Code, Finding, nearest};
use crate::model::Variant;
use crate::source::{Document, Part, Resolved, child};

use super::report::{At, Report};

/// Keys that say what a file is, not what it changes.
const HEAD: [&str; 8] = ["kind", "format", "id", "title", "status", "source", "extends", "overrides"];

/// All that can be said of a variant by itself.
#[must_use]
pub fn check_variant_alone(document: &Document, variant: &Variant) -> Vec<Finding> {
    let mut report = Report::alone(document);
    for (number, path) in variant.overrides.iter().enumerate() {
        if is_set(&document.value, path) {
            continue;
        }
        let mut paths = Vec::new();
        list(&document.value, "", &mut paths);
        let help = match nearest(path, paths.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "an override is the path of a key that the variant sets, such as `figures.meeple.on`".into(),
        };
        let finding = Finding::error(Code::UnknownName, format!("the variant does not set `{path}`")).help(help);
        report.add(&At::value(Part::Ruleset, child("/overrides", number)), finding);
    }
    let mut findings = report.into_findings();
    diagnostic::sort(&mut findings);
    findings
}

/// What a variant sets that is so without it, and what it changes in records that it takes away. `base` is what it extends.
#[must_use]
pub fn check_redundant(variant: &Document, base: &Resolved) -> Vec<Finding> {
    let mut findings = Vec::new();
    let rules = serde_json::to_value(&base.ruleset).unwrap_or_default();
    let sections = [
        "players", "start", "figures", "icons", "goods", "features", "front", "race", "chips", "options", "expect",
        "rules",
    ];
    for section in sections {
        if let (Some(over), Some(below)) = (variant.value.get(section), rules.get(section)) {
            redundant(variant, over, below, &child("", section), section, &mut findings);
        }
    }
    for (id, over) in variant.value.get("tiles").and_then(Value::as_object).into_iter().flatten() {
        let tile = base.tilesets.iter().flat_map(|set| &set.tile).find(|tile| tile.id == *id);
        if let Some(below) = tile.and_then(|tile| serde_json::to_value(tile).ok()) {
            redundant(variant, over, &below, &child("/tiles", id), &format!("tiles.{id}"), &mut findings);
        }
    }
    findings
}

fn redundant(variant: &Document, over: &Value, below: &Value, pointer: &str, path: &str, findings: &mut Vec<Finding>) {
    let removed = over.get("remove").is_some_and(|flag| flag == true);
    match (over, below) {
        (Value::Object(over), _) if removed => {
            for key in over.keys().filter(|key| *key != "remove") {
                let message = format!("`{path}` is taken away, so its `{key}` does not matter");
                let finding =
                    Finding::warning(Code::RedundantOverride, message).at(variant.key_place(&child(pointer, key)));
                findings.push(finding.help("nothing else stands beside `remove = true`"));
            }
        }
        (Value::Object(over), Value::Object(below)) => {
            for (key, over) in over.iter().filter(|(key, _)| !HEAD.contains(&key.as_str())) {
                if let Some(below) = below.get(key) {
                    redundant(variant, over, below, &child(pointer, key), &format!("{path}.{key}"), findings);
                }
            }
        }
        (over, below) if over == below => {
            let message = format!("`{path}` has this value already");
            let finding = Finding::warning(Code::RedundantOverride, message).at(variant.value_place(pointer));
            findings.push(finding.help("leave it out: a variant says only what differs"));
        }
        _ => {}
    }
}

fn is_set(value: &Value, path: &str) -> bool {
    let first = path.split('.').next().unwrap_or_default();
    let found = path.split('.').try_fold(value, |at, key| at.as_object()?.get(key));
    !HEAD.contains(&first) && found.is_some()
}

/// The paths of all keys below `value`, tables included.
fn list(value: &Value, path: &str, paths: &mut Vec<String>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        if path.is_empty() && HEAD.contains(&key.as_str()) {
            continue;
        }
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        list(value, &path, paths);
        paths.push(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tests::document;

    fn said(overrides: &str) -> Vec<String> {
        let text = format!(
            "kind = \"variant\"\nformat = 1\nid = \"v\"\nextends = \"g\"\noverrides = [{overrides}]\n[figures.meeple]\non = [\"road\"]"
        );
        let variant = toml::from_str(&text).expect("it is a variant");
        let found = check_variant_alone(&document(&text), &variant);
        found.into_iter().map(|it| format!("{}: {}", it.message, it.help.unwrap_or_default())).collect()
    }

    #[test]
    fn an_override_names_a_key_that_the_variant_sets() {
        assert!(said(r#""figures.meeple.on", "figures.meeple""#).is_empty());
        let near = "the variant does not set `figures.meple.on`: did you mean `figures.meeple.on`?";
        assert_eq!(said(r#""figures.meple.on""#), [near]);
        assert_eq!(said(r#""title", "players""#).len(), 2);
    }
}
