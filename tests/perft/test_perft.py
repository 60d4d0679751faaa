"""The counts of the files in this folder are those of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from crownlands.notation import parse_position, print_position
from crownlands.rules import Step, catalogue, ruleset
from crownlands.rules.ruleset import Opening
from tests.perft.perft import FOLDER, Block, file_name, read_blocks

FILES = sorted(FOLDER.glob("*.perft"))
BLOCKS = {path.name: tuple(read_blocks(path.read_text(encoding="utf-8"))) for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    for block in BLOCKS[path.name]:
        assert [(depth, block.count(depth)) for depth, _ in block.nodes] == list(block.nodes), block.title


def test_there_is_a_file_for_every_ruleset_and_no_other() -> None:
    assert [path.name for path in FILES] == sorted(file_name(rules.name) for rules in catalogue())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_about_its_ruleset_from_the_start_to_the_last_round(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\n".join(map(str, BLOCKS[path.name])) == text, "printed as it was read"
    matches = [parse_position(block.position) for block in BLOCKS[path.name]]
    assert {file_name(match.ruleset.name) for match in matches} == {path.name}
    rounds = {match.state.round for match in matches}
    last = ruleset(matches[0].ruleset.name).rounds
    assert {0, last} <= rounds
    assert rounds & set(range(2, last))
    for block, match in zip(BLOCKS[path.name], matches, strict=True):
        assert print_position(match) == block.position
        assert [depth for depth, _ in block.nodes] == list(range(1, len(block.nodes) + 1))


def blocks(title: str) -> list[Block]:
    return [block for found in BLOCKS.values() for block in found if block.title == title]


def test_the_anchors_24_for_a_first_domino_of_two_terrains_12_for_a_double() -> None:
    for title, count in (("first placement, two terrains", 24), ("first placement, a double", 12)):
        assert {block.nodes[0] for block in blocks(title)} == {(1, count)}


def test_every_step_of_a_turn_is_counted_in_every_family_that_has_it() -> None:
    steps: dict[str, set[Step]] = {}
    for found in BLOCKS.values():
        for block in found:
            state = parse_position(block.position).state
            steps.setdefault(state.ruleset.family, set()).add(state.step)
    assert steps["kingdomino"] >= {Step.REVEAL, Step.PLACE, Step.CHOOSE}
    for family in ("queendomino", "royal-wedding"):
        assert steps[family] >= {Step.REVEAL, Step.PLACE, Step.TAX, Step.BUILD, Step.BRIBE, Step.CHOOSE}


def test_top_down_begins_with_placements_and_others_with_choices() -> None:
    for rules in catalogue():
        start = BLOCKS[file_name(rules.name)][0]
        first = start.nodes[0][1]
        assert first in ({12, 24} if rules.opening is Opening.TOP_DOWN else {rules.line})
