"""Which cells a kingdom is shown in."""

from __future__ import annotations

from crownlands.rules import Ruleset
from crownlands.rules.kingdom import Extent
from crownlands.rules.state import Realm


def window(rules: Ruleset, realm: Realm) -> Extent:
    """A whole frame around a kingdom, the castle as near to its middle as it can be."""
    frame = rules.frame
    left, right, top, bottom = realm.kingdom.extent
    x, y = _start(left, right, frame), _start(top, bottom, frame)
    return Extent(x, x + frame - 1, y, y + frame - 1)


def _start(low: int, high: int, frame: int) -> int:
    """Where a frame around low…high begins, with the castle as near to the middle as possible."""
    return min(max(-(frame // 2), high - frame + 1), low)
