"""Nobody acts for another seat or sees what is not theirs; limits hold; browsers are protected."""

from __future__ import annotations

import asyncio
import json
import stat
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from crownlands.client import ApiError, Refused, TableClient
from crownlands.server.app import STATIC
from crownlands.server.guard.credentials import Signer, new_key, read_secret
from crownlands.server.settings import Limits
from tests.patience import PATIENCE, comes_true
from tests.server.harness import Server
from tests.server.parties import party, refused


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with limits that a test can reach."""
    limits = Limits(tables_per_hour=5, sockets_per_address=4, messages_per_second=1e-9, message_burst=20, strikes=30)
    with Server(tmp_path_factory.mktemp("strict"), limits=limits, origins=("https://friend.example",)) as running:
        yield running
        assert running.errors() == []


def test_tokens_are_signed_and_belong_to_one_person_at_one_table(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2, start=False) as one, party(server, "kingdomino/2", 1) as other:
            guest, host = one.clients[1]._token or "", one.host._token or ""
            signature = guest.rsplit(".", 1)[1]
            for forged in (
                f"{one.code}.0.{signature}",
                f"{one.code}.1.{signature[:-2]}AA",
                f"{one.code}.1.",
                f"{one.code}.-1.{signature}",
                f"{one.code}.٣.{signature}",
                f"{one.code}.9999999.{signature}",
                other.host._token or "",
                host.replace(one.code, other.code),
                "x" * 150,
                "",
                "..",
            ):
                with pytest.raises(Refused) as caught:
                    await TableClient(server.url, one.code, forged).connect()
                assert caught.value.code == "bad-token"
            with pytest.raises(Refused):
                await TableClient(server.url, one.made["watch"], host).connect()

    asyncio.run(run())


def test_a_valid_signature_for_somebody_who_never_came_is_worth_nothing(server: Server) -> None:
    async def run() -> None:
        signer = Signer(read_secret(Path(server.settings.secret_file)))
        async with party(server, "kingdomino/2", 1) as people, refused("bad-token"):
            await TableClient(server.url, people.code, signer.token(people.code, 7, new_key())).connect()

    asyncio.run(run())


def test_the_secret_is_made_for_its_owner_only(tmp_path: Path) -> None:
    secret = read_secret(tmp_path / "new" / "secret")
    assert read_secret(tmp_path / "new" / "secret") == secret
    assert len(secret) >= 32
    assert stat.S_IMODE((tmp_path / "new" / "secret").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret"]


def test_nobody_acts_for_another_seat(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2) as people:
            acting = people.acting()
            other = next(client for client in people.clients if client is not acting)
            stranger = await people.guest("Stranger")
            legal = (acting.view.play or {})["legal"][0]
            for client in (other, stranger):
                async with refused("not-your-seat"):
                    await client.act(legal)
            async with refused("spectator"), TableClient(server.url, people.made["watch"]) as watcher:
                await watcher.act(legal)

    asyncio.run(run())


def test_nothing_secret_is_in_any_message_or_log_line(server: Server) -> None:
    async def run() -> str:
        heard: list[Any] = []
        async with party(server, "kingdomino/2", 2) as people:
            for client in people.clients:
                client.heard = heard.append
            for _ in range(4):
                await people.act()
            text = json.dumps([heard, [client.view.log for client in people.clients]])
            tokens = [client._token or "" for client in people.clients]
            for token in tokens:
                assert token not in text
                assert token.rsplit(".", 1)[1] not in text
                assert token.rsplit(".", 1)[1] not in server.log.read_text()
            play = people.host.view.play
            assert play is not None
            # 24 of 48 dominoes are drawn in this game; all that were not are equally unknown.
            assert len(play["undrawn"]) == 40
            return text

    asyncio.run(run())


def test_every_answer_carries_the_headers_that_protect_a_browser(server: Server) -> None:
    for path in ("/", "/landing.css", "/healthz", "/api/rulesets", "/nothing-here"):
        try:
            answer = urllib.request.urlopen(server.url + path, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            answer = error
        headers = answer.headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["server"] is None
        if path.startswith("/api"):
            assert headers["cache-control"] == "no-store"


def test_the_landing_page_says_that_the_project_is_independent() -> None:
    page = (STATIC / "index.html").read_text()
    assert "not affiliated with" in page
    assert "<script" not in page
    assert "<style" not in page


def test_only_own_and_allowed_pages_open_websockets(strict: Server) -> None:
    own = f"http://127.0.0.1:{strict.settings.port}"

    async def opens(origin: str | None) -> bool:
        try:
            async with connect(own.replace("http", "ws") + "/ws", origin=origin):  # type: ignore[arg-type]
                return True
        except InvalidStatus as error:
            return error.response.status_code != 403

    async def run() -> None:
        assert await opens(None)
        assert await opens(own)
        assert await opens("https://friend.example")
        for other in (
            "https://evil.example",
            "null",
            "http://127.0.0.1",
            own.replace("http", "https"),
            "http://127.0.0.1:1",
            "http://[",
        ):
            assert not await opens(other)

    asyncio.run(run())


def test_an_address_opens_only_so_many_connections(strict: Server) -> None:
    async def run() -> None:
        url = strict.url.replace("http", "ws") + "/ws"
        sockets: list[ClientConnection] = []

        async def place() -> bool:
            """Whether there is one: those of closed connections come free in a moment."""
            with suppress(InvalidStatus):
                sockets.append(await connect(url))
                return True
            return False

        for _ in range(4):
            await comes_true(place, "a place")
        assert not await place()
        await sockets[0].close()
        await comes_true(place, "the place of the one who left")
        for opened in sockets:
            await opened.close()

    asyncio.run(run())


def test_messages_that_are_too_large_too_many_or_senseless_end_the_connection(strict: Server) -> None:
    async def run() -> None:
        url = strict.url.replace("http", "ws") + "/ws"
        async with connect(url) as connection:
            await connection.send("x" * 10_000)
            with pytest.raises(ConnectionClosed) as caught:
                await connection.recv()
            assert caught.value.rcvd is not None
            assert caught.value.rcvd.code == 1009
        async with connect(url) as connection:
            codes: dict[str, int] = {}
            with pytest.raises(ConnectionClosed):  # noqa: PT012
                for _ in range(200):
                    await connection.send('{"type":"ping"}')
                    message = json.loads(await connection.recv())
                    if message["type"] == "refused":  # and not the goodbye, which a client may or may not hear
                        codes[message["code"]] = codes.get(message["code"], 0) + 1
            assert codes == {"hello-first": 20, "too-fast": 10}, "the burst, then all that strikes allow"

    asyncio.run(run())


def test_an_address_makes_only_so_many_tables(strict: Server) -> None:
    async def run() -> None:
        for _ in range(5):
            await strict.http.create("kingdomino/2", "Ada")
        with pytest.raises(ApiError) as caught:
            await strict.http.create("kingdomino/2", "Ada")
        assert (caught.value.status, caught.value.code) == (429, "too-fast")

    asyncio.run(run())


def test_bodies_are_bounded(server: Server) -> None:
    async def run() -> None:
        for body in ({"record": "x" * 300_000}, {"record": "x" * 250_000}):
            with pytest.raises(ApiError) as caught:
                await server.http.call("POST", "/api/replay", body)
            assert caught.value.status in (413, 422)

    asyncio.run(run())
