//! Which two things are compared: games with games, parts with parts, and in folders whatever has the same name.

use super::Compared;
use super::data::{self, Change};
use super::operand::{Operand, Trouble, What};
use crate::source::Resolved;

/// Compares two operands: one game or part with another, or the games and variants of folders by their names.
///
/// # Errors
/// Where they do not go together, or either is broken.
pub fn pairs(a: &Operand, b: &Operand) -> Result<Vec<Compared>, Trouble> {
    if let (What::Part(one, kind), What::Part(other, other_kind)) = (&a.what, &b.what) {
        if kind != other_kind {
            let message = format!("`{}` is a {}, `{}` a {}", a.text, kind.word(), b.text, other_kind.word());
            return Err(Trouble::Usage(message));
        }
        return Ok(vec![Compared { name: other.game.clone(), changes: compare(a, one, b, other) }]);
    }
    if let Some(part) = [a, b].into_iter().find(|operand| matches!(operand.what, What::Part(..))) {
        return Err(Trouble::Usage(format!("`{}` is a part of a game, and the other operand is a game", part.text)));
    }
    let with_variants = a.is_folder() || b.is_folder();
    let plain = a.variants.is_empty() && b.variants.is_empty();
    if !(with_variants && plain) || matches!((&a.what, &b.what), (What::Game(..), What::Game(..))) {
        let (one, other) = (a.subject()?, b.subject()?);
        let mut all =
            vec![Compared { name: other.name.clone(), changes: compare(a, &one.resolved, b, &other.resolved) }];
        if let (true, true, What::Game(x, _), What::Game(y, _)) = (with_variants, plain, &a.what, &b.what) {
            variants(&mut all, (a, x), (b, y))?;
        }
        return Ok(all);
    }
    let (mine, theirs) = (a.games()?, b.games()?);
    let mut all = Vec::new();
    for (id, file) in &mine {
        let Some((_, other)) = theirs.iter().find(|(name, _)| name == id) else {
            all.push(one_sided(id, "games", "game", "gone"));
            continue;
        };
        let changes = compare(a, &a.resolve(file, &[])?, b, &b.resolve(other, &[])?);
        let mut of_game = vec![Compared { name: id.clone(), changes }];
        variants(&mut of_game, (a, file), (b, other))?;
        all.append(&mut of_game);
    }
    let new = theirs.iter().filter(|(id, _)| mine.iter().all(|(name, _)| name != id));
    all.extend(new.map(|(id, _)| one_sided(id, "games", "game", "new")));
    Ok(all)
}

/// Adds the variants of a game: what they change beyond what the game itself does.
fn variants(all: &mut Vec<Compared>, (a, x): (&Operand, &str), (b, y): (&Operand, &str)) -> Result<(), Trouble> {
    let (mine, theirs) = (a.library.variant_names(x), b.library.variant_names(y));
    let base: Vec<String> = all[0].changes.iter().map(|change| change.text.clone()).collect();
    let id = all[0].name.clone();
    for name in &mine {
        let title = format!("{id}+{name}");
        if !theirs.contains(name) {
            all.push(one_sided(&title, "variants", "variant", "gone"));
            continue;
        }
        let one = std::slice::from_ref(name);
        let mut changes = compare(a, &a.resolve(x, one)?, b, &b.resolve(y, one)?);
        changes.retain(|change| !base.contains(&change.text));
        all.push(Compared { name: title, changes });
    }
    let new = theirs.iter().filter(|name| !mine.contains(name));
    all.extend(new.map(|name| one_sided(&format!("{id}+{name}"), "variants", "variant", "new")));
    Ok(())
}

fn one_sided(name: &str, section: &str, word: &str, verb: &str) -> Compared {
    let id = name.rsplit('+').next().unwrap_or(name);
    let change = Change {
        key: Some(format!("{section}.{id}")),
        text: format!("{word} `{id}` is {verb}"),
        before: None,
        after: None,
        from: None,
        to: None,
    };
    Compared { name: name.to_owned(), changes: vec![change] }
}

/// Compares data, places named as the operands were.
fn compare(a: &Operand, one: &Resolved, b: &Operand, other: &Resolved) -> Vec<Change> {
    let mut changes = data::compare(one, other);
    for change in &mut changes {
        if let (Some(revision), Some(place)) = (&a.revision, &mut change.from) {
            revision.rename(place);
        }
        if let (Some(revision), Some(place)) = (&b.revision, &mut change.to) {
            revision.rename(place);
        }
    }
    changes
}
