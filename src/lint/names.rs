//! TW0302 within a ruleset: every name it uses is declared in it.
//!
//! Features that figures and icons stand on, units of points, the feature of the front, the icons of the race, the slugs
//! that rules are cited for, and the names that `expect` counts. Names on tiles are in `segments` and `icons`, tiles to
//! start with in `start`.

use crate::diagnostic::{Code, Finding, did_you_mean, nearest};
use crate::model::{Map, Ruleset, Worth};
use crate::source::{Part, child};

use super::report::{At, Report};

/// Checks every name a ruleset uses of itself.
pub(super) fn check(rules: &Ruleset, report: &mut Report<'_>) {
    let features = Names { of: "feature", list: keys(&rules.features) };
    let icons = Names { of: "icon", list: keys(&rules.icons) };
    for (name, figure) in &rules.figures {
        features.all(&figure.on, &child(&child("/figures", name), "on"), report);
    }
    for good in rules.goods.keys() {
        icons.one(good, &At::key(Part::Ruleset, child("/goods", good)), report);
    }
    for (name, icon) in &rules.icons {
        features.all(&icon.on, &child(&child("/icons", name), "on"), report);
    }
    let units = units(rules);
    let units = Names { of: "unit of points", list: units.iter().map(String::as_str).collect() };
    for (name, figure) in &rules.figures {
        units.worth(figure.adds.as_ref(), &child(&child("/figures", name), "adds"), report);
    }
    for (name, feature) in &rules.features {
        let at = child("/features", name);
        units.worth(feature.completed.as_ref(), &child(&at, "completed"), report);
        units.worth(feature.r#final.as_ref(), &child(&at, "final"), report);
        for (number, when) in feature.when.iter().enumerate() {
            let at = child(&child(&at, "when"), number);
            units.worth(when.completed.as_ref(), &child(&at, "completed"), report);
            units.worth(when.r#final.as_ref(), &child(&at, "final"), report);
            if let Some(icon) = &when.icon {
                icons.one(icon, &At::value(Part::Ruleset, child(&at, "icon")), report);
            }
        }
    }
    if let Some(front) = &rules.front {
        features.one(&front.feature, &At::value(Part::Ruleset, "/front/feature"), report);
    }
    if let Some(race) = &rules.race {
        icons.one(&race.icon, &At::value(Part::Ruleset, "/race/icon"), report);
        icons.worth(Some(&race.first), "/race/first", report);
        icons.worth(Some(&race.second), "/race/second", report);
    }
    for (number, stack) in rules.stack.iter().enumerate() {
        if let Some(course) = &stack.course {
            features.one(course, &At::value(Part::Ruleset, child(&child("/stack", number), "course")), report);
        }
    }
    for slug in rules.rules.keys() {
        let slugs = || Code::ALL.iter().map(|code| code.slug());
        if !slugs().any(|known| known == slug) {
            let near = nearest(slug, slugs()).map(|near| format!("did you mean `{near}`?"));
            let help =
                near.unwrap_or_else(|| "rules are cited by the slug of the finding that says they are broken".into());
            let finding = Finding::error(Code::UnknownName, format!("no finding is called `{slug}`")).help(help);
            report.add(&At::key(Part::Ruleset, child("/rules", slug)), finding);
        }
    }
}

/// Checks the names that the `expect` at `pointer` counts, for a set that is in play. Says whether all are known.
pub(super) fn check_expect(rules: &Ruleset, set: &str, report: &mut Report<'_>) -> bool {
    let Some(expect) = rules.expect.get(set) else { return true };
    let before = report.found_in(Part::Ruleset);
    let pointer = child("/expect", set);
    let features = Names { of: "feature", list: keys(&rules.features) };
    let icons = Names { of: "icon", list: keys(&rules.icons) };
    features.worth(Some(&expect.edges), &child(&pointer, "edges"), report);
    features.worth(Some(&expect.segments), &child(&pointer, "segments"), report);
    features.worth(Some(&expect.tiles), &child(&pointer, "tiles"), report);
    features.worth(Some(&expect.borders), &child(&pointer, "borders"), report);
    icons.worth(Some(&expect.icons), &child(&pointer, "icons"), report);
    features.all(&expect.only_edges, &child(&pointer, "only_edges"), report);
    features.all(&expect.only_features, &child(&pointer, "only_features"), report);
    for (number, show) in expect.shows.iter().enumerate() {
        let pointer = child(&child(&pointer, "shows"), number);
        features.one(&show.feature, &At::value(Part::Ruleset, child(&pointer, "feature")), report);
        icons.worth(Some(&show.icons), &child(&pointer, "icons"), report);
        features.worth(Some(&show.with), &child(&pointer, "with"), report);
    }
    report.found_in(Part::Ruleset) == before
}

fn keys<T>(map: &Map<T>) -> Vec<&str> {
    map.keys().map(String::as_str).collect()
}

/// What points may be given for: a tile, a neighbour, a completed feature of a kind, an icon.
fn units(rules: &Ruleset) -> Vec<String> {
    let plain = ["tile", "neighbour"].into_iter().map(str::to_owned);
    let icons = rules.icons.keys().cloned();
    let closed = rules.features.keys().map(|feature| format!("closed_{feature}"));
    plain.chain(icons).chain(closed).collect()
}

/// The names of one kind that are declared.
struct Names<'a> {
    of: &'static str,
    list: Vec<&'a str>,
}

impl Names<'_> {
    fn one(&self, name: &str, at: &At, report: &mut Report<'_>) {
        if !self.list.contains(&name) {
            report.add(at, unknown(self.of, name, &self.list));
        }
    }

    fn all(&self, names: &[String], pointer: &str, report: &mut Report<'_>) {
        for (number, name) in names.iter().enumerate() {
            self.one(name, &At::value(Part::Ruleset, child(pointer, number)), report);
        }
    }

    fn worth(&self, worth: Option<&Worth>, pointer: &str, report: &mut Report<'_>) {
        for name in worth.into_iter().flat_map(Map::keys) {
            self.one(name, &At::key(Part::Ruleset, child(pointer, name)), report);
        }
    }
}

/// A name that nothing declares, with the nearest that is declared.
pub(super) fn unknown(of: &str, name: &str, declared: &[&str]) -> Finding {
    let message = format!("no {of} is called `{name}`");
    let help = did_you_mean(name, declared.iter().copied());
    let help = if help.is_empty() { format!("the ruleset declares no {of}") } else { help };
    Finding::error(Code::UnknownName, message).help(help)
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{findings, one};

    #[test]
    fn every_name_of_a_ruleset_is_declared() {
        let near = |text: &str| {
            let finding = one(|game| {
                let slip: toml::Table = toml::from_str(text).expect("the slip is TOML");
                let mut value = serde_json::to_value(&game.ruleset).expect("a ruleset is a value");
                merge(&mut value, &serde_json::to_value(slip).expect("a table is a value"));
                game.ruleset = serde_json::from_value(value).expect("the slip keeps the shape");
            });
            (finding.code.number(), finding.help.unwrap_or_default())
        };
        let mean = |name: &str| ("TW0302", format!("did you mean `{name}`?"));
        assert_eq!(near("[figures.meeple]\non = [\"roed\"]"), mean("road"));
        assert_eq!(near("[icons.shield]\non = [\"city\", \"citty\"]"), mean("city"));
        assert_eq!(near("[features.city]\nfinal = { tiles = 1 }"), mean("tile"));
        assert_eq!(near("[features.field]\nfinal = { closed_citi = 1 }"), mean("closed_city"));
        assert_eq!(near("[[features.city.when]]\nicon = \"sheild\""), mean("shield"));
        assert_eq!(near("[[stack]]\ntileset = \"base\"\ncourse = \"roads\""), mean("road"));
        assert_eq!(near("[rules]\nedge-mismach = \"B4.3\""), mean("edge-mismatch"));
        assert_eq!(near("[expect.base.edges]\nfeild = 1"), mean("field"));
        assert_eq!(near("[expect.base.borders]\nfeild = 1"), mean("field"));
        assert_eq!(near("[expect.base]\nonly_features = [\"city\", \"raod\"]"), mean("road"));
        assert_eq!(
            near("[[expect.base.shows]]\nwhat = \"x\"\nfeature = \"city\"\nicons = { sield = 1 }"),
            mean("shield")
        );
        assert_eq!(near("[[expect.base.shows]]\nwhat = \"x\"\nfeature = \"city\"\nwith = { roads = 1 }"), mean("road"));
    }

    #[test]
    fn the_expectations_of_another_set_are_nobodys() {
        let found = findings(|game| {
            let expect = toml::from_str("total = 3\nedges = { nothing = 4 }").expect("it is an expectation");
            game.ruleset.expect.insert("somewhere-else".into(), expect);
        });
        assert!(found.iter().all(|finding| finding.level != crate::diagnostic::Level::Error));
    }

    fn merge(into: &mut serde_json::Value, from: &serde_json::Value) {
        match (into, from) {
            (serde_json::Value::Object(into), serde_json::Value::Object(from)) => {
                for (key, value) in from {
                    merge(into.entry(key.clone()).or_insert(serde_json::Value::Null), value);
                }
            }
            (into, from) => *into = from.clone(),
        }
    }
}
