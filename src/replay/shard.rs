//! A run shared out: which of its games one of several machines replays.
//!
//! Game number k of the whole input, counted from 1 over all files in their order, belongs to shard ((k - 1) mod N) + 1. What
//! must stay true: the shards together replay every game once, and what lies outside any game is told by the first alone.

use std::str::FromStr;

/// One of several shards, written `I/N`, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    number: u64,
    of: u64,
}

/// The most shards that a run is shared out into.
const MOST: u64 = 1_000_000;

impl Default for Shard {
    /// The only one.
    fn default() -> Self {
        Self { number: 1, of: 1 }
    }
}

impl Shard {
    /// Whether it replays the game of this number, counted from 0.
    #[must_use]
    pub const fn has(self, game: u64) -> bool {
        game % self.of == self.number - 1
    }

    /// Whether it is the first, which tells what lies outside any game.
    #[must_use]
    pub const fn is_first(self) -> bool {
        self.number == 1
    }
}

impl FromStr for Shard {
    type Err = String;

    /// # Errors
    /// What is wrong with the text, as a sentence.
    fn from_str(text: &str) -> Result<Self, String> {
        let number =
            |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u64>().ok());
        let Some((number, of)) = text.split_once('/').and_then(|(i, n)| Some((number(i)??, number(n)??))) else {
            return Err("a shard is written `I/N`, such as `2/8` for the second of eight".to_owned());
        };
        if of == 0 || of > MOST {
            return Err(format!("there are from 1 to {MOST} shards, not {of}"));
        }
        if number == 0 || number > of {
            return Err(format!("the shards of {of} are numbered from 1 to {of}; there is no shard {number}"));
        }
        Ok(Self { number, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_take_turns() {
        let of_three: Vec<Shard> = ["1/3", "2/3", "3/3"].iter().filter_map(|text| text.parse().ok()).collect();
        for game in 0..20 {
            assert_eq!(of_three.iter().filter(|shard| shard.has(game)).count(), 1);
            assert!(of_three[game as usize % 3].has(game) && Shard::default().has(game));
        }
    }

    #[test]
    fn what_is_no_shard_is_said() {
        for (text, says) in [
            ("", "written `I/N`"),
            ("1", "written `I/N`"),
            ("1/", "written `I/N`"),
            ("a/2", "written `I/N`"),
            ("+1/2", "written `I/N`"),
            ("-1/2", "written `I/N`"),
            ("1/2/3", "written `I/N`"),
            ("99999999999999999999/2", "written `I/N`"),
            ("1/0", "from 1 to 1000000 shards"),
            ("0/2", "there is no shard 0"),
            ("3/2", "numbered from 1 to 2"),
        ] {
            let error = text.parse::<Shard>().expect_err(text);
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
