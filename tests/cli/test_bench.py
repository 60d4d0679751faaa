"""`crownlands bench`."""

from __future__ import annotations

import json

from .conftest import Run


def test_it_measures_games_and_move_generations(run: Run) -> None:
    result = run("bench", "kingdomino/2", "--seconds", "0.02", "--json")
    rates = json.loads(result.stdout)["rates"]
    measured = {(rate["engine"], rate["measure"]) for rate in rates}
    both = {(engine, what) for engine in ("core", "rules") for what in ("games", "generations")}
    assert measured == {*both, *(("core", what) for what in ("playouts", "evaluations", "scholars' games"))}
    assert all(rate["mean"] > 0 for rate in rates)


def test_it_prints_a_table(run: Run) -> None:
    output = run("bench", "queendomino/2", "--seconds", "0.02").output
    assert "queendomino/2" in output
    assert "generations" in output


def test_an_unknown_ruleset_is_refused(run: Run) -> None:
    assert run("bench", "kingdomino/1").exit_code == 1
