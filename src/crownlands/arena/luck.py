"""What chance brought to each realm of a game: the draws that came against those that could have come.

The luck of every draw is 0 on average, whatever a yardstick is worth, so subtracting any multiple of it from a result
changes no expectation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crownlands import core
from crownlands.arena.yardsticks import YARDSTICKS, Luck, Lucks, Yardstick
from crownlands.notation.events import print_event
from crownlands.rules import Ruleset
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Event

Weighed = tuple[Lucks, ...]
"""The luck of a game, by each yardstick for itself."""


def weigh(rules: Ruleset, events: Iterable[Event], seed: str, yardsticks: Sequence[Yardstick] = YARDSTICKS) -> Weighed:
    """The luck of each realm over all draws of these events; draws with no decision in between are weighed as one."""
    streams = [Stream(f"crownlands luck {yardstick.name}", seed) for yardstick in yardsticks]
    totals = [(Luck(0.0, 0.0),) * len(rules.realms) for _ in yardsticks]
    state = core.State(rules.name)
    before: core.State | None = None
    for event in events:
        if state.over:
            state.next_game()  # of a Dynasty
        if state.chance and before is None:
            before = state.copy()
        state.apply_text(print_event(event))
        if before is not None and not state.chance:
            for number, (yardstick, stream) in enumerate(zip(yardsticks, streams, strict=True)):
                luck = yardstick.luck(before, state, stream)
                totals[number] = tuple(total.plus(more) for total, more in zip(totals[number], luck, strict=True))
            before = None
    return tuple(totals)


def print_luck(weighed: Weighed) -> str:
    """The tag of a record: by what it was weighed, then wins and points of each realm."""
    return "; ".join(
        " ".join((yardstick.label, *(f"{realm.wins:+.6f}/{realm.points:+.4f}" for realm in luck)))
        for yardstick, luck in zip(YARDSTICKS, weighed, strict=True)
    )


def read_luck(text: str, realms: int) -> Weighed | None:
    """What the tag says; nothing if it was weighed otherwise or cannot be read."""
    parts = text.split("; ")
    if len(parts) != len(YARDSTICKS):
        return None
    found = [_read(part, yardstick, realms) for part, yardstick in zip(parts, YARDSTICKS, strict=True)]
    lucks = tuple(luck for luck in found if luck)
    return lucks if len(lucks) == len(found) else None


def _read(text: str, yardstick: Yardstick, realms: int) -> Lucks | None:
    name, futures, *words = text.split() if len(text.split()) > 1 else ("", "")
    if f"{name} {futures}" != yardstick.label or len(words) != realms:
        return None
    try:
        return tuple(Luck(float(wins), float(points)) for wins, points in (word.split("/") for word in words))
    except ValueError:
        return None
