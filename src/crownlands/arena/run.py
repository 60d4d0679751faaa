"""An arena at work: what is there already, then what is still to be played, here or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from crownlands.arena.archive import Archive
from crownlands.arena.judge import Played, judge
from crownlands.arena.plan import Plan, Task
from crownlands.arena.pool import play_here


@dataclass(frozen=True)
class Where:
    """Where games are played and kept."""

    jobs: int = 1
    out: Path | None = None
    ray: str | None = None
    """The address of a Ray cluster."""
    seconds: float | None = None
    """No game is waited for after this long."""


def run(plan: Plan, where: Where) -> Iterator[Played]:
    """Every game of the plan as it ends, replayed through the rules before it counts."""
    start = time.monotonic()
    if plan.bot_logs:
        Path(plan.bot_logs).mkdir(parents=True, exist_ok=True)
    archive = Archive(where.out, plan) if where.out else None
    found: set[int] = set()
    for game in archive.found(plan) if archive else ():
        found.add(game.task.index)
        yield game
    todo = [task for task in plan.tasks() if task.index not in found]
    if not todo:
        return
    with closing(_played(todo, where)) as records:
        for task, text in records:
            game = judge(task, text)
            if archive:
                archive.save(task, text)
            yield game
            if where.seconds is not None and time.monotonic() - start > where.seconds:
                return


def _played(tasks: Sequence[Task], where: Where) -> Generator[tuple[Task, str], None, None]:
    if where.ray is None:
        return play_here(tasks, where.jobs)
    from crownlands.arena.cluster import play_on_ray  # heavy, and an extra

    return play_on_ray(tasks, where.ray)
