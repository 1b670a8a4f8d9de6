//! `completions` and `man`: what packagers install beside the program.

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;

use super::output::Sink;
use super::{Failure, Status};
use crate::cli::{Cli, Completions, Man};

/// The name of the program.
const NAME: &str = "tilewright";

pub(super) fn completions(args: &Completions) -> Result<Status, Failure> {
    // Into memory first: the generator gives up loudly where a pipe is closed.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), NAME, &mut text);
    print(&text)
}

pub(super) fn man(args: &Man) -> Result<Status, Failure> {
    let mut command = Cli::command().name(NAME);
    command.build();
    let Some(folder) = &args.output else {
        return print(&page(&command, NAME)?);
    };
    std::fs::create_dir_all(folder).map_err(Failure::io(folder.display().to_string()))?;
    let written = write_pages(folder, &command, NAME)?;
    let _ = writeln!(anstream::stderr(), "{written} pages written to {}", folder.display());
    Ok(Status::Clean)
}

fn print(text: &[u8]) -> Result<Status, Failure> {
    let mut out = Sink::stdout();
    out.write_all(text).map_err(Failure::io("standard output"))?;
    out.close()?;
    Ok(Status::Clean)
}

/// Writes the page of a command and those of the commands within it; how many.
fn write_pages(folder: &Path, command: &clap::Command, name: &str) -> Result<usize, Failure> {
    let mut out = Sink::open(Some(&folder.join(format!("{name}.1"))))?;
    out.write_all(&page(command, name)?).map_err(Failure::io(name))?;
    out.close()?;
    let mut written = 1;
    for within in command.get_subcommands().filter(|within| within.get_name() != "help") {
        written += write_pages(folder, within, &format!("{name}-{}", within.get_name()))?;
    }
    Ok(written)
}

fn page(command: &clap::Command, name: &str) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let page = clap_mangen::Man::new(command.clone()).title(name).date("");
    page.render(&mut text).map_err(Failure::io(name))?;
    Ok(text)
}
