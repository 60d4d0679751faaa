"""Bribing the dragon to burn a tile of the builders' board (Q11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from crownlands.rules.events import Action, Bribe
from crownlands.rules.pieces import BRIBE
from crownlands.rules.reasons import Code, Reason
from crownlands.rules.state import State


def closed(state: State) -> Reason | None:
    if state.board.dragon is not None:
        return Reason.of(Code.DRAGON_AWAY)
    if state.queen == state.realm:
        return Reason.of(Code.HOSTS_QUEEN)
    if not state.tiles:
        return Reason.of(Code.NO_TILES)
    coins = state.realms[state.realm].coins
    return Reason.of(Code.CANNOT_AFFORD, cost=BRIBE, coins=coins) if coins < BRIBE else None


def legal(state: State) -> list[Action]:
    return [action for action in _candidates(state) if why_not(state, action) is None]


def _candidates(state: State) -> Iterator[Bribe]:
    for slot, tile in state.tiles:
        yield Bribe(state.acting, slot, tile)


def why_not(state: State, action: Bribe) -> Reason | None:
    return state.why_not_tile(action.slot, action.building)


def apply(state: State, action: Bribe) -> State:
    realm = state.realms[state.realm]
    board = state.board.without(state.ruleset.slots.index(action.slot))
    return state.with_realm(replace(realm, coins=realm.coins - BRIBE), board=replace(board, dragon=action.slot))
