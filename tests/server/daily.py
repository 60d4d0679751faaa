"""Daily deals for tests: a server on a day of the test's own, and somebody who plays there."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from crownlands.client import TableClient, play_seat
from crownlands.client.connection import View
from crownlands.server.settings import Fixed
from tests.server.harness import FIXED, Server

DAY, NEXT = "2026-03-04", "2026-03-05"


def on(day: str, hour: int = 12) -> Fixed:
    """A server without luck on this day."""
    moment = datetime.fromisoformat(f"{day}T{hour:02}:00").replace(tzinfo=UTC).timestamp()
    return Fixed(seed=FIXED.seed, work=FIXED.work, ahead=int((moment - time.time()) * 1000))


def by_ply(view: View) -> dict[str, Any]:
    """Some legal action, the same at the same place of the game, whatever was said meanwhile."""
    assert view.play is not None
    legal = view.play["legal"]
    action: dict[str, Any] = legal[view.play["ply"] * 7 % len(legal)]
    return action


async def secret(server: Server) -> str:
    """Somebody new."""
    return str((await server.http.call("POST", "/api/me", {}))["secret"])


async def begin(server: Server, me: str | None, family: str = "kingdomino", day: str = DAY, **wish: Any) -> Any:
    return await server.http.call("POST", f"/api/daily/{day}/{family}", {"name": "Ada", **wish}, me)


async def finish(server: Server, made: dict[str, Any]) -> dict[str, Any]:
    """Plays a table to its end; returns what is seen of it then."""
    async with TableClient(server.url, made["code"], made["token"]) as client:
        await play_seat(client, by_ply)
        assert client.view.table is not None
        return client.view.table


async def compared(server: Server, me: str | None, family: str = "kingdomino", day: str = DAY) -> Any:
    return await server.http.call("GET", f"/api/daily/{day}/{family}", token=me)
