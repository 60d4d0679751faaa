"""The HTTP API's bodies, declared once: the OpenAPI document is generated from here."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crownlands.server.protocol.entries import (
    FILL_SECONDS,
    GRACE_SECONDS,
    FillAfter,
    Grace,
    HintRule,
    Logged,
    Pace,
    Person,
    Resigning,
    SeatState,
)
from crownlands.server.protocol.event_messages import ActionMessage, EventMessage, Seat
from crownlands.server.protocol.messages import Level, Name, Preview
from crownlands.server.protocol.views import PlayView, RealmView, Result, RulesetInfo, Status, TableView
from crownlands.study.judge import Judgement
from crownlands.study.puzzles import PuzzleKind, Theme
from crownlands.study.review import Review

Colour = Annotated[str, Meta(max_length=32)]
RealmIndex = Annotated[str, Meta(pattern="^[0-7]$")]
ActionText = Annotated[str, Meta(max_length=200)]
PositionText = Annotated[str, Meta(max_length=12_000)]
OptionName = Annotated[str, Meta(max_length=32)]


MOST_DUPLICATES = 16
"""Tables with one deal."""


class RulesetParts(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruleset by its parts."""

    family: Annotated[str, Meta(max_length=32)]
    players: Annotated[int, Meta(ge=2, le=8)]
    options: Annotated[list[OptionName], Meta(max_length=16)] = []


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who shall sit on a seat: nobody yet, whoever asks, or a bot."""

    kind: Literal["open", "me", "bot"] = "open"
    name: Name | None = None
    """For `me`: the host's name otherwise; people at one device have several."""
    colour: Colour | None = None
    level: Level | None = None


class TableRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new table. Seats that are not mentioned are open."""

    ruleset: Annotated[str, Meta(max_length=120)] | RulesetParts
    name: Name
    seats: Annotated[list[SeatRequest], Meta(max_length=8)] = []
    listed: bool = False
    clock: Annotated[int, Meta(ge=10, le=30 * 86400)] | None = None
    """Seconds for a turn: a minute for live games, days for games at leisure, null for none."""
    hints: HintRule = "off"
    pace: Pace = "usual"
    resigning: Resigning = "bot"
    grace: Grace = GRACE_SECONDS
    fill_after: FillAfter = FILL_SECONDS


class JoinRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody came by the link."""

    name: Name
    sit: bool = False
    """Takes the first open seat at once, if there is one."""


class PairRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to play this game with people, whoever they are."""

    ruleset: Annotated[str, Meta(max_length=120)]
    name: Name
    fill_after: FillAfter = FILL_SECONDS


class Admission(Struct, frozen=True):
    """A person at a table. The token is secret: it is what makes one this person."""

    code: str
    watch: str
    """The code of the spectators' link."""
    person: Person
    token: str


class ListedSeat(Struct, frozen=True):
    """A seat in the list of tables."""

    kind: Literal["open", "person", "bot"]
    name: str
    colour: str


class ListedTable(Struct, frozen=True):
    """A table that anybody may join."""

    code: str
    ruleset: str
    host: str
    seats: list[ListedSeat]
    clock: int | None
    present: int
    """How many people are there now."""
    updated: int


class TableList(Struct, frozen=True):
    tables: list[ListedTable]


class NewMe(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to carry their tables to other devices."""

    name: Annotated[str, Meta(max_length=200)] = ""


class MySecret(Struct, frozen=True):
    """Whoever has it is this person at all their tables."""

    secret: str


class HeldSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A table with one's token there."""

    code: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(max_length=200)]


class KeepRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables that are mine: they go with me from now on, and a finished game of mine is never cleared away."""

    name: Annotated[str, Meta(max_length=200)] = ""
    tables: Annotated[list[HeldSeat], Meta(max_length=20)] = []


class LetGoRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables that shall not go with me any more."""

    codes: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=100)]


class MyTable(Struct, frozen=True):
    """A table of mine, with the token that makes me this person there."""

    code: str
    watch: str
    person: Person
    token: str
    ruleset: str
    status: Status
    seats: list[SeatState]
    result: Result | None
    created: int
    updated: int


class Me(Struct, frozen=True):
    """What goes with me, newest first."""

    name: str
    tables: list[MyTable]


class MyDaily(Struct, frozen=True):
    """My table with a daily deal."""

    code: str
    watch: str
    person: Person
    token: str | None
    """None, if I have let the table go."""
    status: Status
    points: int | None
    """When it is over."""
    counts: bool
    """Whether it is the first one, and was or still can be finished on its day."""
    share: float | None = None
    """Matchpoints against everybody and all reference players, where they are asked for."""


class DailyDeal(Struct, frozen=True):
    """A day's deal of one family: one person, the same bots for everybody."""

    day: str
    family: str
    ruleset: str
    bots: list[str]
    """Their levels, in the order of the seats after the person's."""
    commitment: str
    seed: str | None
    """Told when the day is over."""
    played: int
    """How many people have finished it."""
    mine: list[MyDaily] = []
    """The table that counts first, if there is one; then practice."""


class Daily(Struct, frozen=True):
    """Today's deals."""

    day: str
    now: int
    """The server's time in milliseconds."""
    ends: int
    """When the day is over."""
    deals: list[DailyDeal]
    streak: int
    """Days in a row on which I finished a deal in time, up to today or yesterday."""
    longest: int


class DailyRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody plays a daily deal: for the first time, or again for practice."""

    name: Name
    practice: bool = False
    pace: Pace = "usual"


class Compared(Struct, frozen=True):
    """One result of a deal."""

    name: str
    level: str | None
    """Of a reference player; people have none."""
    points: int
    share: float | None
    """Matchpoints against all the others: who was beaten, and half of who was tied with."""
    you: bool


class DailyComparison(Struct, frozen=True):
    """What everybody made of a daily deal, best first."""

    deal: DailyDeal
    results: list[Compared]
    """All reference players, the best of the people, and oneself."""
    people: int
    references: int
    """How many have played so far."""
    references_in_all: int
    against_people: float | None
    """My matchpoints against people, and against the reference players."""
    against_references: float | None


class CalendarDay(Struct, frozen=True):
    day: str
    deals: list[DailyDeal]


class Calendar(Struct, frozen=True):
    """The days of a month with deals that can be played, latest first."""

    month: str
    first: str
    """The earliest month with deals."""
    last: str
    days: list[CalendarDay]


class DuplicateSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat at each of the duplicate tables: for whoever comes, or the same bot everywhere."""

    kind: Literal["open", "bot"] = "open"
    level: Level | None = None


class DuplicateRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Several tables with the same deal. Seats that are not mentioned are open."""

    ruleset: Annotated[str, Meta(max_length=120)] | RulesetParts
    name: Name
    tables: Annotated[int, Meta(ge=2, le=MOST_DUPLICATES)]
    seats: Annotated[list[DuplicateSeat], Meta(max_length=8)] = []
    clock: Annotated[int, Meta(ge=10, le=30 * 86400)] | None = None
    hints: Literal["off", "after"] = "after"
    pace: Pace = "usual"


class DuplicateMade(Struct, frozen=True):
    """The tables were opened; whoever asked is the host of each."""

    host: str
    """The code of the host's page. It is secret: it leads to the players' links."""
    code: str
    """The code of the page for everybody."""
    tables: list[Admission]


class DuplicateTable(Struct, frozen=True):
    """One of the tables."""

    number: int
    status: Status
    seats: list[ListedSeat]
    round: int | None
    """How far it is."""
    code: str | None
    """For players; told on the host's page only."""
    watch: str | None
    """For spectators: told to the host, and to everybody when the deal is over: players must not see another table."""


class DuplicateResult(Struct, frozen=True):
    """What a realm made of the deal."""

    table: int
    """Its number."""
    realm: int
    seats: list[Seat]
    names: list[str]
    """Of the people on these seats; empty for a bot."""
    points: int
    share: float | None
    """Matchpoints against the same realm at the other tables."""
    adjusted: float | None
    """The points without luck, by the review of the game; null while it is being made."""


class Duplicate(Struct, frozen=True):
    """Duplicate tables: how far they are, and what came of them when all are over."""

    code: str
    is_host: bool
    name: str
    """Of the host."""
    ruleset: str
    rounds: int
    commitment: str
    seed: str | None
    """Told when all tables are over, or the host has closed the deal."""
    closed: bool
    tables: list[DuplicateTable]
    results: list[DuplicateResult]
    """Best first, of tables that were over when the deal was; empty before."""
    reviewed: int
    """How many of them have been reviewed: of all, the results without luck are known."""


class TableInfo(Struct, frozen=True):
    """A table as anybody with one of its links sees it."""

    seq: int
    watching: bool
    """Whether this was the spectators' link."""
    rematch: str | None
    """The code of the table of the rematch, of the same kind of link."""
    table: TableView
    updated: int
    """When something last happened there, in milliseconds since 1970."""


class PositionInfo(Struct, frozen=True):
    """The game as it was after an entry; null before its start."""

    seq: int
    play: PlayView | None


class PositionRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A position in the notation, and actions to try there, typed with or without their seat; nothing of it is kept."""

    position: PositionText
    actions: Annotated[list[ActionText], Meta(max_length=64)] = []


class TriedPosition(Struct, frozen=True):
    """A position after the actions that were tried in it: all that a page needs for going on by hand."""

    rules: RulesetInfo
    play: PlayView
    """Its `game_seq` and `ply` count the actions."""
    preview: Preview
    events: list[ActionMessage]
    """The actions."""
    whole: bool
    """Whether the turn that the position began with is over."""


class LogPage(Struct, frozen=True):
    """Entries in order."""

    seq: int
    """Where the table is."""
    entries: list[Logged]


class ReplayStep(Struct, frozen=True):
    """The game after one event: `play` without its realms, and those realms that are not as in the step before."""

    ply: int
    """0 is the start; then the number of the event."""
    seq: int | None
    """The entry that the event came with, if the game was played here."""
    event: EventMessage | None
    play: PlayView
    realms: dict[RealmIndex, RealmView]


class Replay(Struct, frozen=True):
    """A part of a game, step by step."""

    ruleset: str
    rules: RulesetInfo
    tags: dict[str, str]
    plies: int
    """Events in all."""
    position: str
    """The first of these steps in the notation, to go on from; empty if there is none."""
    steps: list[ReplayStep]


class RecordRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A record to look at; nothing of it is kept."""

    record: Annotated[str, Meta(max_length=200_000)]
    start: Annotated[int, Meta(ge=0, le=100_000)] = 0
    count: Annotated[int, Meta(ge=1, le=64)] = 32


class ReviewRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of a finished game, to be reviewed. The review is kept for a while, without names."""

    record: Annotated[str, Meta(max_length=200_000)]


class ReviewAnswer(Struct, frozen=True):
    """A review, or how far it is: ask again by its key until it is there. It goes on only while somebody asks."""

    key: str
    done: int
    of: int
    """Steps in all; 0 before it has begun."""
    ahead: int
    """Reviews that come first."""
    review: Review | None


class TryRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A turn that was reviewed and played once more: is it as good as the best that is known?"""

    position: PositionText
    ply: Annotated[int, Meta(ge=0, le=100_000)]
    """Of the turn: it is measured as it was reviewed."""
    best: Annotated[list[ActionText], Meta(min_length=1, max_length=8)]
    tried: Annotated[list[ActionText], Meta(min_length=1, max_length=8)]


class ScoreRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A kingdom typed by hand, in the notation."""

    kingdom: Annotated[str, Meta(max_length=20_000)]


class ScoreAnswer(Struct, frozen=True):
    """What a kingdom typed by hand is worth; `realm.seats` is empty."""

    ruleset: str
    realm: RealmView
    rank: list[int]
    """What places are decided by, first things first: points and the ruleset's tie-breakers."""


class PuzzleInfo(Struct, frozen=True):
    """A puzzle in the list; what is asked there is told by its position."""

    name: str
    ruleset: str
    kind: PuzzleKind
    themes: list[Theme]
    rating: int
    choices: int
    """How many ways there are to finish the turn."""


class PuzzleList(Struct, frozen=True):
    """Easiest first."""

    puzzles: list[PuzzleInfo]


class PuzzleTask(Struct, frozen=True):
    """A puzzle to be solved: the turn that goes on in this position is to be finished."""

    puzzle: PuzzleInfo
    position: str


class PuzzleAttempt(Struct, frozen=True, forbid_unknown_fields=True):
    """The rest of the turn in the notation; no actions to see the answer."""

    actions: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=8)] = []


class JudgedAttempt(Struct, frozen=True):
    """What became of an attempt, and what the puzzle was about."""

    puzzle: PuzzleInfo
    judgement: Judgement
    tempting: list[str]
    """What somebody does who takes what gives most now."""


class HalfInfo(Struct, frozen=True):
    terrain: str
    crowns: int


class DominoInfo(Struct, frozen=True):
    name: str
    box: str
    number: int
    left: HalfInfo
    right: HalfInfo


class BuildingInfo(Struct, frozen=True):
    """A building tile and all that it does."""

    name: str
    title: str
    copies: int
    knights: int
    towers: int
    tax: str
    crowns: int
    points: int
    per: str


class Pieces(Struct, frozen=True):
    """What is in the boxes."""

    dominoes: list[DominoInfo]
    buildings: list[BuildingInfo]
    slots: list[int]


class OptionInfo(Struct, frozen=True):
    """Something that may be added to a ruleset's name."""

    name: str
    title: str
    text: str
    opening: bool
    house_rule: bool
    """It stands in another game's rulebook."""
    default: bool
    """The set-up has it anyway."""


class SetupInfo(Struct, frozen=True):
    """A family with a number of players, and the options that fit."""

    family: str
    title: str
    players: int
    kings: int
    frame: int
    line: int
    rounds: int
    colours: list[str]
    printed: bool
    """A rulebook describes it; otherwise only another edition does."""
    options: list[OptionInfo]


class Rulesets(Struct, frozen=True):
    setups: list[SetupInfo]


class BotInfo(Struct, frozen=True):
    level: str
    text: str


class Bots(Struct, frozen=True):
    bots: list[BotInfo]
    default: str
    stand_in: str


class Health(Struct, frozen=True):
    status: Literal["ok", "unavailable"]
    version: str


class Problem(Struct, frozen=True):
    """Why something was not done: a code with details for translation, and an English sentence."""

    code: str
    details: dict[str, str | int]
    text: str
