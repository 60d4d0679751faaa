"""Real servers in processes of their own, on loopback, for the tests to talk to, kill and start again."""

from __future__ import annotations

import contextlib
import signal
import socket
import time
import urllib.request
from pathlib import Path
from typing import Any

from crownlands import __version__
from crownlands.client import Http
from crownlands.server.settings import Fixed, Limits, Settings
from tests.patience import PATIENCE, eventually
from tests.server.forks import Fork

GENEROUS = Limits(
    messages_per_second=5000,
    message_burst=5000,
    requests_per_second=5000,
    request_burst=5000,
    tables_per_hour=100_000,
    sockets_per_address=4000,
    address_messages_per_second=50_000,
    address_message_burst=50_000,
    changes_per_second=5000,
    change_burst=5000,
    connects_per_second=5000,
    connect_burst=5000,
    connections_per_address=10_000,
    waiting_per_address=5000,
    joins_per_table=100,
    work_per_second=1000,
    work_burst=1000,
    strikes=1_000_000,
)

# Tables of one host are dealt the same in every run, whichever tests ran before. Whoever opens the first page makes all
# reference players play the day's three deals: here one is enough, and tests of daily deals have servers with all.
FIXED = Fixed(seed="crownlands", work=60, references=1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """One server process with its settings; `kill` is SIGKILL, `stop` asks nicely."""

    def __init__(self, folder: Path, database: str | None = None, **settings: Any) -> None:
        self.folder = folder
        self.settings = Settings(
            database=database or f"sqlite:///{folder / 'tables.sqlite3'}",
            secret_file=str(folder / "secret"),
            port=settings.pop("port", None) or free_port(),
            **{
                "bot_pace": 0.0,
                "claim_seconds": 1.0,
                "sweep_seconds": 0.1,
                "limits": GENEROUS,
                "fixed": FIXED,
                **settings,
            },
        )
        self.process: Fork | None = None
        self.started = 0
        """When it was started last, in milliseconds."""
        self.log = folder / f"server-{self.settings.port}.log"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.settings.port}"

    @property
    def http(self) -> Http:
        return Http(self.url)

    def start(self, version: str = __version__, before: str = "") -> Server:
        """Another `version`, or a line of Python that runs `before` the rules are read."""
        program = (
            f"import crownlands; crownlands.__version__ = {version!r}; {before}\n"
            "from crownlands.server.run import main; main()"
        )
        self.started = time.time_ns() // 1_000_000
        self.process = Fork(program, self.settings.environment(), self.log)
        self.wait_until_ready()
        return self

    def wait_until_ready(self) -> None:
        eventually(self._answers, lambda: f"no answer: {self.log.read_text()[-3000:]}")

    def _answers(self) -> bool:
        assert self.process is None or self.process.poll() is None, self.log.read_text()[-3000:]
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/healthz", timeout=PATIENCE):
            return True
        return False

    def kill(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def restart(self) -> None:
        self.kill()
        self.start()

    def errors(self) -> list[str]:
        """Lines of the log that no server should write."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if '"level": "error"' in line or "Traceback" in line]

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()
