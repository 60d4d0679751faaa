"""`crownlands score`: positions, records, and kingdoms typed at a real table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crownlands.notation import print_position
from crownlands.rules import new_match, ruleset

from .conftest import Run

KINGDOM = """\
ruleset kingdomino/4+middle-kingdom
w1  w   f   f1  .
w   C   f1  l   .
"""


def test_a_kingdom_typed_by_hand_is_scored_with_every_term(run: Run) -> None:
    result = run("score", "-", text=KINGDOM)
    assert result.exit_code == 0
    output = " ".join(result.output.split())
    assert "3 × 1" in output
    assert "3 × 2" in output
    assert "score 19" in output


def test_json_of_a_kingdom_has_the_terms(run: Run) -> None:
    value = json.loads(run("score", "-", "--json", text=KINGDOM).stdout)
    assert value["score"] == 19
    assert sum(term["points"] for term in value["terms"]) == 19


def test_the_queen_coins_and_buildings_count(run: Run) -> None:
    text = "ruleset queendomino/4\ncoins 11\nqueen\ngrid\nt=statue t C w1 w\n"
    value = json.loads(run("score", "-", "--json", text=text).stdout)
    kinds = {term["kind"]: term["points"] for term in value["terms"] if term["points"]}
    assert kinds == {"territory": 2, "coins": 3, "building": 5, "queen": 2}


def test_a_record_is_scored_at_its_end_and_a_position_as_if_it_ended(run: Run, tmp_path: Path) -> None:
    run("simulate", "kingdomino/2", "--games", "1", "--seats", "random", "--out", str(tmp_path))
    [file] = tmp_path.iterdir()
    assert json.loads(run("score", str(file), "--json").stdout)["over"] is True
    assert "pink" in run("score", str(file)).output
    position = tmp_path / "position"
    position.write_text(print_position(new_match(ruleset("queendomino/2"))))
    assert "As if it ended now." in run("score", str(position)).output
    assert json.loads(run("score", str(position), "--json").stdout)["realms"][0]["score"] == 2


@pytest.mark.parametrize("text", ["", "w1 w\n", "x C\n", "ruleset nothing/4\nC\n", "crownlands position 1\n"])
def test_what_is_no_kingdom_is_refused_with_its_place(run: Run, text: str) -> None:
    result = run("score", "-", text=text)
    assert result.exit_code == 1
    assert "standard input: line" in result.stderr
    assert result.stderr.count("\n") == 1
