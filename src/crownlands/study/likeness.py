"""Actions that come to the same: mirror images, and the same turned."""

from __future__ import annotations

from crownlands.rules import State, apply
from crownlands.rules.events import Action, Build, Place
from crownlands.rules.pieces import Cell
from crownlands.rules.state import Realm


def likeness(state: State, action: Action) -> object:
    """The same for two actions of a position that differ only by a reflection or a turn of the kingdom."""
    if not isinstance(action, Place | Build):
        return action
    new = action.squares if isinstance(action, Place) else (action.square,)
    realm = apply(state, action).realms[state.realm]
    what = action.domino if isinstance(action, Place) else (action.slot, action.building)
    return type(action), what, min(_picture(realm, set(new), turn) for turn in range(8))


def _picture(realm: Realm, new: set[Cell], turn: int) -> tuple[tuple[Cell, str, int, str, bool, bool], ...]:
    """The kingdom seen in one of the eight ways."""

    def seen(cell: Cell) -> Cell:
        x, y = cell
        if turn & 1:
            x = -x
        if turn & 2:
            y = -y
        return (y, x) if turn & 4 else (x, y)

    return tuple(
        sorted(
            (
                seen(cell),
                half.terrain.value,
                half.crowns,
                realm.buildings.get(cell, ""),
                cell in realm.taxed,
                cell in new,
            )
            for cell, half in realm.kingdom.squares.items()
        )
    )
