//! What is wrong with the text of a log, on its bytes.

use crate::diagnostic::Code;
use crate::text::Span;

/// A fault of the text: the first one of its line. It is a pointer wide, as nearly no line has one, and what every step of
/// reading gives back stays small.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault(Box<Wrong>);

/// What a fault says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// What kind it is.
    pub code: Code,
    /// The wrong bytes, from the start of the game.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What would be right; empty where nothing helps.
    pub help: String,
}

impl Fault {
    #[cold]
    pub(super) fn new(code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self(Box::new(Wrong { code, span, message: message.into(), help: help.into() }))
    }
}

impl std::ops::Deref for Fault {
    type Target = Wrong;

    fn deref(&self) -> &Wrong {
        &self.0
    }
}

/// Bytes as a message quotes them: short, invalid and control bytes replaced.
#[must_use]
pub fn quote(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * LONGEST)]);
    let mut short: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if short.len() < bytes.len() && text.chars().count() > LONGEST || bytes.len() > 4 * LONGEST {
        short.push_str("...");
    }
    short
}
