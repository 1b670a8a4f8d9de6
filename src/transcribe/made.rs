//! What a sheet gave, held against everything a data file is held against, and written as one.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::lines::{self, one_line};
use super::parts::parts;
use super::read::{DataFile, Made, Taker};
use super::toml;
use crate::diagnostic::{Code, Finding, Level};
use crate::fmt::data;
use crate::library;
use crate::lint;
use crate::model::Tile;
use crate::source::{Origin, Part, Resolved, Wrong};
use crate::text::Excerpt;

impl<'s> Taker<'s> {
    /// Holds what was put together against schema and checks; the files, where nothing stands in their way.
    pub(super) fn check(&mut self, mut resolved: Resolved, made: &[Made<'s>]) -> Vec<DataFile> {
        for made in made {
            let (findings, _) = crate::schema::check(&made.document, &Wrong::default());
            self.take(findings.into_iter().filter(|finding| finding.level == Level::Error).collect());
        }
        if self.wrong {
            return Vec::new();
        }
        for made in made {
            self.put(&mut resolved, made);
        }
        for made in made {
            self.edges(&resolved, made);
        }
        self.lint(&resolved);
        if self.wrong || self.source.is_none() || !made.iter().any(|made| made.compared) {
            return Vec::new();
        }
        made.iter().filter_map(|made| self.file(&resolved, made)).collect()
    }

    /// Puts a part in the place of ours.
    fn put(&mut self, resolved: &mut Resolved, made: &Made<'_>) {
        let value = made.document.value.clone();
        let fits = match made.part.part {
            Part::Tileset(number) => match (serde_json::from_value(value), resolved.tilesets.get_mut(number)) {
                (Ok(set), Some(slot)) => {
                    *slot = set;
                    true
                }
                _ => false,
            },
            Part::Board => serde_json::from_value(value).map(|board| resolved.board = Some(board)).is_ok(),
            Part::Mouth => serde_json::from_value(value).map(|mouth| resolved.mouth = Some(mouth)).is_ok(),
            Part::Ruleset | Part::Map(_) => false,
        };
        if !fits {
            let message = "what the sheet gives suits its schema and cannot be read";
            self.error(Code::Internal, made.document.value_place("").span, message, "please report this");
        }
        let origin = Origin { base: Arc::new(made.document.clone()), overlaid: FxHashMap::default() };
        resolved.origins.insert(made.part.part, origin);
    }

    /// Holds the line `edges` of each drawing against its segments: who mends one may forget the other.
    fn edges(&mut self, resolved: &Resolved, made: &Made<'_>) {
        let Part::Tileset(number) = made.part.part else { return };
        let features = &resolved.ruleset.features;
        for &(block, index) in &made.read {
            let set = resolved.tilesets.get(number);
            let Some(tile) = set.and_then(|set| set.tile.get(index)) else { continue };
            let Some(field) = block.fields.iter().find(|field| field.key == "edges") else { continue };
            let declared = |tile: &Tile| tile.segments.iter().all(|segment| features.contains_key(&segment.feature));
            let [columns, rows] = tile.size.unwrap_or([1, 1]);
            let (given, written) = (lines::edges(tile, features), one_line(&field.value.text));
            let whole = given.split_whitespace().count() == 2 * (usize::from(columns) + usize::from(rows));
            if declared(tile) && whole && given != written {
                let message = format!("the edges of `{}` are not those that its segments have", tile.id);
                let help = format!("the segments give `{given}`; mend them, or this line");
                self.error(Code::SheetContradiction, field.place(), message, help);
            }
        }
    }

    /// All checks on data. What only differs from what the rules state is a warning: the box is what it is.
    fn lint(&mut self, resolved: &Resolved) {
        let errors = |resolved: &Resolved| -> Vec<Finding> {
            lint::check(resolved).into_iter().filter(|finding| finding.level == Level::Error).collect()
        };
        let mut bare = resolved.clone();
        bare.ruleset.expect.clear();
        bare.ruleset.expect_board = None;
        bare.ruleset.expect_mouth = None;
        let found = errors(&bare);
        if found.is_empty() {
            let stated = errors(resolved).into_iter().map(|finding| Finding { level: Level::Warning, ..finding });
            self.take(stated.collect());
        }
        self.take(found);
    }

    /// A part as its file.
    fn file(&mut self, resolved: &Resolved, made: &Made<'_>) -> Option<DataFile> {
        let (part, value) = (&made.part, &made.document.value);
        let origin = self.resolved.origins.get(&part.part).map(|origin| &origin.base.excerpt);
        let name = origin.and_then(|origin| origin.file.rsplit('/').next()).unwrap_or(part.id).to_owned();
        let schema_line =
            origin.and_then(|origin| origin.text.lines().next()).filter(|line| line.starts_with("#:schema "));
        let text = toml::file(value, part.kind(), part.list(), schema_line);
        let written = data::format(&Excerpt::whole(name.as_str(), text)).ok().flatten();
        let sound = |text: &String| {
            let checked = library::check(Excerpt::whole(name.as_str(), text.as_str()));
            !checked.is_broken() && checked.document.value == *value
        };
        let Some(text) = written.filter(sound) else {
            let message = format!("`{}` would not be what the sheet says", part.id);
            self.error(Code::Internal, made.document.value_place("").span, message, "please report this");
            return None;
        };
        let after = parts(resolved).into_iter().find(|after| after.part == part.part);
        let statuses = after.map(|part| part.statuses()).unwrap_or_default();
        Some(DataFile { name, id: part.id.to_owned(), text, statuses })
    }
}
