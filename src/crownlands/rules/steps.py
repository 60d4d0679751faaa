"""What a game can wait for."""

from enum import StrEnum


class Step(StrEnum):
    """Chance (the first three), a phase of a turn (K5, Q5), or nothing more."""

    KINGS = "kings"
    REVEAL = "reveal"
    BUILDINGS = "buildings"
    PLACE = "place"
    TAX = "tax"
    BUILD = "build"
    BRIBE = "bribe"
    CHOOSE = "choose"
    OVER = "over"

    # Steps are looked up for every event, and Enum's own hash is a Python function.
    __hash__ = str.__hash__


CHANCE = frozenset({Step.KINGS, Step.REVEAL, Step.BUILDINGS})
OPTIONAL = frozenset({Step.TAX, Step.BUILD, Step.BRIBE})
