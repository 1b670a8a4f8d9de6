//! Integration tests, one binary.

mod conformance;
mod faults;
mod options;
mod support;
