//! `resolve`: a ruleset with all it extends and all variants applied, and where each value comes from.

use std::io::Write;

use super::games::Games;
use super::output::{Look, Sink};
use super::{Failure, Status};
use crate::cli::{CountedFormat, Resolve};
use crate::resolve;

pub(super) fn run(args: &Resolve, look: &Look) -> Result<Status, Failure> {
    let games = Games::load(&args.data, look, None)?;
    let resolved = games.resolve(&args.game, &args.variants.variants)?;
    let mut report = resolve::report(&resolved);
    if let Some(key) = &args.key {
        let below =
            |path: &str| path.strip_prefix(key.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        report.values.retain(|setting| below(&setting.path));
        if report.values.is_empty() {
            return Err(Failure::Usage(format!(
                "`{}` has no key `{key}`; `tilewright resolve {}` lists them",
                args.game, args.game
            )));
        }
    }
    let mut out = Sink::stdout();
    let written = match args.format {
        CountedFormat::Json => writeln!(out, "{:#}", serde_json::json!(report)),
        CountedFormat::Human => out.write_all(report.text().as_bytes()),
    };
    written.map_err(Failure::io("standard output"))?;
    out.close()?;
    Ok(Status::Clean)
}
