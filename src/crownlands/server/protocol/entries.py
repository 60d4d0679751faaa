"""The entries of a table's log: all that ever happened at it. Stored and sent as they are; none holds a secret."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from crownlands.server.protocol.event_messages import EventMessage, Seat

Person = Annotated[int, Meta(ge=0, description="a person at this table, counted from 0 in the order of coming")]
PersonKey = Annotated[
    str, Meta(max_length=32, description="tells a person apart from all others, here and at a rematch; not a secret")
]
LONGEST_GRACE = 24 * 3600
GRACE_SECONDS = 180
Grace = Annotated[
    int,
    Meta(
        ge=0,
        le=LONGEST_GRACE,
        description="seconds for which somebody must be away before others may take over the seat or be the host",
    ),
]
FILL_SECONDS = 30
FillAfter = Annotated[
    int,
    Meta(
        ge=1,
        le=3600,
        description="seconds without anybody coming or going after which bots fill up a listed table, if all agree",
    ),
]
SeatKind = Literal["open", "person", "bot"]
HintRule = Literal["off", "after", "always"]
By = Literal["person", "bot", "clock"]
Pace = Literal["calm", "usual", "quick", "at-once"]
Resigning = Literal["bot", "out"]


SharedKind = Literal["daily", "practice", "duplicate"]


class SharedDeal(Struct, frozen=True):
    """A deal that other tables have too: its seed is told when all of them are over, a daily deal's on the next day."""

    kind: SharedKind
    """A daily deal, the same again for practice, or duplicate tables."""
    day: str = ""
    """Of a daily deal: its date, UTC."""
    code: str = ""
    """Of duplicate tables: the code of the page that compares them."""
    number: int = 0
    """Which of the duplicate tables this is, from 1."""


class SeatState(Struct, frozen=True):
    """Who sits on a seat. A seat keeps its colour whoever sits on it."""

    kind: SeatKind
    colour: str
    name: str = ""
    """Empty if it is open."""
    person: Person | None = None
    level: str | None = None
    """The bot's level."""
    owner: Person | None = None
    """In a running game: whose seat it is, if somebody else plays on it until they return."""
    resigned: str = ""
    """The name of who gave this seat up in the middle of the game; a bot plays on."""


class Opened(Struct, frozen=True, tag="opened"):
    """The first entry: what is played here and how, and who was there from the beginning."""

    ruleset: str
    seats: list[SeatState]
    persons: list[str]
    """Their names."""
    host: Person
    listed: bool
    clock: int | None
    """Seconds for a turn; when they are over, a stand-in finishes the turn."""
    hints: HintRule
    stand_in: str
    """The level that decides when a clock has run out."""
    commitment: str
    """SHA-256 of the deal's secret seed (see Fair deal)."""
    pace: Pace = "usual"
    """How long bots take at least, so that people can follow."""
    resigning: Resigning = "bot"
    """What becomes of a realm whose people have all resigned: bots play on for it, or it is out of the running too."""
    grace: Grace = GRACE_SECONDS
    fill_after: FillAfter = FILL_SECONDS
    keys: list[PersonKey] = []
    """The keys of the persons."""
    muted: list[Person] = []
    """Those who were muted at the table before."""
    shared: SharedDeal | None = None
    """What other tables the deal is shared with."""


class Joined(Struct, frozen=True, tag="joined"):
    """Somebody came to the table by its link; muted, while somebody is, until the host lets them speak."""

    person: Person
    name: str
    key: PersonKey = ""


class Sat(Struct, frozen=True, tag="sat"):
    """A person took a seat, or changed the name or colour there."""

    seat: Seat
    person: Person
    name: str
    colour: str


class Stood(Struct, frozen=True, tag="stood"):
    """A person gave a seat up; it is open."""

    seat: Seat
    person: Person


class Freed(Struct, frozen=True, tag="freed"):
    """The host opened the seat of somebody absent, or of a bot. In a running game it stays its owner's."""

    seat: Seat


class Bot(Struct, frozen=True, tag="bot"):
    """The host gave a seat to a bot; the seat of somebody absent until they return."""

    seat: Seat
    level: str


class Left(Struct, frozen=True, tag="left"):
    """A person left. In a running game the seats are kept for coming back; meanwhile a bot may play on them."""

    person: Person
    level: str | None = None
    """The bot that the person asked to play."""


class Resigned(Struct, frozen=True, tag="resigned"):
    """A person gave up the running game: a bot plays on, for good."""

    person: Person
    level: str


class Back(Struct, frozen=True, tag="back"):
    """A person who had left or was away came back: seats that others play on, and the host's part, are theirs again."""

    person: Person


class Host(Struct, frozen=True, tag="host"):
    """Another person is the host now, until the one who was away returns."""

    person: Person


class Started(Struct, frozen=True, tag="started"):
    """The game began; the set-up's chance with its outcome."""

    events: list[EventMessage]


class Act(Struct, frozen=True, tag="act"):
    """A seat acted: its action, then whatever chance this brought about."""

    seat: Seat
    by: By
    events: list[EventMessage]
    seed: str | None = None
    """The secret seed, revealed by the action that ends the match, unless other tables have the same deal."""


class TookBack(Struct, frozen=True, tag="took-back"):
    """A seat took its last action back: the entry `undone` does not count any more."""

    seat: Seat
    undone: int


class Timeout(Struct, frozen=True, tag="timeout"):
    """The clock of a seat ran out: the stand-in finishes its turn."""

    seat: Seat


class Said(Struct, frozen=True, tag="said"):
    """Plain text, or the name of a phrase that a client shows in its reader's language; the other one is empty."""

    person: Person
    text: str = ""
    phrase: str = ""


class Muted(Struct, frozen=True, tag="muted"):
    """The host muted a person in the chat, or let the person speak again."""

    person: Person
    on: bool


class Agreed(Struct, frozen=True, tag="agreed"):
    """A person would begin with bots on the open seats, or would rather wait."""

    person: Person
    on: bool
    level: str | None = None
    """The bots that this person would like as a host."""


class Paced(Struct, frozen=True, tag="paced"):
    """The host changed how long bots take at least."""

    pace: Pace


class Rematch(Struct, frozen=True, tag="rematch"):
    """A person offers to meet again at a new table; whoever accepts asks for it with POST …/rematch."""

    person: Person


Entry = (
    Opened
    | Joined
    | Sat
    | Stood
    | Freed
    | Bot
    | Left
    | Resigned
    | Back
    | Host
    | Started
    | Act
    | TookBack
    | Timeout
    | Said
    | Muted
    | Agreed
    | Paced
    | Rematch
)

PHRASES = (
    "hello",
    "good-luck",
    "well-played",
    "nice-move",
    "oops",
    "thinking",
    "hurry",
    "thanks",
    "one-moment",
    "rematch",
    "good-game",
    "bye",
)


class Logged(Struct, frozen=True):
    """An entry with its place in the log and the server's time in milliseconds since 1970."""

    seq: int
    at: int
    entry: Entry


encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    return encoder.encode(entry)


def decode_entry(body: bytes | str) -> Entry:
    return _decoder.decode(body)
