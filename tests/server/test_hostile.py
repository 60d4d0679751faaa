"""Hostile input: all that the OpenAPI document allows and much that nothing allows. Clear answers, no 500, no leak."""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from crownlands.rules.reasons import Code
from crownlands.server.protocol.refusals import TEXTS
from tests.patience import LONGEST, PATIENCE
from tests.server.harness import Server
from tests.server.parties import party, refused

MESSAGES = 10_500
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"

REJECTED = """
[checks.negative_data_rejection]
expected-statuses = [401, 404, 405, 409, 413, 415, 422, 429, 503]
"""
"""How a wrong request is refused; too long a body is wrong, too."""


@pytest.mark.parametrize("known", [True, False], ids=["a table that exists", "any code"])
def test_schemathesis_finds_nothing_that_the_document_does_not_allow(
    server: Server, tmp_path: Path, known: bool
) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    made = asyncio.run(server.http.create("kingdomino/2", "Ada", seats))
    config = tmp_path / "schemathesis.toml"
    config.write_text((f'[parameters]\ncode = "{made["code"]}"\n' if known else "") + REJECTED)
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config)]
    command += ["run", f"{server.url}/api/openapi.json", "--max-examples", "10", "--seed", "1", "--no-color"]
    command += ["--phases", "examples,coverage,fuzzing", "--checks", f"{CHECKS},negative_data_rejection"]
    command += ["--suppress-health-check", "all", "--header", f"Authorization: Bearer {made['token']}"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=LONGEST)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    found = re.search(r"(\d+) generated, (\d+) passed", done.stdout)
    assert found, done.stdout[-2000:]
    assert found[1] == found[2]
    assert int(found[1]) > 300


VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    7,
    8,
    99,
    2**53 + 1,
    10**30,
    1.5,
    "",
    "x",
    "K1",
    "K99",
    "\u0000",
    "<script>",
    "a" * 900,
]
VALUES += [[], [[]], [[0, 0]], [[1, 0], [2, 0]], {}, {"type": "place"}, {"type": "kings", "order": [[0, 0]]}]
NAMES = ["type", "id", "seq", "seat", "action", "text", "name", "colour", "level", "person", "on", "phrase", "table"]
NAMES += ["token", "version", "squares", "domino", "building", "slot", "square", "extra"]
KINDS = ["hello", "act", "type", "take-back", "why", "hint", "sit", "stand", "bot", "free", "start", "leave"]
KINDS += ["come-back", "take-host", "say", "mute", "ping", "update", "ack", "", "Act", "__class__"]


def nonsense(rng: random.Random, legal: dict[str, Any]) -> str | bytes:
    """One message that means harm, or nothing."""
    match rng.randrange(8):
        case 0:
            return rng.randbytes(rng.randrange(60))
        case 1:
            return "".join(chr(rng.choice([rng.randrange(1, 128), rng.randrange(0xA0, 0xD000)])) for _ in range(40))
        case 2:
            return rng.choice(
                ["[" * 3000, '{"type":' * 800, "{}", "[]", "null", "1e999", '"hello"', "", '{"type":"act"']
            )
        case 3:
            return json.dumps(rng.choice(VALUES))
        case 4:
            return json.dumps({"type": rng.choice(KINDS), **{rng.choice(NAMES): rng.choice(VALUES) for _ in range(4)}})
        case 5:  # a good action with one thing wrong
            action = {**legal, rng.choice(NAMES): rng.choice(VALUES)}
            return json.dumps({"type": "act", "seq": rng.choice([0, 1, 10**6]), "action": action})
        case 6:  # out of order
            return json.dumps({"type": rng.choice(["hello", "start", "come-back"]), "table": "x", "seq": 3})
        case _:
            text = bytearray(json.dumps({"type": "act", "seq": 0, "action": legal}).encode())
            for _ in range(3):
                text[rng.randrange(len(text))] = rng.randrange(256)
            return bytes(text)


def test_ten_thousand_malformed_messages_are_all_answered_clearly(server: Server) -> None:
    known = {*TEXTS, *(code.value for code in Code)}

    async def attack(seed: int, count: int, hello: dict[str, Any] | None, legal: dict[str, Any]) -> Counter[str]:
        rng, codes = random.Random(seed), Counter[str]()
        async with connect(server.url.replace("http", "ws") + "/ws", max_size=2**22, max_queue=None) as socket:
            if hello:
                await socket.send(json.dumps(hello))
                await socket.recv()
                await socket.recv()
            for _ in range(count // 50):
                batch = [nonsense(rng, legal) for _ in range(50)]
                for message in batch:
                    await socket.send(message)
                answered = 0
                while answered < 50:
                    answer = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                    if answer["type"] in ("update", "presence"):
                        continue
                    answered += 1
                    code = answer.get("code") if answer["type"] in ("refused", "reason") else answer["type"]
                    codes[str(code)] += 1
                    if answer["type"] == "refused":
                        assert answer["code"] in known, answer
                        assert answer["text"]
        return codes

    async def run() -> Counter[str]:
        async with party(server, "queendomino/4", 2) as people:
            legal = (people.host.view.play or {})["legal"][0]
            hello = {"type": "hello", "table": people.code}
            hellos = [
                None,
                {**hello, "table": people.made["watch"]},
                {**hello, "token": people.host._token},
                {**hello, "token": people.clients[1]._token},
            ]
            attacks = [attack(i, MESSAGES // 4, hello, legal) for i, hello in enumerate(hellos)]
            counted = sum(await asyncio.gather(*attacks), Counter[str]())
            for client in people.clients:  # and the table still works
                await client.ask("ping")
            return counted

    counted = asyncio.run(run())
    assert sum(counted.values()) >= 10_000
    assert counted["malformed"] > 5000
    assert "crownlands_errors_total 0" in asyncio.run(server.http.call("GET", "/metrics"))


def test_whoever_asks_what_cannot_be_read_is_answered(server: Server) -> None:
    """By its id where that can be read; where it cannot, no question waits for ever."""

    async def run() -> None:
        async with party(server, "kingdomino/2", 1) as people:
            client = people.host
            answered: list[int | None] = []
            client.heard = lambda message: answered.append(message["id"]) if message["type"] == "refused" else None
            async with refused("malformed"):
                await client.ask("act", seq=client.view.seq, action={"type": "fly", "seat": 0})
            async with refused("malformed"):
                await client.ask("unheard-of")
            assert len(answered) == 2
            assert None not in answered
            wrong: tuple[Any, ...] = ("one", -1, 2**60, [1], {}, True)
            for ident in wrong:
                async with refused("malformed"):
                    await client.ask("ping", id=ident)
            async with refused("malformed"):
                await client.ask("say", text=float("nan"))  # no JSON at all
            await client.ask("ping")

    asyncio.run(run())
