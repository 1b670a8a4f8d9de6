//! Hand-made findings that hold what goes wrong most: non-ASCII columns, CRLF, tabs, a byte-order mark, stretches of
//! several lines, other files, maps, and text that would like to steer the terminal.

use crate::diagnostic::{Code, Finding, Level, TurnNumber};
use crate::text::{Excerpt, Place, Span};

/// The place of `words` in the text.
pub(crate) fn place(excerpt: &Excerpt, words: &str) -> Place {
    let start = excerpt.text.find(words).expect("the sample holds these words");
    excerpt.place(Span::new(start, start + words.len()))
}

/// A log's game that begins on line 12 of its file.
pub(crate) fn log() -> Excerpt {
    Excerpt {
        file: "games/people.moves".into(),
        text: "game: carcassonne\nplayers: Red, Blue\n\n1. Red H (0,-1) r0 {Red 4}\n".into(),
        first_line: 12,
    }
}

/// One finding for each thing that is hard.
pub(crate) fn findings() -> Vec<Finding> {
    let crlf = Excerpt::whole(
        "data/gr\u{fc}n, 1%.toml",
        "\u{feff}titel = \"a\"\r\n\tname = \"\u{fc}\u{4e2d}\"\tcount = \"two\"\r\n",
    );
    let tiles = Excerpt::whole(
        "data/set.toml",
        "kind = \"tileset\"\n[[tile]]\nid = \"A\"\nsegments = [\n  { id = \"v\" },\n  { id = \"w\" },\n]\ncount = 2\n",
    );
    let board = Excerpt::whole("data/board.toml", "kind = \"board\"\nid = \"b\"\n");
    let hostile = Excerpt::whole("\u{1b}[2J|x.moves", "# \u{1b}]0;owned\u{7} `|`\n");
    vec![
        Finding::error(Code::UnknownKey, "`titel` is no key of a tile set")
            .at(place(&crlf, "titel"))
            .help("did you mean `title`?"),
        Finding::error(Code::WrongType, "`count` wants a number, not `\"two\"`")
            .at(place(&crlf, "\"two\""))
            .label("text"),
        Finding::warning(Code::TileCountMismatch, "the tiles add up to 2, not `3`")
            .at(place(&tiles, "segments = [\n  { id = \"v\" },\n  { id = \"w\" },\n]"))
            .label("these")
            .related(place(&tiles, "count = 2"), "counted here")
            .related(place(&board, "\"b\""), "and stated for this board"),
        Finding {
            turn: Some(TurnNumber { number: 1, part: Some('b') }),
            attachments: vec!["turn  points  why\n   1       2  city\n\u{1b}[1mbold\u{1b}[0m\u{1b}[2J".to_owned()],
            ..Finding::error(Code::WrongClaim, "Red has 2 points, not `4`").at(place(&log(), "Red 4"))
        },
        Finding {
            level: Level::Note,
            ..Finding::error(Code::UnexpectedText, "::error::`\u{1b}[31m\r\n::warning::x`, 100%")
        }
        .at(place(&hostile, "\u{1b}]0;owned\u{7}"))
        .help("remove\nit"),
        Finding::error(Code::Unreadable, "the folder `games` cannot be read"),
    ]
}
