"""What an operator may set; every worker process is started with the same values."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

ENVIRONMENT = "CROWNLANDS_SETTINGS"


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much one address, person or connection may ask for; why, is in docs/security.md.

    Addresses are counted in each process by itself.
    """

    message_bytes: int = 8 * 1024
    """The longest websocket message."""
    body_bytes: int = 256 * 1024
    """The longest HTTP body; only records come near it."""
    messages_per_second: float = 15.0
    message_burst: int = 60
    """Websocket messages of one person, over all connections; of one connection before its hello."""
    address_messages_per_second: float = 100.0
    address_message_burst: int = 500
    """Websocket messages of one address."""
    strikes: int = 200
    """Refused messages of one connection before it is closed."""
    chat_lines: int = 500
    """What one person may say at a table."""
    takes_back: int = 20
    """Actions that may be taken back until something happens that cannot."""
    changes_per_second: float = 0.2
    change_burst: int = 200
    """Sitting, standing, leaving, seats for bots and the like, at one table."""
    requests_per_second: float = 20.0
    request_burst: int = 100
    work_per_second: float = 0.5
    work_burst: float = 30.0
    """Seconds that hints, pictures and replays for one address may take."""
    tables_per_hour: int = 60
    reviews: int = 2
    """At once, in a process; others wait."""
    reviews_waiting: int = 20
    """In a process; more are told to come back."""
    reviews_per_hour: int = 60
    """Of one address; what was reviewed before costs nothing."""
    joins_per_table: int = 8
    """Persons that one address may be at a table; as many again in an hour."""
    persons_per_table: int = 32
    connections_per_address: int = 250
    """TCP connections; browsers open several."""
    waiting_per_address: int = 32
    """Connections without a whole request; the oldest makes room for a new one."""
    request_seconds: float = 15.0
    """For a whole request, from the connection or the answer before."""
    connects_per_second: float = 10.0
    connect_burst: int = 100
    """New websockets of one address."""
    sockets_per_address: int = 100
    queue: int = 256
    """Messages that may wait for a slow reader before it is disconnected; it can come back."""
    unread_bytes: int = 1024 * 1024
    """What they may hold together; a single message may be longer."""
    unread_bytes_in_all: int = 128 * 1024 * 1024
    """For all connections of a process: who holds most has to go."""


class Fixed(msgspec.Struct, frozen=True, kw_only=True):
    """A server without luck, for tests alone: no option of the command and no request reaches this."""

    seed: str
    """Every deal follows from it and the name of whoever opens the table; every bot from it and the position."""
    work: int
    """Playouts of bots and hints for a turn, whatever time they would have: never more than the level says."""
    ahead: int = 0
    """Milliseconds by which the server's time is ahead of the machine's."""
    review_work: int = 128
    """Playouts for each thing that a review measures."""
    references: int | None = None
    """Reference players that play a daily deal; all, if nothing is said."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that `crownlands serve` takes, with its defaults."""

    database: str
    secret_file: str
    host: str = "127.0.0.1"
    port: int = 0
    """0 takes any free one; the command has a port of its own."""
    workers: int = 1
    origins: tuple[str, ...] = ()
    """Other origins whose pages may open websockets; the server's own always may."""
    proxies: str = "127.0.0.1"
    """Addresses whose X-Forwarded-For is believed."""
    bot_pace: float = 0.7
    """Seconds that a bot takes at least, so that people can follow."""
    bot_budget: float | None = None
    """Seconds that a bot thinks at most; never more than its level says."""
    bot_threads: int = 2
    claim_seconds: float = 8.0
    """How long a process may take over a bot's decision before another one does it."""
    sweep_seconds: float = 0.5
    """How often a process looks for clocks that ran out and for claims that died."""
    idle_seconds: float = 120.0
    """How long a table that nobody looks at stays in memory."""
    abandon_seconds: float = 20.0
    """How long a review goes on without anybody asking how far it is."""
    retention_days: float = 30.0
    """Tables without anything new for so long are purged."""
    limits: Limits = Limits()
    fixed: Fixed | None = None

    def environment(self) -> dict[str, str]:
        """The environment of a worker process."""
        return {**os.environ, ENVIRONMENT: msgspec.json.encode(self).decode()}

    @classmethod
    def from_environment(cls) -> Settings:
        return msgspec.json.decode(os.environ[ENVIRONMENT], type=cls)


def data_folder() -> Path:
    """Where this user's tables are kept."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "crownlands"


def default_database(folder: Path | None = None) -> str:
    return f"sqlite:///{(folder or data_folder()) / 'tables.sqlite3'}"
