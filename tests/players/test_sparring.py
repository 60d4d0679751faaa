"""Sparring partners: legal everywhere, the same again for the same work, and each of its kind."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from crownlands import core
from crownlands.arena.judge import Played
from crownlands.game import Game
from crownlands.players import Budget, make_player, play
from crownlands.players.flat import FlatPlayer
from crownlands.rules import ruleset
from tests.arena.arenas import plan, played
from tests.players.rulesets import RULESETS


@pytest.mark.parametrize("name", RULESETS)
def test_a_table_of_mixed_partners_finishes_a_game_of_every_kind(name: str) -> None:
    kinds = ("flat", "glance", "squire", "monarch-1")
    seats = ruleset(name).seats
    players = [make_player(kinds[seat % 4], f"{seat}", Budget(work=8)) for seat in range(seats)]
    assert play(Game(name, seed="mixed"), players).over


@pytest.mark.parametrize("name", ["flat", "glance"])
def test_a_partner_does_the_same_again_for_the_same_seed_and_work(name: str) -> None:
    def events() -> tuple[object, ...]:
        return play(Game("kingdomino/2", seed="2"), [make_player(name, "1", Budget(work=20)) for _ in range(2)]).events

    assert events() == events()


def share(games: list[Played], name: str) -> float:
    return sum(
        won for game in games for won, who in zip(game.shares, game.task.lineup, strict=True) if who.name == name
    ) / len(games)


def test_flat_beats_the_squire_that_plays_its_playouts() -> None:
    assert share(played(plan("kingdomino/2", "flat@300w,squire", games=12, seed="flat")), "flat") >= 0.7


def test_flat_uses_its_work_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    count = [0]

    def counted(state: core.State, level: str, seeds: Sequence[int]) -> list[list[int]]:
        count[0] += len(seeds)
        return outcomes(state, level, seeds)

    outcomes = core.outcomes
    monkeypatch.setattr(core, "outcomes", counted)
    game = Game("kingdomino/2", seed="work")
    open_(game)
    player = FlatPlayer("1", Budget(work=200))
    player.choose(game)
    assert count[0] == 200
    count[0] = 0
    player.choose(game)  # the same question again is a new one
    assert count[0] == 200


def open_(game: Game) -> None:
    """Plays on to the first placement with a choice."""
    while game.state.round == 0 or len(game.legal) == 1:
        game.push(game.legal[0])


def test_flat_keeps_to_its_plan_and_thinks_anew_when_it_is_broken() -> None:
    game = Game("kingdomino/2", seed="plan")
    open_(game)
    player = FlatPlayer("1", Budget(work=40))
    game.push(player.choose(game))
    assert len(player._plan) == 1
    planned = player._plan[0]
    assert player.choose(game) == planned
    other = Game("kingdomino/2", seed="another")
    open_(other)
    player.choose(other)
    assert player.choose(game.copy()) in game.legal


def test_flat_with_seconds_plays_too() -> None:
    game = Game("kingdomino/4", seed="seconds")
    assert FlatPlayer("1", Budget(seconds=0.01)).choose(game) in game.legal


def test_a_glance_is_the_frozen_evaluation_at_one_ply() -> None:
    glance = share(played(plan("kingdomino/2", "glance,squire", games=40, seed="glance")), "glance")
    assert glance > 0.5
