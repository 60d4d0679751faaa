"""Results without the luck of the draw: a control variate whose factor never saw the deal that it is used on."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

FOLDS = 10
METHOD = (
    "Luck-adjusted: each deal's result minus a factor times the luck of its draws: playouts by the squire's evaluation "
    "after each draw, against playouts that draw for themselves. The factor of a tenth of the deals is fitted on the "
    "other nine, so no expectation changes. Student's t over deals."
)


def adjusted(results: Sequence[float], luck: Sequence[float]) -> list[float]:
    """Each deal's result without its luck."""
    folds = min(FOLDS, len(results))
    factors = [_factor(*_others(results, luck, fold, folds)) for fold in range(folds)]
    return [result - factors[deal % folds] * luck[deal] for deal, result in enumerate(results)]


def _others(results: Sequence[float], luck: Sequence[float], fold: int, folds: int) -> tuple[list[float], list[float]]:
    deals = [deal for deal in range(len(results)) if deal % folds != fold]
    return [results[deal] for deal in deals], [luck[deal] for deal in deals]


def _factor(results: list[float], luck: list[float]) -> float:
    """The slope of the results over the luck; 0 where the luck is always the same."""
    if not results:
        return 0.0
    mean, center = fmean(results), fmean(luck)
    spread = sum((value - center) ** 2 for value in luck)
    together = sum((value - center) * (result - mean) for value, result in zip(luck, results, strict=True))
    return together / spread if spread else 0.0
