//! TW0408 for what players have: figures that can stand somewhere and be counted, and goods that something gives.

use crate::diagnostic::list_of;
use crate::model::{Figure, Ruleset, Shape};
use crate::source::{Part, child};

use super::Game;
use super::report::{At, Report};
use super::rules::incoherent;

/// The greatest weight one player can bring to a feature: majorities are counted in a byte.
const MOST_WEIGHT: u32 = 200;

/// Words that a move log reads as actions of their own.
const ACTIONS: [&str; 4] = ["recall", "pass", "chip", "reveal"];

/// Checks figures and goods against the rest of the ruleset and the tiles.
pub(super) fn check(game: &Game<'_>, report: &mut Report<'_>) {
    check_figures(game, report);
    check_goods(game, report);
}

fn check_figures(game: &Game<'_>, report: &mut Report<'_>) {
    let rules = &game.resolved.ruleset;
    let mut weight = 0;
    for (name, figure) in &rules.figures {
        weight += u32::from(figure.supply) * u32::from(figure.weight);
        let pointer = child("/figures", name);
        if ACTIONS.contains(&name.as_str()) {
            let finding = incoherent(format!("a figure called `{name}` cannot be written in a move log"));
            report.add(&At::key(Part::Ruleset, &pointer), finding.help(format!("`{name}` is an action there")));
        }
        check_company(name, figure, rules, report);
        // A variant may close a feature to all figures at once, those of other variants too.
        if !game.resolved.variants.is_empty() {
            continue;
        }
        for (number, on) in figure.on.iter().enumerate() {
            if rules.features.get(on).is_some_and(|feature| !feature.claimable) {
                let finding = incoherent(format!("`{name}` stands on `{on}`, which takes no figure"));
                let help = format!("`[features.{on}]` says `claimable = false`");
                report.add(&At::value(Part::Ruleset, child(&child(&pointer, "on"), number)), finding.help(help));
            }
        }
    }
    if weight > MOST_WEIGHT {
        let finding = incoherent(format!("the figures of one player weigh {weight} in all"));
        let help = format!("supplies times weights may come to {MOST_WEIGHT} at most");
        report.add(&At::key(Part::Ruleset, "/figures"), finding.help(help));
    }
}

/// What accompanies others: it does not count by itself, and only such a figure may lack weight (TE4, TE6, TE7).
fn check_company(name: &str, figure: &Figure, rules: &Ruleset, report: &mut Report<'_>) {
    let pointer = child("/figures", name);
    let counts = rules.figures.values().any(|other| other.weight > 0 && !other.joins);
    if figure.joins && !counts {
        let finding = incoherent(format!("`{name}` joins figures of its player, and there are none to join"));
        report.add(
            &At::value(Part::Ruleset, child(&pointer, "joins")),
            finding.help("one figure at least counts and joins nobody"),
        );
    }
    if figure.weight == 0 && !figure.joins {
        let finding = incoherent(format!("`{name}` counts for nothing and may stand alone"));
        let help = "what has no weight would not even take its feature: say `joins = true` too";
        report.add(&At::value(Part::Ruleset, child(&pointer, "weight")), finding.help(help));
    }
}

/// TE1: as many tokens as icons, on features that can be completed.
fn check_goods(game: &Game<'_>, report: &mut Report<'_>) {
    let rules = &game.resolved.ruleset;
    for (name, good) in &rules.goods {
        let pointer = child("/goods", name);
        let Some(icon) = rules.icons.get(name) else { continue };
        if rules.figures.contains_key(name) || rules.race.as_ref().is_some_and(|race| race.figure == *name) {
            let finding = incoherent(format!("`{name}` is a good and a figure"));
            report.add(&At::key(Part::Ruleset, &pointer), finding.help("a claim such as `Red.wine` could mean either"));
        }
        let completed = |feature: &String| {
            rules
                .features
                .get(feature)
                .is_none_or(|feature| feature.completed.is_some() && feature.shape != Shape::Ground)
        };
        if !icon.on.iter().any(completed) {
            let on: Vec<_> = icon.on.iter().map(String::as_str).collect();
            let finding = incoherent(format!("nobody ever gets `{name}`: nothing that carries it is completed"));
            let help = format!("it lies on {}", list_of(&on, "and"));
            report.add(&At::key(Part::Ruleset, &pointer), if on.is_empty() { finding } else { finding.help(help) });
        }
        let copies = |count: u32, icons: Option<&u32>| u64::from(count) * u64::from(icons.copied().unwrap_or(0));
        let on_tile = |tile: &crate::model::Tile| {
            let all = tile.segments.iter().map(|segment| copies(tile.count, segment.icons.get(name)));
            let faces = tile
                .faces
                .iter()
                .flat_map(|face| face.icons.values().map(|icons| copies(face.count.unwrap_or(0), icons.get(name))));
            all.chain(faces).sum::<u64>()
        };
        let printed: u64 = game.tiles().filter_map(|piece| piece.tile).map(on_tile).sum();
        if printed > u64::from(good.tokens) {
            let finding =
                incoherent(format!("the tiles show `{name}` {printed} times, and there are {} tokens", good.tokens));
            report.add(
                &At::value(Part::Ruleset, child(&pointer, "tokens")),
                finding.help("whoever completes all of them finds too few"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::codes;
    use crate::source::Resolved;

    fn figure(game: &mut Resolved, name: &str, text: &str) {
        game.ruleset.figures.insert(name.into(), toml::from_str(text).expect("it is a figure"));
    }

    #[test]
    fn figures_can_stand_and_be_counted() {
        let river = |game: &mut Resolved| {
            let text = "shape = \"line\"\nclaimable = false";
            game.ruleset.features.insert("river".into(), toml::from_str(text).expect("it is a feature"));
            game.ruleset.figures["meeple"].on.push("river".into());
        };
        assert_eq!(codes(river), ["TW0408"]);
        let closed_by_a_variant = |game: &mut Resolved| {
            river(game);
            game.variants.push("no-river".into());
        };
        assert!(codes(closed_by_a_variant).is_empty());
        assert_eq!(codes(|game| figure(game, "giant", "supply = 50\nweight = 4\non = [\"city\"]")), ["TW0408"]);
        assert!(codes(|game| figure(game, "big", "supply = 1\nweight = 2\non = [\"city\"]")).is_empty());
        assert_eq!(codes(|game| figure(game, "pass", "supply = 1\non = [\"city\"]")), ["TW0408"]);
    }

    #[test]
    fn company_has_somebody_to_join() {
        let builder = |text: &'static str| codes(move |game| figure(game, "builder", text));
        assert!(builder("supply = 1\non = [\"road\"]\nweight = 0\njoins = true").is_empty());
        assert_eq!(builder("supply = 1\non = [\"road\"]\nweight = 0"), ["TW0408"]);
        let alone = codes(|game| {
            game.ruleset.figures.clear();
            figure(game, "builder", "supply = 1\non = [\"road\"]\nweight = 0\njoins = true");
        });
        assert_eq!(alone, ["TW0408"]);
        assert_eq!(builder("supply = 1\non = [\"road\"]\nadds = { closed_city = 1 }"), ["TW0408"]);
    }

    #[test]
    fn goods_are_given_and_there_are_enough() {
        let goods = |name: &'static str, tokens: u32| {
            codes(move |game| {
                let good = toml::from_str(&format!("tokens = {tokens}\nmost = 10")).expect("it is a good");
                game.ruleset.goods.insert(name.into(), good);
            })
        };
        assert!(goods("shield", 10).is_empty());
        assert_eq!(goods("shield", 0), ["TW0408"]);
        assert_eq!(goods("sheild", 9), ["TW0302"]);
    }
}
