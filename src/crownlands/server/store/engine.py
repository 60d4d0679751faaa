"""Opening a database by its URL, durable, and brought up to date."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from crownlands.rules import CrownlandsError

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
_MIGRATION_LOCK = 7_240_386


def open_engine(database: str) -> AsyncEngine:
    """An engine for ``sqlite:///path`` or ``postgresql://user@host/name``."""
    try:
        url = make_url(database)
    except Exception:
        raise CrownlandsError(f"no database URL: {database!r}") from None
    backend = url.drivername.partition("+")[0]
    if backend not in _DRIVERS:
        raise CrownlandsError(f"a database is sqlite:///… or postgresql://…, not {backend}://…")
    url = url.set(drivername=_DRIVERS[backend])
    if backend == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise CrownlandsError("tables are kept in a file: sqlite:////a/path.sqlite3")
        engine = create_async_engine(url, pool_size=4, max_overflow=0)
        Path(sqlite_path(engine)).parent.mkdir(parents=True, exist_ok=True)
        event.listen(engine.sync_engine, "connect", lambda connection, _: make_durable(connection))
        return engine
    try:
        return create_async_engine(url, pool_size=6, max_overflow=4)
    except ModuleNotFoundError:
        raise CrownlandsError("PostgreSQL needs the extra: pip install 'crownlands[postgres]'") from None


def sqlite_path(engine: AsyncEngine) -> str:
    return str(engine.url.database)


def make_durable(connection: Any) -> None:
    """SQLite: readers beside one writer, and a commit is on the disk before it returns.

    What is purged is overwritten.
    """
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def migrate(engine: AsyncEngine) -> None:
    """Brings the database to the newest shape; several processes may try at once."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    logging.getLogger("alembic").setLevel(logging.WARNING)
    command.upgrade(config, "head")
