//! TW0408 for points: what a feature scores for is something it can have.
//!
//! A tile and an icon count on any feature that can carry them, a neighbour only around a site, a completed feature only
//! beside ground, and only a block can lie beside ground (`formats.md`, section 1). Points for anything else would never be
//! paid, so they are a slip.

use crate::diagnostic::{Finding, list_of};
use crate::model::{Ruleset, Shape, Worth};
use crate::source::{Part, child};

use super::report::{At, Report};
use super::rules::incoherent;

/// What comes before the name of a feature in a unit that counts completed ones.
const CLOSED: &str = "closed_";

/// Checks what every feature and the race score for. Names that nothing declares are the business of `names`.
pub(super) fn check(rules: &Ruleset, report: &mut Report<'_>) {
    for name in rules.icons.keys() {
        if ["tile", "neighbour"].contains(&name.as_str()) || name.starts_with(CLOSED) {
            let finding =
                incoherent(format!("an icon called `{name}` cannot be told from the unit of points `{name}`"));
            report.add(&At::key(Part::Ruleset, child("/icons", name)), finding);
        }
    }
    for (name, feature) in &rules.features {
        let pointer = child("/features", name);
        check_worth(rules, name, feature.completed.as_ref(), &child(&pointer, "completed"), report);
        check_worth(rules, name, feature.r#final.as_ref(), &child(&pointer, "final"), report);
        for (number, when) in feature.when.iter().enumerate() {
            let pointer = child(&child(&pointer, "when"), number);
            check_worth(rules, name, when.completed.as_ref(), &child(&pointer, "completed"), report);
            check_worth(rules, name, when.r#final.as_ref(), &child(&pointer, "final"), report);
            if when.icon.is_none() && when.max_tiles.is_none() {
                let finding = incoherent(format!("a condition of `{name}` has nothing to hold for"));
                let help = "name an `icon` the feature must have, or the most tiles in `max_tiles`";
                report.add(&At::value(Part::Ruleset, &pointer), finding.help(help));
            }
            let at = At::value(Part::Ruleset, child(&pointer, "icon"));
            if let Some(finding) = when.icon.as_ref().and_then(|icon| never_on(rules, icon, name)) {
                report.add(&at, finding);
            }
        }
    }
    for (name, figure) in &rules.figures {
        for feature in &figure.on {
            let pointer = child(&child("/figures", name), "adds");
            check_worth(rules, feature, figure.adds.as_ref(), &pointer, report);
        }
    }
    let (Some(race), Some(front)) = (&rules.race, &rules.front) else { return };
    if rules.features.get(&front.feature).is_none_or(|feature| feature.shape != Shape::Line) {
        return;
    }
    for (key, worth) in [("first", &race.first), ("second", &race.second)] {
        for icon in worth.keys() {
            if let Some(finding) = never_on(rules, icon, &front.feature) {
                report.add(&At::key(Part::Ruleset, child(&child("/race", key), icon)), finding);
            }
        }
    }
}

fn check_worth(rules: &Ruleset, name: &str, worth: Option<&Worth>, pointer: &str, report: &mut Report<'_>) {
    let Some(feature) = rules.features.get(name) else { return };
    for unit in worth.into_iter().flat_map(Worth::keys) {
        let closed = unit.strip_prefix(CLOSED).and_then(|closed| rules.features.get(closed));
        let finding = match (unit.as_str(), closed) {
            ("neighbour", _) if feature.shape != Shape::Site => Some(
                incoherent(format!("`{name}` is a {} and has no neighbours to score for", feature.shape.word()))
                    .help("a `neighbour` is a piece around a site"),
            ),
            (_, Some(_)) if feature.shape != Shape::Ground => Some(
                incoherent(format!("`{name}` is a {} and borders nothing", feature.shape.word()))
                    .help(format!("`{unit}` is for ground, which borders blocks")),
            ),
            (_, Some(closed)) if closed.shape != Shape::Block => Some(
                incoherent(format!("no ground borders a {}, so `{unit}` never counts", closed.shape.word()))
                    .help("ground borders blocks only: features that take whole edges"),
            ),
            _ => never_on(rules, unit, name),
        };
        if let Some(finding) = finding {
            report.add(&At::key(Part::Ruleset, child(pointer, unit)), finding);
        }
    }
}

/// A complaint where an icon is declared and cannot lie on a feature that is declared.
fn never_on(rules: &Ruleset, icon: &str, feature: &str) -> Option<Finding> {
    let on = &rules.icons.get(icon)?.on;
    // An unknown name among those the icon lies on may well be meant for this one.
    if !rules.features.contains_key(feature)
        || on.iter().any(|name| name == feature || !rules.features.contains_key(name))
    {
        return None;
    }
    let on: Vec<_> = on.iter().map(String::as_str).collect();
    let help = match on.as_slice() {
        [] => format!("`{icon}` lies on no feature"),
        on => format!("`[icons.{icon}]` says it lies on {} only", list_of(on, "and")),
    };
    Some(incoherent(format!("`{icon}` never lies on `{feature}`")).help(help))
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{findings, race_findings};
    use crate::model::Feature;

    fn said(feature: &str, text: &str) -> Vec<String> {
        let found = findings(|game| {
            let points: toml::Table = toml::from_str(text).expect("it is TOML");
            let mut record = toml::Table::try_from(&game.ruleset.features[feature]).expect("a feature is a table");
            record.extend(points);
            let changed: Feature = record.try_into().expect("it is a feature still");
            game.ruleset.features[feature] = changed;
        });
        assert!(found.iter().all(|finding| finding.code.number() == "TW0408"), "{found:?}");
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn points_are_for_what_a_feature_can_have() {
        assert_eq!(said("road", "final = { neighbour = 1 }"), ["`road` is a line and has no neighbours to score for"]);
        assert_eq!(said("road", "final = { closed_city = 1 }"), ["`road` is a line and borders nothing"]);
        assert_eq!(
            said("field", "final = { closed_road = 1 }"),
            ["no ground borders a line, so `closed_road` never counts"]
        );
        assert_eq!(said("road", "completed = { shield = 1 }"), ["`shield` never lies on `road`"]);
        assert!(said("monastery", "final = { neighbour = 1, tile = 1 }").is_empty());
        assert!(said("field", "final = { closed_city = 3 }").is_empty());
    }

    #[test]
    fn conditions_have_something_to_hold_for() {
        assert_eq!(
            said("road", "when = [{ completed = { tile = 2 } }]"),
            ["a condition of `road` has nothing to hold for"]
        );
        assert_eq!(said("road", "when = [{ icon = \"shield\" }]"), ["`shield` never lies on `road`"]);
        assert!(said("city", "when = [{ icon = \"shield\" }, { max_tiles = 2 }]").is_empty());
    }

    #[test]
    fn the_race_is_paid_for_icons_of_the_front() {
        let found = race_findings(|game| {
            let race = game.ruleset.race.as_mut().expect("there is a race");
            race.first.insert("float".into(), 1);
        });
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].message, "`float` never lies on `stream`");
    }
}
