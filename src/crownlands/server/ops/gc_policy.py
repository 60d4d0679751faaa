"""Garbage: looked for when there is some, not whenever memory grows.

Looking through everything stops everybody: with 2,000 connections for a third of a second. Python would do it as games
grow, in vain: thousands of actions leave no cycle behind. A connection does, some nine kilobytes.
"""

from __future__ import annotations

import gc

CONNECTIONS = 1000
SECONDS = 600.0
"""For whatever else may leave cycles behind."""


def settle() -> None:
    """Once everything is loaded: none of it will be garbage, and from now on `GcPolicy` says when to look."""
    gc.collect()
    gc.freeze()
    gc.disable()


class GcPolicy:
    """Counts connections, and looks for what they left."""

    def __init__(self) -> None:
        self._connections = 0

    def connected(self) -> None:
        self._connections += 1
        if self._connections >= CONNECTIONS:
            self.collect()

    def collect(self) -> None:
        self._connections = 0
        gc.collect()
