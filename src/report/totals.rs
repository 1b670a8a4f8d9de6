//! What a run went through, in numbers: the last line of what people read.

use std::fmt;

use super::{FileReport, GameReport};
use crate::diagnostic::Tally;

/// Games, turns and files gone through, and the findings on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Games, refused ones included.
    pub games: usize,
    /// Games that ended at an illegal move or were refused.
    pub illegal: usize,
    /// Turns completed in all of them.
    pub turns: u64,
    /// Files, where files are what was checked.
    pub files: Option<usize>,
    /// Findings, also those not shown.
    pub tally: Tally,
    /// Findings that a cap kept from being shown.
    pub held_back: usize,
}

impl Totals {
    pub(super) fn add_game(&mut self, game: &GameReport) {
        self.games += 1;
        self.illegal += usize::from(game.ended == super::Ended::Illegal);
        self.turns += u64::from(game.turns);
    }

    pub(super) fn add_file(&mut self, file: &FileReport) {
        *self.files.get_or_insert(0) += 1;
        self.games += file.games.unwrap_or(0) as usize;
    }
}

impl fmt::Display for Totals {
    /// `7 games, 497 turns, 0 findings`, `3 games (1 illegal), 10 turns, 2 errors` or `12 files, 1 error`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(files) = self.files {
            write!(f, "{}", count(files as u64, "file"))?;
            if self.games > 0 {
                write!(f, ", {}", count(self.games as u64, "game"))?;
            }
        } else {
            f.write_str(&count(self.games as u64, "game"))?;
            if self.illegal > 0 {
                write!(f, " ({} illegal)", self.illegal)?;
            }
            write!(f, ", {}", count(self.turns, "turn"))?;
        }
        write!(f, ", {}", self.tally)?;
        if self.held_back > 0 { write!(f, " ({} not shown)", self.held_back) } else { Ok(()) }
    }
}

/// `1 game`, `2 games`.
pub(super) fn count(number: u64, word: &str) -> String {
    if number == 1 { format!("1 {}", spaced(word)) } else { format!("{number} {}", plural(word)) }
}

/// The word with blanks for underscores.
fn spaced(word: &str) -> String {
    word.replace('_', " ")
}

/// The plural of an English noun that forms it regularly, as the words of rulesets do or nearly do.
fn plural(word: &str) -> String {
    let word = spaced(word);
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if word.ends_with(['s', 'x']) || word.ends_with("ch") || word.ends_with("sh") => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_as_people_do() {
        let words = [count(1, "closed_city"), count(2, "closed_city"), count(0, "tile"), count(3, "neighbour")];
        assert_eq!(words, ["1 closed city", "2 closed cities", "0 tiles", "3 neighbours"]);
    }
}
