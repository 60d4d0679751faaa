"""Puzzles over HTTP: lists, tasks without their answers, attempts, and clear refusals."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from crownlands.client import ApiError
from crownlands.study.judge import judge
from crownlands.study.shipped import puzzle, puzzles
from tests.server.harness import Server


def call(server: Server, method: str, path: str, body: Any = None, **query: str) -> Any:
    return asyncio.run(server.http.call(method, path, body, **query))


def refusal(server: Server, method: str, path: str, body: Any = None, **query: str) -> tuple[int, str]:
    with pytest.raises(ApiError) as caught:
        call(server, method, path, body, **query)
    return caught.value.status, caught.value.code


def test_puzzles_are_listed_by_what_is_asked_for(server: Server) -> None:
    names = [each["name"] for each in call(server, "GET", "/api/puzzles")["puzzles"]]
    assert names == [each.name for each in puzzles()]
    some = call(server, "GET", "/api/puzzles", family="queendomino", kind="strategic", theme="dragon")["puzzles"]
    assert [each["name"] for each in some] == [each.name for each in puzzles("queendomino", "strategic", "dragon")]
    assert some
    assert refusal(server, "GET", "/api/puzzles", theme="chess") == (422, "unreadable")
    assert refusal(server, "GET", "/api/puzzles", solved="1") == (422, "malformed")


def test_a_task_does_not_tell_its_answer(server: Server) -> None:
    for each in (puzzles(kind="exact")[0], puzzles(kind="strategic")[0]):
        task = call(server, "GET", f"/api/puzzles/{each.name}")
        assert task["position"] == each.position
        assert set(task) == {"puzzle", "position"}
        assert set(task["puzzle"]) == {"name", "ruleset", "kind", "themes", "rating", "choices"}
        told = json.dumps(task)
        assert not any(action in told for action in each.answer)


def test_an_attempt_is_judged_as_in_the_library(server: Server) -> None:
    for each in (puzzles(kind="exact")[0], puzzles("queendomino")[0]):
        path = f"/api/puzzles/{each.name}/attempts"
        for actions, right in ((each.answer, True), (each.tempting, False), ((), False)):
            judged = call(server, "POST", path, {"actions": list(actions)})
            here = judge(each, actions)
            assert judged["judgement"]["right"] is right is here.right
            assert judged["judgement"]["best"]["actions"] == list(each.answer)
            assert [why["kind"] for why in judged["judgement"]["why"]] == [why.kind for why in here.why]
            assert judged["tempting"] == list(each.tempting)


def test_what_is_no_answer_is_refused(server: Server) -> None:
    each = next(one for one in puzzles(kind="exact") if len(one.answer) == 2)
    path = f"/api/puzzles/{each.name}/attempts"
    first, second = each.answer
    assert refusal(server, "POST", path, {"actions": [first]}) == (422, "unfinished-turn")
    assert refusal(server, "POST", path, {"actions": [first, second, "pass"]}) == (422, "unfinished-turn")
    assert refusal(server, "POST", path, {"actions": [second]}) == (422, "not-now")
    assert refusal(server, "POST", path, {"actions": ["hello"]}) == (422, "unreadable")
    assert refusal(server, "POST", path, {"actions": ["pass"] * 9}) == (422, "malformed")
    assert refusal(server, "POST", path, {"answer": []}) == (422, "malformed")
    assert refusal(server, "POST", "/api/puzzles/00000000/attempts", {"actions": []}) == (404, "no-puzzle")
    assert refusal(server, "GET", "/api/puzzles/x") == (404, "no-puzzle")
    assert puzzle(each.name) is each
