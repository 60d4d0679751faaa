"""`docs/decisions.md` lists every decision and every inferred value, and where to change it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crownlands.data import load

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
SECTIONS = {
    part.split(maxsplit=1)[0]: part.partition("\n## ")[0] for part in re.split(r"^### ", TEXT, flags=re.MULTILINE)[1:]
}
DECISIONS = ["KV1", "KV2", "Q1", "Q3", "Q5", "Q9", "Q10", *(f"S{number}" for number in range(1, 9))]


def test_every_decision_is_listed_and_no_other() -> None:
    assert list(SECTIONS) == DECISIONS


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_decision_says_what_why_and_where(decision: str) -> None:
    section = SECTIONS[decision]
    assert re.findall(r"^- \*\*(\w+):\*\* \w", section.replace("** `", "** "), flags=re.MULTILINE) == [
        "Decided",
        "Why",
        "Where",
    ]
    places = re.findall(r"`([\w/]+\.\w+)` `(\w+)`", section.partition("**Where:**")[2])
    assert places
    for file, name in places:
        source = (ROOT / "src" / "crownlands" / file).read_text(encoding="utf-8")
        assert re.search(rf"(?:^|\s)(?:def {name}\(|class {name}\(|{name} =)", source), f"{file} has no {name}"


def test_every_inferred_value_is_listed_as_it_is_in_the_data() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.+?) \| \w.* \|$", TEXT, flags=re.MULTILINE)
    expected = []
    for tile in load("buildings")["building"]:
        for field in tile.get("inferred", ()):
            value = tile.get(field, 0)
            text = f"{value['each']} per {value['per']}" if isinstance(value, dict) else str(value)
            expected.append((tile["id"], field, text))
    assert expected
    assert rows == expected
