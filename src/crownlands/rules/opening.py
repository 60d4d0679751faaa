"""The openings (K4): in which order kings come, who chooses for them, whose they are."""

from __future__ import annotations

from collections.abc import Callable

from crownlands.rules.ruleset import Opening, Ruleset

Order = tuple[tuple[int, int], ...]


def why_not(ruleset: Ruleset, order: Order) -> str | None:
    """What would be right instead, if kings cannot be drawn like this."""
    choosers = tuple(chooser for chooser, _ in order)
    owners = tuple(owner for _, owner in order)
    if tuple(sorted(owners)) != ruleset.all_kings:
        return f"every king once, {len(ruleset.all_kings)} in all,"
    return _CHECKS[ruleset.opening](ruleset, choosers, owners)


def _own_kings(_: Ruleset, choosers: tuple[int, ...], owners: tuple[int, ...]) -> str | None:
    return None if choosers == owners else "every player choosing for an own king"


def _seat_order(ruleset: Ruleset, choosers: tuple[int, ...], _: tuple[int, ...]) -> str | None:
    once = choosers[: ruleset.seats]
    right = sorted(once) == list(range(ruleset.seats)) and choosers == once * ruleset.kings
    return None if right else f"one order of the seats, gone through {ruleset.kings}×,"


def _there_and_back(ruleset: Ruleset, choosers: tuple[int, ...], owners: tuple[int, ...]) -> str | None:
    first, second = choosers[0], 1 - choosers[0]
    right = choosers == owners == (first, second, second, first)
    return None if right else "one king of a player, both of the other, the last of the first"


_CHECKS: dict[Opening, Callable[[Ruleset, tuple[int, ...], tuple[int, ...]], str | None]] = {
    Opening.DRAWN: _own_kings,
    Opening.TOP_DOWN: _own_kings,
    Opening.ANY_KING: _seat_order,
    Opening.THERE_AND_BACK: _there_and_back,
}
