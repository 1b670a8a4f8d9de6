//! x
pub(super) fn run(_: &crate::cli::Count, _: &super::output::Look) -> Result<super::Status, super::Failure> { Ok(super::Status::Clean) }
