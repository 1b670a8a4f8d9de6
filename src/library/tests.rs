use std::fs;

use serde_json::json;

use super::*;
use crate::source::Part;

/// A folder of made-up games: `wood`, `hill` which extends it, and their variants.
struct World {
    folder: tempfile::TempDir,
    library: Library,
}

const RULESET: &str = "#:schema x
kind = \"ruleset\"
format = 1
id = \"wood\"
players = [2, 4]
tilesets = [\"set.toml\"]
start = [{ tile = \"A\", cell = [0, 0] }]

[figures.meeple]
supply = 7
on = [\"road\"]

[features.road]
shape = \"line\"
completed = { tile = 1 }
final = { tile = 1 }

[features.field]
shape = \"ground\"
claimable = false

[options]
tie = \"shared\"
";

const SET: &str = "#:schema x
kind = \"tileset\"
format = 1
id = \"set\"
total = 6

[[tile]]
id = \"A\"
count = 1
segments = [{ id = \"r\", feature = \"road\", at = \"E W\" }]

[[tile]]
id = \"B\"
count = 2

[[tile]]
id = \"C\"
count = 3
title = \"third\"
";

impl World {
    fn new() -> Self {
        let mut world = Self { folder: tempfile::tempdir().expect("a folder"), library: Library::default() };
        world.write("wood/game.toml", RULESET);
        world.write("wood/set.toml", SET);
        world.write("wood/other.toml", &SET.replace("\"set\"", "\"other\""));
        world.write("hill/game.toml", "#:schema x\nkind = \"ruleset\"\nformat = 1\nid = \"hill\"\nextends = \"wood\"\nwithout = [\"big\"]\nplayers = [3, 5]\n");
        world.variant("wood", "big", "extends = \"wood\"\n[figures.meeple]\nsupply = 9\n");
        world.variant("wood", "small", "extends = \"wood\"\n[figures.meeple]\nsupply = 3\n");
        world.variant(
            "wood",
            "more",
            "extends = \"wood\"\ntilesets = { add = [\"../other.toml\"] }\n[[stack]]\ntileset = \"other\"\n",
        );
        world
    }

    fn write(&mut self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }

    fn variant(&mut self, game: &str, id: &str, text: &str) {
        let text = format!("#:schema x\nkind = \"variant\"\nformat = 1\nid = \"{id}\"\n{text}");
        self.write(&format!("{game}/variants/{id}.toml"), &text);
    }

    fn resolve(&mut self, game: &str, variants: &[&str]) -> Result<Resolved, Vec<Finding>> {
        self.library = Library::default();
        let findings = self.library.add_dir(self.folder.path()).expect("the folder can be read");
        assert!(findings.is_empty(), "{findings:#?}");
        self.library.resolve(game, variants)
    }

    /// The one finding: its code, message, help, and the bytes it marks.
    fn refused(&mut self, game: &str, variants: &[&str]) -> (Code, String, String, String) {
        let findings = self.resolve(game, variants).expect_err("it is refused");
        assert_eq!(findings.len(), 1, "{findings:#?}");
        let finding = &findings[0];
        let marked = finding.place.as_ref().map(|at| at.excerpt.text[at.span.start..at.span.end].to_owned());
        (finding.code, finding.message.clone(), finding.help.clone().unwrap_or_default(), marked.unwrap_or_default())
    }
}

fn good(result: Result<Resolved, Vec<Finding>>) -> Resolved {
    result.unwrap_or_else(|findings| panic!("{findings:#?}"))
}

#[test]
fn what_is_built_in_resolves() {
    let library = Library::builtin();
    assert!(!library.game_names().is_empty());
    for game in library.game_names() {
        good(library.resolve(&game, &[]));
        for variant in library.variant_names(&game) {
            good(library.resolve(&game, &[&variant]));
        }
    }
    for (name, bytes) in builtin_files() {
        let text = crate::source::read::text(&name, bytes.to_vec()).expect("text");
        assert!(check(text).findings.is_empty(), "{name}");
    }
}

#[test]
fn a_ruleset_is_laid_over_what_it_extends() {
    let mut world = World::new();
    let hill = good(world.resolve("hill", &[]));
    assert_eq!((hill.game.as_str(), hill.ruleset.players), ("hill", Some([3, 5])));
    assert_eq!(hill.ruleset.figures["meeple"].supply, 7);
    assert_eq!(hill.tilesets.len(), 1);
    let written = |pointer: &str| hill.value_place(Part::Ruleset, pointer).expect("a place").file().to_owned();
    assert!(written("/players/1").ends_with("hill/game.toml"));
    assert!(written("/figures/meeple/supply").ends_with("wood/game.toml"));
}

#[test]
fn variants_are_laid_over_in_order_and_know_their_files() {
    let mut world = World::new();
    world.variant(
        "wood",
        "tiles",
        "extends = \"wood\"\n[tiles.B]\nremove = true\n[tiles.C]\ncount = 5\n[figures.boss]\nsupply = 1\non = [\"road\"]\n[features.road]\nfinal = { tile = 2 }\n[options]\nfield_scoring = \"per_city\"\n",
    );
    let resolved = good(world.resolve("wood", &["tiles", "more"]));
    assert_eq!(resolved.variants, ["tiles", "more"]);
    let set = &resolved.tilesets[0];
    assert_eq!(set.tile.iter().map(|tile| (tile.id.as_str(), tile.count)).collect::<Vec<_>>(), [("A", 1), ("C", 5)]);
    // What is stated of the file follows what the variant changed.
    assert_eq!(set.total, 6);
    assert_eq!(resolved.tilesets[1].id, "other");
    assert_eq!(resolved.ruleset.stack.len(), 1);
    assert_eq!(resolved.ruleset.figures.keys().collect::<Vec<_>>(), ["meeple", "boss"]);
    let road = &resolved.ruleset.features["road"];
    assert_eq!((json!(road.completed), json!(road.r#final)), (json!({ "tile": 1 }), json!({ "tile": 2 })));
    let marked = |part: Part, pointer: &str| {
        let place = resolved.value_place(part, pointer).expect("a place");
        let name = place.file().rsplit('/').next().unwrap_or_default().to_owned();
        (name, place.excerpt.text[place.span.start..place.span.end].to_owned())
    };
    assert_eq!(marked(Part::Tileset(0), "/tile/1/count"), ("tiles.toml".into(), "5".into()));
    assert_eq!(marked(Part::Tileset(0), "/tile/1/title"), ("set.toml".into(), "\"third\"".into()));
    assert_eq!(marked(Part::Tileset(0), "/tile/0/count"), ("set.toml".into(), "1".into()));
    assert_eq!(marked(Part::Ruleset, "/figures/boss/supply"), ("tiles.toml".into(), "1".into()));
    assert_eq!(marked(Part::Ruleset, "/features/road/final/tile"), ("tiles.toml".into(), "2".into()));
    assert_eq!(marked(Part::Ruleset, "/features/road/completed/tile"), ("game.toml".into(), "1".into()));
    assert_eq!(marked(Part::Ruleset, "/stack/0/tileset"), ("more.toml".into(), "\"other\"".into()));
    assert_eq!(marked(Part::Ruleset, "/tilesets/1"), ("more.toml".into(), "\"../other.toml\"".into()));
}

#[test]
fn two_variants_that_disagree_are_refused_unless_the_later_one_means_it() {
    let mut world = World::new();
    let (code, message, help, marked) = world.refused("wood", &["big", "small"]);
    assert_eq!(code, Code::VariantConflict);
    assert_eq!(message, "the variants `big` and `small` disagree on `figures.meeple.supply`");
    assert!(help.contains("overrides = [\"figures.meeple.supply\"]"), "{help}");
    assert_eq!(marked, "3");
    // The same value is no conflict, nor is a list that is added to by both.
    world.variant(
        "wood",
        "nine",
        "extends = \"wood\"\ntilesets = { add = [\"../other.toml\"] }\n[figures.meeple]\nsupply = 9\n",
    );
    assert_eq!(good(world.resolve("wood", &["big", "nine", "more"])).tilesets.len(), 2);
    for listed in ["figures.meeple.supply", "figures.meeple"] {
        world.variant(
            "wood",
            "tiny",
            &format!("extends = \"wood\"\noverrides = [\"{listed}\"]\n[figures.meeple]\nsupply = 1\n"),
        );
        assert_eq!(good(world.resolve("wood", &["big", "tiny"])).ruleset.figures["meeple"].supply, 1);
        assert_eq!(world.refused("wood", &["tiny", "big"]).0, Code::VariantConflict);
    }
    // A variant may change what it extends, and brings it along.
    world.variant("wood", "huge", "extends = \"big\"\n[figures.meeple]\nsupply = 12\n");
    let resolved = good(world.resolve("wood", &["huge"]));
    assert_eq!((resolved.ruleset.figures["meeple"].supply, resolved.variants), (12, vec!["huge".to_owned()]));
    assert_eq!(good(world.resolve("wood", &["big", "huge"])).variants, ["big", "huge"]);
}

#[test]
fn names_are_looked_up_and_slips_are_told() {
    let mut world = World::new();
    assert_eq!(
        world.refused("wod", &[]),
        (Code::UnknownGame, "no game is called `wod`".into(), "did you mean `wood`?".into(), String::new())
    );
    assert_eq!(world.refused("wood", &["bog"]).0, Code::UnknownVariant);
    assert_eq!(world.refused("wood", &["bog"]).2, "did you mean `big`?");
    // What a game extends has variants for it too, but for those it refuses.
    assert_eq!(good(world.resolve("hill", &["small"])).ruleset.figures["meeple"].supply, 3);
    assert_eq!(world.refused("hill", &["big"]).0, Code::VariantRefused);
    assert_eq!(world.library.variant_names("hill"), ["more", "small"]);
    assert_eq!(world.library.variant_names("wood"), ["big", "more", "small"]);
    assert_eq!(world.library.game_names(), ["hill", "wood"]);
    // The game's own drawing comes first.
    world.variant("hill", "small", "extends = \"hill\"\n[figures.meeple]\nsupply = 2\n");
    assert_eq!(good(world.resolve("hill", &["small"])).ruleset.figures["meeple"].supply, 2);
    assert_eq!(good(world.resolve("wood", &["small"])).ruleset.figures["meeple"].supply, 3);
    world.variant("hill", "steep", "extends = \"hill\"\n");
    assert_eq!(world.refused("wood", &["steep"]).2, "it is a variant of `hill`");
}

#[test]
fn circles_and_strangers_are_refused() {
    let mut world = World::new();
    world.variant("wood", "one", "extends = \"two\"\n");
    world.variant("wood", "two", "extends = \"one\"\n");
    assert_eq!(world.refused("wood", &["one"]).0, Code::ExtendsCycle);
    world.variant("wood", "lost", "extends = \"nothing\"\n");
    let (code, _, _, marked) = world.refused("wood", &["lost"]);
    assert_eq!((code, marked.as_str()), (Code::UnknownVariant, "\"nothing\""));
    world.variant("wood", "far", "extends = \"hill\"\n");
    assert_eq!(world.refused("wood", &["far"]).0, Code::VariantRefused);
    world.write("ring/game.toml", "#:schema x\nkind = \"ruleset\"\nformat = 1\nid = \"ring\"\nextends = \"ring\"\n");
    assert_eq!(world.refused("ring", &[]).0, Code::ExtendsCycle);
    world.write("ring/game.toml", "#:schema x\nkind = \"ruleset\"\nformat = 1\nid = \"ring\"\nextends = \"none\"\n");
    assert_eq!(world.refused("ring", &[]).0, Code::UnknownGame);
}

#[test]
fn what_is_not_there_cannot_be_changed() {
    let mut world = World::new();
    for (text, message, marked) in [
        ("[tiles.Z]\ncount = 1\n", "`Z` is changed, and no tile set in play has it", "Z"),
        ("[tiles.Z]\nremove = true\n", "`Z` is to be removed, and no tile set in play has it", "Z"),
        ("[figures.meple]\nsupply = 1\n", "`meple` is changed, and `figures` has no such record", "meple"),
        ("[features.city]\nremove = true\n", "`city` is to be removed, and `features` has no such record", "city"),
        ("[race]\nstep = 1\n", "`race` is changed, and the ruleset has none", "race"),
        (
            "tilesets = { remove = [\"set.toml\"] }\n",
            "`set.toml` is to be removed, and the ruleset has no such tile set",
            "\"set.toml\"",
        ),
    ] {
        world.variant("wood", "odd", &format!("extends = \"wood\"\n{text}"));
        let (code, said, _, bytes) = world.refused("wood", &["odd"]);
        assert_eq!((code, said.as_str(), bytes.as_str()), (Code::NothingToOverride, message, marked));
    }
    // Two variants may take the same set away.
    world.variant(
        "wood",
        "out",
        "extends = \"wood\"\ntilesets = { remove = [\"../set.toml\"], add = [\"../other.toml\"] }\n",
    );
    world.variant("wood", "off", "extends = \"wood\"\ntilesets = { remove = [\"../set.toml\"] }\n");
    assert_eq!(good(world.resolve("wood", &["out", "off"])).tilesets[0].id, "other");
}

#[test]
fn parts_that_are_missing_or_of_another_kind_are_told_where_they_are_named() {
    let mut world = World::new();
    for (text, code, marked) in [
        ("tilesets = [\"none.toml\"]\n", Code::MissingFile, "\"none.toml\""),
        ("tilesets = [\"../game.toml\"]\n", Code::MissingFile, "\"../game.toml\""),
        ("mouth = \"../set.toml\"\n", Code::MissingFile, "\"../set.toml\""),
    ] {
        world.variant("wood", "odd", &format!("extends = \"wood\"\n{text}"));
        let (got, _, _, bytes) = world.refused("wood", &["odd"]);
        assert_eq!((got, bytes.as_str()), (code, marked));
    }
    // A part that breaks its schema is told in its own file.
    world.write("wood/set.toml", &SET.replace("count = 2", "count = -2"));
    let (code, _, _, marked) = world.refused("wood", &[]);
    assert_eq!((code, marked.as_str()), (Code::OutOfRange, "-2"));
}

#[test]
fn games_and_variants_by_path() {
    let mut world = World::new();
    let path = world.folder.path().join("mine.toml").to_string_lossy().into_owned();
    world.write("mine.toml", "#:schema x\nkind = \"variant\"\nformat = 1\nid = \"mine\"\nextends = \"wood\"\ntilesets = [\"wood/other.toml\"]\n");
    let resolved = good(world.resolve("wood", &[&path, "small"]));
    assert_eq!(
        (resolved.tilesets[0].id.as_str(), resolved.variants),
        ("other", vec!["mine".to_owned(), "small".to_owned()])
    );
    let game = world.folder.path().join("hill/game.toml").to_string_lossy().into_owned();
    assert_eq!(good(world.resolve(&game, &["small"])).game, "hill");
    // A file of another kind, and none at all.
    assert_eq!(world.refused("wood", &[&game]).0, Code::MissingFile);
    assert_eq!(world.refused("wood", &["./none.toml"]).0, Code::Unreadable);
    // What belongs to the game it extends belongs to it as well.
    assert_eq!(good(world.resolve(&game, &[&path])).tilesets[0].id, "other");
}

#[test]
fn folders_shadow_what_is_built_in() {
    let mut library = Library::builtin();
    let Some(name) = library.game_names().into_iter().next() else {
        panic!("there is a built-in game");
    };
    let mut world = World::new();
    world.write("wood/game.toml", &RULESET.replace("\"wood\"", &format!("\"{name}\"")));
    fs::remove_dir_all(world.folder.path().join("hill")).expect("it can be removed");
    fs::remove_dir_all(world.folder.path().join("wood/variants")).expect("it can be removed");
    assert!(library.add_dir(world.folder.path()).expect("it can be read").is_empty());
    assert_eq!(good(library.resolve(&name, &[])).tilesets[0].id, "set");
    assert!(library.variant_names(&name).is_empty());
    let empty = tempfile::tempdir().expect("a folder");
    assert_eq!(library.add_dir(empty.path()).expect_err("nothing in it").kind(), io::ErrorKind::NotFound);
    assert!(library.add_dir(&empty.path().join("none")).is_err());
}
