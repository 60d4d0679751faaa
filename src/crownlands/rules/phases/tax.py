"""Collecting taxes with knights on the domino placed in this turn (Q7, Q10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from crownlands.rules.events import Action, Tax
from crownlands.rules.pieces import BUILDINGS, Cell
from crownlands.rules.reasons import Code, Reason
from crownlands.rules.state import Realm, State


def closed(state: State) -> Reason | None:
    realm = state.realms[state.realm]
    if state.domino in realm.discarded:
        return Reason.of(Code.NOTHING_PLACED)
    return None if realm.knights_in_reserve else Reason.of(Code.NO_KNIGHTS, knights=0)


def legal(state: State) -> list[Action]:
    return [action for action in _candidates(state) if why_not(state, action) is None]


def _candidates(state: State) -> Iterator[Tax]:
    first, second = state.realms[state.realm].kingdom.placed(state.domino)
    for squares in ((first,), (second,), (first, second)):
        yield Tax(state.acting, squares)


def why_not(state: State, action: Tax) -> Reason | None:
    realm = state.realms[state.realm]
    placed = realm.kingdom.placed(state.domino)
    for square in action.squares:
        if square not in placed:
            return Reason.of(Code.NOT_PLACED_NOW, square=f"{square[0]},{square[1]}")
    if not action.squares or list(action.squares) != sorted(set(action.squares)):
        return Reason.of(Code.ONE_KNIGHT_EACH)
    if len(action.squares) > realm.knights_in_reserve:
        return Reason.of(Code.NO_KNIGHTS, knights=realm.knights_in_reserve)
    return None


def income(realm: Realm, square: Cell) -> int:
    """What one knight on this square earns."""
    bonus = {"": 0, "knights": realm.all_knights, "towers": realm.towers}
    buildings = sum(bonus[BUILDINGS[name].tax] for name in realm.buildings.values())
    return len(realm.kingdom.territory_at(square)) + buildings


def apply(state: State, action: Tax) -> State:
    realm = state.realms[state.realm]
    coins = realm.coins + sum(income(realm, square) for square in action.squares)
    knights = realm.knights_in_reserve - len(action.squares)
    return state.with_realm(
        replace(realm, coins=coins, knights_in_reserve=knights, taxed=realm.taxed.union(action.squares))
    )
