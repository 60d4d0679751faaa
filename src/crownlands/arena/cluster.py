"""The same games on a Ray cluster: the extra `crownlands[cluster]`, installed on every node."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from crownlands import __version__
from crownlands.arena.plan import Task, read_task
from crownlands.arena.play import play
from crownlands.arena.pool import ArenaError
from crownlands.rules import CrownlandsError

RETRIES = 20
"""How often a call is made again whose node is lost."""
AHEAD = 4
"""Calls handed out at a time for each processor of the cluster."""
KNOCK = 10.0
"""Seconds to wait for a first sign of the cluster."""


def play_remotely(task: dict[str, Any], version: str) -> str:
    """What a node runs: another version would play other games."""
    if version != __version__:
        raise CrownlandsError(f"this node has crownlands {__version__}, the arena {version}")
    return play(read_task(task))


def play_on_ray(tasks: Sequence[Task], address: str) -> Generator[tuple[Task, str], None, None]:
    """Records in the order in which games end; a game whose node dies is played again on another."""
    calls = [
        Call((task.as_json(), __version__), max(entrant.budget.threads for entrant in task.lineup)) for task in tasks
    ]
    for index, text in call_on_ray(play_remotely, calls, address):
        yield tasks[index], text


@dataclass(frozen=True)
class Call:
    """What a node is asked for."""

    arguments: tuple[Any, ...]
    processors: int = 1


def call_on_ray(
    function: Callable[..., Any], calls: Sequence[Call], address: str
) -> Generator[tuple[int, Any], None, None]:
    """The number and the result of every call, in the order in which they end; those of a lost node are made again."""
    try:
        import ray
    except ImportError:
        raise CrownlandsError("working on Ray needs the extra: pip install 'crownlands[cluster]'") from None
    _knock(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise ArenaError(f"no Ray cluster at {address}: {error}") from None
    try:
        yield from _call(ray, function, calls)
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Finds out at once that nobody is there; Ray would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal() or "/" in host:
        return  # `auto`, or another kind of address that Ray knows
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=KNOCK).close()
    except (OSError, OverflowError) as error:
        raise ArenaError(f"no Ray cluster at {address}: {error}") from None


def _call(ray: Any, function: Callable[..., Any], calls: Sequence[Call]) -> Generator[tuple[int, Any], None, None]:
    remote = ray.remote(max_retries=RETRIES)(function)
    todo = iter(enumerate(calls))
    waiting: dict[Any, int] = {}
    while True:
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(waiting)
        for _, (index, call) in zip(range(room), todo, strict=False):
            waiting[remote.options(num_cpus=call.processors).remote(*call.arguments)] = index
        if not waiting:
            return
        done, _ = ray.wait(list(waiting), timeout=1.0)
        for reference in done:
            index = waiting.pop(reference)
            try:
                yield index, ray.get(reference)
            except ray.exceptions.RayError as error:
                raise ArenaError(f"game {index} failed: {error}") from None
