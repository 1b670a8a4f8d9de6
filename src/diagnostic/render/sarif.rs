//! SARIF 2.1.0, which code scanning reads.
//!
//! The log is written in three pieces so that results stream: the head with every code as a rule, the results, the
//! tail. What must stay true: a result's `ruleIndex` is the code's place in [`Code::ALL`], which is the order of the
//! rules; columns count Unicode characters, and the end of a region is one past its last.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::super::{Code, Finding};
use super::escape::{brief, uri};
use super::json;
use crate::text::Place;

/// Writes everything before the first result.
pub fn head(out: &mut dyn Write) -> io::Result<()> {
    let rules: Vec<_> = Code::ALL
        .iter()
        .map(|code| {
            json!({
                "id": code.number(),
                "name": format!("{code:?}"),
                "shortDescription": { "text": code.slug().replace('-', " ") },
                "fullDescription": { "text": code.summary() },
            })
        })
        .collect();
    let tool =
        json!({ "driver": { "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION"), "rules": rules } });
    write!(
        out,
        "{{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\
         \"version\":\"2.1.0\",\"runs\":[{{\"tool\":"
    )?;
    json::write(out, &tool)?;
    write!(out, ",\"columnKind\":\"unicodeCodePoints\",\"results\":[")
}

/// Writes one result, after a comma where it is not the first.
pub fn result(out: &mut dyn Write, finding: &Finding, first: bool) -> io::Result<()> {
    writeln!(out, "{}", if first { "" } else { "," })?;
    json::write(out, &result_value(finding))
}

/// Writes everything after the last result. `properties` says more about the run; null says nothing.
pub fn tail(out: &mut dyn Write, properties: &Value) -> io::Result<()> {
    write!(out, "\n]")?;
    if !properties.is_null() {
        write!(out, ",\"properties\":")?;
        json::write(out, properties)?;
    }
    writeln!(out, "}}]}}")
}

fn result_value(finding: &Finding) -> Value {
    let mut text = brief(&finding.message, "...").into_owned();
    if let Some(help) = &finding.help {
        text.push('\n');
        text.push_str(&brief(help, "..."));
    }
    let index = Code::ALL.iter().position(|&code| code == finding.code);
    let mut result = Map::new();
    result.insert("ruleId".to_owned(), json!(finding.code.number()));
    result.insert("ruleIndex".to_owned(), json!(index));
    result.insert("level".to_owned(), json!(finding.level.word()));
    result.insert("message".to_owned(), json!({ "text": text }));
    if let Some(place) = &finding.place {
        result.insert("locations".to_owned(), json!([{ "physicalLocation": location(place) }]));
    }
    if !finding.related.is_empty() {
        let related: Vec<_> = finding
            .related
            .iter()
            .zip(1..)
            .map(|((place, words), id)| {
                json!({ "id": id, "physicalLocation": location(place), "message": { "text": brief(words, "...") } })
            })
            .collect();
        result.insert("relatedLocations".to_owned(), json!(related));
    }
    if let Some(turn) = finding.turn {
        let mut properties = json!({ "turn": turn.number });
        if let Some(part) = turn.part {
            properties["part"] = json!(part);
        }
        result.insert("properties".to_owned(), properties);
    }
    Value::Object(result)
}

fn location(place: &Place) -> Value {
    let (end_line, end_column) = place.end();
    json!({
        "artifactLocation": { "uri": uri(place.file()) },
        "region": {
            "startLine": place.line, "startColumn": place.column, "endLine": end_line, "endColumn": end_column
        },
    })
}
