"""How a turn is graded by what it lost, and what it counts in a performance figure."""

from __future__ import annotations

from crownlands.study.review import Grade, Value

GOOD, INACCURACY, MISTAKE = 0.08, 0.17, 0.38
"""The most that a good line, an inaccuracy and a mistake lose, in shares of what everybody wins on average. They are
quantiles of players of known strength: `tools/grades.py` measures them, docs/study.md tells of whom."""
NOISE = 2.0
"""Standard errors that a loss must exceed to be one."""
HALF_A_POINT = 0.5
POINT = {5: 0.03, 7: 0.013}
"""What a point is worth in an even duel, by the frame: a share of the win."""


def grade_of(loss: Value, error: Value, realms: int) -> Grade:
    """The grade of a line that lost so much; `realms` share the win."""
    lost = loss.win * realms
    if loss.win <= NOISE * error.win:
        return "best" if loss.points <= max(NOISE * error.points, HALF_A_POINT) else "good"
    if lost <= GOOD:
        return "good"
    if lost <= INACCURACY:
        return "inaccuracy"
    return "mistake" if lost <= MISTAKE else "blunder"


def cost_of(loss: Value, frame: int) -> float:
    """What a turn counts in a performance figure: its loss in wins, or in points at their worth in an even duel.

    Who has lost already can lose no more wins, and would seem to play well; points tell.
    """
    return max(loss.win, POINT[frame] * loss.points)
