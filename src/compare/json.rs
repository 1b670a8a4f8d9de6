//! The comparison as one JSON document, and its schema.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Comparison, EVENTS, Effect, FORMAT, Interval, MEASURES, Share, sentences};
use crate::report::output_schema;

/// What `compare --format json` writes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "compare")]
pub struct CompareDocument {
    /// The number of this format.
    pub format: u32,
    /// The first operand, as it was written.
    pub a: String,
    /// The second one.
    pub b: String,
    /// Pairs of games played.
    pub games: u64,
    /// Players.
    pub players: usize,
    /// The seed.
    pub seed: u64,
    /// How moves were chosen.
    pub policy: &'static str,
    /// What the second side does, in words.
    pub sentences: Vec<String>,
    /// Numbers of a game.
    pub measures: Vec<EffectRecord>,
    /// Points a player by where they come from.
    pub sources: Vec<EffectRecord>,
    /// What happens in some games.
    pub events: Vec<ShareRecord>,
}

/// A number of a game under both.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Effect")]
pub struct EffectRecord {
    /// What it is.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// Its mean under the first side.
    pub mean_before: f64,
    /// Its standard deviation there.
    pub sd_before: f64,
    /// Its mean under the second side.
    pub mean_after: f64,
    /// Its standard deviation there.
    pub sd_after: f64,
    /// The mean of the differences of pairs, the second less the first.
    pub difference: f64,
    /// Student's interval of it at 95%, lower and upper bound; left out for a single pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// Whether the interval leaves out zero.
    pub seen: bool,
}

/// What happens in some games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Share")]
pub struct ShareRecord {
    /// What it is.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// The share of games under the first side, 0 to 1.
    pub share_before: f64,
    /// Wilson's interval of it at 95%.
    pub interval_before: [f64; 2],
    /// The share under the second side.
    pub share_after: f64,
    /// Wilson's interval of it at 95%.
    pub interval_after: [f64; 2],
    /// The second share less the first.
    pub difference: f64,
    /// Student's interval of that over the pairs, at 95%; left out for a single pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// Whether that interval leaves out zero.
    pub seen: bool,
}

/// The schemas of this output, by name.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![("compare", output_schema::<CompareDocument>(FORMAT))]
}

/// Six decimals, so that a document is the same on every machine.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

fn bounds(interval: Interval) -> [f64; 2] {
    [rounded(interval.low), rounded(interval.high)]
}

fn effect(name: &str, title: &str, effect: &Effect) -> EffectRecord {
    EffectRecord {
        name: name.to_owned(),
        title: title.to_owned(),
        mean_before: rounded(effect.a.0),
        sd_before: rounded(effect.a.1),
        mean_after: rounded(effect.b.0),
        sd_after: rounded(effect.b.1),
        difference: rounded(effect.difference),
        interval: effect.interval.map(bounds),
        seen: effect.is_seen(),
    }
}

fn share(name: &str, title: &str, share: &Share) -> ShareRecord {
    ShareRecord {
        name: name.to_owned(),
        title: title.to_owned(),
        share_before: rounded(share.a.0),
        interval_before: bounds(share.a.1),
        share_after: rounded(share.b.0),
        interval_after: bounds(share.b.1),
        difference: rounded(share.effect.difference),
        interval: share.effect.interval.map(bounds),
        seen: share.effect.is_seen(),
    }
}

impl From<&Comparison> for CompareDocument {
    fn from(comparison: &Comparison) -> Self {
        let setting = comparison.setting;
        Self {
            format: FORMAT,
            a: comparison.a.clone(),
            b: comparison.b.clone(),
            games: setting.games,
            players: setting.players,
            seed: setting.seed,
            policy: "random",
            sentences: sentences(comparison),
            measures: MEASURES
                .iter()
                .zip(&comparison.measures)
                .map(|((name, title), one)| effect(name, title, one))
                .collect(),
            sources: comparison.sources.iter().map(|(name, one)| effect(name, name, one)).collect(),
            events: EVENTS.iter().zip(&comparison.events).map(|((name, title), one)| share(name, title, one)).collect(),
        }
    }
}
