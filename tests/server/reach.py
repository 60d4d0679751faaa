"""Everything that a client can hear, fetch or ask for: for tests of what nobody may know."""

from __future__ import annotations

import json
from typing import Any

from crownlands.client import ApiError, Refused, TableClient
from tests.server.harness import Server

FILLED = {"day": "2026-03-04", "family": "kingdomino", "player": "monarch-1", "key": "0" * 64, "puzzle": "none"}
"""What stands in paths, besides codes."""
QUERIES: dict[str, dict[str, Any]] = {"position": {"seq": 10_000}, "ruleset": {"name": "kingdomino/4"}}


async def everything(server: Server, tables: list[dict[str, Any]], me: str | None = None, deal: str = "none") -> str:
    """All answers to every GET that is documented, and all that is said over websockets, at these tables."""
    found: list[str] = []
    document = await server.http.call("GET", "/api/openapi.json")
    for path, operations in document["paths"].items():
        codes = [code for table in tables for code in (table["code"], table["watch"])] if "tables/" in path else [deal]
        for code in codes if "get" in operations else ():
            for token in {None, me}:
                filled, query = path.format_map({**FILLED, "code": code}), QUERIES.get(path.split("/")[-1], {})
                try:
                    found.append(json.dumps(await server.http.call("GET", filled, token=token, **query)))
                except ApiError as error:
                    found.append(f"{error.code} {error}")
    for table in tables:
        for code, token in ((table["code"], table["token"]), (table["watch"], None)):
            async with TableClient(server.url, code, token, preview=True) as client:
                client.heard = lambda message: found.append(json.dumps(message))
                for kind, fields in (("hint", {"seq": 20}), ("ping", {}), ("say", {"text": "hello"}), ("leave", {})):
                    try:
                        found.append(json.dumps(await client.ask(kind, **fields)))
                    except Refused as refused:
                        found.append(str(refused))
                found.append(json.dumps([client.view.log, client.view.table, client.view.play, client.view.preview]))
    return "\n".join(found)
