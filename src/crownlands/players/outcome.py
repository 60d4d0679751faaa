"""What came of a game: the same words for those who played it and for those who count it."""

from __future__ import annotations

from dataclasses import dataclass

from crownlands.rules import Match


@dataclass(frozen=True)
class Forfeited:
    """A realm that lost by not playing on, and why."""

    realm: int
    reason: str


@dataclass(frozen=True)
class Outcome:
    """Points and places of each realm; points are nothing to be compared if somebody forfeited."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    """From 0; equal places are ties."""
    forfeit: Forfeited | None = None


def outcome(match: Match, forfeit: Forfeited | None = None) -> Outcome:
    """The match as it stands; who forfeits is last, and the others keep the order in which they stand."""
    places = [0] * len(match.ruleset.realms)
    for place, group in enumerate(match.ranking().groups):
        for realm in group:
            places[realm] = place
    if forfeit:
        places = _without(places, forfeit.realm)
    return Outcome(tuple(standing.points for standing in match.totals()), tuple(places), forfeit)


def _without(places: list[int], loser: int) -> list[int]:
    others = sorted({place for realm, place in enumerate(places) if realm != loser})
    moved = {place: number for number, place in enumerate(others)}
    return [len(others) if realm == loser else moved[place] for realm, place in enumerate(places)]
