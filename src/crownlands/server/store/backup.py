"""A copy of SQLite's tables, of one moment, while a server goes on writing."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from crownlands.rules import CrownlandsError


def backup_sqlite(source: Path, target: Path) -> None:
    """One file that a server can go on from: with all that was acknowledged before, and nothing half.

    Copying the file by itself would miss what is still in the log beside it, or catch it in the middle of a change.
    """
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # it holds the seeds of the deals
    except OSError as error:
        raise CrownlandsError(f"cannot write {target}: {error.strerror}") from None
    try:
        existing = f"{source.resolve().as_uri()}?mode=rw"
        with closing(sqlite3.connect(existing, uri=True)) as tables, closing(sqlite3.connect(target)) as copy:
            tables.backup(copy)  # all pages in one step; reading keeps no writer waiting
    except sqlite3.Error as error:
        target.unlink()
        raise CrownlandsError(f"cannot copy {source}: {error}") from None
