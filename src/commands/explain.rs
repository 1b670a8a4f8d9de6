//! `explain`: what a code stands for.

use std::io::Write;

use super::output::Sink;
use super::{Failure, Status};
use crate::cli::{Explain, ExplainFormat};
use crate::diagnostic::{Code, nearest};
use crate::explain::{ExplainDocument, FORMAT, explain};

pub(super) fn run(args: &Explain) -> Result<Status, Failure> {
    let codes = match &args.code {
        Some(word) => vec![find(word)?],
        None => Code::ALL.to_vec(),
    };
    let mut out = Sink::stdout();
    let told = match args.format {
        ExplainFormat::Human if args.code.is_none() && !args.all => {
            codes.iter().try_for_each(|code| writeln!(out, "{} {:<24} {}", code.number(), code.slug(), code.summary()))
        }
        ExplainFormat::Human => {
            let texts: Vec<_> = codes.iter().map(|code| explain(*code).text()).collect();
            out.write_all(texts.join("\n\n").as_bytes())
        }
        ExplainFormat::Markdown => {
            let texts: Vec<_> = codes.iter().map(|code| explain(*code).markdown()).collect();
            out.write_all(texts.join("\n").as_bytes())
        }
        ExplainFormat::Json => {
            let document = ExplainDocument { format: FORMAT, codes: codes.iter().map(|code| explain(*code)).collect() };
            writeln!(out, "{:#}", serde_json::json!(document))
        }
    };
    told.map_err(Failure::io("standard output"))?;
    out.close()?;
    Ok(Status::Clean)
}

/// The code of this number or name.
fn find(word: &str) -> Result<Code, Failure> {
    Code::find(word).ok_or_else(|| {
        let known = Code::ALL.iter().flat_map(|code| [code.number(), code.slug()]);
        let help = match nearest(word, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`tilewright explain` lists them".to_owned(),
        };
        Failure::Usage(format!("no code is called `{word}`; {help}"))
    })
}
