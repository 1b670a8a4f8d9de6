//! The README shows only what is true: every command in it is run and its output compared, every row of its tables is
//! held against the program, and nothing that the program has is missing from it.
//!
//! The files that the README gives (```` ```text file=NAME ````) and its commands (```` ```console ````) are taken in
//! order, in one folder, as a reader would take them. A line `...` stands for any number of lines, `[exit 1]` for an exit
//! status that is not 0. Output is what goes to the standard output, then what goes to the standard error. What must stay
//! true: a command without output shown is still run, and one that cannot be read makes the test fail. A block of another
//! program's (```` ```python ````) and what it printed (```` ```text ````) are shown as they were run by hand: tests
//! cannot install it.
//!
//! `README_UPDATE=1 cargo test --locked --test it readme` writes outputs and codes anew, to be read before they are
//! committed.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::Path;

use clap::{Command, CommandFactory};
use serde_json::Value;
use tempfile::TempDir;
use tilewright::cli::Cli;
use tilewright::diagnostic::codes_table;

use crate::support::{Run, repo};

const HOW_TO_UPDATE: &str = "`README_UPDATE=1 cargo test --locked --test it readme` writes what is printed now";
const CODES: [&str; 2] = ["<!-- codes -->\n", "<!-- /codes -->"];

/// A fenced block of the README.
struct Block<'a> {
    language: &'a str,
    file: Option<&'a str>,
    /// The index of its first line.
    start: usize,
    lines: Vec<&'a str>,
}

/// A command with what is shown below it.
struct Example<'a> {
    command: &'a str,
    shown: Vec<&'a str>,
    code: i32,
    /// The lines of the README that show the output and the exit status.
    place: Range<usize>,
}

/// A command as a shell would read it: no more than words, quotes and `> FILE`.
struct Shell {
    args: Vec<String>,
    redirect: Option<String>,
}

/// What a command gave.
struct Told {
    lines: Vec<String>,
    code: i32,
}

fn readme() -> String {
    fs::read_to_string(repo("README.md")).expect("a README")
}

fn is_updating() -> bool {
    std::env::var_os("README_UPDATE").is_some()
}

fn blocks(readme: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (index, line) in readme.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => {
                let mut words = info.split_whitespace();
                let language = words.next().unwrap_or_default();
                let file = words.find_map(|word| word.strip_prefix("file="));
                open = Some(Block { language, file, start: index + 1, lines: Vec::new() });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "the last block of the README has no end");
    found
}

/// The commands of a block.
fn examples<'a>(block: &Block<'a>) -> Vec<Example<'a>> {
    let mut found: Vec<Example<'a>> = Vec::new();
    for (index, &line) in block.lines.iter().enumerate() {
        let here = block.start + index;
        if let Some(command) = line.strip_prefix("$ ") {
            found.push(Example { command, shown: Vec::new(), code: 0, place: here + 1..here + 1 });
            continue;
        }
        let example = found.last_mut().unwrap_or_else(|| panic!("line {}: output before any command", here + 1));
        example.place.end = here + 1;
        match line.strip_prefix("[exit ").and_then(|rest| rest.strip_suffix(']')) {
            Some(code) => example.code = code.parse().expect("an exit status"),
            None => example.shown.push(line),
        }
    }
    found
}

fn shell(command: &str) -> Shell {
    let mut args = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for letter in command.chars() {
        match letter {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => args.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    assert!(!quoted, "a quote without its end: {command}");
    args.extend(word);
    let redirect = args.iter().position(|arg| arg == ">").map(|at| {
        let file = args.get(at + 1).unwrap_or_else(|| panic!("nothing stands behind the `>` of {command}")).clone();
        args.truncate(at);
        file
    });
    assert_eq!(args.first().map(String::as_str), Some("tilewright"), "not a command of ours: {command}");
    args.remove(0);
    Shell { args, redirect }
}

fn run(command: &str, folder: &Path) -> Told {
    let shell = shell(command);
    let ran = shell.args.into_iter().fold(Run::new("").within(folder), Run::arg).run();
    let stdout = match shell.redirect {
        Some(file) => {
            fs::write(folder.join(file), &ran.stdout).expect("the test's folder takes files");
            ""
        }
        None => ran.stdout.as_str(),
    };
    Told { lines: stdout.lines().chain(ran.stderr.lines()).map(str::to_owned).collect(), code: ran.code }
}

/// Writes the README's files and runs those of its commands that are wanted, in order.
fn play<'a>(readme: &'a str, folder: &Path, wanted: impl Fn(&Example<'a>) -> bool) -> Vec<(Example<'a>, Told)> {
    let mut played = Vec::new();
    for block in blocks(readme) {
        if let Some(file) = block.file {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the test's folder takes folders");
            fs::write(path, block.lines.join("\n") + "\n").expect("the test's folder takes files");
        }
        if block.language == "console" {
            for example in examples(&block).into_iter().filter(|example| wanted(example)) {
                let told = run(example.command, folder);
                played.push((example, told));
            }
        }
    }
    played
}

/// A folder with all files that the README gives or makes.
fn stage(readme: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder for the test");
    play(readme, folder.path(), |example| shell(example.command).redirect.is_some());
    folder
}

/// Whether lines are those shown, where `...` is any number of them.
fn fits<'a>(shown: &[&'a str], told: &[&'a str]) -> bool {
    let parts: Vec<&[&str]> = shown.split(|line| *line == "...").collect();
    let [first, middle @ .., last] = parts.as_slice() else { return shown == told };
    let Some(mut rest) = told.strip_prefix(*first).and_then(|rest| rest.strip_suffix(*last)) else { return false };
    for part in middle.iter().filter(|part| !part.is_empty()) {
        let Some(at) = rest.windows(part.len()).position(|window| window == *part) else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

/// What to show now, with as many lines before and behind a `...` as there were; none where a person has to choose.
fn renewed(shown: &[&str], told: &Told) -> Option<Vec<String>> {
    let parts: Vec<usize> = shown.split(|line| *line == "...").map(<[&str]>::len).collect();
    let mut lines = match parts.as_slice() {
        [_] => told.lines.clone(),
        [before, behind] if before + behind < told.lines.len() => {
            let mut lines = told.lines[..*before].to_vec();
            lines.push("...".to_owned());
            lines.extend_from_slice(&told.lines[told.lines.len() - behind..]);
            lines
        }
        _ => return None,
    };
    if told.code != 0 {
        lines.push(format!("[exit {}]", told.code));
    }
    Some(lines)
}

/// Writes what the commands gave, and the codes, into the README.
fn update(readme: &str, played: &[(Example<'_>, Told)]) {
    let mut lines: Vec<String> = readme.lines().map(str::to_owned).collect();
    for (example, told) in played.iter().rev() {
        if let Some(now) = renewed(&example.shown, told) {
            lines.splice(example.place.clone(), now).for_each(drop);
        }
    }
    let text = lines.join("\n") + "\n";
    let (before, rest) = text.split_once(CODES[0]).expect("a table of codes");
    let (_, behind) = rest.split_once(CODES[1]).expect("the end of the table of codes");
    let text = [before, CODES[0], codes_table().as_str(), CODES[1], behind].concat();
    fs::write(repo("README.md"), text).expect("the README can be written");
}

#[test]
fn every_command_gives_what_is_shown() {
    let readme = readme();
    let folder = TempDir::new().expect("a folder for the test");
    let played = play(&readme, folder.path(), |_| true);
    assert!(played.len() > 15, "a tour of {} commands is none", played.len());
    if is_updating() {
        update(&readme, &played);
        return;
    }
    let mut wrong = Vec::new();
    for (example, told) in &played {
        let lines: Vec<&str> = told.lines.iter().map(String::as_str).collect();
        if told.code != example.code || !fits(&example.shown, &lines) {
            let place = example.place.start;
            wrong.push(format!(
                "README.md:{place}: $ {}\n{}\n[exit {}]",
                example.command,
                told.lines.join("\n"),
                told.code
            ));
        }
    }
    assert!(wrong.is_empty(), "{HOW_TO_UPDATE}\n\n{}", wrong.join("\n\n"));
}

/// The text of a chapter, with its heading.
fn chapter<'a>(readme: &'a str, title: &str) -> &'a str {
    let heading = format!("\n## {title}\n");
    let start = readme.find(&heading).unwrap_or_else(|| panic!("no chapter `{title}`")) + 1;
    let rest = &readme[start..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

/// The rows of a text's tables, headings included, cell by cell.
fn rows(text: &str) -> Vec<Vec<String>> {
    // An escaped bar is no border: another character takes its place meanwhile.
    let cells = |row: &str| -> Vec<String> {
        let row = row.replace("\\|", "\u{1}");
        row.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
    };
    text.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|')).map(cells).collect()
}

/// The text outside of fenced blocks.
fn prose(readme: &str) -> String {
    let outside: Vec<&str> = readme.split("```").step_by(2).collect();
    outside.join("\n")
}

/// What stands in backticks, of a cell or any prose.
fn code_spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The words of a text; an option's two dashes are a part of it.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && !"-_".contains(letter)).collect()
}

#[test]
fn every_exit_status_is_as_its_row_says() {
    let readme = readme();
    let folder = stage(&readme);
    let mut wrong = Vec::new();
    let mut seen = Vec::new();
    for row in rows(chapter(&readme, "Exit status")) {
        let [status, when, command] = row.as_slice() else { panic!("a row with other than three cells: {row:?}") };
        let Ok(status) = status.parse::<i32>() else { continue };
        let told = run(command.trim_matches('`'), folder.path());
        if told.code != status {
            wrong.push(format!("{when}: {command} ended with {}\n{}", told.code, told.lines.join("\n")));
        }
        seen.push(status);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!([0, 1, 2].iter().all(|status| seen.contains(status)) && seen.len() > 15, "rows for {seen:?}");
}

#[test]
fn the_table_of_codes_is_the_registry() {
    if is_updating() {
        return;
    }
    let readme = readme();
    let (_, rest) = readme.split_once(CODES[0]).expect("a table of codes");
    let (table, _) = rest.split_once(CODES[1]).expect("the end of the table of codes");
    assert!(table == codes_table(), "the table of codes is out of date: {HOW_TO_UPDATE}");
}

/// A command and all below it, each with its whole name.
fn family(command: &Command, name: &str, found: &mut Vec<(String, Command)>) {
    found.push((name.to_owned(), command.clone()));
    for child in command.get_subcommands() {
        family(child, &format!("{name} {}", child.get_name()), found);
    }
}

#[test]
fn every_command_and_flag_is_told_and_no_other() {
    let readme = readme();
    let told = chapter(&readme, "Commands");
    let told_words = words(told);
    let formats = words(chapter(&readme, "Output formats"));
    let mut all = Vec::new();
    family(&Cli::command(), "tilewright", &mut all);
    let mut missing = Vec::new();
    let mut known: BTreeSet<String> = ["--help", "--version"].map(str::to_owned).into();
    for (name, command) in &all {
        let is_leaf = command.get_subcommands().next().is_none();
        let is_shown = |span: &&str| span.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with([' ', '[']));
        if is_leaf && !code_spans(told).iter().any(is_shown) {
            missing.push(format!("the command `{name}`"));
        }
        for argument in command.get_arguments() {
            let Some(long) = argument.get_long() else { continue };
            let flag = format!("--{long}");
            if !told_words.contains(flag.as_str()) {
                missing.push(format!("the flag `{flag}` of `{name}`"));
            }
            for value in argument.get_possible_values() {
                let word = value.get_name();
                if !matches!(word, "true" | "false") && !told_words.contains(word) && !formats.contains(word) {
                    missing.push(format!("the value `{word}` of `{flag}`"));
                }
            }
            known.insert(flag);
        }
    }
    assert!(missing.is_empty(), "not in the README: {}", missing.join(", "));
    assert!(all.len() > 10, "{} commands", all.len());

    // Flags that other programs take, where the README shows them at work.
    known.extend(["--locked", "--path", "--pipe", "--recstart", "--release"].map(str::to_owned));
    let is_flag = |word: &&str| word.strip_prefix("--").is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    let unknown: Vec<_> = words(&readme).into_iter().filter(is_flag).filter(|word| !known.contains(*word)).collect();
    assert!(unknown.is_empty(), "the README tells of flags that are not there: {unknown:?}");
}

/// The words that an enumeration of a schema allows.
fn allowed<'a>(schema: &'a Value, definition: &str) -> Vec<&'a str> {
    schema["definitions"][definition]["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn every_option_is_told_with_its_values_and_default() {
    let readme = readme();
    let told = chapter(&readme, "Readings of the rules");
    let spans = code_spans(told);
    let schema = fs::read_to_string(repo("schemas/ruleset.schema.json")).expect("a schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let options = schema["definitions"]["Options"]["properties"].as_object().expect("options");
    assert!(options.len() > 6, "{} options", options.len());
    for (name, option) in options {
        assert!(spans.contains(&name.as_str()), "the option `{name}` is not in the README");
        let definition = option["allOf"][0]["$ref"].as_str().unwrap_or_default();
        for value in allowed(&schema, definition.trim_start_matches("#/definitions/")) {
            assert!(spans.contains(&value), "the value `{value}` of `{name}` is not in the README");
        }
    }
    for status in allowed(&schema, "Status") {
        let honesty = chapter(&readme, "What is documented, and what is a reconstruction");
        assert!(code_spans(honesty).contains(&status), "the status `{status}` is not in the README");
    }

    let game = fs::read_to_string(repo("data/amazonas/game.toml")).expect("a ruleset");
    let game: toml::Table = toml::from_str(&game).expect("TOML");
    let rows = rows(told);
    for decision in 1..=9 {
        let decision = format!("D{decision}");
        let row = rows.iter().find(|row| row[0] == decision).unwrap_or_else(|| panic!("no row for {decision}"));
        let option = row[1].trim_matches('`');
        // D9 only adds a value to the option of D5, and D7 and D8 are no options.
        if !option.is_empty() && decision != "D9" {
            let default = game["options"][option].as_str();
            assert_eq!(code_spans(&row[2]).first().copied(), default, "the default of `{option}` comes first");
        }
    }
}

#[test]
fn every_shipped_game_and_variant_is_told() {
    let prose = prose(&readme());
    let spans = code_spans(&prose);
    let mut names = 0;
    for game in fs::read_dir(repo("data")).expect("data") {
        let game = game.expect("an entry").path();
        let variants = fs::read_dir(game.join("variants")).into_iter().flatten();
        let variants = variants.map(|variant| variant.expect("an entry").path());
        for path in std::iter::once(game.clone()).chain(variants) {
            let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            assert!(spans.contains(&name), "`{name}` is shipped and not in the README");
            names += 1;
        }
    }
    assert!(names > 8, "{names} names");
}

#[test]
fn what_is_to_be_typed_elsewhere_works() {
    let readme = readme();
    let folder = stage(&readme);
    let mut commands = 0;
    for block in blocks(&readme) {
        for &line in &block.lines {
            let command = match block.language {
                // From the checkout, through cargo.
                "sh" => line.strip_prefix("cargo run ").and_then(|rest| Some((rest.split_once(" -- ")?.1, repo("")))),
                // In a repository with logs and data, such as the files above.
                "yaml" => {
                    let step = line.trim_start().trim_start_matches("- ").strip_prefix("run: tilewright ");
                    step.map(|step| (step.split(" >> ").next().unwrap_or(step), folder.path().to_owned()))
                }
                _ => None,
            };
            if let Some((args, place)) = command {
                let told = run(&format!("tilewright {args}"), &place);
                assert_eq!(told.code, 0, "{line}\n{}", told.lines.join("\n"));
                commands += 1;
            }
        }
    }
    assert!(commands >= 4, "{commands} commands");
}

#[test]
fn modules_and_links_are_there() {
    let readme = readme();
    let library = fs::read_to_string(repo("src/lib.rs")).expect("the library");
    let told = code_spans(chapter(&readme, "As a library"));
    for module in library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')) {
        assert!(told.contains(&module), "the module `{module}` is not in the README");
    }
    for target in readme.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)) {
        let is_elsewhere = target.contains(':');
        // A heading's anchor is its words in small letters, joined by hyphens.
        let anchor = |line: &str| {
            let words = line.trim_start_matches('#').trim().to_lowercase();
            line.starts_with('#') && words.replace(' ', "-") == target.trim_start_matches('#')
        };
        let is_here = target.starts_with('#') && readme.lines().any(anchor);
        assert!(is_elsewhere || is_here || repo(target).exists(), "the README links to `{target}`, which is not there");
    }
}

#[test]
fn gaps_match_any_number_of_lines() {
    assert!(fits(&["a", "b"], &["a", "b"]) && !fits(&["a"], &["a", "b"]) && !fits(&["a", "b"], &["a"]));
    assert!(fits(&["a", "...", "d"], &["a", "b", "c", "d"]) && fits(&["a", "...", "d"], &["a", "d"]));
    assert!(fits(&["a", "..."], &["a"]) && fits(&["..."], &[]) && !fits(&["a", "..."], &["b", "a"]));
    // What stands before and behind a gap is not the same lines.
    assert!(!fits(&["a", "...", "a"], &["a"]));
    assert!(fits(&["...", "b", "...", "d"], &["a", "b", "c", "d"]) && !fits(&["...", "c", "...", "b"], &["b", "c"]));
}

#[test]
fn a_renewed_output_keeps_its_gap() {
    let told = |lines: &str, code| Told { lines: lines.split(' ').map(str::to_owned).collect(), code };
    assert_eq!(renewed(&["x"], &told("a b", 1)), Some(vec!["a".into(), "b".into(), "[exit 1]".into()]));
    assert_eq!(renewed(&["x", "...", "y"], &told("a b c", 0)), Some(vec!["a".into(), "...".into(), "c".into()]));
    assert_eq!(renewed(&["x", "...", "y"], &told("a b", 0)), None);
    assert_eq!(renewed(&["...", "y", "..."], &told("a b c", 0)), None);
}
