"""Scores with their terms, and rankings in words."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from crownlands.draw.colours import HEADING, SOFT, TERRAINS, UNICODE, Signs
from crownlands.draw.names import realm_name, square_name
from crownlands.rules import Match, Ruleset
from crownlands.rules.pieces import BUILDINGS, COINS_PER_POINT
from crownlands.rules.ruleset import OPTIONS
from crownlands.rules.scoring import BuildingTerm, CoinsTerm, QueenTerm, Ranking, Score, Term, TerritoryTerm

DECIDED = {"points": "points", "largest-territory": "the largest territory", "crowns": "crowns"}


def draw_terms(score: Score, title: str = "", signs: Signs = UNICODE, *, running: bool = False) -> Table:
    """Every term of a score and their sum; in a running game bonuses are only within reach, and not in the sum."""
    table = Table(
        box=box.SIMPLE_HEAD, title=Text(title) if title else None, title_style="bold", pad_edge=False, show_footer=True
    )
    table.add_column("for", footer="score")
    table.add_column("how", justify="right")
    total = score.laid if running else score.points
    table.add_column("points", justify="right", footer=str(total), footer_style="bold")
    for term in score.terms:
        name, how = _term(term, signs)
        if running and term in score.bonuses:
            how = "within reach" if term.points else "lost"
        table.add_row(name, how, str(term.points), style=None if term.points else SOFT)
    return table


def _term(term: Term, signs: Signs) -> tuple[Text, str]:
    match term:
        case TerritoryTerm(terrain, cells, crowns):
            name = Text.assemble((f" {terrain.value[0]} ", TERRAINS[terrain]), f" {terrain} at {square_name(cells[0])}")
            return name, f"{term.squares} × {crowns} {signs.crown}"
        case CoinsTerm(coins):
            return Text("coins"), f"{coins} / {COINS_PER_POINT}"
        case BuildingTerm(building, square, count):
            tile = BUILDINGS[building]
            return Text(f"{tile.title} at {square_name(square)}"), f"{count} × {tile.points}" if tile.per else ""
        case QueenTerm(squares):
            return Text("queen on the largest territory"), f"{squares} × 1 {signs.crown}"
        case _:
            return Text(OPTIONS[term.kind].title), ""


def draw_standings(match: Match, players: tuple[str, ...] = ()) -> Table:
    """Places, points and what separated them."""
    rules, ranking, totals = match.ruleset, match.ranking(), match.totals()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in ("place", "realm"):
        table.add_column(column)
    for column in ("points", "largest", "crowns"):
        table.add_column(column, justify="right")
    table.add_column("ahead by")
    place = 1
    for number, group in enumerate(ranking.groups):
        decided = DECIDED[ranking.decided[number]] if number < len(ranking.decided) else ""
        for realm in group:
            total = totals[realm]
            row = (str(place), Text(realm_name(rules, realm, players)), str(total.points), str(total.largest))
            table.add_row(*row, str(total.crowns), decided, style=HEADING if number == 0 else None)
        place += len(group)
    return table


def verdict(rules: Ruleset, ranking: Ranking, players: tuple[str, ...] = ()) -> str:
    """Who won, and by what."""
    winners = [realm_name(rules, realm, players) for realm in ranking.groups[0]]
    if len(winners) > 1:
        return f"Victory is shared by {' and '.join(winners)}."
    by = DECIDED[ranking.decided[0]] if ranking.decided else "points"
    return f"{winners[0]} wins." if by == "points" else f"{winners[0]} wins by {by}."
