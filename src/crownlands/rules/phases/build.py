"""Building a tile of the builders' board on an own town square (Q8, Q9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from crownlands.rules.events import Action, Build
from crownlands.rules.pieces import BUILDINGS, Terrain, price_for
from crownlands.rules.reasons import Code, Reason
from crownlands.rules.state import State


def price(state: State, slot: int) -> int:
    """What the acting realm pays for the tile on this slot."""
    return price_for(slot, queen=state.queen == state.realm)


def closed(state: State) -> Reason | None:
    realm = state.realms[state.realm]
    squares = realm.kingdom.squares.items()
    if not any(square.terrain is Terrain.TOWN and cell not in realm.buildings for cell, square in squares):
        return Reason.of(Code.NO_FREE_TOWN)
    prices = [price(state, slot) for slot, _ in state.tiles]
    if not prices:
        return Reason.of(Code.NO_TILES)
    return Reason.of(Code.CANNOT_AFFORD, cost=min(prices), coins=realm.coins) if min(prices) > realm.coins else None


def legal(state: State) -> list[Action]:
    return [action for action in _candidates(state) if why_not(state, action) is None]


def _candidates(state: State) -> Iterator[Build]:
    squares = state.realms[state.realm].kingdom.squares
    towns = sorted(cell for cell, square in squares.items() if square.terrain is Terrain.TOWN)
    for slot, tile in state.tiles:
        for cell in towns:
            yield Build(state.acting, slot, tile, cell)


def why_not(state: State, action: Build) -> Reason | None:
    if reason := state.why_not_tile(action.slot, action.building):
        return reason
    realm, cell = state.realms[state.realm], action.square
    square = realm.kingdom.squares.get(cell)
    if square is None or square.terrain is not Terrain.TOWN:
        return Reason.of(Code.NO_TOWN, square=f"{cell[0]},{cell[1]}")
    if cell in realm.buildings:
        return Reason.of(Code.BUILT_ALREADY, square=f"{cell[0]},{cell[1]}")
    if (cost := price(state, action.slot)) > realm.coins:
        return Reason.of(Code.CANNOT_AFFORD, cost=cost, coins=realm.coins)
    return None


def apply(state: State, action: Build) -> State:
    realm, tile = state.realms[state.realm], BUILDINGS[action.building]
    realm = replace(
        realm,
        coins=realm.coins - price(state, action.slot),
        knights_in_reserve=realm.knights_in_reserve + tile.knights,
        buildings=MappingProxyType({**realm.buildings, action.square: action.building}),
    )
    others = (other.towers for index, other in enumerate(state.realms) if index != state.realm)
    queen = state.realm if tile.towers and realm.towers >= max(others) else state.queen
    return state.with_realm(realm, board=state.board.without(state.ruleset.slots.index(action.slot)), queen=queen)
