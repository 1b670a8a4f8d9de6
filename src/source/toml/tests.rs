use serde_json::json;

use super::*;

fn read(text: &str) -> Parsed {
    parse(Excerpt::whole("x.toml", text))
}

/// Line, column, marked bytes and message of each finding.
fn said(text: &str) -> Vec<(usize, usize, String, String)> {
    let parsed = read(text);
    let each = parsed.findings.iter().map(|finding| {
        let place = finding.place.as_ref().expect("every finding here has a place");
        let marked = text[place.span.start..place.span.end].to_owned();
        (place.line, place.column, marked, finding.message.clone())
    });
    each.collect()
}

fn one(text: &str) -> (usize, String, String) {
    let all = said(text);
    assert_eq!(all.len(), 1, "{text:?}: {all:#?}");
    (all[0].0, all[0].2.clone(), all[0].3.clone())
}

#[test]
fn values_and_their_places() {
    let text = "\u{feff}kind = 'tileset'\n[[tile]]\nid = \"A\"\nsegments = [{ id = 's', icons.shield = 1 }]\n[[tile]]\nn=-7\n[a.b]\nc.d = true\n";
    let parsed = read(text);
    assert!(parsed.findings.is_empty(), "{:?}", parsed.findings);
    assert!(parsed.wrong.is_empty());
    assert_eq!(
        parsed.document.value,
        json!({ "kind": "tileset",
            "tile": [{ "id": "A", "segments": [{ "id": "s", "icons": { "shield": 1 } }] }, { "n": -7 }],
            "a": { "b": { "c": { "d": true } } } })
    );
    assert_eq!(parsed.document.kind, Some(Kind::Tileset));
    let at = |span: Span| &text[span.start..span.end];
    let spans = |pointer: &str| parsed.document.spans[pointer];
    assert_eq!(at(spans("/tile/1").value), "[[tile]]");
    assert_eq!(spans("/tile/1").key, None);
    assert_eq!(spans("/tile/0").value.start, text.find("[[tile]]").expect("it is there"));
    assert_eq!(at(spans("/tile/0/segments/0").value), "{ id = 's', icons.shield = 1 }");
    assert_eq!(spans("/tile/0/segments/0/icons/shield").key.map(at), Some("shield"));
    assert_eq!(at(spans("/a/b").value), "[a.b]");
    assert_eq!(spans("/a/b/c/d").key.map(at), Some("d"));
    assert_eq!(spans("").value, Span::new(0, 0));
    // `kind` stands in the first column, mark or no mark.
    assert_eq!(parsed.document.key_place("/kind").column, 1);
}

#[test]
fn each_syntax_error_is_told_once_in_our_words() {
    for (text, marked, message) in [
        ("a = ", "=", "a value is missing here"),
        ("a = \nb = 1\n", "=", "a value is missing here"),
        ("a = b c\n", "b c", "`b c` is not a value"),
        ("a\n", "a", "`a` has no value"),
        ("a == 1\n", "=", "a second `=` follows the first"),
        ("[a\nb = 1\n", "[a", "this header is not closed"),
        ("[[a]\nb = 1\n", "[[a]", "this header is not closed"),
        ("= 1\n", "=", "a key is missing here"),
        ("a = 1\na = 2\n", "a", "`a` stands here a second time"),
        ("[a]\n[b]\n[a]\nx = 1\n", "a", "`a` stands here a second time"),
        ("a = 1\n[a]\nx = 1\n", "a", "`a` stands here a second time"),
        ("a = {x = 1}\n[a.b]\n", "a", "`a` stands here a second time"),
        ("a = {x = 1}\na.y = 1\n", "a", "`a` stands here a second time"),
        ("a = \"text\nb = 1\n", "\"", "this text is never closed"),
        ("a = 'text\n", "'", "this text is never closed"),
        ("a = \"\"\"text\n", "\"", "this text is never closed"),
        ("a = \"x\\qy\"\n", "\\q", "`\\q` is not an escape"),
        ("a = \"x\\u00\"\n", "\"", "this escape names no character"),
        ("a = \"x\u{1}\"\n", "\u{1}", "a control character stands in this text"),
        ("a = [1 2]\n", "1 2", "`1 2` is not a value"),
        ("a = ['1' '2']\n", "'", "a comma is missing before this"),
        ("a = [1,,2]\n", ",", "a comma has nothing before it"),
        ("a = {x = 1 y = 2}\n", "1 y", "`1 y` is not a value"),
        ("a = {x 1}\n", "1", "`=` is missing before this"),
        ("a = 1 ]\n", "]", "`]` is not expected here"),
        ("a = 07\n", "07", "`07` begins with a zero"),
        ("a = 1__0\n", "_", "a `_` does not stand between two digits"),
        ("a = TRUE\n", "TRUE", "`TRUE` is not a value"),
        ("# \u{7f}\n", "\u{7f}", "a control character stands in this comment"),
        ("a$ = 1\n", "$", "`$` cannot stand in a key"),
    ] {
        let (_, got, said) = one(text);
        assert_eq!((got.as_str(), said.as_str()), (marked, message), "{text:?}");
    }
}

#[test]
fn no_sentence_of_the_grammar_gets_out() {
    for text in [
        "]\n", "}", "{", "a = ]", ", = 1", "a = {=}", "a = {,}", ".a = 1", "a. = 1", "[]", "[[]]", "[.]", "\r",
        "a = 0x", "a = +0b1",
    ] {
        for (_, _, _, message) in said(text) {
            assert_ne!(message, "this is not TOML", "{text:?}");
        }
        assert!(!said(text).is_empty(), "{text:?}");
    }
}

#[test]
fn an_unclosed_bracket_spoils_nothing_after_it() {
    let text = "[[tile]]\nsegments = [\n  { id = 'a' },\n\n[[tile]]\nid = 'B'\n";
    assert_eq!(one(text), (2, "[".into(), "this `[` is never closed".into()));
    assert_eq!(read(text).document.value, json!({ "tile": [{ "segments": [{ "id": "a" }] }, { "id": "B" }] }));

    let text = "a = [{ x = 1\nb = 2\n";
    assert_eq!(one(text).0, 1);
    assert_eq!(read(text).document.value, json!({ "a": [{ "x": 1 }], "b": 2 }));

    let text = "a = [\n  { x = 1,\n  { x = 2 },\n]\nb = 2\n";
    assert_eq!(one(text).2, "this `{` is never closed");
    assert_eq!(read(text).document.value["b"], json!(2));

    assert!(said("a = [\n [1, 2],\n [[3]],\n 'x', # c\n]\nb = 1\n").is_empty());
    assert_eq!(one("a = [1, 2").2, "this `[` is never closed");
}

#[test]
fn what_no_format_has_is_refused() {
    assert_eq!(one("a = 1.0\n").2, "`1.0` is not a whole number");
    assert_eq!(one("a = 1979-05-27\n").2, "`1979-05-27` is a date, which no key here takes");
    assert_eq!(one("a = 9223372036854775808\n").2, "`9223372036854775808` is too large for a whole number");
    assert_eq!(read("a = -9223372036854775808").document.value["a"], json!(i64::MIN));
    assert_eq!(read("a = 0xff").document.value["a"], json!(255));
    // Two of them on one line are two mistakes.
    assert_eq!(said("a = [1.5, 2.5]\n").len(), 2);
    assert!(read("a = { b = 1.0, c = 2 }").wrong.covers("/a/b"));
    assert!(!read("a = { b = 1.0, c = 2 }").wrong.covers("/a/c"));
}

#[test]
fn newer_syntax_is_warned_about() {
    for (text, marked) in [
        ("a = {\n  x = 1\n}\n", "{"),
        ("a = { x = 1, }\n", ","),
        ("a = \"\\e\"\n", "\\e"),
        ("a = \"\\\\e \\x41\"\n", "\\x"),
    ] {
        let parsed = read(text);
        assert_eq!(parsed.findings.len(), 1, "{text:?}: {:?}", parsed.findings);
        assert_eq!((parsed.findings[0].code, parsed.findings[0].level), (Code::TomlTooNew, Level::Warning), "{text:?}");
        assert_eq!(one(text).1, marked);
        assert!(parsed.wrong.is_empty());
    }
    assert!(said("a = { x = [\n 1,\n] }\nb = '\\e'\n").is_empty());
}

#[test]
fn depth_and_size_are_bounded() {
    for text in [
        format!("a = {}1{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("a = {}", "[".repeat(100_000)),
        format!("a = {}", "{a = ".repeat(100_000)),
        format!("{}a = 1", "a.".repeat(100_000)),
        format!("[{}a]\nb = 1", "a.".repeat(100_000)),
        format!("[[{}a]]\nb = 1", "a.".repeat(100_000)),
        format!("x = {{ {}a = 1 }}", "a.".repeat(100_000)),
        (0..40).map(|at| format!("[[{}]]", vec!["a"; at + 1].join("."))).collect::<Vec<_>>().join("\n"),
    ] {
        let parsed = read(&text);
        let short: String = text.chars().take(20).collect();
        assert!(!parsed.findings.is_empty(), "{short}");
        assert!(parsed.findings.iter().all(|finding| finding.code != Code::Internal));
        assert!(parsed.findings.len() < 30, "{short}: {}", parsed.findings.len());
    }
    assert!(said(&format!("a = {}1{}", "[".repeat(20), "]".repeat(20))).is_empty());
}

#[test]
fn errors_are_capped() {
    let parsed = read(&"=\n".repeat(100_000));
    assert_eq!(parsed.findings.len(), MAX_ERRORS);
    let parsed = read(&format!("a = '{}'", "\u{1}".repeat(100_000)));
    assert_eq!(parsed.findings.len(), 1);
}

#[test]
fn a_long_file_is_read_in_time() {
    let text = (0..50_000).map(|at| format!("k{at} = {at}")).collect::<Vec<_>>().join("\n");
    let parsed = read(&text);
    assert!(parsed.findings.is_empty());
    assert_eq!(parsed.document.value.as_object().map(serde_json::Map::len), Some(50_000));
    // Headers that complete tables named before them.
    let on_the_way = (0..20_000).map(|at| format!("[t{at}.x]"));
    let text = on_the_way.chain((0..20_000).map(|at| format!("[t{at}]"))).collect::<Vec<_>>().join(
        "
",
    );
    assert!(read(&text).findings.is_empty());
}

#[test]
fn only_what_a_syntax_error_touched_is_wrong() {
    let text = "kind = 'x'\n[[tile]]\nid = 'A'\ncount =\n[[tile]]\nsegments = [\n  { id = 's' feature = 'f' },\n  { id = 't' },\n]\n";
    let parsed = read(text);
    assert_eq!(parsed.findings.len(), 2, "{:?}", parsed.findings);
    let wrong = &parsed.wrong;
    assert!(wrong.covers("/tile/0/count") && !wrong.covers("/tile/0/id") && wrong.is_incomplete("/tile/0"));
    assert!(wrong.is_incomplete("/tile/1/segments/0") && !wrong.covers("/tile/1/segments/1"));
    assert!(!wrong.is_incomplete("/tile/1/segments/1"));
    assert!(wrong.touches("/tile/1") && wrong.touches("/tile/0") && !wrong.covers("/kind"));
}

/// The crate's own reader of whole documents is the yardstick for what is valid, and for what it means.
fn agrees(text: &str) {
    let ours = read(text);
    let clean = ours.findings.iter().all(|finding| finding.level != Level::Error);
    match text.parse::<::toml::Table>() {
        Ok(table) => {
            let theirs = serde_json::to_value(&table).expect("a table is a value");
            if clean {
                assert_eq!(ours.document.value, theirs, "{text:?}");
            } else {
                let only_ours = ours.findings.iter().all(|finding| {
                    matches!(finding.code, Code::WrongType | Code::OutOfRange | Code::TomlTooNew | Code::TooLarge)
                });
                assert!(only_ours, "{text:?}: {:?}", ours.findings);
            }
        }
        Err(error) => assert!(!clean, "{text:?}: {error}"),
    }
}

#[test]
fn tables_are_joined_as_toml_joins_them() {
    for text in [
        "[a.b]\n[a]\nx=1\n",
        "[a]\nb.c=1\n[a.b]\n",
        "[a]\nb.c=1\n[a.b.d]\n",
        "[a.b.c]\nz=9\n[a]\nb.c.t=1\n",
        "[a.b.c]\n[a]\nb.x=1\n",
        "[[a]]\n[a.b]\n[[a]]\n[a.b]\n",
        "[[a]]\n[a]\n",
        "a=[]\n[[a]]\n",
        "[a]\n[[a]]\n",
        "a.b=1\na.c=2\n",
        "a=1\na.b=2\n",
        "a.b=1\n[a]\n",
        "x={a.b=1,a.c=2}\n",
        "x={a={b=1},a.c=2}\n",
        "x={a.b=1,a={c=1}}\n",
        "[[a.b]]\n[[a.b]]\n[a.b.c]\nd=1\n",
        "'a b'.\"c\" = 1\n",
        "a='''\nx\ny'''\n",
        "a=\"\"\"x \\\n   y\"\"\"\n",
        "\"\"=1\n",
    ] {
        agrees(text);
    }
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_it_panic(text in "[ab\\[\\]{}=,.'\"\\\\ \n\r#10_u-]{0,60}") {
        agrees(&text);
    }

    #[test]
    fn no_text_at_all_makes_it_panic(text in proptest::prelude::any::<String>()) {
        read(&text);
    }
}
