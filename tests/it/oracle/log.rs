//! Move logs for the oracle: words and brackets, nothing more.
//!
//! What must stay true: a valid log means the same here as in the format's grammar. An invalid one may well be read.

/// One game of a log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    /// The ruleset's id.
    pub(crate) ruleset: String,
    pub(crate) variants: Vec<String>,
    pub(crate) players: Vec<String>,
    /// Tile, cell and rotation, where a header says so.
    pub(crate) start: Vec<(String, (i32, i32), u16)>,
    pub(crate) turns: Vec<Turn>,
    /// `complete`, `now`, `stopped`, or nothing.
    pub(crate) end: String,
    pub(crate) score: Vec<Claim>,
}

/// One line of play.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    /// 1-based.
    pub(crate) line: usize,
    /// As written, without its dot: `7`, `7b`, or nothing.
    pub(crate) number: String,
    pub(crate) player: String,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) discard: bool,
    /// Each its words: `meeple city:N`, `recall`, `pass`.
    pub(crate) actions: Vec<Vec<String>>,
    pub(crate) claims: Vec<Claim>,
}

/// A piece laid, or discarded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Piece {
    pub(crate) tile: String,
    pub(crate) cell: Option<(i32, i32)>,
    /// Degrees.
    pub(crate) rotation: u16,
}

/// A claimed total.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) player: String,
    /// Empty for points.
    pub(crate) counter: String,
    pub(crate) total: i64,
}

/// Reads all games of a log.
pub(crate) fn games(text: &str) -> Result<Vec<Game>, String> {
    let mut games: Vec<Game> = Vec::new();
    for (index, raw) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = strip(raw);
        let said = |error: &str| format!("line {}: {error}: {raw}", index + 1);
        if line.is_empty() {
            continue;
        }
        let header = line.split_once(':').filter(|(key, _)| key.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'));
        if let Some(("game", name)) = header {
            games.push(Game { ruleset: name.trim().to_owned(), ..Game::default() });
        }
        let game = games.last_mut().ok_or_else(|| said("no game yet"))?;
        match header {
            Some(("variant", ids)) => game.variants = split(ids).iter().map(|id| id.trim().to_owned()).collect(),
            Some(("players", names)) => {
                let name = |text: &&str| text.split(['(', ' ']).find(|word| !word.is_empty()).map(str::to_owned);
                game.players = split(names).iter().filter_map(name).collect();
            }
            Some(("start", pieces)) => {
                for text in split(pieces) {
                    let piece = piece(&words(text)).ok_or_else(|| said("not a piece"))?.0;
                    game.start.push((piece.tile, piece.cell.unwrap_or((0, 0)), piece.rotation));
                }
            }
            Some(("end", word)) => game.end = word.trim().into(),
            Some(("score", text)) => game.score = claims(text).ok_or_else(|| said("not claims"))?,
            Some(_) => {}
            None => game.turns.push(turn(line, index + 1).ok_or_else(|| said("not a turn"))?),
        }
    }
    Ok(games)
}

fn turn(line: &str, number: usize) -> Option<Turn> {
    let (line, claimed) = line.split_once('{').unwrap_or((line, ""));
    let claims = claims(claimed.trim_end().trim_end_matches('}'))?;
    let words = words(line);
    let mut rest = words.as_slice();
    let written = rest.first()?.strip_suffix('.').unwrap_or("").trim_start_matches('0').to_owned();
    if rest[0].ends_with('.') {
        rest = &rest[1..];
    }
    let mut turn = Turn { line: number, number: written, player: rest.first()?.clone(), claims, ..Turn::default() };
    let (first, mut rest) = piece(&rest[1..])?;
    turn.pieces.push(first);
    while rest.first().is_some_and(|word| word == "+") {
        let (next, after) = piece(&rest[1..])?;
        turn.pieces.push(next);
        rest = after;
    }
    turn.discard = rest == ["discard"];
    if !turn.discard {
        turn.actions = rest.split(|word| word == ",").filter(|some| !some.is_empty()).map(<[String]>::to_vec).collect();
    }
    Some(turn)
}

fn piece(words: &[String]) -> Option<(Piece, &[String])> {
    let mut piece = Piece { tile: words.first()?.clone(), ..Piece::default() };
    let mut rest = &words[1..];
    if let Some(cell) = rest.first().and_then(|word| word.strip_prefix('(')?.strip_suffix(')')) {
        let (x, y) = cell.split_once(',')?;
        piece.cell = Some((x.parse().ok()?, y.parse().ok()?));
        rest = &rest[1..];
    }
    let turned = rest.first().and_then(|word| word.strip_prefix('r')?.parse().ok());
    if let Some(rotation) = turned {
        piece.rotation = rotation;
        rest = &rest[1..];
    }
    (piece.rotation.is_multiple_of(90) && piece.rotation < 360).then_some((piece, rest))
}

fn claims(text: &str) -> Option<Vec<Claim>> {
    let mut claims = Vec::new();
    for one in split(text).into_iter().filter(|one| !one.trim().is_empty()) {
        let (who, total) = one.trim().split_once([' ', '\t'])?;
        let (player, counter) = who.split_once('.').unwrap_or((who, ""));
        claims.push(Claim { player: player.into(), counter: counter.into(), total: total.trim().parse().ok()? });
    }
    Some(claims)
}

/// The words of a line; `+` and a comma between actions are words, and a cell is one word.
fn words(line: &str) -> Vec<String> {
    let (mut spaced, mut inside) = (String::new(), false);
    for c in line.chars() {
        inside = (inside || c == '(') && c != ')';
        match c {
            ' ' | '\t' if inside => {}
            '+' => spaced.push_str(" + "),
            ',' if !inside => spaced.push_str(" , "),
            _ => spaced.push(c),
        }
    }
    spaced.split_whitespace().map(str::to_owned).collect()
}

/// The parts of a list between commas that stand outside brackets.
fn split(list: &str) -> Vec<&str> {
    let mut inside = false;
    list.split(|c| {
        inside = (inside || c == '(') && c != ')';
        c == ',' && !inside
    })
    .collect()
}

/// A line without its comment, which starts after a blank outside brackets, and without blanks around it.
fn strip(line: &str) -> &str {
    let (mut inside, mut before) = (false, ' ');
    for (at, c) in line.char_indices() {
        if c == '#' && !inside && before.is_whitespace() {
            return line[..at].trim();
        }
        inside = (inside || c == '(') && c != ')';
        before = c;
    }
    line.trim()
}
