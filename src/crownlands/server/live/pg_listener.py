"""LISTEN on PostgreSQL: other processes say "table X is at N" or "somebody came or went at X", and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from crownlands.server.store import Store, Unavailable
from crownlands.server.store.store import CHANNEL, PRESENCE

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 2.0
RETRY_SECONDS = 0.3


class Listener:
    """Keeps one connection that listens; when it was lost, everything is looked at again."""

    def __init__(
        self,
        store: Store,
        heard: Callable[[int, int], None],
        presence_changed: Callable[[int, str], None],
        refresh: Callable[[], Awaitable[None]],
    ) -> None:
        self._store, self._heard, self._presence_changed, self._refresh = store, heard, presence_changed, refresh
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    async def start(self) -> None:
        self._task = asyncio.create_task(self._run())
        await self._ready.wait()

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except (Unavailable, OSError) as error:
                log.warning("listening failed", extra={"reason": str(error)[:200]})
            except asyncio.CancelledError:
                raise
            except Exception as error:  # whatever the driver raises when its server goes away
                log.warning("listening failed", extra={"reason": repr(error)[:200]})
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        import asyncpg  # type: ignore[import-untyped]  # an extra: only PostgreSQL needs it

        url = self._store.engine.url.set(drivername="postgresql")
        connection = await asyncpg.connect(url.render_as_string(hide_password=False), timeout=5)
        try:
            await connection.add_listener(CHANNEL, self._note)
            await self._refresh()
            self._ready.set()
            while True:
                await asyncio.sleep(HEARTBEAT_SECONDS)
                await connection.execute("SELECT 1", timeout=5)
        finally:
            connection.terminate()

    def _note(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        table_id, _, rest = payload.partition(" ")
        if table_id.isdigit() and rest.isdigit():
            self._heard(int(table_id), int(rest))
        elif table_id.isdigit():
            self._presence_changed(int(table_id), rest.removeprefix(PRESENCE))
