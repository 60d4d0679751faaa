"""Running the server: one process, or several behind one port that are started again when they die."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn

from crownlands.rules import CrownlandsError
from crownlands.server.app import make_app
from crownlands.server.guard.credentials import read_secret
from crownlands.server.guard.transport_limits import BoundedHttp, BoundedSocket
from crownlands.server.live.room import Room
from crownlands.server.ops.gc_policy import settle
from crownlands.server.ops.logs import configure_logs
from crownlands.server.settings import Settings
from crownlands.server.store import Store
from crownlands.server.store.engine import without_password

log = logging.getLogger(__name__)

RESPAWN_SECONDS = 0.2
LONGEST_PAUSE = 5.0


class _Server(uvicorn.Server):
    """Answers what was accepted before it lets go of its connections."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A wish to stop that was followed is not an error: it is not raised again at the end."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        try:
            await self.config.app.service.drain()  # type: ignore[union-attr]
        except TimeoutError:
            log.warning("some answers took too long")
        await super().shutdown(sockets)


KERNEL_UNREAD = 256 * 1024
"""What the kernel keeps for a connection that does not read; left to itself, it keeps megabytes for each."""


def bind(host: str, port: int, shared: bool) -> socket.socket:
    """A socket for this address; `shared` lets other processes listen beside it."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_UNREAD)
    if shared:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        raise CrownlandsError(f"cannot listen on {host}:{port}: {error.strerror}") from None
    return bound


def serve_here(settings: Settings, bound: socket.socket, witness: Callable[[Room], None] | None = None) -> None:
    """Serves in this process until it is told to stop; the witness is told of every room that changes."""
    configure_logs()
    if settings.fixed:
        log.warning("deals and bots are fixed, as only tests may have it")
    app = make_app(settings)
    if witness:
        app.service.rooms.witness = witness
    config = uvicorn.Config(
        app,
        http=BoundedHttp,
        ws=BoundedSocket,
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        server_header=False,
        access_log=False,
        log_config=None,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=5,
        backlog=2048,
    )
    settle()
    # The thread that writes to the disk waits for the interpreter's lock before and after: not for five milliseconds.
    sys.setswitchinterval(0.001)
    bound.listen(2048)
    bound.setblocking(False)
    _Server(config).run([bound])


def prepare(settings: Settings) -> None:
    """Makes what is missing, or says in one line what is wrong, before anything is promised."""
    read_secret(Path(settings.secret_file))
    asyncio.run(_check_database(settings))


async def _check_database(settings: Settings) -> None:
    store = Store(settings.database)
    try:
        await store.open()
    except Exception as error:  # whatever a driver raises
        problem = without_password(str(error).splitlines()[0] if str(error) else type(error).__name__)
        raise CrownlandsError(f"cannot use {without_password(settings.database)}: {problem}") from None
    finally:
        await store.close()


def serve(settings: Settings, bound: socket.socket) -> None:
    """Serves with as many processes as were asked for."""
    if settings.workers == 1:
        serve_here(settings, bound)
    else:
        Supervisor(settings).run()


class Supervisor:
    """Starts workers, starts dead ones again, and passes the wish to stop on."""

    def __init__(self, settings: Settings) -> None:
        if settings.database.startswith("sqlite"):
            raise CrownlandsError("several workers need PostgreSQL: --database postgresql://…")
        self._settings = settings
        self._workers: list[subprocess.Popen[bytes]] = []
        self._stopping = False

    def _spawn(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-m", "crownlands.server.run"], env=self._settings.environment())

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        configure_logs()
        self._workers = [self._spawn() for _ in range(self._settings.workers)]
        pause = RESPAWN_SECONDS
        while not self._stopping:
            time.sleep(pause)
            dead = [index for index, worker in enumerate(self._workers) if worker.poll() is not None]
            pause = min(2 * pause, LONGEST_PAUSE) if dead else RESPAWN_SECONDS  # a worker that cannot live gets slower
            for index in dead if not self._stopping else ():
                worker = self._workers[index]
                log.error("worker died", extra={"worker": worker.pid, "status": worker.returncode})
                self._workers[index] = self._spawn()
        for worker in self._workers:
            worker.terminate()
        for worker in self._workers:
            worker.wait()


def _stop_with_parent(parent: int) -> None:
    """A worker whose supervisor was killed must not keep the port."""
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """A worker of a supervisor, or a server whose settings come from the environment."""
    settings = Settings.from_environment()
    threading.Thread(target=_stop_with_parent, args=(os.getppid(),), daemon=True).start()
    configure_logs()
    try:
        prepare(settings)
        serve_here(settings, bind(settings.host, settings.port, shared=True))
    except CrownlandsError as error:
        log.error("cannot serve", extra={"reason": str(error)})
        sys.exit(1)


if __name__ == "__main__":
    main()
