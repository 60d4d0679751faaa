"""The server's time. Tests set it: what depends on the date must not depend on the day of the test."""

from __future__ import annotations

import time


class Clock:
    """The time of one process."""

    def __init__(self) -> None:
        self.ahead = 0
        """Milliseconds by which it is ahead of the machine's: 0 but in tests."""


CLOCK = Clock()


def milliseconds() -> int:
    """Since 1970, UTC."""
    return time.time_ns() // 1_000_000 + CLOCK.ahead
