"""Answers about positions: each position is thought about once, and none for nobody."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Answer = TypeVar("Answer")

KEPT = 500
"""Answers that are remembered."""


@dataclass(eq=False)
class _Question(Generic[Answer]):
    task: asyncio.Task[Answer]
    waiting: int = 0


class SingleFlight(Generic[Answer]):
    """The questions and answers of one process."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._answers: OrderedDict[Hashable, Answer] = OrderedDict()
        self._open: dict[Hashable, _Question[Answer]] = {}

    async def ask(self, key: Hashable, think: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
        """What `think` says, unless it is known. The last who waits for it and is cancelled takes the question back."""
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        question = self._open.get(key)
        if question is None:
            question = self._open[key] = _Question(asyncio.create_task(think()))
        question.waiting += 1
        try:
            answer = await asyncio.shield(question.task)
        finally:
            question.waiting -= 1
            if not question.waiting:
                question.task.cancel()
                self._forget(key, question)
        self._answers[key] = answer
        if len(self._answers) > self._kept:
            self._answers.popitem(last=False)
        return answer

    def _forget(self, key: Hashable, question: _Question[Answer]) -> None:
        if self._open.get(key) is question:
            del self._open[key]
