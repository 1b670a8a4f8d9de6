//! Hostile input: whatever a file holds, the answer comes in bounded time and memory, in words, without a panic.
//!
//! Each run may use so much memory and no more: the shell's limit ends what asks for it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Kilobytes of address space that a run gets.
const MOST_MEMORY: u32 = 900_000;

struct Told {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Runs in a folder with bounded memory.
#[track_caller]
fn run(folder: &Path, args: &str) -> Told {
    let program = env!("CARGO_BIN_EXE_tilewright");
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("ulimit -v {MOST_MEMORY} 2>/dev/null; exec {program} {args}"));
        shell
    } else {
        let mut command = Command::new(program);
        command.args(args.split_whitespace());
        command
    };
    let output = command.current_dir(folder).stdin(Stdio::null()).output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let told = Told { code: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr) };
    assert!(!told.stderr.contains("panicked"), "{}", told.stderr);
    assert!(matches!(told.code, Some(0..=2)), "{args}: ended by {:?}\n{}", output.status, told.stderr);
    told
}

/// A folder with one file.
fn with(name: &str, content: impl AsRef<[u8]>) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join(name), content).expect("the folder takes files");
    folder
}

/// The codes in lines of the short format.
fn codes(told: &Told) -> Vec<&str> {
    told.stdout.lines().filter_map(|line| Some(line.split_once('[')?.1.split_once(']')?.0)).collect()
}

const HEAD: &str = "#:schema x\nkind = \"tileset\"\nformat = 1\nid = \"a\"\ntotal = 0\n";
const GAME: &str = "game: carcassonne\nplayers: Red, Blue\n";

#[test]
fn nesting_has_an_end() {
    let deep = 200_000;
    for text in [
        format!("{HEAD}x = {}{}\n", "[".repeat(deep), "]".repeat(deep)),
        format!("{HEAD}x = {}\n", "[".repeat(deep)),
        format!("{HEAD}x = {}1{}\n", "{ a = ".repeat(deep), " }".repeat(deep)),
        format!("{HEAD}{}x = 1\n", "a.".repeat(deep)),
        format!("{HEAD}[{}x]\n", "a.".repeat(deep)),
    ] {
        let folder = with("a.toml", text);
        let told = run(folder.path(), "validate a.toml --format short");
        assert_eq!(told.code, Some(1));
        assert!(told.stdout.lines().count() < 10, "{}", told.stdout);
        run(folder.path(), "fmt a.toml --check");
    }
    let folder = with("a.jcz", format!("{{\"replay\": {}{}}}", "[".repeat(deep), "]".repeat(deep)));
    let told = run(folder.path(), "import jcz a.jcz --format short --output b.moves");
    assert_eq!((told.code, codes(&told)), (Some(1), vec!["TW0105"]), "{}", told.stdout);
}

#[test]
fn files_have_a_greatest_size() {
    let keys = (0..1_000_000).fold(String::new(), |mut keys, number| {
        writeln!(keys, "k{number} = 1").expect("writing to a string");
        keys
    });
    let folder = with("a.toml", format!("{HEAD}{keys}"));
    let told = run(folder.path(), "validate a.toml --format short");
    // So many are told, and no more.
    assert!(codes(&told).len() <= 1001 && told.code == Some(1), "{}", codes(&told).len());

    let folder = with("a.toml", format!("{HEAD}title = \"{}\"\n", "a".repeat(17 << 20)));
    assert_eq!(codes(&run(folder.path(), "validate a.toml --format short")), ["TW0105"]);

    // A line of 100 MB, in a log, in data and in what is to be imported.
    let line = vec![b'a'; 100 << 20];
    let folder = with("a.moves", [GAME.as_bytes(), &line].concat());
    let told = run(folder.path(), "replay a.moves --format short");
    assert_eq!(told.code, Some(1));
    assert!(codes(&told).len() == 1 && told.stdout.len() < 1000, "{}", &told.stdout[..told.stdout.len().min(2000)]);
    fs::rename(folder.path().join("a.moves"), folder.path().join("a.toml")).expect("a file to rename");
    assert_eq!(codes(&run(folder.path(), "validate a.toml --format short")), ["TW0105"]);
    fs::rename(folder.path().join("a.toml"), folder.path().join("a.jcz")).expect("a file to rename");
    assert_eq!(codes(&run(folder.path(), "import jcz a.jcz --format short --output b.moves")), ["TW0105"]);
}

#[test]
fn numbers_at_the_limits_are_read_or_refused() {
    for count in
        ["9223372036854775807", "-9223372036854775808", "99999999999999999999", "0x7fffffffffffffff", "1e400", "nan"]
    {
        let tile =
            format!("[[tile]]\nid = \"A\"\ncount = {count}\nsegments = [{{ id = \"f\", feature = \"field\" }}]\n");
        let folder = with("a.toml", format!("{HEAD}{tile}"));
        let told = run(folder.path(), "validate a.toml --format short");
        assert_eq!(told.code, Some(1), "{count}");
        assert!(told.stdout.contains(":8:9:"), "{count}: {}", told.stdout);
    }
    for (turn, code) in [
        ("Red U (999999,-999999) r90", "TW0702"),
        ("Red U (1000000,0) r90", "TW0506"),
        ("Red U (99999999999999999999,0) r90", "TW0506"),
        ("999999. Red U (1,0) r90", "TW0505"),
        ("9999999. Red U (1,0) r90", "TW0505"),
        ("Red U (1,0) r90 {Red 999999999999}", "TW0509"),
        ("Red U (1,0) r90 {Red -2147483648}", "TW0802"),
    ] {
        let folder = with("a.moves", format!("{GAME}{turn}\n"));
        let told = run(folder.path(), "replay a.moves --format short");
        assert_eq!(told.code, Some(1), "{turn}: {}", told.stdout);
        assert!(codes(&told)[0] == code || codes(&told)[0] == "TW0509", "{turn}: {}", told.stdout);
    }
    let start = "start: D (999999,999999) r0, D (-999999,-999999) r0\n";
    let folder = with("a.moves", format!("{GAME}{start}1. Red U (999999,999998) r0\n"));
    run(folder.path(), "replay a.moves --format short");
    run(folder.path(), "render log a.moves");
}

#[test]
fn who_extends_itself_is_told() {
    let folder = TempDir::new().expect("a folder");
    let ruleset = |id: &str, extends: &str| {
        format!("#:schema x\nkind = \"ruleset\"\nformat = 1\nid = \"{id}\"\nextends = \"{extends}\"\n")
    };
    for (id, extends) in [("a", "b"), ("b", "c"), ("c", "a")] {
        let game = folder.path().join("games").join(id);
        fs::create_dir_all(&game).expect("a folder");
        fs::write(game.join("game.toml"), ruleset(id, extends)).expect("a file");
    }
    let told = run(folder.path(), "validate games --format short");
    assert_eq!(told.code, Some(1));
    assert!(codes(&told).iter().all(|code| *code == "TW0403"), "{}", told.stdout);
    run(folder.path(), "replay --data games .");
    assert_eq!(run(folder.path(), "count a --data games").code, Some(2));

    // A thousand variants, each on the one before.
    let variants = folder.path().join("long");
    fs::create_dir_all(&variants).expect("a folder");
    for number in 0..1000 {
        let extends = if number == 0 { "carcassonne".to_owned() } else { format!("v{}", number - 1) };
        let text = format!("#:schema x\nkind = \"variant\"\nformat = 1\nid = \"v{number}\"\nextends = \"{extends}\"\n");
        fs::write(variants.join(format!("v{number}.toml")), text).expect("a file");
    }
    let told = run(folder.path(), "count carcassonne --variant long/v999.toml");
    assert_eq!(told.code, Some(2));
    assert!(told.stderr.contains("TW0403"), "{}", told.stderr);
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    for bytes in
        [&b"\xff\xfe\x00\x00"[..], b"game: carcassonne\nplayers: \xc3, Blue\n", b"\0\0\0\0", b"game: car\0cassonne\n"]
    {
        for name in ["a.moves", "a.toml", "a.jcz"] {
            let folder = with(name, bytes);
            let command = match name {
                "a.moves" => "replay",
                "a.toml" => "validate",
                _ => "import jcz --output b.moves",
            };
            let told = run(folder.path(), &format!("{command} {name} --format short"));
            assert_eq!(told.code, Some(1), "{name} {bytes:?}: {}", told.stdout);
            assert!(!told.stdout.is_empty(), "{name} {bytes:?}");
        }
    }
    let folder = with("a.moves", "");
    assert_eq!(codes(&run(folder.path(), "replay a.moves --format short")), ["TW0512"]);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_told() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    fs::create_dir(path.join("folder.moves")).expect("a folder");
    fs::create_dir(path.join("folder.toml")).expect("a folder");
    symlink("nowhere", path.join("dangling.moves")).expect("a link");
    symlink("loop.moves", path.join("loop.moves")).expect("a link");
    for name in ["folder.moves", "folder.toml", "dangling.moves", "loop.moves", "none.moves"] {
        for command in ["replay", "validate", "fmt --check", "render log", "import jcz", "count --log"] {
            let told = run(path, &format!("{command} {name}"));
            assert_eq!(told.code, Some(2), "{command} {name}: {}{}", told.stdout, told.stderr);
            assert!(told.stderr.contains("error: "), "{command} {name}: {}", told.stderr);
        }
    }
    // A folder that holds itself through a link is gone through once.
    fs::write(path.join("a.moves"), format!("{GAME}Red U (1,0) r90\n")).expect("a file");
    symlink(".", path.join("again")).expect("a link");
    let told = run(path, "replay a.moves again/again/again/a.moves --format short");
    assert_eq!(told.code, Some(0));
    // Unreadable, but for those who may read everything.
    let secret = path.join("secret.moves");
    fs::write(&secret, GAME).expect("a file");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).expect("the owner may");
    if fs::read(&secret).is_err() {
        let told = run(path, "replay secret.moves");
        assert_eq!(told.code, Some(2));
        assert!(told.stderr.contains("permission denied"), "{}", told.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_nothing_is_half_written() {
    let folder = with("a.moves", format!("{GAME}Red U (1,0) r90\n"));
    for command in [
        "replay a.moves",
        "validate",
        "generate carcassonne --games 50",
        "explain --all",
        "count",
        "man",
        "completions zsh",
        "schema ruleset",
    ] {
        let told = run(folder.path(), &format!("{command} > /dev/full"));
        assert_eq!(told.code, Some(2), "{command}: {}", told.stderr);
        assert!(told.stderr.contains("no space is left"), "{command}: {}", told.stderr);
    }
    let told = run(folder.path(), "validate --output /dev/full");
    assert_eq!(told.code, Some(2), "{}", told.stderr);
}
