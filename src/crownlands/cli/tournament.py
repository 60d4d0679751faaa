"""One whole match between players, from a seed: what `simulate` repeats."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from crownlands.game.deal import Deal
from crownlands.notation import Record
from crownlands.players import make_player
from crownlands.rules import CHANCE, CrownlandsError, Match, Ruleset, Step, legal_actions, new_match
from crownlands.rules.events import Event, Place


@dataclass(frozen=True)
class Pairing:
    """A ruleset, who plays, and a seed: all that a match depends on."""

    rules: Ruleset
    bots: tuple[str, ...]
    seed: str


@dataclass(frozen=True)
class Played:
    """A finished match, its events, and how many placements there were to choose from in each turn."""

    pairing: Pairing
    match: Match
    events: tuple[Event, ...]
    placements: tuple[int, ...]

    @cached_property
    def record(self) -> Record:
        points = " ".join(str(total.points) for total in self.match.totals())
        tags = (("seed", self.pairing.seed), ("seats", ", ".join(self.pairing.bots)), ("result", points))
        return Record(self.pairing.rules, tags, self.events)


def fill(bots: tuple[str, ...], rules: Ruleset) -> tuple[str, ...]:
    """One name for every seat: a shorter list is repeated, a longer one refused."""
    if len(bots) > rules.seats:
        raise CrownlandsError(f"{rules} has {rules.seats} seats, not {len(bots)}")
    return tuple(bots[seat % len(bots)] for seat in range(rules.seats))


def bot_seed(seed: str, seat: int) -> str:
    """What a bot at this seat draws its own choices from."""
    return f"{seed} seat {seat}"


def play_out(pairing: Pairing) -> Played:
    """The whole match."""
    deal = Deal(pairing.rules, pairing.seed)
    players = [make_player(name, bot_seed(pairing.seed, seat)) for seat, name in enumerate(pairing.bots)]
    match = new_match(pairing.rules)
    events: list[Event] = []
    placements: list[int] = []
    while not match.over:
        match = match.upcoming()
        state = match.state
        event: Event
        if state.step in CHANCE:
            event = deal.next(match)
        else:
            if state.step is Step.PLACE:
                placements.append(sum(isinstance(action, Place) for action in legal_actions(state)))
            event = players[state.acting].choose(state)
        match = match.apply(event)
        events.append(event)
    return Played(pairing, match, tuple(events), tuple(placements))
