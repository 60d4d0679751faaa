"""Reviews of finished games: made in the background, once for everybody, and only while somebody waits.

A review is many short slices in the pool of the bots, behind everything else there. What it says is kept in the
database, where processes also agree on who makes it.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import takewhile
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from crownlands.notation import Record, print_record
from crownlands.server.guard.limits import Addresses, network_of
from crownlands.server.live.fair_pool import FairPool, Priority
from crownlands.server.ops.clock import milliseconds
from crownlands.server.ops.metrics import METRICS
from crownlands.server.protocol.refusals import Refused
from crownlands.server.settings import Settings
from crownlands.server.store import Store, Unavailable
from crownlands.study.review import VERSION, Progress, Review
from crownlands.study.reviewer import WORK, Reviewer

log = logging.getLogger(__name__)

T = TypeVar("T")
_KEY = re.compile(r"[0-9a-f]{64}")

RENEWS = 4
"""How often other processes are told how far a review is, before they believe that nobody works on it any more."""
ASKED_MS = 1000
"""Who asks again within it has said nothing new."""
SEEN_MS = 86_400_000
"""The same, of what is finished: it only keeps it from being forgotten."""
PER_ADDRESS = 4
"""Running or waiting, of one address."""


class Slices(Iterator[Progress], Protocol):
    """A review that is made slice by slice."""

    def review(self) -> Review: ...


Make = Callable[[Record, int], Slices]


class Answer(NamedTuple):
    """How far a review is, or what it says."""

    key: str
    done: int
    of: int
    ahead: int
    """Reviews that come first."""
    body: str | None
    """As JSON."""


@dataclass(eq=False)
class _Job:
    key: str
    table_id: int | None
    owner: str
    make: Callable[[], Slices]
    asked: int = field(default_factory=milliseconds)
    """When somebody last wanted to know, in whichever process."""
    progress: Progress = field(default_factory=lambda: Progress(0, 0))
    running: bool = False
    failed: bool = False
    task: asyncio.Task[None] | None = None


class Reviews:
    """All that one process makes, and what it knows of others."""

    def __init__(self, settings: Settings, store: Store, pool: FairPool, process: str, make: Make = Reviewer) -> None:
        self._store, self._pool, self._process, self._make = store, pool, process, make
        self._limits = settings.limits
        self.work = settings.fixed.review_work if settings.fixed else WORK
        """Playouts for each thing that is measured."""
        self._claim_ms = int(settings.claim_seconds * 1000)
        self._abandon_ms = int(settings.abandon_seconds * 1000)
        self._places = asyncio.Semaphore(self._limits.reviews)
        self._begun = Addresses(self._limits.reviews_per_hour / 3600, self._limits.reviews_per_hour)
        self._jobs: dict[str, _Job] = {}

    @property
    def running(self) -> int:
        return sum(job.running for job in self._jobs.values())

    def key(self, record: Record) -> str:
        """The same for everybody who played the same, whatever they are called."""
        played = print_record(Record(record.ruleset, (), record.events))
        return sha256(f"crownlands review {VERSION} {self.work}\n{played}".encode()).hexdigest()

    async def ask(self, key: str, record: Record, table_id: int | None, address: str) -> Answer:
        """What the review of this record says, or how far it is: it is begun unless somebody has."""
        found = await self.look(key)
        if found is not None:
            return found
        job = self._jobs.get(key)  # somebody else may have been faster
        if job is None:
            job = self._jobs[key] = self._admitted(key, record, table_id, address)
            job.task = asyncio.create_task(self._do(job))
        return self._answer(job)

    async def look(self, key: str) -> Answer | None:
        """The same of a review that somebody has asked for."""
        if not _KEY.fullmatch(key):
            return None
        row, now = await self._store.reviews.find(key), milliseconds()
        if row is not None and row.body is not None:
            await self._note(key, row.asked, now, SEEN_MS)
            return Answer(key, row.steps, row.steps, 0, row.body)
        job = self._jobs.get(key)
        if job is not None:
            job.asked = now
            if job.failed:
                raise Refused("review-failed")
            return self._answer(job)
        if row is not None and row.until > now:
            await self._note(key, row.asked, now, ASKED_MS)
            return Answer(key, row.done, row.steps, 0, None)
        return None

    async def _note(self, key: str, asked: int, now: int, every: int) -> None:
        if now - asked > every:
            await self._store.reviews.ask(key, now)

    def _answer(self, job: _Job) -> Answer:
        before = takewhile(lambda other: other is not job, self._jobs.values())
        ahead = 0 if job.running else sum(not other.failed for other in before)
        return Answer(job.key, job.progress.done, job.progress.of, ahead, None)

    def _admitted(self, key: str, record: Record, table_id: int | None, address: str) -> _Job:
        for job in [job for job in self._jobs.values() if not job.running and not self._wanted(job)]:
            self._drop(job)
        owner = network_of(address)
        there = [job for job in self._jobs.values() if not job.failed]
        if sum(job.owner == owner for job in there) >= PER_ADDRESS or not self._begun.take(address):
            raise Refused("too-fast")
        if len(there) >= self._limits.reviews + self._limits.reviews_waiting:
            raise Refused("busy")
        return _Job(key, table_id, owner, partial(self._make, record, self.work))

    def _wanted(self, job: _Job) -> bool:
        return milliseconds() - job.asked < self._abandon_ms

    def _drop(self, job: _Job) -> None:
        """Takes back one that has not begun, or that failed."""
        del self._jobs[job.key]
        if job.task is not None:
            job.task.cancel()

    async def _do(self, job: _Job) -> None:
        try:
            async with self._places:
                if self._wanted(job) and await self._claim(job):
                    job.running = True
                    await self._finish(job)
        except Unavailable as error:
            log.warning("review stopped: database away", extra={"reason": str(error)[:200]})
        except Exception:
            METRICS.errors.add()
            log.exception("review failed", extra={"review": job.key})
            job.failed, job.running = True, False
            with suppress(Unavailable):
                await self._store.reviews.release(job.key, self._process)
        finally:
            if not job.failed and self._jobs.get(job.key) is job:
                del self._jobs[job.key]

    async def _claim(self, job: _Job) -> bool:
        now = milliseconds()
        return await self._store.reviews.claim(job.key, job.table_id, self._process, now, now + self._claim_ms)

    async def _finish(self, job: _Job) -> None:
        slices = await self._run(job, job.make)
        renew = milliseconds() + self._claim_ms // RENEWS
        while (progress := await self._run(job, partial(next, slices, None))) is not None:
            METRICS.review_slices.add()
            job.progress = progress
            if (now := milliseconds()) > renew:
                renew, until = now + self._claim_ms // RENEWS, now + self._claim_ms
                asked = await self._store.reviews.renew(job.key, self._process, until, progress.done, progress.of)
                if asked is None:
                    return  # this process stood still for long, and another one took it over
                job.asked = max(job.asked, asked)
            if not self._wanted(job):
                METRICS.reviews_left.add()
                await self._store.reviews.release(job.key, self._process)
                return
        body = await self._run(job, lambda: msgspec.json.encode(slices.review()))
        if await self._store.reviews.finish(job.key, job.table_id, self._process, body.decode()):
            METRICS.reviews.add()

    async def _run(self, job: _Job, work: Callable[[], T]) -> T:
        result, _ = await self._pool.run(Priority.BACKGROUND, job.owner, work)
        return result

    async def stop(self) -> None:
        """What is half done is done anew when somebody asks for it again."""
        jobs = list(self._jobs.values())
        tasks = [job.task for job in jobs if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Unavailable):
            for job in jobs:
                if job.running:
                    await self._store.reviews.release(job.key, self._process)
