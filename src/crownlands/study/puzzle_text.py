"""Puzzles as text: what is known of each, then its position."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NoReturn

from crownlands.notation import ParseError
from crownlands.study.puzzles import KINDS, THEMES, Puzzle, PuzzleKind, Theme
from crownlands.study.review import Value

HEADER = "crownlands puzzles 1"
KEYS = ("puzzle", "kind", "themes", "rating", "choices", "answer", "tempting", "best", "second", "error")
_BETWEEN = "; "


def print_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """The puzzles as canonical text."""
    return "\n".join([HEADER + "\n", *map(print_puzzle, puzzles)])


def print_puzzle(puzzle: Puzzle) -> str:
    """One of them."""
    values = (
        puzzle.name,
        puzzle.kind,
        " ".join(puzzle.themes),
        str(puzzle.rating),
        str(puzzle.choices),
        _BETWEEN.join(puzzle.answer),
        _BETWEEN.join(puzzle.tempting),
        _print_value(puzzle.best),
        _print_value(puzzle.second),
        f"{puzzle.error:g}",
    )
    tags = (f"{key}: {value}".rstrip() for key, value in zip(KEYS, values, strict=True))
    return "".join(f"{line}\n" for line in tags) + puzzle.position


def _print_value(value: Value) -> str:
    return f"{value.win:g} {value.points:g}"


def parse_puzzles(text: str) -> tuple[Puzzle, ...]:
    """The puzzles that this text says; whether they are good ones is not asked, and positions are read when needed."""
    lines = text.splitlines()
    if not lines or lines[0].rstrip() != HEADER:
        raise ParseError(1, 1, f"`{HEADER}`", lines[0] if lines else "the end of the text")
    starts = [index for index, line in enumerate(lines) if line.startswith("puzzle:")]
    stray = next((i for i, line in enumerate(lines[1 : starts[0] if starts else None], 1) if line.strip()), None)
    if stray is not None:
        _fail(lines, stray, "`puzzle: NAME`")
    return tuple(_read(lines, start, end) for start, end in pairwise([*starts, len(lines)]))


def _read(lines: list[str], start: int, end: int) -> Puzzle:
    tags: list[str] = []
    for index, key in enumerate(KEYS, start):
        if index >= end or not lines[index].startswith(f"{key}:"):
            _fail(lines, index, f"`{key}: …`")
        tags.append(lines[index].partition(":")[2].strip())
    name, kind, themes, rating, choices, answer, tempting, best, second, error = tags
    where = dict(zip(KEYS, range(start, end), strict=False))
    if kind not in KINDS:
        _fail(lines, where["kind"], f"one of {', '.join(KINDS)}")
    if unknown := [theme for theme in themes.split() if theme not in THEMES]:
        _fail(lines, where["themes"], f"themes of {', '.join(THEMES)}, not {unknown[0]}")
    position = "".join(f"{line}\n" for line in lines[start + len(KEYS) : end]).strip("\n") + "\n"
    try:
        puzzle = Puzzle(
            position=position,
            kind=_kind(kind),
            answer=tuple(answer.split(_BETWEEN)),
            tempting=tuple(tempting.split(_BETWEEN)),
            best=_read_value(best),
            second=_read_value(second),
            error=float(error),
            choices=int(choices),
            rating=int(rating),
            themes=_themes(themes.split()),
        )
    except ValueError:
        _fail(lines, start, "a puzzle whose rating, choices, best, second and error are numbers")
    if puzzle.name != name:
        _fail(lines, start, f"the name of this position, {puzzle.name}")
    return puzzle


def _kind(text: str) -> PuzzleKind:
    return next(kind for kind in KINDS if kind == text)


def _themes(names: Iterable[str]) -> tuple[Theme, ...]:
    return tuple(theme for name in names for theme in THEMES if theme == name)


def _read_value(text: str) -> Value:
    win, points = text.split()
    return Value(float(win), float(points))


def _fail(lines: list[str], index: int, expected: str) -> NoReturn:
    found = lines[index] if index < len(lines) else "the end of the text"
    raise ParseError(index + 1, 1, expected, f"`{found}`")
