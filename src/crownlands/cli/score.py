"""`crownlands score`: what a position, a record or a kingdom typed by hand is worth."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from crownlands.cli.loading import load, matches_of
from crownlands.cli.terminal import out, print_json
from crownlands.draw.colours import HEADING, signs_for
from crownlands.draw.kingdom import LARGE, KingdomDrawing
from crownlands.draw.names import realm_name
from crownlands.draw.scores import draw_standings, draw_terms, verdict
from crownlands.game import Game
from crownlands.notation import HandKingdom, Record, score_json, state_json
from crownlands.players import forecast
from crownlands.rules import Match
from crownlands.rules.scoring import score_realm, scores


def score(
    file: Annotated[
        Path, typer.Argument(help="A position, a record or a kingdom; - is standard input.", metavar="FILE")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Score a position, a recorded game, or a kingdom typed by hand, with every term.

    A game that is not over also shows what every realm may expect at its end, by a learned evaluation.

    A kingdom from a real table is a grid: w f l g s m t for the terrains, a digit for crowns, C for the castle,
    a dot for nothing, t=statue for a building. Before it, if needed: ruleset NAME, coins N, knights N, queen.

    Example: [b]echo 'ruleset kingdomino/4 | w1 w C f f1' | tr '|' '\\n' | crownlands score -[/b]
    """
    found = load(file)
    if isinstance(found, Record):
        found = matches_of(file, found)[-1]
    if as_json:
        print_json(score_json(found) if isinstance(found, HandKingdom) else _match_json(found))
    elif isinstance(found, HandKingdom):
        _print_kingdom(found, out())
    else:
        _print_match(found, out())


def _print_kingdom(hand: HandKingdom, console: Console) -> None:
    result = score_realm(hand.ruleset, hand.realm, hand.hosts_queen)
    signs = signs_for(console.encoding)
    console.print(Text(hand.ruleset.name, HEADING))
    drawing = KingdomDrawing(hand.ruleset, 0, hand.realm, signs=signs)
    _print_beside(console, drawing, draw_terms(result, signs=signs))


def _print_match(match: Match, console: Console) -> None:
    signs = signs_for(console.encoding)
    for index, (realm, result) in enumerate(zip(match.state.realms, scores(match.state), strict=True)):
        drawing = KingdomDrawing(match.ruleset, index, realm, signs=signs)
        console.print(Text(realm_name(match.ruleset, index), HEADING))
        _print_beside(console, drawing, draw_terms(result, signs=signs))
    console.print(draw_standings(match))
    if match.over:
        console.print(Text(verdict(match.ruleset, match.ranking()), HEADING))
        return
    console.print(Text("As if it ended now.", HEADING))
    console.print(_draw_forecast(match))


def _match_json(match: Match) -> dict[str, object]:
    expected = {} if match.over else {"forecast": [asdict(realm) for realm in forecast(Game.of(match))]}
    return {**state_json(match), **expected}


def _draw_forecast(match: Match) -> Table:
    expected = forecast(Game.of(match))
    table = Table(
        title="What is expected at the end",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        header_style="bold",
    )
    for column in ("", "win", "points", *expected[0].parts):
        table.add_column(column.replace("-", " "), justify="right" if column else "left")
    for index, realm in enumerate(expected):
        parts = (f"{points:.0f}" for points in realm.parts.values())
        points = f"{realm.points:.0f} ± {realm.spread:.0f}"
        table.add_row(realm_name(match.ruleset, index), f"{100 * realm.win:.0f} %", points, *parts)
    return table


def _print_beside(console: Console, drawing: KingdomDrawing, terms: Table) -> None:
    grid = Table.grid(padding=(0, 4, 0, 0))
    grid.add_row(drawing.draw(LARGE), terms)
    console.print(grid)
