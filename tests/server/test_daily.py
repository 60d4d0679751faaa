"""The daily deal: the same for everybody, once, compared, and secret until the day is over."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from crownlands.client import ApiError, TableClient
from crownlands.notation import parse_record
from crownlands.rules import new_match, ruleset
from crownlands.server.guard.credentials import Signer, read_secret
from crownlands.server.ops.clock import milliseconds
from crownlands.server.table.fair_deal import FairDeal, commitment, fixed_seed, verify
from crownlands.server.table.shared import REFERENCES, longest, read_day, streak, today
from tests.patience import LONGEST, comes_true
from tests.server.daily import DAY, NEXT, begin, by_ply, compared, finish, on, secret
from tests.server.harness import FIXED, Server
from tests.server.parties import refused
from tests.server.postgres import Postgres
from tests.server.reach import everything

SEED = fixed_seed(FIXED.seed, f"daily {DAY} kingdomino/4")


async def no(code: str, awaited: Any) -> None:
    """It is refused, with this code."""
    with pytest.raises(ApiError) as caught:
        await awaited
    assert caught.value.code == code


def test_a_deal_is_played_once_then_for_practice_and_told_on_the_next_day(tmp_path: Path) -> None:
    async def first_day(server: Server) -> tuple[str, dict[str, Any]]:
        me, other = await secret(server), await secret(server)
        for wrong in ("2026-03-05", "2024-01-01", "2026-3-4", "20260304", "today"):
            await no("no-deal", begin(server, me, day=wrong))
        await no("no-deal", begin(server, me, "kingdomono"))
        await no("bad-token", begin(server, None))
        await no("bad-token", begin(server, "somebody"))
        await no("play-first", begin(server, me, practice=True))
        made = await begin(server, me)
        assert await begin(server, me) == made, "whoever has begun goes on"
        await no("play-first", begin(server, me, practice=True))
        async with TableClient(server.url, made["code"], made["token"]) as client:
            await client.until(lambda view: view.my_turn)
            for kind, fields in (
                ("stand", {"seat": 0}),
                ("resign", {"level": "monarch"}),
                ("leave", {"level": "monarch"}),
                ("bot", {"seat": 1, "level": "page"}),
                ("free", {"seat": 1}),
            ):
                async with refused("same-terms"):
                    await client.ask(kind, **fields)
        table = await finish(server, made)
        practice = await begin(server, me, practice=True)
        assert practice["code"] != made["code"]
        await finish(server, practice)
        await comes_true(lambda: complete(server, me))
        await comes_true(lambda: reviewed(server, made["code"]), "the review")
        found = await compared(server, me)
        mine = found["deal"]["mine"]
        assert [(one["code"], one["counts"]) for one in mine] == [(made["code"], True), (practice["code"], False)]
        assert [one["points"] for one in mine] == [table["result"]["points"][0]] * 2, "the same moves, the same bots"
        assert (found["people"], found["references"], found["deal"]["seed"]) == (1, len(REFERENCES), None)
        assert (found["against_people"], found["against_references"]) == (None, mine[0]["share"])
        assert [result["name"] for result in found["results"] if result["you"]] == ["Ada"]
        reach = await everything(server, [made, practice], me)
        assert table["commitment"] in reach
        assert SEED not in reach
        assert '"curve"' in reach, "a review is made of what happened at the table, and is told"
        assert "day-running" in reach, "reference players' games are told on the next day"
        assert (await server.http.call("GET", "/api/daily", token=other))["deals"][0]["mine"] == []
        return me, made

    async def next_day(server: Server, me: str, made: dict[str, Any]) -> None:
        for text in (
            await server.http.record(made["code"]),
            await server.http.call("GET", f"/api/daily/{DAY}/kingdomino/monarch-1"),
        ):
            record = parse_record(text)
            assert dict(record.tags)["seed"] == SEED
            assert len(list(verify(record))) == 2
        async with TableClient(server.url, made["code"], made["token"]) as client:
            assert client.view.table is not None
            assert client.view.table["seed"] == SEED
        month = (await server.http.call("GET", "/api/daily/calendar", token=me, month="2026-03"))["days"]
        today, before = month[0]["deals"][0], month[1]["deals"][0]
        assert (today["day"], today["seed"], today["mine"]) == (NEXT, None, [])
        assert (before["day"], before["seed"], before["played"]) == (DAY, SEED, 1)
        assert before["mine"][0]["counts"]
        again = await begin(server, me)  # of yesterday: practice, however it is asked for
        assert again["code"] != made["code"]
        assert (await finish(server, again))["seed"] == SEED
        now = await server.http.call("GET", "/api/daily", token=me)
        assert (now["day"], now["streak"], now["longest"]) == (NEXT, 1, 1)

    with Server(tmp_path, fixed=on(DAY)) as server:
        me, made = asyncio.run(first_day(server))
        assert server.errors() == []
    with Server(tmp_path, fixed=on(NEXT)) as server:
        asyncio.run(next_day(server, me, made))
        assert server.errors() == []


async def complete(server: Server, me: str) -> bool:
    return bool((await compared(server, me))["references"] == len(REFERENCES))


async def reviewed(server: Server, code: str) -> bool:
    return (await server.http.call("GET", f"/api/tables/{code}/review"))["review"] is not None


def test_the_same_moves_meet_the_same_bots_though_the_server_was_killed(tmp_path: Path) -> None:
    """Each of two people plays the same; one talks, and at every turn the server is killed while the bots think."""

    async def play(server: Server, me: str, hard: bool) -> list[str]:
        made = await begin(server, me, "queendomino")
        async with TableClient(server.url, made["code"], made["token"]) as client:
            acted = 0
            while True:
                await client.until(lambda view: view.over or view.my_turn)
                if client.view.over or acted == 12:
                    break
                if hard:
                    await client.ask("say", text="hello")
                await client.act(by_ply(client.view))
                acted += 1
                if hard and acted % 4 == 0:
                    server.restart()
                    await client.connect(LONGEST)
            record = await server.http.record(made["code"])
        return [line for line in record.splitlines() if ":" not in line]

    with Server(tmp_path, fixed=on(DAY), claim_seconds=0.2) as server:
        one, two = (asyncio.run(secret(server)) for _ in range(2))
        calm, hard = asyncio.run(play(server, one, False)), asyncio.run(play(server, two, True))
        assert calm == hard
        assert len(calm) > 40
        assert asyncio.run(begin(server, two, "queendomino"))["code"], "what was begun is still there"


def test_a_game_that_ends_after_midnight_does_not_count(tmp_path: Path) -> None:
    with Server(tmp_path, fixed=on(DAY, 23)) as server:
        me = asyncio.run(secret(server))
        made = asyncio.run(begin(server, me))
    with Server(tmp_path, fixed=on(NEXT)) as server:
        asyncio.run(finish(server, made))
        found = asyncio.run(compared(server, me))
        assert (found["people"], found["deal"]["mine"][0]["counts"]) == (0, False)
        assert asyncio.run(server.http.call("GET", "/api/daily", token=me))["streak"] == 0


def test_two_processes_on_one_database_have_the_same_deal_and_let_nobody_play_twice(
    postgres: Postgres, tmp_path: Path
) -> None:
    database = postgres.create("daily")

    async def run(one: Server, two: Server) -> None:
        signer = Signer(read_secret(Path(one.settings.secret_file)))
        day, me, friend = today(milliseconds()).isoformat(), await secret(one), await secret(two)
        mine = await asyncio.gather(*(begin(server, me, day=day) for server in (one, two) * 4))
        assert len({made["code"] for made in mine}) == 1, "at once, and at two processes: once"
        for made, there in ((mine[0], two), (await begin(two, friend, day=day), one)):
            async with TableClient(there.url, made["code"], made["token"]) as client:
                await client.until(lambda view: view.my_turn)
                assert client.view.table is not None
                rules, seed = ruleset("kingdomino/4"), signer.daily_seed(day, "kingdomino/4")
                assert client.view.table["commitment"] == commitment(rules, seed)
                assert client.view.play is not None
                first = FairDeal(rules, seed).follow(new_match(rules))[0][0]
                assert [claim["domino"] for claim in client.view.play["next"]] == list(first.dominoes)  # type: ignore[union-attr]

    with ExitStack() as stack:
        servers = [stack.enter_context(Server(tmp_path, database, fixed=None)) for _ in range(2)]
        asyncio.run(asyncio.wait_for(run(*servers), LONGEST))
        assert servers[0].errors() + servers[1].errors() == []


def test_streaks_do_not_ask_for_today_and_forget_nothing() -> None:
    days = [read_day(f"2026-03-{day:02}") for day in (1, 2, 3, 8, 9)]
    assert [streak(days, read_day(f"2026-03-{day:02}")) for day in (3, 4, 5, 9, 10, 11)] == [3, 3, 0, 2, 2, 0]
    assert longest(days) == 3
    assert longest([]) == streak([], read_day(DAY)) == 0
