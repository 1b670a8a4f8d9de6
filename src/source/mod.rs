//! From files to values: reading, TOML with spans, the built-in data, and rulesets resolved with their variants.

pub mod discover;
mod document;
pub mod read;
mod resolved;
pub mod toml;
mod wrong;

pub use document::{Document, Spans, ancestors, child};
pub use resolved::{Origin, Part, Resolved, Shared};
pub use wrong::Wrong;
