"""What is legal applies, what is not is refused with a reason, and neither depends on how a position came about."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from itertools import permutations, product
from types import MappingProxyType
from typing import Any

import pytest

from crownlands.rules import (
    CHANCE,
    IllegalEvent,
    State,
    Step,
    apply,
    catalogue,
    legal_actions,
    ruleset,
    scores,
    why_not,
)
from crownlands.rules.dealer import Stream
from crownlands.rules.events import (
    Action,
    Bribe,
    Build,
    Buildings,
    Choose,
    Discard,
    Event,
    Kings,
    Pass,
    Place,
    Reveal,
    Tax,
)
from crownlands.rules.kingdom import Kingdom
from crownlands.rules.reasons import Code
from crownlands.rules.steps import OPTIONAL
from tests.helpers import game
from tests.properties import slow

every_ruleset = pytest.mark.parametrize("name", [rules.name for rules in catalogue()])


@cache
def sample(name: str, count: int, *, each_step: bool = True) -> tuple[State, ...]:
    """Some states of the game, the end too; with each step of it among them."""
    states = [before.upcoming().state for before, _, _ in game(name)] + [game(name)[-1][2].state]
    stream = Stream("sample", name)
    chosen = [states[stream.below(len(states))] for _ in range(count)]
    for step in Step:
        with_step = [state for state in states if state.step is step]
        if with_step and each_step:
            chosen.append(with_step[stream.below(len(with_step))])
    return tuple(chosen)


def candidates(state: State) -> Iterator[Action]:
    """Far more than can be legal: all placements around the kingdom, all choices, taxes, buildings and bribes."""
    rules = state.ruleset
    seats = [state.seat] if state.seat is not None else [0]
    owner = state.realms[state.realm if state.step not in CHANCE and not state.over else 0]
    acting = state.line[0].domino if state.line else "K1"
    reach = range(-rules.frame, rules.frame + 1)
    grid = list(product(reach, reach)) if state.step is Step.PLACE else list(product((-1, 0, 1), reach))
    squares = sorted(owner.kingdom.squares)
    buildings = sorted({tile for tile in state.board.slots if tile} | {"statue", "church"})
    for seat in seats:
        for one in grid:
            for two in slow.neighbours(one):
                yield Place(seat, acting, (one, two))
        yield from (Place(seat, acting, (one, two)) for one, two in zip(grid[:40], reversed(grid), strict=False))
        yield from (Place(seat, domino.name, ((1, 0), (2, 0))) for domino in rules.pool)
        yield from (Discard(seat, domino.name) for domino in rules.pool)
        yield from (Choose(seat, domino.name) for domino in rules.pool)
        yield Tax(seat, ())
        yield from (Tax(seat, (cell,)) for cell in [*squares, (0, 0), (1, 1)])
        yield from (Tax(seat, pair) for pair in permutations(squares[-9:], 2))
        placed = [cell for cell, square in owner.kingdom.squares.items() if square.domino == acting]
        yield from (Tax(seat, tuple(cells)) for count in (2, 3) for cells in product(placed, repeat=count))
        for slot, building in product(range(-1, 7), buildings):
            yield Bribe(seat, slot, building)
            yield from (
                Build(seat, slot, building, cell)
                for cell in [*squares[:: 1 if state.step is Step.BUILD else 4], (0, 0), (9, 9)]
            )
        yield Pass(seat)


def expected(state: State) -> set[Action]:
    """The legal actions of a phase, written from the rules a second time."""
    seat, owner = state.acting, state.realms[state.realm]
    terrains = {cell: str(square.terrain) for cell, square in owner.kingdom.squares.items()}
    tiles = [(slot, tile) for slot, tile in enumerate(state.board.slots) if tile]
    actions: set[Action] = set()
    match state.step:
        case Step.PLACE:
            found = slow.placements(terrains, state.line[0].domino, state.ruleset.frame)
            actions = {Place(seat, state.line[0].domino, cells) for cells in found}
            actions |= set() if found else {Discard(seat, state.line[0].domino)}
        case Step.TAX:
            a, b = sorted(cell for cell, square in owner.kingdom.squares.items() if square.domino == state.domino)
            ways = [(a,), (b,), (a, b)]
            actions = {Tax(seat, cells) for cells in ways if len(cells) <= owner.knights_in_reserve}
        case Step.BUILD:
            discount = 1 if state.queen == state.realm else 0
            towns = [cell for cell, terrain in terrains.items() if terrain == "town" and cell not in owner.buildings]
            affordable = [(slot, tile) for slot, tile in tiles if slot - discount <= owner.coins]
            actions = {Build(seat, slot, tile, cell) for slot, tile in affordable for cell in towns}
        case Step.BRIBE:
            actions = {Bribe(seat, slot, tile) for slot, tile in tiles}
        case Step.CHOOSE:
            actions = {Choose(seat, domino) for domino, owner_seat in state.next_line if owner_seat is None}
    return actions | ({Pass(seat)} if state.step in OPTIONAL else set())


@every_ruleset
def test_legal_actions_are_what_the_rules_say(name: str) -> None:
    for state in sample(name, 8):
        legal = legal_actions(state)
        assert len(legal) == len(set(legal))
        if state.seat is None:
            assert legal == []
        else:
            assert set(legal) == expected(state)
            assert legal, "who decides can do something"


@every_ruleset
def test_every_legal_action_applies_and_every_other_candidate_is_refused_with_a_reason(name: str) -> None:
    for state in sample(name, 4, each_step=False):
        before = repr(state)
        legal = set(legal_actions(state))
        for action in legal:
            assert why_not(state, action) is None
            assert apply(state, action) != state
        seen = set()
        for action in candidates(state):
            reason = why_not(state, action)
            assert (reason is None) == (action in legal), action
            if reason is not None and (type(action), reason.code) not in seen:
                seen.add((type(action), reason.code))
                assert str(reason)
                with pytest.raises(IllegalEvent) as error:
                    apply(state, action)
                assert error.value.reason == reason
        assert repr(state) == before, "neither asking nor applying changes a state"


@every_ruleset
def test_nobody_acts_for_another_seat(name: str) -> None:
    seats = ruleset(name).seats
    for state in sample(name, 8):
        for action in legal_actions(state)[:5]:
            for seat in {-1, *range(seats), seats} - {state.seat}:
                reason = why_not(state, dataclasses.replace(action, seat=seat))
                assert reason is not None
                assert reason.code is Code.NOT_YOUR_TURN


@every_ruleset
def test_an_event_of_another_step_is_refused(name: str) -> None:
    by_step: dict[Step, Event] = {}
    for before, event, _ in game(name):
        by_step.setdefault(before.upcoming().state.step, event)
    for state in sample(name, 0):
        for step, event in by_step.items():
            if step is state.step:
                continue
            if isinstance(event, Kings | Reveal | Buildings) or state.step in CHANCE or state.over:
                reason = why_not(state, event)
                assert reason is not None
                assert reason.code is (Code.GAME_OVER if state.over else Code.NOT_NOW)
            elif not (isinstance(event, Pass) and state.step in OPTIONAL):
                assert why_not(state, dataclasses.replace(event, seat=state.acting)) is not None


def rebuilt(state: State) -> State:
    """The same position put together afresh, in another order."""
    realms = []
    for realm in state.realms:
        squares = dict(reversed(list(realm.kingdom.squares.items())))
        buildings = MappingProxyType(dict(reversed(list(realm.buildings.items()))))
        realms.append(dataclasses.replace(realm, kingdom=Kingdom.of(squares), buildings=buildings))
    return dataclasses.replace(state, realms=tuple(realms))


@every_ruleset
def test_a_position_does_not_remember_how_it_came_about(name: str) -> None:
    for state in sample(name, 8):
        same = rebuilt(state)
        assert same == state
        assert legal_actions(same) == legal_actions(state) == legal_actions(state)
        assert scores(same) == scores(state)
        for action in legal_actions(state)[-3:]:
            assert apply(same, action) == apply(state, action)


@every_ruleset
def test_no_state_knows_what_will_be_drawn(name: str) -> None:
    """Every other line and every other tile that is not yet drawn could come just as well."""
    stream = Stream("other deal", name)
    revealed = [before.state for before, event, _ in game(name) if isinstance(event, Reveal)]
    for state in revealed[:: max(1, len(revealed) // 4)]:
        box = state.ruleset.box_of_line(state.lines_drawn)
        deck = sorted(
            domino.name for domino in state.ruleset.pool if domino.box == box and domino.name in state.undrawn
        )
        for _ in range(3):
            line = stream.shuffle(list(deck))[: state.ruleset.line]
            other = apply(state, Reveal(tuple(sorted(line, key=lambda domino: int(domino[1:])))))
            assert other.undrawn == state.undrawn - set(line)
    for state in [before.state for before, event, _ in game(name) if isinstance(event, Buildings)][:4]:
        count = min(state.board.slots.count(None), len(state.board.stack))
        tiles = stream.shuffle(list(state.board.stack))[:count]
        other = apply(state, Buildings(tuple(tiles)))
        assert [tile for tile in other.board.slots if tile][-count:] == tiles
        assert list(other.board.stack) == sorted(other.board.stack)


@pytest.mark.parametrize("name", ["kingdomino/2", "queendomino/3", "royal-wedding/8+teams"])
def test_two_deals_with_the_same_history_have_equal_states(name: str) -> None:
    """Swap two lines that are still to come: until the first of them is revealed nothing differs."""
    events = [event for before, event, _ in game(name) if before.game == 1]
    reveals = [index for index, event in enumerate(events) if isinstance(event, Reveal)]
    boxes = len(ruleset(name).boxes)
    here, later = reveals[2], reveals[2 + boxes]
    states = []
    for first in (events[here], events[later]):
        state = game(name)[0][0].state
        for event in events[:here]:
            state = apply(state, event)
        states.append((state, apply(state, first)))
    (before_a, after_a), (before_b, after_b) = states
    assert before_a == before_b
    assert repr(before_a) == repr(before_b)
    assert after_a != after_b
    assert isinstance(before_a.undrawn, frozenset)


def assert_frozen(value: Any) -> None:
    """Nothing in this value can be changed."""
    if dataclasses.is_dataclass(value):
        assert value.__dataclass_params__.frozen  # type: ignore[union-attr]
        for field in dataclasses.fields(value):
            assert_frozen(getattr(value, field.name))
    elif isinstance(value, tuple | frozenset):
        for item in value:
            assert_frozen(item)
    elif isinstance(value, Mapping):
        assert isinstance(value, MappingProxyType)
        for key, item in value.items():
            assert_frozen(key)
            assert_frozen(item)
    else:
        assert value is None or isinstance(value, str | int | Enum), type(value)


@every_ruleset
def test_states_are_immutable_through_and_through(name: str) -> None:
    for state in sample(name, 0):
        assert_frozen(state)


def test_attempts_to_change_a_state_raise() -> None:
    state = game("queendomino/4")[-1][2].state
    realm = state.realms[0]
    targets: list[tuple[Any, str]] = [
        (state, "round"),
        (state, "realms"),
        (realm, "coins"),
        (realm.kingdom, "squares"),
        (state.board, "dragon"),
        (state.ruleset, "frame"),
        (game("queendomino/4")[0][1], "dominoes"),
        (game("queendomino/4")[-1][2], "state"),
    ]
    for target, name in targets:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(target, name, getattr(target, name))
    squares: Any = realm.kingdom.squares
    with pytest.raises(TypeError):
        squares[1, 1] = next(iter(squares.values()))
    buildings: Any = realm.buildings
    with pytest.raises(TypeError):
        buildings[1, 1] = "statue"
    with pytest.raises(AttributeError):
        state.undrawn.add("K1")  # type: ignore[attr-defined]


def test_the_frozen_check_itself_catches_what_is_not() -> None:
    for value in ([1], {"a": 1}, {1}, ((1, [2]),), MappingProxyType({1: [2]})):
        with pytest.raises(AssertionError):
            assert_frozen(value)
