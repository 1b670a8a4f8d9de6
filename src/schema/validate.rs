//! From the validator's errors to faults in our words.
//!
//! A fault names a pointer and how its bytes are to be found, not the bytes: the same faults serve a document and a
//! ruleset merged from several. One mistake is one fault: a misspelt key is not also a missing one, text that breaks
//! two rules at once is told the first.

use std::collections::BTreeSet;

use jsonschema::Validator;
use jsonschema::error::{ValidationError, ValidationErrorKind};
use serde_json::Value;

use super::{OfKind, schema, tree, words};
use crate::diagnostic::{Code, Finding, did_you_mean, nearest};
use crate::model::Kind;
use crate::source::{Wrong, child};

/// Which bytes of a value a fault is on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum At {
    /// Those of its key.
    Key,
    /// All of the value's.
    Value,
    /// Some of the text's, as offsets into it.
    Within(usize, usize),
    /// Those that name the record: its header, or its id.
    Record,
}

/// A value that breaks its schema.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// The value.
    pub(crate) pointer: String,
    /// Its bytes.
    pub(crate) at: At,
    code: Code,
    message: String,
    help: String,
}

impl Fault {
    /// As a finding that has no place yet.
    pub(crate) fn finding(&self) -> Finding {
        Finding::error(self.code, self.message.clone()).help(self.help.clone())
    }
}

static VALIDATORS: OfKind<Option<Validator>> = OfKind::new();

/// The validator of a kind. A schema of ours that does not compile is caught by a test; a run then goes on without it.
fn validator(kind: Kind) -> Option<&'static Validator> {
    VALIDATORS.get(kind, || jsonschema::draft7::new(schema(kind)).ok()).as_ref()
}

/// What in `value` breaks the schema of `kind`, but for what is wrong already.
pub(crate) fn faults(kind: Kind, value: &Value, wrong: &Wrong) -> Vec<Fault> {
    let Some(validator) = validator(kind) else {
        return Vec::new();
    };
    let root = schema(kind);
    let mut found = Vec::new();
    // Saying yes or no is much cheaper than saying why, and nearly every file suits its schema.
    if !validator.is_valid(value) {
        let reader = Reader { root, value, wrong };
        validator.iter_errors(value).for_each(|error| reader.read(&error, &mut found));
    }
    if kind == Kind::Variant {
        beside_remove(value, &mut found);
    }
    one_each(found)
}

/// Records of a variant that are taken away and changed at once.
fn beside_remove(value: &Value, found: &mut Vec<Fault>) {
    let records = |key: &str| value.get(key).and_then(Value::as_object).into_iter().flatten();
    let within = ["tiles", "figures", "icons", "features", "expect"].into_iter().flat_map(|key| {
        let section = child("", key);
        records(key).map(move |(name, record)| (child(&section, name), record))
    });
    let alone = ["front", "race"].into_iter().filter_map(|key| Some((child("", key), value.get(key)?)));
    for (pointer, record) in within.chain(alone) {
        if record.get("remove").is_some_and(|flag| flag == true) {
            let others = record.as_object().into_iter().flatten().map(|(key, _)| key).filter(|key| *key != "remove");
            found.extend(others.map(|key| Fault {
                pointer: child(&pointer, key),
                at: At::Key,
                code: Code::UnknownKey,
                message: format!("`{key}` stands beside `remove`"),
                help: "a record that is taken away has nothing else to say".to_owned(),
            }));
        }
    }
}

/// Whether the schema of every kind compiles.
#[cfg(test)]
pub(super) fn all_compile() -> bool {
    Kind::ALL.into_iter().all(|kind| validator(kind).is_some())
}

/// The first fault of each value, and no missing key that stands there misspelt.
fn one_each(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by(|a, b| (&a.pointer, a.code, &a.message).cmp(&(&b.pointer, b.code, &b.message)));
    let mut seen = BTreeSet::new();
    faults.retain(|fault| fault.at == At::Record || seen.insert(fault.pointer.clone()));
    faults
}

struct Reader<'a> {
    root: &'a Value,
    value: &'a Value,
    wrong: &'a Wrong,
}

impl Reader<'_> {
    fn read(&self, error: &ValidationError<'_>, found: &mut Vec<Fault>) {
        let pointer = error.instance_path().as_str();
        if self.wrong.covers(pointer) {
            return;
        }
        let instance = error.instance().as_ref();
        let (schema, definition) = tree::find(self.root, pointer, self.value).unwrap_or((&Value::Null, None));
        let title = self.root.get("title").and_then(Value::as_str).unwrap_or_default();
        let key = words::key_of(pointer);
        let fault = |at: At, code: Code, message: String, help: String| Fault {
            pointer: pointer.to_owned(),
            at,
            code,
            message,
            help,
        };
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                let keys = tree::keys(schema);
                let record = words::record(definition, pointer, title);
                for word in unexpected {
                    let pointer = child(pointer, word);
                    if !self.wrong.covers(&pointer) {
                        found.push(Fault {
                            pointer,
                            at: At::Key,
                            code: Code::UnknownKey,
                            message: format!("`{}` is not a key of {record}", words::shortened(word)),
                            help: known_keys(word, &keys),
                        });
                    }
                }
            }
            ValidationErrorKind::Required { property } => {
                let missing = words::plain(property);
                if self.wrong.is_incomplete(pointer) || misspelt(&missing, instance, schema) {
                    return;
                }
                let record = words::record(definition, pointer, title);
                let purpose = tree::purpose(schema, &missing).map(|text| format!("`{missing}` is {text}"));
                let message = format!("{record} lacks `{missing}`");
                found.push(fault(At::Record, Code::MissingKey, message, purpose.unwrap_or_default()));
            }
            ValidationErrorKind::Type { .. } => found.push(fault(
                At::Value,
                Code::WrongType,
                format!("{} stands where `{key}` takes {}", words::what_is(instance), words::wanted(schema)),
                wanted_help(schema, instance),
            )),
            ValidationErrorKind::Enum { options } => {
                let options: Vec<String> = options.as_array().into_iter().flatten().map(words::plain).collect();
                let options: Vec<&str> = options.iter().map(String::as_str).collect();
                let word = words::plain(instance);
                // A value of another type breaks two rules, and is told that it is none of the words.
                let message = format!("`{}` is not a value of `{key}`", words::shortened(&word));
                found.push(fault(At::Value, Code::UnknownValue, message, did_you_mean(&word, options.iter().copied())));
            }
            ValidationErrorKind::Constant { expected_value } => found.push(fault(
                At::Value,
                Code::UnknownValue,
                format!("`{}` is not a value of `{key}`", words::shortened(&words::plain(instance))),
                format!("expected `{}`", words::plain(expected_value)),
            )),
            ValidationErrorKind::Minimum { .. }
            | ValidationErrorKind::Maximum { .. }
            | ValidationErrorKind::ExclusiveMinimum { .. }
            | ValidationErrorKind::ExclusiveMaximum { .. } => {
                let (message, help) = if pointer == "/format" {
                    let message =
                        format!("`{}` is not a version of the format that is known here", words::plain(instance));
                    (message, "expected `1`".to_owned())
                } else {
                    let limits = words::limits(schema).unwrap_or_default();
                    (
                        format!("`{}` is outside the limits of `{key}`", words::plain(instance)),
                        format!("expected a whole number {limits}"),
                    )
                };
                found.push(fault(At::Value, Code::OutOfRange, message, help));
            }
            ValidationErrorKind::Pattern { pattern } => {
                let text = instance.as_str().unwrap_or_default();
                let breach = words::breach(pattern, text, &key);
                let at = breach.within.map_or(At::Value, |range| At::Within(range.start, range.end));
                found.push(fault(at, Code::BadPattern, breach.message, breach.help));
            }
            ValidationErrorKind::MinLength { limit } => found.push(fault(
                At::Value,
                Code::OutOfRange,
                format!("the text of `{key}` is too short"),
                format!("it has at least {limit} characters"),
            )),
            ValidationErrorKind::MaxLength { limit } => found.push(fault(
                At::Value,
                Code::OutOfRange,
                format!("`{}` is too long for `{key}`", words::shortened(&words::plain(instance))),
                format!("it has at most {limit} characters"),
            )),
            ValidationErrorKind::MinItems { .. }
            | ValidationErrorKind::MaxItems { .. }
            | ValidationErrorKind::AdditionalItems { .. } => {
                let count = instance.as_array().map_or(0, Vec::len);
                let low = schema.get("minItems").and_then(Value::as_u64);
                let high = schema.get("maxItems").and_then(Value::as_u64);
                let help = match (low, high) {
                    (Some(low), Some(high)) if low == high => format!("exactly {low} are expected"),
                    (Some(low), Some(high)) => format!("from {low} to {high} are expected"),
                    (Some(low), None) => format!("at least {low} are expected"),
                    (None, Some(high)) => format!("at most {high} are expected"),
                    (None, None) => String::new(),
                };
                let noun = if count == 1 { "element" } else { "elements" };
                found.push(fault(At::Value, Code::OutOfRange, format!("`{key}` has {count} {noun}"), help));
            }
            ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
                self.read_arms(error, context, found);
            }
            _ => found.push(fault(
                At::Value,
                Code::WrongType,
                format!("{} does not suit `{key}`", words::what_is(instance)),
                format!("expected {}", words::wanted(schema)),
            )),
        }
    }

    /// A choice of several forms: what is wrong is wrong in the form that was meant, which the value's type tells.
    fn read_arms(
        &self,
        error: &ValidationError<'_>,
        context: &[Vec<ValidationError<'static>>],
        found: &mut Vec<Fault>,
    ) {
        let pointer = error.instance_path().as_str();
        let instance = error.instance().as_ref();
        let arm = context.iter().position(|arm| {
            !arm.is_empty()
                && arm.iter().all(|inner| {
                    !(matches!(inner.kind(), ValidationErrorKind::Type { .. })
                        && inner.instance_path().as_str() == pointer)
                })
        });
        if let Some(arm) = arm {
            for inner in &context[arm] {
                self.read(inner, found);
            }
            return;
        }
        let key = words::key_of(pointer);
        let forms: Vec<String> = context.iter().flatten().filter_map(wanted_type).collect();
        found.push(Fault {
            pointer: pointer.to_owned(),
            at: At::Value,
            code: Code::WrongType,
            message: format!("{} stands where `{key}` takes {}", words::what_is(instance), forms.join(" or ")),
            help: String::new(),
        });
    }
}

fn wanted_type(error: &ValidationError<'_>) -> Option<String> {
    match error.kind() {
        ValidationErrorKind::Type { kind: jsonschema::error::TypeKind::Single(kind) } => {
            Some(words::wanted(&serde_json::json!({ "type": kind.as_str() })))
        }
        _ => None,
    }
}

/// The version of the program, which a newer file may be ahead of.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Whether a missing key stands there misspelt: that is told of the key that is not known.
fn misspelt(missing: &str, instance: &Value, schema: &Value) -> bool {
    let keys = tree::keys(schema);
    let Some(map) = instance.as_object() else {
        return false;
    };
    map.keys()
        .filter(|key| !keys.contains(&key.as_str()))
        .any(|key| nearest(key, keys.iter().copied()) == Some(missing))
}

fn known_keys(word: &str, keys: &[&str]) -> String {
    if let Some(near) = nearest(word, keys.iter().copied()) {
        return format!("did you mean `{near}`? tilewright {VERSION} knows no other key like it");
    }
    format!("the keys here are {}; tilewright {VERSION} knows no other", crate::diagnostic::list_of(keys, "and"))
}

/// What to write instead of a value of the wrong type, where that is plain.
fn wanted_help(schema: &Value, instance: &Value) -> String {
    match (schema.get("type").and_then(Value::as_str), instance) {
        (Some("integer"), Value::String(text)) if text.trim().parse::<i64>().is_ok() => {
            format!("without quotes: `{}`", text.trim())
        }
        (Some("boolean"), Value::String(text)) if text == "true" || text == "false" => {
            format!("without quotes: `{text}`")
        }
        (Some("array"), Value::String(text)) => format!("between brackets: `[\"{}\"]`", words::shortened(text)),
        (Some("string"), Value::Number(number)) => format!("between quotes: `\"{number}\"`"),
        _ => String::new(),
    }
}
