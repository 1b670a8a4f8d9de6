//! What players are called in an imported game: colours by seat, or their own names where those are to be kept.

use crate::generate::PLAYER_NAMES;

/// The longest name that is kept, in characters.
const LONGEST: usize = 60;

/// A player in a log: the token that turns use, and the name in brackets behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Named {
    /// The token.
    pub(super) token: String,
    /// The name for people.
    pub(super) full: Option<String>,
}

/// The players of a game by seat.
pub(super) fn of(players: &[String], keep: bool) -> Vec<Named> {
    let colours = || PLAYER_NAMES.iter().map(|name| (*name).to_owned());
    if !keep {
        return colours().take(players.len()).map(|token| Named { token, full: None }).collect();
    }
    let mut named: Vec<Named> = Vec::new();
    for player in players {
        let is_free = |token: &String| named.iter().all(|other| other.token != *token);
        let own = Some(token_of(player)).filter(|token| !token.is_empty());
        let numbered = (1..).map(|number| format!("P{number}"));
        let token = own.into_iter().chain(colours()).chain(numbered).find(is_free).unwrap_or_default();
        // A name in brackets ends at its bracket, and a line at its end.
        let full: String =
            player.chars().filter(|letter| !letter.is_control() && *letter != ')').take(LONGEST).collect();
        let full = Some(full).filter(|full| *full != token && !full.trim().is_empty());
        named.push(Named { token, full });
    }
    named
}

/// A name as a token: its ASCII letters and digits from the first letter on.
fn token_of(name: &str) -> String {
    let letters = name.chars().skip_while(|letter| !letter.is_ascii_alphabetic());
    letters.filter(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')).take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(players: &[&str], keep: bool) -> Vec<String> {
        let players: Vec<_> = players.iter().map(|name| (*name).to_owned()).collect();
        let one = |named: Named| named.token + &named.full.map(|full| format!(" ({full})")).unwrap_or_default();
        of(&players, keep).into_iter().map(one).collect()
    }

    #[test]
    fn seats_are_colours_and_kept_names_are_tokens() {
        assert_eq!(shown(&["Anna", "Bert"], false), ["Red", "Blue"]);
        assert_eq!(
            shown(&["Anna", "7 of 9)\n", "\u{738b}", "Anna"], true),
            ["Anna", "of9 (7 of 9)", "Red (\u{738b})", "Blue (Anna)"]
        );
    }
}
