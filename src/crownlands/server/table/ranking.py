"""The ranking at a table: that of the rules, with those who are out of the running behind all others."""

from __future__ import annotations

from collections.abc import Sequence, Set

from crownlands.rules import Ruleset
from crownlands.rules.scoring import Standing, rank


def ranked(
    rules: Ruleset, standings: Sequence[Standing], out: Set[int]
) -> tuple[Sequence[Sequence[int]], Sequence[str]]:
    """Groups of realms, best first, and what separates each from the next."""
    running = [index for index in range(len(standings)) if index not in out]
    if not out or not running:
        whole = rank(rules, standings)
        return whole.groups, whole.decided
    part = rank(rules, [standings[index] for index in running])
    groups = [[running[place] for place in group] for group in part.groups]
    return [*groups, sorted(out)], [*part.decided, "resigned"]
