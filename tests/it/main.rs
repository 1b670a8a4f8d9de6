//! Integration tests, one binary.

mod base;
mod cases;
mod conformance;
mod faults;
mod fmt;
mod hostile;
mod import;
mod options;
mod oracle;
mod playthrough;
mod printed;
mod properties;
mod readme;
mod support;
mod transcribe;
