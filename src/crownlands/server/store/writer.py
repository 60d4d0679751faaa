"""The writer: appends of many tables share one durable commit, and each learns whether it won its place in the log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Batcher(Generic[T, R]):
    """Hands over what came in while the last batch was under way."""

    def __init__(self, write: Callable[[Sequence[T]], Awaitable[Sequence[R]]], limit: int = 256) -> None:
        self._write = write
        self._limit = limit
        self._waiting: list[tuple[T, asyncio.Future[R]]] = []
        self._task: asyncio.Task[None] | None = None

    async def submit(self, item: T) -> R:
        """The result for this item, when its batch is done."""
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        # Whoever asked may go away; what was accepted is finished all the same.
        return await asyncio.shield(future)

    async def _run(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[: self._limit], self._waiting[self._limit :]
            try:
                results = await self._write([item for item, _ in batch])
            except BaseException as error:  # whatever a driver raises: nobody may wait for ever
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error if isinstance(error, Exception) else ConnectionError(repr(error)))
                        future.exception()
                if not isinstance(error, Exception):
                    raise
            else:
                for (_, future), result in zip(batch, results, strict=True):
                    if not future.done():
                        future.set_result(result)

    async def drain(self) -> None:
        """Returns when everything that was accepted is done."""
        while self._task is not None and not self._task.done():
            await self._task
