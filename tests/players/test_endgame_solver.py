"""Once the last line is out, a game without a builders' board is solved: every plan against all that can follow it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from crownlands import core
from crownlands.players.evaluation import learned_evaluation

DUELS = ("kingdomino/2", "kingdomino/2+middle-kingdom+harmony", "kingdomino/2+mighty-duel")
TABLES = ("kingdomino/3+lines-of-four", "kingdomino/4", "kingdomino/4+middle-kingdom+harmony")
WORK = 100_000


def near_the_end(name: str, seed: int, kings_to_act: int, last_round: bool = False) -> core.State:
    """Squires have played until so many kings have still to act, in the round before the last or in the last."""
    state = core.State(name)
    turns = 0
    while True:
        if state.chance:
            state.sample_chance(seed)
            turns = 0
        elif state.step == "place" and state.round == state.rounds - (not last_round):
            kings = state.realms * (2 if state.realms == 2 else 1)
            if kings - turns % kings == kings_to_act:
                return state
            play_turn(state, seed)
            turns += 1
        else:
            state.apply(core.decide(state, "squire", seed))


def play_turn(state: core.State, seed: int) -> None:
    state.apply(core.decide(state, "squire", seed))
    if state.step == "choose":
        state.apply(core.decide(state, "squire", seed))


def mover_of(state: core.State) -> int:
    assert state.realm is not None
    return state.realm


def after(state: core.State, actions: list[int]) -> core.State:
    child = state.copy()
    for action in actions:
        child.apply(action)
    return child


def result(state: core.State, realm: int) -> tuple[float, int]:
    """What this realm wins, and by how much."""
    first = state.ranking()[0]
    points = state.points()
    best_rival = max(p for r, p in enumerate(points) if r != realm)
    return (0.0 if realm not in first else 1.0 if len(first) == 1 else 0.5), points[realm] - best_rival


def best_of_duel(state: core.State, realm: int) -> tuple[float, int]:
    """All that two can do, looked at: one wants the most for this realm, the other the least."""
    if state.over:
        return result(state, realm)
    results = [best_of_duel(after(state, [action]), realm) for action in state.legal()]
    return max(results) if state.realm == realm else min(results)


def best_alone(state: core.State) -> list[tuple[float, int]]:
    """What everybody can reach where only places in the own kingdom are left to find, each for themselves."""
    if state.over:
        return [result(state, realm) for realm in range(state.realms)]
    mover = mover_of(state)
    ends = [after(state, [action]) for action in state.legal()]
    return best_alone(max(ends, key=lambda end: own_best(end, mover)))


def own_best(state: core.State, realm: int) -> tuple[int, int, int]:
    """The best standing of a realm that has placed its last domino, or will."""
    while not state.over and state.realm != realm:
        state = after(state, state.legal()[:1])
    if not state.over:
        return max(own_best(after(state, [action]), realm) for action in state.legal())
    score = state.scores()[realm]
    return score.points, score.largest, score.crowns


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", DUELS)
@pytest.mark.parametrize(("kings", "last_round"), [(4, True), (1, False), (2, False), (3, False), (4, False)])
def test_every_plan_of_a_duel_leads_where_all_that_can_follow_says(
    name: str, seed: int, kings: int, last_round: bool
) -> None:
    state = near_the_end(name, seed, kings, last_round)
    realm = mover_of(state)
    plans = core.think(state, "monarch", 1, work=WORK, evaluation=learned_evaluation()).plans
    ends = [best_of_duel(after(state, plan.actions), realm) for plan in plans]
    assert [plan.win for plan in plans] == [win for win, _ in ends]
    assert ends == sorted(ends, reverse=True), "best first: winning, then the margin"
    for (plan, end), (other, other_end) in pairwise(zip(plans, ends, strict=True)):
        assert (plan.value == other.value) == (end == other_end)
    assert len(plans) == min(40, number_of_turns(state)), "every way to finish the turn is looked at"


def number_of_turns(state: core.State) -> int:
    placed = [after(state, [action]) for action in state.legal()]
    return sum(len(end.legal()) if end.step == "choose" else 1 for end in placed)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", DUELS)
def test_a_duel_ends_as_was_foreseen_when_the_last_line_came_out(name: str, seed: int) -> None:
    state = near_the_end(name, seed, 4)
    realm = mover_of(state)
    foreseen = core.think(state, "monarch", 1, work=WORK, evaluation=learned_evaluation()).plans[0]
    while not state.over:
        best = core.think(state, "monarch", 1, work=WORK, evaluation=learned_evaluation()).plans[0]
        # What one gains the other loses, so the value stays what it was to the end.
        assert best.value == pytest.approx(foreseen.value if state.realm == realm else 1 - foreseen.value, abs=1e-6)
        assert best.samples == 1
        assert best.spread == 0
        state = after(state, best.actions)
    assert result(state, realm)[0] == foreseen.win


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", TABLES)
def test_the_last_to_choose_at_a_larger_table_knows_where_it_ends(name: str, seed: int) -> None:
    state = near_the_end(name, seed, 1)
    realm = mover_of(state)
    for plan in core.think(state, "monarch", 1, work=WORK, evaluation=learned_evaluation()).plans:
        assert plan.win == best_alone(after(state, plan.actions))[realm][0]


def test_too_much_for_the_budget_is_played_out_instead() -> None:
    state = near_the_end("kingdomino/2+mighty-duel", 1, 4)
    plans = core.think(state, "monarch", 1, work=1, evaluation=learned_evaluation()).plans
    assert sum(plan.samples for plan in plans) > len(plans) > 1
