"""Placing the domino under the acting king, or discarding it if it fits nowhere (K6–K8, Q6)."""

from __future__ import annotations

from dataclasses import replace

from crownlands.rules.events import Action, Discard, Place
from crownlands.rules.pieces import DOMINOES, domino_order
from crownlands.rules.reasons import Code, Reason
from crownlands.rules.state import State


def closed(_: State) -> Reason | None:
    return None


def legal(state: State) -> list[Action]:
    domino, seat = state.line[0]
    assert seat is not None
    placements = state.realms[state.realm].kingdom.placements(DOMINOES[domino], state.ruleset.frame)
    return [Place(seat, domino, cells) for cells in placements] or [Discard(seat, domino)]


def why_not_place(state: State, action: Place) -> Reason | None:
    if action.domino != state.domino:
        return Reason.of(Code.NOT_YOUR_DOMINO, domino=action.domino, expected=state.domino)
    kingdom = state.realms[state.realm].kingdom
    return kingdom.why_not(DOMINOES[action.domino], action.squares, state.ruleset.frame)


def why_not_discard(state: State, action: Discard) -> Reason | None:
    if action.domino != state.domino:
        return Reason.of(Code.NOT_YOUR_DOMINO, domino=action.domino, expected=state.domino)
    if state.realms[state.realm].kingdom.can_place(DOMINOES[action.domino], state.ruleset.frame):
        return Reason.of(Code.CAN_BE_PLACED, domino=action.domino)
    return None


def place(state: State, action: Place) -> State:
    realm = state.realms[state.realm]
    kingdom = realm.kingdom.with_domino(DOMINOES[action.domino], action.squares)
    return state.with_realm(replace(realm, kingdom=kingdom))


def discard(state: State, action: Discard) -> State:
    realm = state.realms[state.realm]
    discarded = tuple(sorted((*realm.discarded, action.domino), key=domino_order))
    return state.with_realm(replace(realm, discarded=discarded))
