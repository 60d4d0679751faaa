"""What a client must know about the games: pieces, set-ups, options and bots."""

from __future__ import annotations

from msgspec import Struct


class HalfInfo(Struct, frozen=True):
    terrain: str
    crowns: int


class DominoInfo(Struct, frozen=True):
    name: str
    box: str
    number: int
    left: HalfInfo
    right: HalfInfo


class BuildingInfo(Struct, frozen=True):
    """A building tile and all that it does."""

    name: str
    title: str
    copies: int
    knights: int
    towers: int
    tax: str
    crowns: int
    points: int
    per: str


class Pieces(Struct, frozen=True):
    """What is in the boxes."""

    dominoes: list[DominoInfo]
    buildings: list[BuildingInfo]
    slots: list[int]


class OptionInfo(Struct, frozen=True):
    """Something that may be added to a ruleset's name."""

    name: str
    title: str
    text: str
    opening: bool
    house_rule: bool
    """It stands in another game's rulebook."""
    default: bool
    """The set-up has it anyway."""


class SetupInfo(Struct, frozen=True):
    """A family with a number of players, and the options that fit."""

    family: str
    title: str
    players: int
    kings: int
    frame: int
    line: int
    rounds: int
    colours: list[str]
    printed: bool
    """A rulebook describes it; otherwise only another edition does."""
    options: list[OptionInfo]


class Rulesets(Struct, frozen=True):
    setups: list[SetupInfo]


class BotInfo(Struct, frozen=True):
    level: str
    text: str


class Bots(Struct, frozen=True):
    bots: list[BotInfo]
    default: str
    stand_in: str
