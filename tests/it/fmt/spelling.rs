//! The same log or data file as somebody else would have written it, or as it lies there after an accident.

use std::fmt::Write as _;

use tilewright::game::{Game, TileName};
use tilewright::geometry::{Port, Rotation};
use tilewright::log::{Which, Word};
use tilewright::notation;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// Numbers that look random.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn blanks(&mut self, least: usize) -> String {
        (0..least + self.below(3)).map(|_| if self.one_in(4) { '\t' } else { ' ' }).collect()
    }
}

/// Another way to write a figure's target on a piece.
fn respelled(game: &Game, tile: &str, rotation: Rotation, target: &str, dice: &mut Dice) -> String {
    let Some(TileName::Class(class)) = game.tile_name(tile.as_bytes()) else { panic!("no tile `{tile}`") };
    let (feature, which) = match target.split_once([':', '=']) {
        None => (target, Which::Only),
        Some((feature, id)) if target.contains('=') => (feature, Which::Segment(Word { text: id.as_bytes(), at: 0 })),
        Some((feature, port)) => {
            let (letter, port) = port.split_once('.').map_or((None, port), |(letter, port)| (Some(letter), port));
            let port = Port::all().find(|known| known.to_string() == port).expect("a port");
            (feature, Which::Port(letter.map(|letter| letter.as_bytes()[0] - b'a'), port))
        }
    };
    let id = game.feature(feature.as_bytes()).expect("a feature");
    let segment = notation::find(game, class, rotation, id, which).expect("a segment");
    let ports = notation::ports_of(game, class, rotation, segment);
    if ports.is_empty() || matches!(which, Which::Only) && dice.one_in(2) {
        return target.to_owned();
    }
    format!("{feature}:{}", ports[dice.below(ports.len())])
}

/// The line of a turn as somebody else would write it.
fn mangled_turn(game: &Game, line: &str, dice: &mut Dice) -> String {
    let (turn, claims) = line.split_once(" {").map_or((line, None), |(turn, claims)| (turn, Some(claims)));
    let mut words = turn.split(' ');
    let mut out = dice.blanks(0);
    let number = words.next().expect("a number");
    if !dice.one_in(3) {
        out += number;
    }
    let (mut tile, mut rotation) = ("", Rotation::default());
    let words: Vec<_> = words.collect();
    for (index, &word) in words.iter().enumerate() {
        let is_figure = |word: &str| game.figure(word.as_bytes()).is_some();
        let degrees = word.strip_prefix('r').and_then(|degrees| degrees.parse::<u16>().ok());
        if index > 0 && word.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            (tile, rotation) = (word, Rotation::default());
        }
        if let Some(degrees) = degrees {
            rotation = Rotation::from_quarters((degrees / 90) as u8);
        }
        if word == "r0" && dice.one_in(2) {
            continue;
        }
        out += &dice.blanks(1);
        out += &match index.checked_sub(1).map(|before| words[before]) {
            Some(before) if is_figure(before) && words[index - 2] != "recall" => {
                respelled(game, tile, rotation, word, dice)
            }
            _ => word.replace(',', if dice.one_in(3) { ", " } else { "," }),
        };
    }
    if let Some(claims) = claims {
        let between = format!("{},{}", dice.blanks(0), dice.blanks(0));
        let _ = write!(out, "{}{{{}{}", dice.blanks(1), dice.blanks(0), claims.replace(", ", &between));
    }
    out
}

/// A log with other spacing and spelling, and with comments `#1`, `#2`, ... in it.
pub(super) fn mangled(game: &Game, text: &str, dice: &mut Dice) -> (String, usize) {
    let mut out = String::from("\u{feff}");
    let mut comments = 0;
    let mut comment = |out: &mut String| {
        comments += 1;
        let _ = write!(out, "#{comments}");
    };
    for line in text.lines() {
        if dice.one_in(6) {
            out += &dice.blanks(0);
            comment(&mut out);
            out += "\r\n";
        }
        if dice.one_in(6) {
            let _ = write!(out, "{}\r\n\r\n", dice.blanks(0));
        }
        let is_text = line.starts_with("source:") || line.starts_with("note:");
        if line.starts_with(|first: char| first.is_ascii_digit()) {
            out += &mangled_turn(game, line, dice);
        } else if !is_text && !line.is_empty() {
            let (key, value) = line.split_once(": ").expect("a header");
            let _ = write!(out, "{}{key}:{}{}", dice.blanks(0), dice.blanks(0), value.replace(", ", " ,"));
        } else {
            out += line;
        }
        if dice.one_in(6) && !is_text && !line.is_empty() {
            out += &dice.blanks(1);
            comment(&mut out);
        }
        out += &dice.blanks(0);
        out += if dice.one_in(9) { "\n" } else { "\r\n" };
    }
    (out, comments)
}

/// Data with other spacing, lists broken elsewhere, and comments added.
pub(super) fn mangled_data(text: &str, dice: &mut Dice) -> String {
    let mut out = String::new();
    let mut open = Vec::new();
    let mut is_value = false;
    let mut comments = 0;
    for token in Source::new(text).lex() {
        let word = &text[token.span().start()..token.span().end()];
        match token.kind() {
            TokenKind::Equals => is_value = true,
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket if is_value => open.push(word),
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket if is_value => drop(open.pop()),
            TokenKind::Newline if open.is_empty() => is_value = false,
            _ => {}
        }
        let in_list = open.last() == Some(&"[");
        match token.kind() {
            TokenKind::Whitespace => out += &dice.blanks(0),
            TokenKind::Newline => out += if dice.one_in(5) { "\n\t\n\n" } else { "\r\n" },
            TokenKind::Comma if in_list && dice.one_in(4) => {
                comments += 1;
                let _ = write!(out, " ,#+{comments}\n\n ");
            }
            _ => out += word,
        }
    }
    out
}

/// Some bytes of a text put in, taken out or changed for others that files are made of.
pub(super) fn damaged(text: &str, dice: &mut Dice) -> Vec<u8> {
    const BYTES: &[u8] = b"\r\n\t #:,.=+-\"'()[]{}ab1r\xc3\xff\0";
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len());
        let byte = BYTES[dice.below(BYTES.len())];
        match dice.below(3) {
            0 => bytes.insert(at, byte),
            1 => drop(bytes.remove(at)),
            _ => bytes[at] = byte,
        }
    }
    bytes
}
