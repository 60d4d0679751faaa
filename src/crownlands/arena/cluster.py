"""The same games on a Ray cluster: the extra `crownlands[cluster]`, installed on every node."""

from __future__ import annotations

import logging
import socket
from collections.abc import Generator, Sequence
from typing import Any

from crownlands import __version__
from crownlands.arena.plan import Task, read_task
from crownlands.arena.play import play
from crownlands.arena.pool import ArenaError
from crownlands.rules import CrownlandsError

RETRIES = 20
"""How often a game is played again whose node is lost."""
AHEAD = 4
"""Games handed out at a time for each processor of the cluster."""
KNOCK = 10.0
"""Seconds to wait for a first sign of the cluster."""


def play_remotely(task: dict[str, Any], version: str) -> str:
    """What a node runs: another version would play other games."""
    if version != __version__:
        raise CrownlandsError(f"this node has crownlands {__version__}, the arena {version}")
    return play(read_task(task))


def play_on_ray(tasks: Sequence[Task], address: str) -> Generator[tuple[Task, str], None, None]:
    """Records in the order in which games end; a game whose node dies is played again on another."""
    try:
        import ray
    except ImportError:
        raise CrownlandsError("playing on Ray needs the extra: pip install 'crownlands[cluster]'") from None
    _knock(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise ArenaError(f"no Ray cluster at {address}: {error}") from None
    try:
        yield from _play(ray, tasks)
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


def _play(ray: Any, tasks: Sequence[Task]) -> Generator[tuple[Task, str], None, None]:
    remote = ray.remote(max_retries=RETRIES)(play_remotely)
    todo = iter(tasks)
    waiting: dict[Any, Task] = {}
    while True:
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(waiting)
        for _, task in zip(range(room), todo, strict=False):
            threads = max(entrant.budget.threads for entrant in task.lineup)
            waiting[remote.options(num_cpus=threads).remote(task.as_json(), __version__)] = task
        if not waiting:
            return
        done, _ = ray.wait(list(waiting), timeout=1.0)
        for reference in done:
            task = waiting.pop(reference)
            try:
                yield task, ray.get(reference)
            except ray.exceptions.RayError as error:
                raise ArenaError(f"game {task.index} failed: {error}") from None
