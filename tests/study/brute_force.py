"""Ends looked at to the last placement, by the rules alone: what every way to finish a turn leads to.

No kingdom touches another. So a king that is the last of its realm to choose may put off its placements until all is
chosen; every other placement is tried where it is made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from crownlands.notation import print_event
from crownlands.rules import Match, legal_actions
from crownlands.rules.events import Action
from crownlands.rules.pieces import DOMINOES
from crownlands.rules.ruleset import Ruleset
from crownlands.rules.scoring import Standing, rank, score_realm
from crownlands.rules.state import Realm, State

Result = tuple[float, int]
"""The share of the win, and the lead in points over the best rival."""


def values(match: Match) -> dict[tuple[str, ...], Result]:
    """Every way to finish the turn with what it leads to, if everybody does their best."""
    found = {}
    start = match.state
    for first in legal_actions(start):
        placed = match.apply(first)
        chooses = not placed.state.over and placed.state.line[0] == start.line[0]
        turns: list[tuple[Action, ...]] = [(first,)]
        if chooses:
            turns = [(first, choice) for choice in legal_actions(placed.state)]
        for turn in turns:
            after = match
            for action in turn:
                after = after.apply(action)
            found[tuple(map(print_event, turn))] = _End(after.state, start.realm).value()
    return found


class _Frozen:
    """A realm that can be looked up: what it has placed and discarded."""

    def __init__(self, realm: Realm) -> None:
        self.realm = realm
        self._key = (frozenset(realm.kingdom.squares.items()), realm.discarded)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Frozen) and self._key == other._key


@dataclass
class _End:
    """A position without chance, for the realm that wants to know."""

    state: State
    asking: int

    def value(self) -> Result:
        rules, state = self.state.ruleset, self.state
        if state.over:
            return self._result([_standing(rules, realm) for realm in state.realms])
        kings = [(rules.realm_of(_seat(claim.seat)), claim.domino) for claim in state.line]
        if not state.next_line:  # the last round: everybody for themselves
            hands = [[domino for owner, domino in kings if owner == index] for index in range(len(state.realms))]
            return self._result(
                [_best(rules, _Frozen(realm), tuple(hand)) for realm, hand in zip(state.realms, hands, strict=True)]
            )
        claims: list[list[str]] = [[] for _ in state.realms]
        free = []
        for claim in state.next_line:
            if claim.seat is None:
                free.append(claim.domino)
            else:
                claims[rules.realm_of(claim.seat)].append(claim.domino)
        return self._play(kings, list(state.realms), [[] for _ in state.realms], claims, free)

    def _play(
        self,
        kings: list[tuple[int, str]],
        realms: list[Realm],
        put_off: list[list[str]],
        claims: list[list[str]],
        free: list[str],
    ) -> Result:
        rules = self.state.ruleset
        if not kings:
            order = {claim.domino: place for place, claim in enumerate(self.state.next_line)}
            return self._result(
                [
                    _best(rules, _Frozen(realm), (*later, *sorted(own, key=order.__getitem__)))
                    for realm, later, own in zip(realms, put_off, claims, strict=True)
                ]
            )
        (mover, domino), *rest = kings
        again = any(owner == mover for owner, _ in rest)
        results = []
        for realm in _placed(rules, realms[mover], domino) if again else [realms[mover]]:
            for choice in free:
                results.append(
                    self._play(
                        rest,
                        [*realms[:mover], realm, *realms[mover + 1 :]],
                        put_off if again else _with(put_off, mover, domino),
                        _with(claims, mover, choice),
                        [other for other in free if other != choice],
                    )
                )
        return max(results) if mover == self.asking else min(results)

    def _result(self, standings: list[Standing]) -> Result:
        first = rank(self.state.ruleset, standings).groups[0]
        others = [standing.points for index, standing in enumerate(standings) if index != self.asking]
        win = 1 / len(first) if self.asking in first else 0.0
        return win, standings[self.asking].points - max(others)


def _with(lists: list[list[str]], index: int, item: str) -> list[list[str]]:
    return [*lists[:index], [*lists[index], item], *lists[index + 1 :]]


def _seat(seat: int | None) -> int:
    assert seat is not None
    return seat


def _placed(rules: Ruleset, realm: Realm, domino: str) -> list[Realm]:
    """The realm after every placement of a domino, or without it where there is none."""
    piece = DOMINOES[domino]
    spots = realm.kingdom.placements(piece, rules.frame)
    if not spots:
        return [replace(realm, discarded=(*realm.discarded, domino))]
    return [replace(realm, kingdom=realm.kingdom.with_domino(piece, cells)) for cells in spots]


def _standing(rules: Ruleset, realm: Realm) -> Standing:
    return score_realm(rules, realm, hosts_queen=False).standing


@cache
def _best(rules: Ruleset, frozen: _Frozen, dominoes: tuple[str, ...]) -> Standing:
    """The best that a realm can make of these dominoes, in this order."""
    if not dominoes:
        return _standing(rules, frozen.realm)
    ends = [_best(rules, _Frozen(realm), dominoes[1:]) for realm in _placed(rules, frozen.realm, dominoes[0])]
    return ends[rank(rules, ends).groups[0][0]]
