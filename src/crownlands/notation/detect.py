"""Any text of the notation, told apart by its first line."""

from __future__ import annotations

from crownlands.notation.kingdoms import HandKingdom, parse_kingdom
from crownlands.notation.position_reader import parse_position
from crownlands.notation.records import Record, parse_record
from crownlands.notation.scanner import scan
from crownlands.rules.match import Match


def parse_any(text: str) -> Match | Record | HandKingdom:
    """A position, a game or a kingdom; what has no first line of its own is a kingdom."""
    lines = scan(text)
    match [token.text for token in lines[0].tokens[:2]] if lines else []:
        case ["crownlands", "position"]:
            return parse_position(text)
        case ["crownlands", "game"]:
            return parse_record(text)
        case _:
            return parse_kingdom(text)
