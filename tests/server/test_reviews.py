"""Reviews over HTTP: of finished tables and of records, refused where they must be, kept and shared."""

from __future__ import annotations

import asyncio
import re
from contextlib import ExitStack
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from crownlands.client import ApiError, play_seat
from crownlands.game import Game
from crownlands.notation import parse_record, print_position, print_record, replay
from tests.helpers import Nth, played
from tests.patience import comes_true
from tests.server.harness import Server
from tests.server.parties import party
from tests.server.postgres import Postgres


async def finished(server: Server, **options: Any) -> dict[str, Any]:
    """A table whose game is over."""
    async with party(server, "kingdomino/2", 1, bots="page", **{"hints": "after", **options}) as people:
        await play_seat(people.host)
        return people.made


async def reviewed(server: Server, method: str, path: str, body: Any = None) -> dict[str, Any]:
    """Asks as a page does, until it is there."""
    answer = await server.http.call(method, path, body)

    async def there() -> bool:
        nonlocal answer
        if answer["review"] is None:
            answer = await server.http.call("GET", f"/api/reviews/{answer['key']}")
        return answer["review"] is not None

    await comes_true(there, "the review")
    return dict(answer)


async def refusal(server: Server, method: str, path: str, body: Any = None) -> tuple[int, str]:
    with pytest.raises(ApiError) as caught:
        await server.http.call(method, path, body)
    return caught.value.status, caught.value.code


async def counted(server: Server, name: str) -> int:
    text = await server.http.call("GET", "/metrics")
    found = re.search(rf"^crownlands_{name}_total (\d+)$", text, re.M)
    assert found
    return int(found[1])


def record(seed: str) -> str:
    return played(Game("kingdomino/2", seed=seed), Nth(0)).record()


def test_what_cannot_be_reviewed_is_refused_with_its_reason(server: Server) -> None:
    async def run() -> None:
        assert await refusal(server, "GET", "/api/tables/nosuchtable/review") == (404, "no-table")
        assert await refusal(server, "GET", f"/api/reviews/{'0' * 64}") == (404, "no-review")
        for strange in ("x", "%00", "A" * 64, "0" * 65):
            assert await refusal(server, "GET", f"/api/reviews/{strange}") == (404, "no-review")
        async with party(server, "kingdomino/2", 1, start=False, hints="after") as people:
            assert await refusal(server, "GET", f"/api/tables/{people.code}/review") == (409, "not-over")
            await people.host.ask("start")
            assert await refusal(server, "GET", f"/api/tables/{people.code}/review") == (409, "not-over")
            running = await server.http.call("GET", f"/api/tables/{people.code}/record")
            assert await refusal(server, "POST", "/api/review", {"record": running}) == (409, "not-over")
        off = await finished(server, hints="off")
        assert await refusal(server, "GET", f"/api/tables/{off['code']}/review") == (422, "hints-off")
        whole = record("refused")
        assert await refusal(server, "POST", "/api/review", {"record": "nonsense"}) == (422, "unreadable")
        broken = whole.replace(" place ", " discard ", 1)
        assert await refusal(server, "POST", "/api/review", {"record": broken}) == (422, "unreadable")
        assert (await refusal(server, "POST", "/api/review", {"record": whole + " " * 200_000}))[1] == "malformed"

    asyncio.run(run())


def test_a_review_is_made_once_for_players_spectators_and_files_and_adds_up(either: Server) -> None:
    async def run() -> None:
        made = await finished(either)
        before = await counted(either, "reviews")
        answer = await reviewed(either, "GET", f"/api/tables/{made['code']}/review")
        assert await counted(either, "reviews") == before + 1
        slices = await counted(either, "review_slices")
        assert await either.http.call("GET", f"/api/tables/{made['watch']}/review") == answer
        text = await either.http.call("GET", f"/api/tables/{made['code']}/record")
        renamed = re.sub(r"(?m)^seats: .*$", "seats: Somebody, Else", text)
        again = await either.http.call("POST", "/api/review", {"record": renamed})
        assert again == answer, "the same was played, whoever played it"
        assert await counted(either, "review_slices") == slices
        review = answer["review"]
        assert review["ruleset"] == "kingdomino/2"
        for realm in review["realms"]:
            for kind in ("win", "points"):
                parts = sum(realm[part][kind] for part in ("expected", "luck", "own", "rivals"))
                assert isclose(parts, realm["result"][kind], abs_tol=1e-9)

    asyncio.run(run())


def test_two_processes_make_one_review_of_a_game(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.create("two_reviewers")

    async def run(one: Server, two: Server) -> None:
        body = {"record": record("two processes")}
        answers = await asyncio.gather(*(reviewed(server, "POST", "/api/review", body) for server in (one, two)))
        assert answers[0] == answers[1]
        assert await counted(one, "reviews") + await counted(two, "reviews") == 1

    with ExitStack() as stack:
        one, two = (stack.enter_context(Server(tmp_path, database)) for _ in range(2))
        asyncio.run(run(one, two))
        assert one.errors() + two.errors() == []


def test_a_turn_played_once_more_is_compared_with_the_best(server: Server) -> None:
    async def run() -> None:
        whole = parse_record(record("try again"))
        answer = await reviewed(server, "POST", "/api/review", {"record": print_record(whole)})
        worst = max(answer["review"]["turns"], key=lambda turn: turn["loss"]["win"] / (turn["error"]["win"] + 1e-3))
        assert worst["grade"] in ("mistake", "blunder")
        position = print_position(list(replay(whole))[worst["ply"]])

        async def tried(actions: list[str], where: str = position) -> Any:
            body = {"position": where, "ply": worst["ply"], "best": worst["best"]["actions"], "tried": actions}
            return await server.http.call("POST", "/api/review/try", body)

        same = await tried(worst["best"]["actions"])
        assert (same["same"], same["accepted"], same["loss"]["win"]) == (True, True, 0)
        played = await tried(worst["played"]["actions"])
        assert not played["accepted"]
        assert played["loss"] == worst["loss"], "the same numbers everywhere"
        for actions, where, code in (
            (["choose K99"], position, "unreadable"),
            (worst["best"]["actions"] * 2, position, None),
            (worst["best"]["actions"], "nonsense", "unreadable"),
        ):
            with pytest.raises(ApiError) as caught:
                await tried(actions, where)
            assert code in (None, caught.value.code)
            assert caught.value.status == 422

    asyncio.run(run())
