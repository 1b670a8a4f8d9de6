//! `generate`: random legal games as move logs.

use std::io::Write;

use super::games::Games;
use super::output::{Look, Sink};
use super::{Failure, Status};
use crate::cli::{Generate, Policy};
use crate::generate::{self, Generator};

pub(super) fn run(args: &Generate, look: &Look) -> Result<Status, Failure> {
    let games = Games::load(&args.data, look, None)?;
    let game = games.compile(&args.game, &args.variants.variants)?;
    let [least, most] = game.players.map(usize::from);
    let players = args.players.unwrap_or(least.max(2));
    if players < least.max(2) || players > most {
        return Err(Failure::Usage(format!("`{}` is for {least} to {most} players, not for {players}", game.id)));
    }
    let mut out = Sink::stdout();
    let mut generator = Generator::new(&game, players, args.seed).with_policy(match args.policy {
        Policy::Random => generate::Policy::Random,
        Policy::Greedy => generate::Policy::Greedy,
        Policy::Mixed => generate::Policy::Mixed,
    });
    let mut text = String::new();
    for index in 0..args.games {
        text.clear();
        if index > 0 {
            text.push('\n');
        }
        generator.write(index, &mut text);
        out.write_all(text.as_bytes()).map_err(Failure::io("standard output"))?;
    }
    out.close()?;
    Ok(Status::Clean)
}
