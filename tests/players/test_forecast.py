"""Forecasts: exact at the end, whole on the way, and nearer to what comes than knowing only what usually comes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from crownlands import core
from crownlands.game import Game
from crownlands.players import forecast
from crownlands.players.evaluation import learned_evaluation
from crownlands.players.forecast import forecast_of
from crownlands.rules.scoring import BonusTerm, Score, TerritoryTerm, scores
from tests.core.test_learning import RULESETS

BONUSES = ("middle-kingdom", "harmony")


def positions(ruleset: str, game: int) -> Iterator[core.State]:
    """The same table at every decision of a game among scholars, and at its end."""
    state, number = core.State(ruleset), 0
    while not state.over:
        if state.chance:
            state.sample_chance(seed=1000 * game + number)
        else:
            for action in core.think(state, "scholar", 1, work=1, evaluation=learned_evaluation()).plans[0].actions:
                yield state
                state.apply(action)
        number += 1
    yield state


def parts_of(score: Score) -> dict[str, int]:
    """A final score by what it comes from, as the rules say."""
    found: dict[str, int] = defaultdict(int)
    for term in score.terms:
        name = term.terrain.value if isinstance(term, TerritoryTerm) else "estate"
        found[term.kind if isinstance(term, BonusTerm) else name] += term.points
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_at_the_end_a_forecast_is_the_score(ruleset: str) -> None:
    *_, end = positions(ruleset, 1)
    game = Game.from_position(end.position())
    points = [score.points for score in scores(game.state)]
    shares = [(one == max(points)) / points.count(max(points)) for one in points]
    for expected, score, share in zip(forecast(game), scores(game.state), shares, strict=True):
        parts = parts_of(score)
        assert expected.points == score.points
        assert expected.spread == 0
        assert expected.win == pytest.approx(share, abs=1e-4)
        assert expected.parts == {part: parts[part] for part in expected.parts}
        assert sum(expected.parts.values()) == score.points


@pytest.mark.parametrize("ruleset", RULESETS)
def test_parts_are_the_whole_and_chances_are_one(ruleset: str) -> None:
    for state in positions(ruleset, 2):
        found = forecast_of(state)
        assert len(found) == state.realms
        assert sum(realm.win for realm in found) == pytest.approx(1)
        for realm in found:
            assert min(realm.parts.values()) >= 0
            assert sum(realm.parts.values()) == pytest.approx(realm.points, abs=0.01)


@pytest.mark.parametrize("ruleset", ["kingdomino/2", "kingdomino/4+middle-kingdom+harmony", "queendomino/2"])
def test_a_forecast_knows_more_than_what_usually_comes(ruleset: str) -> None:
    """Half-way, over 60 games: how far off each part is, against the spread of what it comes to."""
    off: dict[str, list[float]] = defaultdict(list)
    came: dict[str, list[float]] = defaultdict(list)
    for game in range(60):
        tables = [state.copy() for state in positions(ruleset, game)]
        half, end = forecast_of(tables[len(tables) // 2]), forecast_of(tables[-1])
        for before, after in zip(half, end, strict=True):
            for part, points in before.parts.items():
                off[part].append(points - after.parts[part])
                came[part].append(after.parts[part])
    for part in off.keys() - set(BONUSES):
        mean = sum(came[part]) / len(came[part])
        assert sum(error**2 for error in off[part]) < 0.8 * sum((points - mean) ** 2 for points in came[part]), part


def test_points_of_earlier_games_count_in_a_dynasty() -> None:
    game = Game("kingdomino/2+dynasty", seed=4)
    while game.match.game == 1:
        game.push(game.legal[0])
    earlier = [standing.points for standing in game.match.totals()]
    assert any(earlier)
    for realm, points in zip(forecast(game), earlier, strict=True):
        assert sum(realm.parts.values()) == pytest.approx(realm.points - points, abs=0.01)


def test_other_weights_are_refused_with_the_reason() -> None:
    only = core.quantize([(core.Model("frame-7", 1), core.Samples.join([]))])
    with pytest.raises(core.CoreError, match="a forecast needs learned weights for kingdomino/2"):
        core.forecast(core.State("kingdomino/2"), only)
