//! Map chips: which there are, and what a hidden tile is worth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Map;

/// Chips on the squares of a map, and hidden tiles (A5, A6).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chips {
    /// The chips by colour: how many there are that are worth 1 point, 2 points and so on.
    #[schemars(schema_with = "copies")]
    pub colours: Map<Vec<u32>>,
    /// Whether these numbers were counted in a box; where not, the total of a colour is what is known of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub verified: bool,
    /// Points for a hidden tile that is laid (A6.7).
    #[schemars(range(min = 0, max = 1000))]
    pub found: u32,
    /// Points that a hidden tile costs that cannot be laid (A6.7).
    #[schemars(range(min = 0, max = 1000))]
    pub lost: u32,
}

fn copies(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "type": "object",
        "additionalProperties": {
            "type": "array",
            "minItems": 1,
            "maxItems": 20,
            "items": { "type": "integer", "minimum": 0, "maximum": 1000 }
        }
    })
}
