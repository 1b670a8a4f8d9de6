//! What schemas say, in words for people: patterns, types, records and limits.

use std::ops::Range;

use serde_json::Value;

use crate::geometry::{PORT_NAMES, Port};
use crate::model;
pub(super) use crate::source::toml::shortened;

/// Where text breaks a pattern, what that is called, and what would be right.
pub(super) struct Breach {
    /// The bytes within the text; none where all of it is wrong.
    pub(super) within: Option<Range<usize>>,
    /// The message.
    pub(super) message: String,
    /// The help.
    pub(super) help: String,
}

/// What is wrong with `text`, which does not match `pattern` under `key`.
pub(super) fn breach(pattern: &str, text: &str, key: &str) -> Breach {
    let shown = shortened(text);
    let whole = |what: &str, help: &str| Breach {
        within: None,
        message: format!("`{shown}` is not {what}"),
        help: help.to_owned(),
    };
    match pattern {
        model::PORTS => ports(text),
        model::CELLS | model::CELL => {
            let within = first_word(text, |word| word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_lowercase()));
            let word = within.clone().map_or(shown.as_str(), |at| &text[at]).to_owned();
            let help = if pattern == model::CELLS {
                "cells of a piece are `a`, `b`, `c` in reading order, with one blank between two"
            } else {
                "the cells of a piece are `a`, `b`, `c` in reading order"
            };
            let message = if word.is_empty() { spacing(key) } else { format!("`{}` is not a cell", shortened(&word)) };
            Breach { within, message, help: help.to_owned() }
        }
        model::TILE_ID => {
            whole("a tile's id", "it begins with a capital letter, and capital letters and digits follow: `T07`")
        }
        model::PART_ID => whole(
            "an id of a segment or face",
            "it begins with a small letter, and small letters and digits follow: `r2`",
        ),
        model::ID => whole("an id", "it begins with a small letter, and small letters, digits and `-` follow"),
        model::WORD => whole("a name", "it begins with a small letter, and small letters, digits and `_` follow"),
        _ if key == "tile" => {
            whole("a tile's name", "it is a tile's id with its face's letters, if any: `T07` or `T07b`")
        }
        _ => whole(&format!("what `{key}` takes"), ""),
    }
}

fn spacing(key: &str) -> String {
    format!("`{key}` is not a list with one blank between two words")
}

/// The bytes of the first word that is not as it should be.
fn first_word(text: &str, right: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let mut at = 0;
    for word in text.split(' ') {
        if !word.is_empty() && !right(word) {
            return Some(at..at + word.len());
        }
        at += word.len() + 1;
    }
    None
}

fn ports(text: &str) -> Breach {
    let names = PORT_NAMES.join(" ");
    let right = |word: &str| {
        let port = match word.split_once('.') {
            Some((cell, port)) if cell.len() == 1 && cell.bytes().all(|byte| byte.is_ascii_lowercase()) => port,
            Some(_) => return false,
            None => word,
        };
        Port::parse(port).is_some()
    };
    let Some(within) = first_word(text, right) else {
        let message = if text.trim().is_empty() {
            "no port stands here".to_owned()
        } else {
            "the ports do not stand with one blank between two".to_owned()
        };
        return Breach {
            within: None,
            message,
            help: "ports read `N EL ER`; a segment without ports has no `at`".to_owned(),
        };
    };
    let word = &text[within.clone()];
    // A list with commas is the likeliest slip of someone who has seen other formats.
    let help = if word.contains(',') {
        "ports are separated by one blank: `N E`".to_owned()
    } else {
        format!("a port is one of {names}, with its cell before it on a piece of several cells: `b.SL`")
    };
    Breach { message: format!("`{}` is not a port", shortened(word)), within: Some(within), help }
}

/// What a value is, for saying that something else was wanted.
pub(super) fn what_is(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(flag) => format!("`{flag}`"),
        Value::Number(number) => format!("the number `{number}`"),
        Value::String(text) => format!("the text `{}`", shortened(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a table".to_owned(),
    }
}

/// What a schema wants, as a noun.
pub(super) fn wanted(schema: &Value) -> String {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return one_of(words);
    }
    if let Some(word) = schema.get("const") {
        return one_of(std::slice::from_ref(word));
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("integer") => match limits(schema) {
            Some(limits) => format!("a whole number {limits}"),
            None => "a whole number".to_owned(),
        },
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("string") => "text between quotes".to_owned(),
        Some("array") => "a list between `[` and `]`".to_owned(),
        Some("object") => "a table".to_owned(),
        _ => "something else".to_owned(),
    }
}

/// "from 1 to 5", where both ends are known.
pub(super) fn limits(schema: &Value) -> Option<String> {
    let low = schema.get("minimum").and_then(Value::as_i64);
    let high = schema.get("maximum").and_then(Value::as_i64);
    match (low, high) {
        (Some(low), Some(high)) if low == high => Some(format!("that is {low}")),
        (Some(low), Some(high)) => Some(format!("from {low} to {high}")),
        (Some(low), None) => Some(format!("from {low} on")),
        (None, Some(high)) => Some(format!("up to {high}")),
        (None, None) => None,
    }
}

fn one_of(words: &[Value]) -> String {
    let words: Vec<String> = words.iter().map(plain).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    crate::diagnostic::list_of(&words, "or")
}

/// A word or number without its quotes.
pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What a record is called: its definition's name in words.
pub(super) fn record(definition: Option<&str>, pointer: &str, root_title: &str) -> String {
    let words = |name: &str| {
        let mut words = String::new();
        for letter in name.trim_end_matches("Change").chars() {
            if letter.is_uppercase() && !words.is_empty() {
                words.push(' ');
            }
            words.extend(letter.to_lowercase());
        }
        words
    };
    match definition {
        Some("Options") => "the options".to_owned(),
        Some("Expect" | "ExpectChange") => "what is expected of a set".to_owned(),
        Some("TilesetChange") => "a change to the list of sets".to_owned(),
        Some(name) => article(&words(name)),
        None if pointer.is_empty() => article(&words(root_title)),
        None => format!("`{}`", key_of(pointer)),
    }
}

fn article(noun: &str) -> String {
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// The nearest key around a value: elements of a list are known by their list's.
pub(super) fn key_of(pointer: &str) -> String {
    let key = pointer.rsplit('/').find(|token| !token.is_empty() && !token.bytes().all(|byte| byte.is_ascii_digit()));
    key.unwrap_or_default().replace("~1", "/").replace("~0", "~")
}
