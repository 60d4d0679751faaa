"""Many games at once: seeds, threads, ends, illegal actions, copies, and whose arrays they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from crownlands.core import CoreError, IllegalAction, State, best_isa
from crownlands.envs import Arrays, Batch, layout
from crownlands.envs.batch import Autoreset
from crownlands.rules import CrownlandsError, catalogue
from tests.envs.helpers import RULESETS

NAMES = ("observations", "masks", "seats", "rewards", "ends", "scores", "finals")


def trace(batch: Batch, steps: int, seeds: int = 7) -> list[bytes]:
    """Everything that a batch writes in random play."""
    batch.reset(seeds)
    written = []
    for step in range(steps):
        batch.step(batch.sample(step))
        arrays = [getattr(batch.arrays, name) for name in NAMES]
        written.append(b"".join(array.tobytes() for array in arrays if array is not None))
    return written


@pytest.mark.parametrize("ruleset", ["kingdomino/2", "kingdomino/2+mighty-duel+dynasty", "queendomino/4"])
def test_threads_and_instruction_sets_change_nothing(ruleset: str) -> None:
    one = trace(Batch(ruleset, 33, autoreset="same_step"), 60)
    assert one == trace(Batch(ruleset, 33, autoreset="same_step", threads=3), 60)
    assert one == trace(Batch(ruleset, 33, autoreset="same_step", isa="base"), 60)
    assert one == trace(Batch(ruleset, 33, autoreset="same_step", isa=best_isa()), 60)
    assert one != trace(Batch(ruleset, 33, autoreset="same_step"), 60, seeds=8)


def test_every_ruleset_of_the_catalogue_can_be_played_to_the_end() -> None:
    for rules in catalogue():
        batch = Batch(rules, 2, autoreset="none")
        batch.reset(seeds=3)
        ended = np.zeros(2, np.bool_)
        while not ended.all():
            batch.step(batch.sample(int(ended.sum())))
            ended |= batch.arrays.ends
        assert (batch.arrays.observations <= np.frombuffer(batch.layout.high, np.uint8)).all()
        assert (batch.arrays.seats == -1).all()
        for game in range(2):
            state = batch.state(game)
            earlier = [sums[0] for sums in state.earlier]
            points = [a + b for a, b in zip(earlier, state.points(), strict=True)]
            assert batch.arrays.scores[game].tolist() == points
            assert state.game == rules.games


@pytest.mark.parametrize("ruleset", RULESETS)
def test_observations_say_nothing_of_what_will_come_or_how_it_came(ruleset: str) -> None:
    """The same position has the same bytes, whatever its seed and however it was reached."""
    batch, other = Batch(ruleset, 8, autoreset="same_step"), Batch(ruleset, 8)
    batch.reset(seeds=5)
    other.reset(seeds=6)
    for step in range(150):
        batch.step(batch.sample(step))
        if step % 10 == 0:
            for game in range(8):
                other.put(game, batch.position(game), seed=step)
            assert np.array_equal(other.arrays.observations, batch.arrays.observations)
            assert np.array_equal(other.arrays.masks, batch.arrays.masks)


def test_a_view_of_a_state_is_the_batchs() -> None:
    batch = Batch("queendomino/3", 4)
    batch.reset(seeds=2)
    for step in range(40):
        batch.step(batch.sample(step))
        state = batch.state(1)
        if state.seat is not None:
            assert (layout("queendomino/3").observe(state, state.seat) == batch.arrays.observations[1]).all()
            assert (layout("queendomino/3").mask(state) == batch.arrays.masks[1]).all()


def played(autoreset: Autoreset) -> tuple[Batch, bytes]:
    batch = Batch("kingdomino/4", 1, autoreset=autoreset)
    batch.reset(seeds=[9])
    first = batch.arrays.observations.tobytes()
    while not batch.arrays.ends[0]:
        batch.step(batch.sample(1))
    return batch, first


def test_reset_in_the_next_step_ignores_its_action() -> None:
    batch, first = played("next_step")
    assert batch.arrays.seats[0] == -1
    assert batch.arrays.rewards.any()
    batch.step([0])
    assert batch.arrays.seats[0] >= 0
    assert not batch.arrays.ends[0]
    assert not batch.arrays.rewards.any()
    assert batch.arrays.observations.tobytes() != first


def test_reset_in_the_same_step_keeps_the_last_observation() -> None:
    same, _ = played("same_step")
    later, _ = played("next_step")
    assert same.arrays.finals is not None
    assert (same.arrays.finals == later.arrays.observations).all()
    assert (same.arrays.scores == later.arrays.scores).all()
    later.step([-1])
    assert later.arrays.seats[0] == -1
    later.step([0])
    assert (same.arrays.observations == later.arrays.observations).all()


def test_without_reset_a_game_stays_over() -> None:
    batch, first = played("none")
    batch.step([0])
    assert batch.arrays.seats[0] == -1
    assert not batch.arrays.ends[0]
    batch.reset(seeds=[9], which=np.array([True]))
    assert batch.arrays.observations.tobytes() == first


def test_one_illegal_action_stops_them_all() -> None:
    batch = Batch("kingdomino/2", 3)
    batch.reset(seeds=1)
    before = [batch.position(game) for game in range(3)]
    actions = batch.sample(1)
    actions[1] = 0
    with pytest.raises(IllegalAction, match="action 0 is not legal in game 1"):
        batch.step(actions)
    actions[1] = 10_000
    with pytest.raises(IllegalAction, match="action 10000 is not legal in game 1"):
        batch.step(actions)
    assert [batch.position(game) for game in range(3)] == before


def test_minus_one_leaves_a_game_alone() -> None:
    batch = Batch("kingdomino/2", 2)
    batch.reset(seeds=1)
    before = batch.position(0)
    actions = batch.sample(1)
    actions[0] = -1
    batch.step(actions)
    assert batch.position(0) == before
    assert batch.state(1).position() != before


def test_copies_are_equal_and_draw_something_else() -> None:
    batch, plans = Batch("kingdomino/2", 1), Batch("kingdomino/2", 16)
    batch.reset(seeds=[3])
    plans.reset(seeds=0)
    for step in range(11):
        batch.step(batch.sample(step))
    plans.copy(batch, [0] * 16, range(16), seeds=range(16))
    assert {plans.position(game) for game in range(16)} == {batch.position(0)}
    assert (plans.arrays.observations == batch.arrays.observations).all()
    for step in range(8):
        plans.step(np.repeat(plans.sample(step)[:1], 16) if step == 0 else plans.sample(step))
    assert len({plans.position(game) for game in range(16)}) > 8


def test_only_one_seat_is_asked_where_rivals_play() -> None:
    for rivals in ("random", "page", "squire"):
        batch = Batch("queendomino/3", 8, seat=1, rivals=rivals, autoreset="same_step")
        batch.reset(seeds=4)
        for step in range(60):
            assert (batch.arrays.seats == 1).all()
            batch.step(batch.sample(step))


def test_squire_beats_random_play() -> None:
    batch = Batch("kingdomino/2", 64, seat=0, rivals="random", autoreset="none", reward="share")
    batch.reset(seeds=4)
    won = np.zeros(64)
    while (batch.arrays.seats >= 0).any():
        batch.step(batch.advise("squire", 1))
        won += batch.arrays.rewards[:, 0]
    assert won.sum() > 60


def test_arrays_belong_to_the_caller() -> None:
    arrays = Arrays.make("kingdomino/2", 4)
    arrays = replace(arrays, observations=np.zeros((4, 0), np.uint8))
    batch = Batch("kingdomino/2", 4, arrays=arrays)
    _, masks, seats = batch.reset(seeds=1)
    assert masks is arrays.masks
    assert seats is arrays.seats
    assert masks.any()


def test_parts_are_slices_with_names() -> None:
    found = layout("queendomino/4+dynasty")
    assert found.version == 1
    assert [part.start for part in found.parts[1:]] == [part.slice.stop for part in found.parts[:-1]]
    assert found.parts[-1].slice.stop == found.size == len(found.high)
    assert found.kingdoms == slice(0, 4 * 11 * 81)
    assert found.part("kingdoms").fields[-1] == "buildings"
    assert found.view(np.zeros((5, found.size), np.uint8), "kingdoms").shape == (5, 4, 11, 9, 9)
    with pytest.raises(
        AttributeError, match="no part 'queen' in observations of kingdomino/2; there are kingdoms, line"
    ):
        _ = layout("kingdomino/2").queen


def test_what_is_wrong_is_said() -> None:
    batch = Batch("kingdomino/2", 2)
    with pytest.raises(CoreError, match="reset before the first step"):
        batch.step([0, 0])
    batch.reset(seeds=1)
    with pytest.raises(CoreError, match="actions: an array of 2 expected"):
        batch.step([0])
    with pytest.raises(CrownlandsError, match="one for each of the 2 games, not 3"):
        batch.reset(seeds=[1, 2, 3])
    with pytest.raises(CoreError, match="no game 2: 0 to 1 expected"):
        batch.state(2)
    with pytest.raises(CoreError, match="a game of kingdomino/2 expected, not of kingdomino/4"):
        batch.put(0, State("kingdomino/4"), seed=1)
    with pytest.raises(CoreError, match="seat: a number from 0 to 1 expected"):
        Batch("kingdomino/2", 2, seat=2)
    with pytest.raises(CoreError, match="'monarch' searches"):
        Batch("kingdomino/2", 2, seat=0, rivals="monarch")
    with pytest.raises(CoreError, match="reward: 'margin', 'share' or 'points' expected"):
        Batch("kingdomino/2", 2, reward="glory")  # type: ignore[arg-type]
    arrays = replace(Arrays.make("kingdomino/2", 3), masks=np.zeros((3, 5), np.bool_))
    with pytest.raises(CoreError, match="masks: an array of 3 × 329 expected"):
        Batch("kingdomino/2", 3, arrays=arrays)
