"""Processes that begin with the libraries read: that is most of a server's start, and no test is about it.

What is ours is not among them: every server reads it anew.
"""

from __future__ import annotations

import os
import signal
import sys
from multiprocessing import get_context
from pathlib import Path

LIBRARIES = [
    "aiosqlite",
    "alembic.config",
    "asyncpg",
    "gzip",
    "msgspec",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "sqlalchemy.ext.asyncio",
    "starlette.applications",
    "starlette.middleware.gzip",
    "statistics",
    "uvicorn.lifespan.on",
    "uvicorn.protocols.http.h11_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "uvloop",
]

CONTEXT = get_context("forkserver")
CONTEXT.set_forkserver_preload(LIBRARIES)


def _run(program: str, environment: dict[str, str], log: str) -> None:
    os.environ.clear()
    os.environ.update(environment)
    descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(descriptor, stream.fileno())
    exec(program, {"__name__": "__main__"})


class Fork:
    """A program in a process of its own, as `subprocess.Popen` has it."""

    def __init__(self, program: str, environment: dict[str, str], log: Path) -> None:
        self._process = CONTEXT.Process(target=_run, args=(program, environment, str(log)), daemon=True)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        self._process.join(seconds)
        code = self.poll()
        if code is None:
            raise TimeoutError(f"process {self.pid} still runs after {seconds} s")
        return code

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)
