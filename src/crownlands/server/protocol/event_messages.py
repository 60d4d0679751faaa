"""Events of a game as message types: the JSON projection of `crownlands.notation`, declared for other languages."""

from __future__ import annotations

from typing import Annotated, Any, overload

from msgspec import Meta, Struct

from crownlands.rules import events
from crownlands.rules.events import Action, Event

Seat = Annotated[int, Meta(ge=0, le=7, description="a seat, counted from 0")]
DominoName = Annotated[str, Meta(pattern="^[KQ][0-9]{1,2}$", description="a domino, K1 to K48 or Q1 to Q48")]
BuildingName = Annotated[str, Meta(max_length=32, description="the id of a building")]
Coordinate = Annotated[int, Meta(ge=-99, le=99)]
Square = Annotated[tuple[Coordinate, Coordinate], Meta(description="x to the right, y down; the castle is [0, 0]")]
Slot = Annotated[int, Meta(ge=0, le=5, description="a slot of the builders' board, by its printed cost")]


class Kings(Struct, frozen=True, forbid_unknown_fields=True, tag="kings"):
    """Chance: the kings as drawn in the opening, each as [who chooses, whose king it is]."""

    order: list[tuple[Seat, Seat]]


class Reveal(Struct, frozen=True, forbid_unknown_fields=True, tag="reveal"):
    """Chance: a new line, ascending."""

    dominoes: list[DominoName]


class Buildings(Struct, frozen=True, forbid_unknown_fields=True, tag="buildings"):
    """Chance: tiles revealed onto the builders' board, cheapest empty slot first."""

    tiles: list[BuildingName]


class Choose(Struct, frozen=True, forbid_unknown_fields=True, tag="choose"):
    """A king goes to this domino of the next line."""

    seat: Seat
    domino: DominoName


class Place(Struct, frozen=True, forbid_unknown_fields=True, tag="place"):
    """The domino under the acting king covers these squares: left half, right half."""

    seat: Seat
    domino: DominoName
    squares: tuple[Square, Square]


class Discard(Struct, frozen=True, forbid_unknown_fields=True, tag="discard"):
    """The domino under the acting king fits nowhere."""

    seat: Seat
    domino: DominoName


class Tax(Struct, frozen=True, forbid_unknown_fields=True, tag="tax"):
    """One knight, or two, on the squares of the domino placed in this turn."""

    seat: Seat
    squares: Annotated[list[Square], Meta(max_length=2)]


class Build(Struct, frozen=True, forbid_unknown_fields=True, tag="build"):
    """The tile on this slot goes onto an own town square."""

    seat: Seat
    slot: Slot
    building: BuildingName
    square: Square


class Bribe(Struct, frozen=True, forbid_unknown_fields=True, tag="bribe"):
    """The dragon burns the tile on this slot."""

    seat: Seat
    slot: Slot
    building: BuildingName


class Pass(Struct, frozen=True, forbid_unknown_fields=True, tag="pass"):
    """Declines the optional phase that is open."""

    seat: Seat


ActionMessage = Choose | Place | Discard | Tax | Build | Bribe | Pass
EventMessage = Kings | Reveal | Buildings | ActionMessage


_EVENTS: dict[type[Any], type[Any]] = {
    Kings: events.Kings,
    Reveal: events.Reveal,
    Buildings: events.Buildings,
    Choose: events.Choose,
    Place: events.Place,
    Discard: events.Discard,
    Tax: events.Tax,
    Build: events.Build,
    Bribe: events.Bribe,
    Pass: events.Pass,
}
_MESSAGES: dict[type[Any], type[Any]] = {event: message for message, event in _EVENTS.items()}


@overload
def to_message(event: Action) -> ActionMessage: ...
@overload
def to_message(event: Event) -> EventMessage: ...
def to_message(event: Event) -> EventMessage:
    """The same event as a message."""
    message: EventMessage = _MESSAGES[type(event)](*(getattr(event, field) for field in event.__slots__))
    return message


def to_event(message: EventMessage) -> Event:
    """The event as the rules know it; whether it is possible is for the rules to say."""
    values = (getattr(message, field) for field in message.__struct_fields__)
    event: Event = _EVENTS[type(message)](*(tuple(value) if type(value) is list else value for value in values))
    return event
