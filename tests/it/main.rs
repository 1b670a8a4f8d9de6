//! Integration tests, one binary.

mod oracle;
