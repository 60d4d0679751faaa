"""`tools/strength.py`: measures row by row, resumes, and writes the page."""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from crownlands.arena.plan import lineup, parse_seats, rotations
from crownlands.players.budget import Budget
from crownlands.rules import ruleset

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def strength() -> Any:
    spec = spec_from_file_location("strength", ROOT / "tools" / "strength.py")
    assert spec
    assert spec.loader
    module = sys.modules["strength"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def workshop(strength: Any, tmp_path: Path) -> Any:
    (tmp_path / "docs").mkdir()
    easy = strength.Row("easy", "Small", "greedy against random", "kingdomino/2", "greedy,random", 4, 0.5, win=0.01)
    hard = strength.Row("hard", "Small", "randoms", "kingdomino/2", "random", 2, score=500)
    return strength.Workshop(tmp_path, [easy, hard])


def test_rows_are_measured_and_the_page_is_written(strength: Any, workshop: Any) -> None:
    assert strength.main(["--jobs", "1"], workshop) == 0
    page = workshop.page.read_text(encoding="utf-8")
    [easy] = [line for line in page.splitlines() if line.startswith("| kingdomino/2: greedy against random | 0.5 s |")]
    [hard] = [line for line in page.splitlines() if line.startswith("| kingdomino/2: randoms |  |")]
    assert easy.endswith("| reached |")
    assert hard.endswith("| not reached |")
    assert "`crownlands arena kingdomino/2 --seats greedy,random --games 4 --time 0.5 --seed strength" in page
    summary = json.loads((workshop.summaries / "easy.json").read_text(encoding="utf-8"))
    assert (summary["games"], summary["planned"]) == (4, 4)
    before = page
    assert strength.main(["--page"], workshop) == 0
    assert workshop.page.read_text(encoding="utf-8") == before


def test_a_time_box_leaves_an_unfinished_row_that_is_taken_up_again(strength: Any, workshop: Any) -> None:
    assert strength.main(["--rows", "easy", "--minutes", "1e-6", "--jobs", "1"], workshop) == 3
    assert "not measured yet" in workshop.page.read_text(encoding="utf-8")
    assert strength.main(["--rows", "easy", "--jobs", "1"], workshop) == 0
    assert len(list(workshop.games.glob("easy-*/games/*.game"))) == 4


def test_an_unknown_row_is_refused(strength: Any, workshop: Any) -> None:
    with pytest.raises(SystemExit):
        strength.main(["--rows", "nothing"], workshop)


def test_every_row_is_a_match_that_can_be_played(strength: Any) -> None:
    names = [row.name for row in strength.ROWS]
    assert len(set(names)) == len(names)
    for row in strength.ROWS:
        rules = ruleset(row.ruleset)
        sides = rotations(lineup(rules, parse_seats(row.seats, Budget(row.seconds))))
        assert row.games >= 200
        assert row.games % len(sides) == 0


def test_the_page_shows_what_the_summaries_say(strength: Any) -> None:
    shop = strength.Workshop()
    assert shop.page.read_text(encoding="utf-8") == strength.page(shop.rows.values(), shop.summaries)
