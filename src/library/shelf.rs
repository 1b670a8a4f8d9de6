//! Data files, each read once however many rulesets it is a part of.
//!
//! What must stay true: a file on disk is held against its schema when it is read. A built-in one is not, tests hold that
//! all of them are sound, and a run that needs one game would spend most of its start on making the schemas ready.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use serde::Deserialize as _;

use super::place::Place;
use super::{Checked, check};
use crate::diagnostic::{Finding, Level};
use crate::model::Tileset;
use crate::source::{Document, Shared, Wrong, toml};

/// A file of a game, as the library keeps it.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) place: Place,
    pub(super) document: Arc<Document>,
    /// Errors only: warnings are for whoever checks the file itself.
    pub(super) errors: Vec<Finding>,
    /// The tile set that it holds, or why it holds none; made when first asked for.
    tileset: Arc<OnceLock<Result<Shared<Tileset>, String>>>,
}

impl File {
    pub(super) fn new(place: Place, checked: Checked) -> Self {
        let errors = checked.findings.into_iter().filter(|finding| finding.level == Level::Error).collect();
        Self { place, document: checked.document, errors, tileset: Arc::default() }
    }

    fn load(place: Place) -> Result<Self, Box<Finding>> {
        let text = place.read()?;
        let checked = match place {
            Place::Disk(_) => check(text),
            Place::BuiltIn(_) => {
                let parsed = toml::parse(text);
                Checked { document: Arc::new(parsed.document), findings: parsed.findings, wrong: Wrong::default() }
            }
        };
        Ok(Self::new(place, checked))
    }

    pub(super) fn id(&self) -> &str {
        self.text("id").unwrap_or_default()
    }

    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.document.value.get(key)?.as_str()
    }

    /// The tile set that the file holds as it stands, without anything laid over it.
    pub(super) fn tileset(&self) -> &Result<Shared<Tileset>, String> {
        let read = || Shared::deserialize(&self.document.value).map_err(|error| error.to_string());
        self.tileset.get_or_init(read)
    }
}

/// The files read so far. Copies of a library share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Shelf {
    files: Arc<Mutex<FxHashMap<Place, File>>>,
}

impl Shelf {
    /// The file at a place, read now if it was not before. One that cannot be read is tried again each time.
    pub(super) fn load(&self, place: Place) -> Result<File, Box<Finding>> {
        if let Some(file) = self.files.lock().unwrap_or_else(PoisonError::into_inner).get(&place) {
            return Ok(file.clone());
        }
        let file = File::load(place)?;
        self.put(file.clone());
        Ok(file)
    }

    /// Keeps a file that was read.
    pub(super) fn put(&self, file: File) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).insert(file.place.clone(), file);
    }
}
