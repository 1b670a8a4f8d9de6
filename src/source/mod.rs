//! From files to values: reading, TOML with spans, the built-in data, and rulesets resolved with their variants.

pub mod discover;
mod document;
mod library;
pub use library::Library;
mod resolved;

pub use document::{Document, Spans, ancestors, child};
pub use resolved::{Origin, Part, Resolved};
