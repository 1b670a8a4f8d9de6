//! The `tilewright` binary: arguments in, exit code out.

fn main() {}
