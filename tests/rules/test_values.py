"""Matches and states are values: equal ones are made by copying and pickling, which change nothing."""

from __future__ import annotations

import pickle
from copy import deepcopy

import pytest

from crownlands.rules import ruleset
from tests.helpers import walk


@pytest.mark.parametrize("name", ["queendomino/4", "kingdomino/2+dynasty"])
def test_matches_can_be_pickled_and_copied_deep(name: str) -> None:
    for match, _, _ in [*walk(ruleset(name), "1")][::7]:
        for other in (pickle.loads(pickle.dumps(match)), deepcopy(match)):
            assert other == match
            pairs = zip(other.state.realms, match.state.realms, strict=True)
            assert all(mine.kingdom.extent == own.kingdom.extent for mine, own in pairs)
            with pytest.raises(TypeError):
                other.state.realms[0].buildings[(1, 0)] = "church"  # type: ignore[index]
            with pytest.raises(TypeError):
                other.state.realms[0].kingdom.squares[(1, 0)] = None  # type: ignore[index]
