//! `diff`: what differs between two rulesets, and what that changes in recorded games.

use std::io::Write;

use rustc_hash::FxHashMap;

use super::games::{Games, compile};
use super::output::{Look, Sink};
use super::progress::Progress;
use super::{Failure, Status};
use crate::cli::{Diff, DiffFormat};
use crate::diagnostic::render::Style;
use crate::diff::{self, DiffDocument, Differences, Operand, Plans, Report, Subject, Trouble};
use crate::source::discover;

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Usage(message) => Self::Usage(message),
            Trouble::Broken(findings) => Self::Broken(findings),
        }
    }
}

pub(super) fn run(args: &Diff, look: &Look) -> Result<Status, Failure> {
    let games = Games::load(&args.data, look, None)?;
    let a = Operand::open(&args.a, &args.b, games.library.clone())?;
    let b = Operand::open(&args.b, &args.a, games.library.clone())?;
    let compared = diff::pairs(&a, &b)?;
    let mut report = Report { a: args.a.clone(), b: args.b.clone(), compared, logs: None };
    if !args.logs.is_empty() {
        let subjects = (a.subject()?, b.subject()?);
        let keys = report.compared.first().map(|one| diff::keys(&one.changes)).unwrap_or_default();
        report.logs = Some(super::with_threads(args.jobs, || logs(args, look, [&a, &b], &subjects, keys))??);
    }
    let mut sink = Sink::open(args.output.as_deref())?;
    let style = if args.output.is_some() { Style { colour: false, ..look.style() } } else { look.style() };
    let text = match args.format {
        DiffFormat::Human => diff::human(&report, &style),
        DiffFormat::Json => format!("{:#}\n", serde_json::json!(DiffDocument::from(&report))),
        DiffFormat::Markdown => diff::markdown(&report),
        DiffFormat::Github => diff::github(&report),
    };
    sink.write_all(text.as_bytes()).map_err(Failure::io("output"))?;
    sink.close()?;
    Ok(Status::of(report.differs()))
}

/// Replays all logs under both.
fn logs(
    args: &Diff,
    look: &Look,
    operands: [&Operand; 2],
    (one, other): &(Subject, Subject),
    keys: Vec<String>,
) -> Result<Differences, Failure> {
    let inputs = discover::logs(&args.logs)?;
    let checked = |subject: &Subject| compile(&subject.resolved).map_err(Failure::Broken);
    let plans = Plans::new((&one.resolved, checked(one)?), (&other.resolved, checked(other)?), keys);
    let families = [one.family(), other.family()];
    if families[0] != families[1] {
        let message = format!("`{}` and `{}` stand on different games: no log suits both", args.a, args.b);
        return Err(Failure::Usage(message));
    }
    // Games of the same family share their words; others could only be refused.
    let mut known: FxHashMap<String, bool> = FxHashMap::default();
    let mut takes = |game: &str| {
        if let Some(&takes) = known.get(game) {
            return takes;
        }
        let named = [&one.resolved.game, &other.resolved.game].into_iter().any(|name| name == game);
        let takes = named || operands.iter().any(|operand| operand.family(game).as_deref() == Some(families[0]));
        // What hostile logs may make us remember.
        if known.len() < 10_000 {
            known.insert(game.to_owned(), takes);
        }
        takes
    };
    let progress = Progress::new(None, "games", look);
    let logs = super::logs::named(&inputs, &args.stdin_filename, None);
    let found = diff::diff_logs(&plans, &logs, &mut takes, &|| progress.add(1))?;
    // A run that replayed nothing must not look like one in which nothing differs.
    let totals = &found.totals;
    if totals.games == 0 {
        let message = format!(
            "the logs hold no game to replay: {} of other rulesets, {} that cannot be read",
            totals.skipped, totals.unread
        );
        return Err(Failure::Usage(message));
    }
    Ok(found)
}
