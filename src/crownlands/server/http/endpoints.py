"""Endpoints as values: routes and the OpenAPI document are both made from them."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from crownlands.server.ops.metrics import METRICS
from crownlands.server.protocol.bodies.status import Problem
from crownlands.server.protocol.refusals import Refused

_encode = msgspec.json.Encoder().encode

PACKED_BYTES, PACKING = 2000, 5
SMALL_BYTES = 16 * 1024
"""The longest body, where no record is in it."""

STATUS = {
    "no-table": 404,
    "no-deal": 404,
    "no-puzzle": 404,
    "bad-token": 401,
    "spectator": 401,
    "too-fast": 429,
    "too-large": 413,
    "unavailable": 503,
    "busy": 503,
    "no-review": 404,
    "behind": 409,
    "not-over": 409,
    "play-first": 409,
    "let-go": 409,
    "deal-full": 409,
    "day-running": 409,
    "started": 409,
    "table-full": 409,
}
"""HTTP status of a refusal; 422 for all others."""


class NoQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


@dataclass(frozen=True)
class ApiRequest:
    """A request to the API, read and checked."""

    http: Request
    body: Any
    query: Any

    @property
    def address(self) -> str:
        """Where it comes from."""
        client = self.http.client
        return client.host if client else "unknown"

    @property
    def path(self) -> dict[str, str]:
        return self.http.path_params

    @property
    def token(self) -> str | None:
        """The bearer's token."""
        scheme, _, token = self.http.headers.get("authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" and token else None


@dataclass(frozen=True)
class Endpoint:
    """One operation of the API."""

    method: str
    path: str
    summary: str
    handler: Callable[[ApiRequest], Awaitable[Any]]
    answer: Any
    """The type of the answer; `str` is plain text."""
    body: Any = None
    query: type[msgspec.Struct] = NoQuery
    status: int = 200
    refusals: tuple[int, ...] = ()
    token: bool = False
    large: bool = False
    """Whether a record may be in the body."""

    def route(self, limit: int) -> Route:
        return Route(self.path, self._respond(limit), methods=[self.method], include_in_schema=False)

    def _respond(self, limit: int) -> Callable[[Request], Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            METRICS.requests.add()
            try:
                body = await self._body(request, limit if self.large else min(limit, SMALL_BYTES))
                query = self._query(request)
                answer = await self.handler(ApiRequest(request, body, query))
            except Refused as refused:
                METRICS.refused.add()
                return refusal(refused)
            if isinstance(answer, Response):
                return answer
            return Response(_encode(answer), self.status, media_type="application/json")

        return respond

    async def _body(self, request: Request, limit: int) -> Any:
        if self.body is None:
            return None
        # A page of another origin cannot send this type without asking first, and is not allowed to.
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused("malformed", problem="the body must be application/json")
        received = bytearray()
        try:
            async for chunk in request.stream():
                received += chunk
                if len(received) > limit:
                    raise Refused("too-large", limit=limit)
            return msgspec.json.decode(bytes(received), type=self.body)
        except (msgspec.DecodeError, UnicodeError, RecursionError, ClientDisconnect) as error:
            raise Refused("malformed", problem=str(error)[:200]) from None

    def _query(self, request: Request) -> Any:
        try:
            return msgspec.convert(dict(request.query_params), self.query, strict=False)
        except (msgspec.ValidationError, UnicodeError) as error:
            raise Refused("malformed", problem=str(error)[:200]) from None


def packed(request: Request, body: bytes) -> Response:
    """JSON, compressed for who can read that: not on the event loop, which others wait for."""
    headers = {"vary": "Accept-Encoding"}
    if len(body) > PACKED_BYTES and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, PACKING)
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type="application/json")


def refusal(refused: Refused) -> Response:
    """A refusal as an HTTP answer."""
    problem = Problem(refused.code, refused.details, str(refused))
    status = STATUS.get(refused.code, 422)
    headers = {"retry-after": "2"} if status in (429, 503) else None
    return Response(_encode(problem), status, headers, "application/json")
