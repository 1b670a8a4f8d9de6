//! The `tilewright` binary: arguments in, exit status out.

use std::process::ExitCode;

use clap::Parser;
use tilewright::{cli::Cli, commands};

/// Much that one thread makes is dropped by another, and reading data makes very many small values: both are what this one
/// is good at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match commands::run(&cli) {
        Ok(status) => ExitCode::from(status.code()),
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            ExitCode::from(commands::Status::Failed.code())
        }
    }
}
