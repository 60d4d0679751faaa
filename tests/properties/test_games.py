"""Properties over a random game of every ruleset of the catalogue, checked against books kept from the events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownlands.rules import CHANCE, Dealer, Ruleset, State, Step, all_rulesets, catalogue, new_match, ruleset, scores
from crownlands.rules.events import Action, Event, Reveal
from crownlands.rules.scoring import QueenTerm
from tests.helpers import game, walk
from tests.properties import slow
from tests.properties.slow import Ledger

NAMES = [rules.name for rules in catalogue()]
every_ruleset = pytest.mark.parametrize("name", NAMES)


def audited(name: str) -> Iterator[tuple[State, Event, State, Ledger]]:
    """Each event with the states before and after it and the books after it."""
    ledger = Ledger(ruleset(name))
    for before, event, following in game(name):
        if isinstance(event, Reveal) and not before.state.round and not before.state.line:
            ledger = Ledger(ruleset(name))
        ledger.record(event)
        yield before.upcoming().state, event, following.state, ledger


@every_ruleset
def test_the_state_is_what_the_events_add_up_to(name: str) -> None:
    """Coins, knights, buildings, queen, board and dominoes are conserved as the rules say."""
    for _, _, state, ledger in audited(name):
        compare(state, ledger)


def compare(state: State, ledger: Ledger) -> None:
    assert state.queen == ledger.queen
    assert list(state.board.slots) == ledger.slots
    assert state.board.dragon == ledger.dragon
    assert Counter(state.board.stack) == +ledger.stack
    assert state.undrawn == ledger.undrawn
    assert state.round == ledger.round
    assert [tuple(king) for king in state.kings] == ledger.kings
    assert dict(cast("tuple[tuple[str, int | None], ...]", state.next_line)) == ledger.next
    if state.round < state.ruleset.rounds:
        assert dict(cast("tuple[tuple[str, int], ...]", state.line)) == ledger.line
    for realm, book in zip(state.realms, ledger.books, strict=True):
        assert realm.coins == book.coins >= 0
        assert realm.knights_in_reserve == book.knights >= 0
        assert realm.taxed == book.taxed
        assert dict(realm.buildings) == book.buildings
        assert list(realm.discarded) == sorted(book.discarded, key=lambda domino: (domino[0], int(domino[1:])))
        assert realm.towers == book.towers
        assert realm.all_knights == book.all_knights
        assert {cell: tuple(square) for cell, square in realm.kingdom.squares.items()} == book.squares


@every_ruleset
def test_a_kingdom_never_leaves_its_frame_nor_covers_its_castle(name: str) -> None:
    for _, _, state, ledger in audited(name):
        if state.step in {Step.TAX, Step.BUILD, Step.BRIBE, Step.CHOOSE, Step.OVER}:
            for book in ledger.books:
                assert slow.fits(book.squares, state.ruleset.frame)
                assert (0, 0) not in book.squares


@every_ruleset
def test_each_domino_is_in_exactly_one_place(name: str) -> None:
    rules = ruleset(name)
    everything = Counter(f"{box[0].upper()}{number}" for box in rules.boxes for number in range(1, 49))
    for _, _, state, ledger in audited(name):
        placed = [domino for book in ledger.books for domino in {square[2] for square in book.squares.values()}]
        discarded = [domino for realm in state.realms for domino in realm.discarded]
        handled = {*placed, *discarded}
        waiting = [claim.domino for claim in (*state.line, *state.next_line) if claim.domino not in handled]
        assert Counter([*placed, *discarded, *waiting, *state.removed, *state.undrawn]) == everything
    assert state.over
    assert waiting == []
    assert sorted(state.removed) == sorted(ledger.removed)
    assert len(state.undrawn) == len(everything) - rules.dominoes
    turns = rules.rounds * rules.kings * rules.team
    counts = [len({square[2] for square in book.squares.values()}) + len(book.discarded) for book in ledger.books]
    assert counts == [turns] * len(ledger.books)


@every_ruleset
def test_the_queen_moves_only_to_a_realm_that_gains_towers_and_has_the_most(name: str) -> None:
    for before, _, state, ledger in audited(name):
        if before.queen != state.queen:
            assert state.queen is not None
            towers = [book.towers for book in ledger.books]
            assert towers[state.queen] == max(towers) > 0
            assert before.realms[state.queen].towers < towers[state.queen]


@every_ruleset
def test_territories_partition_the_kingdom(name: str) -> None:
    for _, _, state, ledger in audited(name):
        if state.step is Step.REVEAL or state.over:
            for realm, book in zip(state.realms, ledger.books, strict=True):
                found = list(realm.kingdom.territories())
                cells = [cell for territory in found for cell in territory.cells]
                assert sorted(cells) == sorted(book.squares)
                assert {frozenset(territory.cells) for territory in found} == slow.groups(book.terrains)
                for territory in found:
                    assert {book.terrains[cell] for cell in territory.cells} == {territory.terrain}
                    assert list(territory.cells) == sorted(territory.cells)
                    assert {realm.kingdom.territory_at(cell) for cell in territory.cells} == {territory.cells}


@every_ruleset
def test_the_score_is_the_sum_of_its_terms_and_what_the_slow_scorer_says(name: str) -> None:
    rules = ruleset(name)
    for _, event, state, ledger in audited(name):
        if state.step in CHANCE or state.over or "build" in type(event).__name__.lower():
            for index, (score, book) in enumerate(zip(scores(state), ledger.books, strict=True)):
                assert score.points == sum(term.points for term in score.terms)
                assert tuple(score.standing) == slow.score(rules, book, hosts_queen=ledger.queen == index)
                assert any(isinstance(term, QueenTerm) for term in score.terms) == (ledger.queen == index)


@every_ruleset
def test_an_optional_phase_comes_exactly_when_something_can_be_done_in_it(name: str) -> None:
    order = list(ruleset(name).phases)
    for before, _, state, ledger in audited(name):
        if before.step in order and before.round:
            opened = ledger.open_phases(before.acting)
            rest = [step for step in order[order.index(before.step) + 1 :] if opened[step]]
            same_turn = state.step in order and state.line[:1] == before.line[:1]
            if same_turn:
                assert state.step is rest[0]
            else:
                assert rest == []


@every_ruleset
def test_replaying_the_events_gives_the_same_states(name: str) -> None:
    match = new_match(ruleset(name))
    for _, event, following in game(name):
        match = match.apply(event)
        assert match == following
    assert repr(match) == repr(following)


@every_ruleset
def test_the_end_comes_when_all_rounds_are_played(name: str) -> None:
    *_, (_, _, end) = game(name)
    state = end.state
    assert end.over
    assert state.round == state.ruleset.rounds
    assert (state.line, state.next_line, state.kings) == ((), (), ())
    ranked = [realm for group in end.ranking().groups for realm in group]
    assert sorted(ranked) == list(range(len(state.realms)))
    points = [end.totals()[realm].points for realm in ranked]
    assert points == sorted(points, reverse=True)


@settings(max_examples=60)
@given(rules=st.sampled_from(list(all_rulesets())), seed=st.integers(0, 2**64).map(str), data=st.data())
def test_any_combination_of_options_plays_by_the_books(rules: Ruleset, seed: str, data: st.DataObject) -> None:
    """Here every combination of options is possible, not only the catalogue."""
    stop = data.draw(st.integers(1, 120))
    ledger = Ledger(rules)
    for number, (_, event, following) in enumerate(walk(rules, seed)):
        ledger.record(event)
        if number == stop or following.state.over:
            compare(following.state, ledger)
            for index, score in enumerate(scores(following.state)):
                assert tuple(score.standing) == slow.score(rules, ledger.books[index], ledger.queen == index)
            return
    raise AssertionError("a game ends")


def test_the_books_notice_a_wrong_coin() -> None:
    """The audit itself can fail."""
    ledger = Ledger(ruleset("queendomino/4"))
    steps = list(game("queendomino/4"))
    for _, event, _ in steps:
        ledger.record(event)
    compare(steps[-1][2].state, ledger)
    ledger.books[0].coins += 1
    with pytest.raises(AssertionError):
        compare(steps[-1][2].state, ledger)


def test_actions_and_chance_are_told_apart_by_the_seat_that_decides() -> None:
    for before, event, _ in game("queendomino/4"):
        if before.state.step in CHANCE:
            assert before.state.seat is None
            assert event == Dealer(before.ruleset, "1").next(before.state)
        else:
            assert cast("Action", event).seat == before.state.seat == before.state.acting
