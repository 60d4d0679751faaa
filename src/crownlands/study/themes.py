"""What a puzzle is about: small rules over the answer and what tempts, by what both do to the table."""

from __future__ import annotations

from collections.abc import Callable

from crownlands.rules import Match
from crownlands.rules.pieces import domino_order
from crownlands.study.contrast import (
    Contrast,
    claimed,
    crowns_on,
    dead_cells,
    has_room,
    keeps_middle,
    knights_sent,
    most_now,
    most_of,
    still_to_choose,
    tiles_built,
    tiles_burnt,
    towns_on,
    ways_in,
)
from crownlands.study.puzzles import Theme
from crownlands.study.turns import Turn

CLEAR = 2
"""Points that are worth a word."""


def themes_of(match: Match, answer: Turn, tempting: Turn) -> tuple[Theme, ...]:
    """Every theme whose rule holds, in their order."""
    contrast = Contrast(match, answer, tempting)
    return tuple(theme for theme, holds in RULES.items() if holds(contrast))


def _fills_hole(c: Contrast) -> bool:
    """Covers more cells with at most one way in than the tempting turn."""
    kingdom, frame = c.own(c.before).kingdom, c.before.ruleset.frame

    def nooks(turn: Turn) -> int:
        return sum(ways_in(kingdom, frame, cell) <= 1 for cell in c.placed(turn))

    return nooks(c.answer) > nooks(c.tempting)


def _keeps_room(c: Contrast) -> bool:
    """The tempting turn spoils cells for good, or a place for the dominoes that the realm has claimed."""
    if not has_room(c.else_, c.realm):
        return has_room(c.then, c.realm)
    if c.placed(c.answer) == c.placed(c.tempting):
        return False
    frame = c.before.ruleset.frame
    if dead_cells(c.own(c.else_).kingdom, frame) > dead_cells(c.own(c.then).kingdom, frame):
        return True
    waiting = claimed(c.then, c.realm) & claimed(c.else_, c.realm)
    return any(most_now(c.then, c.realm, name) - most_now(c.else_, c.realm, name) >= CLEAR for name in waiting)


def _joins(c: Contrast) -> bool:
    """Two territories become one, with a crown, which the tempting turn leaves apart."""
    return bool(c.joined(c.answer, c.then) - c.joined(c.tempting, c.else_))


def _takes_crowns(c: Contrast) -> bool:
    """Chooses a domino with more crowns than the tempting one, which would bring more now."""
    one, other = c.chosen(c.answer), c.chosen(c.tempting)
    if one is None or other is None or crowns_on(one) <= crowns_on(other):
        return False
    return most_now(c.then, c.realm, one) < most_now(c.else_, c.realm, other)


def _waits(c: Contrast) -> bool:
    """Gives up points now."""
    return c.points(c.else_) - c.points(c.then) >= CLEAR


def _denies(c: Contrast) -> bool:
    """Chooses a domino that brings no more than the tempting one would, but leaves a rival less to choose from."""
    one, other = c.chosen(c.answer), c.chosen(c.tempting)
    if one is None or other is None or one == other:
        return False
    if most_now(c.then, c.realm, one) > most_now(c.else_, c.realm, other):
        return False
    free = {claim.domino for claim in c.before.next_line if claim.seat is None}
    rivals = {c.before.ruleset.realm_of(seat) for seat in still_to_choose(c.before)} - {c.realm}
    return any(
        most_of(c.before, rival, free - {other}) - most_of(c.before, rival, free - {one}) >= CLEAR for rival in rivals
    )


def _takes_lower_number(c: Contrast) -> bool:
    """Chooses a lower domino than the tempting one, which would bring as much or more, to choose earlier next time."""
    one, other = c.chosen(c.answer), c.chosen(c.tempting)
    if one is None or other is None or c.before.lines_drawn >= c.before.ruleset.rounds:
        return False
    lower = domino_order(one) < domino_order(other)
    return lower and most_now(c.then, c.realm, one) <= most_now(c.else_, c.realm, other)


def _keeps_middle(c: Contrast) -> bool:
    """The castle can still be in the middle; after the tempting turn it cannot, or a claimed domino will move it."""
    if not c.before.ruleset.middle_kingdom:
        return False
    return keeps_middle(c.then, c.realm) and not keeps_middle(c.else_, c.realm)


def _wins_queen(c: Contrast) -> bool:
    """Which the tempting turn does not."""
    return c.before.queen != c.realm == c.then.queen != c.else_.queen


def _taxes_twice(c: Contrast) -> bool:
    """Sends two knights, where the tempting turn sends fewer."""
    return knights_sent(c.tempting) < knights_sent(c.answer) == 2


def _takes_towns(c: Contrast) -> bool:
    """Chooses a domino with more town squares than the tempting one, which would bring as much or more now."""
    one, other = c.chosen(c.answer), c.chosen(c.tempting)
    if one is None or other is None or towns_on(one) <= towns_on(other):
        return False
    return most_now(c.then, c.realm, one) <= most_now(c.else_, c.realm, other)


def _builds(c: Contrast) -> bool:
    """Builds a tile that the tempting turn does not build."""
    return bool(tiles_built(c.answer) - tiles_built(c.tempting))


def _saves(c: Contrast) -> bool:
    """Builds nothing, though the tempting turn does."""
    return not tiles_built(c.answer) and bool(tiles_built(c.tempting))


def _sends_dragon(c: Contrast) -> bool:
    """To a tile that the tempting turn spares."""
    return bool(tiles_burnt(c.answer) - tiles_burnt(c.tempting))


RULES: dict[Theme, Callable[[Contrast], bool]] = {
    "hole": _fills_hole,
    "room": _keeps_room,
    "join": _joins,
    "crowns": _takes_crowns,
    "later": _waits,
    "deny": _denies,
    "lower-number": _takes_lower_number,
    "middle": _keeps_middle,
    "queen": _wins_queen,
    "tax-twice": _taxes_twice,
    "town": _takes_towns,
    "build": _builds,
    "save": _saves,
    "dragon": _sends_dragon,
}
