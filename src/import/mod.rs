//! Games recorded elsewhere, as move logs.
//!
//! A file of another format is read into a neutral record, and the record is written as a log while it is played by our
//! rules. What must stay true: what could not be carried over is told with its place and never dropped in silence; names
//! and ids of people stay behind unless they are asked for, in the log and in what is shown of the file.

mod bga;
mod bga_tiles;
mod jcz;
mod jcz_moves;
mod jcz_places;
mod jcz_setup;
mod jcz_tiles;
mod json;
mod meaning;
mod names;
mod record;
mod told;
mod writing;

use std::sync::Arc;

use crate::diagnostic::Finding;
use crate::replay::Rulesets;
use crate::text::Excerpt;
use told::Told;
use writing::Written;

/// The formats that are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Saves and scenario files of `JCloisterZone`.
    Jcz,
    /// Logs of `BoardGameArena`.
    Bga,
}

impl Format {
    /// The word that `import` takes.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Jcz => "jcz",
            Self::Bga => "bga",
        }
    }
}

/// What became of a file.
#[derive(Debug, Default)]
pub struct Imported {
    /// The game as a move log; none where nothing of it could be carried over.
    pub log: Option<String>,
    /// What there is to say about the file, sorted by place.
    pub findings: Vec<Finding>,
    /// What is wrong with the data the game needs: not the file's fault.
    pub broken: Option<Arc<Vec<Finding>>>,
}

/// Reads a file of another format and writes its game as a move log.
#[must_use]
pub fn import(format: Format, file: &Excerpt, keep_names: bool, rulesets: &Rulesets<'_>) -> Imported {
    // A byte-order mark counts for nothing.
    let text = file.text.strip_prefix('\u{feff}').unwrap_or(&file.text);
    let excerpt = Excerpt::whole(file.file.clone(), text);
    let root = match json::parse(&excerpt) {
        Ok(root) => root,
        Err(finding) => {
            // In what is no JSON, names cannot be told apart from the rest.
            let findings = vec![if keep_names { *finding } else { without_words(*finding, &excerpt) }];
            return Imported { findings, ..Imported::default() };
        }
    };
    let mut told = Told::default();
    let record = match format {
        Format::Jcz => jcz::read(&root, &mut told),
        Format::Bga => bga::read(&root, &mut told),
    };
    let written = record.map_or(Written::Nothing, |record| writing::write(&record, rulesets, keep_names, &mut told));
    let shown = if keep_names {
        excerpt.clone()
    } else {
        // Where people are known by numbers, no number is shown that could be one.
        let masked = match format {
            Format::Jcz => json::masked(text, &root, &jcz::SHOWN, false),
            Format::Bga => json::masked(text, &root, &bga::SHOWN, true),
        };
        Excerpt::whole(file.file.clone(), masked)
    };
    let findings = told.into_findings(&shown);
    match written {
        Written::Log(log) => Imported { log: Some(log), findings, broken: None },
        Written::Nothing => Imported { log: None, findings, broken: None },
        Written::Broken(broken) => Imported { log: None, findings, broken: Some(broken) },
    }
}

/// The finding in its place, with nothing of the file around it but its punctuation. As long as before, byte for byte.
fn without_words(mut finding: Finding, excerpt: &Excerpt) -> Finding {
    if let Some(place) = &mut finding.place {
        let mut shape = String::with_capacity(excerpt.text.len());
        for letter in excerpt.text.chars() {
            if letter.is_ascii_punctuation() || letter.is_whitespace() {
                shape.push(letter);
            } else {
                shape.extend(std::iter::repeat_n('*', letter.len_utf8()));
            }
        }
        place.excerpt = Excerpt::whole(excerpt.file.clone(), shape);
    }
    finding
}
