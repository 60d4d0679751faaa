"""The openings (K4): how many kings are drawn at once, who chooses for them, whose they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from crownlands.rules.ruleset import Opening, Ruleset
from crownlands.rules.state import State

Order = tuple[tuple[int, int], ...]


def kings_at_once(ruleset: Ruleset) -> int:
    """How many kings one draw shows: one, or all where a single draw settles everything."""
    one_by_one = ruleset.opening in (Opening.DRAWN, Opening.ANY_KING)
    return 1 if one_by_one else len(ruleset.all_kings)


def kings_to_come(state: State) -> tuple[int, ...]:
    """The owners of the kings that have not been drawn, seat by seat."""
    standing = (claim.seat for claim in state.next_line if claim.seat is not None)
    shown = Counter(standing) + Counter(king.owner for king in state.kings)
    return tuple((Counter(state.ruleset.all_kings) - shown).elements())


def why_not(state: State, order: Order) -> str | None:
    """What would be right instead, if kings cannot be drawn like this now."""
    at_once, to_come = kings_at_once(state.ruleset), kings_to_come(state)
    if len(order) != at_once or not Counter(owner for _, owner in order) <= Counter(to_come):
        still = " ".join(map(str, to_come))
        return f"one king, of those still to come ({still})," if at_once == 1 else f"every king once, {at_once} in all,"
    return _CHECKS[state.ruleset.opening](state, order)


def _own_kings(_: State, order: Order) -> str | None:
    return None if all(chooser == owner for chooser, owner in order) else "every player choosing for an own king"


def _seat_order(state: State, order: Order) -> str | None:
    """A random order of the seats, gone through once for each king of a seat."""
    ((chooser, _),) = order
    waiting = next_choosers(state)
    return None if chooser in waiting else f"the king drawn by seat {' or '.join(map(str, waiting))}"


def next_choosers(state: State) -> tuple[int, ...]:
    """Who may draw next in *any king*: a seat that has not, and from the second time on in the order of the first."""
    seats, before = state.ruleset.seats, state.choosers
    if len(before) >= seats:
        return (before[len(before) - seats],)
    return tuple(seat for seat in range(seats) if seat not in before)


def _there_and_back(_: State, order: Order) -> str | None:
    choosers, owners = zip(*order, strict=True)
    first, second = choosers[0], 1 - choosers[0]
    right = choosers == owners == (first, second, second, first)
    return None if right else "one king of a player, both of the other, the last of the first"


_CHECKS: dict[Opening, Callable[[State, Order], str | None]] = {
    Opening.DRAWN: _own_kings,
    Opening.TOP_DOWN: _own_kings,
    Opening.ANY_KING: _seat_order,
    Opening.THERE_AND_BACK: _there_and_back,
}
