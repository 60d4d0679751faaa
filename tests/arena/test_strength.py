"""`tools/strength.py`: measures row by row, resumes, and writes the page."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from crownlands.arena.plan import lineup, parse_seats, rotations
from crownlands.players.budget import Budget
from crownlands.rules import ruleset
from tests.patience import PATIENCE, eventually

ROOT = Path(__file__).parents[2]
COMMIT = "0123456789abcdef0123456789abcdef01234567"


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
    easy = strength.Row("easy", "Small", "greedy against random", "kingdomino/2", "greedy,random", 4, 60, win=0.01)
    hard = strength.Row("hard", "Small", "randoms", "kingdomino/2", "random", 2, score=500)
    return strength.Workshop(tmp_path, [easy, hard], commit=COMMIT)


def test_rows_are_measured_and_the_page_is_written(strength: Any, workshop: Any) -> None:
    assert strength.main(["--jobs", "1"], workshop) == 0
    page = workshop.page.read_text(encoding="utf-8")
    [easy] = [line for line in page.splitlines() if line.startswith("| kingdomino/2: greedy against random | 60 s |")]
    [hard] = [line for line in page.splitlines() if line.startswith("| kingdomino/2: randoms |  |")]
    assert easy.endswith("| reached |")
    assert hard.endswith("| not reached |")
    command = "crownlands arena kingdomino/2 --seats greedy,random --games 4 --time 60 --clock processor"
    command += " --seed strength-0123456789abcdef"
    assert "| processor |" in easy
    assert f"`{command}" in page
    assert "| 0123456 |" in easy
    summary = json.loads((workshop.summaries / "easy.json").read_text(encoding="utf-8"))
    assert (summary["games"], summary["planned"]) == (4, 4)
    assert summary["seed"] == "strength-0123456789abcdef"
    assert f"| {summary['load']['mean']:.1f} / {summary['load']['most']:.1f} on {summary['cores']} |" in easy
    assert summary["players"][0]["adjusted"]
    before = page
    assert strength.main(["--page"], workshop) == 0
    assert workshop.page.read_text(encoding="utf-8") == before


def test_a_time_box_leaves_an_unfinished_row_that_is_taken_up_again(strength: Any, workshop: Any) -> None:
    assert strength.main(["--rows", "easy", "--minutes", "1e-6", "--jobs", "1"], workshop) == 3
    assert "not measured yet" in workshop.page.read_text(encoding="utf-8")
    assert strength.main(["--rows", "easy", "--jobs", "1"], workshop) == 0
    assert len(list(workshop.games.glob("easy-*/games/*.game"))) == 4


def test_a_single_deal_is_shown_without_an_interval(strength: Any, workshop: Any) -> None:
    assert strength.main(["--rows", "hard", "--minutes", "1e-3", "--jobs", "1"], workshop) == 3
    assert "| 1 of 2 | 0123456 |" in workshop.page.read_text(encoding="utf-8")


UNTIL_STOPPED = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import strength

if __name__ == "__main__":
    strength.stop_as_by_hand()
    row = strength.Row("long", "Small", "randoms", "kingdomino/2", "random", 1_000_000)
    sys.exit(strength.main(["--jobs", "1"], strength.Workshop(Path(sys.argv[2]), [row], commit="0" * 40)))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_by_a_signal_it_tells_what_is_there(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "docs").mkdir()
    script = tmp_path / "until_stopped.py"
    script.write_text(UNTIL_STOPPED, encoding="utf-8")
    ignored = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in the background of a shell without a terminal
    try:
        process = subprocess.Popen([sys.executable, str(script), str(ROOT / "tools"), str(tmp_path)])
    finally:
        signal.signal(signal.SIGINT, ignored)
    games = tmp_path / "results" / "strength"
    try:
        eventually(lambda: len(list(games.glob("long-*/games/*.game"))) >= 4)
        process.send_signal(number)
        assert process.wait(PATIENCE) == 3
    finally:
        process.kill()
        process.wait()
    summary = json.loads((tmp_path / "docs" / "strength" / "long.json").read_text(encoding="utf-8"))
    assert 4 <= summary["games"] < summary["planned"]
    assert f"| {summary['games']} of 1000000 |" in (tmp_path / "docs" / "strength.md").read_text(encoding="utf-8")


def test_deals_come_from_the_commit_that_changed_how_players_play(
    strength: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"status": "", "log": COMMIT}
    monkeypatch.setattr(strength, "_git", lambda *words: said[words[0]])
    assert strength.playing_commit() == COMMIT
    assert strength.seed_of(COMMIT) != strength.seed_of(COMMIT[::-1]) != strength.TUNED
    said["status"] = " M src/crownlands/players/flat.py"
    with pytest.raises(SystemExit, match=r"commit this first:\n M src/crownlands/players/flat.py"):
        strength.playing_commit()
    said |= {"status": "", "log": ""}
    with pytest.raises(SystemExit, match="no git checkout"):
        strength.playing_commit()


def test_what_helps_against_one_kind_only_is_shown_as_such(strength: Any) -> None:
    def data(low: float | None, high: float | None) -> dict[str, Any]:
        return {"players": [{"par": 0.25, "win": {"low": low, "high": high}}]}

    rows = [row for row in strength.ROWS if row.section == strength.FIELD and row.ruleset.startswith("kingdomino/4")]
    found = dict.fromkeys(row.name for row in rows)
    assert strength._kinds(rows, found) == []
    found |= {"four-squire": data(0.8, 0.9), "four-flat": data(0.2, 0.3), "four-mixed": data(0.1, 0.2)}
    [line, _] = strength._kinds(rows, found)
    assert (
        "above par against squire **and against this kind only**; not decided against flat; below par against" in line
    )
    found["four-flat"] = data(0.3, 0.4)
    assert "only" not in strength._kinds(rows, found)[0]
    found["four-flat"] = data(None, None)  # of a single deal
    assert "not decided against flat" in strength._kinds(rows, found)[0]


def test_the_field_has_partners_of_every_kind_and_a_mixed_table(strength: Any) -> None:
    fields = [row.seats for row in strength.ROWS if row.section == strength.FIELD]
    for kind in ("squire", "glance", "flat", "monarch-1"):
        assert fields.count(f"monarch,{kind}") == 2
    assert any(len(set(seats.split(","))) == 4 for seats in fields)


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
