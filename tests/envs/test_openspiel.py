"""OpenSpiel's own checks and algorithms, and recorded games with every draw explicit."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr, generate_playthrough, mcts
from open_spiel.python.observation import make_observation

from crownlands.envs import openspiel
from crownlands.game import Game
from crownlands.notation import Record, print_event, print_position, print_record
from crownlands.rules import CHANCE, CrownlandsError, IllegalEvent, legal_actions, ruleset
from tests.envs.helpers import RULESETS, known, recorded, told
from tests.helpers import Uniform, played


@pytest.mark.parametrize("name", RULESETS)
def test_random_games_satisfy_openspiel(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(openspiel.load(name), 1, serialize=False, verbose=False)
    assert "warn" not in capfd.readouterr().err.lower()


@pytest.mark.parametrize("name", ["kingdomino/2", "kingdomino/4+any-king", "queendomino/2+one-court"])
def test_games_and_states_are_read_back_from_text(name: str) -> None:
    game = openspiel.load(name, "share")
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False)
    assert pyspiel.load_game(str(game)).ruleset == ruleset(name)


@pytest.mark.parametrize("name", RULESETS)
def test_recorded_games_go_as_the_rules_say(name: str) -> None:
    matches, events = recorded(name)
    state = openspiel.load(name, "share").new_initial_state()
    observation = make_observation(state.get_game())
    for index, (match, event) in enumerate(zip(matches, events, strict=False)):
        before = match.upcoming()
        if before.state.step in CHANCE:
            assert state.is_chance_node()
        else:
            assert state.current_player() == before.state.seat
            if index % 9 == 0:
                legal = {state.action_to_string(action) for action in state.legal_actions()}
                assert legal == {print_event(action) for action in legal_actions(before.state)}
                observation.set_from(state, before.state.acting)
                view = observation.tensor.astype(np.uint8)
                assert told(state.layout, view, before.ruleset) == known(before, before.state.acting)
        state.push(print_event(event))
    last = matches[-1]
    winners = last.ranking().groups[0]
    shares = [1 / len(winners) if last.ruleset.realm_of(s) in winners else 0 for s in range(last.ruleset.seats)]
    assert state.is_terminal()
    assert state.returns() == pytest.approx(shares)
    assert str(state) == print_position(last)


@pytest.mark.parametrize("name", RULESETS)
def test_every_draw_has_at_most_48_outcomes_that_sum_to_one(name: str) -> None:
    generator = random.Random(1)
    state = openspiel.load(name).new_initial_state()
    draws = 0
    while draws < 24 and not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert 1 <= len(outcomes) <= 48
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            assert all(share > 0 for _, share in outcomes)
            state.apply_action(generator.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
            draws += 1
        else:
            state.apply_action(generator.choice(state.legal_actions()))


def test_kings_are_drawn_as_often_as_there_are_of_them() -> None:
    """Two kings each: after one of seat 0, one of its and two of the other's are left."""
    state = openspiel.load("kingdomino/2").new_initial_state()
    for domino in (0, 5, 10, 20):
        state.apply_action(domino)
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(0)
    state.apply_action(state.legal_actions()[0])
    assert state.chance_outcomes() == [(0, pytest.approx(1 / 3)), (1, pytest.approx(2 / 3))]
    assert state.action_to_string(1) == "draw a king of seat 1"


def test_a_playthrough_can_be_written_twice() -> None:
    game = str(openspiel.game_from_position(near_the_end("kingdomino/2", 9)))
    lines = [generate_playthrough.playthrough(game, None, seed=3) for _ in range(2)]
    assert lines[0] == lines[1]
    assert "chance_mode = ChanceMode.EXPLICIT_STOCHASTIC" in lines[0]


def near_the_end(name: str, left: int) -> str:
    """A position of random play with so many decisions before the end."""
    game = played(Game(name, seed="end"), Uniform("end", name))
    for _ in range(left):
        game.undo()
    return game.position()


def test_mcts_plays_a_move() -> None:
    game = openspiel.game_from_position(near_the_end("kingdomino/2", 6))
    state = game.new_initial_state()
    generator = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, generator), random_state=generator)
    assert bot.step(state) in state.legal_actions()


def test_cfr_solves_the_end_of_a_game() -> None:
    game = openspiel.game_from_position(near_the_end("kingdomino/2", 2))
    solver = cfr.CFRSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 60
    for _ in range(200):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 3


def test_mccfr_samples_a_game_with_chance_before_it() -> None:
    game = openspiel.game_from_position(near_the_end("kingdomino/2+mighty-duel", 3))
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    np.random.seed(1)
    for _ in range(3):
        solver.iteration()
    assert solver.average_policy()


def test_records_positions_and_states_are_the_same_game() -> None:
    rules = ruleset("queendomino/3+any-king")
    matches, events = recorded(rules.name)
    text = print_record(Record(rules, (), tuple(events[:50])))
    state: Any = openspiel.state_from_record(text)
    assert state.episode.record() == text
    assert str(state) == print_position(matches[50])
    assert str(openspiel.game_from_position(str(state)).new_initial_state()) == str(state)
    assert str(state.clone()) == str(state)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(CrownlandsError, match="reward: 'margin' or 'share' expected, not 'glory'"):
        openspiel.CrownlandsGame({"reward": "glory"})
    state = openspiel.state_from_record(print_record(Record(ruleset("kingdomino/4"), (), recorded("kingdomino/4")[1])))
    with pytest.raises(CrownlandsError, match="no chance now: the game waits for over"):
        state.push("kings 1")


@pytest.mark.parametrize(
    ("name", "before", "event", "why"),
    [
        ("kingdomino/2", "", "kings 0", "kings is not possible now; the game waits for reveal"),
        ("kingdomino/2", "", "reveal K1 K2", "4 undrawn dominoes of the kingdomino box"),
        ("kingdomino/2", "", "reveal K1 K2 K3 K4 K5", "4 undrawn dominoes of the kingdomino box"),
        ("kingdomino/2", "", "reveal K4 K3 K2 K1", "4 undrawn dominoes of the kingdomino box"),
        ("kingdomino/2", "", "reveal Q1 Q2 Q3 Q4", "4 undrawn dominoes of the kingdomino box"),
        ("kingdomino/2", "reveal K1 K2 K3 K4", "kings 0>1", "every player choosing for an own king"),
        ("kingdomino/2", "reveal K1 K2 K3 K4", "kings 0 1", "one king, of those still to come"),
        ("queendomino/4", "reveal Q1 Q2 Q3 Q4", "buildings statue", "6 tiles of the stack"),
    ],
)
def test_chance_that_the_rules_refuse_changes_nothing(name: str, before: str, event: str, why: str) -> None:
    state = openspiel.load(name).new_initial_state()
    if before:
        state.push(before)
    text, history = str(state), state.history()
    with pytest.raises(IllegalEvent, match=why):
        state.push(event)
    assert (str(state), state.history()) == (text, history)


def test_a_whole_event_cannot_come_into_a_draw_that_has_begun() -> None:
    state = openspiel.load("kingdomino/2").new_initial_state()
    state.apply_action(5)
    with pytest.raises(CrownlandsError, match="a draw has begun"):
        state.push("reveal K1 K2 K3 K4")
