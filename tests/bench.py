#!/usr/bin/env python3
"""Times whole runs of the program and prints one table of ratios.

    tests/bench.py [--games N] [--big] [--benches] [--binary FILE]

Builds the program for release unless one is given. `--benches` runs `cargo bench` first, `--big` adds a log of 1 GB and
the memory that its replay takes. Bare times differ from machine to machine, so each row is a ratio to something measured
beside it. Figures of other programs are data of this script: see PEERS.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Games a second of other engines, on one core of one machine, 72-tile base game, two players, random legal play, whole
# program: (random games, games replayed and verified). They were measured once and elsewhere: an order of magnitude.
PEERS = {
    "AlphaCarcassonne core": (5_290, None),
    "a Go engine": (223, None),
    "a Rust scorer used on online games": (75, 81),
    "meeple_cat": (42, None),
    "JCloisterZone engine": (30, 27.5),
    "wingedsheep": (0.09, None),
}
# A file of recorded two-player base games is some 1.8 kB a game.
BIG = 1_000_000_000


def run(command, out=subprocess.DEVNULL):
    """The wall time and the peak memory in bytes of a command, which must end well."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit {process.returncode}")
    scale = 1 if sys.platform == "darwin" else 1024
    return time.perf_counter() - start, usage.ru_maxrss * scale


def best(command, times=3):
    """The best of several runs: others on the machine only ever make one slower."""
    runs = [run(command) for _ in range(times)]
    return min(wall for wall, _ in runs), max(memory for _, memory in runs)


def tileset(tiles):
    """A game of so many tiles: each a road through fields."""
    road = '{ id = "r", feature = "road", at = "N S" }, { id = "w", feature = "field", at = "NL WL WR SR" }'
    road += ', { id = "e", feature = "field", at = "NR EL ER SL" }'
    records = "".join(f'[[tile]]\nid = "T{n}"\ncount = 1\nsegments = [{road}]\n\n' for n in range(tiles))
    return f'#:schema x\nkind = "tileset"\nformat = 1\nid = "many"\ntotal = {tiles}\n\n{records}'


GAME = """#:schema x
kind = "ruleset"
format = 1
id = "many"
players = [2, 2]
tilesets = ["tiles.toml"]
start = [{ tile = "T0", cell = [0, 0] }]

[figures.meeple]
supply = 7
on = ["road"]

[features.road]
shape = "line"
completed = { tile = 1 }
final = { tile = 1 }

[features.field]
shape = "ground"
claimable = false

[options]
tie = "shared"
"""


def many_tiles(folder, tiles):
    """The folder of a made-up game of so many tiles."""
    game = Path(folder, f"many-{tiles}", "many")
    game.mkdir(parents=True)
    (game / "game.toml").write_text(GAME)
    (game / "tiles.toml").write_text(tileset(tiles))
    return game.parent


def long_games(folder, turns, games):
    """So many games of so many turns: one road that grows to the south."""
    lines = [f"{n}. {'Red' if n % 2 else 'Blue'} T{n} (0,{n}) r0" for n in range(1, turns + 1)]
    path = Path(folder, f"long-{turns}.moves")
    path.write_text(("game: many\nplayers: Red, Blue\n\n" + "\n".join(lines) + "\nend: stopped\n") * games)
    return path


def rows(program, folder, games):
    """The rows of the table: what, how much, compared with what."""
    few, many, amazonas = (Path(folder, name) for name in ("few.moves", "many.moves", "amazonas.moves"))
    generate = [program, "generate", "carcassonne", "--seed", "1", "--games"]
    walls = []
    for _ in range(3):
        with open(few, "wb") as out:
            walls.append(run([*generate, str(games // 10)], out)[0])
    once = min(walls)
    many.write_bytes(few.read_bytes() * 10)
    with open(amazonas, "wb") as out:
        run([program, "generate", "amazonas", "--seed", "1", "--games", str(games // 10)], out)

    def replay(log, jobs):
        return best([program, "replay", log, "--format", "short", "--ledger", "none", "--jobs", str(jobs)])

    start, _ = best([program, "--version"], 10)
    (one, memory), (two, _), (tenth, small) = replay(many, 1), replay(many, 2), replay(few, 1)
    other, _ = replay(amazonas, 1)
    rate, made = games / one, games / 10 / once
    yield "base games replayed a second, 1 thread", rate, "games"
    yield "the same, 2 threads over 1", one / two, "times"
    apart = Path(folder, "apart")
    apart.mkdir()
    for number, game in enumerate(few.read_bytes().split(b"game:")[1:]):
        Path(apart, f"{number}.moves").write_bytes(b"game:" + game)
    yield "a game in a file of its own over one among many", (replay(apart, 1)[0] - start) / (tenth - start), "times"
    yield "the same, 2 threads over 1", replay(apart, 1)[0] / replay(apart, 2)[0], "times"
    yield "time of one read by `cat` over one replayed", best(["cat", many])[0] / one, "times"
    yield "time of one read by `wc -l` over one replayed", best(["wc", "-l", many])[0] / one, "times"
    yield "Amazonas over base, games a second", games / 10 / other / rate, "times"
    yield "base games generated a second, as text", made, "games"
    yield "cost of a game, 10 N over N", (one - start) / 10 / max(tenth - start, 1e-9), "times"
    yield "memory, 10 N games over N", memory / small, "times"
    for engine, (random, verified) in PEERS.items():
        yield f"games generated, over {engine}", made / random, "times"
        if verified:
            yield f"games verified, over {engine}", rate / verified, "times"
    yield "start", start * 1000, "ms"
    yield "validate all built-in data", best([program, "validate"])[0] * 1000, "ms"

    def validate(tiles):
        return best([program, "validate", many_tiles(folder, tiles)])[0] - start

    yield "cost of a tile to validate, 10,000 over 1,000", validate(10_000) / 10 / validate(1_000), "times"
    data = Path(folder, "many-10000")

    def turns(number, games):
        log = long_games(folder, number, games)
        short = ["--format", "short", "--ledger", "none", "--jobs", "1"]
        return best([program, "replay", log, "--data", data, *short])[0]

    # As many turns in long games as in short ones, less what reading the tiles takes.
    base = turns(1, 1)
    long, short = turns(9_999, 100) - base, turns(999, 1_001) - base
    yield "cost of a turn to replay, in games of 9,999 over 999", long / max(short, 1e-9), "times"


def big(program, folder):
    """A log of 1 GB: the memory that its replay takes."""
    once, log = Path(folder, "once.moves"), Path(folder, "big.moves")
    with open(once, "wb") as out:
        run([program, "generate", "carcassonne", "--games", "2000", "--seed", "2"], out)
    text = once.read_bytes()
    with open(log, "wb") as out:
        for _ in range(BIG // len(text) + 1):
            out.write(text)
    for jobs in (1, 2):
        wall, memory = run([program, "replay", log, "--format", "short", "--ledger", "none", "--jobs", str(jobs)])
        yield f"1 GB replayed, {jobs} threads: peak memory", memory / 1e6, "MB"
        yield f"1 GB replayed, {jobs} threads: bytes a second", BIG / wall / 1e6, "MB"
    log.unlink()


def main():
    parser = argparse.ArgumentParser(description="times whole runs and prints a table of ratios")
    parser.add_argument("--games", type=int, default=20_100)
    parser.add_argument("--big", action="store_true", help="also a log of 1 GB")
    parser.add_argument("--benches", action="store_true", help="also `cargo bench`")
    parser.add_argument("--binary", help="the program; built for release where left out")
    args = parser.parse_args()
    if args.binary is None:
        subprocess.run(["cargo", "build", "--release", "--locked"], cwd=ROOT, check=True)
    if args.benches:
        subprocess.run(["cargo", "bench", "--locked"], cwd=ROOT, check=True)
    program = os.path.abspath(args.binary or ROOT / "target/release/tilewright")
    print("| what | how much |\n|---|--:|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for what, much, unit in [*rows(program, folder, args.games), *(big(program, folder) if args.big else [])]:
            print(f"| {what} | {much:,.2f} {unit} |" if much < 100 else f"| {what} | {much:,.0f} {unit} |", flush=True)


if __name__ == "__main__":
    main()
