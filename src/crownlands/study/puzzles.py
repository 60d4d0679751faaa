"""What a puzzle is: a position in which one way to finish the turn is clearly the best."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Literal, get_args

from crownlands.game import Game
from crownlands.notation import parse_position
from crownlands.rules import Match
from crownlands.study.review import Value

PuzzleKind = Literal["exact", "strategic"]
Theme = Literal[
    "hole",
    "room",
    "join",
    "crowns",
    "later",
    "deny",
    "lower-number",
    "middle",
    "queen",
    "tax-twice",
    "town",
    "build",
    "save",
    "dragon",
]
KINDS: tuple[PuzzleKind, ...] = get_args(PuzzleKind)
THEMES: tuple[Theme, ...] = get_args(Theme)
IDENT = 8
"""Characters of a puzzle's name."""


@dataclass(frozen=True)
class Puzzle:
    """A position and what is known of it."""

    position: str
    kind: PuzzleKind
    """exact: the end is solved, and no other way comes within reach; strategic: playouts say so, far beyond luck."""
    answer: tuple[str, ...]
    """The rest of the turn, in the notation; what is its mirror image is right, too."""
    tempting: tuple[str, ...]
    """What somebody does who takes what gives most now."""
    best: Value
    """What the answer leads to. Exact: the share of the win and the lead in points over the best rival, if everybody
    does their best. Strategic: how often it wins, and the final points on average."""
    second: Value
    """The same of the best way that is none."""
    error: float
    """Standard error of the difference of both shares of the win; 0 where it is exact."""
    choices: int
    """How many ways there are to finish the turn."""
    rating: int
    """How difficult it seems, as a Glicko rating to start with."""
    themes: tuple[Theme, ...]

    @cached_property
    def name(self) -> str:
        """Tells it from all others, the same for ever: from the position itself."""
        return sha256(self.position.encode()).hexdigest()[:IDENT]

    @cached_property
    def match(self) -> Match:
        return parse_position(self.position)

    @cached_property
    def ruleset(self) -> str:
        """By its name."""
        return next(line for line in self.position.splitlines() if line.startswith("ruleset ")).split()[1]

    @property
    def family(self) -> str:
        return self.ruleset.partition("/")[0]

    @property
    def game(self) -> Game:
        """The position, to be looked at and played on."""
        return Game.of(self.match)
