"""Presence: who is connected to any process, and since when the others are away.

Powers over absent people depend on it, so it is exact or errs in favour of the absent. A connection stands in the
database before it is welcomed; who goes is written down with the time; the connections of a process that died count
until their time is over. A process that has just started, or could not reach the database, knows nothing from before:
for it nobody has been away for longer than since then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress

from crownlands.server.live.room import Room
from crownlands.server.ops.clock import milliseconds
from crownlands.server.protocol.entries import LONGEST_GRACE
from crownlands.server.protocol.messages import Away
from crownlands.server.store import Seen, Store, Unavailable
from crownlands.server.store.writer import Batcher

RENEW_SECONDS = 5.0
LASTING_MS = int(3000 * RENEW_SECONDS)
"""How long a process that says nothing is believed to be there."""
REMEMBERED_MS = 1000 * (LONGEST_GRACE + 60)


class PresenceTracker:
    """What one process knows."""

    def __init__(self, store: Store, process: str, rooms: dict[int, Room]) -> None:
        self._store, self._process, self._rooms = store, process, rooms
        self._known_since = milliseconds()
        self._failing = False
        self._went: dict[tuple[int, int], int] = {}
        """Who was connected here, and when that ended."""
        self._notes: Batcher[tuple[int, int], None] = Batcher(self._write)
        self._tasks: set[asyncio.Task[None]] = set()
        self._dirty: set[int] = set()

    async def come(self, room: Room, person: int) -> None:
        """Everybody can know that this person is here: returns when it is written down."""
        if self._store.shared:
            await self._notes.submit((room.table_id, person))

    def go(self, room: Room, person: int) -> None:
        """The last connection of this person to this process has ended."""
        self._went[room.table_id, person] = milliseconds()
        if self._store.shared:
            self._start(self._notes.submit((room.table_id, person)))

    async def away(self, room: Room) -> dict[int, int]:
        """Who is not connected to any process, and since when; asked of the database where others write to it."""
        if self._store.shared:
            await self.look([room])
        return self.known_away(room)

    def known_away(self, room: Room) -> dict[int, int]:
        """The same, as far as this process has heard."""
        online = room.online
        return {
            person: max(self._known_since, self._went.get((room.table_id, person), 0), room.elsewhere.get(person, 0))
            for person in range(len(room.table.persons))
            if person not in online
        }

    async def look(self, rooms: Sequence[Room]) -> None:
        """Reads who is connected to other processes."""
        found = await self._store.seen([room.table_id for room in rooms], self._process)
        for room in rooms:
            room.elsewhere = found.get(room.table_id, {})
            room.tell_presence()

    async def numbers(self, table_ids: Sequence[int]) -> dict[int, int]:
        """How many people are connected at each of these tables."""
        here = {table_id: set(self._rooms[table_id].online) for table_id in table_ids if table_id in self._rooms}
        if self._store.shared:
            now = milliseconds()
            for table_id, persons in (await self._store.seen(table_ids, self._process)).items():
                here.setdefault(table_id, set()).update(person for person, until in persons.items() if until > now)
        return {table_id: len(persons) for table_id, persons in here.items()}

    def heard(self, table_id: int, process: str) -> None:
        """Another process says that somebody came or went."""
        if process != self._process and table_id in self._rooms:
            self._dirty.add(table_id)
            if len(self._dirty) == 1:
                self._start(self._look_again())

    async def renew(self) -> None:
        """Regularly: says again who is here, hears who is elsewhere, and forgets what no grace is long enough for."""
        now = milliseconds()
        self._went = {who: at for who, at in self._went.items() if at > now - REMEMBERED_MS}
        if not self._store.shared:
            return
        try:
            await self._store.set_seen(self._process, self._all(now + LASTING_MS))
            await self._store.forget_seen(now - REMEMBERED_MS)
            await self.look([room for room in self._rooms.values() if room.onlookers])
        except Unavailable:
            self._failing = True
            raise
        if self._failing:
            self._failing, self._known_since = False, milliseconds()

    async def close(self) -> None:
        """Everybody who is here goes now."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2)
        if self._store.shared:
            await self._store.set_seen(self._process, self._all(milliseconds()))

    def _all(self, until: int) -> list[Seen]:
        return sorted(Seen(room.table_id, person, until) for room in self._rooms.values() for person in room.here)

    async def _look_again(self) -> None:
        table_ids, self._dirty = self._dirty, set()
        await self.look([self._rooms[table_id] for table_id in table_ids if table_id in self._rooms])

    async def _write(self, batch: Sequence[tuple[int, int]]) -> list[None]:
        """As it is when it is written: who went and came again meanwhile is here."""
        now = milliseconds()
        seen = [Seen(*who, now + LASTING_MS if self._is_here(*who) else now) for who in sorted(set(batch))]
        await self._store.set_seen(self._process, seen, told=True)
        return [None] * len(batch)

    def _is_here(self, table_id: int, person: int) -> bool:
        room = self._rooms.get(table_id)
        return room is not None and person in room.here

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def shown(self, room: Room) -> list[Away]:
        """Who is away, as clients see it."""
        grace = room.table.opened.grace * 1000
        return [Away(person, since + grace) for person, since in self.known_away(room).items()]


async def _quietly(work: Awaitable[None]) -> None:
    """What the database misses now, the next renewal says."""
    with suppress(Unavailable):
        await work
