"""A review for people, in a terminal: curves of win shares, luck below them, the parts of the results, the turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from crownlands.draw.colours import HEADING, SOFT, Signs
from crownlands.draw.names import deed, realm_name, seat_name
from crownlands.draw.palette import LIVERIES
from crownlands.notation import Record, parse_event
from crownlands.study import ChanceReview, Grade, Line, Review, TurnReview, Value, Why

HEIGHT = 12
"""Rows of the curves."""
WIDEST = 110
GRADES: dict[Grade, Style] = {
    "best": Style(color="green"),
    "good": Style(color="cyan"),
    "inaccuracy": Style(color="yellow"),
    "mistake": Style(color="dark_orange", bold=True),
    "blunder": Style(color="red", bold=True),
}
LUCKY, UNLUCKY = Style(color="green"), Style(color="red")
BARS = " ▁▂▃▄▅▆▇█"
PLAIN_BARS = " .:-=+*#%"
TURNING = 5
"""Turning points that are marked."""


@dataclass(frozen=True)
class ReviewPicture:
    """A review of this record, as wide as this."""

    record: Record
    review: Review
    width: int
    signs: Signs
    players: tuple[str, ...] = ()

    def draw(self, turns: int) -> RenderableType:
        """Everything, with so many of the turns that lost most."""
        return Group(
            Text.assemble((self.record.ruleset.name, HEADING), (f"  {self.review.work} playouts for each", SOFT)),
            Text(),
            *self._curves(),
            *self._luck(),
            Text(),
            self._parts(),
            *self._verdicts(),
            Text(),
            *self._turns(turns),
        )

    # --- curves

    @property
    def _columns(self) -> int:
        return max(20, min(WIDEST, self.width - 8))

    def _column(self, ply: int) -> int:
        return ply * (self._columns - 1) // max(1, len(self.record.events))

    def _colour(self, realm: int) -> Style:
        return Style(color=LIVERIES[self.record.ruleset.colours[self.review.realms[realm].seats[0]]].base, bold=True)

    def _letter(self, realm: int) -> str:
        return self.record.ruleset.colours[self.review.realms[realm].seats[0]][0]

    def _shares(self, realm: int) -> list[float]:
        """The win share of a realm in every column: what was last known there."""
        shares, moments = [], iter(self.review.curve)
        moment = next(moments)
        coming = next(moments, None)
        for column in range(self._columns):
            while coming is not None and self._column(coming.ply) <= column:
                moment, coming = coming, next(moments, None)
            shares.append(moment.win[realm])
        return shares

    def _curves(self) -> Iterator[Text]:
        cells: dict[tuple[int, int], list[int]] = {}
        for realm in range(len(self.review.realms)):
            for column, share in enumerate(self._shares(realm)):
                cells.setdefault((round((1 - share) * (HEIGHT - 1)), column), []).append(realm)
        dot = "●" if self.signs.dash == "–" else ""
        for row in range(HEIGHT):
            label = {0: "100 %", (HEIGHT - 1) // 2: " 50 %", HEIGHT - 1: "  0 %"}.get(row, "     ")
            line = Text(f"{label} ", SOFT)
            for column in range(self._columns):
                there = cells.get((row, column))
                if there:
                    realm = there[column % len(there)]  # realms that are level take turns
                    line.append(dot or self._letter(realm), self._colour(realm))
                else:
                    line.append(self.signs.dot if row == HEIGHT - 1 else " ", SOFT)
            yield line
        yield self._marks()

    def _marks(self) -> Text:
        """Turning points, numbered as in the list of turns or as draws."""
        marks = [" "] * self._columns
        styles: list[Style] = [SOFT] * self._columns
        for turn in worst(self.review.turns, TURNING):
            marks[self._column(turn.ply)], styles[self._column(turn.ply)] = "▲", GRADES[turn.grade]
        if self.signs.dash != "–":
            marks = ["^" if mark == "▲" else mark for mark in marks]
        line = Text("      ")
        for mark, style in zip(marks, styles, strict=True):
            line.append(mark, style)
        return line

    def _luck(self) -> Iterator[Text]:
        """A row for each realm: a bar for each draw, green where it was good for it."""
        most = max((abs(luck.win) for chance in self.review.chances for luck in chance.luck), default=0.0) or 1.0
        bars = BARS if self.signs.dash == "–" else PLAIN_BARS
        for realm in range(len(self.review.realms)):
            line = Text("luck  ", SOFT) if realm == 0 else Text("      ")
            by_column: dict[int, float] = {}
            for chance in self.review.chances:
                column = self._column(chance.ply)
                by_column[column] = by_column.get(column, 0.0) + chance.luck[realm].win
            for column in range(self._columns):
                luck = by_column.get(column, 0.0)
                size = min(len(bars) - 1, round(abs(luck) / most * (len(bars) - 1)))
                line.append(bars[size], LUCKY if luck > 0 else UNLUCKY)
            line.append(" ")
            line.append(self._letter(realm), self._colour(realm))
            yield line

    # --- tables

    def _parts(self) -> Table:
        """Expected start, luck, own and rivals' decisions, result: wins, and points below."""
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
        table.add_column("realm")
        for column in ("start", "luck", "own", "rivals", "result", "no luck", "per turn"):
            table.add_column(column, justify="right")
        for index, realm in enumerate(self.review.realms):
            parts = (realm.expected, realm.luck, realm.own, realm.rivals, realm.result, realm.adjusted)
            signed = (False, True, True, True, False, False)
            table.add_row(
                Text(realm_name(self.record.ruleset, index, self.players), self._colour(index)),
                *(_both(part, sign) for part, sign in zip(parts, signed, strict=True)),
                "" if realm.performance is None else f"{realm.performance:.1f}",
            )
        return table

    def _verdicts(self) -> Iterator[Text]:
        for index, realm in enumerate(self.review.realms):
            yield Text.assemble(
                (realm_name(self.record.ruleset, index, self.players), self._colour(index)),
                f": luck {realm.luck.win * 100:+.0f}, skill {realm.own.win * 100:+.0f}",
                (f" (in points {realm.luck.points:+.1f}, {realm.own.points:+.1f})", SOFT),
            )
        yield Text(
            "Luck and skill in percent of a win. Start + luck + own decisions + rivals' decisions = result; decisions "
            "against routine play. Per turn: thousandths of a win lost against the best line found; lower is better.",
            SOFT,
        )

    def _turns(self, most: int) -> Iterator[RenderableType]:
        """The turns that lost most, in the order of the game."""
        counts = {grade: sum(turn.grade == grade for turn in self.review.turns) for grade in GRADES}
        yield Text("  ").join(Text(f"{count} {grade}", GRADES[grade]) for grade, count in counts.items())
        for turn in sorted(worst(self.review.turns, most), key=lambda turn: turn.ply):
            yield Text()
            yield self._heading(turn)
            yield Text.assemble(("  played ", SOFT), self._line(turn.played), (_worth(turn.played), SOFT))
            yield Text.assemble(("  better ", SOFT), self._line(turn.best), (_worth(turn.best), SOFT))
            if turn.why:
                yield Text.assemble(("  why    ", SOFT), "; ".join(map(sentence, turn.why)))
        for chance in _largest(self.review.chances, 3 if most else 0):
            yield Text()
            yield self._draw_of(chance)

    def _heading(self, turn: TurnReview) -> Text:
        when = f"round {turn.round}" if turn.round else "opening"
        if self.record.ruleset.games > 1:
            when = f"game {turn.game}, {when}"
        error = " exactly, the end is solved" if turn.exact else f" ± {100 * turn.error.win:.1f}"
        return Text.assemble(
            (f"{self.signs.arrow} {turn.grade}", GRADES[turn.grade]),
            f"  {seat_name(self.record.ruleset, turn.seat, self.players)}",
            (f", {when}, event {turn.ply + 1}", SOFT),
            f": {100 * turn.loss.win:.1f} % of a win",
            (error, SOFT),
            f", {turn.loss.points:+.1f} points",
        )

    def _line(self, line: Line) -> str:
        return ", ".join(deed(parse_event(action)) for action in line.actions)

    def _draw_of(self, chance: ChanceReview) -> Text:
        best = max(range(len(chance.luck)), key=lambda realm: abs(chance.luck[realm].win))
        luck = chance.luck[best].win
        what = {"kings": "a king is drawn", "reveal": "a line is revealed", "buildings": "tiles are revealed"}
        return Text.assemble(
            (f"{self.signs.arrow} luck", LUCKY if luck > 0 else UNLUCKY),
            f"  {realm_name(self.record.ruleset, best, self.players)}",
            (f", event {chance.ply + 1}, {what[chance.kind]}", SOFT),
            f": {100 * luck:+.1f} % of a win",
            (f" ± {100 * chance.error[best].win:.1f}", SOFT),
        )


def worst(turns: Sequence[TurnReview], most: int) -> list[TurnReview]:
    """The turns that lost most, largest first."""
    lost = [turn for turn in turns if turn.grade != "best"]
    return sorted(lost, key=lambda turn: (-turn.loss.win, -turn.loss.points))[:most]


def _largest(chances: Sequence[ChanceReview], most: int) -> list[ChanceReview]:
    ordered = sorted(chances, key=lambda chance: -max(abs(luck.win) for luck in chance.luck))
    return sorted(ordered[:most], key=lambda chance: chance.ply)


def sentence(why: Why) -> str:
    """What a term says."""
    amount = abs(why.amount)
    more = why.amount > 0
    count = f"{amount:.0f}"
    match why.kind:
        case "points-now":
            return f"{count} {'more' if more else 'fewer'} point{'s' if amount != 1 else ''} now"
        case "later":
            source = f", most from {why.part.replace('-', ' ')}" if why.part else ""
            return f"{amount:.1f} {'more' if more else 'fewer'} points still to come{source}"
        case "rival":
            return f"{amount:.1f} points less for a rival"
        case "room":
            return f"{count} square{'s' if amount != 1 else ''} {'less' if more else 'more'} that nothing can cover"
        case "crowns":
            return f"{count} {'more' if more else 'fewer'} crown{'s' if amount != 1 else ''} on the next domino"
        case "coins":
            return f"{count} {'more' if more else 'fewer'} coin{'s' if amount != 1 else ''}"
        case "order":
            return f"{count} place{'s' if amount != 1 else ''} {'earlier' if more else 'later'} in the next round"


def _both(value: Value, signed: bool) -> str:
    if signed:
        return f"{100 * value.win:+.0f} %\n{value.points:+.1f}"
    return f"{100 * value.win:.0f} %\n{value.points:.1f}"


def _worth(line: Line) -> str:
    return f"  {100 * line.win:.1f} %, {line.points:.1f} points"
