"""A tiny scanner: lines of tokens that know where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from crownlands.notation.errors import ParseError

_TOKEN = re.compile(r"[^ \t]+")
_SHOWN = 40


class Token(NamedTuple):
    """A word of the text; `line` and `column` count from 1."""

    text: str
    line: int
    column: int

    def fail(self, expected: str, found: str = "") -> NoReturn:
        raise ParseError(self.line, self.column, expected, found or self.shown)

    @property
    def shown(self) -> str:
        """The text for a message, shortened if it is long."""
        return repr(self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}…")


class Line:
    """The tokens of a line, read from left to right."""

    def __init__(self, number: int, text: str) -> None:
        body = text.partition("#")[0]
        self.tokens = [Token(found[0], number, found.start() + 1) for found in _TOKEN.finditer(body)]
        self._end = Token("", number, len(body.rstrip(" \t")) + 1)
        self._taken = 0

    @property
    def first(self) -> Token:
        return self.tokens[0]

    @property
    def more(self) -> bool:
        """Whether something is left to read."""
        return self._taken < len(self.tokens)

    def take(self, expected: str) -> Token:
        """The next token."""
        if not self.more:
            self._end.fail(expected, "the end of the line")
        self._taken += 1
        return self.tokens[self._taken - 1]

    def rest(self, expected: str) -> Iterator[Token]:
        """All tokens that are left, at least one."""
        yield self.take(expected)
        while self.more:
            yield self.take(expected)

    def words(self, text: str) -> None:
        """The next tokens, which must be the words of this text."""
        for word in text.split():
            token = self.take(f"`{text}`")
            if token.text != word:
                token.fail(f"`{text}`")

    def end(self) -> None:
        """Nothing more may stand on this line."""
        if self.more:
            self.take("").fail("the end of the line")


def split(text: str) -> list[str]:
    """The lines of a text, without their ends."""
    return [line.removesuffix("\r") for line in text.split("\n")]


def end_of(text: str) -> Token:
    """Where a text ends, for errors about what is missing there."""
    lines = split(text)
    return Token("", len(lines), len(lines[-1]) + 1)


def scan(text: str) -> list[Line]:
    """The lines of a text on which something stands."""
    lines = (Line(number, line) for number, line in enumerate(split(text), 1))
    return [line for line in lines if line.tokens]
