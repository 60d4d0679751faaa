"""Confidence intervals over deals. The games of one deal share its luck, so a deal is one observation, not several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi, sqrt, tan
from statistics import NormalDist, fmean, variance

CONFIDENCE = 0.95
METHOD = (
    "95 % intervals over deals: the mean of a deal's games is one observation. Scores and margins: Student's t. "
    "Win shares: Wilson's interval with as many effective games as the variance between deals says."
)


@dataclass(frozen=True)
class Interval:
    """A mean, and where it may lie; without bounds if there is only one observation."""

    mean: float
    low: float | None
    high: float | None

    def turned(self) -> Interval:
        """The share of the other side."""
        low, high = (None if bound is None else 1 - bound for bound in (self.high, self.low))
        return Interval(1 - self.mean, low, high)

    def as_json(self) -> dict[str, float | None]:
        return {name: None if value is None else round(value, 6) for name, value in vars(self).items()}


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """The two-sided quantile of Student's t: the expansion of Cornish and Fisher, exact for one and two degrees."""
    p = (1 + confidence) / 2
    if freedom == 1:
        return 1 / tan(pi * (1 - p))
    if freedom == 2:
        return (2 * p - 1) * sqrt(2 / (4 * p * (1 - p)))
    z, n = NormalDist().inv_cdf(p), freedom
    terms = (
        (z**3 + z) / 4 / n,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96 / n**2,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384 / n**3,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160 / n**4,
    )
    return z + sum(terms)


def mean_interval(deals: Sequence[float]) -> Interval:
    """The mean over deals with Student's interval."""
    mean = fmean(deals)
    if len(deals) < 2:
        return Interval(mean, None, None)
    half = student(len(deals) - 1) * sqrt(variance(deals) / len(deals))
    return Interval(mean, mean - half, mean + half)


def share_interval(deals: Sequence[float]) -> Interval:
    """The mean of shares between 0 and 1 with Wilson's interval, which does not shrink to nothing at the ends."""
    mean = fmean(deals)
    if len(deals) < 2:
        return Interval(mean, None, None)
    spread = variance(deals) / len(deals)
    games = mean * (1 - mean) / spread if spread else len(deals)
    t = student(len(deals) - 1)
    scale = 1 + t * t / games
    middle = (mean + t * t / (2 * games)) / scale
    half = t / scale * sqrt(mean * (1 - mean) / games + t * t / (4 * games * games))
    return Interval(mean, max(0.0, middle - half), min(1.0, middle + half))


def pairing_gain(deals: Sequence[Sequence[float]]) -> float | None:
    """How many times more games without pairing would be needed for the same certainty."""
    games = [game for deal in deals for game in deal]
    if len(deals) < 2:
        return None
    paired = variance([fmean(deal) for deal in deals]) / len(deals)
    return variance(games) / len(games) / paired if paired else None
