"""The fair deal: a secret seed, a commitment to it that everybody sees first, and the check afterwards."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from crownlands.notation import Record, print_event
from crownlands.rules import CHANCE, CrownlandsError, Dealer, Match, Ruleset, new_match
from crownlands.rules.events import Buildings, Event, Kings, Reveal

SEED_BYTES = 32

Step = tuple[Event, Match]
"""An event and the match after it."""


def new_seed() -> str:
    """A seed that nobody can guess: 256 bits from the operating system, as hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def fixed_seed(seed: str, host: str) -> str:
    """The seed of this host's tables where tests have fixed the server's: the same every time."""
    return sha256(f"{seed}\n{host}".encode()).hexdigest()


def commitment(ruleset: Ruleset, seed: str) -> str:
    """The SHA-256 digest of three lines: the format, the ruleset's name and the seed."""
    return sha256(f"crownlands commitment 1\n{ruleset.name}\n{seed}".encode()).hexdigest()


@dataclass
class FairDeal:
    """Chance for one table; keeps the dealer of the game that is being played."""

    ruleset: Ruleset
    seed: str
    shared: bool = False
    """Whether other tables have the same deal: then the end of this one does not reveal its seed."""
    _dealer: Dealer | None = None

    def follow(self, match: Match) -> list[Step]:
        """All chance that comes now, each event with the match after it."""
        steps: list[Step] = []
        match = match.upcoming()
        while match.state.step in CHANCE:
            if self._dealer is None or self._dealer.game != match.game:
                self._dealer = Dealer(self.ruleset, self.seed, match.game)
            event = self._dealer.next(match.state)
            match = match.apply(event)
            steps.append((event, match))
        return steps


class Unfair(CrownlandsError):
    """A record that the committed seed does not give."""


def verify(record: Record) -> Iterator[str]:
    """Checks a record against its tags; yields what was found right, raises `Unfair` at what is not."""
    tags = dict(record.tags)
    if "seed" not in tags:
        raise Unfair("the record has no tag `seed`: it is revealed when the game is over")
    if "commitment" not in tags:
        raise Unfair("the record has no tag `commitment`")
    made = commitment(record.ruleset, tags["seed"])
    if not hmac.compare_digest(made.encode(), tags["commitment"].lower().encode()):
        raise Unfair(f"the seed does not give the commitment: it gives {made}")
    yield f"the seed gives the commitment {made}"
    dealt = _redeal(record, tags["seed"])
    yield f"the seed deals all {dealt} chance events as recorded"


def _redeal(record: Record, seed: str) -> int:
    """Replays the record with a dealer of its own."""
    match, dealt = new_match(record.ruleset), 0
    for number, event in enumerate(record.events, 1):
        upcoming = match.upcoming()
        if isinstance(event, Kings | Reveal | Buildings) and upcoming.state.step in CHANCE:
            expected = Dealer(record.ruleset, seed, upcoming.game).next(upcoming.state)
            if expected != event:
                raise Unfair(f"event {number} is `{print_event(event)}`, the seed deals `{print_event(expected)}`")
            dealt += 1
        match = match.apply(event)
    if not match.over:
        raise Unfair("the record ends before the game is over")
    return dealt
