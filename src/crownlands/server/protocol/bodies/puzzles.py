"""Puzzles: which there are, what is asked, and what became of an attempt."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from crownlands.study.judge import Judgement
from crownlands.study.puzzles import PuzzleKind, Theme


class PuzzleInfo(Struct, frozen=True):
    """A puzzle in the list; what is asked there is told by its position."""

    name: str
    ruleset: str
    kind: PuzzleKind
    themes: list[Theme]
    rating: int
    choices: int
    """How many ways there are to finish the turn."""


class PuzzleList(Struct, frozen=True):
    """Easiest first."""

    puzzles: list[PuzzleInfo]


class PuzzleTask(Struct, frozen=True):
    """A puzzle to be solved: the turn that goes on in this position is to be finished."""

    puzzle: PuzzleInfo
    position: str


class PuzzleAttempt(Struct, frozen=True, forbid_unknown_fields=True):
    """The rest of the turn in the notation; no actions to see the answer."""

    actions: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=8)] = []


class JudgedAttempt(Struct, frozen=True):
    """What became of an attempt, and what the puzzle was about."""

    puzzle: PuzzleInfo
    judgement: Judgement
    tempting: list[str]
    """What somebody does who takes what gives most now."""
