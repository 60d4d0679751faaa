"""K5 and K9: a round of Kingdomino, and the last one."""

from __future__ import annotations

from crownlands.rules import Step, apply, legal_actions
from crownlands.rules.events import Choose, Discard, Place, Reveal
from crownlands.rules.pieces import DOMINOES
from crownlands.rules.reasons import Code
from crownlands.rules.state import Claim
from tests.helpers import after, at, claims, game, refused

# --- K5 a round


def test_k5_kings_act_in_line_order_each_places_then_chooses() -> None:
    state = at("kingdomino/3", line="K1=2 K3=0 K7=1", next_line="K20 K21 K22")
    seats = []
    for domino, chosen in (("K1", "K22"), ("K3", "K20"), ("K7", "K21")):
        assert state.seat is not None
        seats.append(state.seat)
        assert state.domino == domino
        assert refused(state, Choose(state.seat, chosen)) is Code.NOT_NOW
        state = apply(state, Place(state.seat, domino, ((1, 0), (2, 0))))
        assert state.step is Step.CHOOSE
        assert refused(state, Place(state.acting, domino, ((-2, 0), (-1, 0)))) is Code.NOT_NOW
        state = apply(state, Choose(state.acting, chosen))
    assert seats == [2, 0, 1]
    assert state.step is Step.REVEAL
    assert state.line == claims("K20=0 K21=1 K22=2")
    state = apply(state, Reveal(("K40", "K41", "K42")))
    assert (state.step, state.round, state.seat) == (Step.PLACE, 2, 0)


def test_k5_a_king_places_its_own_domino_in_its_own_kingdom() -> None:
    state = at("kingdomino/3", line="K1=2 K3=0 K7=1", next_line="K20 K21 K22")
    assert refused(state, Place(2, "K3", ((1, 0), (2, 0)))) is Code.NOT_YOUR_DOMINO
    assert refused(state, Discard(2, "K3")) is Code.NOT_YOUR_DOMINO
    assert refused(state, Place(0, "K3", ((1, 0), (2, 0)))) is Code.NOT_YOUR_TURN
    state = apply(state, Place(2, "K1", ((1, 0), (2, 0))))
    assert [len(owner.kingdom.squares) for owner in state.realms] == [0, 0, 2]
    assert state.realms[2].kingdom.squares[1, 0] == DOMINOES["K1"].left


def test_k5_a_king_moves_to_a_free_domino_of_the_next_line() -> None:
    state = at("kingdomino/3", Step.CHOOSE, line="K3=0 K7=1", next_line="K20=2 K21 K22")
    assert legal_actions(state) == [Choose(0, "K21"), Choose(0, "K22")]
    assert refused(state, Choose(0, "K20")) is Code.CLAIMED
    assert refused(state, Choose(0, "K7")) is Code.NOT_IN_LINE
    assert refused(state, Choose(1, "K21")) is Code.NOT_YOUR_TURN
    assert apply(state, Choose(0, "K22")).next_line == (Claim("K20", 2), Claim("K21"), Claim("K22", 0))


def test_k5_with_two_players_each_acts_twice_a_round() -> None:
    for number in range(1, 7):
        acted = [
            event.seat
            for before, event, _ in game("kingdomino/2")
            if before.state.round == number and isinstance(event, Place | Discard)
        ]
        assert sorted(acted) == [0, 0, 1, 1]


def test_k5_chance_is_not_awaited_inside_a_round() -> None:
    state = at("kingdomino/3", line="K1=2 K3=0 K7=1", next_line="K20 K21 K22")
    assert refused(state, Reveal(("K40", "K41", "K42"))) is Code.NOT_NOW
    ended = at("kingdomino/3", Step.REVEAL, line="K20=0 K21=1 K22=2")
    assert refused(ended, Place(0, "K20", ((1, 0), (2, 0)))) is Code.NOT_NOW
    assert legal_actions(ended) == []
    assert ended.seat is None


# --- K9 last round


def test_k9_in_the_last_round_kings_only_place_and_then_the_game_is_over() -> None:
    state = at("kingdomino/3", line="K1=2 K3=0 K7=1", round=12)
    assert refused(state, Choose(2, "K20")) is Code.LAST_ROUND
    state = apply(state, Place(2, "K1", ((1, 0), (2, 0))))
    assert (state.step, state.seat) == (Step.PLACE, 0)
    state = after(state, Place(0, "K3", ((1, 0), (2, 0))), Place(1, "K7", ((1, 0), (2, 0))))
    assert state.over
    assert state.step is Step.OVER
    assert state.seat is None
    assert legal_actions(state) == []
    assert refused(state, Place(0, "K3", ((-1, 0), (-2, 0)))) is Code.GAME_OVER
    assert refused(state, Reveal(("K40", "K41", "K42"))) is Code.GAME_OVER
    assert (state.line, state.next_line, state.round) == ((), (), 12)


def test_k9_no_line_is_revealed_before_the_last_round() -> None:
    state = at("kingdomino/3", Step.CHOOSE, line="K7=1", next_line="K20=2 K21=0 K22", round=11)
    state = apply(state, Choose(1, "K22"))
    assert (state.step, state.round, state.next_line) == (Step.PLACE, 12, ())
