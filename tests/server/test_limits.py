"""The small parts that keep order: buckets, places, addresses, names, batches."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import pytest

from crownlands.client import ApiError, TableClient
from crownlands.server.limits import Addresses, Bucket, Places, network_of
from crownlands.server.refusals import Refused
from crownlands.server.settings import Limits
from crownlands.server.store.writer import Batcher
from crownlands.server.texts import clean_chat, clean_name
from tests.server.harness import Server
from tests.server.parties import refused


def test_a_bucket_gives_its_burst_and_then_its_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    bucket = Bucket(rate=2, burst=3)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    now += 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_addresses_are_counted_apart_and_networks_together() -> None:
    addresses = Addresses(rate=0, burst=1)
    assert addresses.take("192.0.2.1")
    assert not addresses.take("192.0.2.1")
    assert not addresses.take("::ffff:192.0.2.1")
    assert addresses.take("192.0.2.2")
    assert addresses.take("2001:db8::1")
    assert not addresses.take("2001:db8::2")
    assert network_of("nonsense") == "unknown"
    places = Places(1)
    assert places.enter("192.0.2.1")
    assert not places.enter("192.0.2.1")
    places.leave("192.0.2.1")
    assert places.enter("192.0.2.1")


def test_names_and_chat_are_plain_text() -> None:
    assert clean_name("  Zoe\u0308  ") == "Zoë"
    assert clean_name("李 \u202eevil") == "李 evil"
    assert clean_name("👩\u200d👧") == "👩\u200d👧"
    assert clean_chat("a\x00b\x1b[31m\n\tc") == "ab[31m c"
    for wrong in ("", "\u200d", "\u2028", "x" * 25, "a<b"):
        with pytest.raises(Refused):
            clean_name(wrong)


def test_what_comes_while_a_batch_is_written_is_the_next_batch() -> None:
    async def run() -> None:
        batches: list[list[int]] = []

        async def write(items: Sequence[int]) -> list[int]:
            await asyncio.sleep(0)
            batches.append(list(items))
            if 13 in items:
                raise OSError("disk")
            return [item * 2 for item in items]

        batcher: Batcher[int, int] = Batcher(write)
        results = await asyncio.gather(*(batcher.submit(item) for item in range(10)))
        assert results == [item * 2 for item in range(10)]
        assert len(batches) <= 2
        with pytest.raises(OSError, match="disk"):
            await batcher.submit(13)
        gone = asyncio.create_task(batcher.submit(20))
        await asyncio.sleep(0)
        gone.cancel()
        await batcher.drain()
        assert batches[-1] == [20]

    asyncio.run(run())


def test_nobody_can_fill_a_log_by_talking(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        made = await server.http.create("kingdomino/2", "Ada", [{"kind": "me"}, {"kind": "me"}])
        async with TableClient(server.url, made["code"], made["token"]) as table:
            for _ in range(19):
                await table.ask("say", text="x")
            async with refused("log-full"):
                await table.ask("say", text="x")
            await table.ask("start")
            await table.act((table.view.play or {})["legal"][0])

    with Server(tmp_path, limits=Limits(entries_per_table=40)) as server:
        asyncio.run(run(server))


def test_an_address_asks_only_so_often_and_a_table_has_only_so_many_people(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        made = await server.http.create("kingdomino/2", "Ada")
        await server.http.join(made["code"], "Bob")
        with pytest.raises(ApiError) as caught:
            await server.http.join(made["code"], "Cleo")
        assert (caught.value.status, caught.value.code) == (409, "table-full")
        codes = []
        for _ in range(12):
            try:
                await server.http.call("GET", "/api/bots")
            except ApiError as error:
                codes.append((error.status, error.code))
        assert set(codes) == {(429, "too-fast")}
        assert len(codes) == 5
        await server.http.call("GET", "/healthz")  # who looks after it is not counted

    with Server(tmp_path, limits=Limits(requests_per_second=1e-9, request_burst=10, persons_per_table=2)) as server:
        asyncio.run(run(server))


def test_bodies_must_say_that_they_are_json(server: Server) -> None:
    request = urllib.request.Request(f"{server.url}/api/tables", b'{"ruleset":"kingdomino/2","name":"x"}')
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=10)
    assert caught.value.code == 422
