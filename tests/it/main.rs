//! Integration tests, one binary.

mod conformance;
mod options;
mod oracle;
mod properties;
mod readme;
mod support;
