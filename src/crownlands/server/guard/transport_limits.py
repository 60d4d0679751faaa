"""What a connection may hold and how long it may take, before and below what the application sees."""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from collections import OrderedDict
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from crownlands.server.guard.limits import Bucket, network_of
from crownlands.server.ops.metrics import METRICS
from crownlands.server.settings import Limits

log = logging.getLogger(__name__)

RESPONSE_SECONDS = 60.0
"""For reading an answer: whoever takes longer does not read."""
CLOSING_SECONDS = 10.0
"""For reading what is left when a connection ends."""
CONTROL_FRAMES_PER_SECOND, CONTROL_FRAME_BURST = 10.0, 100
FRAGMENTS = 64
"""Parts of one message."""
SPARE_FILES = 64
"""Files that are no connections: the database, the port, the package."""
LOG_SECONDS = 10.0


def raise_file_limit() -> int:
    """As many files as this process may have, and how many of them may be connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return max(SPARE_FILES, soft - SPARE_FILES) if soft != resource.RLIM_INFINITY else 2**31


class TransportLimits:
    """All connections of this process, by address; proxies that are trusted count for nobody."""

    def __init__(self, limits: Limits, proxies: str) -> None:
        self.limits = limits
        self._proxies = {proxy.strip() for proxy in proxies.split(",")}
        self._most = raise_file_limit()
        self._open: dict[str, int] = {}
        self._waiting: dict[str, OrderedDict[asyncio.Transport, None]] = {}
        """Connections without a whole request, by address, oldest first."""
        self.open = 0
        self._logged = 0.0

    def enter(self, address: str | None, transport: asyncio.Transport) -> str | None:
        """The address that a new connection counts for; none if it has to go at once."""
        self.open += 1
        key = "" if address is None or address in self._proxies or "*" in self._proxies else network_of(address)
        self._open[key] = self._open.get(key, 0) + 1
        if self.open > self._most or (key and self._open[key] > self.limits.connections_per_address):
            self._turn_away("too many connections", key)
            self.leave(key)
            return None
        return key

    def leave(self, key: str) -> None:
        self.open -= 1
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]

    def wait(self, key: str, transport: asyncio.Transport) -> None:
        """A request is expected. Of those who wait for theirs the oldest has to make room."""
        waiting = self._waiting.setdefault(key, OrderedDict())
        waiting[transport] = None
        if key and len(waiting) > self.limits.waiting_per_address:
            oldest, _ = waiting.popitem(last=False)
            self._turn_away("too many half requests", key)
            oldest.abort()

    def stop_waiting(self, key: str, transport: asyncio.Transport) -> None:
        waiting = self._waiting.get(key)
        if waiting is not None:
            waiting.pop(transport, None)
            if not waiting:
                del self._waiting[key]

    def late(self, reason: str, key: str) -> None:
        self._turn_away(reason, key)

    def _turn_away(self, reason: str, key: str) -> None:
        METRICS.turned_away.add()
        if time.monotonic() >= self._logged + LOG_SECONDS:
            self._logged = time.monotonic()
            counted = {"address": key or "proxy", "open": self._open.get(key, 0), "total": METRICS.turned_away.value}
            log.warning("connection turned away: %s", reason, extra=counted)


class BoundedHttp(H11Protocol):
    """HTTP whose requests come in time and whose answers are read in time."""

    _key: str | None = None
    _timer: asyncio.TimerHandle | None = None
    _asking = False

    @property
    def transport_limits(self) -> TransportLimits:
        limits: TransportLimits = self.config.app.service.transport_limits  # type: ignore[union-attr]
        return limits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._key = self.transport_limits.enter(self.client[0] if self.client else None, transport)
        if self._key is None:
            transport.abort()
        else:
            self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self._key is not None:
            self.transport_limits.leave(self._key)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._asking and self.cycle is not None and self.conn.their_state in (h11.DONE, h11.MUST_CLOSE):
            self._stop_waiting()
            if not self.cycle.response_complete:
                self._within(RESPONSE_SECONDS, "answer not read")

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self._asking:
            self._expect_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_waiting()
        super().handle_websocket_upgrade(event)
        protocol: Any = self.transport.get_protocol()
        protocol.counts_for = self._key

    def _expect_request(self) -> None:
        assert self._key is not None
        self._asking = True
        self._within(self.transport_limits.limits.request_seconds, "half a request")
        self.transport_limits.wait(self._key, self.transport)

    def _stop_waiting(self) -> None:
        self._asking = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._key is not None:
            self.transport_limits.stop_waiting(self._key, self.transport)

    def _within(self, seconds: float, reason: str) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self._late, reason)

    def _late(self, reason: str) -> None:
        if not self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.transport_limits.late(reason, self._key or "")
        self.transport.abort()


class BoundedSocket(WebSocketsSansIOProtocol):
    """A websocket that answers pings only to who reads, and whose end does not wait for who does not."""

    counts_for: str | None = None

    @property
    def transport_limits(self) -> TransportLimits:
        limits: TransportLimits = self.config.app.service.transport_limits  # type: ignore[union-attr]
        return limits

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._frames = Bucket(CONTROL_FRAMES_PER_SECOND, CONTROL_FRAME_BURST)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.counts_for is not None:
            self.transport_limits.leave(self.counts_for)
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"]["crownlands"] = {"abort": self.abort}

    def abort(self) -> None:
        """Lets go at once, with whatever was not read."""
        self.transport.abort()

    def handle_ping(self) -> None:
        pong = b"".join(self.conn.data_to_send())
        if self.transport.is_closing():
            return
        if not self._frames.take():
            self.transport_limits.late("too many pings", self.counts_for or "")
            self.abort()
        elif self.writable.is_set():
            self.transport.write(pong)

    def handle_pong(self, event: Frame) -> None:
        if not self._frames.take():
            self.abort()
        else:
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= FRAGMENTS:
            self.abort()
        else:
            super().handle_cont(event)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self.loop.call_later(CLOSING_SECONDS, self.abort)
