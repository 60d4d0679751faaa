"""The builders' board with what the acting realm would pay, and where the dragon is."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table
from rich.text import Text

from crownlands.draw.colours import GOLD, HEADING, SOFT, UNICODE, Signs
from crownlands.rules import State
from crownlands.rules.pieces import BUILDINGS, Building, price_for


def effects(tile: Building, signs: Signs = UNICODE) -> str:
    """What a building gives, short: ``♞♞ 3pt``, ``♜ 2/swamp``."""
    parts = [signs.knight * tile.knights, signs.tower * tile.towers, signs.crown * tile.crowns]
    if tile.tax:
        parts.append(f"tax{signs.knight if tile.tax == 'knights' else signs.tower}")
    if tile.points:
        per = {"knights": signs.knight, "towers": signs.tower}.get(tile.per, tile.per)
        parts.append(f"{tile.points}/{per}" if tile.per else f"{tile.points}pt")
    return " ".join(part for part in parts if part)


def draw_builders(
    state: State, signs: Signs = UNICODE, choices: Mapping[int, str] | None = None, realm: int | None = None
) -> Table:
    """Every slot, cheapest first, with what this realm pays; `choices` are what to type for a slot."""
    table = Table.grid(padding=(0, 1), expand=True)
    for _ in state.ruleset.slots:
        table.add_column(ratio=1, overflow="ellipsis", no_wrap=True)
    heads, titles, gains = [], [], []
    for slot, tile in zip(state.ruleset.slots, state.board.slots, strict=True):
        head = Text(no_wrap=True)
        if choices and slot in choices:
            head.append(f"{choices[slot]}) ", GOLD)
        cost = price_for(slot, queen=realm is not None and realm == state.queen)
        head.append("free" if cost == 0 else f"{cost} coin" if cost == 1 else f"{cost} coins", HEADING)
        if cost != slot:
            head.append(f" ({slot})", SOFT)
        heads.append(head)
        if tile:
            titles.append(Text(BUILDINGS[tile].title))
            gains.append(Text(effects(BUILDINGS[tile], signs), SOFT))
        else:
            titles.append(Text("the dragon" if state.board.dragon == slot else signs.dash, SOFT))
            gains.append(Text(""))
    for row in (heads, titles, gains):
        table.add_row(*row)
    return table
