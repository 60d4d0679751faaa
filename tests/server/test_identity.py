"""Persons are told apart by what cannot be met by counting."""

from __future__ import annotations

import asyncio

from crownlands.client import TableClient, play_seat
from crownlands.server.guard.credentials import Signer
from tests.server.harness import Server
from tests.server.parties import party


def test_no_number_at_an_old_table_makes_one_somebody_else_at_the_rematch(either: Server) -> None:
    async def run() -> None:
        async with party(either, "kingdomino/2", 2) as people:
            tokens = [client._token or "" for client in people.clients]
            await asyncio.gather(*(play_seat(client) for client in people.clients))
            again = await either.http.rematch(people.code, tokens[0])
            victim = await either.http.join(again["code"], "Victim")  # known only to the new table
            strangers = [await either.http.join(people.code, f"Stranger {number}") for number in range(4)]
            assert victim["person"] in [stranger["person"] for stranger in strangers]
            got = [await either.http.rematch(people.code, stranger["token"]) for stranger in strangers]
            assert victim["token"] not in [admission["token"] for admission in got]
            persons = {admission["person"] for admission in got}
            assert len(persons) == 4
            assert not persons & {0, 1, victim["person"]}
            for stranger, admission in zip(strangers, got, strict=True):
                assert await either.http.rematch(people.code, stranger["token"]) == admission
                async with TableClient(either.url, again["code"], admission["token"]) as client:
                    assert client.view.you == admission["person"]
            assert (await either.http.rematch(people.code, tokens[1]))["person"] == 1

    asyncio.run(run())


def test_a_token_belongs_to_a_key_and_not_to_a_number() -> None:
    signer = Signer(b"0" * 32)
    token = signer.token("code", 1, "mine")
    assert signer.person(token, "code", ["a", "mine"]) == 1
    assert signer.person(token, "code", ["a", "theirs"]) is None
    assert signer.person(token, "code", ["a"]) is None
    old = signer.token("code", 1, "")
    assert signer.person(old, "code", ["", ""]) == 1  # logs from before there were keys
    assert signer.person(old, "code", ["", "mine"]) is None
