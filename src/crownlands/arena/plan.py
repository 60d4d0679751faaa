"""What an arena plays: who sits where, on which deals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from crownlands import __version__
from crownlands.players.budget import Budget, parse_budget
from crownlands.players.seeds import PREFIX, player_seed
from crownlands.rules import CrownlandsError, Dealer, Ruleset, ruleset


@dataclass(frozen=True)
class Entrant:
    """A player with its budget; the label tells it from the others."""

    label: str
    name: str
    budget: Budget

    @property
    def external(self) -> bool:
        return self.name.startswith(PREFIX)

    def as_json(self) -> dict[str, str]:
        return {"label": self.label, "name": self.name, "budget": str(self.budget)}


def read_entrant(data: dict[str, str]) -> Entrant:
    return Entrant(data["label"], data["name"], parse_budget(data["budget"]))


_ALIAS = re.compile(r"([^:=@]+)=(.+)")
_OWN_BUDGET = re.compile(r"(.+)@(\d[\d.]*[sw](?:\*\d+)?)")


def parse_entrant(text: str, budget: Budget) -> Entrant:
    """A player, perhaps with a budget of its own or an alias: ``squire``, ``monarch@0.4s``, ``mine=cmd:./my-bot``.

    All go by the same clock.
    """
    label = name = text.strip()
    if alias := _ALIAS.fullmatch(name):
        label, name = alias[1].strip(), alias[2].strip()
    if not name or not label:
        raise CrownlandsError("a seat without a player")
    if alias and not label.isprintable():
        raise CrownlandsError(f"an alias is one line of text, not {label!r}")
    if not (own := _OWN_BUDGET.fullmatch(name)):
        return Entrant(label, name, budget)
    return Entrant(label, own[1], replace(parse_budget(own[2]), clock=budget.clock))


def parse_seats(text: str, budget: Budget) -> list[Entrant]:
    r"""Players separated by commas; a comma that belongs to a command is written ``\,``."""
    return told_apart([parse_entrant(part.replace("\\,", ","), budget) for part in re.split(r"(?<!\\),", text)])


def told_apart(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Who is named more than once is numbered, so that ``squire,squire`` are two players."""
    labels = Counter(entrant.label for entrant in entrants)
    numbers = Counter[str]()
    result = []
    for entrant in entrants:
        numbers[entrant.label] += 1
        label = f"{entrant.label} #{numbers[entrant.label]}" if labels[entrant.label] > 1 else entrant.label
        result.append(replace(entrant, label=label))
    return result


Lineup = tuple[Entrant, ...]
"""Who plays each realm; in teams one entrant plays all seats of its team."""


def lineup(rules: Ruleset, entrants: Sequence[Entrant]) -> Lineup:
    """One entrant for each realm; the last one given is repeated."""
    realms = len(rules.realms)
    if not 1 <= len(entrants) <= realms:
        what = "teams" if rules.team > 1 else "seats"
        raise CrownlandsError(f"{rules.name} has {realms} {what}, not {len(entrants)}")
    return (*entrants, *[entrants[-1]] * (realms - len(entrants)))


def rotations(first: Lineup) -> tuple[Lineup, ...]:
    """The line-up with everybody moved on one realm, until it is the same again."""
    turned = (first[-shift:] + first[:-shift] if shift else first for shift in range(len(first)))
    return tuple(dict.fromkeys(turned))


@dataclass(frozen=True)
class Task:
    """One game to be played."""

    index: int
    deal: int
    ruleset: str
    seed: str
    """Of the deal."""
    lineup: Lineup
    bot_logs: str = ""
    """The folder for what external bots write to standard error."""
    luck: bool = False
    """Whether its chance events shall be weighed."""

    def seat_labels(self) -> tuple[str, ...]:
        return tuple(self.entrant(seat).label for seat in range(ruleset(self.ruleset).seats))

    def entrant(self, seat: int) -> Entrant:
        return self.lineup[ruleset(self.ruleset).realm_of(seat)]

    def player_seed(self, seat: int) -> str:
        return player_seed(self.entrant(seat).name, self.seed, self.index, seat)

    def log(self, seat: int) -> Path | None:
        """The file for the standard error of the bot at this seat."""
        if not self.bot_logs or not self.entrant(seat).external:
            return None
        return Path(self.bot_logs) / f"{self.index:06}-seat-{seat}.log"

    def as_json(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "deal": self.deal,
            "ruleset": self.ruleset,
            "seed": self.seed,
            "lineup": [entrant.as_json() for entrant in self.lineup],
            "bot_logs": self.bot_logs,
            "luck": self.luck,
        }


def read_task(data: dict[str, Any]) -> Task:
    lineup = tuple(read_entrant(entrant) for entrant in data["lineup"])
    return Task(data["index"], data["deal"], data["ruleset"], data["seed"], lineup, data["bot_logs"], data["luck"])


@lru_cache(maxsize=4)
def dealer(rules: Ruleset, seed: str, game: int) -> Dealer:
    """The dealer of one game of a match; it shuffles once."""
    return Dealer(rules, seed, game)


@dataclass(frozen=True)
class Plan:
    """Every deal is played once with each line-up, so that its luck falls to everybody in turn."""

    rules: Ruleset
    lineups: tuple[Lineup, ...]
    deals: int
    seed: str
    bot_logs: str = ""
    luck: bool = False

    @property
    def games(self) -> int:
        return self.deals * len(self.lineups)

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Each once, in the order of the first line-up."""
        return tuple(dict.fromkeys(entrant for lineup in self.lineups for entrant in lineup))

    def tasks(self) -> Iterator[Task]:
        """The games, deal by deal: an interrupted arena leaves few deals unfinished."""
        for deal in range(self.deals):
            for number, lineup in enumerate(self.lineups):
                index = deal * len(self.lineups) + number
                yield Task(index, deal, self.rules.name, f"{self.seed}/{deal + 1}", lineup, self.bot_logs, self.luck)

    def as_json(self) -> dict[str, Any]:
        """What must be the same for an interrupted arena to go on; more games may be asked for later."""
        return {
            "format": "crownlands arena 1",
            "ruleset": self.rules.name,
            "seed": self.seed,
            "lineups": [[entrant.as_json() for entrant in lineup] for lineup in self.lineups],
        }

    def summary_json(self, games: int, deals: int) -> dict[str, Any]:
        """What every summary begins with: so many games on so many deals were played to their end."""
        return {
            "version": __version__,
            "ruleset": self.rules.name,
            "seed": self.seed,
            "games": games,
            "planned": self.games,
            "deals": deals,
        }


def make_plan(
    rules: Ruleset, lineups: tuple[Lineup, ...], games: int, seed: str, bot_logs: str = "", luck: bool = False
) -> Plan:
    """As many whole deals as are needed for this many games."""
    labels: dict[str, Entrant] = {}
    for entrant in (entrant for lineup in lineups for entrant in lineup):
        if labels.setdefault(entrant.label, entrant) != entrant:
            raise CrownlandsError(f"two different players are called {entrant.label}")
    if games < 1:
        raise CrownlandsError("an arena plays at least one game")
    return Plan(rules, lineups, -(-games // len(lineups)), seed, bot_logs, luck)
