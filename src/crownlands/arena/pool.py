"""Worker processes on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import suppress
from queue import SimpleQueue

from crownlands.arena.plan import Task
from crownlands.rules import CrownlandsError

ATTEMPTS = 3
"""How often a game is tried whose worker dies."""
WORKER = [sys.executable, "-m", "crownlands.arena.worker"]


class ArenaError(CrownlandsError):
    """An arena that cannot go on."""


class _WorkerDied(Exception):
    pass


class _Worker:
    """One process, and a game at a time."""

    def __init__(self) -> None:
        # In a session of its own: Ctrl-C is for the arena, which then ends its workers in order.
        self._process = subprocess.Popen(
            WORKER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def play(self, task: Task) -> str:
        assert self._process.stdin
        assert self._process.stdout
        try:
            self._process.stdin.write(json.dumps(task.as_json()) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = ""
        if not line.endswith("\n"):
            raise _WorkerDied
        answer: dict[str, str] = json.loads(line)
        if "error" in answer:
            raise ArenaError(f"game {task.index} failed: {answer['error']}")
        return answer["record"]

    def stop(self) -> None:
        """Ends the process, and the game in it if there is one."""
        self._process.terminate()
        try:
            self._process.wait(2.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()


class _Crew:
    """As many workers as there are jobs, each fed by a thread of its own."""

    def __init__(self, tasks: Sequence[Task], jobs: int) -> None:
        self.done: SimpleQueue[tuple[Task, str] | ArenaError] = SimpleQueue()
        self._tasks = iter(tasks)
        self._lock = threading.Lock()
        self._stopped = False
        self._workers: set[_Worker] = set()
        self._threads = [threading.Thread(target=self._feed, daemon=True) for _ in range(jobs)]
        for thread in self._threads:
            thread.start()

    def _hire(self) -> _Worker | None:
        with self._lock:
            if self._stopped:
                return None
            worker = _Worker()
            self._workers.add(worker)
            return worker

    def _next(self) -> Task | None:
        with self._lock:
            return None if self._stopped else next(self._tasks, None)

    def _feed(self) -> None:
        try:
            worker = self._hire()
            while worker and (task := self._next()):
                worker = self._play(worker, task)
        except ArenaError as error:
            self.done.put(error)
        except Exception as error:
            self.done.put(ArenaError(f"a worker cannot be used: {error}"))

    def _play(self, worker: _Worker, task: Task) -> _Worker | None:
        """Plays the task, with new workers if the old ones die; the worker for the next task."""
        for _ in range(ATTEMPTS):
            try:
                self.done.put((task, worker.play(task)))
                return worker
            except _WorkerDied:
                worker.stop()
                fresh = self._hire()
                if fresh is None:
                    return None
                worker = fresh
        raise ArenaError(f"game {task.index} ends its worker process every time")

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
        for worker in self._workers:
            worker.stop()
        for thread in self._threads:
            thread.join()
        for worker in self._workers:
            worker.close()


def play_here(tasks: Sequence[Task], jobs: int) -> Generator[tuple[Task, str], None, None]:
    """Records in the order in which games end."""
    crew = _Crew(tasks, min(jobs, len(tasks)))
    try:
        for _ in tasks:
            done = crew.done.get()
            if isinstance(done, ArenaError):
                raise done
            yield done
    finally:
        crew.stop()
