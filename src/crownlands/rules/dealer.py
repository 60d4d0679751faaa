"""A dealer samples chance from a seed: the same seed gives the same deal everywhere (see `docs/notation.md`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TypeVar

from crownlands.rules.chance import tiles_to_reveal
from crownlands.rules.errors import CrownlandsError
from crownlands.rules.events import Buildings, Chance, Kings, Reveal
from crownlands.rules.opening import kings_at_once, kings_to_come
from crownlands.rules.pieces import BOXES, STACK, domino_order
from crownlands.rules.ruleset import Opening, Ruleset
from crownlands.rules.state import State
from crownlands.rules.steps import Step

T = TypeVar("T")


class Stream:
    """An endless stream of random numbers for one purpose: SHA-256 over seed, purpose and a counter."""

    def __init__(self, *purpose: str) -> None:
        self._numbers = self._digests("\n".join(purpose))

    @staticmethod
    def _digests(purpose: str) -> Iterator[int]:
        counter = 0
        while True:
            digest = sha256(f"{purpose}\n{counter}".encode()).digest()
            yield from (int.from_bytes(digest[i : i + 8], "big") for i in range(0, 32, 8))
            counter += 1

    def below(self, n: int) -> int:
        """A number from 0 to n − 1, each equally likely."""
        limit = 2**64 - 2**64 % n
        return next(number for number in self._numbers if number < limit) % n

    def shuffle(self, items: list[T]) -> list[T]:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


@dataclass(frozen=True)
class Dealer:
    """Deals one game: ``Dealer(ruleset("kingdomino/4"), "42").next(state)`` is the chance event that comes."""

    ruleset: Ruleset
    seed: str
    game: int = 1
    """Which game of its match, from 1."""

    def __post_init__(self) -> None:
        # Half of a pair of UTF-16 is in no text that can be written, and so in no stream.
        if any(sign in "\n\r" or "\ud800" <= sign <= "\udfff" for sign in self.seed):
            raise CrownlandsError("a seed is one line of text")

    def _stream(self, purpose: str) -> Stream:
        return Stream("crownlands deal 1", self.seed, str(self.game), purpose)

    @cached_property
    def dominoes(self) -> dict[str, list[str]]:
        """Each box in the order in which it is drawn."""
        return {
            box: self._stream(f"dominoes {BOXES[box][0].name[0]}").shuffle([domino.name for domino in BOXES[box]])
            for box in self.ruleset.boxes
        }

    @cached_property
    def tiles(self) -> list[str]:
        return self._stream("buildings").shuffle(list(STACK))

    @cached_property
    def kings(self) -> tuple[tuple[int, int], ...]:
        """Every king in the order in which it is drawn, with who chooses for it."""
        rules = self.ruleset
        if rules.opening is Opening.THERE_AND_BACK:
            a, b = self._stream("seats").shuffle(list(range(rules.seats)))
            return ((a, a), (b, b), (b, b), (a, a))
        owners = self._stream("kings").shuffle(list(rules.all_kings))
        if rules.opening is Opening.ANY_KING:
            seats = self._stream("seats").shuffle(list(range(rules.seats))) * rules.kings
            return tuple(zip(seats, owners, strict=True))
        return tuple((owner, owner) for owner in owners)

    def next(self, state: State) -> Chance:
        """The chance event that the state waits for."""
        match state.step:
            case Step.KINGS:
                drawn = len(self.kings) - len(kings_to_come(state))
                return Kings(self.kings[drawn : drawn + kings_at_once(self.ruleset)])
            case Step.REVEAL:
                box = self.ruleset.box_of_line(state.lines_drawn)
                start = state.lines_drawn // len(self.ruleset.boxes) * self.ruleset.line
                line = self.dominoes[box][start : start + self.ruleset.line]
                return Reveal(tuple(sorted(line, key=domino_order)))
            case Step.BUILDINGS:
                start = len(self.tiles) - len(state.board.stack)
                return Buildings(tuple(self.tiles[start : start + tiles_to_reveal(state.board)]))
            case _:
                raise CrownlandsError(f"no chance now: the game waits for {state.step}")
