//! Integration tests, one binary.

mod conformance;
mod options;
mod readme;
mod support;
