//! The nearest spelling: what the writer probably meant.

/// The candidate nearest to `word`, where one is near enough to be a slip.
///
/// Near is a Damerau-Levenshtein distance of at most a third of the longer word, and one edit always; letter case does
/// not count. Among equals the first wins, so the order of `candidates` decides.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A word longer than any name is no slip, and comparing it would cost time for nothing.
    const LONGEST: usize = 64;
    if word.len() > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST && *candidate != word)
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| {
            let longer = word.chars().count().max(candidate.chars().count());
            *distance <= (longer / 3).max(1) && *distance < longer
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// "did you mean `x`?", or the whole list where it is short and nothing is near.
#[must_use]
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> String {
    const SHORT: usize = 12;
    if let Some(near) = nearest(word, candidates.clone()) {
        return format!("did you mean `{near}`?");
    }
    let all: Vec<_> = candidates.into_iter().collect();
    match all.len() {
        0 => String::new(),
        1 => format!("only `{}` is known here", all[0]),
        n if n <= SHORT => format!("expected {}", list_of(&all, "or")),
        n => format!("{n} names are known here, and none is near"),
    }
}

/// `a`, `b` or `c`: the words in backticks, joined as a sentence does.
#[must_use]
pub fn list_of(words: &[&str], joint: &str) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} {joint} {last}", head.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_spellings_are_found_and_far_ones_are_not() {
        let names = ["title", "total", "tile", "kind"];
        assert_eq!(nearest("titel", names), Some("title"));
        assert_eq!(nearest("KIND", ["kind"]), Some("kind"));
        assert_eq!(nearest("zebra", names), None);
        assert_eq!(nearest(&"x".repeat(10_000), names), None);
    }

    #[test]
    fn short_lists_are_told_whole() {
        assert_eq!(did_you_mean("zz", ["yes", "no"]), "expected `yes` or `no`");
        assert_eq!(did_you_mean("ys", ["yes", "no"]), "did you mean `yes`?");
    }
}
