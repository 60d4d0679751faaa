"""Reading what anybody may send takes work in proportion to its length, whatever it says.

Work is counted in steps of the interpreter, so it is the same on any machine. What a step of a regular expression costs
is not among them: the patterns themselves are looked at instead.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

from crownlands import notation
from crownlands.notation import parse_action, parse_event, parse_kingdom, parse_position, parse_record
from crownlands.rules import CrownlandsError, ruleset

RECORD = "crownlands game 1\nruleset: kingdomino/2\n"
POSITION = "crownlands position 1\nruleset queendomino/2\nround 1\nstep place\n"
REALM = "board 0=- 1=- 2=- 3=- 4=- 5=-\ndragon cave\nrealm 0\ncoins 7\nknights 1\n"


def typed(text: str) -> object:
    return parse_action(text, 0)


SHAPES: dict[str, tuple[Callable[[str], object], Callable[[int], str]]] = {
    "record: spaces in a tag": (parse_record, lambda n: f"{RECORD}a:{' ' * n}x\n"),
    "record: spaces between words of a tag": (parse_record, lambda n: f"{RECORD}a: {'x ' * n}\n"),
    "record: spaces before a tag": (parse_record, lambda n: f"{RECORD}{' ' * n}a b"),
    "record: colons": (parse_record, lambda n: f"{RECORD}a{':' * n}"),
    "record: many tags": (parse_record, lambda n: RECORD + "".join(f"t{i}: x\n" for i in range(n))),
    "record: many empty lines": (parse_record, lambda n: "\n" * n + RECORD + "\n" * n),
    "record: many events": (parse_record, lambda n: f"{RECORD}\n" + "0 pass\n" * n),
    "record: a long event": (parse_record, lambda n: f"{RECORD}\nreveal{' K1' * n}\n"),
    "record: comments": (parse_record, lambda n: f"{RECORD}\n" + "# #\n" * n),
    "record: carriage returns": (parse_record, lambda n: f"{RECORD}a: {chr(13) * n}x\n"),
    "event: a long word": (parse_event, lambda n: "9" * n),
    "event: many kings": (parse_event, lambda n: f"kings{' 0>1' * n}"),
    "event: many lines": (parse_event, lambda n: "\n" * n + "0 pass"),
    "action: a long word": (typed, lambda n: f"place {'k-' * n}"),
    "action: many words": (typed, lambda n: f"tax{' 1,0' * n}"),
    "kingdom: a wide grid": (parse_kingdom, lambda n: f"C{' .' * n}"),
    "kingdom: a high grid": (parse_kingdom, lambda n: "C\n" + ".\n" * n),
    "kingdom: many castles": (parse_kingdom, lambda n: "C " * n),
    "kingdom: many squares": (parse_kingdom, lambda n: f"C{' w' * n}"),
    "kingdom: a long building": (parse_kingdom, lambda n: f"C t={'=' * n}"),
    "kingdom: facts again and again": (parse_kingdom, lambda n: "coins 1\n" * n),
    "position: many kings": (parse_position, lambda n: f"{POSITION}kings{' 0' * n}\n"),
    "position: many buildings": (
        parse_position,
        lambda n: POSITION + REALM + "".join(f"building inn {x},0\n" for x in range(1, n)) + "realm 1\n",
    ),
    "position: many taxed squares": (
        parse_position,
        lambda n: f"{POSITION}{REALM}taxed {' '.join(f'{x},0' for x in range(1, n))}\nrealm 1\n",
    ),
    "position: many lines that do not belong": (parse_position, lambda n: POSITION + "next K1\n" * n),
    "ruleset: many options": (ruleset, lambda n: "kingdomino/2" + "+harmony" * n),
    "ruleset: a long name": (ruleset, lambda n: "k" * n + "/2"),
    "ruleset: spaces": (ruleset, lambda n: " " * n + "kingdomino/2" + " " * n),
}


def steps(parse: Callable[[str], object], text: str) -> int:
    """Instructions of the interpreter until this text is read or refused."""
    counted = 0

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal counted
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        counted += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        with suppress(CrownlandsError):
            parse(text)
    finally:
        sys.settrace(before)
    return counted


@pytest.mark.parametrize("shape", SHAPES)
def test_work_grows_with_the_length_and_not_with_its_square(shape: str) -> None:
    parse, text = SHAPES[shape]
    steps(parse, text(4))  # whatever is loaded and remembered once
    few, many = (steps(parse, text(size)) for size in (100, 800))
    assert many <= 9 * few + 2000


def test_no_pattern_can_be_made_to_try_again_and_again() -> None:
    """A pattern with one repeat without limit is linear; with two, a text can let it try each place for each other."""
    modules = [
        importlib.import_module(found.name) for found in pkgutil.iter_modules(notation.__path__, "crownlands.notation.")
    ]
    patterns = {
        name: value for module in modules for name, value in vars(module).items() if isinstance(value, re.Pattern)
    }
    assert len(patterns) >= 4
    unlimited = {name: len(re.findall(r"(?<!\\)[*+]|\{\d+,\}", pattern.pattern)) for name, pattern in patterns.items()}
    assert {name: count for name, count in unlimited.items() if count > 1} == {}


def test_names_of_rulesets_are_not_remembered_without_end() -> None:
    for spaces in range(3000):
        ruleset("kingdomino/2" + " " * spaces)
    assert ruleset.cache_info().currsize <= 1024
