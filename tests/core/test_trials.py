"""Trials: ends of many futures, compared pair by pair, and wrong input refused."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean, stdev

import pytest

from crownlands import core
from crownlands.players.evaluation import learned_evaluation


def started(name: str, seed: int = 1) -> core.State:
    state = core.State(name)
    while state.chance:
        state.sample_chance(seed)
    return state


def test_trials_are_the_outcomes_with_the_win_shared() -> None:
    state, seeds = started("kingdomino/4"), range(200)
    trials, points = core.play_trials([state], "squire", seeds), core.outcomes(state, "squire", seeds)
    assert trials.size == 200
    assert trials.points == pytest.approx([fmean(one[realm] for one in points) for realm in range(4)])
    assert sum(trials.win) == pytest.approx(1.0)
    clear = [one for one in points if one.count(max(one)) == 1]
    for realm in range(4):
        ahead = sum(one[realm] == max(one) for one in clear) / 200
        assert ahead <= trials.win[realm] <= ahead + (200 - len(clear)) / 200


def test_a_difference_is_that_of_pairs_with_its_error() -> None:
    a, b = started("kingdomino/2", 1), started("kingdomino/2", 2)
    seeds = range(60)
    ends = [core.outcomes(state, "baron", seeds) for state in (a, b)]
    apart = [first[0] - second[0] for first, second in zip(*ends, strict=True)]
    both = [core.play_trials([state], "baron", seeds) for state in (a, b)]
    win, points, _, error = both[0].against(both[1])[0]
    assert points == pytest.approx(fmean(apart))
    assert error == pytest.approx(stdev(apart) / 60**0.5)
    assert win == pytest.approx(both[0].win[0] - both[1].win[0])
    assert both[0].against(both[0]) == [(0.0, 0.0, 0.0, 0.0)] * 2


def test_portions_threads_and_states_one_by_one_change_nothing() -> None:
    state = started("queendomino/2")
    whole = core.play_trials([state], "baron", range(40))
    parts = core.Trials.join([core.play_trials([state], "baron", range(i, i + 10)) for i in range(0, 40, 10)])
    threads = core.play_trials([state] * 40, "baron", range(40), threads=3)
    for other in (parts, threads):
        assert whole.against(other) == [(0.0, 0.0, 0.0, 0.0)] * 2
        assert other.size == 40


def test_a_solved_end_is_where_best_play_leads() -> None:
    """A game played to its end by the solver's own plans ends where the solver said."""
    state = core.State("kingdomino/3")
    while state.rounds - state.round > 1 or state.chance:
        state.sample_chance(7) if state.chance else state.apply(core.decide(state, "baron", 7))
    said = core.solve_trials([state], "monarch", 10**9)
    assert said
    assert said.size == 1
    while not state.over:
        for action in core.think(state, "monarch", 1, work=10**6, evaluation=learned_evaluation()).plans[0].actions:
            state.apply(action)
    assert said.points == state.points()
    over = core.solve_trials([state], "monarch", 1)
    assert over
    assert over.win == said.win


def test_the_end_of_every_future_is_solved_where_it_is_cheap() -> None:
    """Playing to the last line, drawing it and solving what is left comes to the same, one future after the other."""
    state = started("kingdomino/2")
    while state.rounds - state.round > 2 or state.chance:
        state.sample_chance(7) if state.chance else state.apply(core.decide(state, "baron", 7))
    while not state.chance:
        state.apply(core.decide(state, "baron", 7))
    for seed in range(12):
        drawn = state.copy()
        drawn.sample_chance(core.chance_seed(state, seed))
        said = core.solve_trials([drawn], "baron", 10**9)
        assert said
        assert said.against(core.play_trials([state], "baron", [seed], solved=10**9)) == [(0.0, 0.0, 0.0, 0.0)] * 2
    seeds = range(100)
    played, solved = (core.play_trials([state], "baron", seeds, solved=most) for most in (0, 10**9))
    assert played.against(core.play_trials([state], "baron", seeds, solved=1)) == [(0.0, 0.0, 0.0, 0.0)] * 2
    assert sum(solved.points) > sum(played.points)


@pytest.mark.parametrize("name", ["kingdomino/3", "queendomino/2", "kingdomino/2+any-king"])
def test_chance_comes_as_in_the_future_of_its_seed(name: str) -> None:
    state, seeds = core.State(name), range(20)
    for _ in range(12):
        if not state.chance:
            state.apply(core.decide(state, "squire", 1))
            continue
        after = [state.copy() for _ in seeds]
        for one, seed in zip(after, seeds, strict=True):
            one.sample_chance(core.chance_seed(state, seed))
        apart = core.play_trials(after, "baron", seeds).against(core.play_trials([state], "baron", seeds))
        assert apart == [(0.0, 0.0, 0.0, 0.0)] * len(apart)
        state.sample_chance(3)


def test_what_is_not_solved_is_none() -> None:
    assert core.solve_trials([started("kingdomino/4")], "monarch", 10**9) is None, "lines are still to come"
    assert core.solve_trials([started("queendomino/2")], "monarch", 10**9) is None, "tiles are still to come"


def test_earlier_and_later_games_of_a_match_are_added() -> None:
    start = core.State("kingdomino/2+dynasty")
    state = start.copy()
    while not state.over:
        state.sample_chance(3) if state.chance else state.apply(state.legal()[0])
    first = state.points()
    ended = core.solve_trials([state], "monarch", 1)
    assert ended
    rest = core.play_trials([start], "squire", range(30))
    assert ended.plus(rest).size == 30
    assert ended.plus(rest).points == pytest.approx([a + b for a, b in zip(first, rest.points, strict=True)])
    state.next_game()
    going_on = core.play_trials([state], "squire", range(30))
    assert going_on.points == pytest.approx(ended.plus(rest).points)


def test_wrong_input_is_refused() -> None:
    two, three = started("kingdomino/2"), started("kingdomino/3")
    few, more = core.play_trials([two], "squire", range(2)), core.play_trials([two], "squire", range(3))
    other = core.play_trials([three], "squire", range(2))
    wrong: list[Callable[[], object]] = [
        lambda: core.play_trials([], "squire", range(2)),
        lambda: core.play_trials([two], "squire", []),
        lambda: core.play_trials([two, two], "squire", range(3)),
        lambda: core.play_trials([two, three], "squire", range(2)),
        lambda: core.play_trials([two], "nobody", range(2)),
        lambda: core.play_trials([two], "squire", range(2), threads=0),
        lambda: core.solve_trials([], "monarch", 1),
        lambda: few.against(more),
        lambda: few.against(other),
        lambda: few.plus(more),
        lambda: core.Trials.join([]),
        lambda: core.Trials.join([few, other]),
    ]
    for attempt in wrong:
        with pytest.raises(core.CoreError):
            attempt()
