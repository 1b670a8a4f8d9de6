//! Integration tests, one binary.

mod base;
mod cases;
mod compare;
mod conformance;
mod diff;
mod faults;
mod fmt;
mod hostile;
mod import;
mod options;
mod oracle;
mod playthrough;
mod properties;
mod readme;
mod support;
