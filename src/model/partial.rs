//! A record of which only some keys are written: what a variant changes.
//!
//! A variant is merged over its parent as plain values and only the result is read as types, so a partial record keeps
//! its value as it is. Its schema is the full record's with nothing required and `remove` allowed, which keeps one type
//! the source of both schemas.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A `T` of which any key may be missing, or `remove = true`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Partial<T> {
    value: Value,
    #[serde(skip)]
    of: PhantomData<T>,
}

impl<T> Partial<T> {
    /// The record as it was written.
    #[must_use]
    pub const fn value(&self) -> &Value {
        &self.value
    }
}

impl<T: JsonSchema> JsonSchema for Partial<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}Change", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        let object = schema.ensure_object();
        object.remove("required");
        if let Some(Value::Object(properties)) = object.get_mut("properties") {
            properties.insert(
                "remove".into(),
                json!({ "type": "boolean", "description": "Takes the record away; nothing else may stand beside it." }),
            );
        }
        schema
    }
}
