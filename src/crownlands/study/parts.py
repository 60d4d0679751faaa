"""A result and its parts: what everybody could expect, luck, own losses, and the play of the others.

What one realm loses others win, so the parts of all realms balance: in wins all luck together is 0, and what the play
of the others brought to all together is what all together lost. Who got how much is what is left of each result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import fsum
from statistics import fmean

from crownlands.rules import Match
from crownlands.study.grades import cost_of
from crownlands.study.review import ChanceReview, RealmReview, TurnReview, Value


def parts(end: Match, turns: Sequence[TurnReview], chances: Sequence[ChanceReview]) -> tuple[RealmReview, ...]:
    """The parts of every realm's result; they sum up to it."""
    realms = range(len(end.ruleset.realms))
    results = [result_of(end, realm) for realm in realms]
    luck = [_sum(chance.luck[realm] for chance in chances) for realm in realms]
    own = [_sum(turn.effect[realm] for turn in turns if turn.realm == realm) for realm in realms]
    others = [_sum(turn.effect[realm] for turn in turns if turn.realm != realm) for realm in realms]
    # Before the first draw all realms are equal: what luck and losses leave of the results, on average. In wins this is
    # an equal share; in points it is what a game like this one brings to those who play well.
    left = [reduce(_minus, (luck[realm], own[realm], others[realm]), results[realm]) for realm in realms]
    expected = Value(1 / len(left), fmean(value.points for value in left))
    return tuple(
        RealmReview(
            seats=end.ruleset.realms[realm],
            expected=expected,
            luck=luck[realm],
            own=own[realm],
            rivals=reduce(_minus, (expected, luck[realm], own[realm]), results[realm]),
            result=results[realm],
            adjusted=_minus(results[realm], luck[realm]),
            performance=_performance([turn.loss for turn in turns if turn.realm == realm], end.ruleset.frame),
            turns=sum(turn.realm == realm for turn in turns),
        )
        for realm in realms
    )


def result_of(end: Match, realm: int) -> Value:
    """A realm's share of the win and its points, over the whole match."""
    winners = end.ranking().groups[0]
    return Value(1 / len(winners) if realm in winners else 0.0, float(end.totals()[realm].points))


def _performance(losses: Sequence[Value], frame: int) -> float | None:
    return 1000 * fmean(cost_of(loss, frame) for loss in losses) if losses else None


def _minus(a: Value, b: Value) -> Value:
    return Value(a.win - b.win, a.points - b.points)


def _sum(values: Iterable[Value]) -> Value:
    values = list(values)
    return Value(fsum(value.win for value in values), fsum(value.points for value in values))
