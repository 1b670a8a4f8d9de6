//! The tree of a file's values, and what it becomes: the value with the place of everything in it.
//!
//! Nodes lie in one list and name each other by number, so that neither building nor dropping them recurses.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::{Fault, line_after};
use crate::diagnostic::Code;
use crate::source::document::{Spans, ancestors, child};
use crate::source::wrong::Wrong;
use crate::text::Span;

/// What the events became.
pub(super) struct Built {
    pub(super) value: Value,
    pub(super) spans: FxHashMap<String, Spans>,
    pub(super) faults: Vec<Fault>,
    /// The values that are no values of our formats, by pointer.
    refused: Vec<String>,
    /// The offset of each header, and the pointer of its table, in the file's order.
    headers: Vec<(usize, String)>,
}

/// How a table came to be: what may be added to it depends on that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Made {
    /// By a longer header, which only names it on the way.
    OnTheWay,
    /// By its own header.
    Header,
    /// By a dotted key.
    Dotted,
    /// Within braces; complete as it stands.
    Inline,
}

pub(super) enum Content {
    Leaf(Value),
    /// A date, a fraction, a number too large: what it is, is reported.
    Refused,
    List(Vec<usize>),
    /// The elements are tables with `[[headers]]`.
    Tables(Vec<usize>),
    Table(IndexMap<String, (Span, usize)>, Made),
}

/// A value in the tree.
pub(super) struct Node {
    pub(super) content: Content,
    pub(super) span: Span,
    pub(super) depth: usize,
}

/// The number of the file's own table.
pub(super) const ROOT: usize = 0;

/// The value and the spans of everything that hangs on the root.
pub(super) fn finish(nodes: Vec<Node>, headers: Vec<(usize, usize)>, faults: Vec<Fault>) -> Built {
    let mut taking = Taking {
        pointers: headers.iter().map(|(_, node)| (*node, String::new())).collect(),
        spans: FxHashMap::default(),
        refused: Vec::new(),
        nodes,
    };
    taking.spans.reserve(taking.nodes.len());
    let value = taking.take(ROOT, "", None);
    let mut built = Built { value, spans: taking.spans, faults, refused: taking.refused, headers: Vec::new() };
    for (offset, node) in headers {
        if let Some(pointer) = taking.pointers.get(&node).filter(|pointer| !pointer.is_empty()) {
            built.headers.push((offset, pointer.clone()));
        }
    }
    built
}

/// The tree being taken apart.
struct Taking {
    nodes: Vec<Node>,
    spans: FxHashMap<String, Spans>,
    refused: Vec<String>,
    /// The pointers of tables with headers, by node.
    pointers: FxHashMap<usize, String>,
}

impl Taking {
    /// The value of a node; no deeper than nodes may lie.
    fn take(&mut self, node: usize, pointer: &str, key: Option<Span>) -> Value {
        self.spans.insert(pointer.to_owned(), Spans { key, value: self.nodes[node].span });
        if let Some(header) = self.pointers.get_mut(&node) {
            pointer.clone_into(header);
        }
        match std::mem::replace(&mut self.nodes[node].content, Content::Refused) {
            Content::Leaf(value) => value,
            Content::Refused => {
                self.refused.push(pointer.to_owned());
                Value::Null
            }
            Content::List(items) | Content::Tables(items) => {
                let each = items.into_iter().enumerate();
                each.map(|(at, item)| self.take(item, &child(pointer, at), None)).collect()
            }
            Content::Table(entries, _) => {
                let mut map = Map::with_capacity(entries.len());
                for (name, (place, node)) in entries {
                    let value = self.take(node, &child(pointer, &name), Some(place));
                    map.insert(name, value);
                }
                Value::Object(map)
            }
        }
    }
}

/// The values that the faults touched: those on a line that could not be read, those of a refused type, and the
/// records around both, which may miss a key for it.
pub(super) fn touched(text: &str, built: &Built, faults: &[Fault]) -> Wrong {
    let mut wrong = Wrong::default();
    for pointer in &built.refused {
        wrong.add(pointer.as_str());
    }
    // The lines that could not be read, as ranges of bytes; sorted, as the faults are.
    let lines: Vec<(usize, usize)> = faults
        .iter()
        .filter(|fault| matches!(fault.code, Code::TomlSyntax | Code::TooLarge))
        .map(|fault| {
            let start = fault.span.start.min(text.len());
            let start = text.as_bytes()[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            (start, line_after(text, fault.span.end.max(fault.span.start)))
        })
        .collect();
    if lines.is_empty() {
        return wrong;
    }
    for (start, _) in &lines {
        let header = built.headers.partition_point(|(offset, _)| offset < start);
        let table = header.checked_sub(1).map_or("", |at| &built.headers[at].1);
        wrong.add_incomplete(table);
    }
    let meets = |span: Span| {
        let at = lines.partition_point(|(_, end)| *end <= span.start);
        lines.get(at).is_some_and(|(start, _)| *start < span.end)
    };
    for (pointer, spans) in &built.spans {
        let whole =
            Span::new(spans.key.map_or(spans.value.start, |key| key.start.min(spans.value.start)), spans.value.end);
        if pointer.is_empty() || !meets(whole) {
            continue;
        }
        // The inmost values that were touched are wrong; what holds them is only incomplete.
        let is_header = spans.key.is_none_or(|key| spans.value.start < key.start)
            && text.as_bytes().get(spans.value.start) == Some(&b'[');
        let holds_more = built.value.pointer(pointer).is_some_and(|value| match value {
            Value::Object(map) => !map.is_empty(),
            Value::Array(items) => !items.is_empty(),
            _ => false,
        });
        if holds_more || is_header {
            wrong.add_incomplete(pointer.as_str());
        } else {
            wrong.add(pointer.as_str());
        }
        for around in ancestors(pointer) {
            wrong.add_incomplete(around);
        }
    }
    wrong
}
