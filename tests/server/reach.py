"""Everything that a client can hear, fetch or ask for: for tests of what nobody may know."""

from __future__ import annotations

import json
from typing import Any

from crownlands.client import ApiError, Refused, TableClient
from tests.server.harness import Server


async def everything(server: Server, tables: list[dict[str, Any]], me: str | None = None, **values: str) -> str:
    """All answers to every GET that is documented, and all that is said over websockets, at these tables."""
    found: list[str] = []
    document = await server.http.call("GET", "/api/openapi.json")
    queries: dict[str, dict[str, Any]] = {"position": {"seq": 10_000}, "ruleset": {"name": "kingdomino/4"}}
    for path, operations in document["paths"].items():
        if "get" not in operations:
            continue
        codes = [code for table in tables for code in (table["code"], table["watch"])] if "tables/" in path else [""]
        for code in codes:
            filled = path.format_map({"code": code, "player": "monarch-1", **values})
            for token in (None, me):
                try:
                    answer = await server.http.call("GET", filled, token=token, **queries.get(path.split("/")[-1], {}))
                except ApiError as error:
                    answer = [error.code, str(error)]
                found.append(json.dumps(answer))
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
