"""Opening a database by its URL, durable, and brought up to date."""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from crownlands.rules import CrownlandsError
from crownlands.server.settings import data_folder

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
_MIGRATION_LOCK = 7_240_386
ANSWER_SECONDS = 5.0
"""A database that takes longer has gone."""


def open_engine(database: str) -> AsyncEngine:
    """An engine for ``sqlite:///path`` or ``postgresql://user@host/name``."""
    try:
        url = make_url(database)
    except Exception:
        raise CrownlandsError(f"no database URL: {without_password(database)!r}") from None
    backend = url.drivername.partition("+")[0]
    if backend not in _DRIVERS:
        raise CrownlandsError(f"a database is sqlite:///… or postgresql://…, not {backend}://…")
    url = url.set(drivername=_DRIVERS[backend])
    if backend == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise CrownlandsError("tables are kept in a file: sqlite:////a/path.sqlite3")
        engine = create_async_engine(url, pool_size=4, max_overflow=0)
        _keep_private(Path(sqlite_path(engine)))
        event.listen(engine.sync_engine, "connect", lambda connection, _: make_durable(connection))
        return engine
    try:
        return create_async_engine(
            url,
            pool_size=6,
            max_overflow=4,
            pool_timeout=ANSWER_SECONDS,
            connect_args={"timeout": ANSWER_SECONDS, "command_timeout": ANSWER_SECONDS},
        )
    except ModuleNotFoundError:
        raise CrownlandsError("PostgreSQL needs the extra: pip install 'crownlands[postgres]'") from None


def without_password(database: str) -> str:
    """A database's URL as it may be shown."""
    return re.sub(r"(//[^:/@]*):.*@", r"\1:…@", database)


def _keep_private(path: Path) -> None:
    """The file holds links and the seeds of deals: it is its owner's alone, and so is a folder that is made for it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for kept in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            if kept.exists() and kept.stat().st_mode & 0o077:
                kept.chmod(0o600)
        if path.parent == data_folder():
            path.parent.chmod(0o700)
    except OSError as error:
        raise CrownlandsError(f"cannot use {path}: {error.strerror}") from None


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


async def migrate(engine: AsyncEngine, version: str = "head") -> None:
    """Brings the database to the newest shape, or to that of a `version`; several processes may try at once."""
    if engine.dialect.name == "postgresql":
        async with engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
            await connection.run_sync(_upgrade, version)
        return
    async with engine.connect() as connection:
        # A table that is made anew takes the place of one that others refer to; inside of the steps it is too late.
        await connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        await connection.commit()
        try:
            async with connection.begin():
                await connection.exec_driver_sql("BEGIN IMMEDIATE")  # which Python leaves out: all steps or none
                await connection.run_sync(_upgrade, version)
        finally:
            await connection.exec_driver_sql("PRAGMA foreign_keys=ON")


def _upgrade(connection: Connection, version: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    logging.getLogger("alembic").setLevel(logging.WARNING)
    command.upgrade(config, version)
