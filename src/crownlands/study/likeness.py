"""What comes to the same: kingdoms that differ by a reflection or a turn, and what leads to such."""

from __future__ import annotations

from crownlands.rules import State, apply
from crownlands.rules.events import Action, Build, Place
from crownlands.rules.pieces import Cell
from crownlands.rules.state import Realm

_Square = tuple[Cell, str, int, str, bool]


def likeness(state: State, action: Action) -> object:
    """The same for two actions of a position that differ only by a reflection or a turn of the kingdom."""
    if not isinstance(action, Place | Build):
        return action
    what = action.domino if isinstance(action, Place) else (action.slot, action.building)
    return type(action), what, _seen_any_way(apply(state, action).realms[state.realm])


def likeness_of(state: State, realm: int) -> object:
    """The same for two positions that differ only by a reflection or a turn of this realm's kingdom."""
    own = state.realms[realm]
    others = (*state.realms[:realm], *state.realms[realm + 1 :])
    purse = (own.discarded, own.coins, own.knights_in_reserve)
    return _seen_any_way(own), purse, state.but(realms=others)


def is_symmetric(realm: Realm) -> bool:
    """Whether its kingdom looks the same in two ways: only then do two placements of a domino come to the same."""
    plain = _picture(realm, 0)
    return any(_picture(realm, turn) == plain for turn in range(1, 8))


def _seen_any_way(realm: Realm) -> tuple[_Square, ...]:
    return min(_picture(realm, turn) for turn in range(8))


def _picture(realm: Realm, turn: int) -> tuple[_Square, ...]:
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
            (seen(cell), half.terrain.value, half.crowns, realm.buildings.get(cell, ""), cell in realm.taxed)
            for cell, half in realm.kingdom.squares.items()
        )
    )
