//! Findings for eyes: the lines in question with a mark under the wrong bytes, the cure, then maps and ledgers.
//!
//! The drawing is miette's; what it draws is cut out and made harmless before (see `snippet`). Further places come
//! below, each with its own file and lines, since one drawing cannot hold two files. What must stay true: the level
//! is said in words, colour only repeats it.

use std::fmt;
use std::io::{self, Write};

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode, ThemeCharacters, ThemeStyles,
};

use super::super::{Finding, Level};
use super::escape::{block, brief};
use super::snippet::{Snippet, TAB};
use super::{Charset, Style};

/// Writes the finding and an empty line.
pub fn finding(out: &mut dyn Write, finding: &Finding, style: &Style) -> io::Result<()> {
    let handler = handler(style);
    let ellipsis = style.ellipsis();
    let snippet = finding.place.as_ref().map(|place| Snippet::around(place, style));
    draw(
        out,
        &handler,
        &Shown {
            code: Some(format!("{}[{}] {}", finding.level.word(), finding.code.number(), finding.code.slug())),
            severity: severity(finding.level),
            message: brief(&finding.message, ellipsis).into_owned(),
            label: label(finding.label.as_deref(), snippet.as_ref(), ellipsis),
            help: finding.help.as_deref().map(|help| brief(help, ellipsis).into_owned()),
            snippet,
        },
    )?;
    for (place, words) in &finding.related {
        let snippet = Snippet::around(place, style);
        let shown = Shown {
            code: None,
            severity: Severity::Advice,
            message: brief(words, ellipsis).into_owned(),
            label: label(None, Some(&snippet), ellipsis),
            help: None,
            snippet: Some(snippet),
        };
        draw(out, &handler, &shown)?;
    }
    for attachment in &finding.attachments {
        writeln!(out)?;
        for line in block(attachment, style.colour).lines() {
            writeln!(out, "{}{}", if line.is_empty() { "" } else { "  " }, line.trim_end())?;
        }
    }
    writeln!(out)
}

/// The words under a mark; of a mark that goes on below what is shown, also where it ends.
fn label(words: Option<&str>, snippet: Option<&Snippet>, ellipsis: &str) -> Option<String> {
    let words = words.map(|words| brief(words, ellipsis).into_owned());
    match (words, snippet.and_then(|snippet| snippet.ends_on)) {
        (words, None) => words,
        (None, Some(line)) => Some(format!("goes on to line {line}")),
        (Some(words), Some(line)) => Some(format!("{words} (goes on to line {line})")),
    }
}

const fn severity(level: Level) -> Severity {
    match level {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Note => Severity::Advice,
    }
}

fn handler(style: &Style) -> GraphicalReportHandler {
    let theme = GraphicalTheme {
        characters: match style.charset {
            Charset::Unicode => ThemeCharacters::unicode(),
            Charset::Ascii => ThemeCharacters::ascii(),
        },
        styles: if style.colour { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    GraphicalReportHandler::new_themed(theme)
        .with_width(style.columns())
        .with_context_lines(1)
        .tab_width(TAB)
        .with_links(false)
        .without_syntax_highlighting()
}

fn draw(out: &mut dyn Write, handler: &GraphicalReportHandler, shown: &Shown) -> io::Result<()> {
    let mut text = String::new();
    handler.render_report(&mut text, shown).map_err(|_| io::Error::other("a finding could not be drawn"))?;
    for line in text.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A finding, or one of its further places, as miette wants it.
#[derive(Debug)]
struct Shown {
    code: Option<String>,
    severity: Severity,
    message: String,
    label: Option<String>,
    help: Option<String>,
    snippet: Option<Snippet>,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Shown {}

impl Diagnostic for Shown {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.as_ref().map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.snippet.as_ref().map(|snippet| snippet as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let mark = self.snippet.as_ref()?.mark;
        let span = LabeledSpan::new(self.label.clone(), mark.start, mark.end - mark.start);
        Some(Box::new(std::iter::once(span)))
    }
}
