//! What the second ruleset does to play, a plain sentence each.

use super::{Comparison, Effect};

/// Sentences on every measure, event and source, in this order.
#[must_use]
pub fn sentences(comparison: &Comparison) -> Vec<String> {
    let [score, lead, first, turns, discards] = comparison.measures.as_slice() else { return Vec::new() };
    let mut all = vec![
        sentence(
            score,
            "Players score {} points more a game",
            "Players score {} points less a game",
            "what players score",
        ),
        sentence(
            lead,
            "The winner is {} points further ahead of the second",
            "The winner is {} points less far ahead of the second",
            "the distance between first and second",
        ),
        sentence(
            first,
            "The first seat's lead over the others grows by {} points",
            "The first seat's lead over the others shrinks by {} points",
            "the first seat's lead",
        ),
        sentence(turns, "Games take {} turns more", "Games take {} turns less", "the length of games"),
        sentence(
            discards,
            "{} tiles more are discarded a game",
            "{} tiles less are discarded a game",
            "discarded tiles",
        ),
    ];
    if let [wins, ties] = comparison.events.as_slice() {
        let (wins, ties) = (percent(&wins.effect), percent(&ties.effect));
        all.push(sentence(
            &wins,
            "The first seat wins {} more of 100 games",
            "The first seat wins {} less of 100 games",
            "how often the first seat wins",
        ));
        all.push(sentence(
            &ties,
            "{} more of 100 games are ties",
            "{} less of 100 games are ties",
            "how often games are ties",
        ));
    }
    for (name, effect) in comparison.sources.iter().filter(|(_, effect)| !effect.same) {
        let (more, less) = (format!("{name}: {{}} points more a player"), format!("{name}: {{}} points less a player"));
        all.push(sentence(effect, &more, &less, &format!("points for {name}")));
    }
    all
}

/// A share's effect in games of a hundred.
fn percent(effect: &Effect) -> Effect {
    let mut scaled = *effect;
    scaled.difference *= 100.0;
    if let Some(interval) = &mut scaled.interval {
        interval.low *= 100.0;
        interval.high *= 100.0;
    }
    scaled
}

fn sentence(effect: &Effect, more: &str, less: &str, what: &str) -> String {
    if effect.same {
        return format!("No game differs in {what}.");
    }
    let Some(interval) = effect.interval else {
        return format!("One pair of games says nothing about {what}.");
    };
    if !effect.is_seen() {
        return format!("No effect is seen on {what} (95% between {:+.2} and {:+.2}).", interval.low, interval.high);
    }
    let (form, low, high) = if effect.difference > 0.0 {
        (more, interval.low, interval.high)
    } else {
        (less, -interval.high, -interval.low)
    };
    let amount = form.replace("{}", &format!("{:.2}", effect.difference.abs()));
    format!("{amount} (95% between {low:.2} and {high:.2}).")
}
