"""The batch plays recorded games as the rules do: the same legal actions, positions, rewards and results."""

from __future__ import annotations

import numpy as np
import pytest

from crownlands.envs import Batch
from crownlands.notation import print_event, print_position
from crownlands.rules import CHANCE, Match, legal_actions
from tests.envs.helpers import RULESETS, decisions, known, told


def loaded(batch: Batch, moments: list[Match]) -> None:
    batch.reset(seeds=1)
    for game, match in enumerate(moments):
        batch.put(game, print_position(match), seed=game)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_recorded_game_goes_as_the_rules_say(ruleset: str) -> None:
    moments = decisions(ruleset)
    batch = Batch(ruleset, len(moments), autoreset="none", reward="share")
    loaded(batch, [before for before, _, _ in moments])
    rules, masks, seats = batch.ruleset, batch.arrays.masks, batch.arrays.seats
    observations = batch.arrays.observations
    actions = np.zeros(len(moments), np.int32)
    for game, (before, action, _) in enumerate(moments):
        state = batch.state(game)
        legal = {state.action_text(number) for number in masks[game].nonzero()[0].tolist()}
        assert legal == {print_event(event) for event in legal_actions(before.state)}
        assert seats[game] == before.state.seat == action.seat
        assert told(batch.layout, observations[game], rules) == known(before, action.seat)
        actions[game] = state.action_number(print_event(action))
    batch.step(actions)
    rewards, ends, scores = batch.arrays.rewards, batch.arrays.ends, batch.arrays.scores
    for game, (_, _, after) in enumerate(moments):
        assert ends[game] == after.over
        if after.upcoming().state.step not in CHANCE:
            assert batch.position(game) == print_position(after)
        if not after.over:
            assert not rewards[game].any()
            continue
        assert scores[game].tolist() == [total.points for total in after.totals()]
        winners = after.ranking().groups[0]
        shares = [1 / len(winners) if rules.realm_of(seat) in winners else 0 for seat in range(rules.seats)]
        assert rewards[game].tolist() == pytest.approx(shares)
        assert seats[game] == -1
        assert not masks[game].any()
        assert told(batch.layout, batch.observe(game, 1), rules) == known(after, 1)
    assert ends.sum() == 1


def by_seat(match: Match, values: list[float]) -> list[float]:
    return [values[match.ruleset.realm_of(seat)] for seat in range(match.ruleset.seats)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rewards_are_margins_at_the_end_or_points_as_they_come(ruleset: str) -> None:
    moments = decisions(ruleset)
    for reward in ("margin", "points"):
        batch = Batch(ruleset, len(moments), autoreset="none", reward=reward)
        loaded(batch, [before for before, _, _ in moments])
        actions = [batch.state(game).action_number(print_event(done)) for game, (_, done, _) in enumerate(moments)]
        batch.step(actions)
        for game, (before, _, after) in enumerate(moments):
            then = [total.points for total in before.totals()]
            now = [total.points for total in after.upcoming().totals()]
            if reward == "points":
                expected = [float(b - a) for a, b in zip(then, now, strict=True)]
            elif after.over:
                expected = [float(own - max(now[:i] + now[i + 1 :])) for i, own in enumerate(now)]
            else:
                expected = [0.0] * len(now)
            assert batch.arrays.rewards[game].tolist() == by_seat(after, expected)
