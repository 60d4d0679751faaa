"""Gymnasium's own checks, without a warning, and what its users expect beside them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode

from crownlands.core import IllegalAction
from crownlands.envs.gymnasium import ILLEGAL, CrownlandsEnv, CrownlandsVectorEnv
from crownlands.envs.names import env_id
from crownlands.notation import Record, print_position, print_record
from crownlands.rules import CrownlandsError, ruleset
from tests.envs.helpers import RULESETS, recorded


@pytest.fixture(autouse=True)
def _no_warning() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize("ruleset", RULESETS)
def test_gymnasium_finds_nothing_wrong(ruleset: str) -> None:
    env = gymnasium.make(env_id(ruleset), rivals="random")
    check_env(env.unwrapped, skip_render_check=ruleset != "queendomino/4")


def test_vectors_are_measured_by_gymnasium_itself() -> None:
    for mode in ("NextStep", "SameStep"):
        env = gymnasium.make_vec(env_id("kingdomino/2"), num_envs=3, autoreset_mode=mode)
        assert isinstance(env, CrownlandsVectorEnv)
        assert env.metadata["autoreset_mode"] is AutoresetMode(mode)
        assert benchmark_vector_step(env, target_duration=1, seed=1) > 0


@pytest.mark.parametrize("mode", ["sync", "vector_entry_point"])
def test_gymnasiums_own_vector_and_the_native_one_have_the_same_spaces(mode: str) -> None:
    env = gymnasium.make_vec(env_id("queendomino/2"), num_envs=2, vectorization_mode=mode, rivals="page")
    observation, info = env.reset(seed=3)
    for _ in range(12):
        assert observation in env.observation_space
        assert np.array_equal(observation["action_mask"], np.stack(list(info["action_mask"])))
        actions = observation["action_mask"].argmax(1)
        assert actions in env.action_space
        observation, rewards, ends, cut, info = env.step(actions)
        assert rewards.shape == ends.shape == cut.shape == (2,)
    single = CrownlandsEnv("queendomino/2")
    assert env.single_observation_space == single.observation_space
    assert env.single_action_space == single.action_space
    env.close()


def play(env: gymnasium.Env[Any, Any], seed: int) -> tuple[list[float], dict[str, Any]]:
    observation, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    rewards, over = [], False
    while not over:
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert observation in env.observation_space
        action = env.action_space.sample(info["action_mask"])
        observation, reward, over, _, info = env.step(action)
        rewards.append(float(reward))
    return rewards, info


def test_a_game_against_named_players_ends_with_a_margin() -> None:
    env = CrownlandsEnv("kingdomino/3", seat=1, rivals=("squire", "random"))
    rewards, info = play(env, 5)
    scores = info["scores"]
    assert rewards[:-1] == [0.0] * (len(rewards) - 1)
    assert rewards[-1] == scores[1] - max(scores[0], scores[2])
    again, told = play(CrownlandsEnv("kingdomino/3", seat=1, rivals=("squire", "random")), 5)
    assert (again, told["scores"]) == (rewards, scores)
    points, info = play(CrownlandsEnv("kingdomino/3", seat=1, reward="points"), 5)
    assert sum(points) == info["scores"][1]


def test_an_illegal_action_ends_the_game_or_raises() -> None:
    env = CrownlandsEnv("kingdomino/2")
    env.reset(seed=1)
    _, reward, over, cut, info = env.step(0)
    assert (reward, over, cut, info["illegal_action"]) == (ILLEGAL, True, False, 0)
    with pytest.raises(CrownlandsError, match="the game is over"):
        env.step(0)
    strict = CrownlandsEnv("kingdomino/2", illegal=None)
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(0)


def test_games_go_on_from_positions_and_records() -> None:
    matches, events = recorded("kingdomino/2")
    env = CrownlandsEnv("kingdomino/2")
    for index in (20, 40):
        match = matches[index]
        env.reset(seed=1, options={"position": print_position(match)})
        assert env.episode.state.round >= match.state.round
        env.reset(seed=1, options={"record": print_record(Record(ruleset("kingdomino/2"), (), tuple(events[:index])))})
        assert env.episode.record().count("\n") > index
    with pytest.raises(CrownlandsError, match="a game of kingdomino/2 expected, not of kingdomino/4"):
        env.reset(options={"position": print_position(recorded("kingdomino/4")[0][10])})


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_vectors_reset_as_they_declare(mode: str) -> None:
    env = CrownlandsVectorEnv("kingdomino/2", 16, rivals="random", autoreset_mode=mode, threads=2)
    observation, _ = env.reset(seed=3)
    over = np.zeros(16, np.bool_)
    games = 0
    for step in range(80):
        actions = env.batch.sample(step)
        actions[env.batch.arrays.seats < 0] = 0
        if step == 5:
            actions[0] = 0  # nobody can place a domino on square 0 so early
            assert not env.batch.arrays.masks[0, 0]
        observation, rewards, ends, cut, info = env.step(actions)
        assert observation in env.observation_space
        assert not cut.any()
        if step == 5:
            assert ends[0]
            assert rewards[0] == ILLEGAL
        if mode == "NextStep":
            assert not (over & ends).any()
            assert not rewards[over].any()
            assert (env.batch.arrays.seats[over] == 0).all()
            over = ends.copy()
        else:
            assert (env.batch.arrays.seats == 0).all()
            for game in ends.nonzero()[0]:
                final = info["final_obs"][game]
                assert not np.array_equal(final["observation"], observation["observation"][game])
        games += int(ends.sum())
    assert games >= 16


@pytest.mark.parametrize("seed", [5, [5, 6, 7]])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_seeds_of_vectors_fix_the_games_after_an_illegal_action_too(mode: str, seed: int | list[int]) -> None:
    shown = []
    for _ in range(2):
        env = CrownlandsVectorEnv("kingdomino/2", 3, rivals="random", autoreset_mode=mode)
        env.reset(seed=seed)
        # Nobody can place a domino on square 0 so early.
        seen = [env.step(np.zeros(3, np.int64))[0]["observation"].tobytes() for _ in range(3)]
        shown.append(seen)
    assert shown[0] == shown[1]


@pytest.mark.parametrize("seed", [np.int64(5), (5, 6, 7), "5"])
def test_vectors_refuse_what_is_no_seed_of_gymnasium(seed: Any) -> None:
    """A seed that was dropped in silence would give other games each time."""
    env = CrownlandsVectorEnv("kingdomino/2", 3)
    with pytest.raises(gymnasium.error.Error, match="Seed must be a python integer"):
        env.reset(seed=seed)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(CrownlandsError, match="seat: a number from 0 to 1 expected, not 2"):
        CrownlandsEnv("kingdomino/2", seat=2)
    with pytest.raises(CrownlandsError, match="one for each of the 2 others, not 1"):
        CrownlandsEnv("kingdomino/3", rivals=("squire",))
    with pytest.raises(CrownlandsError, match="render_mode: one of ansi, rgb_array, human expected, not 'hologram'"):
        CrownlandsEnv("kingdomino/2", render_mode="hologram")
    with pytest.raises(CrownlandsError, match="reward: one of margin, share, points expected, not 'margins'"):
        CrownlandsEnv("kingdomino/2", reward="margins")  # type: ignore[arg-type]
    with pytest.raises(CrownlandsError, match="seeds: one, or one for each of the 2 games, not 0"):
        CrownlandsVectorEnv("kingdomino/2", 2).reset(seed=[])
    with pytest.raises(CrownlandsError, match="rivals: one of random, page, squire expected, not 'monarch'"):
        CrownlandsVectorEnv("kingdomino/2", rivals="monarch")
