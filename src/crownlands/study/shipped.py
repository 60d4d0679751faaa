"""The puzzles that come with the package.

>>> puzzle = puzzles(family="kingdomino", kind="exact")[0]
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from crownlands.rules import CrownlandsError
from crownlands.rules.ruleset import FAMILIES
from crownlands.study.puzzle_text import parse_puzzles
from crownlands.study.puzzles import KINDS, THEMES, Puzzle


@cache
def shipped() -> tuple[Puzzle, ...]:
    """All that come with the package, easiest first."""
    folder = files("crownlands.data").joinpath("puzzles")
    found = [
        puzzle
        for family in FAMILIES
        for puzzle in parse_puzzles(folder.joinpath(f"{family}.puzzles").read_text(encoding="utf-8"))
    ]
    return tuple(sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.name)))


def puzzles(family: str | None = None, kind: str | None = None, theme: str | None = None) -> tuple[Puzzle, ...]:
    """The puzzles of a family, kind or theme, easiest first; all of them if nothing is asked for."""
    for what, value, known in (("family", family, FAMILIES), ("kind", kind, KINDS), ("theme", theme, THEMES)):
        if value is not None and value not in known:
            raise CrownlandsError(f"no {what} {value!r}; there are {', '.join(known)}")
    return tuple(
        puzzle
        for puzzle in shipped()
        if (family is None or puzzle.family == family)
        and (kind is None or puzzle.kind == kind)
        and (theme is None or theme in puzzle.themes)
    )


def puzzle(name: str) -> Puzzle:
    """The puzzle of this name."""
    found = next((each for each in shipped() if each.name == name), None)
    if found is None:
        raise CrownlandsError(f"no puzzle {name!r}; `crownlands puzzles` lists them")
    return found
