"""Why a line is better than another."""

from __future__ import annotations

from collections.abc import Sequence

from crownlands.rules import State
from crownlands.study.lines import TurnLine
from crownlands.study.review import Why


def reasons(
    before: State,
    played: TurnLine,
    best: TurnLine,
    realm: int,
    apart: Sequence[tuple[float, float, float, float]],
) -> tuple[Why, ...]:
    return ()
