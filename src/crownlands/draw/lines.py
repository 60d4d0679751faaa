"""The line whose kings act, and the line that they move to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from crownlands.draw.colours import GOLD, HEADING, LETTERS, SEATS, SOFT, TERRAINS, UNICODE, Signs
from crownlands.rules import Ruleset, State
from crownlands.rules.pieces import DOMINOES
from crownlands.rules.state import Claim

ITEM = 18
"""Columns for one domino: its choice, its name, its king."""
LABEL = 6
HALF = 5


def domino_chip(name: str, signs: Signs = UNICODE) -> Text:
    """A domino as it lies: two coloured halves."""
    text = Text(no_wrap=True)
    for square in (DOMINOES[name].left, DOMINOES[name].right):
        text.append(f" {LETTERS[square.terrain]}{signs.crown * square.crowns}".ljust(HALF), TERRAINS[square.terrain])
    return text


def king(rules: Ruleset, seat: int, signs: Signs = UNICODE) -> Text:
    """A king in its colour, with the colour's name for those who see none."""
    colour = rules.colours[seat]
    return Text.assemble((f" {signs.king} {colour} ", SEATS[colour]))


def draw_line(
    rules: Ruleset,
    label: str,
    claims: Sequence[Claim],
    width: int,
    signs: Signs = UNICODE,
    choices: Mapping[str, str] | None = None,
    acting: str = "",
) -> Text:
    """A line from left to right, two rows for each row of dominoes."""
    per_row = len(claims)
    while per_row > 1 and LABEL + per_row * ITEM > width:
        per_row = -(-per_row // 2)
    text = Text(no_wrap=True)
    for start in range(0, len(claims), per_row):
        row = claims[start : start + per_row]
        if start:
            text.append("\n")
        text.append((label if not start else "").ljust(LABEL), HEADING)
        for claim in row:
            item = Text()
            if choices and claim.domino in choices:
                item.append(f"{choices[claim.domino]}) ", GOLD)
            if claim.domino == acting:
                item.append(f"{signs.arrow}", GOLD)
            item.append(claim.domino, HEADING)
            item.append(" ")
            if claim.seat is not None:
                item.append_text(king(rules, claim.seat, signs))
            item.pad_right(max(0, ITEM - item.cell_len))
            text.append_text(item)
        text.append("\n" + " " * LABEL)
        for claim in row:
            chip = domino_chip(claim.domino, signs)
            chip.append(" " * (ITEM - chip.cell_len))
            text.append_text(chip)
    return text


def draw_lines(
    state: State, width: int, signs: Signs = UNICODE, choices: Mapping[str, str] | None = None
) -> list[Text]:
    """Both lines, and the kings that are still to be placed in the opening."""
    rules, drawn = state.ruleset, []
    if state.kings:
        text = Text("kings ".ljust(LABEL), HEADING)
        for number, (chooser, owner) in enumerate(state.kings):
            text.append("  " if number else "")
            text.append_text(king(rules, owner, signs))
            if chooser != owner:
                text.append(f" by {rules.colours[chooser]}", SOFT)
        drawn.append(text)
    if state.line:
        acting = state.domino if state.seat is not None and not state.kings else ""
        drawn.append(draw_line(rules, "line", state.line, width, signs, acting=acting))
    if state.next_line:
        drawn.append(draw_line(rules, "next", state.next_line, width, signs, choices))
    return drawn
