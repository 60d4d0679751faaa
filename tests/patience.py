"""How long tests wait: for what they wait for, up to one limit that only something broken reaches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

PATIENCE = 60.0
"""Seconds. A busy machine needs some of them; where all goes well they cost nothing."""
LONGEST = 600.0
"""Seconds for a scenario of many such waits."""
PAUSE = 0.02
"""Seconds between two looks."""


def eventually(there: Callable[[], bool], what: str | Callable[[], str] = "what was waited for") -> None:
    """Returns when it is there."""
    until = time.monotonic() + PATIENCE
    while not there():
        if time.monotonic() > until:
            raise TimeoutError(f"{what if isinstance(what, str) else what()}: not within {PATIENCE:g} s")
        time.sleep(PAUSE)


async def comes_true(there: Callable[[], Awaitable[bool]], what: str = "what was waited for") -> None:
    """The same for something that is asked over the network, while everything else goes on."""
    until = time.monotonic() + PATIENCE
    while not await there():
        if time.monotonic() > until:
            raise TimeoutError(f"{what}: not within {PATIENCE:g} s")
        await asyncio.sleep(PAUSE)
