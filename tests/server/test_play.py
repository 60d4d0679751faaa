"""Play: reasons, stale actions, taking back, clocks, typed notation, hints, chat."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import msgspec

from crownlands.client import TableClient, play_seat
from crownlands.notation import parse_event, print_event
from crownlands.server.protocol.event_messages import EventMessage, to_event
from tests.patience import LONGEST, comes_true
from tests.server.harness import Server
from tests.server.parties import party, refused

HOUR = 3600


def test_an_illegal_action_is_answered_with_the_rules_reason_and_changes_nothing(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2) as people:
            client = people.acting()
            seat = client.view.seats[0]
            before = client.view.seq
            async with refused("not-in-line"):
                free = next(name for name in (client.view.play or {})["undrawn"])
                await client.act({"type": "choose", "seat": seat, "domino": free})
            async with refused("not-now"):
                await client.act({"type": "place", "seat": seat, "domino": "K1", "squares": [[1, 0], [2, 0]]})
            async with refused("not-your-seat"):
                await client.act({"type": "choose", "seat": 1 - seat, "domino": "K1"})
            answer = await client.ask("why", action={"type": "pass", "seat": seat})
            assert answer["code"] == "not-now"
            assert answer["details"] == {"event": "pass", "step": "choose"}
            legal = (client.view.play or {})["legal"][0]
            assert (await client.ask("why", action=legal))["code"] is None
            assert client.view.seq == before

    asyncio.run(run())


def test_an_action_that_did_not_see_the_last_change_is_refused_but_chat_does_not_disturb(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2) as people:
            client = people.acting()
            seen = client.view.seq
            legal = (client.view.play or {})["legal"]
            await people.host.ask("say", text="hello")
            seq = (await client.act(legal[0], seen))["seq"]
            assert seq == seen + 2
            async with refused("behind"):
                await client.act(legal[1], seen)

    asyncio.run(run())


def test_actions_can_be_typed_in_the_notation(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2) as people:
            client = people.acting()
            play = client.view.play
            assert play is not None
            seat, domino = play["seat"], play["legal"][0]["domino"]
            async with refused("unreadable"):
                await client.ask("type", seq=client.view.seq, seat=seat, text="choose nothing")
            await client.ask("type", seq=client.view.seq, seat=seat, text=f"choose {domino}")
            assert client.view.log[-1]["entry"]["events"][0] == {"type": "choose", "seat": seat, "domino": domino}

    asyncio.run(run())


def test_own_actions_are_taken_back_until_another_seat_acts_or_something_is_revealed(server: Server) -> None:
    async def run() -> None:
        async with party(server, "queendomino/2", 2) as people:
            first, action = await people.act()
            other = next(client for client in people.clients if client is not first)
            async with refused("nothing-to-take-back"):
                await other.ask("take-back", seq=other.view.seq)
            await first.ask("take-back", seq=first.view.seq)
            await people.settle()
            assert action in (people.host.view.play or {})["legal"]
            assert people.acting() is first
            async with refused("nothing-to-take-back"):
                await first.ask("take-back", seq=first.view.seq)
            await people.act()
            second, _ = await people.act()
            assert second is other
            async with refused("nothing-to-take-back"):
                await first.ask("take-back", seq=first.view.seq)
            while (people.host.view.play or {})["state"]["round"] == 0:
                last, _ = await people.act()
            async with refused("nothing-to-take-back"):  # the last king of the opening revealed a line
                await last.ask("take-back", seq=last.view.seq)
            mover, _ = await people.act()
            await people.act()
            for _ in range(2):  # placing, then tax or choosing, by the same king
                await mover.ask("take-back", seq=mover.view.seq)
            await people.settle()
            assert (people.host.view.play or {})["step"] == "place"
            await asyncio.gather(*(play_seat(client) for client in people.clients))
            record = await server.http.record(people.code)
            assert record.count("choose") == 4 + 44

    asyncio.run(run())


def test_when_a_clock_runs_out_a_stand_in_finishes_the_turn(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        made = await server.http.create("queendomino/2", "Ada", [{"kind": "me"}] * 2, clock=HOUR)
        async with TableClient(server.url, made["code"], made["token"]) as host:
            await host.ask("start")
            play = host.view.play
            assert play is not None
            assert play["clock"]["seconds"] == HOUR
            assert play["clock"]["stand_in"] == (host.view.table or {})["stand_in"]
            assert play["clock"]["deadline"] == host.view.log[-1]["at"] + 1000 * HOUR
            seat = play["seat"]
        server.stop()
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:  # nobody waits for an hour
            database.execute("UPDATE log SET at = at - ?", (1000 * HOUR,))
        server.start()
        async with TableClient(server.url, made["code"], made["token"]) as host:
            await host.until(lambda view: view.log[-1]["entry"]["type"] == "act")
            timeout, act = (entry["entry"] for entry in host.view.log[-2:])
            assert timeout == {"type": "timeout", "seat": seat}
            assert (act["seat"], act["by"]) == (seat, "clock")
            assert (host.view.play or {})["clock"]["deadline"] > play["clock"]["deadline"]

    with Server(tmp_path) as server:
        asyncio.run(asyncio.wait_for(run(server), LONGEST))
        assert server.errors() == []


def test_hints_follow_the_tables_rule(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2) as people, refused("hints-off"):
            await people.host.ask("hint")
        async with party(server, "queendomino/2", 1, hints="after") as people:
            async with refused("hints-later"):
                await people.host.ask("hint")
            await play_seat(people.host)
            async with refused("nothing-to-decide"):
                await people.host.ask("hint")
            seqs = [entry["seq"] for entry in people.host.view.log if entry["entry"]["type"] == "act"]
            hints = await people.host.ask("hint", seq=seqs[20])
            assert hints["seq"] == seqs[20]
            assert hints["suggestions"]
        async with party(server, "kingdomino/2", 2, hints="always") as people:
            hints = await people.host.ask("hint")
            play = people.host.view.play
            assert play is not None
            assert hints["seat"] == play["seat"]
            assert all(suggestion["action"] in play["legal"] for suggestion in hints["suggestions"])

    asyncio.run(run())


def test_people_talk_in_text_and_phrases_and_the_host_can_mute(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2) as people:
            host, guest = people.clients
            await guest.ask("say", text=" <b>hi</b>\u202e\x00 there\nyou ")
            await guest.ask("say", phrase="good-luck")
            async with refused("no-such-phrase"):
                await guest.ask("say", phrase="rude")
            async with refused("chat-too-long"):
                await guest.ask("say", text="x" * 301)
            async with refused("chat-empty"):
                await guest.ask("say")
            async with refused("not-host"):
                await guest.ask("mute", person=0, on=True)
            await host.ask("mute", person=1, on=True)
            async with refused("muted"):
                await guest.ask("say", text="hello?")
            await host.ask("mute", person=1, on=False)
            await guest.ask("say", text="thanks")
            await people.settle()
            said = [entry["entry"] for entry in host.view.log if entry["entry"]["type"] == "said"]
            assert [entry["text"] or entry["phrase"] for entry in said] == [
                "<b>hi</b> there you",
                "good-luck",
                "thanks",
            ]
            assert "thanks" not in await server.http.record(people.code)

    asyncio.run(run())


def test_a_client_that_comes_back_hears_exactly_the_rest(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 2) as people:
            for _ in range(3):
                await people.act()
            seen = people.host.view.seq
            await people.host.close()
            people.clients.append(people.clients.pop(0))
            whole = TableClient(server.url, people.code)
            await whole.connect()
            fresh = TableClient(server.url, people.code, whole=False)
            await fresh.connect()
            assert fresh.view.log == []
            assert fresh.view.play == whole.view.play
            host = people.clients[-1]
            await host.connect()
            assert [entry["seq"] for entry in host.view.log] == list(range(1, seen + 1))
            assert whole.view.log == host.view.log
            await whole.close()
            await fresh.close()

    asyncio.run(run())


def test_events_of_a_log_are_those_of_the_notation(server: Server) -> None:
    async def run() -> None:
        async with party(server, "royal-wedding/3", 1) as people:
            await play_seat(people.host)
            texts = []
            for entry in people.host.view.log:
                for event in entry["entry"].get("events", []):
                    read = to_event(msgspec.convert(event, EventMessage))
                    assert parse_event(print_event(read)) == read
                    texts.append(print_event(read))
            assert (await server.http.record(people.code)).rstrip().splitlines()[-len(texts) :] == texts

    asyncio.run(run())


def test_levels_of_the_ladder_play_and_advise(server: Server) -> None:
    async def run() -> None:
        async with party(server, "kingdomino/2", 1, bots="knight", hints="always") as people:
            await people.host.until(lambda view: view.my_turn)
            hints = await people.host.ask("hint")
            assert hints["level"] == "monarch"
            values = [suggestion["value"] for suggestion in hints["suggestions"]]
            assert all(0 <= value <= 1 for value in values)
            assert values == sorted(values, reverse=True)
            assert hints["suggestions"][0]["action"] in (people.host.view.play or {})["legal"]
            await play_seat(people.host)

    asyncio.run(run())


def test_a_clock_goes_on_over_a_restart_and_the_server_waits_for_it_quietly(tmp_path: Path) -> None:
    async def run(server: Server) -> None:
        made = await server.http.create("kingdomino/2", "Ada", [{"kind": "me"}, {"kind": "me"}], clock=3 * 86400)
        async with TableClient(server.url, made["code"], made["token"]) as table:
            await table.ask("start")
            deadline = (table.view.play or {})["clock"]["deadline"]
        server.restart()
        async with TableClient(server.url, made["code"], made["token"]) as table:
            assert (table.view.play or {})["clock"]["deadline"] == deadline

        async def looked() -> bool:
            return "crownlands_takeovers_total 1\n" in await server.http.call("GET", "/metrics")

        async def waits() -> bool:
            with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
                return bool(database.execute("SELECT due FROM tables").fetchone() == (deadline,))

        await comes_true(looked, "the server that started looks at the table")
        await comes_true(waits, "it looks again when the clock runs out, no sooner")
        assert await looked()

    with Server(tmp_path) as server:
        asyncio.run(run(server))
        assert server.errors() == []
