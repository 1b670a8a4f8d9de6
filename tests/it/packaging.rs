//! What stands beside the program: completions, manual pages, hooks for commits, the action for workflows.

use std::fs;
use std::process::Command as Process;

use clap::CommandFactory;
use tilewright::cli::Cli;

use crate::support::{Run, repo};

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = Run::new("completions").arg(shell).run().code(0);
        for word in ["validate", "replay", "--fail-fast", "explain"] {
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(ran.stdout.contains(word), "{shell}: `{word}` is not completed");
        }
        if shell == "bash" && Process::new("bash").arg("--version").output().is_ok() {
            let path = ran.folder.path().join("completions.bash");
            fs::write(&path, &ran.stdout).expect("the test's folder takes files");
            let checked = Process::new("bash").arg("-n").arg(&path).status().expect("bash runs");
            assert!(checked.success(), "bash does not read its completions");
        }
    }
    Run::new("completions tcsh").run().code(2);
}

#[test]
fn there_is_a_page_for_every_command() {
    let page = Run::new("man").run().code(0).stdout;
    assert!(page.contains(".TH tilewright 1") && page.contains("EXIT") || page.contains("Exit status"), "{page}");
    let ran = Run::new("man --output pages").run().code(0);
    for command in Cli::command().get_subcommands() {
        let path = ran.folder.path().join(format!("pages/tilewright-{}.1", command.get_name()));
        let page = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(page.starts_with(".ie \\n(.g .ds Aq") && page.contains(".SH SYNOPSIS"), "{}", command.get_name());
    }
}

#[test]
fn hooks_and_action_run_commands_that_exist() {
    let hooks = fs::read_to_string(repo(".pre-commit-hooks.yaml")).expect("hooks");
    let action = fs::read_to_string(repo(".github/actions/tilewright/action.yml")).expect("an action");
    let log = "game: carcassonne\nplayers: Red, Blue\n\n1. Red H (0,-1) r0 meeple city:S {Red 4}\n";
    let mut commands = 0;
    for line in hooks.lines().chain(action.lines()) {
        let line = line.trim().trim_start_matches("entry: ");
        let Some(words) = line.strip_prefix("tilewright ") else { continue };
        let words = words.split(" || ").next().unwrap_or(words).split(" >> ").next().unwrap_or(words);
        let words = words.replace("${{ inputs.validate }}", "").replace("${{ inputs.replay }}", "");
        let words = words.replace("${{ inputs.args }}", "--no-settings");
        Run::new(&words).arg("a.moves").file("a.moves", log).run().code(0);
        commands += 1;
    }
    assert_eq!(commands, 6, "three hooks and three runs of the action");
}
