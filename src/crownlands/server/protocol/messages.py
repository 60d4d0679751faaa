"""The websocket's messages, declared once: documents and other languages' types are generated from here."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from crownlands.server.protocol.entries import Logged, Pace, Person
from crownlands.server.protocol.event_messages import ActionMessage, DominoName, Seat, Square
from crownlands.server.protocol.views import PlayView, TableView

PROTOCOL = 1

Id = Annotated[int, Meta(ge=0, le=2**53, description="chosen by the client; the answer carries it")]
Seq = Annotated[int, Meta(ge=0, le=2**53, description="the number of an entry in the table's log")]
Name = Annotated[str, Meta(max_length=200, description="at most 24 characters after cleaning")]
Level = Annotated[str, Meta(max_length=32, description="a bot's level, one of GET /api/bots")]


class _In(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: Id | None = None


class Hello(_In, frozen=True, tag="hello"):
    """The first message: which table, who, and the last entry seen. Without a token one watches."""

    table: Annotated[str, Meta(max_length=64, description="the code of the table's link, or of its spectators' link")]
    token: Annotated[str, Meta(max_length=200)] | None = None
    seq: Seq | None = None
    """Everything after this entry is sent; 0 for all; without it only what is true now."""
    version: int = PROTOCOL
    preview: bool = False
    """Whether a `preview` shall follow each position in which an own seat decides."""


class ActMessage(_In, frozen=True, tag="act"):
    """One action by an own seat. `seq` is the last entry seen; an action that missed a change is refused."""

    seq: Seq
    action: ActionMessage


class Type(_In, frozen=True, tag="type"):
    """One action by an own seat, typed in the notation without its seat, for example `place K17 1,0 2,0`."""

    seq: Seq
    seat: Seat
    text: Annotated[str, Meta(max_length=200)]


class TakeBack(_In, frozen=True, tag="take-back"):
    """Takes one's own last action back, until another seat has acted or something new was revealed."""

    seq: Seq


class WhyNot(_In, frozen=True, tag="why"):
    """Asks why an action is not possible now; nothing happens. Answered by `reason`."""

    action: ActionMessage


class Hint(_In, frozen=True, tag="hint"):
    """Asks what a strong player thinks of a position. Answered by `hints`. A question that was not answered yet is
    taken back by the next one, and refused with `superseded`."""

    seq: Seq | None = None
    """The position after this entry; without it the present one."""
    action: ActionMessage | None = None
    """An action in that position that shall be judged too, however good it is."""


class NoHint(_In, frozen=True, tag="no-hint"):
    """Takes the last question back, if it was not answered yet."""


class Sit(_In, frozen=True, tag="sit"):
    """Takes an open seat, or changes name or colour on an own one. One person may take several (one device)."""

    seat: Seat
    name: Name
    colour: Annotated[str, Meta(max_length=32)] | None = None


class Stand(_In, frozen=True, tag="stand"):
    """Gives an own seat up."""

    seat: Seat


class GiveToBot(_In, frozen=True, tag="bot"):
    """Host: a bot sits down on an open seat, or for somebody absent."""

    seat: Seat
    level: Level


class Free(_In, frozen=True, tag="free"):
    """Host: opens the seat of a bot or of somebody absent."""

    seat: Seat


class Start(_In, frozen=True, tag="start"):
    """Host: begins the game, when no seat is open."""


class Leave(_In, frozen=True, tag="leave"):
    """Leaves the table. In a running game one's seats are kept, and a bot of this level plays on them meanwhile."""

    level: Level | None = None


class Resign(_In, frozen=True, tag="resign"):
    """Gives up the running game: a bot of this level plays on; if the table chose so, out of the running."""

    level: Level


class ComeBack(_In, frozen=True, tag="come-back"):
    """Is back after leaving."""


class TakeHost(_In, frozen=True, tag="take-host"):
    """Becomes the host if the host is absent."""


class Say(_In, frozen=True, tag="say"):
    """Chat: plain text, or a phrase from the welcome's list."""

    text: Annotated[str, Meta(max_length=1000)] | None = None
    phrase: Annotated[str, Meta(max_length=32)] | None = None


class Mute(_In, frozen=True, tag="mute"):
    """Host: mutes a person in the chat for all, or lets the person speak again."""

    person: Person
    on: bool


class Agree(_In, frozen=True, tag="agree"):
    """Before the game: whether one would begin with bots on the seats that stay open, and which, if one is the host."""

    on: bool
    level: Level | None = None


class SetPace(_In, frozen=True, tag="pace"):
    """Host: how long bots take at least, so that people can follow."""

    pace: Pace


class Ping(_In, frozen=True, tag="ping"):
    """Answered by `pong`."""


ClientMessage = (
    Hello
    | ActMessage
    | Type
    | TakeBack
    | WhyNot
    | Hint
    | NoHint
    | Sit
    | Stand
    | GiveToBot
    | Free
    | Start
    | Leave
    | Resign
    | ComeBack
    | TakeHost
    | Say
    | Mute
    | Agree
    | SetPace
    | Ping
)


class Away(Struct, frozen=True):
    """Somebody who sits at the table or is its host, and is not connected."""

    person: Person
    until: int
    """When the grace is over (the server's time in milliseconds): then others may let a bot play, or be the host."""


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to `hello`; an `update` follows with everything after the entry that the client had seen."""

    version: int
    server: str
    """The version of the server: when it changes, a page should offer to reload."""
    you: Person | None
    """Who the token says; null for spectators."""
    seq: int
    now: int
    """The server's time in milliseconds since 1970."""
    phrases: list[str]
    online: list[Person]
    watching: bool
    """Whether this was the spectators' link, by which nobody can take part."""
    away: list[Away]


class Update(Struct, frozen=True, tag="update"):
    """What happened, in order and without gaps, and what is true after it."""

    seq: int
    now: int
    entries: list[Logged]
    table: TableView | None
    """Null: not changed by these entries."""
    play: PlayView | None
    """Null: not changed by these entries, or not begun."""


class Worth(Struct, frozen=True):
    """What a legal action changes at once, for the realm that it is for."""

    points: int
    coins: int
    bonus: int = 0
    """What of the points is a bonus that it loses: Middle Kingdom or Harmony."""


class Spot(Struct, frozen=True):
    """Where a domino could go as the kingdom is now, and the points it would add."""

    squares: tuple[Square, Square]
    points: int


Turned = Annotated[
    tuple[int, int, Annotated[int, Meta(ge=0, le=3)]],
    Meta(description="x and y of a domino's first half, and where its second lies: 0 right, 1 below, 2 left, 3 above"),
]


class Preview(Struct, frozen=True, tag="preview"):
    """What the person who decides may want to see before: follows the `update` soon, if `hello` asked for it."""

    game_seq: int
    """The position: as `play.game_seq`."""
    worth: list[Worth]
    """Of each legal action, in the order of `play.legal`."""
    spots: dict[DominoName, list[Spot]]
    """When a domino is to be chosen: where each free one could go."""
    reasons: dict[str, list[Turned]]
    """When a domino is to be placed: why it cannot lie anywhere else in the grid, by the reason's code."""


class Ack(Struct, frozen=True, tag="ack"):
    """Done and stored durably, as entry `seq`."""

    id: int | None
    seq: int


class Refusal(Struct, frozen=True, tag="refused"):
    """Not done, and why: a code with details for translation, and an English sentence."""

    id: int | None
    code: str
    details: dict[str, str | int]
    text: str
    seq: int
    """Where the table is."""


class ReasonMessage(Struct, frozen=True, tag="reason"):
    """Why an action is not possible now; nulls if it is."""

    id: int | None
    code: str | None
    details: dict[str, str | int]
    text: str | None


class Suggestion(Struct, frozen=True):
    """An action and what it would bring its realm."""

    action: ActionMessage
    text: str
    """The action in the notation."""
    plan: list[str]
    """How the turn would go on, in the notation."""
    value: float
    """The chance to win, by which suggestions are ordered."""
    error: float
    """The standard error of `value`; 0 where it is exact."""
    points: float
    """The score to be expected at the end."""
    equal: list[str]
    """Other actions that come to the same, in the notation: mirror images, or the same turned."""


class Hints(Struct, frozen=True, tag="hints"):
    """What a player thinks of a position, best first."""

    id: int | None
    seq: int
    seat: Seat
    level: str
    suggestions: list[Suggestion]
    yours: Suggestion | None
    """The action that was asked about."""


class Presence(Struct, frozen=True, tag="presence"):
    """Who is connected, and who is away."""

    online: list[Person]
    away: list[Away]


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to `ping`."""

    id: int | None
    now: int


class Bye(Struct, frozen=True, tag="bye"):
    """The server closes this connection; come back with the last seq."""

    code: str
    text: str


ServerMessage = Welcome | Update | Preview | Ack | Refusal | ReasonMessage | Hints | Presence | Pong | Bye

encoder = msgspec.json.Encoder()
client_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError, ValueError)
"""What decoding raises."""


class _Identified(Struct, frozen=True):
    id: Id | None = None


_id_decoder = msgspec.json.Decoder(_Identified)


def id_of(text: str | bytes) -> int | None:
    """The id of a message that is not understood, if that much can be read: whoever waits for the answer finds it."""
    try:
        return _id_decoder.decode(text).id
    except UNREADABLE:
        return None
