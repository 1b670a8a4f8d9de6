//! The published schemas, made from the types that read the files.
//!
//! What the generator writes by default serves programs; people who edit data files see it through an editor, which
//! shows descriptions and drops what it does not know. So: draft-07; an optional key is simply not required and never
//! `null`; a word out of several is one `enum` with each word explained; no formats that only Rust knows.

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::model::{Board, Kind, MapBoard, Mouth, Ruleset, Settings, Tileset, Variant};

/// The schema of one kind of file.
pub(super) fn generate(kind: Kind) -> Value {
    let mut schema = match kind {
        Kind::Ruleset => of::<Ruleset>(),
        Kind::Tileset => of::<Tileset>(),
        Kind::Board => of::<Board>(),
        Kind::Mouth => of::<Mouth>(),
        Kind::Map => of::<MapBoard>(),
        Kind::Variant => of::<Variant>(),
        Kind::Settings => of::<Settings>(),
    };
    if kind == Kind::Ruleset
        && let Some(object) = schema.as_object_mut()
    {
        // What a ruleset takes from the one it extends it need not write.
        // An editor's checker takes each part for the whole record: other keys are no matter there.
        object.insert("if".into(), json!({ "required": ["extends"], "additionalProperties": true }));
        object.insert(
            "else".into(),
            json!({ "required": ["players", "tilesets", "figures", "features"], "additionalProperties": true }),
        );
    }
    schema
}

fn of<T: JsonSchema>() -> Value {
    let settings =
        SchemaSettings::draft07().with_transform(NoNull).with_transform(PlainEnums).with_transform(NoFormats);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // The transforms run before a reference loses what stands beside it; descriptions there are kept by `allOf`.
    NoNull.transform(&mut schema);
    schema.to_value()
}

/// Drops the `null` arms of options: TOML has no null.
#[derive(Clone, Debug)]
struct NoNull;

impl Transform for NoNull {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else {
            return;
        };
        if object.get("default") == Some(&Value::Null) {
            object.remove("default");
        }
        if let Some(Value::Array(types)) = object.get_mut("type") {
            types.retain(|word| word != "null");
            if let [only] = types.as_slice() {
                let only = only.clone();
                object.insert("type".into(), only);
            }
        }
        if let Some(Value::Array(words)) = object.get_mut("enum") {
            words.retain(|word| !word.is_null());
        }
        if let Some(Value::Array(arms)) = object.get_mut("anyOf") {
            let before = arms.len();
            arms.retain(|arm| arm.get("type") != Some(&json!("null")));
            if arms.len() < before
                && let [only] = arms.as_slice()
            {
                let only = only.clone();
                object.remove("anyOf");
                if object.is_empty() {
                    *schema = Schema::try_from(only).unwrap_or_default();
                } else {
                    // Draft-07 ignores what stands beside a reference.
                    object.insert("allOf".into(), json!([only]));
                }
            }
        }
    }
}

/// Turns a choice of constants into one `enum`, with what each word means.
#[derive(Clone, Debug)]
struct PlainEnums;

impl Transform for PlainEnums {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else {
            return;
        };
        let Some(Value::Array(arms)) = object.get("oneOf") else {
            return;
        };
        let mut words = Vec::new();
        let mut docs = Vec::new();
        for arm in arms {
            let doc = arm.get("description").and_then(Value::as_str).unwrap_or_default();
            match (arm.get("const"), arm.get("enum")) {
                (Some(word), None) => {
                    words.push(word.clone());
                    docs.push(doc.to_owned());
                }
                (None, Some(Value::Array(several))) => {
                    words.extend(several.iter().cloned());
                    docs.extend(several.iter().map(|_| doc.to_owned()));
                }
                _ => return,
            }
        }
        object.remove("oneOf");
        object.insert("type".into(), json!("string"));
        object.insert("enum".into(), Value::Array(words));
        // The editors' TOML extensions show these beside each word they offer.
        let mut taplo = Map::new();
        taplo.insert("docs".into(), json!({ "enumValues": docs }));
        object.insert("x-taplo".into(), Value::Object(taplo));
    }
}

/// Drops formats such as `uint32`, which no validator outside Rust knows.
#[derive(Clone, Debug)]
struct NoFormats;

impl Transform for NoFormats {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        if let Some(object) = schema.as_object_mut() {
            object.remove("format");
        }
    }
}
