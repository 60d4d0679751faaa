#!/usr/bin/env python3
"""Puts the shipped puzzles to the players as they are now, for whoever has changed them.

    .venv/bin/python tools/recheck_puzzles.py                       says what has changed
    .venv/bin/python tools/recheck_puzzles.py --write               drops what does not hold, rates the others anew
    .venv/bin/python tools/recheck_puzzles.py --rulesets queendomino/2,royal-wedding/6+teams

A strategic puzzle holds as long as the monarch finds its answer again and again, and by a part of a win that is more
than luck; a new one needs more than that. Exact ones are proved by `make puzzles`: only their ratings can change.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

from rich.progress import track

from crownlands.study.difficulty import missed, rating
from crownlands.study.puzzle_maker import CONFIRMING, lead
from crownlands.study.puzzle_text import parse_puzzles, print_puzzles
from crownlands.study.puzzles import Puzzle
from crownlands.study.turns import read_turn

FOLDER = Path(__file__).resolve().parents[1] / "src" / "crownlands" / "data" / "puzzles"
TRIES, QUICK = 3, 3_000
"""How often a quick search must find it, and the playouts of that."""
LEAST = 0.02
"""Of a win."""
SEED = 20261118


def again(puzzle: Puzzle) -> tuple[Puzzle, str]:
    """The puzzle with its new rating, and why it does not hold any more; nothing if it does."""
    why = ""
    if puzzle.kind == "strategic":
        by = lead(puzzle, SEED, CONFIRMING)
        found = sum(lead(puzzle, SEED + number, QUICK) >= 0 for number in range(1, TRIES + 1))
        if by < 0:
            why = f"another turn is better by {-by:.1%} of a win"
        elif by < LEAST:
            why = f"better by {by:.1%} of a win alone"
        elif found < TRIES:
            why = f"found by {found} of {TRIES} quick searches"
    answer = read_turn(puzzle.match, puzzle.answer)
    return replace(puzzle, rating=rating(missed(puzzle.match, answer), puzzle.choices)), why


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulesets", help="names, separated by commas; all if none are given")
    parser.add_argument("--write", action="store_true", help="write the files anew")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where they are")
    parser.add_argument("--jobs", type=int, help="puzzles at the same time; as many as there are cores")
    asked = parser.parse_args()
    files = {path: parse_puzzles(path.read_text(encoding="utf-8")) for path in sorted(asked.folder.glob("*.puzzles"))}
    known = {puzzle.ruleset for puzzles in files.values() for puzzle in puzzles}
    names = set(asked.rulesets.split(",")) if asked.rulesets else known
    if unknown := names - known:
        parser.error(f"no puzzles of {', '.join(sorted(unknown))}; there are some of {', '.join(sorted(known))}")
    old = [puzzle for puzzles in files.values() for puzzle in puzzles if puzzle.ruleset in names]
    new: dict[str, Puzzle | None] = {}
    with ProcessPoolExecutor(asked.jobs) as pool:
        for puzzle, why in track(pool.map(again, old), "puzzles", len(old)):
            new[puzzle.name] = None if why else puzzle
            if why:
                print(f"{puzzle.name} ({puzzle.ruleset}): {why}")
    kept = [(before, now) for before in old if (now := new[before.name])]
    changed = sum(before.rating != now.rating for before, now in kept)
    print(f"{len(old)} puzzles: {len(old) - len(kept)} do not hold, {changed} of the others have another rating")
    if asked.write:
        for path, puzzles in files.items():
            path.write_text(
                print_puzzles(now for puzzle in puzzles if (now := new.get(puzzle.name, puzzle))), encoding="utf-8"
            )


if __name__ == "__main__":
    main()
