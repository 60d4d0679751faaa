"""What a puzzle is about: small rules over the answer and what tempts, by what both do to the table."""

from __future__ import annotations

from collections.abc import Callable

from crownlands.rules import Match
from crownlands.rules.events import Bribe, Tax
from crownlands.rules.pieces import DOMINOES, domino_order
from crownlands.study.contrast import (
    Contrast,
    claimed,
    crowns_on,
    dead_cells,
    most_now,
    still_to_choose,
    tiles_built,
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
    """Covers a cell with at most one way in, which the tempting turn leaves open."""
    kingdom, frame = c.own(c.before).kingdom, c.before.ruleset.frame
    nooks = {cell for cell in c.placed(c.answer) if ways_in(kingdom, frame, cell) <= 1}
    return bool(nooks - set(c.placed(c.tempting)))


def _keeps_room(c: Contrast) -> bool:
    """The tempting turn spoils cells for good, or a domino that the realm has claimed will fit nowhere."""
    mine, other = c.own(c.then).kingdom, c.own(c.else_).kingdom
    frame = c.before.ruleset.frame
    if dead_cells(other, frame) > dead_cells(mine, frame):
        return True
    waiting = [DOMINOES[name] for name in claimed(c.then, c.realm) & claimed(c.else_, c.realm)]
    return any(mine.can_place(domino, frame) and not other.can_place(domino, frame) for domino in waiting)


def _joins(c: Contrast) -> bool:
    """Two territories become one, with a crown."""
    old, new = c.own(c.before).kingdom, c.own(c.then).kingdom
    for cell in c.placed(c.answer):
        territory = new.territory_at(cell)
        parts = {old.territory_at(each) for each in territory if each in old.squares}
        if len(parts) > 1 and any(new.squares[each].crowns for each in territory):
            return True
    return False


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
    """Chooses what a rival wants most and more than we do, though another domino would bring us more."""
    one = c.chosen(c.answer)
    if one is None or one == c.chosen(c.tempting):
        return False
    free = [claim.domino for claim in c.before.next_line if claim.seat is None]
    mine = {domino: most_now(c.then, c.realm, domino) for domino in free}
    if mine[one] >= max(mine.values()):
        return False
    for rival in {c.before.ruleset.realm_of(seat) for seat in still_to_choose(c.before)} - {c.realm}:
        theirs = {domino: most_now(c.before, rival, domino) for domino in free}
        if theirs[one] == max(theirs.values()) and theirs[one] > mine[one] + CLEAR:
            return True
    return False


def _takes_lower_number(c: Contrast) -> bool:
    """Chooses a lower domino than the tempting one, which would bring as much or more, to choose earlier next time."""
    one, other = c.chosen(c.answer), c.chosen(c.tempting)
    if one is None or other is None or c.before.lines_drawn >= c.before.ruleset.rounds:
        return False
    lower = domino_order(one) < domino_order(other)
    return lower and most_now(c.then, c.realm, one) <= most_now(c.else_, c.realm, other)


def _keeps_middle(c: Contrast) -> bool:
    """The castle can still be in the middle; after the tempting turn it cannot."""
    if not c.before.ruleset.middle_kingdom:
        return False
    reach = c.before.ruleset.frame // 2
    here, there = (max(map(abs, c.own(state).kingdom.extent)) for state in (c.then, c.else_))
    return here <= reach < there


def _wins_queen(c: Contrast) -> bool:
    return c.before.queen != c.realm == c.then.queen


def _taxes_twice(c: Contrast) -> bool:
    return any(isinstance(action, Tax) and len(action.squares) == 2 for action in c.answer)


def _builds(c: Contrast) -> bool:
    """Builds a tile that the tempting turn does not build."""
    return bool(tiles_built(c.answer) - tiles_built(c.tempting))


def _saves(c: Contrast) -> bool:
    """Builds nothing, though the tempting turn does."""
    return not tiles_built(c.answer) and bool(tiles_built(c.tempting))


def _sends_dragon(c: Contrast) -> bool:
    return any(isinstance(action, Bribe) for action in c.answer)


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
    "build": _builds,
    "save": _saves,
    "dragon": _sends_dragon,
}
