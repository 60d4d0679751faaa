"""Who knows every line to come: what the search does with it, and the tool that says what it is worth."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tools.clairvoyant import lines_of

from crownlands import core
from crownlands.players.evaluation import learned_evaluation

ROOT = Path(__file__).parent.parent.parent


def before(ruleset: str, seed: int, lines: int, last: bool = False) -> tuple[core.State, list[str]]:
    """A decision with so many lines to come, of the last king of its round where that is asked, and these lines."""
    state, to_come = core.State(ruleset), lines_of(ruleset, seed)
    while True:
        if state.chance:
            if state.sample_chance(core.chance_seed(state, seed)).startswith("reveal "):
                to_come = to_come[1:]
        elif len(to_come) == lines and state.step == "place" and (not last or turn(state).chance):
            return state, to_come
        else:
            state = turn(state)


def turn(state: core.State) -> core.State:
    """After one king has acted by the squire's judgement."""
    after = state.copy()
    after.apply(core.decide(after, "squire", 0))
    while not after.chance and not after.over and after.step != "place" and state.step == "place":
        after.apply(core.decide(after, "squire", 0))
    return after


def think(
    state: core.State, lines: list[str] | None, work: int = 300, threads: int = 1, level: str = "monarch"
) -> core.Thought:
    return core.think(state, level, 1, work=work, threads=threads, evaluation=learned_evaluation(), lines=lines)


@pytest.mark.parametrize("seed", range(8))
def test_who_chooses_last_and_knows_the_last_line_knows_who_wins(seed: int) -> None:
    state, [line] = before("kingdomino/2", seed, lines=1, last=True)
    realm = state.realm
    plans = think(state, [line], work=10_000).plans
    for plan in plans[:6]:
        end = state.copy()
        for action in plan.actions:
            end.apply(action)
        assert end.sample_chance(core.chance_seed(end, seed)) == line
        while not end.over:
            for action in think(end, None, work=10_000).plans[0].actions:
                end.apply(action)
        first = end.ranking()[0]
        assert plan.win == (1 / len(first) if realm in first else 0.0)
        assert plan.spread == 0


@pytest.mark.parametrize("ruleset", ["kingdomino/4", "queendomino/3", "royal-wedding/6+teams"])
def test_lines_that_are_known_are_all_that_comes(ruleset: str) -> None:
    state, lines = before(ruleset, 7, lines=3)
    known = think(state, lines)
    assert [plan.actions for plan in known.plans] == [plan.actions for plan in think(state, lines, threads=2).plans]
    assert [plan.points for plan in known.plans] != [plan.points for plan in think(state, None).plans]
    for plan in known.plans:
        after = state.copy()
        for action in plan.actions:
            after.apply(action)  # raises if it is not legal


def test_lines_that_cannot_come_are_refused_with_what_would_be_right() -> None:
    state, lines = before("royal-wedding/4", 7, lines=4)
    with pytest.raises(core.CoreError, match=f"lines: the {len(lines)} to come expected, not {len(lines) - 1}"):
        think(state, lines[1:])
    for wrong in (lines[1], lines[0].rsplit(" ", 1)[0], "buildings magic_school"):
        with pytest.raises(core.CoreError, match=r"lines: .* is not 4 undrawn dominoes of the box that comes then"):
            think(state, [wrong, *lines[1:]])
    with pytest.raises(core.CoreError, match="is not 4 undrawn dominoes"):  # the same box, drawn twice
        think(state, [*lines[:2], lines[0], *lines[3:]])
    with pytest.raises(core.CoreError, match="lines: only a level with a tree looks so far ahead"):
        think(state, lines, level="baron")


def test_deals_are_played_once_and_both_ways_are_told(tmp_path: Path) -> None:
    def ask(*asked: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / "tools" / "clairvoyant.py"), "--work", "4", "--jobs", "1", *asked]
        return subprocess.run([*command, "--out", str(tmp_path / "deals.json")], capture_output=True, text=True)

    assert ask("kingdomino/3", "--deals", "2").returncode == 0
    before = json.loads((tmp_path / "deals.json").read_text())["deals"]
    done = ask("kingdomino/3", "--deals", "3")
    after = json.loads((tmp_path / "deals.json").read_text())["deals"]
    assert len(after) == 3
    assert {number: after[number] for number in before} == before
    assert "kingdomino/3, 3 deals from each side: monarch against monarch-1" in done.stdout
    assert "if it knows the lines to come:" in done.stdout
    other = ask("kingdomino/4", "--deals", "2")
    assert other.returncode == 2
    assert "answers another question" in other.stderr
