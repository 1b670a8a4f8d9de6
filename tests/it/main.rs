//! Integration tests, one binary.

mod conformance;
mod faults;
mod options;
mod oracle;
mod properties;
mod readme;
mod support;
