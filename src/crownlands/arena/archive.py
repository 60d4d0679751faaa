"""Finished games in a folder: one record each, written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from crownlands.arena.judge import Played, judge
from crownlands.arena.plan import Plan, Task
from crownlands.rules import CrownlandsError


class Archive:
    """The folder of one plan. A file that is not a whole and correct game is as good as none."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self._games = folder / "games"
        self._games.mkdir(parents=True, exist_ok=True)
        written = folder / "arena.json"
        text = json.dumps(plan.as_json(), indent=2, ensure_ascii=False) + "\n"
        if not written.exists():
            self._write(written, text)
        elif written.read_bytes() != text.encode():
            raise CrownlandsError(f"{folder} holds the games of another arena; see {written}, or choose another folder")

    @staticmethod
    def seed(folder: Path) -> str | None:
        """The seed of the games that are kept there, if there are any."""
        try:
            return str(json.loads((folder / "arena.json").read_text(encoding="utf-8"))["seed"])
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError, OSError) as error:
            raise CrownlandsError(f"{folder / 'arena.json'} cannot be read: {error}") from None

    def _path(self, task: Task) -> Path:
        return self._games / f"{task.index:06}.game"

    def found(self, plan: Plan) -> Iterator[Played]:
        """The games that are already there."""
        for task in plan.tasks():
            path = self._path(task)
            if path.exists():
                try:
                    yield judge(task, path.read_text(encoding="utf-8"))
                except (CrownlandsError, UnicodeDecodeError):
                    path.unlink()

    def save(self, task: Task, text: str) -> None:
        self._write(self._path(task), text)

    @staticmethod
    def _write(path: Path, text: str) -> None:
        half = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with half.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            half.replace(path)
        finally:
            half.unlink(missing_ok=True)
