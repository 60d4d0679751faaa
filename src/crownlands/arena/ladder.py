"""A round robin: every two players meet on the same deals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

from crownlands.arena.intervals import Interval, share_interval
from crownlands.arena.judge import Played, whole_deals
from crownlands.arena.plan import Entrant, Lineup, Plan, make_plan, rotations
from crownlands.arena.ratings import METHOD, Results, rate
from crownlands.rules import CrownlandsError, Ruleset


@dataclass(frozen=True)
class Ladder:
    """Players, the strongest first, and what each pair of them showed."""

    plan: Plan
    games: int
    deals: int
    ratings: tuple[tuple[Entrant, Interval], ...]
    """On Elo's scale, with the average at 0."""
    pairs: dict[tuple[Entrant, Entrant], Interval]
    """The share of comparisons that the first wins against the second."""

    def share(self, first: Entrant, second: Entrant) -> Interval:
        """What the first wins against the second."""
        if (first, second) in self.pairs:
            return self.pairs[first, second]
        return self.pairs[second, first].turned()

    def as_json(self) -> dict[str, Any]:
        return {
            "format": "crownlands ladder 1",
            **self.plan.summary_json(self.games, self.deals),
            "method": METHOD,
            "players": [{**entrant.as_json(), "rating": rating.as_json()} for entrant, rating in self.ratings],
            "pairs": [
                {"first": first.label, "second": second.label, "win": share.as_json()}
                for (first, second), share in self.pairs.items()
            ],
        }


def meetings(rules: Ruleset, first: Entrant, second: Entrant) -> tuple[Lineup, ...]:
    """Line-ups in which two players sit in turn round the table, from every side."""
    realms = range(len(rules.realms))
    starts = (tuple((first, second)[(realm + start) % 2] for realm in realms) for start in (0, 1))
    return tuple(dict.fromkeys(turned for start in starts for turned in rotations(start)))


def round_robin(rules: Ruleset, entrants: Sequence[Entrant], games: int, seed: str, bot_logs: str = "") -> Plan:
    """Every two players meet in at least this many games; all pairs play the same deals."""
    if len(set(entrants)) < max(2, len(entrants)):
        raise CrownlandsError("a ladder needs at least two players, each once")
    pairs = [meetings(rules, *pair) for pair in combinations(entrants, 2)]
    lineups = tuple(lineup for pair in pairs for lineup in pair)
    return make_plan(rules, lineups, -(-games // len(pairs[0])) * len(lineups), seed, bot_logs)


def comparison(game: Played, first: Entrant, second: Entrant) -> float:
    """The share of realms of the second that those of the first are placed before; a tie is half."""
    seats = list(zip(game.task.lineup, game.places, strict=True))
    return fmean(
        1.0 if place < other else 0.5 if place == other else 0.0
        for player, place in seats
        if player == first
        for rival, other in seats
        if rival == second
    )


def climb(plan: Plan, games: Iterable[Played]) -> Ladder:
    """The ladder of the deals that all pairs have played."""
    whole = whole_deals(plan, games)
    if not whole:
        raise CrownlandsError("no deal was finished by all pairs")
    entrants = plan.entrants
    pairs = list(combinations(range(len(entrants)), 2))
    results = [_results(entrants, pairs, deal) for deal in whole]
    rated = zip(entrants, rate(len(entrants), results), strict=True)
    shares: dict[tuple[Entrant, Entrant], Interval] = {}
    for pair in pairs:
        shares[entrants[pair[0]], entrants[pair[1]]] = share_interval([fmean(deal[pair]) for deal in results])
    ordered = tuple(sorted(rated, key=lambda entry: -entry[1].mean))
    return Ladder(plan, sum(map(len, whole)), len(whole), ordered, shares)


def _results(entrants: Sequence[Entrant], pairs: list[tuple[int, int]], deal: list[Played]) -> Results:
    found: Results = {pair: [] for pair in pairs}
    for game in deal:
        i, j = sorted({entrants.index(player) for player in game.task.lineup})
        found[i, j].append(comparison(game, entrants[i], entrants[j]))
    return found
