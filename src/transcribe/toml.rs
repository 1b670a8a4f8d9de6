//! A part as the text of its data file.

use serde_json::Value;

use crate::model::Kind;
use crate::schema;

/// The data file of a part: its head, then its records, each a table of its own under the key `list`.
///
/// `schema_line` is the first line of the file that the part comes from, where it names a schema.
pub(super) fn file(value: &Value, kind: Kind, list: &str, schema_line: Option<&str>) -> String {
    let mut out = match schema_line {
        Some(line) => format!("{line}\n"),
        None => format!("#:schema ../../schemas/{}\n", schema::file_name(kind)),
    };
    out.push_str(
        "\n# Written from a filled worksheet; `status` and `source` say what was compared with a box, and which.\n\n",
    );
    for (key, value) in value.as_object().into_iter().flatten().filter(|(key, _)| *key != list) {
        pair(&mut out, key, value);
    }
    for record in value.get(list).and_then(Value::as_array).into_iter().flatten() {
        push(&mut out, format_args!("\n[[{list}]]\n"));
        for (key, value) in record.as_object().into_iter().flatten() {
            pair(&mut out, key, value);
        }
    }
    out
}

/// Appends formatted text; writing to a string cannot fail.
fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = std::fmt::Write::write_fmt(out, text);
}

/// `key = value`; lists of records a line each.
fn pair(out: &mut String, key: &str, value: &Value) {
    match value.as_array().filter(|items| items.iter().any(Value::is_object)) {
        None => push(out, format_args!("{key} = {}\n", inline(value))),
        Some(items) => {
            push(out, format_args!("{key} = [\n"));
            for item in items {
                push(out, format_args!("  {},\n", inline(item)));
            }
            out.push_str("]\n");
        }
    }
}

/// A value on one line. Keys are the names of features, icons and segments, which need no quotes.
pub(super) fn inline(value: &Value) -> String {
    match value {
        Value::Object(map) if map.is_empty() => "{}".to_owned(),
        Value::Object(map) => {
            let pairs: Vec<_> = map.iter().map(|(key, value)| format!("{key} = {}", inline(value))).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::String(text) => quoted(text),
        other => other.to_string(),
    }
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            letter if letter.is_control() => push(&mut out, format_args!("\\u{:04X}", u32::from(letter))),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
