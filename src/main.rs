//! The `tilewright` binary: arguments in, exit status out.

use std::process::ExitCode;

use clap::Parser;
use tilewright::{cli::Cli, commands};

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
