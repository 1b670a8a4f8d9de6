//! How long the program's jobs take, one at a time: `cargo bench --locked`. `tests/bench.py` times whole runs.
//!
//! Games come from the generator with a fixed seed, so every machine replays the same ones.

use std::ops::ControlFlow;
use std::sync::Arc;

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use tilewright::diagnostic::render::Style;
use tilewright::game::{self, Game};
use tilewright::generate::Generator;
use tilewright::library::{Library, builtin_files};
use tilewright::log::{Reader, split};
use tilewright::replay::{Replayer, Rulesets, RunOptions, Shard, TextLog, replay_logs, scene_of};
use tilewright::source::read;
use tilewright::{moves, render, validate};

/// The rulesets that are measured.
const GAMES: [&str; 2] = ["carcassonne", "amazonas"];
/// How many games are replayed or generated at once.
const MANY: u64 = 200;

fn main() {
    divan::main();
}

fn compiled(name: &str) -> Game {
    let resolved = Library::builtin().resolve(name, &[]).expect("a built-in game resolves");
    let (board, mouth) = (resolved.board.as_ref(), resolved.mouth.as_ref());
    game::compile(&resolved.ruleset, &[], &resolved.tilesets, board, mouth, &resolved.maps)
        .expect("a built-in game compiles")
}

/// So many games for two players, as a log.
fn log(game: &Game, games: u64) -> String {
    let mut text = String::new();
    let mut generator = Generator::new(game, 2, 0);
    (0..games).for_each(|index| generator.write(index, &mut text));
    text
}

fn rulesets(game: &Game) -> Rulesets<'_> {
    Rulesets::new(|_, _| Ok(game.clone()))
}

/// No more than scores is asked for.
fn options(jobs: Option<usize>) -> RunOptions {
    RunOptions { scores_only: true, jobs, ..RunOptions::default() }
}

#[divan::bench]
fn validate_built_in(bencher: Bencher<'_, '_>) {
    let texts = || builtin_files().into_iter().map(|(name, bytes)| (name.clone(), read::text(&name, bytes.to_vec())));
    bencher.with_inputs(|| texts().collect()).bench_values(|texts| validate::data(Library::builtin(), texts, true));
}

#[divan::bench(args = GAMES)]
fn parse_log(bencher: Bencher<'_, '_>, name: &str) {
    let text = log(&compiled(name), MANY);
    bencher.counter(BytesCount::of_str(&text)).bench(|| {
        for part in split(black_box(text.as_bytes())) {
            let mut reader = Reader::new(part.bytes);
            while let Some(line) = reader.line() {
                let _ = black_box(line);
            }
        }
    });
}

#[divan::bench(args = GAMES)]
fn replay_one(bencher: Bencher<'_, '_>, name: &str) {
    let game = compiled(name);
    let (text, rulesets, options) = (log(&game, 1), rulesets(&game), options(Some(1)));
    let parts = split(text.as_bytes());
    let mut replayer = Replayer::new(&rulesets, Arc::from("bench"), &options);
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| replayer.replay(black_box(&parts[0])));
}

#[divan::bench(args = GAMES, consts = [1, 2])]
fn replay_many<const JOBS: usize>(bencher: Bencher<'_, '_>, name: &str) {
    let game = compiled(name);
    let (text, rulesets, options) = (log(&game, MANY), rulesets(&game), options(Some(JOBS)));
    bencher.counter(ItemsCount::new(MANY)).bench_local(|| {
        let mut tell = |told| {
            black_box(told);
            Ok(ControlFlow::Continue(()))
        };
        let log = TextLog { file: Arc::from("bench"), text: text.as_bytes() };
        replay_logs(&rulesets, &[log], &options, Shard::default(), &mut tell)
    });
}

#[divan::bench(args = GAMES)]
fn legal_moves(bencher: Bencher<'_, '_>, name: &str) {
    let game = compiled(name);
    let (text, rulesets, options) = (log(&game, 1), rulesets(&game), options(Some(1)));
    let parts = split(text.as_bytes());
    let mut replayer = Replayer::new(&rulesets, Arc::from("bench"), &options).until(Some(30));
    let mut position = None;
    // In the middle of a game, where the frontier is long and most tiles are left.
    replayer.replay_with(&parts[0], |play, _, _| {
        let count = |class| moves::count(play, class);
        position = Some(moves::drawable(play).into_iter().map(count).fold(0, |sum, (_, moves)| sum + moves));
        bencher
            .counter(ItemsCount::new(position.unwrap_or_default()))
            .bench_local(|| moves::drawable(play).into_iter().map(|class| moves::count(play, class).1).sum::<u64>());
    });
    assert!(position.is_some(), "the game was played up to there");
}

#[divan::bench(args = GAMES)]
fn generate(bencher: Bencher<'_, '_>, name: &str) {
    let game = compiled(name);
    bencher.counter(ItemsCount::new(MANY)).bench(|| log(&game, MANY));
}

#[divan::bench(args = GAMES)]
fn render_board(bencher: Bencher<'_, '_>, name: &str) {
    let game = compiled(name);
    let (text, rulesets, options) = (log(&game, 1), rulesets(&game), options(Some(1)));
    let parts = split(text.as_bytes());
    Replayer::new(&rulesets, Arc::from("bench"), &options).replay_with(&parts[0], |play, _, players| {
        let scene = scene_of(play, players);
        bencher.bench_local(|| render::board(black_box(&scene), &Style::default()));
    });
}
