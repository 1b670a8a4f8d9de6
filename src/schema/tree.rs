//! Walking a schema beside a value: which part of it a value has to satisfy, and what that part says.

use serde_json::Value;

/// The part of `root` that applies to the value at `pointer`, references followed; with the name of the definition it
/// comes from, where it has one.
pub(super) fn find<'a>(root: &'a Value, pointer: &str, value: &Value) -> Option<(&'a Value, Option<&'a str>)> {
    let (mut schema, mut name) = follow(root, root, value);
    let mut at = value;
    for token in pointer.split('/').skip(1) {
        let key = token.replace("~1", "/").replace("~0", "~");
        let below = match at {
            Value::Array(items) => {
                at = items.get(key.parse::<usize>().ok()?)?;
                schema.get("items")?
            }
            Value::Object(map) => {
                at = map.get(&key).unwrap_or(&Value::Null);
                match schema.get("properties").and_then(|properties| properties.get(&key)) {
                    Some(found) => found,
                    None => schema.get("additionalProperties").filter(|found| found.is_object())?,
                }
            }
            _ => return None,
        };
        (schema, name) = follow(root, below, at);
    }
    Some((schema, name))
}

/// Through references, wrappers of one, and to the arm that suits the value's type.
fn follow<'a>(root: &'a Value, mut schema: &'a Value, value: &Value) -> (&'a Value, Option<&'a str>) {
    let mut name = None;
    // No schema of ours nests references deeper; a circle would not end otherwise.
    for _ in 0..16 {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let Some(found) = root.pointer(reference.trim_start_matches('#')) else {
                break;
            };
            name = reference.rsplit('/').next();
            schema = found;
        } else if let Some([only]) = schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice) {
            schema = only;
        } else if let Some(arms) = schema.get("anyOf").and_then(Value::as_array) {
            let Some(arm) = suiting_arm(root, arms, value) else {
                break;
            };
            schema = &arms[arm];
        } else {
            break;
        }
    }
    (schema, name)
}

/// The arm of a choice whose type is the value's.
pub(super) fn suiting_arm(root: &Value, arms: &[Value], value: &Value) -> Option<usize> {
    let wanted = match value {
        Value::Array(_) => "array",
        Value::Object(_) => "object",
        Value::String(_) => "string",
        Value::Number(_) => "integer",
        Value::Bool(_) => "boolean",
        Value::Null => return None,
    };
    arms.iter().position(|arm| follow(root, arm, value).0.get("type").is_some_and(|kind| kind == wanted))
}

/// The keys a record may have, in the schema's order.
pub(super) fn keys(schema: &Value) -> Vec<&str> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.map(|map| map.keys().map(String::as_str).collect()).unwrap_or_default()
}

/// The first sentence of a key's description, as a help: lower case, without the full stop.
pub(super) fn purpose(schema: &Value, key: &str) -> Option<String> {
    let text = schema.get("properties")?.get(key)?.get("description")?.as_str()?;
    let text = text.split("\n\n").next()?.trim().trim_end_matches('.').replace('\n', " ");
    let mut letters = text.chars();
    let first = letters.next()?;
    let second = letters.clone().next();
    // An abbreviation keeps its capitals.
    if second.is_some_and(char::is_uppercase) {
        return Some(text);
    }
    Some(first.to_lowercase().chain(letters).collect())
}
