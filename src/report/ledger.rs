//! The ledger: where every point came from, whole or summed by source.
//!
//! What must stay true: the sums by source add up to the ledger's points, player by player.

use std::sync::Arc;

use indexmap::IndexMap;

use super::totals::count;
use super::{Entry, GameReport, Reason};

/// How much of the ledger is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LedgerLevel {
    /// Only the scores.
    None,
    /// Points by source and player.
    Summary,
    /// Every point.
    Full,
}

impl LedgerLevel {
    /// Every level, least first.
    pub const ALL: [Self; 3] = [Self::None, Self::Summary, Self::Full];

    /// The word that `--ledger` takes.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Summary => "summary",
            Self::Full => "full",
        }
    }

    /// The level of this word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.word() == word)
    }
}

/// Points from one kind of source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// What the points were given for.
    pub reason: Reason,
    /// The kind of feature; none where no feature is behind it.
    pub feature: Option<Arc<str>>,
    /// How many entries of the ledger it sums.
    pub entries: u32,
    /// Points by seat.
    pub points: Vec<i32>,
}

/// The ledger summed by source: by reason, then by feature in the order of its first points.
#[must_use]
pub fn sources(game: &GameReport) -> Vec<Source> {
    let mut sums: IndexMap<(Reason, Option<&str>), Source> = IndexMap::new();
    for entry in &game.ledger {
        let sum = sums.entry((entry.reason, entry.feature.as_deref())).or_insert_with(|| Source {
            reason: entry.reason,
            feature: entry.feature.clone(),
            entries: 0,
            points: vec![0; game.players.len()],
        });
        sum.entries += 1;
        for &seat in &entry.seats {
            if let Some(points) = sum.points.get_mut(usize::from(seat)) {
                *points = points.saturating_add(entry.points);
            }
        }
    }
    let mut sources: Vec<_> = sums.into_values().collect();
    sources.sort_by_key(|source| source.reason);
    sources
}

/// The unit that is a rank and not a number of things: the place in a race.
pub const PLACE: &str = "place";

/// What a source is called in tables.
pub(super) fn title(reason: Reason, feature: Option<&str>) -> String {
    let feature = feature.map(|feature| feature.replace('_', " "));
    match (reason, feature) {
        (Reason::Completed, Some(feature)) => format!("{feature} completed"),
        (Reason::Completed, None) => "completed".to_owned(),
        (Reason::Final, Some(feature)) => format!("{feature} at the end"),
        (Reason::Final, None) => "at the end".to_owned(),
        (Reason::Recall, Some(feature)) => format!("{feature}, figure recalled"),
        (Reason::Recall, None) => "figure recalled".to_owned(),
        (Reason::Amazon, feature) => feature.unwrap_or_else(|| "race".to_owned()),
        (Reason::Mouth, feature) => feature.unwrap_or_else(|| "mouth".to_owned()),
        (Reason::Goods, _) => "goods".to_owned(),
        (Reason::Chip, feature) => feature.map_or_else(|| "chips".to_owned(), |feature| format!("{feature} chips")),
        (Reason::Hidden, _) => "hidden tiles".to_owned(),
    }
}

/// Why the points of an entry were given: `city completed: 4 tiles, 1 shield`.
pub(super) fn why(entry: &Entry) -> String {
    if let (Reason::Goods, Some((good, most))) = (entry.reason, entry.icons.first()) {
        return format!("most {good}: {}", count(u64::from(*most), "token"));
    }
    match entry.reason {
        Reason::Chip => return "chip".to_owned(),
        Reason::Hidden if entry.points < 0 => return "hidden tile lost".to_owned(),
        Reason::Hidden => return "hidden tile laid".to_owned(),
        _ => {}
    }
    let tiles = (entry.tiles > 0).then(|| count(u64::from(entry.tiles), "tile"));
    let others = entry.icons.iter().chain(&entry.units).filter(|(_, number)| *number > 0);
    let counted =
        others.map(
            |(word, number)| {
                if &**word == PLACE { format!("{PLACE} {number}") } else { count(u64::from(*number), word) }
            },
        );
    let counted: Vec<_> = tiles.into_iter().chain(counted).collect();
    let title = title(entry.reason, entry.feature.as_deref());
    if counted.is_empty() { title } else { format!("{title}: {}", counted.join(", ")) }
}
