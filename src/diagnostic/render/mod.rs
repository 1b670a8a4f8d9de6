//! Findings as text, one file a format.
//!
//! Each file turns one finding into one piece of its format; what stands around the pieces (documents, games, totals)
//! is the report's. What must stay true: nothing here reads the environment, colour and width are parameters; and no
//! text from the outside reaches the output without passing `escape` (a file name, a message or a line of source can
//! hold anything, and must neither steer a terminal nor make up lines, commands or tags).

pub mod escape;
pub mod github;
pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod sarif;
pub mod short;
mod snippet;

#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;

/// The formats a report can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// For eyes: the lines in question, with marks under the wrong bytes.
    Human,
    /// One line a finding, as compilers write them.
    Short,
    /// One JSON document.
    Json,
    /// One JSON object a line for each game or file.
    Jsonl,
    /// Workflow commands that GitHub shows as annotations.
    Github,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// `JUnit`'s XML, for test reports.
    Junit,
    /// Tables for a job summary.
    Markdown,
}

impl Format {
    /// Every format, in the order documentation lists them.
    pub const ALL: [Self; 8] =
        [Self::Human, Self::Short, Self::Json, Self::Jsonl, Self::Github, Self::Sarif, Self::Junit, Self::Markdown];

    /// The word that `--format` takes.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Short => "short",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Github => "github",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
        }
    }

    /// The format of this word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }

    /// Whether programs read it. What they read is complete unless a cap is asked for; what people read is capped.
    #[must_use]
    pub const fn is_for_programs(self) -> bool {
        matches!(self, Self::Json | Self::Jsonl | Self::Sarif | Self::Junit)
    }
}

/// The characters that lines, arrows and ellipses are drawn with. Text from the input stays as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Box-drawing characters.
    Unicode,
    /// Nothing beyond ASCII.
    Ascii,
}

/// How text for eyes is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The characters to draw with.
    pub charset: Charset,
    /// Columns of the terminal; less than 40 counts as 40.
    pub width: usize,
    /// Whether to colour. Nothing is said by colour alone.
    pub colour: bool,
}

impl Style {
    /// Unicode, 100 columns, no colour: what a file gets.
    pub const PLAIN: Self = Self { charset: Charset::Unicode, width: 100, colour: false };

    /// The columns to fill, at least 40.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.width.max(40)
    }

    /// The mark for what is left out.
    #[must_use]
    pub const fn ellipsis(&self) -> &'static str {
        match self.charset {
            Charset::Unicode => "\u{2026}",
            Charset::Ascii => "...",
        }
    }
}

impl Default for Style {
    fn default() -> Self {
        Self::PLAIN
    }
}
