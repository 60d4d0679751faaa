"""K4: the openings, in every game that has them."""

from __future__ import annotations

import pytest

from crownlands.rules import Dealer, RulesetError, State, Step, apply, legal_actions, new_game, ruleset
from crownlands.rules.events import Buildings, Choose, Event, Kings, Reveal
from crownlands.rules.reasons import Code
from crownlands.rules.ruleset import Opening, setups
from crownlands.rules.state import Claim
from tests.helpers import after, claims, game, refused

SETUPS = [
    *(f"{family}/{players}" for family, players in setups()),
    "kingdomino/2+mighty-duel",
    "kingdomino/3+lines-of-four",
    "royal-wedding/6+teams",
    "royal-wedding/8+teams",
]


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("opening", list(Opening))
def test_k4_each_opening_is_possible_or_refused_with_the_reason(name: str, opening: Opening) -> None:
    two = "/2" in name
    if opening is Opening.THERE_AND_BACK and not two:
        with pytest.raises(RulesetError, match=r"\+there-and-back is only possible in kingdomino/2 or queendomino/2"):
            ruleset(f"{name}+{opening}")
        return
    rules = ruleset(f"{name}+{opening}")
    assert rules.opening is opening
    default = Opening.THERE_AND_BACK if name == "queendomino/2" else Opening.DRAWN
    assert ruleset(name).opening is default
    assert rules.name == (name if opening is default else f"{name}+{opening}")
    kings = Dealer(rules, "1").kings
    assert sorted(owner for _, owner in kings) == list(rules.all_kings)
    draws = [event for before, event, _ in game(rules.name) if isinstance(event, Kings) and before.game == 1]
    one_by_one = opening in (Opening.DRAWN, Opening.ANY_KING)
    assert [len(event.order) for event in draws] == ([1] * len(kings) if one_by_one else [len(kings)])


def set_up(name: str, line: str) -> State:
    """A game whose first line and builders' board are revealed: kings are drawn next."""
    events: tuple[Event, ...] = (Reveal(tuple(line.split())),)
    if ruleset(name).slots:
        events += (Buildings(("bakery", "sawmill", "church", "statue", "foundry", "guardtower")),)
    state = after(new_game(ruleset(name)), *events)
    assert (state.step, state.seat, state.kings) == (Step.KINGS, None, ())
    return state


def king(chooser: int, owner: int | None = None) -> Kings:
    return Kings(((chooser, chooser if owner is None else owner),))


def test_k4_a_drawn_king_goes_where_its_owner_likes_before_the_next_one_is_drawn() -> None:
    state = set_up("kingdomino/4", "K1 K2 K3 K4")
    assert refused(state, Choose(2, "K3")) is Code.NOT_NOW
    state = apply(state, king(2))
    assert (state.step, state.seat, state.kings) == (Step.CHOOSE, 2, ((2, 2),))
    assert legal_actions(state) == [Choose(2, f"K{number}") for number in (1, 2, 3, 4)]
    assert refused(state, Choose(0, "K1")) is Code.NOT_YOUR_TURN
    assert refused(state, Choose(2, "K5")) is Code.NOT_IN_LINE
    assert refused(state, king(0)) is Code.NOT_NOW
    state = apply(state, Choose(2, "K3"))
    assert (state.step, state.seat, state.kings) == (Step.KINGS, None, ())
    assert refused(state, king(2)) is Code.WRONG_KINGS
    state = apply(state, king(0))
    assert refused(state, Choose(0, "K3")) is Code.CLAIMED
    assert legal_actions(state) == [Choose(0, f"K{number}") for number in (1, 2, 4)]
    state = after(state, Choose(0, "K4"), king(3), Choose(3, "K1"), king(1), Choose(1, "K2"))
    assert state.step is Step.REVEAL
    assert state.line == (Claim("K1", 3), Claim("K2", 1), Claim("K3", 2), Claim("K4", 0))
    assert state.next_line == ()
    state = apply(state, Reveal(("K5", "K6", "K7", "K8")))
    assert (state.step, state.round, state.seat) == (Step.PLACE, 1, 3)


def test_k4_the_first_line_and_the_board_are_revealed_before_any_king() -> None:
    for name, steps in (("kingdomino/2", "reveal kings"), ("queendomino/4", "reveal buildings kings")):
        state = new_game(ruleset(name))
        seen = []
        while state.step is not Step.CHOOSE:
            seen.append(state.step.value)
            state = apply(state, Dealer(state.ruleset, "1").next(state))
        assert seen == steps.split()


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("kingdomino/4", ()),
        ("kingdomino/4", ((0, 0), (1, 1))),
        ("kingdomino/4", ((0, 0), (1, 1), (2, 2), (3, 3))),
        ("kingdomino/4", ((4, 4),)),
        ("kingdomino/4", ((0, 1),)),
        ("kingdomino/2", ((0, 0), (1, 1))),
        ("kingdomino/4+any-king", ((0, 0), (1, 1))),
        ("kingdomino/4+any-king", ((4, 0),)),
        ("kingdomino/4+any-king", ((0, 4),)),
        ("kingdomino/4+top-down", ((0, 0),)),
        ("kingdomino/4+top-down", ((0, 0), (1, 1), (2, 2), (2, 2))),
        ("kingdomino/4+top-down", ((0, 0), (1, 1), (2, 2), (3, 3), (3, 3))),
        ("kingdomino/4+top-down", ((0, 1), (1, 0), (2, 2), (3, 3))),
        ("kingdomino/2+there-and-back", ((0, 0),)),
        ("kingdomino/2+there-and-back", ((0, 0), (1, 1), (0, 0), (1, 1))),
        ("kingdomino/2+there-and-back", ((0, 0), (0, 0), (1, 1), (1, 1))),
        ("kingdomino/2+there-and-back", ((0, 0), (1, 0), (1, 1), (0, 1))),
    ],
)
def test_k4_kings_that_cannot_be_drawn_are_refused(name: str, order: tuple[tuple[int, int], ...]) -> None:
    assert refused(set_up(name, "K1 K2 K3 K4"), Kings(order)) is Code.WRONG_KINGS


def test_k4_a_king_is_drawn_as_often_as_its_owner_has_kings() -> None:
    state = after(set_up("kingdomino/2", "K1 K2 K3 K4"), king(1), Choose(1, "K4"), king(1), Choose(1, "K3"))
    assert refused(state, king(1)) is Code.WRONG_KINGS
    state = after(state, king(0), Choose(0, "K2"), king(0))
    assert apply(state, Choose(0, "K1")).line == claims("K1=0 K2=0 K3=1 K4=1")


def test_k4_nothing_in_a_state_tells_a_king_that_is_not_drawn() -> None:
    """The same choices after any order of the kings to come lead through the same states up to the draw."""
    rules = ruleset("kingdomino/2")
    orders, states = set(), set()
    for seed in range(40):
        dealer = Dealer(rules, str(seed))
        state = set_up("kingdomino/2", "K1 K2 K3 K4")
        order = dealer.kings
        if order[0] == (0, 0):
            orders.add(order)
            states.add(repr(after(state, dealer.next(state), Choose(0, "K1"))))
    assert orders == {
        ((0, 0), (0, 0), (1, 1), (1, 1)),
        ((0, 0), (1, 1), (0, 0), (1, 1)),
        ((0, 0), (1, 1), (1, 1), (0, 0)),
    }
    assert len(states) == 1


def test_k4_any_king_the_drawer_chooses_and_the_domino_belongs_to_the_kings_colour() -> None:
    state = apply(set_up("kingdomino/4+any-king", "K1 K2 K3 K4"), king(3, 0))
    assert state.seat == 3
    assert state.realm == 0
    assert refused(state, Choose(0, "K1")) is Code.NOT_YOUR_TURN
    state = apply(state, Choose(3, "K4"))
    assert refused(state, king(3, 1)) is Code.WRONG_KINGS, "seat 3 has drawn"
    assert refused(state, king(1, 0)) is Code.WRONG_KINGS, "the king of seat 0 is drawn"
    state = after(state, king(1, 1), Choose(1, "K1"), king(0, 2), Choose(0, "K2"))
    assert state.choosers == (3, 1, 0)
    state = after(state, king(2, 3), Choose(2, "K3"))
    assert state.line == claims("K1=1 K2=2 K3=3 K4=0")
    assert state.choosers == ()


def test_k4_any_king_with_two_kings_goes_through_the_seats_twice() -> None:
    state = after(set_up("kingdomino/2+any-king", "K1 K2 K3 K4"), king(1, 0), Choose(1, "K1"))
    assert refused(state, king(1, 0)) is Code.WRONG_KINGS
    state = after(state, king(0, 0), Choose(0, "K2"))
    assert refused(state, king(0, 1)) is Code.WRONG_KINGS
    state = after(state, king(1, 1), Choose(1, "K3"), king(0, 1), Choose(0, "K4"))
    assert state.line == claims("K1=0 K2=0 K3=1 K4=1")


def test_k4_top_down_nobody_chooses() -> None:
    state = set_up("kingdomino/4+top-down", "K10 K20 K30 K40")
    state = apply(state, Kings(((2, 2), (0, 0), (3, 3), (1, 1))))
    assert state.step is Step.REVEAL
    assert state.line == claims("K10=2 K20=0 K30=3 K40=1")
    assert state.kings == ()


@pytest.mark.parametrize(
    ("name", "removed"),
    [
        ("kingdomino/3+lines-of-four+top-down", ("K40",)),
        ("queendomino/3+top-down", ("Q40",)),
        ("royal-wedding/3+top-down", ("Q40",)),
        ("royal-wedding/5+top-down", ("Q41", "Q42", "Q43")),
        ("royal-wedding/6+top-down", ("Q42", "Q43")),
        ("royal-wedding/6+teams+top-down", ("Q42", "Q43")),
        ("royal-wedding/7+top-down", ("Q43",)),
        ("royal-wedding/8+top-down", ()),
    ],
)
def test_k4_top_down_the_highest_numbers_stay_unclaimed_in_a_long_line(name: str, removed: tuple[str, ...]) -> None:
    rules = ruleset(name)
    letter = name[0].upper().replace("R", "Q")
    numbers = range(37, 41) if rules.line == 4 else range(36, 44)
    line = " ".join(f"{letter}{number}" for number in numbers)
    kings = tuple((seat, seat) for seat in reversed(range(rules.seats)))
    state = apply(set_up(name, line), Kings(kings))
    assert [claim.seat for claim in state.line] == list(reversed(range(rules.seats)))
    assert [claim.domino for claim in state.line] == line.split()[: rules.seats]
    assert state.removed == removed
    assert state.step is Step.REVEAL


@pytest.mark.parametrize("name", ["kingdomino/2+there-and-back", "queendomino/2"])
def test_k4_there_and_back_one_places_one_the_other_both_the_first_the_last(name: str) -> None:
    letter = name[0].upper()
    line = " ".join(f"{letter}{number}" for number in (1, 2, 3, 4))
    kings = ((1, 1), (0, 0), (0, 0), (1, 1))
    state = apply(set_up(name, line), Kings(kings))
    seats = []
    for domino in (3, 1, 4, 2):
        assert state.seat is not None
        seats.append(state.seat)
        state = apply(state, Choose(state.seat, f"{letter}{domino}"))
    assert seats == [1, 0, 0, 1]
    assert state.line == claims(f"{letter}1=0 {letter}2=1 {letter}3=1 {letter}4=0")


@pytest.mark.parametrize("name", ["queendomino/3", "queendomino/3+top-down", "royal-wedding/5+any-king"])
def test_k4_the_opening_ends_like_a_round_but_leaves_the_board_alone(name: str) -> None:
    boards = []
    for before, event, following in game(name):
        if before.state.round == 0:
            boards.append((event, following.state.board, following.state.step))
    set_up = next(board for event, board, _ in boards if isinstance(event, Buildings))
    assert [isinstance(event, Buildings) for event, _, _ in boards].count(True) == 1
    assert all(board == set_up for _, board, _ in boards[3:])
    *_, (last, _, step) = boards
    assert isinstance(last, Reveal)
    assert step is Step.PLACE
    first = next(following.state for _, _, following in game(name) if following.state.round == 1)
    rules = ruleset(name)
    assert len(first.line) == rules.seats
    assert len(first.removed) == rules.line - rules.seats
