"""A turn that is played once more: whether it is as good as the best that is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crownlands.rules import Match
from crownlands.rules.events import Action
from crownlands.study.futures import Futures, review_seeds
from crownlands.study.grades import grade_of
from crownlands.study.lines import line_of
from crownlands.study.review import Value
from crownlands.study.reviewer import WORK

ACCEPTED = ("best", "good")
"""What a review would not call a lapse either: equal, within the uncertainty, or next to nothing."""


@dataclass(frozen=True)
class Verdict:
    """How a turn compares with the best that is known."""

    same: bool
    """Both come to the same; the kingdom may be mirrored or turned."""
    accepted: bool
    """It is as good, as far as can be told."""
    loss: Value
    """The best minus what was tried, for the realm that decides."""
    error: Value
    """Standard errors; 0 where it is exact."""


def compare(match: Match, ply: int, best: Iterable[Action], tried: Iterable[Action], work: int = WORK) -> Verdict:
    """The turn that was tried against the best one, in the futures in which a review measured the turn of this ply."""
    rules, state = match.ruleset, match.state
    one, other = line_of(match, best), line_of(match, tried)
    if one.is_like(other, state.realm):
        return Verdict(True, True, Value(0.0, 0.0), Value(0.0, 0.0))
    seeds = review_seeds(work)
    measuring = Futures(rules.name).measure([[one.table], [other.table]], seeds)
    while True:
        try:
            next(measuring)
        except StopIteration as finished:
            trials = finished.value
            break
    win, points, win_error, points_error = trials[0].against(trials[1])[rules.realm_of(state.acting)]
    loss, error = Value(win, points), Value(win_error, points_error)
    return Verdict(False, grade_of(loss, error, len(rules.realms)) in ACCEPTED, loss, error)
