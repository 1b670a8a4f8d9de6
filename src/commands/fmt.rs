//! `fmt`: move logs and data files in their canonical form, in place.

use std::fmt;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;
use std::sync::Arc;

use super::games::Games;
use super::output::{Look, Sink};
use super::{Failure, Status};
use crate::cli::Fmt;
use crate::diagnostic::Finding;
use crate::diagnostic::render::escape::visible;
use crate::diagnostic::render::short;
use crate::fmt::{Paint, Refused, data, log, unified};
use crate::log::split;
use crate::replay::Rulesets;
use crate::source::discover::{self, Input, Sort};
use crate::source::read;

/// How many files met which end.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    writes: bool,
    changed: usize,
    same: usize,
    refused: usize,
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = |count: usize| format!("{count} {}", if count == 1 { "file" } else { "files" });
        let changed = if self.writes { "formatted" } else { "would change" };
        write!(f, "{} {changed}, {} as before", files(self.changed), files(self.same))?;
        if self.refused > 0 {
            write!(f, ", {} with errors left alone", files(self.refused))?;
        }
        Ok(())
    }
}

/// What became of a file's text.
enum Outcome {
    /// Its canonical form.
    Text(String),
    /// It is none of ours.
    Foreign,
    /// It cannot be read.
    Refused(Vec<Finding>),
}

pub(super) fn run(args: &Fmt, look: &Look) -> Result<Status, Failure> {
    if args.paths.is_empty() {
        let message = "no files to format: name files or folders, `.` for this one, or `-` for the standard input";
        return Err(Failure::Usage(message.to_owned()));
    }
    let games = Games::load_loosely(&args.data, look, args.paths.first())?;
    let rulesets = games.rulesets();
    let inputs = discover::data_and_logs(&args.paths)?;
    let writes = !args.check && !args.diff;
    if writes && inputs.len() > 1 && inputs.contains(&Input::Stdin) {
        let message = "`-` goes to the standard output and stands alone, but for `--check` and `--diff`";
        return Err(Failure::Usage(message.to_owned()));
    }
    let paint = Paint { colour: look.colour, for_eyes: std::io::stdout().is_terminal() };
    let mut out = Sink::stdout();
    let mut totals = Totals { writes, ..Totals::default() };
    for input in &inputs {
        let name = input.name(&args.stdin_filename);
        let bytes = bytes(input, &name)?;
        let text = match canonical(&rulesets, input, &name, &bytes)? {
            Outcome::Text(text) => text,
            Outcome::Refused(findings) => {
                totals.refused += 1;
                tell(&findings);
                continue;
            }
            Outcome::Foreign => {
                totals.same += 1;
                if !look.quiet {
                    let name = visible(&name);
                    let _ =
                        writeln!(anstream::stderr(), "note: `{name}` has no `kind`, so it is no data file of a game");
                }
                if writes && *input == Input::Stdin {
                    out.write_all(&bytes).map_err(Failure::io("standard output"))?;
                }
                continue;
            }
        };
        let changes = text.as_bytes() != bytes;
        totals.changed += usize::from(changes);
        totals.same += usize::from(!changes);
        let said = match input {
            Input::Stdin if writes => text,
            _ if !changes => continue,
            _ if args.diff => unified(&name, &String::from_utf8_lossy(&bytes), &text, paint),
            _ if args.check => format!("would change {}\n", visible(&name)),
            Input::Stdin => continue,
            Input::File(path) => {
                write(path, &text)?;
                if look.quiet { String::new() } else { format!("formatted {}\n", visible(&name)) }
            }
        };
        out.write_all(said.as_bytes()).map_err(Failure::io("standard output"))?;
    }
    out.close()?;
    let is_filter = writes && inputs.contains(&Input::Stdin);
    if !look.quiet && !is_filter {
        let _ = writeln!(anstream::stderr(), "{totals}");
    }
    Ok(Status::of(totals.refused > 0 || !writes && totals.changed > 0))
}

/// All of a file, or of the standard input.
fn bytes(input: &Input, name: &str) -> Result<Vec<u8>, Failure> {
    if let Input::File(path) = input
        && std::fs::metadata(path).is_ok_and(|found| !found.is_file())
    {
        return Err(Failure::Usage(format!("`{}` is not a regular file", visible(name))));
    }
    let mut bytes = Vec::new();
    // One more than may be, so that what is too long is known to be.
    let read = |input: Box<dyn Read + Send>| input.take(log::MAX_BYTES + 1).read_to_end(&mut bytes);
    input.open().and_then(read).map_err(Failure::io(name))?;
    Ok(bytes)
}

fn canonical(rulesets: &Rulesets<'_>, input: &Input, name: &str, bytes: &[u8]) -> Result<Outcome, Failure> {
    let by_name = input.sort().or_else(|| Sort::of(Path::new(name)));
    // A name that does not tell leaves it to the text: a log begins with a `game:` line, and no data file does.
    let begins_game = || split(bytes).first().is_some_and(|part| part.named);
    let is_log = by_name.map_or_else(begins_game, |sort| sort == Sort::Log);
    if is_log {
        return match log::format(rulesets, &Arc::from(name), bytes) {
            Ok(text) => Ok(Outcome::Text(text)),
            Err(Refused::File(findings)) => Ok(Outcome::Refused(findings)),
            Err(Refused::Data(findings)) => Err(Failure::Broken(findings.to_vec())),
        };
    }
    Ok(match read::text(name, bytes.to_vec()) {
        Err(finding) => Outcome::Refused(vec![*finding]),
        Ok(excerpt) => match data::format(&excerpt) {
            Ok(Some(text)) => Outcome::Text(text),
            Ok(None) => Outcome::Foreign,
            Err(findings) => Outcome::Refused(findings),
        },
    })
}

/// Says on the standard error why a file was left alone: the standard output is for what was formatted.
fn tell(findings: &[Finding]) {
    let mut err = anstream::stderr().lock();
    for finding in findings {
        // Where even this cannot be written, the exit status has to do.
        let _ = short::finding(&mut err, finding);
    }
}

/// Replaces a file whole or not at all. One that its owner made read-only stays, even in a folder that takes files.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let name = read::shown(path);
    if std::fs::metadata(path).is_ok_and(|found| found.permissions().readonly()) {
        return Err(Failure::Usage(format!("`{}` is read-only and was not written", visible(&name))));
    }
    let mut file = Sink::open(Some(path))?;
    file.write_all(text.as_bytes()).map_err(Failure::io(name))?;
    file.close()
}
