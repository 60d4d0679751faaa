"""Rulesets of every kind, for tests that every player must pass."""

from __future__ import annotations

RULESETS = (
    "kingdomino/2",
    "kingdomino/2+mighty-duel+middle-kingdom+harmony",
    "kingdomino/2+dynasty+there-and-back",
    "kingdomino/3+lines-of-four+any-king",
    "kingdomino/4+top-down",
    "kingdomino/4+middle-kingdom+harmony",
    "queendomino/2",
    "queendomino/3+middle-kingdom",
    "queendomino/4+any-king",
    "royal-wedding/3",
    "royal-wedding/5+harmony",
    "royal-wedding/8",
    "royal-wedding/6+teams",
    "royal-wedding/8+teams+any-king",
)
