"""A ruleset is a frozen value: the family, its set-ups and its options are all data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from crownlands.data import load
from crownlands.rules.errors import RulesetError
from crownlands.rules.pieces import BOXES, SLOTS, Domino
from crownlands.rules.steps import Step


class Opening(StrEnum):
    """How kings come onto the first line (K4)."""

    DRAWN = "drawn"
    ANY_KING = "any-king"
    TOP_DOWN = "top-down"
    THERE_AND_BACK = "there-and-back"


@dataclass(frozen=True)
class Option:
    """Something that may be added to a ruleset's name."""

    name: str
    title: str
    text: str
    fits: tuple[tuple[str, tuple[int, ...]], ...]
    """Families and numbers of players that it is possible with; empty: all."""
    home: tuple[str, ...]
    """Families in whose rulebook it stands; elsewhere it is a house rule."""
    sets: tuple[tuple[str, Any], ...]

    @property
    def is_opening(self) -> bool:
        return self.sets[0][0] == "opening"

    def why_not(self, family: str, players: int) -> str | None:
        """Why this option is impossible there."""
        if not self.fits or players in dict(self.fits).get(family, ()):
            return None
        where = " or ".join(f"{name}/{number}" for name, numbers in self.fits for number in numbers)
        return f"+{self.name} is only possible in {where}"


@dataclass(frozen=True)
class Ruleset:
    """All that tells one game of the family from another."""

    family: str
    seats: int
    kings: int
    """Kings of each seat."""
    boxes: tuple[str, ...]
    """The boxes that lines come from, in turn."""
    dominoes: int
    """How many are drawn in a game; the others stay unknown."""
    line: int
    frame: int
    opening: Opening
    phases: tuple[Step, ...]
    ties: tuple[str, ...]
    colours: tuple[str, ...]
    options: tuple[str, ...] = ()
    """The names of its options, in canonical order."""
    team: int = 1
    """Seats that share a realm."""
    coins: int = 0
    knights: int = 0
    middle_kingdom: int = 0
    harmony: int = 0
    once: tuple[Step, ...] = ()
    """Phases that a seat may use once a round at most, whichever of its kings acts (Q5, *one court*)."""
    games: int = 1
    printed: bool = True
    """Whether a rulebook that we have describes this set-up (KV5 and W3 name those that none does)."""

    @cached_property
    def name(self) -> str:
        """The name that people type, for example ``kingdomino/2+mighty-duel``."""
        return "+".join((f"{self.family}/{self.seats}", *self.options))

    @cached_property
    def rounds(self) -> int:
        return self.dominoes // self.line

    @cached_property
    def realms(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each realm."""
        return tuple(tuple(range(seat, seat + self.team)) for seat in range(0, self.seats, self.team))

    @cached_property
    def all_kings(self) -> tuple[int, ...]:
        """The owner of every king, seat by seat."""
        return tuple(seat for seat in range(self.seats) for _ in range(self.kings))

    @cached_property
    def pool(self) -> tuple[Domino, ...]:
        """Every domino of the boxes in play."""
        return tuple(domino for box in self.boxes for domino in BOXES[box])

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The costs of the builders' board, cheapest first; empty without one."""
        return SLOTS if Step.BUILD in self.phases else ()

    @property
    def purse(self) -> bool:
        """Whether realms have coins and knights."""
        return Step.TAX in self.phases

    def realm_of(self, seat: int) -> int:
        return seat // self.team

    def box_of_line(self, index: int) -> str:
        """The box that the line comes from; lines are counted from 0 (W1)."""
        return self.boxes[index % len(self.boxes)]

    def __str__(self) -> str:
        return self.name


def _as_it_is(value: Any) -> Any:
    return value


_READ: dict[str, Callable[[Any], Any]] = {"opening": Opening, "once": lambda steps: tuple(map(Step, steps))}
"""How to read what an option sets, where it is not a plain number."""


def _option(data: dict[str, Any]) -> Option:
    fits = tuple((family, tuple(players)) for family, players in data.get("fits", {}).items())
    sets = tuple((field, _READ.get(field, _as_it_is)(value)) for field, value in data["sets"].items())
    return Option(data["name"], data["title"], data["text"], fits, tuple(data["home"]), sets)


OPTIONS: dict[str, Option] = {data["name"]: _option(data) for data in load("setups")["options"]}
FAMILIES: dict[str, str] = {family: data["title"] for family, data in load("setups")["families"].items()}


def setups() -> Iterator[tuple[str, int]]:
    """Every family with every number of players."""
    for family, data in load("setups")["families"].items():
        for players in data["players"]:
            yield family, int(players)


_SPACES = "\t\n\v\f\r\x1c\x1d\x1e\x1f "
"""What may stand around a name: of ASCII only, as the core has it."""


@lru_cache(maxsize=1024)  # names come from the network, and spaces around them make new ones
def ruleset(name: str) -> Ruleset:
    """The ruleset of this name, for example ``ruleset("royal-wedding/8+teams")``."""
    base, *options = name.strip(_SPACES).split("+")
    family, slash, players = base.partition("/")
    if family not in FAMILIES or not slash:
        raise RulesetError(f"no ruleset {name!r}: it is FAMILY/PLAYERS with one of {', '.join(FAMILIES)}")
    numbers = load("setups")["families"][family]["players"]
    if players not in numbers:
        raise RulesetError(f"no ruleset {name!r}: {family} is played by {', '.join(numbers)}")
    return make_ruleset(family, int(players), tuple(options))


def as_ruleset(value: Ruleset | str) -> Ruleset:
    """The ruleset itself, or the one of this name."""
    if isinstance(value, Ruleset):
        return value
    if isinstance(value, str):
        return ruleset(value)
    raise RulesetError(f"a ruleset is a name like 'kingdomino/2' or a Ruleset, not {value!r}")


def make_ruleset(family: str, players: int, options: tuple[str, ...] = ()) -> Ruleset:
    """The ruleset of these parts; refuses an impossible combination with the reason."""
    for name in options:
        if name not in OPTIONS:
            raise RulesetError(f"no option +{name}; there are {', '.join('+' + known for known in OPTIONS)}")
        if options.count(name) > 1:
            raise RulesetError(f"+{name} is given twice")
        if reason := OPTIONS[name].why_not(family, players):
            raise RulesetError(reason)
    openings = [name for name in options if OPTIONS[name].is_opening]
    if len(openings) > 1:
        raise RulesetError(f"one opening only, not both +{openings[0]} and +{openings[1]}")
    rules = _base(family, players)
    for option in OPTIONS.values():
        if option.name in options and not _is_default(rules, option):
            rules = replace(rules, **dict(option.sets), options=(*rules.options, option.name))
    return rules


def _is_default(rules: Ruleset, option: Option) -> bool:
    """Whether the set-up has this anyway, so that the canonical name leaves it out."""
    return all(getattr(rules, field) == value for field, value in option.sets)


def _base(family: str, players: int) -> Ruleset:
    data = load("setups")["families"][family]
    setup = dict(data["players"][str(players)])
    opening = Opening(setup.pop("opening", Opening.DRAWN))
    return Ruleset(
        family=family,
        seats=players,
        boxes=tuple(data["boxes"]),
        opening=opening,
        phases=tuple(Step(phase) for phase in data["phases"]),
        ties=tuple(data["ties"]),
        colours=tuple(data["colours"]),
        coins=data.get("coins", 0),
        knights=data.get("knights", 0),
        **setup,
    )


def all_rulesets() -> Iterator[Ruleset]:
    """Every possible combination, each once."""
    for family, players in setups():
        fitting = [option for option in OPTIONS.values() if not option.why_not(family, players)]
        openings = [option.name for option in fitting if option.is_opening]
        others = [option.name for option in fitting if not option.is_opening]
        default = _base(family, players).opening
        for count in range(len(others) + 1):
            for chosen in combinations(others, count):
                for opening in openings:
                    yield make_ruleset(family, players, chosen if opening == default else (*chosen, opening))


def catalogue() -> Iterator[Ruleset]:
    """Every set-up by itself, and with each opening and each bonus one at a time."""
    for rules in all_rulesets():
        structural = [name for name in rules.options if OPTIONS[name].fits and not OPTIONS[name].is_opening]
        if len(rules.options) - len(structural) <= 1:
            yield rules
