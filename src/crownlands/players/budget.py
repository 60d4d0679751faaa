"""How long a player may think about a turn: seconds, or an amount of work."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

from crownlands.rules import CrownlandsError

LATE = 1.1
"""A turn that takes more than this many times its seconds is late."""
GRACE = 0.25
"""Seconds that a turn may take on top of what is late: pipes and a busy machine."""
LONGEST_TURN = 60.0
"""Seconds for a turn without a time budget."""
MOST_SECONDS, MOST_WORK, MOST_THREADS = 1_000_000, 1_000_000_000_000, 1024
"""What the core takes: more is refused before a game begins."""

Clock = Literal["wall", "processor"]
"""What seconds are: everybody's, or those that a processor works for the thread that thinks, which a busy machine does
not shorten."""
NOW: dict[Clock, Callable[[], float]] = {"wall": time.perf_counter, "processor": time.thread_time}
"""How to read each clock."""


def parse_clock(text: str) -> Clock:
    """The clock of this name."""
    for clock in NOW:
        if clock == text:
            return clock
    raise CrownlandsError(f"no clock {text!r}; there are {' and '.join(get_args(Clock))}")


@dataclass(frozen=True)
class Budget:
    """What one turn of a king may cost: place, tax, build, bribe and choose together."""

    seconds: float | None = None
    work: int | None = None
    """Simulations, or whatever a player counts; with the same seed and work it plays the same."""
    threads: int = 1
    clock: Clock = "wall"
    """By which the seconds are measured."""

    def __post_init__(self) -> None:
        if self.seconds is not None and self.work is not None:
            raise CrownlandsError("a budget is seconds or work, not both")
        if (self.seconds is not None and not 0 < self.seconds < MOST_SECONDS) or (
            self.work is not None and self.work < 1
        ):
            raise CrownlandsError(f"a budget is more than nothing, and less than {MOST_SECONDS:,} seconds")
        if self.work is not None and self.work > MOST_WORK:
            raise CrownlandsError(f"a budget is work of at most {MOST_WORK:,}")
        if self.threads < 1:
            raise CrownlandsError("a budget has at least one thread")
        if self.threads > MOST_THREADS:
            raise CrownlandsError(f"a budget has at most {MOST_THREADS:,} threads")
        if self.clock == "processor" and self.threads > 1:
            raise CrownlandsError("the processor's clock is that of one thread: a budget by it has one")

    def now(self) -> float:
        """What the clock shows, in seconds from some start."""
        return NOW[self.clock]()

    @property
    def latest(self) -> float | None:
        """The seconds after which a turn is late."""
        return None if self.seconds is None else self.seconds * LATE

    @property
    def limit(self) -> float:
        """The seconds after which a turn loses the game, whoever plays."""
        return LONGEST_TURN if self.latest is None else self.latest + GRACE

    def __str__(self) -> str:
        """The text that `parse_budget` reads: ``0.2s``, ``5000w``, ``0.2s*4`` with four threads, ``free``.

        The clock follows if it is the processor's: ``0.2s processor``.
        """
        threads = f"*{self.threads}" if self.threads > 1 else ""
        threads += " processor" if self.clock == "processor" else ""
        if self.seconds is not None:
            # All digits and no exponent: a worker reads this, and must get the same seconds.
            return f"{Decimal(str(self.seconds)).normalize():f}s{threads}"
        return f"{self.work}w{threads}" if self.work is not None else f"free{threads}"


_TEXT = re.compile(
    r"(?:(?P<seconds>\d+(?:\.\d+)?)s|(?P<work>\d+)w|free)(?:\*(?P<threads>\d+))?(?: (?P<clock>processor))?"
)


def parse_budget(text: str) -> Budget:
    """``parse_budget("0.2s") == Budget(seconds=0.2)``."""
    found = _TEXT.fullmatch(text)
    if not found:
        raise CrownlandsError(f"no budget {text!r}: it is seconds like 0.2s or work like 5000w")
    seconds, work, threads = found["seconds"], found["work"], found["threads"]
    clock = parse_clock(found["clock"] or "wall")
    return Budget(float(seconds) if seconds else None, int(work) if work else None, int(threads or 1), clock)
