"""What a scholar says of its chances is what comes of them, over many games."""

from __future__ import annotations

from collections import defaultdict

import pytest

from crownlands import core
from crownlands.game import Game
from crownlands.players.evaluation import learned_evaluation
from crownlands.players.forecast import forecast_of


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


def misses_by_place(ruleset: str, games: int, rounds: int) -> dict[int, list[float]]:
    """How much more than expected came, by the place in the line, whenever one of the last so many lines is drawn."""
    found: dict[int, list[float]] = defaultdict(list)
    for game in range(games):
        state, number, said = core.State(ruleset), 0, []
        while not state.over:
            if state.chance:
                table = Game.from_position(state.position()).state
                if state.step == "reveal" and table.line and table.ruleset.rounds - table.lines_drawn <= rounds:
                    expected = [realm.points for realm in forecast_of(state)]
                    places = [(place, claim.seat) for place, claim in enumerate(table.line)]
                    said += [(place, seat, expected[seat]) for place, seat in places if seat is not None]
                state.sample_chance(seed=1000 * game + number)
            else:
                for action in core.think(state, "scholar", 1, work=1, evaluation=learned_evaluation()).plans[0].actions:
                    state.apply(action)
            number += 1
        for place, seat, points in said:
            found[place].append(state.scores()[seat].points - points)
    return found


def test_who_may_choose_first_is_expected_to_gain_by_it() -> None:
    """From the last line whoever comes first gets five points more than whoever comes last (kingdomino/4)."""
    for rounds, off in ((1, 2.0), (12, 1.0)):
        missed = misses_by_place("kingdomino/4+middle-kingdom+harmony", 40, rounds)
        assert sorted(missed) == [0, 1, 2, 3]
        for place, points in missed.items():
            assert sum(points) / len(points) == pytest.approx(0, abs=off), (rounds, place)
