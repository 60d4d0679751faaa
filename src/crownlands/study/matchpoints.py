"""Matchpoints: results of the same deal compared as at a bridge club, by whom one has beaten and not by how much.

>>> matchpoints(47, [39, 47, 52])
0.5
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


def matchpoints(own: float, others: Sequence[float]) -> float | None:
    """The share of the others that were beaten, a tie counts half; nothing without anybody to compare with."""
    if not others:
        return None
    beaten = sum(other < own for other in others)
    tied = sum(other == own for other in others)
    return (beaten + tied / 2) / len(others)


def all_matchpoints(results: Sequence[float]) -> list[float | None]:
    """Of each result against all the others."""
    order, others = sorted(results), len(results) - 1
    if others < 1:
        return [None for _ in results]
    found = [(bisect_left(order, own), bisect_right(order, own)) for own in results]
    return [(below + (up_to - below - 1) / 2) / others for below, up_to in found]


def duplicate(tables: Sequence[Sequence[float]]) -> list[list[float | None]]:
    """Of each realm at each table: compared with the same realm at all the other tables.

    >>> duplicate([[50, 40], [45, 45]])
    [[1.0, 0.0], [0.0, 1.0]]
    """
    columns = [all_matchpoints(realm) for realm in zip(*tables, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)] if columns else [[] for _ in tables]
