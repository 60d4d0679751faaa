"""What an arena found: for each player its win share, score, margin and time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean, median, variance
from typing import Any

from crownlands.arena import adjust
from crownlands.arena.intervals import METHOD, Interval, mean_interval, pairing_gain, share_interval
from crownlands.arena.judge import Played, whole_deals
from crownlands.arena.plan import Entrant, Plan
from crownlands.arena.yardsticks import Luck


@dataclass(frozen=True)
class Times:
    """Seconds of a turn of a king."""

    turns: int
    total: float
    median: float
    percentile_99: float
    longest: float
    late: float | None
    """The share of turns that took more than 110 % of the budget, if that is in seconds."""
    late_turns: int | None

    def as_json(self) -> dict[str, float | None]:
        return {name: None if value is None else round(value, 6) for name, value in vars(self).items()}


@dataclass(frozen=True)
class Adjusted:
    """What is left when the luck of the draw is taken out."""

    win: Interval
    score: Interval | None
    margin: Interval | None
    luck: Interval
    """What was taken out, in win share; 0 but for chance."""
    gain: float | None
    """How many times more games would say the same about the win share without it."""

    def as_json(self) -> dict[str, Any]:
        return {
            "win": self.win.as_json(),
            "score": self.score and self.score.as_json(),
            "margin": self.margin and self.margin.as_json(),
            "luck": self.luck.as_json(),
            "gain": self.gain and round(self.gain, 3),
        }


@dataclass(frozen=True)
class PlayerSummary:
    """What is known of one player."""

    entrant: Entrant
    par: float
    """The win share if all realms were equally strong."""
    win: Interval
    wins: int
    """Games won alone."""
    ties: int
    """Games whose win was shared with another player."""
    score: Interval | None
    margin: Interval | None
    """Its best realm against the best of the others."""
    pairing: float | None
    """How many times more games without pairing would say the same about the win share."""
    times: Times | None
    forfeits: tuple[str, ...]
    adjusted: Adjusted | None
    """If every game's luck was weighed."""

    def as_json(self) -> dict[str, Any]:
        return {
            **self.entrant.as_json(),
            "par": round(self.par, 6),
            "win": self.win.as_json(),
            "wins": self.wins,
            "ties": self.ties,
            "score": self.score and self.score.as_json(),
            "margin": self.margin and self.margin.as_json(),
            "pairing": self.pairing and round(self.pairing, 3),
            "seconds": self.times and self.times.as_json(),
            "forfeits": list(self.forfeits),
            "adjusted": self.adjusted and self.adjusted.as_json(),
        }


@dataclass(frozen=True)
class Summary:
    """What all finished deals say."""

    plan: Plan
    games: int
    """Games that count."""
    deals: int
    unfinished: int
    """Games of deals that were not played to the end; they are left out."""
    lines: tuple[PlayerSummary, ...]
    seconds: float
    """That players thought, all games together."""
    load: tuple[float, float] | None
    """Of the machine when games began: mean and most."""

    def as_json(self) -> dict[str, Any]:
        return {
            "format": "crownlands arena summary 1",
            **self.plan.summary_json(self.games, self.deals),
            "unfinished": self.unfinished,
            "seconds": round(self.seconds, 3),
            "load": self.load and dict(zip(("mean", "most"), (round(load, 2) for load in self.load), strict=True)),
            "cores": os.cpu_count(),
            "method": f"{METHOD} {adjust.METHOD}" if self.plan.luck else METHOD,
            "players": [line.as_json() for line in self.lines],
        }


def summarize(plan: Plan, games: Iterable[Played]) -> Summary:
    """The summary of these games of the plan."""
    games = list(games)
    whole = whole_deals(plan, games)
    played = sum(map(len, whole))
    lines = tuple(_player(plan, entrant, whole) for entrant in plan.entrants) if whole else ()
    seconds = sum(second for deal in whole for game in deal for turns in game.seconds for second in turns)
    loads = [game.load for deal in whole for game in deal if game.load is not None]
    load = (fmean(loads), max(loads)) if loads else None
    return Summary(plan, played, len(whole), len(games) - played, lines, seconds, load)


def _player(plan: Plan, entrant: Entrant, deals: Sequence[Sequence[Played]]) -> PlayerSummary:
    wins = [[_win(game, entrant) for game in deal] for deal in deals]
    realms = fmean(len(_realms(game, entrant)) for game in deals[0])
    games = [game for deal in deals for game in deal]
    winners = [
        {player for player, place in zip(game.task.lineup, game.places, strict=True) if not place} for game in games
    ]
    return PlayerSummary(
        entrant,
        realms / len(plan.rules.realms),
        share_interval([fmean(deal) for deal in wins]),
        sum(who == {entrant} for who in winners),
        sum(entrant in who and len(who) > 1 for who in winners),
        _over_deals([[_score(game, entrant) for game in deal] for deal in deals]),
        _over_deals([[_margin(game, entrant) for game in deal] for deal in deals]),
        pairing_gain(wins) if len(plan.lineups) > 1 else None,
        _times(entrant, [second for game in games for r in _realms(game, entrant) for second in game.seconds[r]]),
        tuple(_forfeits(games, entrant)),
        _adjusted(entrant, deals) if all(game.luck for game in games) else None,
    )


def _adjusted(entrant: Entrant, deals: Sequence[Sequence[Played]]) -> Adjusted:
    """The same means, deal by deal, each without the luck of its own kind."""
    plain = [fmean(_win(game, entrant) for game in deal) for deal in deals]
    wins = adjust.adjusted(plain, [_mean_rows([_wins_luck(game, entrant) for game in deal]) for deal in deals])
    left = variance(wins) if len(wins) > 1 else 0.0
    # Where every deal went alike no luck was taken out, and Student would call that certain.
    alike = min(plain) == max(plain)
    return Adjusted(
        share_interval(plain) if alike else mean_interval(wins),
        _without_luck(deals, lambda game: _score(game, entrant), lambda game: _points_luck(game, entrant)),
        _without_luck(deals, lambda game: _margin(game, entrant), lambda game: _lead_luck(game, entrant)),
        mean_interval([before - after for before, after in zip(plain, wins, strict=True)]),
        variance(plain) / left if left else None,
    )


def _without_luck(
    deals: Sequence[Sequence[Played]], result: Callable[[Played], float | None], luck: Callable[[Played], list[float]]
) -> Interval | None:
    known = [[(value, luck(game)) for game in deal if (value := result(game)) is not None] for deal in deals]
    means = [(fmean(value for value, _ in deal), _mean_rows([row for _, row in deal])) for deal in known if deal]
    return mean_interval(adjust.adjusted(*map(list, zip(*means, strict=True)))) if means else None


def _mean_rows(rows: Sequence[Sequence[float]]) -> list[float]:
    return [fmean(column) for column in zip(*rows, strict=True)]


def _win(game: Played, entrant: Entrant) -> float:
    return sum(game.shares[realm] for realm in _realms(game, entrant))


def _wins_luck(game: Played, entrant: Entrant) -> list[float]:
    """By each yardstick, of all its realms together."""
    return [sum(luck.wins for luck in own) for own, _ in _luck(game, entrant)]


def _points_luck(game: Played, entrant: Entrant) -> list[float]:
    """Of the average of its realms."""
    return [_mean_points(own) for own, _ in _luck(game, entrant)]


def _lead_luck(game: Played, entrant: Entrant) -> list[float]:
    """In points over that of the others."""
    return [_mean_points(own) - _mean_points(others) for own, others in _luck(game, entrant)]


def _luck(game: Played, entrant: Entrant) -> Iterator[tuple[list[Luck], list[Luck]]]:
    """By each yardstick: of its realms, and of the others."""
    assert game.luck
    mine = _realms(game, entrant)
    for lucks in game.luck:
        yield [lucks[realm] for realm in mine], [luck for realm, luck in enumerate(lucks) if realm not in mine]


def _mean_points(lucks: Sequence[Luck]) -> float:
    return fmean(luck.points for luck in lucks) if lucks else 0.0


def _realms(game: Played, entrant: Entrant) -> list[int]:
    return [realm for realm, player in enumerate(game.task.lineup) if player == entrant]


def _score(game: Played, entrant: Entrant) -> float | None:
    realms = _realms(game, entrant)
    return fmean(game.points[realm] for realm in realms) if realms and not game.forfeit else None


def _margin(game: Played, entrant: Entrant) -> float | None:
    own = _realms(game, entrant)
    others = [points for realm, points in enumerate(game.points) if realm not in own]
    if game.forfeit or not own or not others:
        return None
    return max(game.points[realm] for realm in own) - max(others)


def _over_deals(deals: Iterable[Iterable[float | None]]) -> Interval | None:
    """Over the deals with any value; a forfeited game has none."""
    known = [[value for value in deal if value is not None] for deal in deals]
    means = [fmean(deal) for deal in known if deal]
    return mean_interval(means) if means else None


def _times(entrant: Entrant, seconds: list[float]) -> Times | None:
    if not seconds:
        return None
    seconds.sort()
    late = None
    if (latest := entrant.budget.latest) is not None:
        late = sum(second > latest for second in seconds)
    return Times(
        len(seconds),
        sum(seconds),
        median(seconds),
        percentile(seconds, 0.99),
        seconds[-1],
        None if late is None else late / len(seconds),
        late,
    )


def percentile(ordered: Sequence[float], share: float) -> float:
    """The smallest value that this share of the values does not exceed."""
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def _forfeits(games: Iterable[Played], entrant: Entrant) -> Iterator[str]:
    for game in games:
        if game.forfeit and game.task.lineup[game.forfeit.realm] == entrant:
            yield f"game {game.task.index}: {game.forfeit.reason}"
