"""A result and its parts: what everybody could expect, luck, the own decisions, and those of the others.

Every draw and every turn has changed what each realm could expect, from equal at the start to the result at the end;
the parts are sums of these changes, by who made them. Nothing is left over, and nothing is made to fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from statistics import fmean

from crownlands.rules import Match
from crownlands.study.grades import cost_of
from crownlands.study.review import ChanceReview, RealmReview, TurnReview, Value


def parts(
    end: Match, start: Value, turns: Sequence[TurnReview], chances: Sequence[ChanceReview]
) -> tuple[RealmReview, ...]:
    """The parts of every realm's result, with what all could expect at the start."""
    return tuple(_parts(end, realm, start, turns, chances) for realm in range(len(end.ruleset.realms)))


def _parts(
    end: Match, realm: int, start: Value, turns: Sequence[TurnReview], chances: Sequence[ChanceReview]
) -> RealmReview:
    mine = [turn for turn in turns if turn.realm == realm]
    luck = total(chance.luck[realm] for chance in chances)
    result = result_of(end, realm)
    return RealmReview(
        seats=end.ruleset.realms[realm],
        expected=start,
        luck=luck,
        own=total(turn.change[realm] for turn in mine),
        rivals=total(turn.change[realm] for turn in turns if turn.realm != realm),
        result=result,
        adjusted=minus(result, luck),
        performance=_performance([turn.loss for turn in mine], end.ruleset.frame),
        turns=len(mine),
    )


def result_of(end: Match, realm: int) -> Value:
    """A realm's share of the win and its points, over the whole match."""
    winners = end.ranking().groups[0]
    return Value(1 / len(winners) if realm in winners else 0.0, float(end.totals()[realm].points))


def minus(a: Value, b: Value) -> Value:
    """How much more the first is."""
    return Value(a.win - b.win, a.points - b.points)


def total(values: Iterable[Value]) -> Value:
    """All together."""
    values = list(values)
    return Value(fsum(value.win for value in values), fsum(value.points for value in values))


def _performance(losses: Sequence[Value], frame: int) -> float | None:
    return 1000 * fmean(cost_of(loss, frame) for loss in losses) if losses else None
