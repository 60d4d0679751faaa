"""All rooms of this process, and what has to be done without anybody asking."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from crownlands.server.guard.credentials import may_be_code, new_code
from crownlands.server.guard.limits import Addresses, Buckets, network_of
from crownlands.server.guard.send_buffer import SendBuffers
from crownlands.server.live.bots import Bots, wanted
from crownlands.server.live.candidates import Candidate
from crownlands.server.live.fair_pool import FairPool, Priority
from crownlands.server.live.pg_listener import Listener
from crownlands.server.live.presence import RENEW_SECONDS, PresenceTracker
from crownlands.server.live.reference import References
from crownlands.server.live.reviews import Reviews
from crownlands.server.live.room import Room, head_of
from crownlands.server.live.single_flight import SingleFlight
from crownlands.server.ops import gc_policy
from crownlands.server.ops.clock import milliseconds
from crownlands.server.ops.metrics import METRICS, Gauge
from crownlands.server.protocol.entries import Opened, encode_entry
from crownlands.server.protocol.refusals import Refused
from crownlands.server.settings import Settings
from crownlands.server.store import NewTable, Store, TableRow, Unavailable
from crownlands.server.table import play
from crownlands.server.table.levels import DEFAULT_LEVEL
from crownlands.server.table.table import Decision, Table

log = logging.getLogger(__name__)

T = TypeVar("T")

RETENTION_SECONDS = 600.0
STOP_SECONDS = 3.0
"""For a database that does not answer, when everything else has stopped."""
READERS = 1
"""Threads for reading: they hold the interpreter, so a second one would only get in the way."""
WAITING_PER_ADDRESS = 4
"""Of one address; a browser asks for less at once."""


class Rooms:
    """Finds rooms, keeps them up to date, and attends to bots, clocks and old tables."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self.loaded: dict[int, Room] = {}
        self.witness: Callable[[Room], None] = lambda _: None
        """Told of each room when it is loaded and after each change, for whoever started the server at a terminal."""
        self.process = secrets.token_hex(8)
        self.bots = Bots(settings.bot_threads, settings.bot_pace, settings.bot_budget, settings.fixed)
        self.references = References(store, self.bots.pool, settings.fixed)
        self._loading: dict[int, asyncio.Task[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._catching: set[asyncio.Task[None]] = set()
        self.presence = PresenceTracker(store, self.process, self.loaded)
        self._listener = Listener(store, self.heard, self.presence.heard, self.refresh) if store.shared else None
        self.readers = FairPool(READERS, "read")
        """For what people read: replays, pictures, kingdoms typed by hand."""
        self.advice: SingleFlight[list[Candidate]] = SingleFlight()
        self.previews: SingleFlight[bytes] = SingleFlight()
        self.reviews = Reviews(settings, store, self.bots.pool, self.process)
        self.gc_policy = gc_policy.GcPolicy()
        limits = settings.limits
        self.send_buffers = SendBuffers(limits.unread_bytes_in_all)
        self.talkers = Addresses(limits.address_messages_per_second, limits.address_message_burst)
        self.speakers: Buckets[tuple[int, int]] = Buckets(limits.messages_per_second, limits.message_burst)
        """By table and person."""
        self.work = Addresses(limits.work_per_second, limits.work_burst)
        """Seconds of work for each address, apart from play."""
        self._claim_ms = int(settings.claim_seconds * 1000)
        METRICS.gauges = [
            Gauge("crownlands_rooms", "Tables in memory", lambda: len(self.loaded)),
            Gauge(
                "crownlands_sockets", "Connections", lambda: sum(len(room.onlookers) for room in self.loaded.values())
            ),
            Gauge("crownlands_reviews_running", "Reviews that are being made", lambda: self.reviews.running),
        ]

    async def start(self) -> None:
        await self.store.open()
        if self._listener:
            await self._listener.start()
        else:
            await self.store.wake_all()
        for every, work in (
            (self.settings.sweep_seconds, self.sweep),
            (min(30.0, self.settings.idle_seconds), self._evict),
            (RENEW_SECONDS, self._renew),
            (RETENTION_SECONDS, self._forget_old),
            (gc_policy.SECONDS, self._collect),
        ):
            self._tasks.append(asyncio.create_task(self._regularly(every, work)))

    async def stop(self) -> None:
        """Finishes what was accepted, then lets go."""
        await self.references.stop()
        await self.reviews.stop()
        await self.bots.stop()
        self.readers.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._listener:
            await self._listener.stop()
        with suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self.presence.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self.store.close()

    async def _regularly(self, every: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except (Unavailable, Refused) as error:
                log.warning("database away", extra={"reason": str(error)[:200]})
            except Exception:
                METRICS.errors.add()
                log.exception("regular work failed")
            await asyncio.sleep(every)

    # Rooms

    async def find(self, code: str) -> tuple[TableRow, Room]:
        """The room of a link's code, whether it is for players or for spectators."""
        if not may_be_code(code):
            raise Refused("no-table")
        try:
            row = await self.store.by_code(code)
        except Unavailable:
            raise Refused("unavailable") from None
        if row is None:
            raise Refused("no-table")
        return row, await self.room(row)

    async def current(self, code: str) -> tuple[TableRow, Room]:
        """The same with all that other processes have written."""
        row, room = await self.find(code)
        await room.catch_up()
        return row, room

    async def room(self, row: TableRow) -> Room:
        if row.id in self.loaded:
            self.loaded[row.id].touched = time.monotonic()
            return self.loaded[row.id]
        if row.id not in self._loading:
            self._loading[row.id] = asyncio.create_task(self._load(row))
        return await asyncio.shield(self._loading[row.id])

    async def _load(self, row: TableRow) -> Room:
        try:
            room = await Room.load(self.store, row, self._claim_ms, self.settings.limits)
            if self.store.shared:
                await self.presence.look([room])
        except Unavailable:
            raise Refused("unavailable") from None
        finally:
            del self._loading[row.id]
        room.on_change, room.on_purged = self._changed, self._close
        room.away, room.on_gone = self.presence.shown, self.presence.go
        room.stale = self.store.shared  # an entry may have come between reading the log and being listed here
        self.loaded[row.id] = room
        self.witness(room)
        return room

    def _changed(self, room: Room) -> None:
        self.witness(room)
        self.bots.attend(room)

    def new_table(self, opened: Opened, seed: str) -> NewTable:
        """A table that is to be opened, with links of its own."""
        now = milliseconds()
        head = head_of(Table.open(opened), now, self._claim_ms)
        return NewTable(new_code(), new_code(), seed, opened.ruleset, opened.listed, now, encode_entry(opened), head)

    async def open_table(self, opened: Opened, seed: str) -> TableRow:
        """A new table."""
        new = self.new_table(opened, seed)
        try:
            return new.row(await self.store.create(new))
        except Unavailable:
            raise Refused("unavailable") from None

    # What takes long

    async def work_for(self, address: str, pool: FairPool, priority: Priority, work: Callable[[], T]) -> T:
        """Does it off the event loop, and counts what it took for the address."""
        owner, purse = network_of(address), self.work.of(address)
        if purse.empty or pool.waiting_of(owner) >= WAITING_PER_ADDRESS:
            raise Refused("too-fast")
        result, seconds = await pool.run(priority, owner, work)
        purse.charge(seconds)
        return result

    async def read_for(self, address: str, work: Callable[[], T]) -> T:
        return await self.work_for(address, self.readers, Priority.HINT, work)

    # What other processes did

    def heard(self, table_id: int, seq: int) -> None:
        """Another process says that a table is at this entry."""
        room = self.loaded.get(table_id)
        if room is not None and room.table.seq < seq:
            room.stale = True
            task = asyncio.create_task(self._catch_up(room))
            self._catching.add(task)
            task.add_done_callback(self._catching.discard)

    async def refresh(self) -> None:
        """Looks at every room's log: after the connection that tells us was away."""
        rooms = dict(self.loaded)  # those that come while the database is asked are up to date anyway
        seqs = await self.store.seqs(rooms)
        for table_id, room in rooms.items():
            if table_id not in seqs:
                self._close(room)
            else:
                self.heard(table_id, seqs[table_id])

    async def _catch_up(self, room: Room) -> None:
        with suppress(Refused):  # it stays stale, and the next sweep tries again
            if room.stale:
                await room.catch_up()

    # Regular work

    async def sweep(self) -> None:
        """Attends to clocks that ran out, to bots whose process died, and to rooms that missed something."""
        for room in list(self.loaded.values()):
            if room.stale and room.onlookers:
                await self._catch_up(room)
            if room.onlookers and time.monotonic() > room.touched + self.settings.claim_seconds:
                self.bots.attend(room)  # it stood still while nobody watched
            if room.onlookers:
                await self._begin(room)
        now = milliseconds()
        for table_id, due in await self.store.due(now):
            until = now + self._claim_ms
            if await self.store.claim(table_id, due, until):
                try:
                    await self._take_over(table_id, until)
                except (Unavailable, Refused):
                    raise
                except Exception:  # one table must not keep the others waiting
                    METRICS.errors.add()
                    log.exception("table cannot be attended", extra={"table": table_id})

    async def _take_over(self, table_id: int, until: int) -> None:
        """Does what is due at a table; if it is only a clock that still runs, says when to look again."""
        row = await self.store.by_id(table_id)
        if row is None:
            return
        METRICS.takeovers.add()
        room = await self.room(row)
        room.stale = room.stale or self.store.shared
        with suppress(Refused):
            await self._catch_up(room)
            await self._attend(room)
        if room.table.deciding_level is None or not wanted(room):
            await self.store.claim(table_id, until, room.table.deadline)

    async def _attend(self, room: Room) -> None:
        if play.timeout(room.table, milliseconds()) is not None:
            await room.change(_timeout)
        self.bots.attend(room)

    async def _begin(self, room: Room) -> None:
        """Begins a game whose time has come, bots on the open seats, if everybody who sits there is here."""
        begins = room.table.begins
        if begins is None or milliseconds() < begins or not room.table.seated <= room.online:
            return
        with suppress(Refused):  # somebody came, or another process was faster
            while room.table.begins is not None:
                await room.change(lambda table: play.begin(table, milliseconds(), room.deal, DEFAULT_LEVEL))

    async def _evict(self) -> None:
        """Forgets rooms that nobody looks at; their log is enough."""
        oldest = time.monotonic() - self.settings.idle_seconds
        for table_id, room in list(self.loaded.items()):
            if not room.onlookers and room.touched < oldest and room.thinking is None and not room.lock.locked():
                del self.loaded[table_id]
                room.gone = True

    async def _renew(self) -> None:
        """Tells other processes who is connected here, and hears who is there."""
        await self.presence.renew()
        if self.store.shared:
            await self.refresh()  # should ever a note get lost

    async def _forget_old(self) -> None:
        oldest = milliseconds() - int(self.settings.retention_days * 86_400_000)
        await self.store.reviews.forget(oldest)
        table_ids = await self.store.idle_since(oldest)
        if table_ids:
            for table_id in table_ids:
                if table_id in self.loaded:
                    self._close(self.loaded[table_id])
            log.info("purged old tables", extra={"count": await self.store.purge(table_ids)})
            await self.store.deals.forget(oldest)

    async def _collect(self) -> None:
        self.gc_policy.collect()

    def _close(self, room: Room) -> None:
        self.loaded.pop(room.table_id, None)
        room.gone = True
        for onlooker in tuple(room.onlookers):
            onlooker.dismiss("no-table")


def _timeout(table: Table) -> Decision:
    entry = play.timeout(table, milliseconds())
    if entry is None:
        raise Refused("not-over")
    return Decision(entry)
