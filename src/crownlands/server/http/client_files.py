"""What the browser client asks for beside play: the worth of what is legal, games as pictures, and its own files."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from itertools import islice
from mimetypes import guess_type
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from crownlands.notation import Record, parse_record, replay
from crownlands.rules import CrownlandsError
from crownlands.server.http.endpoints import ApiRequest, Endpoint, packed
from crownlands.server.http.preview import Outlook, outlook
from crownlands.server.live.fair_pool import Priority
from crownlands.server.live.rooms import Rooms
from crownlands.server.protocol.event_messages import EventMessage, to_message
from crownlands.server.protocol.http_types import RecordRequest
from crownlands.server.protocol.refusals import Refused
from crownlands.server.protocol.views import PlayView, RealmView
from crownlands.server.table.projection import Projector, position

CLIENT = Path(__file__).parents[1] / "static" / "client"
"""The built browser client, if it was built."""

PATHS = (
    "/",
    "/new",
    "/t/{code}",
    "/watch/{code}",
    "/replay",
    "/replay/{code}",
    "/scorepad",
    "/learn",
    "/learn/{name}",
    "/rules",
    "/games",
    "/me",
)
"""One page for all: the client reads the path."""

FOREVER = "public, max-age=31536000, immutable"
"""For files whose name changes with what is in them."""
RealmIndex = Annotated[str, Meta(pattern="^[0-7]$")]


class Frame(Struct, frozen=True):
    """The game after one event: `play` without its realms, and those realms that are not as in the frame before."""

    ply: int
    event: EventMessage | None
    play: PlayView
    realms: dict[RealmIndex, RealmView]


class Film(Struct, frozen=True):
    """A part of a game, picture by picture."""

    ruleset: str
    tags: dict[str, str]
    plies: int
    frames: list[Frame]


def film(record: Record, start: int, count: int) -> dict[str, Any]:
    """A `Film` of these pictures; the first one has every realm."""
    projector = Projector()
    frames: list[dict[str, Any]] = []
    known: list[msgspec.Raw] = []
    for ply, match in islice(enumerate(replay(record)), start, start + count):
        play = position(projector, match, past=True)
        realms = play["state"]["realms"]
        play["state"] = {**play["state"], "realms": []}
        changed = {
            str(index): realm for index, realm in enumerate(realms) if index >= len(known) or known[index] is not realm
        }
        known = realms
        event = to_message(record.events[ply - 1]) if ply else None
        frames.append({"ply": ply, "event": event, "play": play, "realms": changed})
    return {
        "ruleset": record.ruleset.name,
        "tags": dict(record.tags),
        "plies": len(record.events),
        "frames": frames,
    }


def screen_endpoints(rooms: Rooms, count: Callable[[ApiRequest], None]) -> list[Endpoint]:
    """The operations of this file; `count` refuses who asks too often."""

    async def look(request: ApiRequest) -> Outlook:
        count(request)
        _, room = await rooms.find(request.path["code"])
        if room.stale:
            await room.catch_up()
        table = room.table
        if table.match is None:
            raise Refused("not-started")
        state, moved = table.match.state, table.moved
        work = partial(outlook, state, moved)
        return await rooms.work_for(request.address, rooms.readers, Priority.PEOPLE, work)

    async def show(request: ApiRequest) -> Response:
        count(request)
        body: RecordRequest = request.body

        def work() -> Response:
            pages = film(parse_record(body.record), body.start, body.count)
            return packed(request.http, msgspec.json.encode(pages))

        try:
            return await rooms.read_for(request.address, work)
        except CrownlandsError as error:
            raise Refused("unreadable", problem=str(error)[:500]) from None

    return [
        Endpoint(
            "GET",
            "/api/tables/{code}/outlook",
            "What each legal action would change, and where free dominoes could go",
            look,
            Outlook,
            refusals=(404,),
        ),
        Endpoint("POST", "/api/frames", "A record picture by picture", show, Film, body=RecordRequest, large=True),
    ]


def missing_page() -> Response:
    """The client's page for an address that does not exist: it says so."""
    return FileResponse(CLIENT / "index.html", 404, headers={"cache-control": "no-cache"})


def wants_page(request: Request) -> bool:
    """Whether a person in a browser asks."""
    built = (CLIENT / "index.html").is_file()
    asks = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    return built and asks and not request.url.path.startswith(("/api/", "/assets/"))


def client_routes() -> list[BaseRoute]:
    """The browser client: its files, and one page for all its paths. Nothing if it was not built."""
    if not (CLIENT / "index.html").is_file():
        return []

    index = File(CLIENT / "index.html", "no-cache")
    tops = {f"/{path.name}": File(path, "no-cache") for path in sorted(CLIENT.iterdir()) if path.is_file()}
    assets = {f"/assets/{path.name}": File(path, FOREVER) for path in sorted((CLIENT / "assets").iterdir())}

    async def page(request: Request) -> Response:
        return index.answer(request)

    async def file(request: Request) -> Response:
        return files[request.url.path].answer(request)

    files = {path: kept for path, kept in {**tops, **assets}.items() if not path.endswith(".html")}
    return [*(Route(path, file) for path in files), *(Route(path, page) for path in PATHS)]


class File:
    """A file of the client, read and compressed once."""

    def __init__(self, path: Path, caching: str) -> None:
        self._plain = path.read_bytes()
        packed = gzip.compress(self._plain, 9, mtime=0)
        self._packed = packed if len(packed) < len(self._plain) else None
        self._kind = guess_type(path.name)[0] or "application/octet-stream"
        tag = f'"{sha256(self._plain).hexdigest()[:32]}"'
        self._headers = {"etag": tag, "cache-control": caching, "vary": "Accept-Encoding"}

    def answer(self, request: Request) -> Response:
        if request.headers.get("if-none-match") == self._headers["etag"]:
            return Response(status_code=304, headers=self._headers)
        if self._packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self._packed, headers={**self._headers, "content-encoding": "gzip"}, media_type=self._kind)
        return Response(self._plain, headers=self._headers, media_type=self._kind)
