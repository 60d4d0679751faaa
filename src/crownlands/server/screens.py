"""What the browser client asks for beside play: the worth of what is legal, games as pictures, and its own files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from crownlands.notation import Record, parse_record, replay
from crownlands.rules import CrownlandsError
from crownlands.server.bodies import RecordRequest
from crownlands.server.endpoints import Asked, Endpoint
from crownlands.server.hall import Hall
from crownlands.server.happenings import EventMessage, to_message
from crownlands.server.outlook import Outlook, outlook
from crownlands.server.projection import Projector, position
from crownlands.server.refusals import Refused
from crownlands.server.views import PlayView, RealmView

CLIENT = Path(__file__).parent / "static" / "client"
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
)
"""One page for all: the client reads the path."""

Result = TypeVar("Result")
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


def screen_endpoints(hall: Hall, count: Callable[[Asked], None]) -> list[Endpoint]:
    """The operations of this file; `count` refuses who asks too often."""

    async def look(asked: Asked) -> Outlook:
        count(asked)
        _, room = await hall.find(asked.path["code"])
        if room.stale:
            await room.catch_up()
        table = room.table
        if table.match is None:
            raise Refused("not-started")
        state, moved = table.match.state, table.moved
        return await _elsewhere(lambda: outlook(state, moved))

    async def show(asked: Asked) -> Response:
        count(asked)
        body: RecordRequest = asked.body
        try:
            record = parse_record(body.record)
            pages = await _elsewhere(lambda: msgspec.json.encode(film(record, body.start, body.count)))
        except CrownlandsError as error:
            raise Refused("unreadable", problem=str(error)[:500]) from None
        return Response(pages, media_type="application/json")

    return [
        Endpoint(
            "GET",
            "/api/tables/{code}/outlook",
            "What each legal action would change, and where free dominoes could go",
            look,
            Outlook,
            refusals=(404,),
        ),
        Endpoint("POST", "/api/frames", "A record picture by picture", show, Film, body=RecordRequest),
    ]


async def _elsewhere(work: Callable[[], Result]) -> Result:
    """Off the event loop, which others wait for."""
    return await asyncio.get_running_loop().run_in_executor(None, work)


def client_routes() -> list[BaseRoute]:
    """The browser client: its files, and one page for all its paths. Nothing if it was not built."""
    if not (CLIENT / "index.html").is_file():
        return []

    async def page(_: Request) -> Response:
        return FileResponse(CLIENT / "index.html", headers={"cache-control": "no-cache"})

    async def file(request: Request) -> Response:
        return FileResponse(CLIENT / request.url.path.lstrip("/"))

    files = [path for path in sorted(CLIENT.iterdir()) if path.is_file() and path.suffix != ".html"]
    tops = [Route(f"/{path.name}", file) for path in files]
    return [Mount("/assets", StaticFiles(directory=CLIENT / "assets")), *tops, *(Route(path, page) for path in PATHS)]
