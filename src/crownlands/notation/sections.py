"""Lines that begin with a keyword and come in a fixed order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from crownlands.notation.names import read_number
from crownlands.notation.scanner import Line, Token, end_of, scan

T = TypeVar("T")


class Sections:
    """Reads line by line, and knows at a wrong line which keywords could have stood there."""

    def __init__(self, text: str) -> None:
        self._lines = scan(text)
        self._end = end_of(text)
        self._missed: list[str] = []
        self.taken: list[Line] = []

    @property
    def _next(self) -> Line | None:
        return self._lines[len(self.taken)] if len(self.taken) < len(self._lines) else None

    def option(self, text: str) -> Line | None:
        """The next line without the words of this text, if it begins with them."""
        line, words = self._next, text.split()
        if line is None or [token.text for token in line.tokens[: len(words)]] != words:
            self._missed.append(f"`{text}`")
            return None
        return self._take(line, text)

    def need(self, text: str) -> Line:
        """The next line without the words of this text, which must begin with them."""
        line = self._next
        if line is None or line.first.text != text.split()[0]:
            self._missed.append(f"`{text}`")
            self._fail()
        return self._take(line, text)

    def _take(self, line: Line, text: str) -> Line:
        line.words(text)
        self.taken.append(line)
        self._missed.clear()
        return line

    def end(self) -> None:
        """Nothing more may follow."""
        if self._next is not None:
            self._missed.append("the end of the text")
            self._fail()

    def _fail(self) -> NoReturn:
        expected = " or ".join(self._missed)
        if self._next is None:
            self._end.fail(expected, "the end of the text")
        self._next.first.fail(expected)

    def number(self, keyword: str, least: int, most: int) -> int:
        """The number that is all that stands on a needed line."""
        line = self.need(keyword)
        number = take_number(line, least, most)
        line.end()
        return number

    def items(self, keyword: str, read: Callable[[Token], T], key: Callable[[T], Any]) -> tuple[T, ...]:
        """What stands on an optional line, ascending."""
        line = self.option(keyword)
        items: list[T] = []
        for token in line.rest(f"something after `{keyword}`") if line else ():
            item = read(token)
            if items and key(item) <= key(items[-1]):
                token.fail("each once, ascending")
            items.append(item)
        return tuple(items)


def take_number(line: Line, least: int, most: int) -> int:
    expected = f"a number from {least} to {most}"
    token = line.take(expected)
    number = read_number(token, expected, most)
    if number < least:
        token.fail(expected)
    return number
