//! `import`: games recorded elsewhere, as move logs.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use super::games::Games;
use super::output::{Look, Sink};
use super::settings::Book;
use super::{Failure, Status};
use crate::cli::{Import, ImportFormat};
use crate::diagnostic::Finding;
use crate::import::{self, Format, Imported};
use crate::report::{FileReport, Totals, ValidateWriter};
use crate::source::discover::{self, Input};
use crate::source::read;

pub(super) fn run(args: &Import, look: &Look) -> Result<Status, Failure> {
    let games = Games::load(&args.data, look, args.files.first())?;
    let rulesets = games.rulesets();
    let format = match args.from {
        ImportFormat::Jcz => Format::Jcz,
        ImportFormat::Bga => Format::Bga,
    };
    let inputs: Vec<Input> = args.files.iter().map(|path| discover::single(path)).collect::<Result<_, _>>()?;
    let mut logs: Vec<String> = Vec::new();
    let mut files: Vec<(FileReport, Vec<Finding>)> = Vec::new();
    let mut broken: Option<Arc<Vec<Finding>>> = None;
    for input in &inputs {
        let name = input.name(&args.stdin_filename);
        let text = match input {
            Input::Stdin => read::stream(&name, io::stdin()),
            Input::File(path) => read::file(path),
        };
        let imported = match text {
            Ok(text) => import::import(format, &text, args.keep_names, &rulesets),
            Err(finding) => Imported { findings: vec![*finding], ..Imported::default() },
        };
        let games = u32::from(imported.log.is_some());
        logs.extend(imported.log);
        let report = FileReport { file: name.into(), kind: Some(format.word().into()), games: Some(games) };
        files.push((report, imported.findings));
        broken = broken.or(imported.broken);
    }
    if broken.is_none() && (args.report.output.is_none() || !logs.is_empty()) {
        let mut out = Sink::open(args.report.output.as_deref())?;
        out.write_all(logs.join("\n").as_bytes()).map_err(Failure::io("output"))?;
        out.close()?;
    }
    let beside = broken.as_deref().map_or(&[][..], Vec::as_slice);
    let totals = if args.report.output.is_some() {
        let mut out = Sink::stdout();
        let totals = tell(args, look, &mut out, &files, beside)?;
        out.close()?;
        totals
    } else {
        // The games are what is asked for: what there is to say of them stands beside.
        let colour = look.colour && io::stderr().is_terminal();
        tell(args, &Look { colour, ..*look }, &mut io::stderr().lock(), &files, beside)?
    };
    if broken.is_some() {
        return Err(Failure::BrokenTold);
    }
    let tally = totals.tally;
    // A warning says that something may have been lost, which is not to go unnoticed here.
    Ok(Status::of(tally.failed(true)))
}

/// Tells the findings of all files.
fn tell(
    args: &Import,
    look: &Look,
    out: &mut dyn Write,
    files: &[(FileReport, Vec<Finding>)],
    beside: &[Finding],
) -> Result<Totals, Failure> {
    let format = args.report.format();
    let mut book = Book::new(&args.report, look.no_settings)?;
    let limits = book.limits(args.files.first().map(String::as_str))?;
    let mut options = args.report.options(look, limits, None);
    options.style = look.style();
    let mut writer = ValidateWriter::new(out, format, options);
    for (file, findings) in files {
        writer.set_levels(book.levels(&file.file)?);
        writer.file(file, findings).map_err(Failure::io("output"))?;
    }
    let totals = writer.finish(beside).map_err(Failure::io("output"))?;
    look.tell_totals(format, &totals);
    Ok(totals)
}
