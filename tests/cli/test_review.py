"""`crownlands review`: the picture, the JSON, and what is wrong with its input."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from crownlands.cli.review_picture import sentence
from crownlands.notation import print_record
from crownlands.study import Reviewer, Why
from crownlands.study.why import WORTH
from tests.study.games import LITTLE, record_of

from .conftest import Run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    record = record_of("kingdomino/3", "cli")
    path.write_text(print_record(record).replace("\n\n", "\nseats: Ann,Ben,Zoé\n\n", 1), encoding="utf-8")
    return path


def test_a_picture_of_a_review(run: Run, file: Path) -> None:
    result = run("review", str(file), "--work", str(LITTLE), "--turns", "2")
    assert result.exit_code == 0, result.output
    for words in ("100 %", "luck", "own", "rivals", "result", "per turn", "best", "blunder", "played", "better", "Zoé"):
        assert words in result.output, words
    assert result.output.count("  better ") == 2
    assert max(map(len, result.output.splitlines())) <= 80


def test_no_work_is_too_little_work(run: Run, file: Path) -> None:
    result = run("review", str(file), "--work", "0")
    assert result.exit_code == 1
    assert "not 0" in result.stderr


def test_json_has_the_same_numbers_as_the_library(run: Run, file: Path) -> None:
    printed = json.loads(run("review", str(file), "--work", str(LITTLE), "--json").output)
    found = Reviewer(record_of("kingdomino/3", "cli"), LITTLE).review()
    assert printed == json.loads(json.dumps(asdict(found)))


def test_seconds_are_translated_to_work(run: Run, file: Path) -> None:
    printed = json.loads(run("review", str(file), "--time", "0.001", "--json").output)
    assert printed["work"] == LITTLE


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--work", "128", "--time", "1"), "--work or --time, not both"),
        (("--work", "5"), "the work of a review is 128 to 1,000,000 playouts, not 5"),
        (("--time", "-3"), "a review takes more than 0 seconds, not -3"),
    ],
)
def test_wrong_options_are_told(run: Run, file: Path, options: tuple[str, ...], complaint: str) -> None:
    result = run("review", str(file), *options)
    assert result.exit_code == 1
    assert complaint in " ".join(result.output.split())


def test_a_game_that_is_not_over_is_told(run: Run, file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(lines[:-1]), encoding="utf-8")
    result = run("review", str(file))
    assert result.exit_code == 1
    assert "this game is not over" in " ".join(result.output.split())


@pytest.mark.parametrize("kind", WORTH)
@pytest.mark.parametrize("amount", [1.0, 2.0, -2.0])
def test_every_reason_has_words(kind: str, amount: float) -> None:
    assert sentence(Why(kind, amount))  # type: ignore[arg-type]
