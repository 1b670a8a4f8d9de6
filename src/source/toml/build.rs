//! From the grammar's events to the tree.
//!
//! A key that cannot be put where it belongs (it stands there already, or what is there is no table) still gets a node,
//! detached, so that what follows under it has a place to go and is not complained about in turn.

use std::borrow::Cow;

use indexmap::IndexMap;
use serde_json::{Number, Value};
use toml_parser::decoder::{Encoding, ScalarKind};
use toml_parser::lexer::Token;
use toml_parser::parser::{EventReceiver, ValidateWhitespace, parse_document};
use toml_parser::{ErrorSink, ParseError, Source, Span as RawSpan};

use super::tree::{self, Built, Content, Made, Node, ROOT};
use super::{Fault, MAX_DEPTH, MAX_ERRORS, MAX_VALUES, words};
use crate::diagnostic::Code;
use crate::text::Span;

pub(super) fn build(source: Source<'_>, tokens: &[Token]) -> Built {
    let mut sink = Sink { errors: Vec::new() };
    let mut builder = Builder::new(source);
    parse_document(tokens, &mut ValidateWhitespace::new(&mut builder, source), &mut sink);
    builder.finish_header();
    let Builder { nodes, headers, faults, .. } = builder;
    let mut built = tree::finish(nodes, headers, faults);
    built.faults.extend(sink.errors.iter().map(|error| words::fault(source.input(), error)));
    built
}

/// Errors of the grammar; those beyond the limit are of no use to anyone.
struct Sink {
    errors: Vec<ParseError>,
}

impl ErrorSink for Sink {
    fn report_error(&mut self, error: ParseError) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
    }
}

/// A key as written: its text and its bytes.
type Key = (String, Span);

/// A bracket that is open around the value being read.
struct Frame {
    node: usize,
    /// The keys that wait for their value, in an inline table.
    pending: Vec<Key>,
}

struct Builder<'s> {
    source: Source<'s>,
    nodes: Vec<Node>,
    faults: Vec<Fault>,
    /// The table that keys go to.
    current: usize,
    frames: Vec<Frame>,
    /// The keys read since the last separator.
    path: Vec<Key>,
    /// The keys that wait for their value, outside brackets.
    pending: Vec<Key>,
    /// A header being read: its bytes so far, and whether it has two brackets.
    header: Option<(Span, bool)>,
    headers: Vec<(usize, usize)>,
    too_large: bool,
}

fn span(raw: RawSpan) -> Span {
    Span::new(raw.start(), raw.end())
}

impl<'s> Builder<'s> {
    fn new(source: Source<'s>) -> Self {
        let root = Node { content: Content::Table(IndexMap::new(), Made::Header), span: Span::default(), depth: 0 };
        Self {
            source,
            nodes: vec![root],
            faults: Vec::new(),
            current: ROOT,
            frames: Vec::new(),
            path: Vec::new(),
            pending: Vec::new(),
            header: None,
            headers: Vec::new(),
            too_large: false,
        }
    }

    fn fault(&mut self, fault: Fault) {
        if self.faults.len() < MAX_ERRORS {
            self.faults.push(fault);
        }
    }

    /// A new node below one of this depth.
    fn node(&mut self, content: Content, span: Span, parent_depth: usize) -> usize {
        if self.nodes.len() >= MAX_VALUES && !self.too_large {
            self.too_large = true;
            self.fault(Fault::error(
                Code::TooLarge,
                span,
                format!("the file has more than {MAX_VALUES} values"),
                "split it into several files",
            ));
        }
        if self.too_large {
            // Everything further lands on one detached node.
            return self.nodes.len() - 1;
        }
        self.nodes.push(Node { content, span, depth: parent_depth + 1 });
        self.nodes.len() - 1
    }

    fn too_deep(&mut self, depth: usize, span: Span) -> bool {
        let deep = depth >= MAX_DEPTH;
        if deep {
            self.fault(Fault::error(
                Code::TooLarge,
                span,
                format!("values are nested more than {MAX_DEPTH} deep here"),
                "no data file needs more than a few levels",
            ));
        }
        deep
    }

    /// The table that `keys` lead to from `from`, made on the way where it is not there.
    fn descend(&mut self, from: usize, keys: &[Key], made: Made) -> Option<usize> {
        let mut at = from;
        for (key, place) in keys {
            let depth = self.nodes[at].depth;
            let found = match &self.nodes[at].content {
                Content::Table(entries, _) => entries.get(key).copied(),
                _ => return None,
            };
            at = match found {
                None => {
                    if self.too_deep(depth, *place) {
                        return None;
                    }
                    let new = self.node(Content::Table(IndexMap::new(), made), *place, depth);
                    self.insert(at, key.clone(), *place, new);
                    new
                }
                Some((first, node)) => match &self.nodes[node].content {
                    Content::Table(_, before) => {
                        let open = match made {
                            Made::Dotted => matches!(before, Made::Dotted | Made::OnTheWay),
                            _ => *before != Made::Inline,
                        };
                        if !open {
                            self.twice(key, *place, first);
                            return None;
                        }
                        node
                    }
                    Content::Tables(elements) if made != Made::Dotted => *elements.last()?,
                    _ => {
                        self.twice(key, *place, first);
                        return None;
                    }
                },
            };
        }
        Some(at)
    }

    fn insert(&mut self, table: usize, key: String, place: Span, node: usize) {
        if let Content::Table(entries, _) = &mut self.nodes[table].content {
            entries.entry(key).or_insert((place, node));
        }
    }

    fn twice(&mut self, key: &str, place: Span, first: Span) {
        if self.faults.len() < MAX_ERRORS {
            let message = format!("`{}` stands here a second time", words::shortened(key));
            self.faults.push(Fault { first: Some(first), ..Fault::error(Code::TomlSyntax, place, message, "") });
        }
    }

    /// Puts a node where the events say it belongs.
    fn attach(&mut self, content: Content, place: Span) -> usize {
        let (table, mut keys) = match self.frames.last_mut() {
            Some(frame) => {
                let node = frame.node;
                let keys = std::mem::take(&mut frame.pending);
                let depth = self.nodes[node].depth;
                if matches!(self.nodes[node].content, Content::List(_)) {
                    let new = self.node(content, place, depth);
                    if let Content::List(items) = &mut self.nodes[node].content
                        && !self.too_large
                    {
                        items.push(new);
                    }
                    return new;
                }
                (node, keys)
            }
            None => (self.current, std::mem::take(&mut self.pending)),
        };
        let depth = self.nodes[table].depth + keys.len();
        let Some((key, key_place)) = keys.pop() else {
            return self.node(content, place, depth);
        };
        let parent = if depth > MAX_DEPTH {
            self.too_deep(depth, key_place);
            None
        } else {
            self.descend(table, &keys, Made::Dotted)
        };
        let new = self.node(content, place, depth.saturating_sub(1).min(MAX_DEPTH));
        if let Some(parent) = parent
            && !self.too_large
        {
            // A dotted key may not reach into a table that has a header of its own.
            let closed = !keys.is_empty() && matches!(self.nodes[parent].content, Content::Table(_, Made::Header));
            let found = match &self.nodes[parent].content {
                Content::Table(entries, _) => entries.get(&key).map(|(first, _)| *first),
                _ => None,
            };
            match found {
                Some(first) => self.twice(&key, key_place, first),
                None if closed => self.twice(&key, key_place, self.nodes[parent].span),
                None => self.insert(parent, key, key_place, new),
            }
        }
        new
    }

    /// Opens the table that the header just read names.
    fn finish_header(&mut self) {
        let Some((place, is_list)) = self.header.take() else {
            return;
        };
        let mut keys = std::mem::take(&mut self.path);
        let content = || Content::Table(IndexMap::new(), Made::Header);
        let Some((key, key_place)) = keys.pop() else {
            self.current = self.node(content(), place, MAX_DEPTH);
            return;
        };
        let parent = self.descend(ROOT, &keys, Made::OnTheWay);
        let parent = parent.filter(|&parent| {
            let depth = self.nodes[parent].depth + usize::from(is_list);
            !self.too_deep(depth, key_place)
        });
        let Some(parent) = parent else {
            self.current = self.node(content(), place, MAX_DEPTH);
            return;
        };
        let depth = self.nodes[parent].depth;
        let found = match &self.nodes[parent].content {
            Content::Table(entries, _) => entries.get(&key).copied(),
            _ => None,
        };
        let new = self.node(content(), place, depth + usize::from(is_list));
        self.current = new;
        if self.too_large {
            return;
        }
        self.headers.push((place.start, new));
        match found {
            None if is_list => {
                let list = self.node(Content::Tables(vec![new]), place, depth);
                self.insert(parent, key, key_place, list);
            }
            None => self.insert(parent, key, key_place, new),
            Some((first, node)) => match &mut self.nodes[node].content {
                Content::Tables(elements) if is_list => elements.push(new),
                Content::Table(_, made) if !is_list && *made == Made::OnTheWay => {
                    *made = Made::Header;
                    self.nodes[node].span = place;
                    self.current = node;
                    if let Some(header) = self.headers.last_mut() {
                        header.1 = node;
                    }
                }
                _ => self.twice(&key, key_place, first),
            },
        }
    }

    fn close(&mut self, end: usize) {
        if let Some(frame) = self.frames.pop() {
            let place = &mut self.nodes[frame.node].span;
            // A bracket that was put in has no bytes; the value then ends with what it holds.
            if end > place.start {
                place.end = end;
            }
        }
    }

    fn open(&mut self, content: Content, place: Span) -> bool {
        let node = self.attach(content, place);
        self.frames.push(Frame { node, pending: Vec::new() });
        self.path.clear();
        let depth = self.nodes[node].depth.max(self.frames.len());
        !self.too_deep(depth, place) && !self.too_large
    }

    fn leaf(&mut self, raw: RawSpan, encoding: Option<Encoding>, error: &mut dyn ErrorSink) -> Content {
        let place = span(raw);
        let input = self.source.input();
        if place.start >= place.end {
            self.fault(Fault::error(
                Code::TomlSyntax,
                words::around(input, place),
                "a value is missing here",
                "text stands between quotes, a list between `[` and `]`",
            ));
            return Content::Refused;
        }
        let raw = toml_parser::Raw::new_unchecked(&input[place.start..place.end], encoding, raw);
        let mut text = Cow::Borrowed("");
        match raw.decode_scalar(&mut text, error) {
            ScalarKind::String => Content::Leaf(Value::String(text.into_owned())),
            ScalarKind::Boolean(value) => Content::Leaf(Value::Bool(value)),
            ScalarKind::Integer(radix) => {
                if let Ok(number) = i64::from_str_radix(&text, radix.value()) {
                    return Content::Leaf(Value::Number(Number::from(number)));
                }
                let word = words::shortened(raw.as_str());
                if text.is_empty() {
                    self.fault(words::no_value(place, &word));
                } else {
                    self.fault(Fault::error(
                        Code::OutOfRange,
                        place,
                        format!("`{word}` is too large for a whole number"),
                        "whole numbers have at most 64 bits",
                    ));
                }
                Content::Refused
            }
            ScalarKind::Float => {
                self.fault(Fault::error(
                    Code::WrongType,
                    place,
                    format!("`{}` is not a whole number", words::shortened(raw.as_str())),
                    "data files have no fractions: leave out the point and what follows it",
                ));
                Content::Refused
            }
            ScalarKind::DateTime => {
                self.fault(Fault::error(
                    Code::WrongType,
                    place,
                    format!("`{}` is a date, which no key here takes", words::shortened(raw.as_str())),
                    "text stands between quotes",
                ));
                Content::Refused
            }
        }
    }
}

impl EventReceiver for Builder<'_> {
    fn std_table_open(&mut self, raw: RawSpan, _: &mut dyn ErrorSink) {
        self.finish_header();
        self.path.clear();
        self.frames.clear();
        self.header = Some((span(raw), false));
    }

    fn std_table_close(&mut self, raw: RawSpan, _: &mut dyn ErrorSink) {
        if let Some((place, _)) = &mut self.header {
            place.end = raw.end();
        }
        self.finish_header();
    }

    fn array_table_open(&mut self, raw: RawSpan, _: &mut dyn ErrorSink) {
        self.finish_header();
        self.path.clear();
        self.frames.clear();
        self.header = Some((span(raw), true));
    }

    fn array_table_close(&mut self, raw: RawSpan, error: &mut dyn ErrorSink) {
        self.std_table_close(raw, error);
    }

    fn inline_table_open(&mut self, raw: RawSpan, _: &mut dyn ErrorSink) -> bool {
        self.open(Content::Table(IndexMap::new(), Made::Inline), span(raw))
    }

    fn inline_table_close(&mut self, raw: RawSpan, _: &mut dyn ErrorSink) {
        self.close(raw.end());
        self.path.clear();
    }

    fn array_open(&mut self, raw: RawSpan, _: &mut dyn ErrorSink) -> bool {
        self.open(Content::List(Vec::new()), span(raw))
    }

    fn array_close(&mut self, raw: RawSpan, _: &mut dyn ErrorSink) {
        self.close(raw.end());
    }

    fn simple_key(&mut self, raw: RawSpan, encoding: Option<Encoding>, error: &mut dyn ErrorSink) {
        let place = span(raw);
        let input = self.source.input();
        let mut text = Cow::Borrowed("");
        toml_parser::Raw::new_unchecked(&input[place.start..place.end], encoding, raw).decode_key(&mut text, error);
        // A key deeper than anything can be is told once, where it is used; it need not be kept.
        if self.path.len() <= MAX_DEPTH + 1 {
            self.path.push((text.into_owned(), place));
        }
    }

    fn key_val_sep(&mut self, _: RawSpan, _: &mut dyn ErrorSink) {
        let path = std::mem::take(&mut self.path);
        match self.frames.last_mut() {
            Some(frame) => frame.pending = path,
            None => self.pending = path,
        }
    }

    fn scalar(&mut self, raw: RawSpan, encoding: Option<Encoding>, error: &mut dyn ErrorSink) {
        let content = self.leaf(raw, encoding, error);
        self.attach(content, span(raw));
    }

    fn value_sep(&mut self, _: RawSpan, _: &mut dyn ErrorSink) {
        self.path.clear();
        if let Some(frame) = self.frames.last_mut() {
            frame.pending.clear();
        }
    }

    fn newline(&mut self, _: RawSpan, _: &mut dyn ErrorSink) {
        if self.frames.is_empty() {
            self.finish_header();
            self.path.clear();
            self.pending.clear();
        }
    }
}
