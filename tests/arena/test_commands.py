"""`crownlands arena` and `crownlands ladder` as people call them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from crownlands.cli.app import app
from tests.arena.arenas import EXAMPLE, HOSTILE, bot


def call(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, words)
    return result.exit_code, result.stdout, result.stderr


def test_arena_prints_a_table() -> None:
    code, out, _ = call("arena", "kingdomino/2", "--seats", "greedy,random@0.1s", "--games", "4", "--jobs", "2")
    assert code == 0
    assert "4 games on 2 deals" in out
    assert "random@0.1s" in out


def test_arena_prints_pure_json_and_says_how_intervals_were_made(tmp_path: Path) -> None:
    words = ["arena", "kingdomino/2", "--seats", "greedy,random", "--games", "4", "--work", "10", "--json"]
    code, out, _ = call(*words, "--out", str(tmp_path))
    summary = json.loads(out)
    assert code == 0
    assert summary["games"] == 4
    assert "over deals" in summary["method"]
    assert [player["budget"] for player in summary["players"]] == ["10w", "10w"]
    # Fresh deals without a seed, and the same again from the folder.
    assert json.loads(call(*words, "--out", str(tmp_path))[1]) == summary
    assert json.loads(call(*words)[1])["seed"] != summary["seed"]


def test_arena_shows_forfeits() -> None:
    code, out, _ = call("arena", "kingdomino/2", "--seats", f"{bot(HOSTILE, 'crash')},random", "--games", "2")
    assert code == 0
    assert "forfeited 2 games" in out
    assert "the dragon ate me" in out


def test_programs_stand_in_the_table_by_their_names() -> None:
    code, out, _ = call("arena", "kingdomino/2", "--seats", f"{bot(EXAMPLE)},me={bot(EXAMPLE)}", "--games", "2")
    assert code == 0
    assert "Forty lines" in out
    assert "me " in out
    assert "cmd:" not in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--seats", "cmd:sh -c 'exit 3',random"], "cannot play: crashed: ended with code 3"),
        (["--seats", "nobody"], "no player 'nobody'"),
        (["--seats", "random,,random"], "a seat without a player"),
        (["--seats", "random", "--time", "1", "--work", "1"], "not both"),
        (["--seats", "random", "--time", "-1"], "more than nothing"),
        (["--seats", "random", "--seed", "a\nb"], "one line"),
        (["--seats", "random", "--clock", "sand"], "no clock 'sand'; there are wall and processor"),
        (["--seats", "random", "--clock", "processor", "--threads", "2"], "a budget by it has one"),
        (["--seats", "cmd:true,random", "--clock", "processor"], "it plays by the wall clock"),
    ],
)
def test_arena_complains_before_it_starts(words: list[str], complaint: str) -> None:
    code, out, err = call("arena", "kingdomino/2", *words)
    assert (code, out) == (1, "")
    assert complaint in err


@pytest.mark.parametrize("words", [("arena", "--seats"), ("ladder", "--players"), ("arena", "--json", "--seats")])
def test_who_interrupts_before_a_deal_is_finished_is_told_and_has_the_code_of_ctrl_c(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("crownlands.cli.arena.run", interrupted)
    command, *options = words
    code, out, err = call(command, "kingdomino/2", *options, "greedy,random")
    assert code == 130
    assert "interrupted after 0 of 100 games" in err
    assert json.loads(out)["games"] == 0 if "--json" in words else "no deal was finished" in out + err


def test_ladder_prints_a_table_and_draws(tmp_path: Path) -> None:
    words = ["ladder", "--players", "random,greedy", "--games", "6", "--out", str(tmp_path / "games")]
    code, out, err = call(*words, "--plot", str(tmp_path / "ladder.svg"))
    assert code == 0
    assert out.index("greedy") < out.index("random")
    assert "ladder.svg" in err
    assert ElementTree.parse(tmp_path / "ladder.svg").getroot().tag.endswith("svg")
    code, out, _ = call(*words, "--json")
    assert code == 0
    assert [player["label"] for player in json.loads(out)["players"]] == ["greedy", "random"]


def test_ladder_needs_players() -> None:
    code, _, err = call("ladder", "kingdomino/2", "--players", "greedy")
    assert code == 1
    assert "at least two players" in err
