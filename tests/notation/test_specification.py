"""The specification says what the code does: its examples are read and its tables are complete."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from crownlands.notation import HandKingdom, Record, parse_any
from crownlands.rules import Step
from crownlands.rules.events import Event
from tests.notation.test_events import EXAMPLES

TEXT = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


def example(header: str) -> str:
    """The indented block that begins with this line, up to three dots."""
    lines = TEXT.split("\n")
    groups = groupby(lines, key=lambda line: not line or line.startswith("    "))
    blocks = ["\n".join(line.removeprefix("    ") for line in block) for indented, block in groups if indented]
    return next(block.partition("…")[0] for block in blocks if block.strip().startswith(header))


def test_the_example_of_a_kingdom_is_one() -> None:
    hand = parse_any(example("crownlands kingdom 1"))
    assert isinstance(hand, HandKingdom)
    assert len(hand.realm.kingdom.squares) == 15


def test_the_example_of_a_game_is_one() -> None:
    record = parse_any(example("crownlands game 1"))
    assert isinstance(record, Record)
    assert len(record.events) == 3
    assert dict(record.tags)["seed"] == "42"


@pytest.mark.parametrize(("text", "event"), EXAMPLES)
def test_every_kind_of_event_is_in_the_tables(text: str, event: Event) -> None:
    assert f"| `{text}` |" in TEXT
    assert f"| `{type(event).__name__.lower()}` |" in TEXT, "its JSON"


@pytest.mark.parametrize("step", Step)
def test_every_step_is_named(step: Step) -> None:
    assert f"`{step}`" in TEXT


@pytest.mark.parametrize("kind", ["territory", "coins", "building", "queen", "middle-kingdom", "harmony"])
def test_every_kind_of_term_is_in_the_table(kind: str) -> None:
    assert f"| `{kind}` |" in TEXT
