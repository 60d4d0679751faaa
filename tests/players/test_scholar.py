"""The learned players: stronger than squires by far, and able to say what they expect."""

from __future__ import annotations

import re

import pytest

from crownlands import core
from crownlands.game import Game
from crownlands.players import make_player
from crownlands.players.evaluation import learned_evaluation
from crownlands.players.levels import core_state
from crownlands.rules import legal_actions
from crownlands.rules.events import Action
from crownlands.rules.steps import Step

LEAST = {
    "kingdomino/2": 0.86,
    "kingdomino/2+middle-kingdom+harmony": 0.86,
    "kingdomino/2+mighty-duel": 0.95,
    "kingdomino/3+middle-kingdom+harmony": 0.75,
    "kingdomino/4+middle-kingdom+harmony": 0.70,
    "queendomino/2": 0.88,
    "queendomino/4": 0.52,
    "royal-wedding/6": 0.50,
    "royal-wedding/6+teams": 0.75,
}
"""Shares of the wins against squires only; the games are fixed, so the shares are too."""


@pytest.mark.parametrize(("ruleset", "least"), LEAST.items())
def test_a_scholar_beats_squires(ruleset: str, least: float) -> None:
    realms, won, games = core.State(ruleset).realms, 0.0, 60
    for seat in range(realms):
        minds: list[str | None] = ["squire"] * realms
        minds[seat] = None
        played = core.play_games(ruleset, minds, learned_evaluation(), 0, games, 2026)
        won += sum(shares[seat] for shares in played.shares)
    assert won / (realms * games) >= least


@pytest.mark.parametrize("ruleset", ["kingdomino/2", "kingdomino/4", "queendomino/2"])
def test_a_scholar_gives_up_points_where_that_costs_its_rivals_more(ruleset: str) -> None:
    player, given_up, taken = make_player("scholar", "1"), 0.0, 0.0
    turns = 0
    for seed in range(12):
        game = Game(ruleset, seed=seed)
        while not game.over:
            if game.step is Step.CHOOSE and len(game.legal) > 1:
                chosen, *others = player.explain(game)
                own_best = max((chosen, *others), key=lambda estimate: estimate.points)
                if own_best.points > chosen.points + 0.5:
                    turns += 1
                    own, rivals = points_after(game, own_best.actions[0])
                    less, theirs = points_after(game, chosen.actions[0])
                    given_up += own - less
                    taken += rivals - theirs
            game.push(player.choose(game))
    assert turns >= 10
    assert taken > given_up


def points_after(game: Game, action: Action) -> tuple[float, float]:
    """The final points of the realm that acts, and of all rivals, on average over greedy games after this action."""
    mine, later = core_state(game.match).realm, game.copy()
    assert mine is not None
    later.push(action)
    ends = core.outcomes(core_state(later.match), "baron", range(40))
    own = sum(points[mine] for points in ends) / len(ends)
    return own, sum(map(sum, ends)) / len(ends) - own


def test_a_scholar_keeps_dominoes_from_the_rival_who_stands_in_its_way() -> None:
    """In the last game of a Dynasty: one rival level and the other far behind, and the same turn the other way."""
    leads, turns = 0.0, 0
    for seed in range(14):
        state = core.State("kingdomino/3+dynasty")
        for number in range(60):
            if state.over:
                break
            if state.chance:
                state.sample_chance(seed=100 * seed + number)
                continue
            me = state.realm
            assert me is not None
            one, other = (realm for realm in range(3) if realm != me)
            against_one, against_other = (think_beside(state, me, rival) for rival in (one, other))
            if against_one != against_other:
                turns += 1
                kept, let = (means_after(state, actions) for actions in (against_one, against_other))
                # What the choice against the one brings it beside the other, and the choice against the other.
                leads += (kept[one] - kept[other]) - (let[one] - let[other])
            state.apply(against_one[0])
    assert turns >= 20
    assert leads / turns < -2.0


def think_beside(state: core.State, me: int, level: int) -> list[int]:
    """The turn of a scholar whose one rival has as many points from earlier games, and the other 200 less."""
    earlier = " ".join("300/9/9" if realm in (me, level) else "100/9/9" for realm in range(3))
    text = re.sub(r"^match .*$", f"match 3 {earlier}", state.position(), flags=re.MULTILINE)
    return (
        core.think(core.State.from_position(text), "scholar", 1, work=1, evaluation=learned_evaluation())
        .plans[0]
        .actions
    )


def means_after(state: core.State, actions: list[int]) -> list[float]:
    later = state.copy()
    for action in actions:
        later.apply(action)
    return [sum(points) / 60 for points in zip(*core.outcomes(later, "baron", range(60)), strict=True)]


@pytest.mark.parametrize(
    "ruleset",
    [
        "kingdomino/2",
        "kingdomino/4+middle-kingdom+harmony",
        "kingdomino/2+mighty-duel",
        "queendomino/2+one-court",
        "royal-wedding/8+teams",
    ],
)
def test_a_scholar_explains_every_turn_by_what_it_expects(ruleset: str) -> None:
    game, player = Game(ruleset, seed=3), make_player("scholar", "1")
    for _ in range(12):
        estimates = player.explain(game)
        assert all(estimate.actions[0] in legal_actions(game.state) for estimate in estimates)
        assert all(0 <= estimate.win <= 1 and estimate.points > 0 for estimate in estimates)
        game.push(player.choose(game))


def test_a_scholar_plays_the_same_whatever_its_seed() -> None:
    one, other = make_player("scholar", "1"), make_player("scholar", "2")
    game = Game("kingdomino/4", seed=5)
    for _ in range(10):
        action = one.choose(game)
        assert action == other.choose(game)
        game.push(action)


@pytest.mark.parametrize("ruleset", ["kingdomino/2", "kingdomino/4+middle-kingdom+harmony", "kingdomino/2+mighty-duel"])
def test_a_chancellor_thinks_the_same_on_every_instruction_set_and_with_any_threads(ruleset: str) -> None:
    thoughts = []
    for isa, threads in (("base", 1), (None, 1), (None, 2)):
        state = core.State(ruleset, isa=isa)
        for number in range(20):
            if state.chance:
                state.sample_chance(seed=number)
            else:
                state.apply(core.decide(state, "squire", number))
        while state.chance:
            state.sample_chance(seed=20)
        thought = core.think(state, "chancellor", 1, work=200, threads=threads, evaluation=learned_evaluation())
        thoughts.append([(plan.actions, plan.value, plan.points, plan.samples) for plan in thought.plans])
    assert len(thoughts[0]) > 1
    assert thoughts[0] == thoughts[1] == thoughts[2]
