"""The application: API, websocket, landing page, and what surrounds them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from crownlands.server.guard.credentials import Signer, read_secret
from crownlands.server.guard.limits import Addresses, Places
from crownlands.server.guard.security import SecureHeaders, origin_allowed
from crownlands.server.guard.transport_limits import TransportLimits
from crownlands.server.http import openapi
from crownlands.server.http.client_files import client_routes, missing_page, wants_page
from crownlands.server.http.endpoints import refusal
from crownlands.server.http.routes import all_endpoints
from crownlands.server.live.connection import Connection
from crownlands.server.live.rooms import Rooms
from crownlands.server.ops.clock import CLOCK
from crownlands.server.ops.logs import configure_logs
from crownlands.server.ops.metrics import METRICS
from crownlands.server.protocol.refusals import Refused
from crownlands.server.settings import Settings
from crownlands.server.store import Store, Unavailable

log = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
GRACE_SECONDS = 5.0


class Service:
    """Everything of one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        CLOCK.ahead = settings.fixed.ahead if settings.fixed else 0
        self.rooms = Rooms(settings, Store(settings.database))
        self.signer = Signer(read_secret(Path(settings.secret_file)))
        self.connections: set[Connection] = set()
        self.transport_limits = TransportLimits(settings.limits, settings.proxies)
        self._comers = Addresses(settings.limits.connects_per_second, settings.limits.connect_burst)
        self._places = Places(settings.limits.sockets_per_address)

    async def websocket(self, socket: WebSocket) -> None:
        """A connection, if its page and its address may have one."""
        if not origin_allowed(socket.headers, socket.url.scheme, self.settings.origins):
            await socket.close(1008)
            return
        address = socket.client.host if socket.client else "unknown"
        if not self._comers.take(address) or not self._places.enter(address):
            await socket.close(1008)
            return
        self.rooms.gc_policy.connected()
        connection = Connection(socket, address, self.rooms, self.signer)
        try:
            await socket.accept()
            self.connections.add(connection)
            await connection.serve()
        finally:
            self.connections.discard(connection)
            self._places.leave(address)

    async def drain(self) -> None:
        """Before the listening sockets go: answers what was accepted, and says goodbye."""
        self.rooms.bots.stopping = True
        leaving = list(self.connections)
        for connection in leaving:
            connection.part()
        async with asyncio.timeout(GRACE_SECONDS):
            await asyncio.gather(*(connection.parted.wait() for connection in leaving))
            await self.rooms.store.drain()


class Application:
    """Websockets go straight to the service: every message would pass through all the layers around HTTP."""

    def __init__(self, service: Service, http: ASGIApp) -> None:
        self.service, self._http = service, http

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await self.service.websocket(WebSocket(scope, receive, send))
        else:
            await self._http(scope, receive, send)


def make_app(settings: Settings) -> Application:
    """The application of one process."""
    configure_logs()
    service = Service(settings)
    return Application(service, SecureHeaders(_http(service)))  # around everything: mistakes are answered with them too


def _http(service: Service) -> Starlette:
    """The API and the pages."""
    settings = service.settings
    limit = settings.limits.body_bytes
    endpoints = all_endpoints(service.rooms, service.signer)
    document = openapi.document(endpoints)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await service.rooms.start()
        log.info("serving", extra={"worker": service.rooms.process})
        yield
        await service.rooms.stop()
        log.info("stopped", extra={"worker": service.rooms.process})

    async def describe(_: Request) -> Response:
        return Response(document, media_type="application/json")

    async def page(_: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def style(_: Request) -> Response:
        return FileResponse(STATIC / "landing.css")

    async def failed(request: Request, error: Exception) -> Response:
        METRICS.errors.add()
        log.error("request failed", extra={"path": request.url.path}, exc_info=error)
        return Response(
            '{"code":"internal","details":{},"text":"the server made a mistake"}', 500, media_type="application/json"
        )

    async def refused(_: Request, error: Exception) -> Response:
        return refusal(error if isinstance(error, Refused) else Refused("unavailable"))

    async def not_found(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and wants_page(request):
            return missing_page()
        text = f'{{"code":"http","details":{{}},"text":"{error.detail}"}}'
        return Response(text, error.status_code, error.headers, "application/json")

    return Starlette(
        routes=[
            *(endpoint.route(limit) for endpoint in endpoints),
            Route("/api/openapi.json", describe),
            *client_routes(),
            Route("/landing.css", style),
            Route("/", page),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)],
        exception_handlers={Exception: failed, Unavailable: refused, HTTPException: not_found},
        lifespan=lifespan,
    )
