"""What a scholar says of its chances is what comes of them, over many games."""

from __future__ import annotations

import pytest

from crownlands import core
from crownlands.players.evaluation import learned_evaluation


def outcomes(ruleset: str, games: int) -> list[tuple[float, float]]:
    """For every turn of games among scholars the chance that the acting one saw, and its share of the win."""
    found = []
    for game in range(games):
        state, number, said = core.State(ruleset), 0, []
        while not state.over:
            if state.chance:
                state.sample_chance(seed=1000 * game + number)
            else:
                plan = core.think(state, "scholar", 1, work=1, evaluation=learned_evaluation()).plans[0]
                assert state.realm is not None
                said.append((state.realm, plan.win))
                for action in plan.actions:
                    state.apply(action)
            number += 1
        first = state.ranking()[0]
        found += [(win, (realm in first) / len(first)) for realm, win in said]
    return found


@pytest.mark.parametrize(
    "ruleset", ["kingdomino/2", "kingdomino/4+middle-kingdom+harmony", "queendomino/2", "queendomino/4"]
)
def test_a_scholar_wins_as_often_as_it_says(ruleset: str) -> None:
    found = outcomes(ruleset, 40)
    par = sum(share for _, share in found) / len(found)
    assert sum(win for win, _ in found) / len(found) == pytest.approx(par, abs=0.04)
    for low, high in ((0.0, 0.3), (0.3, 0.6), (0.6, 1.0)):
        some = [(win, share) for win, share in found if low <= win <= high]
        said, came = (sum(column) / len(some) for column in zip(*some, strict=True))
        assert said == pytest.approx(came, abs=0.12), (low, high)
    # It knows more than that everybody wins equally often.
    missed = sum((win - share) ** 2 for win, share in found)
    assert missed < 0.85 * sum((par - share) ** 2 for _, share in found)
