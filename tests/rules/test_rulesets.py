"""Names of rulesets: what is understood, what is canonical, what is refused and why."""

from __future__ import annotations

import pytest

from crownlands.rules import Ruleset, RulesetError, all_rulesets, catalogue, new_game, ruleset
from crownlands.rules.ruleset import FAMILIES, OPTIONS, Opening, make_ruleset, setups


@pytest.mark.parametrize(
    "name",
    [
        "kingdomino/4",
        "kingdomino/2+mighty-duel+harmony",
        "kingdomino/3+lines-of-four+top-down",
        "queendomino/2",
        "royal-wedding/5",
        "royal-wedding/8+teams",
        "kingdomino/4+dynasty",
    ],
)
def test_names_that_people_type_are_canonical(name: str) -> None:
    assert ruleset(name).name == str(ruleset(name)) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("kingdomino/4+drawn", "kingdomino/4"),
        ("queendomino/2+there-and-back", "queendomino/2"),
        ("kingdomino/2+harmony+mighty-duel", "kingdomino/2+mighty-duel+harmony"),
        ("royal-wedding/8+top-down+teams", "royal-wedding/8+teams+top-down"),
        (" kingdomino/4 ", "kingdomino/4"),
    ],
)
def test_other_spellings_lead_to_the_canonical_name(typed: str, name: str) -> None:
    assert ruleset(typed).name == name
    assert ruleset(typed) == ruleset(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "FAMILY/PLAYERS with one of kingdomino, queendomino, royal-wedding"),
        ("chess/2", "FAMILY/PLAYERS"),
        ("kingdomino", "FAMILY/PLAYERS"),
        ("kingdomino+harmony", "FAMILY/PLAYERS"),
        ("kingdomino/", "kingdomino is played by 2, 3, 4"),
        ("kingdomino/5", "kingdomino is played by 2, 3, 4"),
        ("kingdomino/1", "kingdomino is played by 2, 3, 4"),
        ("queendomino/5", "queendomino is played by 2, 3, 4"),
        ("royal-wedding/2", "royal-wedding is played by 3, 4, 5, 6, 7, 8"),
        ("royal-wedding/9", "royal-wedding is played by 3, 4, 5, 6, 7, 8"),
        ("kingdomino/four", "kingdomino is played by"),
        ("kingdomino/4+", r"no option \+; there are \+mighty-duel"),
        ("kingdomino/4+giants", r"no option \+giants; there are \+mighty-duel"),
        ("kingdomino/4+harmony+harmony", r"\+harmony is given twice"),
        ("kingdomino/4+drawn+top-down", r"one opening only, not both \+drawn and \+top-down"),
        ("kingdomino/4+mighty-duel", r"\+mighty-duel is only possible in kingdomino/2"),
        ("kingdomino/2+lines-of-four", r"\+lines-of-four is only possible in kingdomino/3"),
        ("royal-wedding/7+teams", r"\+teams is only possible in royal-wedding/6 or royal-wedding/8"),
        ("kingdomino/3+there-and-back", r"\+there-and-back is only possible in kingdomino/2 or queendomino/2"),
    ],
)
def test_what_there_is_not_is_refused_with_the_reason(name: str, why: str) -> None:
    with pytest.raises(RulesetError, match=why):
        ruleset(name)


def test_all_rulesets_are_what_can_be_made_and_nothing_else() -> None:
    made = set()
    names = list(OPTIONS)
    for family, players in setups():
        for bits in range(2 ** len(names)):
            options = tuple(name for index, name in enumerate(names) if bits >> index & 1)
            try:
                made.add(make_ruleset(family, players, options))
            except RulesetError:
                continue
    listed = list(all_rulesets())
    assert len(listed) == len(set(listed))
    assert set(listed) == made


@pytest.mark.parametrize("rules", list(all_rulesets()), ids=str)
def test_every_name_leads_back_to_its_ruleset(rules: Ruleset) -> None:
    assert ruleset(rules.name) == rules
    assert rules.box_of_line(0) == rules.boxes[0]
    assert rules.dominoes <= len(rules.pool) == 48 * len(rules.boxes)
    assert rules.dominoes % rules.line == 0
    assert rules.line >= rules.seats * rules.kings
    assert [seat for realm in rules.realms for seat in realm] == list(range(rules.seats))


def test_the_catalogue_has_each_set_up_with_each_opening_and_each_bonus() -> None:
    names = [rules.name for rules in catalogue()]
    assert len(names) == len(set(names)) == 106
    bases = {name.partition("+")[0] for name in names}
    assert bases == {f"{family}/{players}" for family, players in setups()}
    for base in [*bases, "kingdomino/2+mighty-duel", "kingdomino/3+lines-of-four", "royal-wedding/8+teams"]:
        for option in ("", "+middle-kingdom", "+harmony", "+dynasty", "+any-king", "+top-down"):
            assert base + option in names


def test_what_stands_in_no_rulebook_here_says_so() -> None:
    unprinted = {rules.name for rules in catalogue() if not rules.printed}
    assert {name for name in unprinted if name.count("+") == 0} == {"royal-wedding/7", "royal-wedding/8"}
    assert all(name.startswith(("royal-wedding/7", "royal-wedding/8", "kingdomino/3+lines")) for name in unprinted)
    assert "kingdomino/3+lines-of-four" in unprinted
    assert not any("teams" in name for name in unprinted)


def test_families_and_openings_are_named() -> None:
    assert FAMILIES == {"kingdomino": "Kingdomino", "queendomino": "Queendomino", "royal-wedding": "The Royal Wedding"}
    assert [name for name, option in OPTIONS.items() if option.is_opening] == [opening.value for opening in Opening]


def test_a_game_takes_a_ruleset_or_its_name() -> None:
    assert new_game("kingdomino/2") == new_game(ruleset("kingdomino/2"))
    with pytest.raises(RulesetError, match="a name like 'kingdomino/2' or a Ruleset, not 2"):
        new_game(2)  # type: ignore[arg-type]
