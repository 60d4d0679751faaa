"""How reviews are made: few at once, behind everything else, once for everybody, only while somebody waits.

Slices are counted, not timed: each of these reviews says when its next slice may end.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from crownlands.game import Game
from crownlands.notation import Record, parse_record
from crownlands.server.live.bots import Bots
from crownlands.server.live.fair_pool import Priority
from crownlands.server.live.reviews import PER_ADDRESS, Answer, Reviews
from crownlands.server.ops.metrics import METRICS
from crownlands.server.protocol.refusals import Refused
from crownlands.server.settings import Limits, Settings
from crownlands.server.store import Store
from crownlands.study.review import VERSION, Progress, Review
from tests.helpers import Nth, played
from tests.patience import PATIENCE, comes_true
from tests.server.postgres import Postgres

LONG = 10**9
"""Slices of a review that never ends by itself."""


def record(number: int = 0) -> Record:
    return parse_record(played(Game("kingdomino/2", seed=f"review {number}"), Nth(0)).record())


class Counted:
    """A review that does nothing but count its slices."""

    def __init__(self, desk: Desk, slices: int) -> None:
        self._desk, self._of, self._done = desk, slices, 0

    def __iter__(self) -> Counted:
        return self

    def __next__(self) -> Progress:
        if self._done == self._of:
            raise StopIteration
        assert self._desk.gate.wait(PATIENCE)
        if self._desk.broken:
            raise ValueError("a mistake in the reviewer")
        self._done += 1
        self._desk.slices += 1
        return Progress(self._done, self._of)

    def review(self) -> Review:
        return Review(VERSION, "kingdomino/2", 1, (), (), (), ())


class Desk:
    """Reviews of one process over a database, with bots beside them."""

    def __init__(self, database: str, slices: int, **settings: Any) -> None:
        self.store = Store(database)
        self.slices = self.made = 0
        self.gate, self.broken = threading.Event(), False
        self.gate.set()
        threads = settings.pop("threads", 2)
        self.bots = Bots(threads, 0.0, None)
        wanted = Settings(database=database, secret_file="", claim_seconds=1.0, **settings)

        def make(_: Record, work: int) -> Counted:
            assert work
            self.made += 1
            return Counted(self, slices)

        self.reviews = Reviews(wanted, self.store, self.bots.pool, f"process {id(self)}", make)

    async def ask(self, number: int = 0, address: str = "10.0.0.1") -> Answer:
        asked = record(number)
        return await self.reviews.ask(self.reviews.key(asked), asked, None, address)

    async def finished(self, number: int = 0) -> bool:
        return (await self.ask(number)).body is not None


@asynccontextmanager
async def desk(database: Path | str, slices: int, **settings: Any) -> AsyncIterator[Desk]:
    where = database if isinstance(database, str) else f"sqlite:///{database / 'tables.sqlite3'}"
    here = Desk(where, slices, **settings)
    await here.store.open()
    try:
        yield here
    finally:
        here.gate.set()
        await here.reviews.stop()
        await here.bots.stop()
        await here.store.close()


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(scenario(), PATIENCE))


def test_who_waits_at_a_table_waits_for_one_slice_at_most(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with desk(tmp_path, LONG, threads=1) as here:
            for number in range(3):
                await here.ask(number)
            for rank in (Priority.PEOPLE, Priority.WATCHED, Priority.NOBODY):
                for _ in range(20):
                    before = here.slices
                    during, _ = await here.bots.pool.run(rank, "somebody", lambda: here.slices)
                    assert during - before <= 1

    run(scenario)


def test_bots_think_as_long_beside_reviews_as_without(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with desk(tmp_path, LONG) as here:
            here.gate.clear()
            for number in range(4):
                await here.ask(number)

            async def both_run() -> bool:
                return here.reviews.running == 2

            await comes_true(both_run)
            assert here.bots.pool.load == 0
            assert here.bots.budget("monarch", Priority.PEOPLE) is None

    run(scenario)


def test_so_many_at_once_and_the_others_wait_in_line(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with desk(tmp_path, 3) as here:
            here.gate.clear()
            answers = [await here.ask(number, f"10.0.{number}.1") for number in range(5)]
            assert [answer.ahead for answer in answers] == [0, 1, 2, 3, 4]

            async def two_run() -> bool:
                return here.reviews.running == 2

            await comes_true(two_run)
            assert [(await here.ask(number)).ahead for number in range(5)] == [0, 0, 2, 3, 4]
            assert here.made <= 2
            here.gate.set()
            for number in range(5):
                await comes_true(lambda number=number: here.finished(number))  # type: ignore[misc]
            assert (here.made, here.slices) == (5, 15)

    run(scenario)


def test_who_asks_for_too_many_and_who_comes_when_all_is_full_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = Limits(reviews_waiting=4, reviews_per_hour=6)
        async with desk(tmp_path, LONG, limits=limits) as here:
            here.gate.clear()
            for number in range(PER_ADDRESS):
                await here.ask(number, "10.0.0.1")
            with pytest.raises(Refused, match="wait a moment"):
                await here.ask(99, "10.0.0.1")
            await here.ask(0, "10.0.0.1")  # what is known already costs nothing
            for number in range(10, 12):
                await here.ask(number, "10.0.0.2")
            with pytest.raises(Refused, match="in a minute"):
                await here.ask(98, "10.0.0.2")
        async with desk(tmp_path, 1, limits=limits) as here:
            for number in range(20, 26):
                await comes_true(lambda number=number: here.finished(number))  # type: ignore[misc]
            with pytest.raises(Refused, match="wait a moment"):
                await here.ask(97, "10.0.0.1")

    run(scenario)


def test_what_nobody_waits_for_any_more_stops_and_makes_room(tmp_path: Path) -> None:
    async def scenario() -> None:
        left = METRICS.reviews_left.value
        async with desk(tmp_path, LONG, abandon_seconds=0.1, limits=Limits(reviews=1)) as here:
            first = await here.ask(0)
            await here.ask(1)

            async def gone() -> bool:
                return here.reviews.running == 0 and METRICS.reviews_left.value > left

            await comes_true(gone)
            stood = here.slices
            await here.bots.pool.run(Priority.BACKGROUND, "after", lambda: None)
            assert here.slices <= stood + 1
            assert await here.store.reviews.find(first.key) is None
            assert await here.reviews.look(first.key) is None

    run(scenario)


def test_everybody_gets_what_was_made_once_also_after_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with desk(tmp_path, 3) as here:
            await asyncio.gather(*(here.ask(0, f"10.0.{other}.1") for other in range(8)))
            await comes_true(here.finished)
            assert here.made == 1
        async with desk(tmp_path, 3) as again:
            answer = await again.ask()
            assert answer.body is not None
            assert msgspec.json.decode(answer.body, type=Review).ruleset == "kingdomino/2"
            assert again.made == 0

    run(scenario)


def test_a_mistake_is_said_and_holds_nobody_up(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        async with desk(tmp_path, 3, abandon_seconds=0.5, limits=Limits(reviews=1)) as here:
            here.broken = True

            async def says_so() -> bool:
                try:
                    return await here.finished(0)
                except Refused as refused:
                    return refused.code == "review-failed"

            await comes_true(says_so)
            here.broken = False
            await comes_true(lambda: here.finished(1))

    run(scenario)
    assert "review failed" in caplog.text


def test_one_of_two_processes_makes_it_and_the_other_takes_over_when_it_falls_silent(postgres: Postgres) -> None:
    database = postgres.create("reviews")

    async def scenario() -> None:
        async with desk(database, 200) as one, desk(database, 200) as two:
            one.gate.clear()
            await one.ask()

            async def claimed() -> bool:
                return one.reviews.running == 1

            await comes_true(claimed)
            assert (await two.ask()).body is None
            assert two.made == 0, "the other process is at it"
            # The first one stands still until the second has made it: it has to notice, and keep nothing.
            await comes_true(two.finished)
            assert two.made == 1
            finished = METRICS.reviews.value
            one.gate.set()

            async def noticed() -> bool:
                return one.reviews.running == 0

            await comes_true(noticed)
            assert METRICS.reviews.value == finished
            assert await one.finished()

    run(scenario)
