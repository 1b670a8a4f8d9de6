//! The terms a game is scored by, from the model's types to numbers: features, figures, goods, the race and the options.

use super::Game;
use super::compile::{CompileError, Result, fail};
use super::scoring::{Chips, Condition, Feature, FeatureId, Figure, Good, IconId, Options, Race, Unit, Worth};
use crate::model::{self, Ruleset};

/// The figures, in declared order.
pub(super) fn figures(ruleset: &Ruleset, icons: &[String], features: &[String]) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for (name, figure) in &ruleset.figures {
        let mut on = vec![false; features.len()];
        for word in &figure.on {
            let at = features.iter().position(|known| known == word);
            on[at.ok_or_else(|| CompileError::new(format!("no feature `{word}` for figure `{name}`")))?] = true;
        }
        figures.push(Figure {
            name: name.clone(),
            supply: figure.supply,
            on,
            returns: figure.returns == model::Returns::WhenScored,
            weight: figure.weight,
            recall: figure.recall,
            joins: figure.joins,
            extra_turn: figure.extra_turn,
            adds: figure.adds.as_ref().map(|adds| worth_of(icons, features, adds)).transpose()?.unwrap_or_default(),
        });
    }
    // A packed count has one byte a player: no feature can hold more than all of a player's figures.
    if figures.iter().map(|figure| u32::from(figure.supply) * u32::from(figure.weight)).sum::<u32>() > 200 {
        return fail("a player's figures count for more than 200 together");
    }
    Ok(figures)
}

/// The goods, in declared order.
pub(super) fn goods(ruleset: &Ruleset, icons: &[String]) -> Result<Vec<Good>> {
    let each = ruleset.goods.iter();
    each.map(|(name, good)| Ok(Good { icon: icon_of(icons, name)?, tokens: good.tokens, most: good.most })).collect()
}

/// The race.
pub(super) fn race_of(race: &model::Race, icons: &[String], features: &[String]) -> Result<Race> {
    Ok(Race {
        figure: race.figure.clone(),
        icon: icon_of(icons, &race.icon)?,
        step: race.step,
        first: worth_of(icons, features, &race.first)?,
        second: worth_of(icons, features, &race.second)?,
        consolation: race.consolation,
        two_players_gap: race.two_players_gap,
    })
}

pub(super) fn icon_of(icons: &[String], name: &str) -> Result<IconId> {
    match icons.iter().position(|icon| icon == name) {
        Some(index) => Ok(IconId(index as u8)),
        None => fail(format!("no icon `{name}`")),
    }
}

fn worth_of(icons: &[String], features: &[String], worth: &model::Worth) -> Result<Worth> {
    let mut units = Vec::new();
    for (word, &points) in worth {
        let unit = match word.as_str() {
            "tile" => Unit::Tile,
            "neighbour" => Unit::Neighbour,
            word => match word.strip_prefix("closed_") {
                Some(feature) => match features.iter().position(|known| known == feature) {
                    Some(index) => Unit::Closed(FeatureId(index as u8)),
                    None => return fail(format!("no feature `{feature}` to be closed")),
                },
                None => Unit::Icon(icon_of(icons, word)?),
            },
        };
        units.push((unit, points));
    }
    Ok(Worth { units })
}

pub(super) fn feature_of(icons: &[String], names: &[String], name: &str, feature: &model::Feature) -> Result<Feature> {
    let worth = |worth: &Option<model::Worth>| worth.as_ref().map(|worth| worth_of(icons, names, worth)).transpose();
    let mut when = Vec::new();
    for condition in &feature.when {
        when.push(Condition {
            icon: condition.icon.as_ref().map(|icon| icon_of(icons, icon)).transpose()?,
            max_tiles: condition.max_tiles,
            completed: worth(&condition.completed)?,
            unfinished: worth(&condition.r#final)?,
        });
    }
    Ok(Feature {
        name: name.to_owned(),
        shape: feature.shape,
        claimable: feature.claimable,
        completed: worth(&feature.completed)?,
        unfinished: worth(&feature.r#final)?.unwrap_or_default(),
        when,
    })
}

/// Icons that something pays for, tests for or moves by.
pub(super) fn relevant_icons(game: &Game) -> Vec<bool> {
    let mut relevant = vec![false; game.icons.len()];
    let mut mark = |worth: &Worth| {
        for &(unit, _) in &worth.units {
            if let Unit::Icon(icon) = unit {
                relevant[icon.0 as usize] = true;
            }
        }
    };
    for feature in &game.features {
        feature.completed.iter().for_each(&mut mark);
        mark(&feature.unfinished);
        for condition in &feature.when {
            condition.completed.iter().chain(&condition.unfinished).for_each(&mut mark);
        }
    }
    game.figures.iter().for_each(|figure| mark(&figure.adds));
    if let Some(race) = &game.race {
        mark(&race.first);
        mark(&race.second);
        relevant[race.icon.0 as usize] = true;
    }
    let tested = game.features.iter().flat_map(|feature| &feature.when).filter_map(|condition| condition.icon);
    for icon in tested.chain(game.goods.iter().map(|good| good.icon)) {
        relevant[icon.0 as usize] = true;
    }
    relevant
}

pub(super) fn options(options: &model::Options) -> Options {
    Options {
        front_turn: options.amazon_turn.unwrap_or_default(),
        drawn_icons: options.bang_animals.unwrap_or_default(),
        multi_cell: options.multi_cell_tiles.unwrap_or_default(),
        staying: options.camps_in_one_jungle.unwrap_or_default(),
        unplaceable: options.unplaceable.unwrap_or_default(),
        tie: options.tie.unwrap_or_default(),
        fields: options.field_scoring.unwrap_or_default(),
        bends: options.river_bends.unwrap_or_default(),
        extra_turn: options.extra_turn.unwrap_or_default(),
        boxes: options.boxes.unwrap_or(1).clamp(1, 4),
        tiles_used: options.tiles_used,
        below_zero: options.below_zero.unwrap_or_default(),
        start_prints: options.start_prints.unwrap_or_default(),
    }
}

/// The chips, and how hidden tiles are turned up.
pub(super) fn chips_of(chips: &model::Chips, options: &model::Options) -> Chips {
    let copies = |colour: &Vec<u32>| colour.iter().map(|&copies| copies.min(1000)).collect();
    Chips {
        copies: chips.colours.values().map(copies).collect(),
        verified: chips.verified,
        found: chips.found.min(1000),
        lost: chips.lost.min(1000),
        order: options.hidden_order.unwrap_or_default(),
        chain: options.hidden_chain.unwrap_or_default(),
        fit: options.hidden_fit.unwrap_or_default(),
        square: options.hidden_square.unwrap_or_default(),
        tiles: options.hidden_tiles.unwrap_or_default(),
    }
}
