//! The setup of a game in a file of `JCloisterZone`: its tile sets, elements and rules as a ruleset of ours with variants.
//!
//! Tiles and figures are in play from the first turn to the last, so a game that has one we lack is not imported at all.

use jsonc_parser::ast::{Object, ObjectProp, Value};

use super::json;
use super::told::Told;
use crate::diagnostic::Code;
use crate::text::Span;

/// Rules about tiles and figures that are told of on their own where they are in play, and mean nothing where not.
const ABOUT_OTHERS: [&str; 23] = [
    "princess-action",
    "fairy-placement",
    "dragon-move",
    "barn-placement",
    "wagon-move",
    "bazaar-auction",
    "bazaar-no-auction",
    "hill-tiebreaker",
    "espace-variant",
    "gq11-pig-herd",
    "tunnelize-other-expansions",
    "more-tunnel-tokens",
    "festival-return",
    "keep-monasteries",
    "labyrinth-variant",
    "coc-final-scoring",
    "count-move",
    "little-buildings-scoring",
    "king-and-robber-scoring",
    "king-and-robber-baron-scoring",
    "vineyards-for-garden",
    "random-seating-order",
    "clock-player-time",
];

/// An expansion whose rules are in play all or not at all.
struct Expansion {
    set: &'static str,
    elements: [&'static str; 3],
    full: &'static str,
    tiles_only: &'static str,
}

const INNS: Expansion = Expansion {
    set: "inns-and-cathedrals",
    elements: ["big-follower", "inn", "cathedral"],
    full: "inns",
    tiles_only: "inns-tiles",
};

const TRADERS: Expansion = Expansion {
    set: "traders-and-builders",
    elements: ["traders", "builder", "pig"],
    full: "traders",
    tiles_only: "traders-tiles",
};

/// The meeples each player has in our rulesets (B4.1).
const MEEPLES: i64 = 7;

/// The game that is played.
#[derive(Debug, Default)]
pub(super) struct Setup {
    /// The ruleset's name, with the bytes that ask for it; none where that is told.
    pub(super) game: Option<(&'static str, Span)>,
    /// The variants likewise.
    pub(super) variants: Vec<(&'static str, Span)>,
}

impl Setup {
    /// Adds a variant, once.
    fn add(&mut self, name: &'static str, span: Span) {
        if self.variants.iter().all(|(other, _)| *other != name) {
            self.variants.push((name, span));
        }
    }

    /// Whether the River is in play.
    pub(super) fn has_river(&self) -> bool {
        self.variants.iter().any(|(name, _)| *name == "river")
    }
}

/// Reads a setup of either version. What is lacking is told.
pub(super) fn read(setup: &Object<'_>, told: &mut Told) -> Setup {
    let mut read = Setup::default();
    let (sets, is_old) = match (json::object(setup, "sets"), json::object(setup, "expansions")) {
        (Some(sets), _) => (sets, false),
        (None, Some(sets)) => (sets, true),
        (None, None) => {
            let help = "expected `sets`, or `expansions` in files of the fourth version";
            told.error(Code::NotThisFormat, json::opening(setup), "the setup names no tile sets", help);
            return read;
        }
    };
    let mut expansions: Vec<(&'static Expansion, Span)> = Vec::new();
    for property in sets.properties.iter().filter(|property| is_on(&property.value)) {
        tile_set(property, is_old, &mut read, &mut expansions, told);
    }
    if read.game.is_none() && !told.is_failed() {
        told.error(Code::NotCarriedOver, json::opening(sets), "the game is played without the base game's tiles", "");
    }
    let elements = json::object(setup, "elements");
    for (expansion, span) in &expansions {
        let on = |name: &&str| elements.and_then(|elements| json::get(elements, name)).is_some_and(is_on);
        // The fourth version has no elements: its expansions come whole.
        let count = if is_old { 3 } else { expansion.elements.iter().filter(|name| on(name)).count() };
        match count {
            3 => read.add(expansion.full, *span),
            0 => read.add(expansion.tiles_only, *span),
            _ => {
                let message = format!("`{}` is played with some of its elements only", expansion.set);
                let [first, second, third] = expansion.elements;
                let help = format!("our variants have all of `{first}`, `{second}` and `{third}`, or none");
                told.error(Code::NotCarriedOver, *span, message, help);
            }
        }
    }
    if let Some(elements) = elements {
        let in_play = |name: &str| expansions.iter().any(|(expansion, _)| expansion.elements.contains(&name));
        read_elements(elements, &in_play, &mut read, told);
    }
    let has_inns = expansions.iter().any(|(expansion, _)| expansion.set == INNS.set);
    for property in json::object(setup, "rules").into_iter().flat_map(|rules| &rules.properties) {
        rule(property, has_inns, &mut read, told);
    }
    read
}

/// A set of tiles in play, such as `basic:1` or `RIVER`.
fn tile_set(
    property: &ObjectProp<'_>,
    is_old: bool,
    read: &mut Setup,
    expansions: &mut Vec<(&'static Expansion, Span)>,
    told: &mut Told,
) {
    let written = property.name.as_str();
    let span = json::key_span(property);
    let name = written.to_ascii_lowercase().replace('_', "-");
    let (name, edition) = name.split_once(':').unwrap_or((&name, "1"));
    if json::integer(&property.value).is_some_and(|copies| copies > 1) {
        let message = format!("the tiles of `{written}` are in play more than once");
        told.error(Code::NotCarriedOver, json::span(&property.value), message, "our rulesets have each set once");
        return;
    }
    let has = |expansion: &Expansion| expansions.iter().any(|(other, _)| other.set == expansion.set);
    match (name, edition) {
        ("basic", "1" | "2") if read.game.is_some() => {
            told.error(Code::NotCarriedOver, span, "the tiles of two editions are in play", "our rulesets are of one");
        }
        ("basic", "1") => read.game = Some(("carcassonne-c1", span)),
        ("basic", "2") if !is_old => read.game = Some(("carcassonne", span)),
        ("river" | "river/1", _) => read.add("river", span),
        ("inns-and-cathedrals", _) if !has(&INNS) => expansions.push((&INNS, span)),
        ("traders-and-builders", _) if !has(&TRADERS) => expansions.push((&TRADERS, span)),
        ("inns-and-cathedrals" | "traders-and-builders", _) => {}
        _ => {
            let message = format!("the tiles of `{}` are none of ours", crate::log::quote(written.as_bytes()));
            let help = "what can be imported is the base game of the first and second edition with the River, Inns & \
                        Cathedrals, and Traders & Builders";
            told.error(Code::NotCarriedOver, span, message, help);
        }
    }
}

/// Figures and features in play.
fn read_elements(elements: &Object<'_>, in_play: &dyn Fn(&str) -> bool, read: &mut Setup, told: &mut Told) {
    let mut farmers = false;
    let mut meeples = 0;
    for property in elements.properties.iter().filter(|property| is_on(&property.value)) {
        let name = property.name.as_str();
        let span = json::key_span(property);
        match name {
            "small-follower" => {
                meeples = json::integer(&property.value).unwrap_or(0);
                if meeples != MEEPLES {
                    let message = format!("the players have `{meeples}` meeples each");
                    let help = format!("they have {MEEPLES} in our rulesets");
                    told.error(Code::NotCarriedOver, json::span(&property.value), message, help);
                }
            }
            "farmers" => farmers = true,
            "abbot" if json::integer(&property.value).is_none_or(|count| count == 1) => {
                read.add("abbot", span);
            }
            // What lies on tiles does nothing without the rules for it.
            "garden" | "river" | "inn" | "cathedral" | "traders" => {}
            _ if in_play(name) => {}
            _ => {
                let message = format!("the game has `{}`, which we lack", crate::log::quote(name.as_bytes()));
                told.error(Code::NotCarriedOver, span, message, "");
            }
        }
    }
    if !farmers {
        read.add("no-farmers", json::opening(elements));
    }
    if meeples == 0 {
        let help = format!("expected `\"small-follower\": {MEEPLES}`");
        told.error(Code::NotCarriedOver, json::opening(elements), "the players have no meeples", help);
    }
}

/// A rule other than its default.
fn rule(property: &ObjectProp<'_>, has_inns: bool, read: &mut Setup, told: &mut Told) {
    let name = property.name.as_str().to_ascii_lowercase().replace('_', "-");
    let span = json::span(&property.value);
    let value = match &property.value {
        Value::BooleanLit(flag) => {
            if flag.value {
                "true"
            } else {
                "false"
            }
        }
        other => json::scalar(other).unwrap_or_default(),
    };
    match (name.as_str(), value) {
        (_, "false") | ("tiny-city-scoring", "4") | ("inn-and-cathedral-final-scoring", "zero") => {}
        ("tiny-city-scoring", "2") | ("tiny-city-2-points", "true") => read.add("small-city-2", span),
        ("inn-and-cathedral-final-scoring", _) if !has_inns => {}
        ("tiny-city-scoring" | "inn-and-cathedral-final-scoring", _) => {
            let message = format!("the rule `{name}` is `{}`, which we lack", crate::log::quote(value.as_bytes()));
            told.error(Code::NotCarriedOver, span, message, "");
        }
        _ if ABOUT_OTHERS.contains(&name.as_str()) => {}
        _ => {
            let name = crate::log::quote(name.as_bytes());
            let message = format!("the rule `{name}` is not known here, so what it changes is lost");
            told.warning(Code::NotCarriedOver, json::key_span(property), message, "");
        }
    }
}

/// Whether an element or set is in play: true, or a number above 0.
fn is_on(value: &Value<'_>) -> bool {
    match value {
        Value::BooleanLit(flag) => flag.value,
        Value::NumberLit(number) => number.value.parse::<f64>().is_ok_and(|number| number > 0.0),
        Value::NullKeyword(_) => false,
        _ => true,
    }
}
