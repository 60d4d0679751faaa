"""Why the table does not do what somebody asked: a code and details for translations, a sentence for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from crownlands.rules import CrownlandsError
from crownlands.rules.reasons import TEXTS as RULE_TEXTS
from crownlands.rules.reasons import Reason

TEXTS: dict[str, str] = {
    # the connection
    "malformed": "this is not a message that the server knows: {problem}",
    "hello-first": "the first message of a connection is hello",
    "version": "this server speaks version {version} of the protocol",
    "no-table": "there is no such table",
    "bad-token": "this token is not valid at this table",
    "too-fast": "too many messages; wait a moment",
    "too-large": "the message is longer than {limit} bytes",
    "unavailable": "the server cannot reach its database; whether this happened will show when it can",
    # who may
    "spectator": "spectators only watch; join the table to take part",
    "not-host": "only the host may do this",
    "host-present": "the host is here",
    "not-seated": "only those seated at the table may do this",
    "grace": "too early: a lost connection may come back for {seconds} more seconds",
    "not-your-seat": "seat {seat} is not yours",
    "no-such-seat": "there is no seat {seat}",
    "no-such-piece": "there is no piece {piece}",
    "no-such-person": "there is no person {person}",
    "seat-taken": "seat {seat} is taken",
    "seat-present": "the person on seat {seat} is connected",
    "colour-taken": "{colour} is taken",
    "no-such-colour": "{colour} is not a colour of this game",
    "no-such-level": "there is no bot {level}",
    "table-full": "too many people at this table",
    "not-left": "nobody has left",
    "same-terms": "everybody plays this deal on the same terms: seats and bots stay as they are",
    # the course of a table
    "started": "the game has started",
    "not-started": "the game has not started",
    "not-over": "the game is not over",
    "seats-open": "{open} seats are open",
    "behind": "something happened since entry {seq}; look again",
    "nothing-to-take-back": "nothing can be undone: someone else has acted, or something was revealed",
    "enough-taken-back": "enough was taken back; go on with another action",
    "bots-turn": "a bot is deciding",
    "hints-off": "hints are turned off at this table",
    "hints-later": "hints are available when the game is over",
    "superseded": "another question took the place of this one",
    "nothing-to-decide": "nobody has to decide there",
    # deals that several tables share
    "no-deal": "there is no such deal",
    "deal-full": "no seat is free at any of these tables",
    "nobody-plays": "at least one seat must be open for people",
    "let-go": "you have let the table of this deal go",
    "play-first": "practice comes after the game that counts",
    "day-running": "this is told when the day is over",
    # reviews
    "no-review": "nobody has asked for this review",
    "review-failed": "the review of this game went wrong",
    "busy": "enough reviews are waiting; ask again in a minute",
    # puzzles
    "no-puzzle": "there is no such puzzle",
    "unfinished-turn": "an answer is a whole turn: from the position to the end of this king's turn, and no further",
    # texts
    "name-empty": "a name is needed",
    "name-too-long": "a name has at most {limit} characters",
    "name-has-markup": "a name cannot contain < or >",
    "chat-empty": "the message is empty",
    "chat-too-long": "a message has at most {limit} characters",
    "chat-full": "you have said enough at this table",
    "no-such-phrase": "there is no phrase {phrase}",
    "muted": "the host has muted you",
    "unreadable": "{problem}",
}
"""The English sentence of each code; the rules' own codes (`crownlands.rules.reasons`) stand beside them."""


class Refused(Exception):
    """The answer "no", with its reason; nothing was changed."""

    def __init__(self, code: str, **details: str | int) -> None:
        super().__init__(TEXTS[code].format(**details) if code in TEXTS else RULE_TEXTS[code].format(**details))  # type: ignore[index]
        self.code = code
        self.details = details

    @classmethod
    def of(cls, reason: Reason) -> Refused:
        return cls(reason.code.value, **dict(reason.details))


LONGEST_PROBLEM = 500


@contextmanager
def readable() -> Iterator[None]:
    """What somebody typed is refused in the words of whoever could not read it."""
    try:
        yield
    except CrownlandsError as error:
        raise Refused("unreadable", problem=str(error)[:LONGEST_PROBLEM]) from None
