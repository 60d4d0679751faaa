"""The whole table: what happens now, the lines, the builders' board, and every kingdom as large as it can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape

from crownlands.draw.frame import window
from crownlands.draw.names import doing, points, progress, realm_name
from crownlands.draw.palette import LIVERIES
from crownlands.draw.svg.art import SVG, Art, shape
from crownlands.draw.svg.kingdom import building, kingdom, square
from crownlands.rules import Match
from crownlands.rules.pieces import DOMINOES, price_for
from crownlands.rules.state import Claim

CELL = 42
"""How wide a square is: below forty the drawings have too much detail."""
WIDEST = 1240
GAP = 16
LABEL = 52
PLATE = 26
KING = 24
SLOT = 66
HEAD = 46
STYLE = (
    'text{font-family:"Segoe UI",-apple-system,Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif;fill:#2b2029}'
    ".cell{fill:#d7c7a5;stroke:#a99368;stroke-width:1.5;stroke-dasharray:6 6}"
)
PLATES = {"K": "#d9b288", "Q": "#cfcad6"}
"""The back of each box: wood and stone."""


@dataclass(frozen=True)
class Part:
    """Something with a size of its own, drawn once it is known where."""

    width: float
    height: float
    draw: Callable[[], Iterator[str]]


@dataclass
class Picture:
    """A match being drawn."""

    match: Match
    art: Art = field(default_factory=Art)

    def svg(self) -> str:
        parts = [part for part in (self._title(), *self._lines(), self._builders(), self._kingdoms()) if part]
        width = max(part.width for part in parts) + 2 * GAP
        height, drawn = float(GAP), []
        for part in parts:
            drawn.append(_at(GAP, height, part.draw()))
            height += part.height + GAP
        label, style = shape("title", escape(self._headline)), shape("style", STYLE)
        ground = shape("rect", width=width, height=height, rx=12, fill="#e7dbc5")
        look = {"role": "img", "style": "max-width:100%;height:auto"}
        box = f"0 0 {width:g} {height:g}"
        content = (label, style, self.art.defs(), ground, *drawn)
        return shape("svg", *content, xmlns=SVG, viewBox=box, width=width, height=height, **look)

    @property
    def _headline(self) -> str:
        state = self.match.state
        if state.seat is None:
            return progress(self.match)
        return f"{progress(self.match)} · {state.ruleset.colours[state.seat]} {doing(state)}"

    def _title(self) -> Part:
        # Bold letters of the widest fonts are two thirds as wide as they are high.
        return Part(11 * len(self._headline), 20, lambda: iter([_text(self._headline, 0, 16, 17, bold=True)]))

    def _lines(self) -> Iterator[Part]:
        state = self.match.state
        if state.kings:
            width = LABEL + len(state.kings) * 2 * KING
            yield Part(width, KING * 4 / 3, self._kings)
        for label, claims in (("line", state.line), ("next", state.next_line)):
            if claims:
                acting = state.domino if label == "line" and state.seat is not None and not state.kings else ""
                width = LABEL + len(claims) * self._claim - GAP
                yield Part(width, CELL, lambda row=(label, claims, acting): self._line(*row))  # type: ignore[misc]

    @property
    def _claim(self) -> int:
        return PLATE + 2 * CELL + KING + GAP

    def _kings(self) -> Iterator[str]:
        rules = self.match.ruleset
        yield _text("kings", 0, 22, 14)
        for index, (chooser, owner) in enumerate(self.match.state.kings):
            yield from self._king(rules.colours[owner], LABEL + index * 2 * KING, 0)
            if chooser != owner:
                livery = LIVERIES[rules.colours[chooser]]
                middle = LABEL + index * 2 * KING + 1.3 * KING
                yield shape("circle", cx=middle, cy=8, r=6, fill=livery.base, stroke=livery.deep)

    def _king(self, colour: str, x: float, y: float) -> Iterator[str]:
        yield self.art.use("king", x, y, KING, KING * 4 / 3, colour)
        yield self.art.use(f"emblem-{colour}", x + KING * 0.32, y + KING * 0.85, KING * 0.37, KING * 0.37, colour)

    def _line(self, label: str, claims: tuple[Claim, ...], acting: str) -> Iterator[str]:
        yield _text(label, 0, CELL / 2 + 5, 14)
        for index, claim in enumerate(claims):
            x, domino = LABEL + index * self._claim, DOMINOES[claim.domino]
            plate = PLATES[domino.name[0]]
            yield shape("rect", x=x, y=CELL / 2 - 13, width=PLATE - 3, height=26, rx=5, fill=plate)
            yield _text(str(domino.number), x + (PLATE - 3) / 2, CELL / 2 + 5, 14, bold=True, anchor="middle")
            halves = (*square(self.art, domino.left, domino.number, 0, 0),)
            halves += (*square(self.art, domino.right, domino.number + 1, 100, 0),)
            yield _at(x + PLATE, 0, halves, CELL / 100)
            stroke, width = ("#6b3f8f", 3.5) if claim.domino == acting else ("#21161c", 1.5)
            box = {"x": x + PLATE, "width": 2 * CELL, "height": CELL, "rx": 4}
            yield shape("rect", **box, fill="none", stroke=stroke, stroke_width=width)
            if claim.seat is not None:
                colour = self.match.ruleset.colours[claim.seat]
                yield from self._king(colour, x + PLATE + 2 * CELL - KING / 3, CELL - KING * 4 / 3)

    def _builders(self) -> Part | None:
        slots = self.match.ruleset.slots
        if not slots or self.match.state.over:
            return None
        return Part(LABEL + (len(slots) + 1) * (SLOT + GAP) - GAP, SLOT + 20, self._slots)

    def _slots(self) -> Iterator[str]:
        state = self.match.state
        board, hosts = state.board, state.seat is not None and state.queen == state.realm
        yield _text("build", 0, SLOT / 2, 14)
        places = [*zip(state.ruleset.slots, board.slots, strict=True)]
        for index, (slot, tile) in enumerate(reversed(places)):
            x = LABEL + index * (SLOT + GAP)
            yield shape("rect", class_="cell", x=x, width=SLOT, height=SLOT, rx=8)
            if tile:
                yield _at(x, 0, building(self.art, tile, 0, 0), SLOT / 100)
            elif board.dragon == slot:
                yield self.art.use("dragon", x + 4, 6, SLOT - 8, SLOT - 12)
            cost = price_for(slot, queen=hosts)
            yield self.art.use("coin", x + SLOT / 2 - 18, SLOT + 3, 15, 15)
            yield _text(f"{cost} ({slot})" if cost != slot else str(cost), x + SLOT / 2, SLOT + 16, 14, bold=True)
        x = LABEL + len(places) * (SLOT + GAP)
        yield shape("rect", x=x, width=SLOT, height=SLOT, rx=8, fill="#3a3340")
        if board.dragon is None:
            yield self.art.use("dragon", x + 4, 6, SLOT - 8, SLOT - 12)
        yield _text("cave", x + SLOT / 2, SLOT + 16, 14, anchor="middle")

    def _kingdoms(self) -> Part:
        realms, frame = len(self.match.state.realms), self.match.ruleset.frame
        side = frame * CELL
        most = max(1, int((WIDEST + GAP) // (side + GAP)))
        rows = -(-realms // most)
        columns = -(-realms // rows)

        def draw() -> Iterator[str]:
            for index in range(realms):
                x, y = index % columns * (side + GAP), index // columns * (side + HEAD + GAP)
                yield _at(x, y, self._realm(index, side))

        return Part(columns * (side + GAP) - GAP, rows * (side + HEAD + GAP) - GAP, draw)

    def _realm(self, index: int, side: float) -> Iterator[str]:
        state, rules = self.match.state, self.match.ruleset
        realm, queen = state.realms[index], state.queen == index
        colours = [rules.colours[seat] for seat in rules.realms[index]]
        for number, colour in enumerate(colours):
            livery = LIVERIES[colour]
            yield shape("circle", cx=8 + 20 * number, cy=10, r=8, fill=livery.base, stroke=livery.deep)
            yield self.art.use(f"emblem-{colour}", 3 + 20 * number, 5, 10, 10, colour)
        winner = state.over and self.match.over and index in self.match.ranking().groups[0]
        yield _text(realm_name(rules, index), 20 * len(colours) + 4, 15, 14)
        yield _text(points(self.match, index), side, 16, 17, bold=True, anchor="end")
        if winner:
            yield self.art.use("crown-sign", side - 22 - 9.5 * len(points(self.match, index)), 2, 18, 16)
        if rules.purse:
            purse = [("coin", realm.coins), ("knight", realm.knights_in_reserve), ("tower", realm.towers)]
            for number, (piece, count) in enumerate(purse):
                yield self.art.use(piece, 52 * number, 23, 17, 18)
                yield _text(str(count), 52 * number + 20, 37, 14)
            if queen:
                yield self.art.use("queen", 52 * len(purse), 20, 17, 23)
        left, _, top, _ = window(rules, realm)
        wide = 100 * rules.frame + 12
        ground = shape("rect", x=100 * left - 6, y=100 * top - 6, width=wide, height=wide, rx=12, fill="#cbb994")
        drawn = (ground, *kingdom(self.art, rules, index, realm, queen))
        yield _at(-left * CELL, HEAD - top * CELL, drawn, CELL / 100)


def table_svg(match: Match) -> str:
    """This match as a picture that needs nothing else."""
    return Picture(match).svg()


def _at(x: float, y: float, content: Iterable[str], scale: float = 1) -> str:
    return shape("g", *content, transform=f"translate({x:g} {y:g}) scale({scale:g})")


def _text(text: str, x: float, y: float, size: int, *, bold: bool = False, anchor: str = "start") -> str:
    weight = {"font_weight": 700} if bold else {}
    return shape("text", escape(text), x=x, y=y, font_size=size, text_anchor=anchor, **weight)
