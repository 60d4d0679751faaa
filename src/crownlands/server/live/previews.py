"""Previews: sent after each position to whoever decides in it and asked for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from crownlands.rules import State
from crownlands.server.live.fair_pool import Priority
from crownlands.server.live.room import Room
from crownlands.server.live.rooms import Rooms
from crownlands.server.ops.metrics import METRICS
from crownlands.server.protocol.messages import encoder
from crownlands.server.protocol.refusals import Refused
from crownlands.server.table.preview import preview

log = logging.getLogger(__name__)


class Previewer:
    """Follows a table for one connection; what it works on is dropped when the position has moved on."""

    def __init__(self, rooms: Rooms, person: int, address: str, deliver: Callable[[bytes], None]) -> None:
        self._rooms, self._person, self._address, self._deliver = rooms, person, address, deliver
        self._game_seq = 0
        """The position that was previewed last."""
        self._task: asyncio.Task[None] | None = None

    def follow(self, room: Room) -> None:
        """Previews the position of this room, once, if the person decides in it."""
        table = room.table
        if table.game_seq == self._game_seq:
            return
        self.stop()
        decides = table.turn in table.seats_of(self._person) and table.deciding_level is None
        if table.match is not None and decides:
            self._game_seq = table.game_seq
            self._task = asyncio.create_task(self._send(room.table_id, table.game_seq, table.match.state))

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _send(self, table_id: int, game_seq: int, state: State) -> None:
        def work() -> bytes:
            return encoder.encode(preview(state, game_seq))

        async def think() -> bytes:
            return await self._rooms.work_for(self._address, self._rooms.readers, Priority.PEOPLE, work)

        try:
            with suppress(Refused):  # this address has asked for too much: one can decide without it
                self._deliver(await self._rooms.previews.ask((table_id, game_seq), think))
        except Exception:
            METRICS.errors.add()
            log.exception("preview failed", extra={"table": table_id})
