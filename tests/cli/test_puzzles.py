"""`crownlands puzzles` in a terminal: the list, a position, an answer, new puzzles, and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from crownlands.cli.app import app
from crownlands.study.puzzle_text import parse_puzzles
from crownlands.study.shipped import puzzles

EACH = puzzles(kind="exact")[0]


def run(*arguments: str, typed: str | None = None) -> str:
    result = CliRunner().invoke(app, ["puzzles", *arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_they_are_listed_and_shown_without_their_answers() -> None:
    listed = json.loads(run("--family", "queendomino", "--theme", "dragon", "--json"))
    assert [each["name"] for each in listed] == [each.name for each in puzzles("queendomino", theme="dragon")]
    assert EACH.name in run("--kind", "exact")
    shown = run("show", EACH.name)
    assert f"rated {EACH.rating}" in shown
    assert not any(action in shown for action in EACH.answer)
    assert json.loads(run("show", EACH.name, "--json"))["position"] == EACH.position


def test_a_typed_turn_is_judged() -> None:
    assert "Right." in run("solve", EACH.name, typed="; ".join(EACH.answer) + "\n")
    wrong = run("solve", EACH.name, typed="hello\n" + "; ".join(EACH.tempting) + "\n")
    assert "expected" in wrong  # and asked again
    assert "No: it loses" in wrong
    assert "; ".join(EACH.answer) in wrong
    judged = json.loads(run("solve", EACH.name, "--answer", "; ".join(EACH.answer), "--json"))
    assert judged["right"] is True


def test_new_ones_are_added_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my.puzzles"
    run("make", "kingdomino/2", "--out", str(file), "--first", "4", "--games", "1")
    first = parse_puzzles(file.read_text())
    assert len(first) == 1
    run("make", "kingdomino/2", "--out", str(file), "--first", "4", "--games", "1")
    assert parse_puzzles(file.read_text()) == first
    assert list(tmp_path.iterdir()) == [file]


def test_what_is_wrong_is_one_line() -> None:
    for arguments, said in (
        (["show", "x"], "no puzzle 'x'"),
        (["--theme", "x"], "no theme 'x'"),
        (["make", "chess", "--out", "x"], "no ruleset 'chess'"),
        (["make", "kingdomino/2", "--kind", "x", "--out", "x"], "no kind 'x'"),
    ):
        result = CliRunner().invoke(app, ["puzzles", *arguments])
        assert result.exit_code == 1
        assert said in result.output
