//! `schema`: the JSON Schemas of data files and outputs.

use std::io::Write;
use std::path::Path;

use super::output::Sink;
use super::{Failure, Status};
use crate::cli::Schema;
use crate::diagnostic::did_you_mean;
use crate::{compare, count, diff, explain, moves, report, resolve, schema};

pub(super) fn run(args: &Schema) -> Result<Status, Failure> {
    let all = all();
    if let Some(folder) = &args.output {
        return if args.check { check(folder, &all) } else { write(folder, &all) };
    }
    let mut out = Sink::stdout();
    match &args.kind {
        None => {
            for (name, _) in &all {
                let kind = name.trim_end_matches(".schema.json");
                writeln!(out, "{kind}").map_err(Failure::io("standard output"))?;
            }
        }
        Some(kind) => {
            let Some((_, text)) = all.iter().find(|(name, _)| name.trim_end_matches(".schema.json") == kind) else {
                let known = all.iter().map(|(name, _)| name.trim_end_matches(".schema.json"));
                return Err(Failure::Usage(format!("no schema is called `{kind}`; {}", did_you_mean(kind, known))));
            };
            out.write_all(text.as_bytes()).map_err(Failure::io("standard output"))?;
        }
    }
    out.close()?;
    Ok(Status::Clean)
}

/// Every schema: file name and text, data files first.
fn all() -> Vec<(String, String)> {
    let mut all = schema::schemas();
    let outputs = report::schemas()
        .into_iter()
        .chain(count::schemas())
        .chain(explain::schemas())
        .chain(moves::schemas())
        .chain(resolve::schemas())
        .chain(diff::schemas())
        .chain(compare::schemas());
    all.extend(outputs.map(|(name, value)| (format!("{name}.schema.json"), schema::to_text(&value))));
    all
}

fn write(folder: &Path, all: &[(String, String)]) -> Result<Status, Failure> {
    std::fs::create_dir_all(folder).map_err(Failure::io(folder.display().to_string()))?;
    for (name, text) in all {
        let mut sink = Sink::open(Some(&folder.join(name)))?;
        sink.write_all(text.as_bytes()).map_err(Failure::io(name.clone()))?;
        sink.close()?;
    }
    let _ = writeln!(anstream::stderr(), "{} schemas written to {}", all.len(), folder.display());
    Ok(Status::Clean)
}

fn check(folder: &Path, all: &[(String, String)]) -> Result<Status, Failure> {
    let mut stale = false;
    let mut out = Sink::stdout();
    for (name, text) in all {
        let path = folder.join(name);
        let found = std::fs::read_to_string(&path).ok();
        if found.as_deref() != Some(text) {
            let what = if found.is_some() { "is out of date" } else { "is missing" };
            writeln!(out, "{} {what}: run `tilewright schema --output {}`", path.display(), folder.display())
                .map_err(Failure::io("standard output"))?;
            stale = true;
        }
    }
    out.close()?;
    Ok(Status::of(stale))
}
