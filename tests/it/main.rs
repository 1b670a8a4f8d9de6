//! Integration tests, one binary.

mod conformance;
mod faults;
mod options;
mod oracle;
mod playthrough;
mod properties;
mod readme;
mod support;
