"""Why something is not allowed: a code for programs and translations, a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """One member per reason; `TEXTS` has the English sentence."""

    GAME_OVER = "game-over"
    NOT_NOW = "not-now"
    NOT_YOUR_TURN = "not-your-turn"
    MALFORMED = "malformed"
    # chance
    WRONG_KINGS = "wrong-kings"
    WRONG_LINE = "wrong-line"
    WRONG_TILES = "wrong-tiles"
    # choose
    NOT_IN_LINE = "not-in-line"
    CLAIMED = "claimed"
    # place and discard
    NOT_YOUR_DOMINO = "not-your-domino"
    NOT_ADJACENT = "not-adjacent"
    OCCUPIED = "occupied"
    OUT_OF_FRAME = "out-of-frame"
    NO_MATCH = "no-match"
    DOUBLE_ORDER = "double-order"
    CAN_BE_PLACED = "can-be-placed"
    LAST_ROUND = "last-round"
    ONCE_A_ROUND = "once-a-round"
    # tax
    NOTHING_PLACED = "nothing-placed"
    NOT_PLACED_NOW = "not-placed-now"
    ONE_KNIGHT_EACH = "one-knight-each"
    NO_KNIGHTS = "no-knights"
    # build and bribe
    NO_SUCH_SLOT = "no-such-slot"
    OTHER_TILE = "other-tile"
    NO_TOWN = "no-town"
    BUILT_ALREADY = "built-already"
    NO_FREE_TOWN = "no-free-town"
    NO_TILES = "no-tiles"
    CANNOT_AFFORD = "cannot-afford"
    DRAGON_AWAY = "dragon-away"
    HOSTS_QUEEN = "hosts-queen"
    NO_SUCH_PHASE = "no-such-phase"


TEXTS: dict[Code, str] = {
    Code.GAME_OVER: "the game is over",
    Code.NOT_NOW: "{event} is not possible now; the game waits for {step}",
    Code.NOT_YOUR_TURN: "seat {seat} cannot act now; it is the turn of seat {turn}",
    Code.MALFORMED: "{what} is malformed: {expected} expected",
    Code.WRONG_KINGS: "these kings cannot be drawn: {expected} expected",
    Code.WRONG_LINE: "this line cannot be drawn: {expected} expected",
    Code.WRONG_TILES: "these tiles cannot be revealed: {expected} expected",
    Code.NOT_IN_LINE: "{domino} is not in the line that kings are moving to",
    Code.CLAIMED: "there is a king on {domino} already",
    Code.NOT_YOUR_DOMINO: "the king stands on {expected}, not on {domino}",
    Code.NOT_ADJACENT: "a domino covers two squares that share a side",
    Code.OCCUPIED: "{square} is already covered",
    Code.OUT_OF_FRAME: "the kingdom would not fit in its {frame}×{frame} grid",
    Code.NO_MATCH: "neither half touches the castle or matching terrain",
    Code.DOUBLE_ORDER: "the halves of {domino} are equal: write the smaller square first",
    Code.CAN_BE_PLACED: "{domino} can be placed, so it must be",
    Code.LAST_ROUND: "there is no next line in the last round",
    Code.ONCE_A_ROUND: "this seat has had its {event} in this round, and one court has one of each",
    Code.NOTHING_PLACED: "nothing was placed in this turn, so there is nothing to tax",
    Code.NOT_PLACED_NOW: "{square} is not covered by the domino placed in this turn",
    Code.ONE_KNIGHT_EACH: "one knight, or two on the two squares in ascending order",
    Code.NO_KNIGHTS: "it takes more knights than the {knights} in reserve",
    Code.NO_SUCH_SLOT: "the builders' board has no slot {slot}",
    Code.OTHER_TILE: "slot {slot} holds {tile}, not {building}",
    Code.NO_TOWN: "{square} is no town square of this kingdom",
    Code.BUILT_ALREADY: "there is a building on {square} already",
    Code.NO_FREE_TOWN: "this kingdom has no town square without a building",
    Code.NO_TILES: "there is no tile on the builders' board",
    Code.CANNOT_AFFORD: "it costs {cost} and the purse holds {coins}",
    Code.DRAGON_AWAY: "the dragon has left its cave for this round",
    Code.HOSTS_QUEEN: "whoever hosts the Queen cannot bribe the dragon",
    Code.NO_SUCH_PHASE: "{event} does not belong to {ruleset}",
}


@dataclass(frozen=True)
class Reason:
    """A reason with its details, for example ``Reason.of(Code.CLAIMED, domino="K7")``."""

    code: Code
    details: tuple[tuple[str, str | int], ...] = ()

    @classmethod
    def of(cls, code: Code, **details: str | int) -> Reason:
        return cls(code, tuple(details.items()))

    def __str__(self) -> str:
        return TEXTS[self.code].format(**dict(self.details))
