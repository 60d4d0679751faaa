"""The browser client: its files, and one page for all its paths."""

from __future__ import annotations

import gzip
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

CLIENT = Path(__file__).parents[1] / "static" / "client"
"""The built browser client, if it was built."""

PATHS = (
    "/",
    "/new",
    "/t/{code}",
    "/watch/{code}",
    "/replay",
    "/replay/{code}",
    "/review",
    "/review/{code}",
    "/scorepad",
    "/learn",
    "/learn/{name}",
    "/rules",
    "/daily",
    "/daily/{day}/{family}",
    "/duplicate",
    "/duplicate/{code}",
    "/puzzles",
    "/puzzles/{name}",
    "/games",
    "/me",
)
"""One page for all: the client reads the path."""

FOREVER = "public, max-age=31536000, immutable"
"""For files whose name changes with what is in them."""


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
