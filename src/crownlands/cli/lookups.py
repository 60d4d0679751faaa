"""What a person can look at on demand: help, choices, scores, undrawn dominoes."""

from __future__ import annotations

from collections import Counter

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from crownlands.cli.questions import Question
from crownlands.draw.colours import GOLD, HEADING, LETTERS, SOFT, TERRAINS, Signs
from crownlands.draw.lines import domino_chip
from crownlands.draw.names import realm_name
from crownlands.draw.scores import draw_terms
from crownlands.rules import Match, State
from crownlands.rules.events import Pass
from crownlands.rules.pieces import BUILDINGS, domino_order
from crownlands.rules.scoring import scores

COMMANDS = (
    ("list", "all choices, numbered"),
    ("hint", "what the greedy bot would do"),
    ("undo", "take back, until the turn ends"),
    ("scores", "every score with its terms"),
    ("undrawn", "the dominoes (and buildings) still to come"),
    ("table", "all kingdoms"),
    ("save FILE", "save the game; crownlands play --resume FILE goes on"),
    ("quit", "leave; the game is kept"),
)


def help_text(question: Question | None) -> RenderableType:
    """What can be typed now."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for word, meaning in COMMANDS:
        table.add_row(Text(word, GOLD), meaning)
    legend = Text()
    for terrain, style in TERRAINS.items():
        legend.append(f" {LETTERS[terrain]} ", style)
        legend.append(f" {terrain}  ")
    first = [Text(question.help)] if question else []
    return Group(*first, table, legend)


def choices(question: Question) -> RenderableType:
    """The choices with their numbers."""
    items, number = [], 0
    for text, action in question.choices:
        if isinstance(action, Pass):
            items.append(Text.assemble(("0) ", GOLD), text))
        else:
            number += 1
            items.append(Text.assemble((f"{number}) ", GOLD), text))
    return Columns(items, padding=(0, 3)) if len(items) > 6 else Group(*items)


def scores_screen(match: Match, players: tuple[str, ...], signs: Signs) -> RenderableType:
    """The terms of every realm, side by side."""
    tables = [
        draw_terms(score, realm_name(match.ruleset, index, players), signs, running=not match.state.over)
        for index, score in enumerate(scores(match.state))
    ]
    return Columns(tables, padding=(0, 3))


def undrawn_screen(state: State, signs: Signs) -> RenderableType:
    """What may still come: dominoes by number, buildings by name. Nobody knows the order."""
    names = sorted(state.undrawn, key=domino_order)
    chips = [Text.assemble((f"{name:<4}", HEADING), domino_chip(name, signs)) for name in names]
    to_draw = (state.ruleset.rounds - state.lines_drawn) * state.ruleset.line
    parts: list[RenderableType] = [Text(f"{len(names)} dominoes undrawn, {to_draw} of them will come", HEADING)]
    parts.append(Columns(chips, padding=(0, 2)))
    if state.ruleset.slots:
        tiles = [BUILDINGS[name].title for name in state.board.stack]
        parts.append(Text(f"{len(tiles)} buildings in the stack", HEADING))
        counts = Counter(tiles)
        parts.append(Text(", ".join(f"{title} ×{n}" if n > 1 else title for title, n in counts.items()), SOFT))
    return Group(*parts)
