//! What a canonical form changes, as a unified diff that `patch -p0` takes.

use std::fmt::Write as _;
use std::ops::Range;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use similar::{Algorithm, DiffOp, capture_diff_deadline, group_diff_ops};

use super::lines::trimmed;
use crate::diagnostic::render::escape::visible;

/// Lines shown around what changes.
const CONTEXT: usize = 3;
/// Differences of very long games are found roughly once this time is over.
const MOST_TIME: Duration = Duration::from_secs(5);

/// How a diff looks.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    /// Whether to colour.
    pub colour: bool,
    /// Whether characters that would steer a terminal are made visible; a program gets them as they are.
    pub for_eyes: bool,
}

/// The difference between two texts of a file.
#[must_use]
pub fn unified(name: &str, before: &str, after: &str, paint: Paint) -> String {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let colour = |colour: AnsiColor| if paint.colour { colour.on_default() } else { Style::new() };
    let bold = if paint.colour { Style::new().bold() } else { Style::new() };
    let name = visible(name);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{bold}--- {name}{bold:#}\n{bold}+++ {name}{bold:#}");
    for hunk in group_diff_ops(ops(&old, &new), CONTEXT) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        let style = colour(AnsiColor::Cyan);
        let (was, is) = (first.old_range().start..last.old_range().end, first.new_range().start..last.new_range().end);
        let _ = writeln!(out, "{style}@@ -{} +{} @@{style:#}", lines_of(was), lines_of(is));
        for op in &hunk {
            if let DiffOp::Equal { .. } = op {
                push(&mut out, ' ', &old[op.old_range()], Style::new(), paint);
            } else {
                push(&mut out, '-', &old[op.old_range()], colour(AnsiColor::Red), paint);
                push(&mut out, '+', &new[op.new_range()], colour(AnsiColor::Green), paint);
            }
        }
    }
    out
}

/// Lines counted from 1, as the head of a hunk says them; none stand behind the line before them.
fn lines_of(range: Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => (range.start + 1).to_string(),
        count => format!("{},{count}", range.start + 1),
    }
}

fn push(out: &mut String, sign: char, lines: &[&str], style: Style, paint: Paint) {
    for line in lines {
        let text = line.strip_suffix('\n').unwrap_or(line);
        let shown = if paint.for_eyes { visible(text) } else { text.into() };
        let _ = writeln!(out, "{style}{sign}{shown}{style:#}");
        if text.len() == line.len() {
            out.push_str("\\ No newline at end of file\n");
        }
    }
}

/// What to keep, take out and put in. Games are held against each other one by one: a log of thousands has too many
/// lines that change to be compared as a whole.
fn ops(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let (was, is) = (games(old), games(new));
    let parts: Vec<(Range<usize>, Range<usize>)> =
        if was.len() == is.len() { was.into_iter().zip(is).collect() } else { vec![(0..old.len(), 0..new.len())] };
    let deadline = Instant::now() + MOST_TIME;
    let mut ops: Vec<DiffOp> = Vec::new();
    for (was, is) in parts {
        for op in capture_diff_deadline(Algorithm::Myers, old, was, new, is, Some(deadline)) {
            match (ops.last_mut(), op) {
                // What is kept across the head of a game is one stretch.
                (Some(DiffOp::Equal { len, .. }), DiffOp::Equal { len: more, .. }) => *len += more,
                _ => ops.push(op),
            }
        }
    }
    ops
}

/// Where the games of a log stand, and first what stands before them.
fn games(lines: &[&str]) -> Vec<Range<usize>> {
    let heads = lines.iter().enumerate().filter(|(_, line)| trimmed(line).starts_with("game:")).map(|(index, _)| index);
    let starts: Vec<usize> = std::iter::once(0).chain(heads).chain([lines.len()]).collect();
    starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Paint = Paint { colour: false, for_eyes: false };

    #[test]
    fn hunks_name_their_lines() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n9\nx";
        let after = "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let diff = unified("a\u{1b}", before, after, PLAIN);
        let head = "--- a\\u{1b}\n+++ a\\u{1b}\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n";
        let tail = "@@ -7,4 +8,3 @@\n 7\n 8\n 9\n-x\n\\ No newline at end of file\n";
        assert_eq!(diff, [head, tail].concat());
        assert!(unified("a", "", "1\n", PLAIN).contains("\n@@ -0,0 +1 @@\n+1\n"));
    }

    #[test]
    fn games_are_compared_one_by_one() {
        let game = |line: &str| format!("game: a\nsame\n{line}\nend: now\n\n");
        let (before, after) = (game("x").repeat(3000), game("y").repeat(3000));
        let diff = unified("a", &before, &after, PLAIN);
        assert_eq!(
            (diff.matches("\n-x").count(), diff.matches("\n+y").count(), diff.matches("\n-s").count()),
            (3000, 3000, 0)
        );
    }

    #[test]
    fn colour_and_escapes_are_asked_for() {
        let diff = unified("a", "\u{1b}[2J\n", "b\n", Paint { colour: true, for_eyes: true });
        assert!(diff.contains("\u{1b}[31m-\\u{1b}[2J\u{1b}[0m\n\u{1b}[32m+b\u{1b}[0m\n"), "{diff}");
    }
}
