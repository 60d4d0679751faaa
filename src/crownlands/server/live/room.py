"""A room: one table in the memory of this process, its lock, and everybody who looks at it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from crownlands.players import Player
from crownlands.server.guard.limits import Bucket
from crownlands.server.ops.clock import milliseconds
from crownlands.server.ops.metrics import METRICS
from crownlands.server.protocol import entries, messages
from crownlands.server.protocol.entries import Entry, Logged, decode_entry, encode_entry
from crownlands.server.protocol.messages import Presence, encoder
from crownlands.server.protocol.refusals import Refused
from crownlands.server.settings import Limits
from crownlands.server.store import Append, Head, Store, TableRow, Unavailable
from crownlands.server.store.deals import DealRow
from crownlands.server.store.store import LogRow
from crownlands.server.table.fair_deal import FairDeal
from crownlands.server.table.projection import Projector, table_view
from crownlands.server.table.shared import ends, read_day
from crownlands.server.table.table import Decision, Table

ATTEMPTS = 8
_QUIET = (entries.Said, entries.Muted, entries.Joined, entries.Rematch, entries.Paced)
_BOUNDED = (entries.Act, entries.Timeout, entries.Started, entries.Joined, entries.Rematch)
_GAME_ONLY = (entries.Act, entries.TookBack, entries.Timeout, entries.Said)


class Onlooker(Protocol):
    """A connection, as a room knows it."""

    person: int | None
    address: str

    def deliver(self, data: bytes) -> None: ...

    def dismiss(self, code: str) -> None: ...

    def follow(self, room: Room) -> None:
        """It was told of a position of this room."""


class Room:
    """The only place of this process where a table changes: one request after another."""

    def __init__(self, store: Store, row: TableRow, table: Table, claim_ms: int, limits: Limits) -> None:
        self.table_id, self.code, self.watch = row.id, row.code, row.watch
        self.table = table
        self.deal = FairDeal(table.ruleset, row.seed, table.opened.shared is not None)
        self.lock = asyncio.Lock()
        self.onlookers: set[Onlooker] = set()
        self.coming: Counter[int] = Counter()
        """Persons who are about to be welcomed."""
        self.elsewhere: dict[int, int] = {}
        """Persons who were connected to other processes, and until when that is known; in the future: they are."""
        self.away: Callable[[Room], list[messages.Away]] = lambda _: []
        """Who is away, and from when others may take over."""
        self.on_gone: Callable[[Room, int], None] = lambda _, __: None
        """Called when a person's last connection to this process has ended."""
        self.stale = False
        """Whether the log may hold more than this room knows."""
        self.gone = False
        """Whether this process has let go of this room: another one may have taken its place."""
        self.touched = time.monotonic()
        self.thinking: int | None = None
        """The entry after which a bot of this process is thinking."""
        self.player: tuple[object, Player] | None = None
        """The bot that has begun this turn."""
        self.on_change: Callable[[Room], None] = lambda _: None
        """Called after this process has added an entry: what follows from it is this process's to do."""
        self.on_purged: Callable[[Room], None] = lambda _: None
        """Called when an administrator has purged the table under this room."""
        self._store, self._claim_ms, self._limits = store, claim_ms, limits
        self._changes = Bucket(limits.changes_per_second, limits.change_burst)
        self._projector = Projector()
        self._online: set[int] = set()

    @classmethod
    async def load(cls, store: Store, row: TableRow, claim_ms: int, limits: Limits) -> Room:
        """The table as its log tells it."""
        table = await folded(store, row.id)
        METRICS.loads.add()
        return cls(store, row, table, claim_ms, limits)

    @property
    def here(self) -> set[int]:
        """Persons who are connected to this process."""
        connected = {onlooker.person for onlooker in self.onlookers if onlooker.person is not None}
        return connected | self.coming.keys() if self.coming else connected

    @property
    def online(self) -> set[int]:
        """Persons who are connected, to whichever process."""
        here = self.here
        if self.elsewhere:
            now = milliseconds()
            here |= {person for person, until in self.elsewhere.items() if until > now}
        return here

    async def change(self, decide: Callable[[Table], Decision]) -> int:
        """Adds the entry that `decide` makes of the present table; returns its number once it is stored durably."""
        async with self.lock:
            self._check_here()
            for _ in range(ATTEMPTS):
                await self._catch_up_if_stale()
                try:
                    decision = decide(self.table)
                except Refused:
                    if await self._was_behind():
                        continue
                    raise
                self._check_room(decision.entry)
                if await self._append(decision):
                    return self.table.seq
                METRICS.conflicts.add()
                await self._follow_the_faster()
            raise Refused("too-fast")

    def _check_room(self, entry: Entry) -> None:
        """No log grows without end, and what keeps a game going is at most put off.

        Actions are bounded by the rules, joining by the persons of a table; talk and taking back have a limit, and
        coming and going has a rate.
        """
        if isinstance(entry, entries.Said):
            if self.table.persons[entry.person].said >= self._limits.chat_lines:
                raise Refused("chat-full")
        elif isinstance(entry, entries.TookBack):
            if self.table.taken_back >= self._limits.takes_back:
                raise Refused("enough-taken-back")
        elif not isinstance(entry, _BOUNDED) and not self._changes.take():
            raise Refused("too-fast")

    async def _follow_the_faster(self) -> None:
        """Reads what took the place in the log; if nothing did, there is no log any more."""
        seq, self.stale = self.table.seq, True
        await self._catch_up_if_stale()
        if self.table.seq == seq:
            self.on_purged(self)
            raise Refused("no-table")

    async def _was_behind(self) -> bool:
        """Whether another process has added something that this room had not heard of: a no may have been too early."""
        seq = self.table.seq
        self.stale = self._store.shared
        await self._catch_up_if_stale()
        return self.table.seq > seq

    def _check_here(self) -> None:
        if self.gone:
            raise Refused("unavailable")

    async def _append(self, decision: Decision) -> bool:
        at, entry = milliseconds(), decision.entry
        after, body = self.table.after(decision, at), encode_entry(entry)
        item = Append(self.table_id, after.seq, at, body, head_of(after, at, self._claim_ms))
        try:
            won = await self._store.append(item)
        except (Unavailable, OSError):
            self.stale = True
            raise Refused("unavailable") from None
        if won:
            with suppress(Refused):  # whoever looks next is told
                await self._tell_seed(after)
            self._move_to(after, [Logged(after.seq, at, entry)])
            self.on_change(self)
        return won

    async def catch_up(self) -> None:
        """Reads what other processes added, if any may have."""
        if self.stale or self._store.shared:
            async with self.lock:
                self.stale = True
                await self._catch_up_if_stale()
        await self._tell_seed(self.table)

    async def _tell_seed(self, table: Table) -> None:
        """Reveals the seed of a deal that other tables have too, once all of them are over."""
        if table.opened.shared is None or table.status != "over" or table.seed is not None:
            return
        try:
            told = await deal_over(self._store, await self._store.deals.of_table(self.table_id))
        except Unavailable:
            raise Refused("unavailable") from None
        if told:
            table.seed = self.deal.seed

    async def _catch_up_if_stale(self) -> None:
        if not self.stale:
            return
        self.stale = False  # before reading: what is heard meanwhile makes it stale again
        try:
            rows = await self._store.news(self.table_id, self.table.seq)
        except (Unavailable, OSError):
            self.stale = True
            raise Refused("unavailable") from None
        if rows:
            after, news = self.table.copy(), [_logged(row) for row in rows]
            for logged in news:
                after.follow(logged.seq, logged.at, logged.entry)
            self._move_to(after, news)

    def _move_to(self, table: Table, news: list[Logged]) -> None:
        self.table, self.touched = table, time.monotonic()
        if self.onlookers:
            kinds = [logged.entry for logged in news]
            around = table.status == "over" or not all(isinstance(entry, _GAME_ONLY) for entry in kinds)
            game = not all(isinstance(entry, _QUIET) for entry in kinds)
            self.tell(self.update(news, around, game))
            if game:
                for onlooker in tuple(self.onlookers):
                    onlooker.follow(self)

    def update(self, news: list[Logged], around: bool = True, game: bool = True) -> bytes:
        """Encoded once for everybody."""
        table, play = self.table, self._projector.play(self.table) if game else None
        return encoder.encode(
            messages.Update(table.seq, milliseconds(), news, table_view(table) if around else None, play)
        )

    def tell(self, data: bytes) -> None:
        METRICS.deliveries.add(len(self.onlookers))
        for onlooker in tuple(self.onlookers):
            onlooker.deliver(data)

    async def enter(self, onlooker: Onlooker, seen: int | None, welcome: Callable[[Room], messages.Welcome]) -> None:
        """From now on the onlooker hears everything; first, what it missed."""
        async with self.lock:
            self._check_here()
            self.stale = self.stale or self._store.shared  # the onlooker may have seen more at another process
            await self._catch_up_if_stale()
            missed: list[LogRow] = []
            if seen is not None and seen < self.table.seq:
                try:
                    missed = await self._store.log(self.table_id, seen, self.table.seq)
                except Unavailable:
                    raise Refused("unavailable") from None
            await self._tell_seed(self.table)
            self.onlookers.add(onlooker)
            self.touched = time.monotonic()
            onlooker.deliver(encoder.encode(welcome(self)))
            onlooker.deliver(self.update([_logged(row) for row in missed]))
            onlooker.follow(self)
        self.tell_presence()

    def leave(self, onlooker: Onlooker) -> None:
        self.onlookers.discard(onlooker)
        self.touched = time.monotonic()
        if onlooker.person is not None and onlooker.person not in self.here:
            self.on_gone(self, onlooker.person)
        self.tell_presence()

    def tell_presence(self) -> None:
        """Says who is connected, if that changed."""
        online = self.online
        if online != self._online:
            self._online = online
            self.tell(encoder.encode(Presence(sorted(online), self.away(self))))


def _logged(row: LogRow) -> Logged:
    return Logged(row.seq, row.at, decode_entry(row.body))


async def folded(store: Store, table_id: int, up_to: int | None = None) -> Table:
    """The table as it was after this entry, or as it is."""
    log = await store.log(table_id, 0, up_to)
    if not log:
        raise Refused("no-table")  # purged a moment ago
    return await asyncio.to_thread(Table.fold, log)  # a long game takes a while: others need not wait


async def deal_over(store: Store, deal: DealRow | None) -> bool:
    """Whether the seed of a shared deal may be told: its day is over, or all its tables are."""
    if deal is None:
        return False
    if deal.day is not None:
        return ends(read_day(deal.day)) <= milliseconds()
    return deal.closed is not None or not await store.deals.running(deal.id)


def head_of(table: Table, now: int, claim_ms: int) -> Head:
    """What the table's row says: above all when the server itself has something to do."""
    due = now + claim_ms if table.deciding_level is not None else table.deadline
    return Head(table.status, due, table.summary())
