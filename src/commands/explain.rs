//! `explain`: what a code stands for.

use std::io::Write;

use super::output::Sink;
use super::{Failure, Status};
use crate::cli::Explain;
use crate::diagnostic::{Code, nearest};

pub(super) fn run(args: &Explain) -> Result<Status, Failure> {
    let mut out = Sink::stdout();
    let told = match &args.code {
        None => Code::ALL
            .iter()
            .try_for_each(|code| writeln!(out, "{} {:<24} {}", code.number(), code.slug(), code.summary())),
        Some(word) => {
            let found = Code::ALL.iter().find(|code| code.number().eq_ignore_ascii_case(word) || code.slug() == word);
            let Some(code) = found else {
                let known = Code::ALL.iter().flat_map(|code| [code.number(), code.slug()]);
                let help = match nearest(word, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`tilewright explain` lists them".to_owned(),
                };
                return Err(Failure::Usage(format!("no code is called `{word}`; {help}")));
            };
            writeln!(out, "{} {}\n\n{}", code.number(), code.slug(), code.summary())
        }
    };
    told.map_err(Failure::io("standard output"))?;
    out.close()?;
    Ok(Status::Clean)
}
