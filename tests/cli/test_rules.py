"""`crownlands rules`."""

from __future__ import annotations

import json

import pytest

from crownlands.rules import all_rulesets
from crownlands.rules.ruleset import OPTIONS, setups

from .conftest import Run


def test_every_setup_and_every_option_is_listed(run: Run) -> None:
    output = run("rules").output
    for family, players in setups():
        assert f"{family}/{players}" in output
    for option in OPTIONS:
        assert f"+{option}" in output


def test_all_lists_every_name(run: Run) -> None:
    assert run("rules", "--all").output.split() == [rules.name for rules in all_rulesets()]


def test_every_kind_of_ruleset_can_be_explained(run: Run) -> None:
    for rules in list(all_rulesets())[::7]:
        result = run("rules", rules.name)
        assert result.exit_code == 0
        assert rules.name in result.output


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("kingdomino/2", ["2 kings each", "5×5", "24 of the 48", "stay unknown", "most crowns"]),
        ("kingdomino/3+lines-of-four", ["of 4", "1 unclaimed domino is removed", "in none of the rulebooks here"]),
        ("royal-wedding/7", ["in none of the rulebooks here"]),
        ("kingdomino/4+dynasty+harmony", ["3 in a row", "Harmony: 5 points"]),
        ("kingdomino/2+mighty-duel", ["7×7", "all 48"]),
        ("queendomino/4+harmony", ["7 coins and 1 knight", "(house rule)", "4. bribe", "+harmony"]),
        (
            "royal-wedding/6+teams",
            ["3 teams of 2", "pink & yellow", "2 unclaimed dominoes are removed", "Queendomino, Kingdomino"],
        ),
        ("kingdomino/4+top-down", ["top down: kings go on the line as drawn"]),
    ],
)
def test_an_explanation_says_what_matters(run: Run, name: str, parts: list[str]) -> None:
    output = " ".join(run("rules", name).output.split())
    for part in parts:
        assert part in output


def test_json_has_the_same_for_programs(run: Run) -> None:
    facts = json.loads(run("rules", "royal-wedding/8+teams", "--json").stdout)
    assert facts["realms"] == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert (facts["frame"], facts["line"], facts["rounds"], facts["removed"]) == (7, 8, 12, 0)
    assert facts["phases"] == ["place", "tax", "build", "bribe", "choose"]
    listed = json.loads(run("rules", "--json").stdout)
    assert len(listed["setups"]) == 12
    assert {option["option"] for option in listed["options"]} == set(OPTIONS)


def test_an_unknown_or_impossible_ruleset_is_refused_with_the_reason(run: Run) -> None:
    for name, reason in (
        ("chess/2", "no ruleset 'chess/2'"),
        ("kingdomino/4+mighty-duel", "only possible in kingdomino/2"),
    ):
        result = run("rules", name)
        assert result.exit_code == 1
        assert reason in result.stderr
        assert not result.stdout
