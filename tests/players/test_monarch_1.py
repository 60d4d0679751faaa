"""monarch-1 is the reference that strength is measured against: what it once decided it decides for ever."""

from __future__ import annotations

import pytest

from crownlands.rules.ruleset import FAMILIES
from tests.players.pins import FILE, Pin, decide, digest, read

PINS = list(read(FILE.read_text()))
FROZEN = ((34, "6db8500e5a669eec"),)
"""How many pins there were each time that some were added, and the digest of all until then: a list that only grows."""

FOR_EVER = (
    "monarch-1 never changes. Do not edit its pins: let the change be a value of Style that monarch_1.hpp leaves out. "
    "New pins go to the end of the file (python -m tests.players.pins), and then FROZEN has one more line."
)


@pytest.mark.parametrize("pin", PINS, ids=[f"{number}" for number, _ in enumerate(PINS)])
def test_monarch_1_decides_as_it_always_did(pin: Pin) -> None:
    assert decide(pin.position, pin.work) == pin.plan, FOR_EVER


def test_the_pins_only_grow() -> None:
    for count, frozen in FROZEN:
        assert digest(PINS[:count]) == frozen, FOR_EVER
    assert len(PINS) == FROZEN[-1][0], FOR_EVER
    assert "".join(map(str, PINS)) == FILE.read_text()


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_pinned(family: str) -> None:
    assert any(f"ruleset {family}/" in pin.position for pin in PINS)
