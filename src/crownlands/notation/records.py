"""Whole games as text: tags, then events, chance included."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from crownlands.notation.errors import IllegalRecord
from crownlands.notation.events import print_event, read_event
from crownlands.notation.names import read_ruleset
from crownlands.notation.scanner import Line, Token, end_of, split
from crownlands.rules.errors import CrownlandsError, IllegalEvent
from crownlands.rules.events import Event
from crownlands.rules.match import Match, new_match
from crownlands.rules.reasons import Code
from crownlands.rules.ruleset import Ruleset

HEADER = "crownlands game 1"

_KEY = re.compile(r"[A-Za-z0-9-]+")
_BLANK = " \t"


@dataclass(frozen=True)
class Record:
    """A game, or a match of several, as it was played; `tags` are those besides the ruleset."""

    ruleset: Ruleset
    tags: tuple[tuple[str, str], ...] = ()
    events: tuple[Event, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """Where the events stand in the text that this was read from."""


def print_record(record: Record) -> str:
    """The record as canonical text."""
    tags = (("ruleset", record.ruleset.name), *record.tags)
    seen: set[str] = set()
    for key, value in tags:
        if not _KEY.fullmatch(key) or key in seen:
            raise CrownlandsError(f"the key of a tag is letters, digits and hyphens, each once, not {key!r}")
        seen.add(key)
        if value != value.strip(_BLANK) or "\n" in value or "\r" in value:
            raise CrownlandsError(f"the value of a tag is one line without spaces around it, not {value!r}")
    lines = (HEADER, *(f"{key}: {value}".rstrip(" ") for key, value in tags), "", *map(print_event, record.events))
    return "".join(f"{line}\n" for line in lines)


def parse_record(text: str) -> Record:
    """The record that this text says; whether its events are legal is for `replay`."""
    lines = enumerate(split(text), 1)
    end = end_of(text)
    _read_header(lines, end)
    (_, name), *tags = _read_tags(lines, end)
    events: list[Event] = []
    numbers: list[int] = []
    for number, content in lines:
        line = Line(number, content)
        if line.tokens:
            events.append(read_event(line))
            line.end()
            numbers.append(number)
    pairs = tuple((key.text, value.text) for key, value in tags)
    return Record(read_ruleset(name), pairs, tuple(events), tuple(numbers))


_Lines = Iterator[tuple[int, str]]


def _read_header(lines: _Lines, end: Token) -> None:
    line = next((line for line in (Line(*numbered) for numbered in lines) if line.tokens), None)
    if line is None:
        end.fail(f"`{HEADER}`", "the end of the text")
    line.words(HEADER)
    line.end()


def _read_tags(lines: _Lines, end: Token) -> list[tuple[Token, Token]]:
    """Tags as keys and values, up to the empty line that ends them; the first is the ruleset."""
    tags: list[tuple[Token, Token]] = []
    before: set[str] = set()
    for number, content in lines:
        body = content.strip(_BLANK)
        if not body and tags:
            break
        if body and not body.startswith("#"):
            tags.append(_read_tag(number, content, before))
            before.add(tags[-1][0].text)
    if not tags:
        end.fail("`ruleset: NAME`", "the end of the text")
    return tags


def _read_tag(number: int, content: str, before: set[str]) -> tuple[Token, Token]:
    """Cut at the colon, with no pattern over the whole line: one that has to guess where spaces end takes for ever."""
    left, colon, right = content.partition(":")
    column = len(left) - len(left.lstrip(_BLANK)) + 1
    key = Token(left.strip(_BLANK), number, column)
    if not colon or not _KEY.fullmatch(key.text) or "\r" in right:
        Token(content.strip(_BLANK), number, column).fail("a tag like `seed: 42`, or an empty line before the events")
    value = Token(right.strip(_BLANK), number, len(content) - len(right.lstrip(_BLANK)) + 1)
    if not before and key.text != "ruleset":
        key.fail("`ruleset` as the first tag")
    if key.text in before:
        key.fail("each tag once")
    return key, value


def replay(record: Record) -> Iterator[Match]:
    """The match at the start, then after each event; an illegal one raises with its number."""
    match = new_match(record.ruleset)
    yield match
    for number, event in enumerate(record.events, 1):
        try:
            match = match.apply(event)
        except IllegalEvent as error:
            line = record.lines[number - 1] if record.lines else None
            text = type(event).__name__ if error.reason.code is Code.MALFORMED else print_event(event)
            raise IllegalRecord(number, line, text, error.reason) from None
        yield match
