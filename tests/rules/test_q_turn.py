"""Q5–Q6: a turn of Queendomino, and placing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crownlands.rules import RulesetError, State, Step, apply, legal_actions, ruleset
from crownlands.rules.events import Bribe, Build, Choose, Discard, Event, Pass, Place, Tax
from crownlands.rules.reasons import Code
from tests.helpers import after, at, claims, game, realm, refused
from tests.rules.common import NEXT, TILES, turn

# --- Q5 a turn


def test_q5_a_turn_is_place_tax_build_bribe_choose_in_this_order() -> None:
    assert ruleset("queendomino/4").phases == (Step.PLACE, Step.TAX, Step.BUILD, Step.BRIBE, Step.CHOOSE)
    state = turn()
    steps = [state.step]
    for event in (
        Place(0, "Q1", ((-2, 0), (-1, 0))),
        Tax(0, ((-2, 0),)),
        Build(0, 0, "statue", (1, 0)),
        Bribe(0, 1, "guardtower"),
        Choose(0, "Q33"),
    ):
        state = apply(state, event)
        steps.append(state.step)
    assert steps == [Step.PLACE, Step.TAX, Step.BUILD, Step.BRIBE, Step.CHOOSE, Step.PLACE]
    assert state.seat == 1


def test_q5_tax_build_and_dragon_are_optional_place_and_choose_are_not() -> None:
    state = turn()
    assert refused(state, Pass(0)) is Code.NOT_NOW
    state = apply(state, Place(0, "Q1", ((-2, 0), (-1, 0))))
    for step in (Step.TAX, Step.BUILD, Step.BRIBE):
        assert state.step is step
        assert legal_actions(state)[-1] == Pass(0)
        state = apply(state, Pass(0))
    assert state.step is Step.CHOOSE
    assert refused(state, Pass(0)) is Code.NOT_NOW
    assert state.realms[0].coins == 7


def refused_all(state: State, *events: Event) -> None:
    assert {refused(state, event) for event in events} == {Code.NOT_NOW}


def test_q5_each_happens_at_most_once_and_never_later() -> None:
    tax, build, bribe = Tax(0, ((-2, 0),)), Build(0, 0, "statue", (1, 0)), Bribe(0, 1, "guardtower")
    place = Place(0, "Q1", ((-2, 0), (-1, 0)))
    state = turn(owner=realm("Q46 1,0 2,0", knights=3))
    refused_all(state, tax, build, bribe, Choose(0, "Q30"))
    state = apply(state, place)
    refused_all(state, place, build, bribe, Choose(0, "Q30"))
    state = apply(state, tax)
    refused_all(state, place, tax, bribe)
    state = apply(state, Pass(0))
    refused_all(state, place, tax, build)
    state = apply(state, bribe)
    refused_all(state, place, tax, build, Pass(0))
    assert refused(state, Bribe(0, 0, "statue")) is Code.DRAGON_AWAY


def test_q5_a_phase_in_which_only_passing_is_possible_is_skipped() -> None:
    poor = realm(coins=0, knights=0)
    state = apply(turn(owner=poor), Place(0, "Q1", ((1, 0), (2, 0))))
    assert state.step is Step.CHOOSE
    assert refused(state, Tax(0, ((1, 0),))) is Code.NO_KNIGHTS
    assert refused(state, Build(0, 0, "statue", (1, 0))) is Code.NO_FREE_TOWN
    assert refused(state, Bribe(0, 0, "statue")) is Code.CANNOT_AFFORD


def test_q5_with_two_players_each_king_takes_a_whole_turn() -> None:
    state = at(
        "queendomino/2", line="Q46=0 Q47=0 Q20=1 Q21=1", next_line=NEXT, board=TILES, realms={0: realm(knights=2)}
    )
    for domino, cells, slot, tile, chosen in (
        ("Q46", ((1, 0), (2, 0)), 0, "statue", "Q30"),
        ("Q47", ((1, 1), (2, 1)), 1, "guardtower", "Q31"),
    ):
        assert (state.seat, state.domino) == (0, domino)
        state = after(state, Place(0, domino, cells), Tax(0, cells[:1]), Build(0, slot, tile, cells[0]))
        state = after(state, *([Pass(0)] if state.step is Step.BRIBE else []), Choose(0, chosen))
    assert state.seat == 1
    assert state.realms[0].buildings == {(1, 0): "statue", (1, 1): "guardtower"}
    assert state.realms[0].taxed == {(1, 0), (1, 1)}


def test_q5_the_last_round_has_no_choice() -> None:
    state = turn(round=12)
    state = after(state, Place(0, "Q1", ((-2, 0), (-1, 0))), Tax(0, ((-2, 0),)), Build(0, 0, "statue", (1, 0)))
    assert state.step is Step.BRIBE
    assert refused(state, Choose(0, "Q30")) is Code.LAST_ROUND
    state = apply(state, Bribe(0, 1, "guardtower"))
    assert (state.step, state.seat) == (Step.PLACE, 1)


# --- Q6 place


def one_court(**changes: object) -> State:
    """Seat 0 acts with both its kings, the first on the double town, then seat 1."""
    rich = {0: realm("Q48 -1,0 -2,0", knights=2), 1: realm("Q44 1,0 2,0", knights=2)}
    state = at("queendomino/2+one-court", line="Q46=0 Q47=0 Q1=1 Q2=1", next_line=NEXT, board=TILES, realms=rich)
    return replace(state, **changes)  # type: ignore[arg-type]


def test_q5_one_court_taxes_and_builds_once_a_round_with_both_kings() -> None:
    state = after(one_court(), Place(0, "Q46", ((1, 0), (2, 0))), Tax(0, ((1, 0),)), Build(0, 0, "statue", (1, 0)))
    state = after(state, Pass(0), Choose(0, "Q33"), Place(0, "Q47", ((0, 1), (1, 1))))
    assert state.step is Step.BRIBE, "tax and build are skipped"
    assert refused(state, Tax(0, ((0, 1),))) is Code.ONCE_A_ROUND
    assert refused(state, Build(0, 1, "guardtower", (0, 1))) is Code.ONCE_A_ROUND
    state = after(state, Bribe(0, 1, "guardtower"), Choose(0, "Q32"))
    assert apply(state, Place(1, "Q1", ((-2, 0), (-1, 0)))).step is Step.TAX, "the other player's court is another"


def test_q5_one_court_may_be_held_by_whichever_king_and_in_parts() -> None:
    state = after(one_court(), Place(0, "Q46", ((1, 0), (2, 0))), Pass(0), Build(0, 0, "statue", (1, 0)))
    state = after(state, Pass(0), Choose(0, "Q33"), Place(0, "Q47", ((0, 1), (1, 1))))
    assert state.step is Step.TAX
    state = apply(state, Tax(0, ((0, 1), (1, 1))))
    assert state.step is Step.BRIBE


def test_q5_one_court_begins_anew_with_the_round() -> None:
    done = frozenset({(0, Step.TAX), (0, Step.BUILD), (1, Step.BUILD)})
    state = one_court(step=Step.CHOOSE, line=claims("Q2=1"), next_line=claims("Q30=0 Q31=0 Q32=1 Q33"), done=done)
    state = apply(state, Choose(1, "Q33"))
    assert state.done == frozenset()
    over = one_court(step=Step.BRIBE, round=12, line=claims("Q2=1"), next_line=(), done=done)
    assert apply(over, Pass(1)).done == frozenset()


def test_q5_one_court_belongs_to_two_kings_each() -> None:
    assert ruleset("queendomino/2+one-court").once == (Step.TAX, Step.BUILD)
    assert ruleset("queendomino/2").once == ()
    with pytest.raises(RulesetError, match=r"\+one-court is only possible in queendomino/2"):
        ruleset("queendomino/4+one-court")


def test_q6_a_town_connects_to_towns_like_any_terrain() -> None:
    state = turn(owner=realm("Q46 1,0 2,0"))
    state = replace(state, line=claims("Q37=0 Q40=1 Q41=2 Q42=3"))
    assert refused(state, Place(0, "Q37", ((3, 1), (3, 0)))) is Code.NO_MATCH
    assert refused(state, Place(0, "Q37", ((5, 0), (4, 0)))) is Code.OUT_OF_FRAME
    assert apply(state, Place(0, "Q37", ((3, 0), (3, 1)))).step is Step.TAX


def test_q6_discarding_is_as_in_kingdomino() -> None:
    assert refused(turn(), Discard(0, "Q1")) is Code.CAN_BE_PLACED


def test_q5_the_turns_of_kings_are_told_apart() -> None:
    """What a budget and a clock go by: one turn has one name, in the opening too, and no two have the same."""
    for name in ("queendomino/2", "kingdomino/2+any-king"):
        turns: list[tuple[int, int, int]] = []
        for before, event, _ in game(name):
            seat = before.state.seat
            if seat is not None and (not turns or turns[-1] != before.state.turn):
                turns.append(before.state.turn)
            assert seat is None or isinstance(event, Choose) or before.state.turn == turns[-1]
        rules = ruleset(name)
        assert len(turns) == len(set(turns)) == (rules.rounds + 1) * len(rules.all_kings)
