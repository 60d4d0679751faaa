"""PettingZoo's own checks, without a warning, and recorded games played by its agents."""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from crownlands.core import IllegalAction
from crownlands.envs.names import env_id
from crownlands.envs.pettingzoo import CrownlandsAEC, env
from crownlands.notation import print_event, print_position
from crownlands.rules import CrownlandsError
from tests.envs.helpers import RULESETS, decisions, known, told

LISTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)
"""What the check says of every dictionary whose game is not on its own list of names."""


@pytest.fixture(autouse=True)
def _no_warning() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def make(ruleset: str, **options: Any) -> pettingzoo.AECEnv[Any, Any, Any]:
    return pettingzoo.make("aec", env_id(ruleset), **options)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pettingzoo_finds_nothing_wrong(ruleset: str) -> None:
    api_test(make(ruleset, form="array"), num_cycles=300)
    seed_test(lambda: make(ruleset), num_cycles=100)
    with warnings.catch_warnings():
        for message in LISTED:
            warnings.filterwarnings("ignore", message)
        api_test(make(ruleset), num_cycles=300)


def test_every_render_mode_shows_what_it_should(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: make("queendomino/4", render_mode=render_mode))
    assert "queendomino/4" in capsys.readouterr().out


def test_pettingzoo_measures_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Its measurement goes on for five seconds of its clock; here they are 40 looks at it."""
    looks = iter(range(10_000))
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(looks) / 8))
    random.seed(1)
    performance_benchmark(make("kingdomino/2"))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("ruleset", RULESETS)
def test_recorded_games_go_as_the_rules_say(ruleset: str) -> None:
    game = CrownlandsAEC(ruleset, reward="share")
    before: Any = None
    for match, action, after in decisions(ruleset)[::7] + decisions(ruleset)[-1:]:
        game.reset(seed=1, options={"position": print_position(match)})
        agent = f"player_{match.state.seat}"
        assert game.agent_selection == agent
        seen, _, _, _, info = game.last()
        assert told(game.layout, seen["observation"], game.ruleset) == known(match, action.seat)
        for other in game.agents:
            view = game.observe(other)
            assert told(game.layout, view["observation"], game.ruleset) == known(match, int(other[-1]))
            assert view["action_mask"].any() == (other == agent)
        assert sorted(np.flatnonzero(info["action_mask"])) == sorted(game.episode.state.legal())
        game.step(game.episode.state.action_number(print_event(action)))
        assert all(game.terminations.values()) == after.over
        before = after
    winners = before.ranking().groups[0]
    realm_of = game.ruleset.realm_of
    for agent, reward in game.rewards.items():
        assert reward == pytest.approx(1 / len(winners) if realm_of(int(agent[-1])) in winners else 0)
    assert game.episode.points() == tuple(total.points for total in before.totals())


def test_whole_games_become_records_that_can_be_read_again() -> None:
    game = env("queendomino/3")
    game.reset(seed=4)
    for agent in game.agent_iter():
        observation, _, over, _, _ = game.last()
        game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
    episode = game.unwrapped.episode
    record, position = episode.record(), episode.position()
    game.reset(options={"record": record})
    assert game.unwrapped.episode.position() == position
    assert game.unwrapped.episode.record() == record


def test_illegal_actions_change_nothing() -> None:
    game = CrownlandsAEC("kingdomino/2")
    game.reset(seed=1)
    before = game.episode.position()
    with pytest.raises(IllegalAction):
        game.step(0)
    assert game.episode.position() == before
    game.reset(options={"position": before})
    with pytest.raises(CrownlandsError, match="a game that began at a position has no record"):
        game.episode.record()


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(CrownlandsError, match="reward: one of margin, share, points expected, not 'shares'"):
        CrownlandsAEC("kingdomino/2", reward="shares")  # type: ignore[arg-type]
    with pytest.raises(CrownlandsError, match="form: one of dict, array expected, not 'arrays'"):
        CrownlandsAEC("kingdomino/2", form="arrays")  # type: ignore[arg-type]
