"""Levels: legal in every ruleset, the same again for the same seed and work, as long as they may, able to say why."""

from __future__ import annotations

import time
from typing import Any

import pytest

from crownlands import core
from crownlands.game import Game
from crownlands.players import make_player
from crownlands.players import play as play_game
from crownlands.players.budget import Budget
from crownlands.players.evaluation import learned_evaluation
from crownlands.players.levels import LEVELS, RESERVE, LevelPlayer, core_state
from crownlands.rules import (
    CHANCE,
    CrownlandsError,
    Match,
    State,
    Step,
    apply,
    legal_actions,
    ruleset,
    scores,
)
from crownlands.rules.events import Bribe, Event
from crownlands.rules.scoring import Standing
from tests.players.rulesets import RULESETS

WORK = {"page": 1, "squire": 1, "scholar": 1, "knight": 8, "baron": 8, "chancellor": 8, "monarch": 8, "monarch-1": 8}


def play(name: str, levels: tuple[str, ...], seed: str, budget: Budget | None = None) -> tuple[State, list[Event]]:
    """A game of these levels, seats in turn, every action checked by the rules."""
    seated = [levels[seat % len(levels)] for seat in range(ruleset(name).seats)]
    made = [
        LevelPlayer(level, f"{seed} {seat}", budget or Budget(work=WORK[level])) for seat, level in enumerate(seated)
    ]
    game = play_game(Game(name, seed=seed), made)
    return game.state, list(game.events)


def first_turn(name: str, seed: str = "1", step: Step = Step.PLACE) -> State:
    """The first moment of a game at which somebody takes this step, squires having played until then."""
    game, player = Game(name, seed=seed), LevelPlayer("squire", seed)
    while game.step != step:
        game.push(player.choose(game))
    return game.state


@pytest.mark.parametrize("name", RULESETS)
def test_levels_finish_a_game_of_every_kind_with_legal_actions_only(name: str) -> None:
    state, _ = play(name, tuple(LEVELS), "legal")
    assert state.over


@pytest.mark.parametrize("name", ["kingdomino/4", "queendomino/2", "royal-wedding/6+teams"])
def test_a_level_does_the_same_again_for_the_same_seed_and_work(name: str) -> None:
    assert play(name, ("monarch", "page"), "again") == play(name, ("monarch", "page"), "again")


@pytest.mark.parametrize("name", ["kingdomino/2", "kingdomino/4", "queendomino/4"])
def test_threads_change_nothing_but_the_time(name: str) -> None:
    state = first_turn(name)
    table, evaluation = core_state(Game.of(state).match), learned_evaluation()
    thoughts = [
        core.think(table, "monarch", 7, work=400, threads=threads, evaluation=evaluation) for threads in (1, 2, 5)
    ]
    tables = [[(plan.actions, plan.value, plan.samples) for plan in thought.plans] for thought in thoughts]
    assert tables[0] == tables[1] == tables[2]


@pytest.mark.parametrize("name", ["kingdomino/2", "kingdomino/2+mighty-duel", "kingdomino/4", "queendomino/2"])
def test_every_instruction_set_decides_the_same(name: str) -> None:
    text = core_state(Game.of(first_turn(name)).match).position()
    tables = [core.State.from_position(text, isa=isa) for isa in ("base", core.best_isa())]
    thoughts = [core.think(t, "monarch", 7, work=300, evaluation=learned_evaluation()) for t in tables]
    plans = [[(p.actions, p.value) for p in thought.plans] for thought in thoughts]
    assert plans[0] == plans[1]


def test_levels_differ_by_their_seeds() -> None:
    assert play("kingdomino/2", ("page",), "1")[1] != play("kingdomino/2", ("page",), "2")[1]


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What was asked of the core's search, each time that it was."""
    asked: list[dict[str, Any]] = []
    think = core.think

    def counted(table: core.State, level: str, seed: int, **limits: Any) -> core.Thought:
        asked.append(limits)
        return think(table, level, seed, **limits)

    monkeypatch.setattr(core, "think", counted)
    return asked


@pytest.mark.parametrize("name", ["kingdomino/4", "queendomino/2"])
def test_a_monarch_thinks_once_a_turn_for_what_its_seconds_leave(name: str, thoughts: list[dict[str, Any]]) -> None:
    LevelPlayer("monarch", "1", Budget(seconds=0.05, threads=2)).choose(Game.of(first_turn(name)))
    [limits] = thoughts
    assert 0 < limits.pop("seconds") <= 0.05 - RESERVE
    assert limits == {"work": 0, "threads": 2, "evaluation": learned_evaluation(), "clock": "wall"}


@pytest.mark.parametrize("name", ["kingdomino/4", "queendomino/2"])
def test_the_search_stops_when_its_seconds_are_over(name: str) -> None:
    # No machine plays so many games to their end in a thousandth of a second; without an end it would never return.
    thought = core.think(
        core_state(Game.of(first_turn(name)).match), "monarch", 7, seconds=0.001, evaluation=learned_evaluation()
    )
    assert thought.playouts < 50_000
    assert thought.plans, "however little time there was, there is something to do"


@pytest.mark.parametrize("level", ["monarch", "flat"])
def test_by_the_processors_clock_a_turn_takes_its_seconds_of_processor_time(level: str) -> None:
    game = Game.of(first_turn("kingdomino/4"))
    player = make_player(level, "1", Budget(seconds=0.05, clock="processor"))
    start = time.thread_time()
    player.choose(game)
    used = time.thread_time() - start
    assert 0.03 < used < 1.0, "other programs take time away by the wall clock only"


def test_a_plan_is_kept_for_the_whole_turn(thoughts: list[dict[str, Any]]) -> None:
    state = first_turn("queendomino/2")
    player = LevelPlayer("monarch", "1", Budget(work=200))
    turn, steps = state.line[0], 0
    while state.step not in CHANCE and state.line[0] == turn:
        state = apply(state, player.choose(Game.of(state)))
        steps += 1
    assert steps > 1
    assert len(thoughts) == 1


def test_an_unexpected_state_is_thought_about_anew() -> None:
    state = first_turn("kingdomino/2")
    player = LevelPlayer("knight", "1")
    planned = player.choose(Game.of(state))
    other = next(action for action in legal_actions(state) if action != planned)
    after = apply(state, other)
    assert player.choose(Game.of(after)) in legal_actions(after)


def test_a_forced_action_is_taken_without_a_thought(thoughts: list[dict[str, Any]]) -> None:
    game, squire = Game("kingdomino/2", seed="1"), LevelPlayer("squire", "1")
    while len(game.legal) > 1:
        game.push(squire.choose(game))
    assert LevelPlayer("monarch", "1", Budget(work=200)).choose(game) == game.legal[0]
    assert thoughts == []


def test_the_sums_of_a_dynastys_earlier_games_count() -> None:
    """Far behind before the last choices there is nothing to win; with the same table and no sums there is."""
    state = first_turn("kingdomino/2+dynasty")
    behind = tuple(Standing(points) for points in (0, 300))
    shares = []
    for earlier in ((Standing(), Standing()), behind):
        game = Game.of(Match(state, 2, earlier if state.realm == 0 else earlier[::-1]))
        shares.append(LevelPlayer("monarch", "1", Budget(work=300)).explain(game)[0].win)
    assert shares[1] < 0.01 < shares[0]


@pytest.mark.parametrize("step", [Step.PLACE, Step.CHOOSE, Step.BUILD])
def test_a_searching_level_explains_its_candidates(step: Step) -> None:
    state = first_turn("queendomino/4", step=step)
    estimates = LevelPlayer("monarch", "1", Budget(work=300)).explain(Game.of(state))
    assert len(estimates) > 1
    assert estimates[0].samples == max(estimate.samples for estimate in estimates)
    for estimate in estimates:
        assert estimate.actions[0] in legal_actions(state)
        assert 0 <= estimate.win <= 1
        assert estimate.spread >= 0
        assert estimate.samples > 0


def test_a_greedy_level_explains_what_it_does() -> None:
    state = first_turn("queendomino/4")
    [estimate] = LevelPlayer("squire", "1").explain(Game.of(state))
    now = state
    for action in estimate.actions:
        assert now.line[0] == state.line[0], "it is one turn"
        now = apply(now, action)
    assert now.step in CHANCE or now.line[0] != state.line[0], "and a whole one"
    assert estimate.samples == 0


@pytest.mark.parametrize("name", ["queendomino/2", "kingdomino/2+there-and-back"])
def test_a_greedy_level_explains_one_choice_where_the_next_king_is_known(name: str) -> None:
    opening = Game(name, seed=3)
    [estimate] = LevelPlayer("squire", "1").explain(opening)
    assert len(estimate.actions) == 1


def test_a_budget_that_nobody_gives_is_the_levels_own() -> None:
    assert LevelPlayer("monarch", "1").budget == Budget(seconds=1.0)
    assert LevelPlayer("monarch", "1", Budget(threads=2)).budget == Budget(seconds=1.0, threads=2)
    assert LevelPlayer("knight", "1").budget.work is not None


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(CrownlandsError, match="no level 'emperor'"):
        LevelPlayer("emperor", "1")


def test_the_core_refuses_what_makes_no_sense() -> None:
    table = core_state(Game.of(first_turn("kingdomino/2")).match)
    with pytest.raises(core.CoreError, match="no level"):
        core.decide(table, "emperor", 1)
    with pytest.raises(core.CoreError, match="does not search"):
        core.think(table, "squire", 1, work=10)
    with pytest.raises(core.CoreError, match="seconds or work"):
        core.think(table, "monarch", 1)
    for clock, threads, reason in (("sand", 1, "'wall' or 'processor'"), ("processor", 2, "threads must be 1")):
        with pytest.raises(core.CoreError, match=reason):
            core.think(table, "monarch", 1, seconds=0.01, clock=clock, threads=threads)
    for bad in ({"seconds": -1.0}, {"seconds": float("nan")}, {"work": 10**13}, {"work": 1, "threads": 0}):
        with pytest.raises(core.CoreError):
            core.think(table, "monarch", 1, **bad)
    with pytest.raises(core.IllegalAction):
        core.think(core.State("kingdomino/2"), "monarch", 1, work=1)


def test_a_monarch_beats_squires_clearly() -> None:
    wins = 0.0
    for seed in range(6):
        for levels in (("monarch", "squire"), ("squire", "monarch")):
            state, _ = play("kingdomino/2+middle-kingdom+harmony", levels, f"strong {seed}", Budget(work=150))
            points = [score.points for score in scores(state)]
            wins += points[levels.index("monarch")] > points[levels.index("squire")]
    assert wins >= 9


def test_a_monarch_lets_the_dragon_burn_what_rivals_want() -> None:
    _, events = play("queendomino/2", ("monarch",), "dragon", Budget(work=150))
    assert any(isinstance(event, Bribe) for event in events)
