"""Threads for what takes long, shared fairly.

People who wait at a table come first, then hints, then games that are only watched, then those that nobody watches,
then what can wait. Among equals the turn is theirs for whom least was done lately, so that nobody waits longer for who
asks for much.
"""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")

HALF_LIFE = 20.0
"""Seconds after which what was done for somebody counts half."""
REMEMBERED = 20_000
NICE = 5
"""Threads give way to the one that answers everybody."""


class Priority(IntEnum):
    """Who comes first."""

    PEOPLE = 0
    HINT = 1
    WATCHED = 2
    NOBODY = 3
    BACKGROUND = 4
    """What can wait until nothing else is to be done; it does not count as load."""


@dataclass(eq=False)
class _Job:
    priority: Priority
    owner: str
    work: Callable[[], Any]
    future: asyncio.Future[tuple[Any, float]]


@dataclass
class _Used:
    """Seconds of work, halved again and again."""

    seconds: float = 0.0
    at: float = field(default_factory=time.monotonic)

    def now(self) -> float:
        return self.seconds * math.exp2((self.at - time.monotonic()) / HALF_LIFE)

    def add(self, seconds: float) -> None:
        self.seconds, self.at = self.now() + seconds, time.monotonic()


class FairPool:
    """Some threads and all who wait for them; one of several is kept for people who wait at a table."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name, initializer=_give_way)
        self._waiting: list[_Job] = []
        self._running: list[_Job] = []
        self._used: OrderedDict[str, _Used] = OrderedDict()

    @property
    def load(self) -> float:
        """How many there are for each thread."""
        jobs = [job for job in (*self._waiting, *self._running) if job.priority is not Priority.BACKGROUND]
        return len(jobs) / self._threads

    def used(self, owner: str) -> float:
        """Seconds that were spent on this owner lately."""
        return self._used[owner].now() if owner in self._used else 0.0

    def waiting_of(self, owner: str) -> int:
        return sum(job.owner == owner for job in self._waiting)

    async def run(self, priority: Priority, owner: str, work: Callable[[], T]) -> tuple[T, float]:
        """The result and the seconds that it took; if nobody waits for it any more, it is not begun."""
        job = _Job(priority, owner, work, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._begin()
        return await job.future

    def _begin(self) -> None:
        while len(self._running) < self._threads and (job := self._next()) is not None:
            self._waiting.remove(job)
            if not job.future.done():
                self._running.append(job)
                timed = asyncio.get_running_loop().run_in_executor(self._pool, _timed, job.work)
                timed.add_done_callback(partial(self._done, job))

    def _next(self) -> _Job | None:
        spare = max(1, self._threads - 1) - sum(job.priority > Priority.PEOPLE for job in self._running)
        ready = [job for job in self._waiting if job.priority is Priority.PEOPLE or spare > 0 or job.future.done()]
        used = {owner: self.used(owner) for owner in {job.owner for job in ready}}
        return min(ready, key=lambda job: (job.priority, used[job.owner]), default=None)

    def _done(self, job: _Job, done: asyncio.Future[tuple[Any, float]]) -> None:
        self._running.remove(job)
        if done.cancelled() or done.exception() is not None:
            if not job.future.done():
                job.future.set_exception(done.exception() if not done.cancelled() else RuntimeError("stopped"))  # type: ignore[arg-type]
        else:
            self._charge(job.owner, done.result()[1])
            if not job.future.done():
                job.future.set_result(done.result())
        with suppress(RuntimeError):  # the pool is closed
            self._begin()

    def _charge(self, owner: str, seconds: float) -> None:
        self._used.setdefault(owner, _Used()).add(seconds)
        self._used.move_to_end(owner)
        if len(self._used) > REMEMBERED:
            self._used.popitem(last=False)

    def close(self) -> None:
        for job in self._waiting:
            job.future.cancel()
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.monotonic()
    result = work()
    return result, time.monotonic() - began


def _give_way() -> None:
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
