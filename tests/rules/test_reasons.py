"""Every reason for a refusal happens, has a code of its own and a sentence for people."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from crownlands.rules import State, Step, new_game, ruleset, why_not
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
from crownlands.rules.reasons import TEXTS, Code, Reason
from tests.helpers import at, board, drawn_realm, realm, refused

TILES = board("statue", "guardtower", "church")
TOWN = realm("Q46 1,0 2,0")


def kingdomino(**more: Any) -> State:
    return at("kingdomino/3", **{"line": "K1=0 K13=1 K14=2", "next_line": "K20 K21=2 K22", **more})


def queendomino(step: Step, **more: Any) -> State:
    values: dict[str, Any] = {"realms": {0: TOWN}, "board": TILES, **more}
    return at("queendomino/3", step, line="Q46=0 Q20=1 Q21=2", next_line="Q30 Q31 Q32 Q33", **values)


BLOCKED = drawn_realm("f f f f f\nf f f f f\nf f C f f\nf f f f f\nf f f f .", coins=7, knights=1)

CASES: dict[Code, tuple[State, Event, str]] = {
    Code.GAME_OVER: (kingdomino(step=Step.OVER, round=12), Pass(0), "the game is over"),
    Code.NOT_NOW: (kingdomino(), Choose(0, "K20"), "choose is not possible now; the game waits for place"),
    Code.NOT_YOUR_TURN: (kingdomino(), Pass(2), "seat 2 cannot act now; it is the turn of seat 0"),
    Code.MALFORMED: (kingdomino(), Pass("0"), "seat of pass is malformed: a whole number expected"),  # type: ignore[arg-type]
    Code.WRONG_KINGS: (
        at("kingdomino/3", Step.KINGS, round=0, next_line="K20 K21=2 K22"),
        Kings(()),
        "these kings cannot be drawn: one king, of those still to come (0 1), expected",
    ),
    Code.WRONG_LINE: (
        kingdomino(step=Step.REVEAL, next_line=""),
        Reveal(("K40",)),
        "this line cannot be drawn: 3 undrawn dominoes of the kingdomino box, ascending, expected",
    ),
    Code.WRONG_TILES: (
        queendomino(Step.BUILDINGS),
        Buildings(("bakery",)),
        "these tiles cannot be revealed: 3 tiles of the stack expected",
    ),
    Code.NOT_IN_LINE: (
        kingdomino(step=Step.CHOOSE),
        Choose(0, "K40"),
        "K40 is not in the line that kings are moving to",
    ),
    Code.CLAIMED: (kingdomino(step=Step.CHOOSE), Choose(0, "K21"), "there is a king on K21 already"),
    Code.NOT_YOUR_DOMINO: (kingdomino(), Discard(0, "K13"), "the king stands on K1, not on K13"),
    Code.NOT_ADJACENT: (
        kingdomino(),
        Place(0, "K1", ((1, 0), (3, 0))),
        "a domino covers two squares that share a side",
    ),
    Code.OCCUPIED: (kingdomino(), Place(0, "K1", ((0, 0), (1, 0))), "0,0 is already covered"),
    Code.OUT_OF_FRAME: (
        kingdomino(),
        Place(0, "K1", ((5, 0), (6, 0))),
        "the kingdom would not fit in its 5×5 grid",
    ),
    Code.NO_MATCH: (
        kingdomino(),
        Place(0, "K1", ((2, 0), (3, 0))),
        "neither half touches the castle or matching terrain",
    ),
    Code.DOUBLE_ORDER: (
        kingdomino(),
        Place(0, "K1", ((2, 0), (1, 0))),
        "the halves of K1 are equal: write the smaller square first",
    ),
    Code.CAN_BE_PLACED: (kingdomino(), Discard(0, "K1"), "K1 can be placed, so it must be"),
    Code.LAST_ROUND: (
        kingdomino(next_line="", round=12),
        Choose(0, "K20"),
        "there is no next line in the last round",
    ),
    Code.ONCE_A_ROUND: (
        replace(queendomino(Step.CHOOSE), done=frozenset({(0, Step.TAX)})),
        Tax(0, ((1, 0),)),
        "this seat has had its tax in this round, and one court has one of each",
    ),
    Code.NOTHING_PLACED: (
        queendomino(Step.CHOOSE, realms={0: realm(discarded=["Q46"])}),
        Tax(0, ((1, 0),)),
        "nothing was placed in this turn, so there is nothing to tax",
    ),
    Code.NOT_PLACED_NOW: (
        queendomino(Step.TAX),
        Tax(0, ((5, 5),)),
        "5,5 is not covered by the domino placed in this turn",
    ),
    Code.ONE_KNIGHT_EACH: (
        queendomino(Step.TAX),
        Tax(0, ()),
        "one knight, or two on the two squares in ascending order",
    ),
    Code.NO_KNIGHTS: (
        queendomino(Step.TAX),
        Tax(0, ((1, 0), (2, 0))),
        "it takes more knights than the 1 in reserve",
    ),
    Code.NO_SUCH_SLOT: (
        queendomino(Step.BUILD),
        Build(0, 9, "statue", (1, 0)),
        "the builders' board has no slot 9",
    ),
    Code.OTHER_TILE: (
        queendomino(Step.BUILD),
        Build(0, 4, "statue", (1, 0)),
        "slot 4 holds nothing, not statue",
    ),
    Code.NO_TOWN: (
        queendomino(Step.BUILD),
        Build(0, 0, "statue", (0, 1)),
        "0,1 is no town square of this kingdom",
    ),
    Code.BUILT_ALREADY: (
        queendomino(Step.BUILD, realms={0: realm("Q46 1,0 2,0", buildings={"1,0": "bakery"})}),
        Build(0, 0, "statue", (1, 0)),
        "there is a building on 1,0 already",
    ),
    Code.NO_FREE_TOWN: (
        queendomino(Step.CHOOSE, realms={0: realm("Q2 1,0 2,0")}),
        Build(0, 0, "statue", (1, 0)),
        "this kingdom has no town square without a building",
    ),
    Code.NO_TILES: (
        queendomino(Step.CHOOSE, board=board(stack=[])),
        Build(0, 0, "statue", (1, 0)),
        "there is no tile on the builders' board",
    ),
    Code.CANNOT_AFFORD: (
        queendomino(Step.BUILD, realms={0: realm("Q46 1,0 2,0", coins=1)}),
        Build(0, 2, "church", (1, 0)),
        "it costs 2 and the purse holds 1",
    ),
    Code.DRAGON_AWAY: (
        queendomino(Step.CHOOSE, board=board("statue", dragon=1)),
        Bribe(0, 0, "statue"),
        "the dragon has left its cave for this round",
    ),
    Code.HOSTS_QUEEN: (
        queendomino(Step.CHOOSE, queen=0),
        Bribe(0, 0, "statue"),
        "whoever hosts the Queen cannot bribe the dragon",
    ),
    Code.NO_SUCH_PHASE: (kingdomino(), Tax(0, ((1, 0),)), "tax does not belong to kingdomino/3"),
}


@pytest.mark.parametrize("code", list(Code))
def test_every_reason_happens_and_says_so(code: Code) -> None:
    state, event, text = CASES[code]
    assert refused(state, event) is code
    assert str(why_not(state, event)) == text


def test_every_code_has_a_sentence() -> None:
    assert set(TEXTS) == set(Code)
    assert len(set(TEXTS.values())) == len(Code)


def test_a_reason_carries_its_details() -> None:
    reason = Reason.of(Code.CLAIMED, domino="K7")
    assert reason.details == (("domino", "K7"),)
    assert str(reason) == "there is a king on K7 already"
    for code, text in TEXTS.items():
        names = re.findall(r"\{(\w+)\}", text)
        assert "{" not in str(Reason.of(code, **dict.fromkeys(names, 1)))


@pytest.mark.parametrize("event_of", [Tax, Build, Bribe])
@pytest.mark.parametrize("name", ["kingdomino/3", "kingdomino/3+any-king"])
def test_queendominos_actions_do_not_belong_to_kingdomino_in_the_opening_either(event_of: type[Any], name: str) -> None:
    arguments: dict[type[Any], tuple[Any, ...]] = {
        Tax: (((1, 0),),),
        Build: (0, "statue", (1, 0)),
        Bribe: (0, "statue"),
    }
    state = at(name, Step.CHOOSE, next_line="K20 K21 K22", kings=((0, 0), (1, 1), (2, 2)), round=0)
    assert refused(state, event_of(0, *arguments[event_of])) is Code.NO_SUCH_PHASE


@pytest.mark.parametrize(
    "event",
    [
        Place(0, "Q1", ((1, 0), (2, 0))),
        Discard(0, "Q1"),
        Tax(0, ((1, 0),)),
        Build(0, 0, "statue", (1, 0)),
        Bribe(0, 0, "statue"),
        Pass(0),
    ],
)
def test_in_the_opening_kings_only_choose(event: Event) -> None:
    state = at("queendomino/3", Step.CHOOSE, next_line="Q20 Q21 Q22 Q23", kings=((0, 0), (1, 1), (2, 2)), round=0)
    assert refused(state, event) is Code.NOT_NOW


MALFORMED: list[tuple[Callable[[], Any], str]] = [
    (lambda: "place", "this is malformed: an event expected"),
    (lambda: None, "this is malformed: an event expected"),
    (lambda: Choose(True, "K20"), "seat of choose is malformed: a whole number expected"),
    (lambda: Choose(0.0, "K20"), "seat of choose is malformed: a whole number expected"),  # type: ignore[arg-type]
    (lambda: Choose(0, "K49"), "domino of choose is malformed: a domino from K1 to Q48 expected"),
    (lambda: Choose(0, ["K20"]), "domino of choose is malformed: a domino from K1 to Q48 expected"),  # type: ignore[arg-type]
    (lambda: Discard(0, "k1"), "domino of discard is malformed: a domino from K1 to Q48 expected"),
    (
        lambda: Place(0, "K1", ((1, 0),)),  # type: ignore[arg-type]
        "squares of place is malformed: two squares, each as two whole numbers, expected",
    ),
    (
        lambda: Place(0, "K1", [(1, 0), (2, 0)]),  # type: ignore[arg-type]
        "squares of place is malformed: two squares, each as two whole numbers, expected",
    ),
    (
        lambda: Place(0, "K1", ((1, 0), (2, 0.5))),  # type: ignore[arg-type]
        "squares of place is malformed: two squares, each as two whole numbers, expected",
    ),
    (lambda: Tax(0, ((1, 0, 0),)), "squares of tax is malformed: pairs of whole numbers expected"),  # type: ignore[arg-type]
    (lambda: Build(0, "0", "statue", (1, 0)), "slot of build is malformed: a whole number expected"),  # type: ignore[arg-type]
    (lambda: Build(0, 0, "palace", (1, 0)), "building of build is malformed: the id of a building expected"),
    (
        lambda: Build(0, 0, "statue", (1,)),  # type: ignore[arg-type]
        "square of build is malformed: a square as two whole numbers expected",
    ),
    (lambda: Bribe(0, 0, 5), "building of bribe is malformed: the id of a building expected"),  # type: ignore[arg-type]
    (lambda: Kings(((0,),)), "order of kings is malformed: pairs of whole numbers expected"),  # type: ignore[arg-type]
    (lambda: Kings("0 1 2"), "order of kings is malformed: pairs of whole numbers expected"),  # type: ignore[arg-type]
    (lambda: Reveal(("K1", 2)), "dominoes of reveal is malformed: dominoes from K1 to Q48 expected"),  # type: ignore[arg-type]
    (lambda: Reveal(["K1"]), "dominoes of reveal is malformed: dominoes from K1 to Q48 expected"),  # type: ignore[arg-type]
    (lambda: Buildings(("palace",)), "tiles of buildings is malformed: ids of buildings expected"),
    (lambda: Buildings("statue"), "tiles of buildings is malformed: ids of buildings expected"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("make", "text"), MALFORMED)
def test_a_malformed_event_is_refused_whatever_the_state(make: Callable[[], Any], text: str) -> None:
    event = make()
    states = (kingdomino(), queendomino(Step.BUILD), new_game(ruleset("royal-wedding/6+teams")))
    for state in (*states, kingdomino(step=Step.OVER, round=12)):
        assert refused(state, event) is Code.MALFORMED
        assert str(why_not(state, event)) == text
