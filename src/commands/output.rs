//! Where output goes and how it looks: colours, width and characters, the standard output or a file.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::Failure;
use super::progress::{Above, Replaying};
use crate::cli::{Colour, OutputFormat, Report, Show};
use crate::diagnostic::render::{Charset, Format, Style};

/// How output looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) charset: Charset,
    pub(super) width: usize,
    pub(super) colour: bool,
    pub(super) quiet: bool,
    /// Whether settings files are left alone.
    pub(super) no_settings: bool,
}

/// The width where nobody says and no terminal tells.
const WIDTH: usize = 100;

impl Look {
    pub(super) fn new(show: &Show) -> Self {
        let colour = match show.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                let choice = anstream::AutoStream::choice(&io::stdout());
                matches!(choice, anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi)
            }
        };
        let width = show.width.map(usize::from).or_else(terminal_width).unwrap_or(WIDTH);
        let charset = if show.ascii { Charset::Ascii } else { Charset::Unicode };
        Self { charset, width, colour, quiet: show.quiet, no_settings: show.no_settings }
    }

    pub(super) const fn style(&self) -> Style {
        Style { charset: self.charset, width: self.width, colour: self.colour }
    }
}

fn terminal_width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(terminal_size::Width(width), _)| usize::from(width))
}

/// The standard output, or a file that is replaced only when all is written.
pub(super) enum Sink {
    Stdout(BufWriter<io::StdoutLock<'static>>),
    /// The standard output, on a terminal that shows how far the job is as well.
    Terminal(BufWriter<Above<io::StdoutLock<'static>>>),
    /// A file that is replaced at the end.
    File(BufWriter<tempfile::NamedTempFile>, PathBuf),
    /// A device or pipe: there is nothing to replace.
    Device(BufWriter<std::fs::File>),
}

impl Sink {
    pub(super) fn stdout() -> Self {
        Self::Stdout(BufWriter::new(io::stdout().lock()))
    }

    /// # Errors
    /// Where the file's folder takes no files.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(Self::stdout()) };
        // A link is followed: what it points to is replaced, not the link.
        let followed = std::fs::canonicalize(path).ok();
        let path = followed.as_deref().unwrap_or(path);
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let file = std::fs::OpenOptions::new().write(true).open(path);
            return file
                .map(|file| Self::Device(BufWriter::new(file)))
                .map_err(Failure::io(path.display().to_string()));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::NamedTempFile::new_in(folder).map_err(Failure::io(path.display().to_string()))?;
        Ok(Self::File(BufWriter::new(file), path.to_owned()))
    }

    /// The same, clear of the line that says how far the job is, where both are on a terminal.
    pub(super) fn above(self, progress: &Replaying) -> Self {
        match self {
            Self::Stdout(out) if io::stdout().is_terminal() => match progress.above(io::stdout().lock()) {
                // Nothing was written yet, so nothing is lost with the buffer.
                Ok(above) => Self::Terminal(BufWriter::new(above)),
                Err(_) => Self::Stdout(out),
            },
            other => other,
        }
    }

    /// Puts everything where it belongs.
    ///
    /// # Errors
    /// Where that fails; a file is as it was then.
    pub(super) fn close(self) -> Result<(), Failure> {
        match self {
            Self::Stdout(mut out) => out.flush().map_err(Failure::io("standard output")),
            Self::Terminal(mut out) => out.flush().map_err(Failure::io("standard output")),
            Self::Device(mut out) => out.flush().map_err(Failure::io("output")),
            Self::File(out, path) => {
                let what = path.display().to_string();
                let file = out.into_inner().map_err(|error| Failure::io(what.clone())(error.into_error()))?;
                keep_mode(file.path(), &path);
                file.persist(&path).map(drop).map_err(|error| Failure::io(what)(error.error))
            }
        }
    }
}

/// Temporary files are private; what replaces a file, or stands where none was, is readable as files are.
fn keep_mode(temporary: &Path, path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path).map_or(0o644, |meta| meta.permissions().mode() & 0o7777);
        // Where this fails the file is private, which is no reason to lose it.
        let _ = std::fs::set_permissions(temporary, std::fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = (temporary, path);
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Terminal(out) => out.write(bytes),
            Self::Device(out) => out.write(bytes),
            Self::File(out, _) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Terminal(out) => out.flush(),
            Self::Device(out) => out.flush(),
            Self::File(out, _) => out.flush(),
        }
    }
}

/// The most findings people are shown where they do not say.
const MOST_SHOWN: usize = 100;

impl Look {
    /// Says the totals on the standard error where the format has no place for them.
    pub(super) fn tell_totals(&self, format: Format, totals: &crate::report::Totals) {
        if !self.quiet && matches!(format, Format::Short | Format::Github) {
            let _ = writeln!(anstream::stderr(), "{totals}");
        }
    }
}

impl Report {
    /// The format for the renderers.
    pub(super) const fn format(&self) -> Format {
        match self.format {
            OutputFormat::Human => Format::Human,
            OutputFormat::Short => Format::Short,
            OutputFormat::Json => Format::Json,
            OutputFormat::Jsonl => Format::Jsonl,
            OutputFormat::Github => Format::Github,
            OutputFormat::Sarif => Format::Sarif,
            OutputFormat::Junit => Format::Junit,
            OutputFormat::Markdown => Format::Markdown,
        }
    }

    /// How the writers write.
    pub(super) fn options(
        &self,
        look: &Look,
        (deny_warnings, max_diagnostics): (bool, Option<usize>),
        ledger: Option<crate::report::LedgerLevel>,
    ) -> crate::report::Options {
        let style = if self.output.is_some() { Style { colour: false, ..look.style() } } else { look.style() };
        let most = if self.format().is_for_programs() { None } else { Some(MOST_SHOWN) };
        crate::report::Options {
            style,
            ledger,
            max_diagnostics: max_diagnostics.or(most),
            deny_warnings,
            quiet: look.quiet,
        }
    }
}
