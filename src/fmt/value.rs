//! Values of data files, with the line breaks of their lists, and how they are written.

use super::push_comment;

/// Lists that would end behind this column are broken.
const WIDTH: usize = 160;
/// How much deeper the lines of a list stand.
const INDENT: usize = 2;

/// A value as it was written.
#[derive(Clone, Debug)]
pub(super) enum Value<'t> {
    /// Text, a number, a truth value.
    Plain(&'t str),
    /// An inline table: its keys and values.
    Table(Vec<(String, Value<'t>)>),
    /// A list.
    List(List<'t>),
}

/// A list as it was broken.
#[derive(Clone, Debug, Default)]
pub(super) struct List<'t> {
    /// Whether it goes over several lines.
    pub(super) broken: bool,
    /// The comment behind its opening bracket.
    pub(super) comment: &'t str,
    pub(super) rows: Vec<Row<'t>>,
}

/// A line of a list: values, a comment, or both.
#[derive(Clone, Debug, Default)]
pub(super) struct Row<'t> {
    /// Whether a blank line stands before it.
    pub(super) gap: bool,
    pub(super) values: Vec<Value<'t>>,
    pub(super) comment: &'t str,
}

/// Writes a value that begins behind what stands on the last line of `out`, which is indented by `indent`. A list that
/// would not fit on that line, with `behind` more characters, is broken.
pub(super) fn put(out: &mut String, value: &Value<'_>, indent: usize, behind: usize) {
    let before = out.len();
    write(out, value, indent);
    let Value::List(list) = value else { return };
    if list.broken || list.rows.is_empty() || out[before..].contains('\n') {
        return;
    }
    let line = out.rfind('\n').map_or(0, |at| at + 1);
    if out[line..].chars().count() + behind <= WIDTH {
        return;
    }
    out.truncate(before);
    out.push('[');
    for value in list.rows.iter().flat_map(|row| &row.values) {
        new_line(out, indent + INDENT);
        put(out, value, indent + INDENT, 1);
        out.push(',');
    }
    new_line(out, indent);
    out.push(']');
}

fn new_line(out: &mut String, indent: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
}

fn write(out: &mut String, value: &Value<'_>, indent: usize) {
    match value {
        Value::Plain(text) => out.push_str(text),
        Value::Table(pairs) if pairs.is_empty() => out.push_str("{}"),
        Value::Table(pairs) => {
            for (index, (key, value)) in pairs.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "{ " });
                out.push_str(key);
                out.push_str(" = ");
                write(out, value, indent);
            }
            out.push_str(" }");
        }
        Value::List(list) if list.broken => write_broken(out, list, indent),
        Value::List(list) => {
            out.push('[');
            for (index, value) in list.rows.iter().flat_map(|row| &row.values).enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                write(out, value, indent);
            }
            out.push(']');
        }
    }
}

/// A list over several lines, whose first line is indented by `indent`.
fn write_broken(out: &mut String, list: &List<'_>, indent: usize) {
    out.push('[');
    push_comment(out, list.comment);
    for row in &list.rows {
        out.push_str(if row.gap { "\n" } else { "" });
        new_line(out, indent + INDENT);
        match row.values.as_slice() {
            [] => {
                out.push_str(row.comment);
                continue;
            }
            [value] => put(out, value, indent + INDENT, 1),
            values => {
                for (index, value) in values.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    write(out, value, indent + INDENT);
                }
            }
        }
        out.push(',');
        push_comment(out, row.comment);
    }
    new_line(out, indent);
    out.push(']');
}
