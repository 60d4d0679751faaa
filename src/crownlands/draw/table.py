"""The whole table: what a person sees before deciding, in as much room as the terminal has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from crownlands.draw.builders import draw_builders
from crownlands.draw.colours import HEADING, SEATS, SOFT, UNICODE, Signs
from crownlands.draw.kingdom import LARGE, SIZES, SMALL, TINY, KingdomDrawing, Size
from crownlands.draw.lines import draw_lines
from crownlands.draw.names import doing, points, progress, seat_name
from crownlands.rules import Match, State
from crownlands.rules.pieces import Cell
from crownlands.rules.scoring import scores

GAP = 2
BUILDERS_ROWS = 3
AIRY = 29
"""With more rows than this there is room for empty ones."""
SHORT = {"middle-kingdom": "middle", "harmony": "harmony"}
"""The bonuses beside a running score: within reach, or lost (−)."""
NARROWEST = 15
"""No realm's heading needs less."""


@dataclass(frozen=True)
class TableDrawing:
    """How a match is to be shown: room, names of the players, and what can be chosen."""

    match: Match
    width: int = 80
    height: int = 24
    players: tuple[str, ...] = ()
    signs: Signs = UNICODE
    spots: Mapping[Cell, str] = field(default_factory=dict)
    """Cells of the acting realm's kingdom that can be chosen."""
    dominoes: Mapping[str, str] = field(default_factory=dict)
    slots: Mapping[int, str] = field(default_factory=dict)
    focus: int | None = None
    """The realm to draw large, with a ruler."""
    ending: int | None = None
    """The seat whose turn has come to its end, before anything else happens."""

    @property
    def state(self) -> State:
        return self.match.state

    def draw(self) -> Group:
        """All of it; with room to spare, the parts stand apart."""
        state = self.state
        parts: list[RenderableType] = [self._title(), *draw_lines(state, self.width, self.signs, self.dominoes)]
        rows = sum(str(part).count("\n") + 1 for part in parts)
        if state.ruleset.slots and not state.over:
            parts.append(draw_builders(state, self.signs, self.slots, self._realm))
            rows += BUILDERS_ROWS
        airy = self.height > AIRY
        spaced: list[RenderableType] = []
        for part in parts:
            spaced += [part, Text("")] if airy else [part]
        rows += len(parts) if airy else 1
        if not airy:
            spaced.append(Text(""))
        return Group(*spaced, self._kingdoms(self.height - rows))

    def _title(self) -> Text:
        state, rules = self.state, self.state.ruleset
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(rules.name, HEADING)
        text.append(progress(self.match, self.signs.dot).removeprefix(rules.name))
        seat = self._seat
        if seat is not None:
            text.append(f" {self.signs.dot} ")
            text.append(f" {seat_name(rules, seat, self.players)} ", SEATS[rules.colours[seat]])
            text.append(" has done all in this turn" if self.ending is not None else f" {doing(state)}")
        return text

    @property
    def _seat(self) -> int | None:
        return self.state.seat if self.ending is None else self.ending

    @property
    def _realm(self) -> int | None:
        if self.ending is not None:
            return self.state.ruleset.realm_of(self.ending)
        return self.state.realm if self.state.seat is not None else None

    def _kingdoms(self, room: int) -> RenderableType:
        drawings = [
            KingdomDrawing(self.state.ruleset, index, realm, self.spots if index == self.focus else {}, self.signs)
            for index, realm in enumerate(self.state.realms)
        ]
        if self.focus is None:
            return self._flow(drawings, self.width, room)
        focus = drawings.pop(self.focus)
        size = next(
            (size for size in (LARGE, SMALL) if focus.rows(size, ruler=True) + self._heading_rows <= room), SMALL
        )
        left = self.width - focus.columns(size, ruler=True) - GAP
        big = Group(*self._heading(focus.index), focus.draw(size, ruler=True))
        if left < max(NARROWEST, *(drawing.columns(TINY) for drawing in drawings)):
            return big
        table = Table.grid(padding=(0, GAP, 0, 0))
        table.add_row(big, self._flow(drawings, left, room))
        return table

    @property
    def _heading_rows(self) -> int:
        return 2 if self.state.ruleset.purse else 1

    def _per_row(self, drawings: list[KingdomDrawing], size: Size, width: int) -> int:
        widest = max(NARROWEST, *(drawing.columns(size) for drawing in drawings))
        return max(1, (width + GAP) // (widest + GAP))

    def _flow_rows(self, drawings: list[KingdomDrawing], size: Size, width: int) -> int:
        per_row = self._per_row(drawings, size, width)
        if per_row == 1 and drawings[0].columns(size) > width:
            return 1000
        rows = -(-len(drawings) // per_row)
        return rows * (max(drawing.rows(size) for drawing in drawings) + self._heading_rows) + rows - 1

    def _flow(self, drawings: list[KingdomDrawing], width: int, room: int) -> RenderableType:
        """Kingdoms side by side, as large as they can be; those for which there is no room are left out."""
        size = next((size for size in SIZES if self._flow_rows(drawings, size, width) <= room), TINY)
        per_row = self._per_row(drawings, size, width)
        shown = list(drawings)
        while len(shown) > per_row and self._flow_rows(shown, size, width) > room:
            others = [drawing for drawing in shown if drawing.index != self._realm]
            shown.remove(others[-1])
        table = Table.grid(padding=(0, GAP, 0, 0))
        for start in range(0, len(shown), per_row):
            if start:
                table.add_row("")
            row = shown[start : start + per_row]
            table.add_row(*(Group(*self._heading(each.index), each.draw(size)) for each in row))
        if len(shown) == len(drawings):
            return table
        return Group(table, Text(f"and {len(drawings) - len(shown)} more: type table to see all", SOFT))

    def _heading(self, index: int) -> list[Text]:
        """Whose realm it is, its score, and its purse."""
        state, rules = self.state, self.state.ruleset
        text = Text(no_wrap=True, overflow="ellipsis")
        for seat in rules.realms[index]:
            colour = rules.colours[seat]
            name = self.players[seat] if self.players and rules.team == 1 else colour
            text.append(f" {name} ", SEATS[colour])
        score = scores(state)[index]
        text.append(f" {points(self.match, index)}", HEADING)
        if not state.over:
            for bonus in score.bonuses:
                reach = f" +{bonus.points}" if bonus.points else " −"
                text.append(f"{reach} {SHORT[bonus.kind]}", SOFT)
        if not rules.purse:
            return [text]
        realm, signs = state.realms[index], self.signs
        purse = Text(
            f"{realm.coins}c {realm.knights_in_reserve}{signs.knight} {realm.towers}{signs.tower}", SOFT, no_wrap=True
        )
        if state.queen == index:
            purse.append(f" {signs.queen} queen", Style(dim=False, bold=True))
        return [text, purse]
