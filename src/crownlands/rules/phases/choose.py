"""Moving a king to a free domino of the next line (K4, K5)."""

from __future__ import annotations

from collections.abc import Iterator

from crownlands.rules.events import Action, Choose
from crownlands.rules.reasons import Code, Reason
from crownlands.rules.ruleset import Opening
from crownlands.rules.state import Claim, State


def closed(state: State) -> Reason | None:
    return None if state.next_line else Reason.of(Code.LAST_ROUND)


def legal(state: State) -> list[Action]:
    return [action for action in _candidates(state) if why_not(state, action) is None]


def _candidates(state: State) -> Iterator[Choose]:
    for domino, _ in state.next_line:
        yield Choose(state.acting, domino)


def why_not(state: State, action: Choose) -> Reason | None:
    for domino, owner in state.next_line:
        if domino == action.domino:
            return None if owner is None else Reason.of(Code.CLAIMED, domino=domino)
    return Reason.of(Code.NOT_IN_LINE, domino=action.domino)


def apply(state: State, action: Choose) -> State:
    owner = state.kings[0].owner if state.kings else state.line[0].seat
    next_line = tuple(
        Claim(*claim) if claim.domino != action.domino else Claim(action.domino, owner) for claim in state.next_line
    )
    choosers = state.choosers
    if state.kings and state.ruleset.opening is Opening.ANY_KING:
        choosers += (action.seat,)
    return state.but(next_line=next_line, kings=state.kings[1:], choosers=choosers)
