"""No text, number or argument crashes the core; both readers of positions accept and refuse the same texts."""

from __future__ import annotations

import random
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from crownlands.core import CoreError, State, outcomes
from crownlands.notation import ParseError, parse_position, print_position
from crownlands.rules import ruleset
from tests.core.lockstep import RULESETS

EXAMPLES = 400


@cache
def positions(name: str) -> tuple[str, ...]:
    """Every position of one random game."""
    state, rng, found = State(name), random.Random(name), []
    while True:
        found.append(state.position())
        if state.over:
            return tuple(found)
        if state.chance:
            state.sample_chance(rng.getrandbits(64))
        else:
            state.apply(rng.choice(state.legal()))


@st.composite
def real_positions(draw: st.DrawFn) -> str:
    """A position of a game of some ruleset."""
    return draw(st.sampled_from(positions(draw(st.sampled_from(RULESETS)))))


@st.composite
def spoiled_positions(draw: st.DrawFn) -> str:
    """A position with a few words changed, moved, removed or doubled."""
    lines = [line.split(" ") for line in draw(real_positions()).splitlines()]
    other = [line.split(" ") for line in draw(real_positions()).splitlines()]
    for _ in range(draw(st.integers(1, 3))):
        line = draw(st.integers(0, len(lines) - 1))
        word = draw(st.integers(0, len(lines[line]) - 1))
        words = st.sampled_from([word for line in other for word in line])
        kind = draw(st.integers(0, 5))
        if kind == 0:
            lines[line][word] = draw(words)
        elif kind == 1:
            del lines[line][word]
        elif kind == 2:
            lines[line].insert(word, draw(words))
        elif kind == 3:
            lines.insert(draw(st.integers(0, len(lines))), draw(st.sampled_from(other)))
        elif kind == 4:
            del lines[line]
        else:
            lines[line][word] = draw(st.text("0123456789,-=>*KQ abc#\t", max_size=6))
        lines = [line for line in lines if line] or [["crownlands"]]
    return "\n".join(" ".join(line) for line in lines) + "\n"


def read_by_core(text: str) -> str | None:
    try:
        return State.from_position(text).position()
    except CoreError:
        return None


def read_by_notation(text: str) -> str | None:
    try:
        return print_position(parse_position(text))
    except ParseError:
        return None


@settings(max_examples=EXAMPLES)
@given(spoiled_positions())
def test_both_readers_accept_and_refuse_the_same_positions(text: str) -> None:
    assert read_by_core(text) == read_by_notation(text)


@settings(max_examples=EXAMPLES)
@given(spoiled_positions(), st.integers(0, 2**64))
def test_what_is_accepted_can_be_played_to_the_end(text: str, seed: int) -> None:
    if read_by_core(text) is None:
        return
    state = State.from_position(text)
    state.random_playout(seed)
    outcomes(state, "squire", [seed % 2**64])
    rng = random.Random(seed)
    while not state.over:
        if state.chance:
            state.sample_chance(rng.getrandbits(64))
        else:
            state.apply(rng.choice(state.legal()))
        state.scores()
        state.ranking()


@settings(max_examples=EXAMPLES)
@given(st.text())
def test_any_text_is_refused_with_an_error(text: str) -> None:
    state = State("queendomino/4")
    for read in (State.from_position, State, state.apply_text, state.action_number):
        try:
            read(text)
        except CoreError:
            continue
        assert read is State, text
        assert ruleset(text), "only the name of a ruleset makes a state"


@settings(max_examples=EXAMPLES)
@given(real_positions(), st.lists(st.integers(-10, 2000) | st.integers(), max_size=40), st.integers())
def test_any_number_is_a_legal_action_or_refused(text: str, actions: list[int], seed: int) -> None:
    state = State.from_position(text)
    for action in actions:
        before = state.position()
        legal = state.is_legal(action)
        assert legal == (action in state.legal())
        try:
            state.apply(action)
            assert legal
        except CoreError:
            assert not legal
            assert state.position() == before
            if state.chance:
                state.sample_chance(seed)
