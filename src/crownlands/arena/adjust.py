"""Results without the luck of the draw: control variates whose factors never saw the deal that they are used on."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

FOLDS = 10
METHOD = (
    "Luck-adjusted: each deal's result minus what the luck of its draws explains, weighed by two yardsticks (squires "
    "that play on to the end, and scholars' forecasts at the next draw), the draws that came against others that could "
    "have come. How much each counts in a tenth of the deals is fitted on the other nine, so no expectation changes. "
    "Student's t over deals; Wilson's interval for win shares that are the same in every deal."
)

Row = Sequence[float]
"""The luck of a deal, by each yardstick."""


def adjusted(results: Sequence[float], luck: Sequence[Row]) -> list[float]:
    """Each deal's result without its luck."""
    folds = min(FOLDS, len(results))
    factors = [_factors(*_others(results, luck, fold, folds)) for fold in range(folds)]
    return [result - _dot(factors[deal % folds], luck[deal]) for deal, result in enumerate(results)]


def _others(results: Sequence[float], luck: Sequence[Row], fold: int, folds: int) -> tuple[list[float], list[Row]]:
    deals = [deal for deal in range(len(results)) if deal % folds != fold]
    return [results[deal] for deal in deals], [luck[deal] for deal in deals]


def _factors(results: list[float], luck: list[Row]) -> list[float]:
    """The least squares of the results over the luck: one factor for each yardstick; none from no deals."""
    if not results:
        return []
    columns = [_centered(column) for column in zip(*luck, strict=True)]
    left = _centered(results)
    squares = [[_dot(one, other) for other in columns] for one in columns]
    return _solved(squares, [_dot(column, left) for column in columns])


def _centered(values: Sequence[float]) -> list[float]:
    mean = fmean(values)
    return [value - mean for value in values]


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=False))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """By elimination; what never differs, or only as something before it does, has the factor 0."""
    size = len(right)
    rows = [[*matrix[i], right[i]] for i in range(size)]
    known = []
    for i in range(size):
        if rows[i][i] <= 1e-9 * matrix[i][i]:
            continue
        known.append(i)
        for j in range(size):
            if j != i:
                share = rows[j][i] / rows[i][i]
                rows[j] = [a - share * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] if i in known else 0.0 for i in range(size)]
