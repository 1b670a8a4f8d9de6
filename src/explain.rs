//! What each code stands for, at length: why it is refused, what to do, a failing example and a mended one.
//!
//! The texts and examples are the case files under `tests/cases`, built in: what is shown is what the tests run. What must
//! stay true: every code has its case (a test holds that), and nothing here is about one game.

use std::fmt::Write as _;

use include_dir::{Dir, DirEntry, include_dir};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use similar::TextDiff;

use crate::diagnostic::Code;

static CASES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tests/cases");

/// The number of the JSON format.
pub const FORMAT: u32 = 1;

/// Lines shown around those that mend an example.
const CONTEXT: usize = 3;

/// A case as its file tells it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Case {
    run: Vec<String>,
    failing: String,
    mended: String,
    rule: Option<String>,
    unreachable: Option<String>,
    why: String,
    cure: String,
}

/// A file of an example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Example {
    /// Its name, relative to the case's folder.
    pub file: String,
    /// Its text; what is not UTF-8 in it is replaced.
    pub text: String,
}

/// What a code stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Explanation {
    /// The number: `TW0703`.
    pub code: &'static str,
    /// The name: `edge-mismatch`.
    pub slug: &'static str,
    /// The layer that finds it.
    pub layer: &'static str,
    /// What it means, one sentence.
    pub what: &'static str,
    /// Why it is refused.
    pub why: String,
    /// What to do.
    pub cure: String,
    /// The rule of the game that is broken in the example, by its ruleset's number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The command that reports it on the failing example; none where no example can show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The failing example.
    pub failing: Vec<Example>,
    /// The same, mended.
    pub mended: Vec<Example>,
}

/// All explanations, as `explain --format json` writes them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "explain")]
pub struct ExplainDocument {
    /// The number of this format.
    pub format: u32,
    /// The codes, by ascending number.
    pub codes: Vec<Explanation>,
}

/// What a code stands for.
#[must_use]
pub fn explain(code: Code) -> Explanation {
    let case = case(code);
    let command = (!case.run.is_empty()).then(|| {
        let words = case.run.iter().map(|word| if word == "FILE" { case.failing.as_str() } else { word });
        format!("tilewright {}", words.collect::<Vec<_>>().join(" "))
    });
    Explanation {
        code: code.number(),
        slug: code.slug(),
        layer: code.layer(),
        what: code.summary(),
        why: case.why.trim().to_owned(),
        cure: match &case.unreachable {
            Some(reason) => format!("{}\nThere is no example: {reason}.", case.cure.trim()),
            None => case.cure.trim().to_owned(),
        },
        rule: case.rule,
        command,
        failing: examples(code, &case.failing),
        mended: examples(code, &case.mended),
    }
}

/// The case of a code; an empty one where its file is missing or cannot be read, which tests refuse.
fn case(code: Code) -> Case {
    let file = CASES.get_file(format!("{}/case.toml", code.number()));
    file.and_then(|file| toml::from_str(file.contents_utf8()?).ok()).unwrap_or_default()
}

/// The files of an example: one, or all of a folder.
fn examples(code: Code, name: &str) -> Vec<Example> {
    fn collect(folder: &'static str, entry: &DirEntry<'static>, into: &mut Vec<Example>) {
        match entry {
            DirEntry::Dir(dir) => dir.entries().iter().for_each(|entry| collect(folder, entry, into)),
            DirEntry::File(file) => {
                let path = file.path().strip_prefix(folder).unwrap_or(file.path());
                let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
                into.push(Example {
                    file: parts.join("/"),
                    text: String::from_utf8_lossy(file.contents()).into_owned(),
                });
            }
        }
    }
    let mut found = Vec::new();
    if let Some(entry) = CASES.get_entry(format!("{}/{name}", code.number())).filter(|_| !name.is_empty()) {
        collect(code.number(), entry, &mut found);
    }
    found.sort_by(|a, b| a.file.cmp(&b.file));
    found
}

impl Explanation {
    /// For people: what, why, what to do, and the lines that mend the example.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text =
            format!("{} {} ({})\n\n{}\n\n{}\n\n{}\n", self.code, self.slug, self.layer, self.what, self.why, self.cure);
        if let Some(rule) = &self.rule {
            let _ = write!(text, "\nrule broken in the example: {rule}\n");
        }
        if let Some(command) = &self.command {
            let _ = write!(text, "\n`{command}` reports it here; the lines with + mend it:\n\n");
            for line in self.mending().lines() {
                text.push_str(format!("    {line}").trim_end());
                text.push('\n');
            }
        }
        text
    }

    /// The same in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!("## {} {}\n\n{}\n\n{}\n\n{}\n", self.code, self.slug, self.what, self.why, self.cure);
        if let Some(rule) = &self.rule {
            let _ = write!(text, "\nRule broken in the example: {rule}\n");
        }
        if let Some(command) = &self.command {
            let _ = write!(
                text,
                "\n`{command}` reports it here, and the lines with `+` mend it:\n\n```diff\n{}```\n",
                self.mending()
            );
        }
        text
    }

    /// The failing example with what mends it, file by file: a line that goes has a `-`, one that comes a `+`.
    fn mending(&self) -> String {
        let mut text = String::new();
        for (failing, mended) in self.pairs() {
            if self.failing.len() > 1 || self.mended.len() > 1 {
                if failing == mended {
                    continue;
                }
                let name = failing.or(mended).map_or("", |example| example.file.as_str());
                let _ = writeln!(text, "# {name}");
            }
            let [old, new] = [failing, mended].map(|example| example.map_or("", |example| example.text.as_str()));
            let diff = TextDiff::from_lines(old, new);
            for (number, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
                if number > 0 {
                    text.push_str("...\n");
                }
                for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
                    let _ = writeln!(text, "{} {}", change.tag(), change.value().trim_end_matches(['\n', '\r']));
                }
            }
        }
        text
    }

    /// The files of both examples side by side: those of one file each, or those of a folder by their names in it.
    fn pairs(&self) -> Vec<(Option<&Example>, Option<&Example>)> {
        if let ([failing], [mended]) = (self.failing.as_slice(), self.mended.as_slice()) {
            return vec![(Some(failing), Some(mended))];
        }
        let inner = |example: &Example| example.file.split_once('/').map_or(String::new(), |(_, rest)| rest.to_owned());
        let find = |list: &'_ [Example], name: &str| list.iter().position(|example| inner(example) == *name);
        let mut names: Vec<String> = self.failing.iter().chain(&self.mended).map(inner).collect();
        names.sort();
        names.dedup();
        let pair = |name: &String| {
            let failing = find(&self.failing, name).map(|at| &self.failing[at]);
            (failing, find(&self.mended, name).map(|at| &self.mended[at]))
        };
        names.iter().map(pair).collect()
    }
}

/// The schema of the JSON output.
#[must_use]
pub fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    vec![("explain", crate::report::output_schema::<ExplainDocument>(FORMAT))]
}
