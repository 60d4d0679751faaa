"""Shipped puzzles are put to players that have changed: the tool for that."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from crownlands.study.puzzle_text import parse_puzzles, print_puzzles
from crownlands.study.shipped import puzzles

ROOT = Path(__file__).parent.parent.parent


def recheck(folder: Path, *asked: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "recheck_puzzles.py"), "--folder", str(folder), "--jobs", "2"]
    return subprocess.run([*command, *asked], capture_output=True, text=True)


def test_what_does_not_hold_is_dropped_and_the_others_are_rated_anew_in_their_order(tmp_path: Path) -> None:
    exact = next(each for each in puzzles("kingdomino", "exact") if each.ruleset == "kingdomino/2")
    holds, falls = [each for each in puzzles("kingdomino", "strategic") if each.ruleset == "kingdomino/2"][:2]
    wrong = [replace(exact, rating=exact.rating + 40), replace(falls, answer=falls.tempting), holds]
    path = tmp_path / "kingdomino.puzzles"
    path.write_text(print_puzzles(wrong), encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    done = recheck(tmp_path)
    assert f"{falls.name} (kingdomino/2): another turn is better by" in done.stdout
    assert "3 puzzles: 1 do not hold, 1 of the others have another rating" in done.stdout
    assert path.read_text(encoding="utf-8") == before, "nothing is written unless that is asked for"
    assert recheck(tmp_path, "--write").returncode == 0
    assert parse_puzzles(path.read_text(encoding="utf-8")) == (exact, holds)


def test_rulesets_without_puzzles_are_refused_with_those_that_have_some() -> None:
    done = recheck(ROOT / "src" / "crownlands" / "data" / "puzzles", "--rulesets", "kingdomino/9")
    assert done.returncode == 2
    assert "no puzzles of kingdomino/9; there are some of kingdomino/2" in done.stderr
