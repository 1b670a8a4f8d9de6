//! The canonical form of move logs and data files.
//!
//! What a person wrote between the lines stays: comments, the order of headers and keys, one blank line where there were
//! any. What must stay true: the canonical form says what was written, is its own canonical form, and what cannot be read
//! is refused with its findings, never guessed at.

mod blanks;
pub mod data;
mod diff;
mod lines;
pub mod log;
mod value;

use std::sync::Arc;

use crate::diagnostic::Finding;

pub use diff::{Paint, unified};

/// Why there is no canonical form.
#[derive(Clone, Debug)]
pub enum Refused {
    /// What is wrong with the file.
    File(Vec<Finding>),
    /// What is wrong with the data that a log needs.
    Data(Arc<Vec<Finding>>),
}

/// Adds a comment behind a line, two blanks away; nothing where there is none.
fn push_comment(out: &mut String, comment: &str) {
    if !comment.is_empty() {
        out.push_str("  ");
        out.push_str(comment);
    }
}
