//! Findings about a file of another format, gathered by their bytes.

use crate::diagnostic::{Code, Finding, Level};
use crate::text::{Excerpt, LineIndex, Span};

/// The most findings that are kept of a file; one that has more is wrong from its start.
const MOST: usize = 1000;

/// What there is to say about a file.
#[derive(Debug, Default)]
pub(super) struct Told {
    found: Vec<(Finding, Span)>,
}

impl Told {
    /// What could not be carried over, or is not written as the format writes it.
    pub(super) fn error(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.push(Finding::error(code, message).help(help), span);
    }

    /// What may have been lost.
    pub(super) fn warning(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.push(Finding::warning(code, message).help(help), span);
    }

    /// What is worth knowing.
    pub(super) fn note(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.push(Finding { level: Level::Note, ..Finding::error(code, message).help(help) }, span);
    }

    /// A finding of any kind.
    pub(super) fn push(&mut self, finding: Finding, span: Span) {
        if self.found.len() < MOST {
            self.found.push((finding, span));
        }
    }

    /// Whether an error was found.
    pub(super) fn is_failed(&self) -> bool {
        self.found.iter().any(|(finding, _)| finding.level == Level::Error)
    }

    /// All of it, each in its place, sorted.
    pub(super) fn into_findings(self, excerpt: &Excerpt) -> Vec<Finding> {
        let index = LineIndex::new(excerpt);
        let mut findings: Vec<_> =
            self.found.into_iter().map(|(finding, span)| finding.at(index.place(span))).collect();
        crate::diagnostic::sort(&mut findings);
        findings
    }
}
