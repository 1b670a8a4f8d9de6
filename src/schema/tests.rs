use serde_json::json;

use super::*;
use crate::diagnostic::Code;
use crate::source::toml;
use crate::text::Excerpt;

/// Code, marked bytes, message and help of each finding, by place.
fn said(text: &str) -> Vec<(Code, usize, String, String, String)> {
    let parsed = toml::parse(Excerpt::whole("x.toml", text));
    let (found, _) = check(&parsed.document, &parsed.wrong);
    let mut findings = parsed.findings;
    findings.extend(found);
    crate::diagnostic::sort(&mut findings);
    let each = findings.iter().map(|finding| {
        let place = finding.place.as_ref().expect("a place");
        let marked = text[place.span.start..place.span.end].to_owned();
        (finding.code, place.line, marked, finding.message.clone(), finding.help.clone().unwrap_or_default())
    });
    each.collect()
}

fn one(text: &str) -> (Code, String, String, String) {
    let all = said(text);
    assert_eq!(all.len(), 1, "{text}\n{all:#?}");
    let (code, _, marked, message, help) = all.into_iter().next().expect("one");
    (code, marked, message, help)
}

#[test]
fn every_schema_compiles() {
    assert!(validate::all_compile());
}

/// The bar for messages: seven mistakes, seven messages, each on its bytes.
#[test]
fn seven_mistakes_are_seven_messages() {
    let text = "\
#:schema ../../schemas/tileset.schema.json
kind = \"tileset\"
format = 1
id = \"seven\"
titel = \"Seven mistakes\"
total = 6

[[tile]]
id = \"A\"
count = \"two\"
status = \"reconstructd\"
segments = [
  { id = \"r\", at = \"E W\" },
  { id = \"n\", feature = \"field\", at = \"NX NR EL WR\" },
]
faces = [
  { id = \"a\", count = -1 },
  { id = \"b\", count = 1, icon = { r = { shield = 1 } } },
]
";
    let all = said(text);
    let short: Vec<_> =
        all.iter().map(|(code, line, marked, message, _)| (*code, *line, marked.as_str(), message.as_str())).collect();
    assert_eq!(
        short,
        [
            (Code::UnknownKey, 5, "titel", "`titel` is not a key of a tileset"),
            (
                Code::WrongType,
                10,
                "\"two\"",
                "the text `two` stands where `count` takes a whole number from 0 to 100000"
            ),
            (Code::UnknownValue, 11, "\"reconstructd\"", "`reconstructd` is not a value of `status`"),
            (Code::MissingKey, 13, "\"r\"", "a segment lacks `feature`"),
            (Code::BadPattern, 14, "NX", "`NX` is not a port"),
            (Code::OutOfRange, 17, "-1", "`-1` is outside the limits of `count`"),
            (Code::UnknownKey, 18, "icon", "`icon` is not a key of a face"),
        ]
    );
    let help = |at: usize| all[at].4.as_str();
    assert_eq!(help(0), "did you mean `title`? tilewright 0.1.0 knows no other key like it");
    assert_eq!(help(2), "did you mean `reconstructed`?");
    assert_eq!(help(3), "`feature` is the feature it is a part of, as the ruleset declares it");
    assert!(help(4).starts_with("a port is one of NL N NR EL E ER SL S SR WL W WR"), "{}", help(4));
    assert_eq!(help(5), "expected a whole number from 0 to 100000");
    assert_eq!(help(6), "did you mean `icons`? tilewright 0.1.0 knows no other key like it");
}

const HEAD: &str =
    "#:schema x\nkind = \"tileset\"\nformat = 1\nid = \"x\"\ntotal = 1\n[[tile]]\nid = \"A\"\ncount = 1\n";

#[test]
fn each_kind_of_mistake_has_its_bytes_and_words() {
    for (line, code, marked, message) in [
        ("size = [1]", Code::OutOfRange, "[1]", "`size` has 1 element"),
        ("size = [1, 9]", Code::OutOfRange, "9", "`9` is outside the limits of `size`"),
        ("size = 2", Code::WrongType, "2", "the number `2` stands where `size` takes a list between `[` and `]`"),
        (
            "apart = \"true\"",
            Code::WrongType,
            "\"true\"",
            "the text `true` stands where `apart` takes `true` or `false`",
        ),
        (
            "status = 3",
            Code::WrongType,
            "3",
            "the number `3` stands where `status` takes `documented`, `inferred`, `transcribed`, `reconstructed`, `house` or `unknown`",
        ),
        (
            "segments = [{ id = \"S\", feature = \"x\" }]",
            Code::BadPattern,
            "\"S\"",
            "`S` is not an id of a segment or face",
        ),
        ("segments = [{ id = \"s\", feature = \"x\", at = \"N, E\" }]", Code::BadPattern, "N,", "`N,` is not a port"),
        (
            "segments = [{ id = \"s\", feature = \"x\", at = \"aa.N\" }]",
            Code::BadPattern,
            "aa.N",
            "`aa.N` is not a port",
        ),
        ("segments = [{ id = \"s\", feature = \"x\", at = \"\" }]", Code::BadPattern, "\"\"", "no port stands here"),
        ("segments = [{ id = \"s\", feature = \"x\", over = \"a 1\" }]", Code::BadPattern, "1", "`1` is not a cell"),
        (
            "segments = [{ id = \"s\", featur = \"x\" }]",
            Code::UnknownKey,
            "featur",
            "`featur` is not a key of a segment",
        ),
        (
            "segments = [{ id = \"s\", feature = \"x\", icons = { a = -1 } }]",
            Code::OutOfRange,
            "-1",
            "`-1` is outside the limits of `a`",
        ),
        ("faces = [{ icons = { r = 1 } }]", Code::WrongType, "1", "the number `1` stands where `r` takes a table"),
        (
            "segments = \"x\"",
            Code::WrongType,
            "\"x\"",
            "the text `x` stands where `segments` takes a list between `[` and `]`",
        ),
        ("[x]", Code::UnknownKey, "x", "`x` is not a key of a tileset"),
    ] {
        let (got, bytes, words, _) = one(&format!("{HEAD}{line}\n"));
        assert_eq!((got, bytes.as_str(), words.as_str()), (code, marked, message), "{line}");
    }
    // Two unknown keys are two mistakes, and a record without braces is named by its header.
    assert_eq!(said(&format!("{HEAD}foo = 1\nbar = 2\n")).len(), 2);
    assert_eq!(
        one("#:schema x\nkind = \"tileset\"\nformat = 1\nid = \"x\"\ntotal = 1\n[[tile]]\ncount = 1\n").1,
        "[[tile]]"
    );
    let version = one("#:schema x\nkind = \"tileset\"\nformat = 2\nid = \"x\"\ntotal = 1\n");
    assert_eq!((version.0, version.1.as_str()), (Code::OutOfRange, "2"));
}

#[test]
fn rulesets_need_their_parts_unless_they_extend_another() {
    let head = "#:schema x\nkind = \"ruleset\"\nformat = 1\nid = \"x\"\n";
    let all = said(head);
    let lacking: Vec<_> =
        all.iter().map(|(code, _, marked, message, _)| (*code, marked.as_str(), message.as_str())).collect();
    assert_eq!(
        lacking,
        ["features", "figures", "players", "tilesets"].map(|key| (Code::MissingKey, "\"ruleset\"", key)).map(
            |(code, at, key)| (
                code,
                at,
                match key {
                    "features" => "a ruleset lacks `features`",
                    "figures" => "a ruleset lacks `figures`",
                    "players" => "a ruleset lacks `players`",
                    _ => "a ruleset lacks `tilesets`",
                }
            )
        )
    );
    assert!(said(&format!("{head}extends = \"y\"\n")).is_empty());
}

#[test]
fn variants_change_parts_of_records_and_lists_in_two_forms() {
    let head = "#:schema x\nkind = \"variant\"\nformat = 1\nid = \"x\"\nextends = \"y\"\n";
    for line in
        ["tilesets = [\"a\"]", "tilesets = { add = [\"a\"] }", "[tiles.A]\ncount = 1", "[figures.m]\nremove = true"]
    {
        assert_eq!(said(&format!("{head}{line}\n")), [], "{line}");
    }
    for (line, marked, message) in [
        ("tilesets = 3", "3", "the number `3` stands where `tilesets` takes a list between `[` and `]` or a table"),
        ("tilesets = [3]", "3", "the number `3` stands where `tilesets` takes text between quotes"),
        ("tilesets = { ad = [\"a\"] }", "ad", "`ad` is not a key of a change to the list of sets"),
        ("[tiles.A]\ncuont = 1", "cuont", "`cuont` is not a key of a tile"),
        ("[tiles.A]\nremove = true\ncount = 1", "count", "`count` stands beside `remove`"),
        ("options = { tie = \"sharde\" }", "\"sharde\"", "`sharde` is not a value of `tie`"),
    ] {
        let (_, bytes, words, _) = one(&format!("{head}{line}\n"));
        assert_eq!((bytes.as_str(), words.as_str()), (marked, message), "{line}");
    }
}

#[test]
fn a_file_says_what_it_is() {
    assert_eq!(one("#:schema x\nkind = \"tilest\"\n").0, Code::UnknownKind);
    assert_eq!(one("#:schema x\nkind = \"tilest\"\n").3, "did you mean `tileset`?");
    assert_eq!(one("#:schema x\nkind = 3\n").1, "3");
    let (code, marked, ..) = one("\u{feff}id = \"x\"\r\n");
    assert_eq!((code, marked.as_str()), (Code::UnknownKind, "id = \"x\""));
    let (code, ..) = one("kind = \"mouth\"\nformat = 1\nid = \"x\"\nside = [{ players = [2, 3], points = [1] }]\n");
    assert_eq!(code, Code::NoSchemaLine);
}

#[test]
fn what_a_syntax_error_touched_is_not_held_against_the_schema() {
    let (code, ..) = one(&format!("{HEAD}status =\n"));
    assert_eq!(code, Code::TomlSyntax);
    let (code, marked, ..) =
        one("#:schema x\nkind = \"tileset\"\nformat = 1\nid = \"x\"\ntotal = 1\n[[tile]]\nid = \"A\"\ncount = 1.0\n");
    assert_eq!((code, marked.as_str()), (Code::WrongType, "1.0"));
    // The key may stand on the line that could not be read.
    let (code, ..) =
        one("#:schema x\nkind = \"tileset\"\nformat = 1\nid = \"x\"\ntotal = 1\n[[tile]]\nid = \"A\"\ncount 1\n");
    assert_eq!(code, Code::TomlSyntax);
    assert_eq!(one(&format!("{HEAD}segments = [{{ id = \"s\" feature = \"x\" }}]\n")).0, Code::TomlSyntax);
    // What lies elsewhere is still told.
    assert_eq!(said(&format!("{HEAD}status =\napart = 3\n")).len(), 2);
}

#[test]
fn many_findings_are_capped() {
    let keys = (0..5000).map(|at| format!("x{at} = 1")).collect::<Vec<_>>().join("\n");
    assert_eq!(said(&format!("{HEAD}{keys}")).len(), MAX_FINDINGS);
}

#[test]
fn schemas_are_as_editors_want_them() {
    for kind in Kind::ALL {
        let text = to_text(schema(kind));
        assert!(text.contains("draft-07"), "{text}");
        for bad in ["\"null\"", "\"oneOf\"", "\"format\": \"u", "\"$defs\""] {
            assert!(!text.contains(bad), "{}: {bad}", kind.word());
        }
    }
    let status = schema(Kind::Tileset).pointer("/definitions/Status").expect("a status");
    assert_eq!(status["enum"][0], json!("documented"));
    assert_eq!(
        status["x-taplo"]["docs"]["enumValues"].as_array().map(Vec::len),
        status["enum"].as_array().map(Vec::len)
    );
}

/// The files under `schemas/` are what the types say.
#[test]
fn published_schemas_are_up_to_date() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let update = std::env::var_os("TILEWRIGHT_UPDATE_SCHEMAS").is_some();
    for (name, text) in schemas() {
        let path = folder.join(&name);
        if update {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            std::fs::write(&path, &text).expect("the schema can be written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == text,
            "schemas/{name} is out of date; run: TILEWRIGHT_UPDATE_SCHEMAS=1 cargo test --lib published_schemas"
        );
    }
}
