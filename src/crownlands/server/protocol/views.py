"""What a client sees of a table and its game: everything that is needed to show it without knowing the rules."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from crownlands.rules.pieces import Terrain
from crownlands.server.protocol.entries import Grace, HintRule, Pace, Person, Resigning, SeatState, SharedDeal
from crownlands.server.protocol.event_messages import ActionMessage, BuildingName, DominoName, Seat, Slot, Square

Status = Literal["gathering", "playing", "over"]
StepName = Literal["kings", "reveal", "buildings", "place", "tax", "build", "bribe", "choose", "over"]


class RulesetInfo(Struct, frozen=True):
    """One ruleset, by its canonical name: all that a page needs for drawing a game of it."""

    name: str
    family: str
    options: list[str]
    seats: int
    realms: list[list[Seat]]
    """The seats of each realm; more than one are a team."""
    kings: int
    """Of each seat."""
    boxes: list[str]
    """The first letters of the dominoes' names: lines come from these boxes in turn."""
    dominoes: int
    line: int
    """Dominoes in a line."""
    frame: int
    """Squares of a kingdom's longest side."""
    rounds: int
    games: int
    opening: str
    phases: list[StepName]
    ties: list[str]
    colours: list[str]
    """What a seat may choose from."""
    slots: list[Slot]
    """The printed costs on the builders' board, cheapest first; empty without one."""
    bribe: int
    """What the dragon asks for."""
    coins_per_point: int
    printed: bool
    """A rulebook describes it; otherwise only another edition does."""


class SquareView(Struct, frozen=True):
    """A square of a kingdom; the castle is not among them."""

    x: int
    y: int
    terrain: Terrain
    crowns: int
    """The printed ones."""
    domino: DominoName | None
    knight: bool
    building: BuildingName | None


class TerritoryTerm(Struct, frozen=True, tag="territory", tag_field="kind"):
    """Squares × crowns."""

    points: int
    terrain: Terrain
    squares: int
    crowns: int
    cells: list[Square]


class CoinsTerm(Struct, frozen=True, tag="coins", tag_field="kind"):
    """A point for every three coins."""

    points: int
    coins: int


class BuildingTerm(Struct, frozen=True, tag="building", tag_field="kind"):
    """A building's own points, or its points for each of what it counts."""

    points: int
    building: BuildingName
    square: Square
    count: int


class QueenTerm(Struct, frozen=True, tag="queen", tag_field="kind"):
    """The queen's crown on the largest territory."""

    points: int
    squares: int


class MiddleKingdomTerm(Struct, frozen=True, tag="middle-kingdom", tag_field="kind"):
    """The castle in the middle."""

    points: int


class HarmonyTerm(Struct, frozen=True, tag="harmony", tag_field="kind"):
    """No domino discarded."""

    points: int


TermView = TerritoryTerm | CoinsTerm | BuildingTerm | QueenTerm | MiddleKingdomTerm | HarmonyTerm


class RealmView(Struct, frozen=True):
    """A realm with its score as if the game ended now."""

    seats: list[Seat]
    squares: list[SquareView]
    discarded: list[DominoName | None]
    coins: int
    knights: int
    """All own knights, placed or not."""
    towers: int
    queen: bool
    score: int
    laid: int
    """The points of what lies there, without Middle Kingdom and Harmony: what people see until the game is over."""
    terms: list[TermView]


class StateView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The JSON projection of a state, as in the notation's document."""

    version: int
    ruleset: str
    over: bool
    round: int
    realms: list[RealmView]
    ranking: list[list[int]]
    match: list[int] | None = None
    """Only in a Dynasty: the points of each realm over all its games."""


class KingView(Struct, frozen=True):
    """A king drawn in the opening."""

    chooser: Seat
    owner: Seat


class ClaimView(Struct, frozen=True):
    """A domino in a line and the owner of the king on it."""

    domino: DominoName
    seat: Seat | None


class SlotView(Struct, frozen=True):
    """A slot of the builders' board and what the seat that decides would pay for its tile."""

    slot: Slot
    building: BuildingName | None
    price: int


class BoardView(Struct, frozen=True):
    """The builders' board."""

    slots: list[SlotView]
    dragon: Slot | None
    """Where the dragon sits; null: in its cave."""
    stack: list[BuildingName]
    """Tiles not yet revealed, alphabetical."""
    unbribable: str | None
    """Why the dragon takes no bribe of whoever decides, however rich: the code of a reason; null if it does."""


class ClockView(Struct, frozen=True):
    """The clock of this turn. When it runs out, the stand-in finishes the turn; the seat stays its owner's."""

    deadline: int
    """Milliseconds since 1970, by the server's time."""
    seconds: int
    """For a whole turn."""
    stand_in: str


class PlayView(Struct, frozen=True):
    """The game now, with every legal action of the seat that decides."""

    game_seq: int
    """The last entry that changed the game: an action must have seen it."""
    ply: int
    """Events so far that count."""
    game: int
    """Which game of the match, from 1."""
    games: int
    rounds: int
    step: StepName
    seat: Seat | None
    realm: int | None
    """The realm that the action is for."""
    domino: DominoName | None
    """The domino under the acting king."""
    kings: list[KingView]
    line: list[ClaimView]
    next: list[ClaimView]
    undrawn: list[DominoName]
    board: BoardView | None
    reserve: list[int]
    """The knights in reserve of each realm."""
    state: StateView
    decided: list[str]
    """What separates each place of the ranking from the next: points or a tie-breaker."""
    results: list[list[int]]
    """The points of each realm in the finished games."""
    legal: list[ActionMessage]
    clock: ClockView | None
    undoable: Seat | None
    """The seat that may take its last action back."""


class PersonView(Struct, frozen=True):
    """Somebody at the table, seated or not."""

    name: str
    left: bool
    muted: bool
    agreed: bool
    """Whether this person would begin with bots on the open seats."""


class Result(Struct, frozen=True):
    """How a match ended."""

    points: list[int]
    """Of each realm, over all games."""
    ranking: list[list[int]]
    """Realms, best first; those that share a place stand together."""


class TableView(Struct, frozen=True):
    """The table around the game."""

    ruleset: str
    rules: RulesetInfo
    status: Status
    seats: list[SeatState]
    realms: list[list[Seat]]
    """The seats of each realm; more than one are a team."""
    colours: list[str]
    """What a seat may choose from."""
    persons: list[PersonView]
    host: Person
    listed: bool
    clock: int | None
    hints: HintRule
    stand_in: str
    commitment: str
    seed: str | None
    """Revealed when the match is over; if other tables share the deal, when the deal is over, too."""
    result: Result | None
    """When the match is over."""
    rematch: Person | None
    """Who offers to meet again at another table."""
    pace: Pace
    """How long bots take at least, so that people can follow."""
    resigning: Resigning
    """What becomes of a realm whose people have all resigned."""
    grace: Grace
    begins: int | None
    """When it begins by itself (the server's time in milliseconds), bots on the open seats: everybody agreed."""
    shared: SharedDeal | None
    """What other tables the deal is shared with."""
