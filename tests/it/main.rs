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
mod large;
mod levels;
mod limits;
mod maps;
mod moves;
mod options;
mod oracle;
mod packaging;
mod playthrough;
mod printed;
mod properties;
mod readme;
mod resolve;
mod shards;
mod support;
mod transcribe;
