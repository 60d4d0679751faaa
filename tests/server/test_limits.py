"""The small parts that keep order: buckets, places, addresses, names, batches."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from crownlands.client import ApiError, TableClient, play_seat
from crownlands.client import Refused as ClientRefused
from crownlands.server.guard.limits import Addresses, Bucket, Places, network_of
from crownlands.server.protocol.refusals import Refused
from crownlands.server.settings import Limits
from crownlands.server.store.writer import Batcher
from crownlands.server.table.texts import clean_chat, clean_name
from tests.patience import PATIENCE
from tests.server.harness import GENEROUS, Server
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


SLOWLY = Limits(messages_per_second=0.001, message_burst=25, address_message_burst=10_000, connect_burst=1000)


def test_coming_again_gives_nobody_more_messages(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        made = await server.http.create("kingdomino/2", "Ada", [{"kind": "me"}, {"kind": "me"}])
        said = 0
        for _ in range(6):
            async with TableClient(server.url, made["code"], made["token"]) as table:
                with suppress(ClientRefused):
                    while True:
                        await table.ask("say", text="x")
                        said += 1
        assert said == 25
        other = await server.http.join(made["code"], "Bob")  # another person has a measure of their own
        async with TableClient(server.url, made["code"], other["token"]) as table:
            await table.ask("say", text="x")

    with Server(tmp_path, limits=SLOWLY) as server:
        asyncio.run(run(server))


def test_an_address_has_only_so_many_messages_at_however_many_tables(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        heard = 0
        for _ in range(8):
            made = await server.http.create("kingdomino/2", "Ada", [{"kind": "me"}, {"kind": "me"}])
            with suppress(ClientRefused):
                async with TableClient(server.url, made["code"], made["token"]) as table:
                    for _ in range(10):
                        await table.ask("ping")
                        heard += 1
        assert heard < 50

    limits = Limits(address_messages_per_second=0.001, address_message_burst=50)
    with Server(tmp_path, limits=limits) as server:
        asyncio.run(run(server))


def test_talk_ends_and_everything_else_goes_on(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        made = await server.http.create("kingdomino/2", "Ada", [{"kind": "me"}, {"kind": "open"}])
        guest = await server.http.join(made["code"], "Bob")
        async with (
            TableClient(server.url, made["code"], made["token"]) as host,
            TableClient(server.url, made["code"], guest["token"]) as other,
        ):
            for _ in range(20):
                await other.ask("say", text="x")
            async with refused("chat-full"):
                await other.ask("say", text="x")
            await host.ask("say", text="everybody has lines of their own")
            await host.ask("mute", person=1, on=True)
            await other.ask("sit", seat=1, name="Bob")
            await other.ask("leave")
            await host.ask("bot", seat=1, level="random")
            await host.ask("start")
            await play_seat(host)

    with Server(tmp_path, limits=replace(GENEROUS, chat_lines=20)) as server:
        asyncio.run(run(server))


def test_taking_back_ends_and_the_game_goes_on_to_its_seed(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        made = await server.http.create("kingdomino/2", "Ada", [{"kind": "me"}, {"kind": "me"}])
        async with TableClient(server.url, made["code"], made["token"]) as table:
            await table.ask("start")
            while (table.view.play or {})["step"] != "place":
                await table.act((table.view.play or {})["legal"][0])
            async with refused("enough-taken-back"):
                for _ in range(6):
                    await table.act((table.view.play or {})["legal"][0])
                    await table.ask("take-back", seq=table.view.seq)
            await play_seat(table)
            assert (table.view.table or {})["seed"]

    with Server(tmp_path, limits=replace(GENEROUS, takes_back=5)) as server:
        asyncio.run(run(server))


def test_coming_and_going_is_put_off_and_never_refused_for_good(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        made = await server.http.create("kingdomino/2", "Ada", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
        async with TableClient(server.url, made["code"], made["token"]) as host:
            async with refused("too-fast"):
                for _ in range(20):
                    await host.ask("bot", seat=1, level="random")
            assert host.view.seq < 20
            await host.ask("start")
            await play_seat(host)

    with Server(tmp_path, limits=replace(GENEROUS, changes_per_second=0.001, change_burst=10)) as server:
        asyncio.run(run(server))


def test_one_address_cannot_be_everybody_at_a_table(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        made = await server.http.create("kingdomino/2", "Ada")
        for number in range(3):
            await server.http.join(made["code"], f"Bob {number}")
        with pytest.raises(ApiError) as caught:
            await server.http.join(made["code"], "Cleo")
        assert (caught.value.status, caught.value.code) == (429, "too-fast")
        other = await server.http.create("kingdomino/2", "Ada")
        await server.http.join(other["code"], "Bob")

    with Server(tmp_path, limits=replace(GENEROUS, joins_per_table=3)) as server:
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
        urllib.request.urlopen(request, timeout=PATIENCE)
    assert caught.value.code == 422
