//! TW0302 for settings: the codes they name are there, and their weight may be set.

use crate::diagnostic::{Code, Finding};
use crate::source::{Document, child};

/// All that can be said of a project's settings beyond their shape.
#[must_use]
pub fn check_settings(document: &Document) -> Vec<Finding> {
    let levels = document.value.get("levels").and_then(serde_json::Value::as_object);
    let names = levels.into_iter().flat_map(|levels| levels.keys());
    let wrong = names.filter_map(|name| Code::settable(name).err().map(|message| (name, message)));
    let told = |(name, message): (&String, String)| {
        Finding::error(Code::UnknownName, message).at(document.key_place(&child("/levels", name)))
    };
    wrong.map(told).collect()
}
