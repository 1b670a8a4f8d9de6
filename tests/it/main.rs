//! Integration tests, one binary.

mod base;
mod conformance;
mod faults;
mod fmt;
mod hostile;
mod options;
mod oracle;
mod playthrough;
mod properties;
mod readme;
mod support;
