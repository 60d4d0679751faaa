"""K4 at a table: nothing that a client can reach tells a king that is not drawn."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable

from crownlands.client import TableClient
from crownlands.client.connection import View
from crownlands.rules import Dealer, ruleset
from crownlands.server.table.fair_deal import fixed_seed
from tests.server.harness import FIXED, Server
from tests.server.parties import previewed

RULES = ruleset("kingdomino/2")
HOSTS = ("Ada0989", "Ada1598")
"""Two hosts whose deals begin alike and differ from the second king on."""

# What differs between any two tables: their names and secrets, and the time.
SECRETS = re.compile(
    r"\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b|Ada\d{4}|\b1[789]\d{8,}\b|(?<=date: )\S+|\b\d{4}-\d\d-\d\dT[\d:.+Z]+"
)


def seen(seq: int) -> Callable[[View], bool]:
    return lambda view: view.seq >= seq


async def reach(server: Server, host: str, choices: int) -> tuple[str, list[int]]:
    """All that anybody can hear, fetch or ask for after so many choices, and whose kings have been drawn."""
    made = await server.http.create(RULES.name, host, [{"kind": "me"}, {"kind": "me"}], hints="always")
    clients = [
        TableClient(server.url, made["code"], made["token"], preview=True),
        TableClient(server.url, made["watch"]),
    ]
    for client in clients:
        await client.connect()
    player = clients[0]
    await player.ask("start")
    await player.until(lambda view: view.play is not None and view.play["step"] == "choose")
    for _ in range(choices):
        seq = (await player.act(player.view.play["legal"][0]))["seq"]  # type: ignore[index]
        await asyncio.gather(*(client.until(seen(seq)) for client in clients))
    await player.until(previewed)
    table = f"/api/tables/{made['code']}"
    fetched = [await server.http.record(made["code"])]
    fetched += [json.dumps(await server.http.call("GET", table + path)) for path in ("", "/replay", "/log")]
    fetched.append(json.dumps(await server.http.call("GET", f"{table}/position", seq=player.view.seq)))
    fetched.append(json.dumps(await player.ask("hint")))
    drawn = [owner for text in fetched[:1] for owner in map(int, re.findall(r"^kings (\d)$", text, re.MULTILINE))]
    for client in clients:
        await client.close()
    logs = [
        json.dumps([client.view.log, client.view.table, client.view.play, client.view.preview]) for client in clients
    ]
    text = "\n".join((*logs, *fetched))
    for secret in (made["code"], made["watch"], made["token"]):
        text = text.replace(secret, "-")
    return SECRETS.sub("-", text), drawn


def test_k4_two_deals_that_differ_in_the_next_king_look_the_same_until_it_is_drawn(server: Server) -> None:
    deals = [Dealer(RULES, fixed_seed(FIXED.seed, host)) for host in HOSTS]
    lines = [sorted(deal.dominoes["kingdomino"][:4]) for deal in deals]
    kings = [[owner for _, owner in deal.kings] for deal in deals]
    assert (lines[0], kings[0][0]) == (lines[1], kings[1][0])
    assert kings[0][1] != kings[1][1]

    async def run() -> None:
        before = [await reach(server, host, choices=0) for host in HOSTS]
        assert before[0] == before[1]
        assert before[0][1] == kings[0][:1]
        after = [await reach(server, host, choices=1) for host in HOSTS]
        assert [drawn for _, drawn in after] == [order[:2] for order in kings]
        assert after[0][0] != after[1][0], "once it is drawn everybody sees it"

    asyncio.run(run())
