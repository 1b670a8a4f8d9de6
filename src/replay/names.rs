//! The words of a compiled game as shared strings: reports name features and icons by the million.

use std::sync::Arc;

use crate::game::{Game, Unit, Worth};

/// A feature's name, and the icons and closed features its points may depend on.
#[derive(Clone, Debug)]
pub struct FeatureName {
    /// The name.
    pub name: Arc<str>,
    /// Icons that can count, by number.
    pub icons: Vec<u8>,
    /// The unit for closed features (`closed_city`), where it pays for any.
    pub closed: Option<Arc<str>>,
}

/// The names of a game.
#[derive(Clone, Debug)]
pub struct Names {
    /// The ruleset's id.
    pub game: Arc<str>,
    /// The variants.
    pub variants: Vec<Arc<str>>,
    /// The features, by number.
    pub features: Vec<FeatureName>,
    /// The icons, by number.
    pub icons: Vec<Arc<str>>,
    /// Icons that count when the race is scored, by number.
    pub race_icons: Vec<u8>,
    /// Icons that tokens are given for, by number.
    pub goods: Vec<u8>,
    /// The figures, by number.
    pub figures: Vec<Arc<str>>,
    /// The unit for filled cells around a site.
    pub neighbour: Arc<str>,
}

impl Names {
    /// The names of this game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let features = game.features.iter().map(|feature| {
            let conditions = feature.when.iter().flat_map(|when| when.completed.iter().chain(&when.unfinished));
            let worths: Vec<&Worth> = feature.completed.iter().chain([&feature.unfinished]).chain(conditions).collect();
            let mut icons = icons_in(&worths);
            icons.extend(feature.when.iter().filter_map(|when| when.icon).map(|icon| icon.0));
            icons.sort_unstable();
            icons.dedup();
            let closed = worths.iter().find_map(|worth| worth.closed());
            FeatureName {
                name: feature.name.as_str().into(),
                icons,
                closed: closed.map(|(id, _)| format!("closed_{}", game.features[id.index()].name).into()),
            }
        });
        Self {
            game: game.id.as_str().into(),
            variants: game.variants.iter().map(|name| name.as_str().into()).collect(),
            features: features.collect(),
            icons: game.icons.iter().map(|name| name.as_str().into()).collect(),
            race_icons: game.race.as_ref().map(|race| icons_in(&[&race.first, &race.second])).unwrap_or_default(),
            goods: game.goods.iter().map(|good| good.icon.0).collect(),
            figures: game.figures.iter().map(|figure| figure.name.as_str().into()).collect(),
            neighbour: "neighbour".into(),
        }
    }
}

fn icons_in(worths: &[&Worth]) -> Vec<u8> {
    let units = worths.iter().flat_map(|worth| &worth.units);
    let mut icons: Vec<_> = units
        .filter_map(|(unit, _)| match unit {
            Unit::Icon(icon) => Some(icon.0),
            _ => None,
        })
        .collect();
    icons.sort_unstable();
    icons.dedup();
    icons
}
