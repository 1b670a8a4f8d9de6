//! `transcribe`: a worksheet for who owns the box, and a filled one back into data files.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::games::Games;
use super::output::{Look, Sink};
use super::settings::Book;
use super::{Failure, Status};
use crate::cli::{Report, SheetFormat, Transcribe};
use crate::diagnostic::did_you_mean;
use crate::diagnostic::render::escape::visible;
use crate::report::{FileReport, Totals, ValidateWriter};
use crate::source::discover::{self, Input};
use crate::source::read;
use crate::transcribe::{self, DataFile, Reading, Worksheet};

pub(super) fn run(args: &Transcribe, look: &Look) -> Result<Status, Failure> {
    let games = Games::load(&args.data, look, args.from.as_ref())?;
    match &args.from {
        None => write(args, look, &games),
        Some(sheet) => take(args, look, &games, sheet),
    }
}

/// Writes a sheet.
fn write(args: &Transcribe, look: &Look, games: &Games) -> Result<Status, Failure> {
    let resolved = games.resolve(&args.game, &args.variants.variants)?;
    if let Some(set) = &args.set {
        let ids = transcribe::ids(&resolved);
        if !ids.contains(&set.as_str()) {
            let message = format!("`{}` has no set `{set}`; {}", args.game, did_you_mean(set, ids));
            return Err(Failure::Usage(message));
        }
    }
    let map = resolved.maps.iter().find(|map| args.set.as_deref() == Some(map.id.as_str()));
    let sheet = Worksheet { resolved: &resolved, variants: &args.variants.variants, only: args.set.as_deref() };
    let text = match args.format.unwrap_or(SheetFormat::Text) {
        SheetFormat::Text if map.is_some() => {
            map.map(|map| transcribe::map_sheet(map, &resolved.ruleset)).unwrap_or_default()
        }
        SheetFormat::Html if map.is_some() => {
            return Err(Failure::Usage("the sheet of a map is `text`: a filled one is the map's data file".to_owned()));
        }
        SheetFormat::Text => transcribe::text(&sheet, &look.style()),
        SheetFormat::Html => transcribe::html(&sheet),
        _ => {
            let message = "a sheet is `text` or `html`; the other formats are for what `--from SHEET` finds";
            return Err(Failure::Usage(message.to_owned()));
        }
    };
    let mut out = Sink::open(args.output.as_deref())?;
    out.write_all(text.as_bytes()).map_err(Failure::io("output"))?;
    out.close()?;
    Ok(Status::Clean)
}

/// Takes a filled sheet back.
fn take(args: &Transcribe, look: &Look, games: &Games, sheet: &str) -> Result<Status, Failure> {
    let Some(format) = args.format.unwrap_or(SheetFormat::Human).findings() else {
        let message = "`text` and `html` are formats of a sheet, and `--from SHEET` reads one";
        return Err(Failure::Usage(message.to_owned()));
    };
    let report = Report {
        format,
        output: args.output.clone(),
        max_diagnostics: args.max_diagnostics,
        deny_warnings: false,
        allow: Vec::new(),
        warn: Vec::new(),
        deny: Vec::new(),
    };
    let input = discover::single(sheet)?;
    let name = input.name(&args.stdin_filename);
    let text = match &input {
        Input::Stdin => read::stream(&name, io::stdin()),
        Input::File(path) => read::file(path),
    };
    let reading = match text {
        Err(finding) => Reading { findings: vec![*finding], ..Reading::default() },
        Ok(text) => {
            let scanned = transcribe::scan(text);
            let own = scanned.variants();
            let variants = if args.variants.variants.is_empty() { &own } else { &args.variants.variants };
            transcribe::read(&scanned, &games.resolve(&args.game, variants)?)
        }
    };
    let written = put(args.output.as_deref(), &reading.files)?;
    let told = |out: &mut dyn Write, look: &Look| tell(&report, look, out, &name, &reading);
    let totals = if args.output.is_some() {
        let mut out = Sink::stdout();
        let totals = told(&mut out, look)?;
        out.close()?;
        totals
    } else {
        // The data are what is asked for: what there is to say of the sheet stands beside.
        let colour = look.colour && io::stderr().is_terminal();
        told(&mut io::stderr().lock(), &Look { colour, ..*look })?
    };
    if !look.quiet {
        for (path, file) in written.iter().zip(&reading.files) {
            let statuses: Vec<_> = file.statuses.iter().map(|(status, count)| format!("{count} {status}")).collect();
            let line = format!("note: wrote {}: {}", visible(&read::shown(path)), statuses.join(", "));
            let _ = writeln!(anstream::stderr(), "{line}");
        }
    }
    Ok(Status::of(totals.tally.failed(report.deny_warnings)))
}

/// Writes the data files: one to the standard output or a file, several into a folder. None is replaced before all are
/// written out.
fn put(output: Option<&Path>, files: &[DataFile]) -> Result<Vec<PathBuf>, Failure> {
    let folder = |path: &Path| path.is_dir() || path.as_os_str().to_string_lossy().ends_with('/');
    let paths: Vec<PathBuf> = match (output, files) {
        (_, []) => return Ok(Vec::new()),
        (None, [only]) => {
            let mut out = Sink::stdout();
            out.write_all(only.text.as_bytes()).map_err(Failure::io("standard output"))?;
            out.close()?;
            return Ok(Vec::new());
        }
        (None, files) => {
            let message = format!("the sheet gives {} files: name a folder for them, `--output DIR`", files.len());
            return Err(Failure::Usage(message));
        }
        (Some(path), [_]) if !folder(path) => vec![path.to_owned()],
        (Some(path), files) => {
            std::fs::create_dir_all(path).map_err(Failure::io(path.display().to_string()))?;
            files.iter().map(|file| path.join(&file.name)).collect()
        }
    };
    let mut open = Vec::new();
    for (path, file) in paths.iter().zip(files) {
        let mut out = Sink::open(Some(path))?;
        out.write_all(file.text.as_bytes()).map_err(Failure::io(path.display().to_string()))?;
        out.flush().map_err(Failure::io(path.display().to_string()))?;
        open.push(out);
    }
    for out in open {
        out.close()?;
    }
    Ok(paths)
}

/// Tells what is found in a sheet.
fn tell(report: &Report, look: &Look, out: &mut dyn Write, name: &str, reading: &Reading) -> Result<Totals, Failure> {
    let mut book = Book::new(report, look.no_settings)?;
    let limits = book.limits(Some(name).filter(|name| !name.starts_with('<')))?;
    let mut options = report.options(look, limits, None);
    options.style = look.style();
    let mut writer = ValidateWriter::new(out, report.format(), options);
    let file = FileReport { file: name.into(), kind: Some("worksheet".into()), games: None };
    writer.set_levels(book.levels(name)?);
    writer.file(&file, &reading.findings).map_err(Failure::io("output"))?;
    let totals = writer.finish(&[]).map_err(Failure::io("output"))?;
    look.tell_totals(report.format(), &totals);
    Ok(totals)
}
