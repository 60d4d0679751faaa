"""Scoring explains itself: terms whose sum is the score, and a ranking that says what decided (K10, K11, Q13, Q14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

from crownlands.rules.kingdom import Territory
from crownlands.rules.pieces import BUILDINGS, COINS_PER_POINT, Building, Cell, Terrain
from crownlands.rules.ruleset import Ruleset
from crownlands.rules.state import Realm, State


@dataclass(frozen=True)
class TerritoryTerm:
    """A territory: squares × crowns, the queen's crown not counted."""

    kind: ClassVar[str] = "territory"
    terrain: Terrain
    cells: tuple[Cell, ...]
    crowns: int

    @property
    def squares(self) -> int:
        return len(self.cells)

    @property
    def points(self) -> int:
        return self.squares * self.crowns


@dataclass(frozen=True)
class CoinsTerm:
    """Coins at the end, rounded down."""

    kind: ClassVar[str] = "coins"
    coins: int

    @property
    def points(self) -> int:
        return self.coins // COINS_PER_POINT


@dataclass(frozen=True)
class BuildingTerm:
    """A building: its flat points, or its points for each of what it counts."""

    kind: ClassVar[str] = "building"
    building: str
    square: Cell
    count: int
    """How many of what it counts; 1 for flat points."""

    @property
    def points(self) -> int:
        return BUILDINGS[self.building].points * self.count


@dataclass(frozen=True)
class QueenTerm:
    """The queen's crown on the largest territory: worth its squares."""

    kind: ClassVar[str] = "queen"
    squares: int

    @property
    def points(self) -> int:
        return self.squares


@dataclass(frozen=True)
class BonusTerm:
    """Middle Kingdom or Harmony."""

    kind: str
    points: int


Term = TerritoryTerm | CoinsTerm | BuildingTerm | QueenTerm | BonusTerm


class Standing(NamedTuple):
    """What a ranking compares: points first, then whatever the ruleset breaks ties with."""

    points: int = 0
    largest: int = 0
    """Squares of the largest territory, crowned or not."""
    crowns: int = 0

    def plus(self, other: Standing) -> Standing:
        return Standing(*(a + b for a, b in zip(self, other, strict=True)))


class Score(NamedTuple):
    """The terms of a realm and where it stands with them."""

    terms: tuple[Term, ...]
    standing: Standing

    @property
    def points(self) -> int:
        return self.standing.points

    @property
    def bonuses(self) -> tuple[BonusTerm, ...]:
        """Middle Kingdom and Harmony: until the game is over they are within reach, or lost (KV2, KV3)."""
        return tuple(term for term in self.terms if isinstance(term, BonusTerm))

    @property
    def laid(self) -> int:
        """The points of what lies there, without the bonuses: what a running game has for sure."""
        return self.points - sum(bonus.points for bonus in self.bonuses)


class Ranking(NamedTuple):
    """Realms, best first, ties together; `decided[i]` separates group i from the next."""

    groups: tuple[tuple[int, ...], ...]
    decided: tuple[str, ...]


def score_realm(ruleset: Ruleset, realm: Realm, hosts_queen: bool) -> Score:
    """The score of a realm as if the game ended now."""
    territories = list(realm.kingdom.territories())
    largest = max((len(territory.cells) for territory in territories), default=0)
    terms: list[Term] = [
        TerritoryTerm(territory.terrain, territory.cells, sum(_crowns(realm, cell) for cell in territory.cells))
        for territory in territories
    ]
    crowns = sum(term.crowns for term in terms if isinstance(term, TerritoryTerm))
    if ruleset.purse:
        terms.append(CoinsTerm(realm.coins))
    for cell, name in sorted(realm.buildings.items()):
        terms.append(BuildingTerm(name, cell, _count(realm, territories, BUILDINGS[name])))
    if hosts_queen:
        terms.append(QueenTerm(largest))
    terms.extend(_bonuses(ruleset, realm))
    return Score(tuple(terms), Standing(sum(term.points for term in terms), largest, crowns))


def _crowns(realm: Realm, cell: Cell) -> int:
    building = realm.buildings.get(cell)
    return realm.kingdom.squares[cell].crowns + (BUILDINGS[building].crowns if building else 0)


def _count(realm: Realm, territories: list[Territory], tile: Building) -> int:
    """How many of what this building scores for."""
    if tile.per == "knights":
        return realm.all_knights
    if tile.per == "towers":
        return realm.towers
    return sum(territory.terrain == tile.per for territory in territories) if tile.per else 1


def _bonuses(ruleset: Ruleset, realm: Realm) -> Iterator[Term]:
    """KV2 and KV3."""
    reach = ruleset.frame // 2
    if ruleset.middle_kingdom:
        middle = max(map(abs, realm.kingdom.extent)) <= reach
        yield BonusTerm("middle-kingdom", ruleset.middle_kingdom if middle else 0)
    if ruleset.harmony:
        yield BonusTerm("harmony", 0 if realm.discarded else ruleset.harmony)


def scores(state: State) -> tuple[Score, ...]:
    """The score of every realm as if the game ended now."""
    return tuple(
        score_realm(state.ruleset, realm, hosts_queen=index == state.queen) for index, realm in enumerate(state.realms)
    )


_TIES = {"largest-territory": "largest", "crowns": "crowns"}


def rank_key(ruleset: Ruleset, standing: Standing) -> tuple[int, ...]:
    """What places are decided by, first things first: the points and the ruleset's tie-breakers."""
    return tuple(getattr(standing, _TIES.get(name, name)) for name in ("points", *ruleset.ties))


def rank(ruleset: Ruleset, standings: Sequence[Standing]) -> Ranking:
    """Best first, with the ruleset's tie-breakers and the one that decided each place."""
    criteria = ("points", *ruleset.ties)
    keys = [rank_key(ruleset, standing) for standing in standings]
    order = sorted(set(keys), reverse=True)
    groups = tuple(tuple(realm for realm, key in enumerate(keys) if key == best) for best in order)
    decided = tuple(
        next(name for name, a, b in zip(criteria, better, worse, strict=True) if a != b)
        for better, worse in pairwise(order)
    )
    return Ranking(groups, decided)


def ranking(state: State) -> Ranking:
    """The ranking of a game as if it ended now."""
    return rank(state.ruleset, [score.standing for score in scores(state)])
