//! JSON with the bytes of every value, so that a finding can point to what it is about.
//!
//! What must stay true: any text gives a value or one finding, without deep recursion and with memory in proportion to what
//! is read; the words of findings are ours, not the parser's.

use std::borrow::Cow;

use jsonc_parser::ast::{Object, ObjectProp, ObjectPropName, Value};
use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::diagnostic::{Code, Finding};
use crate::text::{Excerpt, Span};

/// Lists and records within each other, at most.
const DEEPEST: usize = 128;
/// Values in one file, at most: a tree takes far more memory than its text.
const MOST_VALUES: usize = 1_000_000;

/// Strict JSON: none of what editors allow beside it.
const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// The value that a file's text is.
///
/// # Errors
/// A finding where it is no JSON, nested too deep, or holds too many values.
pub(super) fn parse(excerpt: &Excerpt) -> Result<Value<'_>, Box<Finding>> {
    let text: &str = &excerpt.text;
    let told = |code: Code, span: Span, message: &str, help: &str| {
        Box::new(Finding::error(code, message).help(help).at(excerpt.place(span)))
    };
    if let Err((at, message)) = measure(text.as_bytes()) {
        let help = "no record of a game needs that much; is this the right file?";
        return Err(told(Code::TooLarge, Span::new(at, at + 1), message, help));
    }
    let help = "a file as its program wrote it is one JSON value";
    match parse_to_ast(text, &CollectOptions::default(), &STRICT) {
        Ok(parsed) => parsed.value.ok_or_else(|| told(Code::NotThisFormat, Span::default(), "the file is empty", help)),
        Err(error) => {
            let range = error.range();
            let span = Span::new(range.start, range.end.max(range.start));
            Err(told(Code::NotThisFormat, span, &format!("this is no JSON: {}", words(error.kind())), help))
        }
    }
}

/// What is wrong, in our words.
fn words(kind: &ParseErrorKind) -> &'static str {
    match kind {
        ParseErrorKind::UnterminatedArray | ParseErrorKind::UnterminatedObject => {
            "what opens here is not closed; the file may be cut off"
        }
        ParseErrorKind::CommentsNotAllowed | ParseErrorKind::UnterminatedCommentBlock => "it has no comments",
        ParseErrorKind::TrailingCommasNotAllowed => "nothing follows this comma",
        ParseErrorKind::ExpectedComma => "a comma is missing here",
        ParseErrorKind::MultipleRootJsonValues => "text stands behind its end",
        ParseErrorKind::String(_) | ParseErrorKind::SingleQuotedStringsNotAllowed => {
            "a text here is not closed or not written as JSON writes it"
        }
        ParseErrorKind::ExpectedColonAfterObjectKey | ParseErrorKind::ExpectedObjectValue => {
            "a key here has no value; the file may be cut off"
        }
        _ => "unexpected text",
    }
}

/// Looks through a text for its depth and the number of its values, without building anything.
fn measure(bytes: &[u8]) -> Result<(), (usize, &'static str)> {
    let (mut depth, mut values, mut in_text, mut escaped) = (0_usize, 0_usize, false, false);
    for (at, byte) in bytes.iter().enumerate() {
        if in_text {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_text = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_text = true,
            b'{' | b'[' => {
                depth += 1;
                values += 1;
                if depth > DEEPEST {
                    return Err((at, "lists and records are nested deeper than 128"));
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        if values > MOST_VALUES {
            return Err((at, "the file holds more than a million values"));
        }
    }
    Ok(())
}

/// The bytes of a value.
pub(super) fn span(value: &Value<'_>) -> Span {
    let range = match value {
        Value::StringLit(found) => found.range,
        Value::NumberLit(found) => found.range,
        Value::BooleanLit(found) => found.range,
        Value::NullKeyword(found) => found.range,
        Value::Object(found) => found.range,
        Value::Array(found) => found.range,
    };
    Span::new(range.start, range.end)
}

/// The bytes to mark for a finding about a whole file.
pub(super) fn head(root: &Value<'_>) -> Span {
    match root {
        Value::Object(_) | Value::Array(_) => Span::new(span(root).start, span(root).start + 1),
        _ => span(root),
    }
}

/// The bytes of a record's opening, for findings about what it lacks: a record may be long.
pub(super) fn opening(object: &Object<'_>) -> Span {
    Span::new(object.range.start, object.range.start + 1)
}

/// The bytes of a key.
pub(super) fn key_span(property: &ObjectProp<'_>) -> Span {
    let range = match &property.name {
        ObjectPropName::String(name) => name.range,
        ObjectPropName::Word(name) => name.range,
    };
    Span::new(range.start, range.end)
}

/// What a record has under a key; the last of that name, as its programs read it.
pub(super) fn get<'v, 'a>(object: &'v Object<'a>, key: &str) -> Option<&'v Value<'a>> {
    object.properties.iter().rev().find(|property| property.name.as_str() == key).map(|property| &property.value)
}

/// A record under a key.
pub(super) fn object<'v, 'a>(object: &'v Object<'a>, key: &str) -> Option<&'v Object<'a>> {
    get(object, key)?.as_object()
}

/// A list under a key.
pub(super) fn list<'v, 'a>(object: &'v Object<'a>, key: &str) -> Option<&'v [Value<'a>]> {
    get(object, key)?.as_array().map(|array| array.elements.as_slice())
}

/// A text under a key.
pub(super) fn text<'v>(object: &'v Object<'_>, key: &str) -> Option<&'v str> {
    get(object, key)?.as_string_lit().map(|found| found.value.as_ref())
}

/// A whole number, which some programs write as text.
pub(super) fn integer(value: &Value<'_>) -> Option<i64> {
    scalar(value)?.parse().ok()
}

/// The text of a number or a string.
pub(super) fn scalar<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    match value {
        Value::StringLit(found) => Some(found.value.as_ref()),
        Value::NumberLit(found) => Some(found.value),
        _ => None,
    }
}

/// The text of a file with every text in it, and where wanted every number, blotted out that does not stand under one of
/// these keys, and keys that are numbers: what findings show of a file names nobody. As long as before, byte for byte.
pub(super) fn masked(text: &str, root: &Value<'_>, keep: &[&str], numbers: bool) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut waiting = vec![(root, false)];
    while let Some((value, kept)) = waiting.pop() {
        match value {
            Value::Object(found) => {
                for property in &found.properties {
                    let name = property.name.as_str();
                    if name.bytes().all(|byte| byte.is_ascii_digit()) {
                        blot(&mut bytes, key_span(property));
                    }
                    waiting.push((&property.value, keep.contains(&name)));
                }
            }
            Value::Array(found) => waiting.extend(found.elements.iter().map(|element| (element, kept))),
            Value::StringLit(_) if !kept => blot(&mut bytes, span(value)),
            Value::NumberLit(_) if !kept && numbers => blot(&mut bytes, span(value)),
            _ => {}
        }
    }
    match String::from_utf8_lossy(&bytes) {
        Cow::Borrowed(text) => text.to_owned(),
        Cow::Owned(text) => text,
    }
}

/// Overwrites all of a value but its quotes and line ends.
fn blot(bytes: &mut [u8], span: Span) {
    for byte in bytes.get_mut(span.start..span.end).into_iter().flatten() {
        if !matches!(byte, b'"' | b'\n') {
            *byte = b'*';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (Code, usize) {
        let finding = parse(&Excerpt::whole("x", text)).expect_err("no JSON");
        (finding.code, finding.place.map_or(0, |place| place.column))
    }

    #[test]
    fn what_is_no_json_has_its_place() {
        assert_eq!(fault(""), (Code::NotThisFormat, 1));
        assert_eq!(fault("  "), (Code::NotThisFormat, 1));
        assert_eq!(fault("[1,]"), (Code::NotThisFormat, 3));
        assert_eq!(fault("[1] 2"), (Code::NotThisFormat, 5));
        assert_eq!(fault("{\"a\": [1, 2"), (Code::NotThisFormat, 7));
        assert_eq!(fault("[1, // no\n2]"), (Code::NotThisFormat, 5));
        assert_eq!(fault("game: carcassonne"), (Code::NotThisFormat, 1));
    }

    #[test]
    fn deep_and_wide_files_are_refused_before_they_are_built() {
        assert_eq!(fault(&"[".repeat(100_000)), (Code::TooLarge, 129));
        assert_eq!(fault(&format!("[{}1]", "1,".repeat(1_000_001))).0, Code::TooLarge);
        // Brackets within a text are no lists.
        let quoted = format!("\"{}\\\"[\"", "[".repeat(1000));
        assert!(parse(&Excerpt::whole("x", quoted)).is_ok());
    }

    #[test]
    fn masking_keeps_lengths_and_only_what_is_asked_for() {
        let text = "{\"player_id\": \"815\", \"type\": 3, \"7\": {\"n\": \"Zo\u{eb}\"}}";
        let excerpt = Excerpt::whole("x", text);
        let root = parse(&excerpt).expect("JSON");
        let masked = masked(text, &root, &["type"], true);
        assert_eq!(masked, "{\"player_id\": \"***\", \"type\": 3, \"*\": {\"n\": \"****\"}}");
        assert_eq!(masked.len(), text.len());
    }
}
