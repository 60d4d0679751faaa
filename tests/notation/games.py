"""Games and values of every kind for the tests of the notation."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from types import MappingProxyType

from hypothesis import strategies as st

from crownlands.notation import HandKingdom, Record
from crownlands.rules import Dealer, Match, Ruleset, State, Step, all_rulesets, legal_actions, new_match, ruleset
from crownlands.rules.chance import tiles_to_reveal
from crownlands.rules.events import (
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
from crownlands.rules.opening import kings_at_once, kings_to_come, next_choosers
from crownlands.rules.pieces import BUILDINGS, DOMINOES, STACK, Cell, Square, Terrain, domino_order
from crownlands.rules.ruleset import Opening
from crownlands.rules.scoring import Standing
from crownlands.rules.state import Realm

RULESETS = list(all_rulesets())


def any_event(state: State, rng: random.Random) -> Event:
    """Some event that this state allows; chance knows only what is undrawn, so any position can be played on."""
    rules = state.ruleset
    if state.step is Step.KINGS:
        return any_kings(state, rng)
    if state.step is Step.REVEAL:
        box = rules.box_of_line(state.lines_drawn)
        undrawn = sorted(domino for domino in state.undrawn if DOMINOES[domino].box == box)
        return Reveal(tuple(sorted(rng.sample(undrawn, rules.line), key=domino_order)))
    if state.step is Step.BUILDINGS:
        return Buildings(tuple(rng.sample(state.board.stack, tiles_to_reveal(state.board))))
    return rng.choice(legal_actions(state))


def any_kings(state: State, rng: random.Random) -> Kings:
    if kings_at_once(state.ruleset) > 1:
        return Kings(Dealer(state.ruleset, f"{rng.random()}").kings)
    owner = rng.choice(kings_to_come(state))
    any_king = state.ruleset.opening is Opening.ANY_KING
    return Kings(((rng.choice(next_choosers(state)) if any_king else owner, owner),))


def moments(match: Match, rng: random.Random) -> Iterator[tuple[Event, Match]]:
    """Random events up to the end of the match, each with what it leads to."""
    while not match.over:
        event = any_event(match.upcoming().state, rng)
        match = match.apply(event)
        yield event, match


@cache
def whole_game(name: str, seed: int = 1) -> tuple[Match, ...]:
    """Every moment of a random game."""
    start = new_match(ruleset(name))
    return (start, *(match for _, match in moments(start, random.Random(seed))))


def moment(name: str, wanted: Callable[[State], object]) -> Match:
    """The first moment of some random game that is wanted."""
    matches = (match for seed in range(1, 30) for match in whole_game(name, seed))
    return next(match for match in matches if wanted(match.state))


@st.composite
def records(draw: st.DrawFn, most: int = 150) -> tuple[Record, Match]:
    """The first events of a random game of a random ruleset, and what they lead to."""
    rules = draw(st.sampled_from(RULESETS))
    start = new_match(rules)
    rng = random.Random(draw(st.integers(0, 2**32)))
    played = list(islice(moments(start, rng), draw(st.integers(0, most))))
    events, matches = zip(*played, strict=True) if played else ((), (start,))
    return Record(rules, tuple(draw(_tags).items()), tuple(events)), matches[-1]


_values = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n")).map(
    lambda text: text.strip(" \t")
)
_keys = st.from_regex(r"[A-Za-z0-9-]+", fullmatch=True).filter(lambda key: key != "ruleset")
_tags = st.dictionaries(_keys, _values, max_size=3)


@st.composite
def positions(draw: st.DrawFn, most: int = 150) -> Match:
    """A random moment of a random game; in a Dynasty of any of its games, after any others."""
    _, match = draw(records(most))
    if match.ruleset.games == 1 or draw(st.booleans()):
        return match
    sums = st.builds(Standing, *[st.integers(0, 999)] * 3)
    earlier = tuple(draw(sums) for _ in match.earlier)
    return replace(match, game=draw(st.integers(2, match.ruleset.games)), earlier=earlier)


seats = st.integers(0, 7)
dominoes = st.sampled_from(sorted(DOMINOES))
tiles = st.sampled_from(sorted(BUILDINGS))
cells: st.SearchStrategy[Cell] = st.tuples(st.integers(-12, 12), st.integers(-12, 12))
slots = st.integers(0, 9)


def lists(of: st.SearchStrategy[object], most: int = 8) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(of, min_size=1, max_size=most).map(tuple)


events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Kings, lists(st.tuples(seats, seats))),
    st.builds(Reveal, lists(dominoes)),
    st.builds(Buildings, lists(tiles)),
    st.builds(Choose, seats, dominoes),
    st.builds(Place, seats, dominoes, st.tuples(cells, cells)),
    st.builds(Discard, seats, dominoes),
    st.builds(Tax, seats, lists(cells, most=2)),
    st.builds(Build, seats, slots, tiles, cells),
    st.builds(Bribe, seats, slots, tiles),
    st.builds(Pass, seats),
)


@st.composite
def kingdoms(draw: st.DrawFn) -> HandKingdom:
    """Any kingdom that somebody could type, of any ruleset, with its castle anywhere."""
    rules = draw(st.sampled_from(RULESETS))
    x0, y0 = draw(st.tuples(*[st.integers(0, rules.frame - 1)] * 2))
    frame = [(x - x0, y - y0) for x in range(rules.frame) for y in range(rules.frame) if (x, y) != (x0, y0)]
    covered = draw(st.lists(st.sampled_from(frame), unique=True))
    squares = {cell: draw(_squares(rules)) for cell in covered}
    towns = [cell for cell, square in squares.items() if square.terrain is Terrain.TOWN]
    stack = draw(st.permutations(STACK))
    buildings = dict(zip(draw(st.lists(st.sampled_from(towns), unique=True)) if towns else [], stack, strict=False))
    missing = (len(frame) - len(squares)) // 2
    numbers = st.integers(0, 999) if rules.purse else st.just(0)
    realm = Realm(
        kingdom=Kingdom.of(squares),
        discarded=("?",) * draw(st.integers(0, missing)),
        coins=draw(numbers),
        knights_in_reserve=draw(numbers),
        buildings=MappingProxyType(buildings),
    )
    return HandKingdom(rules, realm, rules.purse and draw(st.booleans()))


def _squares(rules: Ruleset) -> st.SearchStrategy[Square]:
    terrains = st.sampled_from([terrain for terrain in Terrain if rules.purse or terrain is not Terrain.TOWN])
    return terrains.flatmap(
        lambda terrain: st.builds(
            Square, st.just(terrain), st.integers(0, 0 if terrain is Terrain.TOWN else 3), st.just("")
        )
    )
