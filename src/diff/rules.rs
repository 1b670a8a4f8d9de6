//! The rules of two rulesets: players, start, stacks, figures, icons, goods, features, the race and the options.

use serde_json::{Value, json};

use super::data::{Pair, count, either, ticked};
use super::scoring;
use crate::model::{Feature, Figure, Map, Ruleset, Start};
use crate::source::{Part, child};

pub(super) fn compare(pair: &mut Pair<'_>) {
    let (a, b) = (&pair.a.ruleset, &pair.b.ruleset);
    heads(pair, a, b);
    records(pair, "figures", "figure", &a.figures, &b.figures, figure);
    records(pair, "icons", "icon", &a.icons, &b.icons, |pair, name, a, b| {
        on(pair, &format!("icons.{name}.on"), &format!("icon `{name}`"), "lies", &a.on, &b.on);
    });
    records(pair, "goods", "good", &a.goods, &b.goods, |pair, name, a, b| {
        number(pair, "goods", name, "tokens", &format!("good `{name}`: tokens"), a.tokens, b.tokens);
        number(pair, "goods", name, "most", &format!("good `{name}`: points for most"), a.most, b.most);
    });
    records(pair, "features", "feature", &a.features, &b.features, feature);
    race(pair, a, b);
    chips(pair, a, b);
    options(pair, a, b);
    notes(pair, a, b);
}

/// What stands at the top of a ruleset.
fn heads(pair: &mut Pair<'_>, a: &Ruleset, b: &Ruleset) {
    let range =
        |ruleset: &Ruleset| ruleset.players.map_or("not said".to_owned(), |[least, most]| format!("{least} to {most}"));
    pair.leaf("players", "/players", "players", &range(a), &range(b));
    if json!(a.start) != json!(b.start) {
        let at = Some((Part::Ruleset, "/start"));
        pair.change("start", format!("the game starts with {}, not {}", starts(&b.start), starts(&a.start)), at, at);
    }
    if json!(a.stack) != json!(b.stack) {
        let words = |ruleset: &Ruleset| {
            let each = ruleset.stack.iter().map(|stack| {
                let mut text = format!("`{}`", stack.tileset);
                text.extend(stack.first.iter().map(|tile| format!(", `{tile}` first")));
                text.extend(stack.last.iter().map(|tile| format!(", `{tile}` last")));
                text.extend(stack.course.iter().map(|feature| format!(", each continuing the `{feature}`")));
                text
            });
            let each: Vec<String> = each.collect();
            if each.is_empty() { "nothing".to_owned() } else { each.join("; then ") }
        };
        let at = |ruleset: &Ruleset| (!ruleset.stack.is_empty()).then_some((Part::Ruleset, "/stack/0"));
        pair.change("stack", format!("drawn before all other tiles: {} -> {}", words(a), words(b)), at(a), at(b));
    }
    let front =
        |ruleset: &Ruleset| ruleset.front.as_ref().map_or("none".to_owned(), |front| format!("`{}`", front.feature));
    pair.leaf("front", "/front/feature", "the feature that holds everything else back", &front(a), &front(b));
}

fn starts(start: &[Start]) -> String {
    let each =
        start.iter().map(|tile| format!("`{}` ({},{}) r{}", tile.tile, tile.cell[0], tile.cell[1], tile.rotation));
    let each: Vec<String> = each.collect();
    if each.is_empty() { "no tile".to_owned() } else { each.join(", ") }
}

/// Records by name: added, removed, or compared.
fn records<T>(
    pair: &mut Pair<'_>,
    section: &str,
    word: &str,
    a: &Map<T>,
    b: &Map<T>,
    compare: impl Fn(&mut Pair<'_>, &str, &T, &T),
) {
    let pointer = |name: &str| child(&child("", section), name);
    for (name, before) in a {
        match b.get(name) {
            Some(after) => compare(pair, name, before, after),
            None => {
                let key = format!("{section}.{name}");
                pair.change(key, format!("{word} `{name}` is gone"), Some((Part::Ruleset, &pointer(name))), None);
            }
        }
    }
    for name in b.keys().filter(|name| !a.contains_key(*name)) {
        let key = format!("{section}.{name}");
        pair.change(key, format!("{word} `{name}` is new"), None, Some((Part::Ruleset, &pointer(name))));
    }
}

fn number<N: Into<Value> + Copy + PartialEq + std::fmt::Display>(
    pair: &mut Pair<'_>,
    section: &str,
    name: &str,
    field: &str,
    what: &str,
    a: N,
    b: N,
) {
    if a != b {
        let pointer = format!("/{section}/{name}/{field}");
        pair.leaf(&format!("{section}.{name}.{field}"), &pointer, what, &a.to_string(), &b.to_string());
        pair.values(a, b);
    }
}

/// Where a figure may stand, or an icon lies.
fn on(pair: &mut Pair<'_>, key: &str, what: &str, verb: &str, a: &[String], b: &[String]) {
    let pointer = format!("/{}", key.replace('.', "/"));
    let at = Some((Part::Ruleset, pointer.as_str()));
    let gone: Vec<_> = a.iter().filter(|name| !b.contains(name)).collect();
    let new: Vec<_> = b.iter().filter(|name| !a.contains(name)).collect();
    if !gone.is_empty() {
        pair.change(key, format!("{what} no longer {verb} on {}", ticked(gone, "nothing")), at, at);
        pair.values(json!(a), json!(b));
    }
    if !new.is_empty() {
        pair.change(key, format!("{what} {verb} on {} too", ticked(new, "nothing")), at, at);
        pair.values(json!(a), json!(b));
    }
}

fn flag(pair: &mut Pair<'_>, section: &str, name: &str, field: &str, text: &str, sides: (bool, bool)) {
    if sides.0 != sides.1 {
        let pointer = format!("/{section}/{name}/{field}");
        let at = Some((Part::Ruleset, pointer.as_str()));
        pair.change(format!("{section}.{name}.{field}"), text, at, at);
        pair.values(sides.0, sides.1);
    }
}

fn figure(pair: &mut Pair<'_>, name: &str, a: &Figure, b: &Figure) {
    let what = format!("figure `{name}`");
    number(pair, "figures", name, "supply", &format!("{what}: supply"), a.supply, b.supply);
    on(pair, &format!("figures.{name}.on"), &what, "stands", &a.on, &b.on);
    if a.returns != b.returns {
        let word = |figure: &Figure| format!("`{}`", json!(figure.returns).as_str().unwrap_or_default());
        let pointer = format!("/figures/{name}/returns");
        pair.leaf(&format!("figures.{name}.returns"), &pointer, &format!("{what}: returns"), &word(a), &word(b));
    }
    number(pair, "figures", name, "weight", &format!("{what}: weight in a majority"), a.weight, b.weight);
    let joins = either(b.joins, "only joins figures of its player", "is placed without others of its player");
    flag(pair, "figures", name, "joins", &format!("{what} {joins}"), (a.joins, b.joins));
    let extra = either(b.extra_turn, "gives a second turn", "gives no second turn");
    flag(pair, "figures", name, "extra_turn", &format!("{what} {extra}"), (a.extra_turn, b.extra_turn));
    let recall = either(b.recall, "may be taken back", "is not taken back");
    flag(pair, "figures", name, "recall", &format!("{what} {recall}"), (a.recall, b.recall));
    let (key, pointer) = (format!("figures.{name}.adds"), format!("/figures/{name}/adds"));
    scoring::compare(pair, &key, &pointer, &format!("{what} adds"), (a.adds.as_ref(), b.adds.as_ref()), "nothing");
}

fn feature(pair: &mut Pair<'_>, name: &str, a: &Feature, b: &Feature) {
    let what = format!("feature `{name}`");
    let shape = |feature: &Feature| format!("`{}`", feature.shape.word());
    let pointer = |field: &str| format!("/features/{name}/{field}");
    let key = |field: &str| format!("features.{name}.{field}");
    pair.leaf(&key("shape"), &pointer("shape"), &format!("{what}: shape"), &shape(a), &shape(b));
    let claimable = either(b.claimable, "takes figures", "takes no figure");
    flag(pair, "features", name, "claimable", &format!("{what} {claimable}"), (a.claimable, b.claimable));
    let sides = (a.completed.as_ref(), b.completed.as_ref());
    scoring::compare(pair, &key("completed"), &pointer("completed"), &format!("{what} completed"), sides, "never is");
    let sides = (a.r#final.as_ref(), b.r#final.as_ref());
    scoring::compare(pair, &key("final"), &pointer("final"), &format!("{what} at the end"), sides, "nothing");
    scoring::conditions(pair, name, &a.when, &b.when);
}

/// The chips, all of them together: what a colour has is no thing of its own.
fn chips(pair: &mut Pair<'_>, a: &Ruleset, b: &Ruleset) {
    let at = Some((Part::Ruleset, "/chips"));
    let same = |chips: &crate::model::Chips| json!([chips.colours, chips.found, chips.lost]);
    match (&a.chips, &b.chips) {
        (Some(_), None) => pair.change("chips", "the chips are gone", at, None),
        (None, Some(_)) => pair.change("chips", "chips are new", None, at),
        (Some(one), Some(other)) if same(one) != same(other) => {
            pair.change("chips", "chips are worth something else, or there are others", at, at);
        }
        (Some(one), Some(other)) if one.verified != other.verified => {
            pair.note("whether the numbers of chips were counted differs", at, at);
        }
        _ => {}
    }
}

fn race(pair: &mut Pair<'_>, a: &Ruleset, b: &Ruleset) {
    let (Some(before), Some(after)) = (&a.race, &b.race) else {
        let at = Some((Part::Ruleset, "/race"));
        match (&a.race, &b.race) {
            (Some(race), None) => pair.change("race", format!("the race of the `{}` is gone", race.figure), at, None),
            (None, Some(race)) => pair.change("race", format!("a race of the `{}` is new", race.figure), None, at),
            _ => {}
        }
        return;
    };
    let ticks = |word: &str| format!("`{word}`");
    pair.leaf("race.figure", "/race/figure", "race: figure", &ticks(&before.figure), &ticks(&after.figure));
    pair.leaf("race.icon", "/race/icon", "race: icon that advances", &ticks(&before.icon), &ticks(&after.icon));
    pair.leaf("race.step", "/race/step", "race: step", &before.step.to_string(), &after.step.to_string());
    let sides = (Some(&before.first), Some(&after.first));
    scoring::compare(pair, "race.first", "/race/first", "race, first place", sides, "nothing");
    let sides = (Some(&before.second), Some(&after.second));
    scoring::compare(pair, "race.second", "/race/second", "race, second place", sides, "nothing");
    let (one, other) = (before.consolation.to_string(), after.consolation.to_string());
    pair.leaf("race.consolation", "/race/consolation", "race: consolation", &one, &other);
    let gap = |gap: Option<u32>| gap.map_or("any".to_owned(), |gap| count(u64::from(gap), "space", "spaces"));
    let what = "race: distance at which the second of two still scores";
    let (one, other) = (gap(before.two_players_gap), gap(after.two_players_gap));
    pair.leaf("race.two_players_gap", "/race/two_players_gap", what, &one, &other);
}

/// The options, those left out by their defaults.
fn options(pair: &mut Pair<'_>, a: &Ruleset, b: &Ruleset) {
    let (a, b) = (&a.options, &b.options);
    macro_rules! each {
        ($($name:ident),+) => { $(
            option(pair, stringify!($name), (json!(a.$name.unwrap_or_default()), a.$name.is_none()),
                (json!(b.$name.unwrap_or_default()), b.$name.is_none()));
        )+ };
    }
    each!(
        amazon_turn,
        bang_animals,
        multi_cell_tiles,
        camps_in_one_jungle,
        unplaceable,
        tie,
        field_scoring,
        river_bends,
        extra_turn
    );
    let table = |table: Option<crate::model::Table>| {
        table.map_or("no limit".to_owned(), |table| {
            let edge = json!(table.edge);
            format!("{} x {} cells, its edge `{}`", table.size[0], table.size[1], edge.as_str().unwrap_or_default())
        })
    };
    pair.leaf("options.table", "/options/table", "option `table`", &table(a.table), &table(b.table));
}

fn option(pair: &mut Pair<'_>, name: &str, (before, unset): (Value, bool), (after, unset_too): (Value, bool)) {
    if before == after {
        return;
    }
    let words = |value: &Value, unset| {
        format!("`{}`{}", value.as_str().unwrap_or_default(), either(unset, ", the default,", ""))
    };
    let (one, other) = (words(&before, unset), words(&after, unset_too));
    let text = format!("option `{name}`: {one} -> {}", other.trim_end_matches(','));
    let pointer = format!("/options/{name}");
    let at = |unset: bool| (!unset).then_some((Part::Ruleset, pointer.as_str()));
    pair.change(format!("options.{name}"), text, at(unset), at(unset_too));
    pair.values(before, after);
}

/// What changes no game.
fn notes(pair: &mut Pair<'_>, a: &Ruleset, b: &Ruleset) {
    let (before, after) = (json!(a), json!(b));
    for (key, what) in [
        ("id", "the ruleset's id"),
        ("title", "the ruleset's title"),
        ("status", "how well the rules are known"),
        ("source", "the ruleset's source"),
    ] {
        let word = |value: &Value| value[key].as_str().map_or("none".to_owned(), |word| format!("`{word}`"));
        if before[key] != after[key] {
            let pointer = child("", key);
            let at = |value: &Value| (!value[key].is_null()).then_some((Part::Ruleset, pointer.as_str()));
            pair.note(format!("{what}: {} -> {}", word(&before), word(&after)), at(&before), at(&after));
        }
    }
    for (key, what) in [
        ("expect", "what the rules state of the tile sets is written otherwise"),
        ("expect_board", "what the rules state of the board is written otherwise"),
        ("expect_mouth", "what the rules state of the mouth is written otherwise"),
        ("rules", "the numbers of the rules that messages cite differ"),
    ] {
        if before[key] != after[key] {
            let pointer = child("", key);
            let at = |value: &Value| (!value[key].is_null()).then_some((Part::Ruleset, pointer.as_str()));
            pair.note(what, at(&before), at(&after));
        }
    }
}
