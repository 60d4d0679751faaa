"""Includes of the core point one way: a room knows itself and those before it (docs/core.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

CORE = Path(__file__).parent.parent.parent / "src" / "crownlands" / "core"
ROOMS = ("base", "ruleset", "notation", "board", "game", "engine", "search/eval", "search", "learn", "envs", "bindings")
GENERATED = "tables.hpp"


def violations(core: Path) -> Iterator[str]:
    """Each include that points the wrong way, is not written from the core's root, or stands in no room."""
    for path in sorted(core.rglob("*.?pp")):
        room = path.parent.relative_to(core).as_posix()
        if room not in ROOMS:
            yield f"{path.relative_to(core)}: {room} is not among the rooms"
            continue
        for name in re.findall(r'#include "(.+)"', path.read_text(encoding="utf-8")):
            other = Path(name).parent.as_posix()
            if name == GENERATED:
                continue
            if other not in ROOMS or not (core / name).exists():
                yield f"{path.relative_to(core)}: {name} is not a file of the core"
            elif ROOMS.index(other) > ROOMS.index(room):
                yield f"{path.relative_to(core)}: {room} must not include {other}"


def test_the_rooms_of_the_core_know_only_those_before_them() -> None:
    assert list(violations(CORE)) == []


@pytest.mark.parametrize(
    ("path", "include", "found"),
    [
        ("board/a.hpp", "game/b.hpp", "board/a.hpp: board must not include game"),
        ("search/eval/a.hpp", "search/b.hpp", "search/eval/a.hpp: search/eval must not include search"),
        ("board/a.hpp", "b.hpp", "board/a.hpp: b.hpp is not a file of the core"),
        ("attic/a.hpp", "game/b.hpp", "attic/a.hpp: attic is not among the rooms"),
    ],
)
def test_a_wrong_include_is_found(tmp_path: Path, path: str, include: str, found: str) -> None:
    for folder in ("game", "search", Path(path).parent.as_posix()):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    for name in ("game/b.hpp", "search/b.hpp"):
        (tmp_path / name).touch()
    (tmp_path / path).write_text(f'#include "{include}"\n', encoding="utf-8")
    assert list(violations(tmp_path)) == [found]
