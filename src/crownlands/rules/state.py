"""The state of a game: immutable, complete, and without the order of anything undrawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from crownlands.rules.kingdom import Kingdom
from crownlands.rules.pieces import BUILDINGS, STACK, Cell, domino_order
from crownlands.rules.reasons import Code, Reason
from crownlands.rules.ruleset import Ruleset, as_ruleset
from crownlands.rules.steps import CHANCE, Step


class King(NamedTuple):
    """A king drawn in the opening: who chooses its domino, and whose it is."""

    chooser: int
    owner: int


class Claim(NamedTuple):
    """A domino in a line and the owner of the king on it, if there is one."""

    domino: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class BuildersBoard:
    """The builders' board (Q3): tiles by slot, cheapest first, the dragon, and the stack without its order."""

    slots: tuple[str | None, ...] = ()
    dragon: int | None = None
    """The slot that it sits on; in its cave otherwise."""
    stack: tuple[str, ...] = ()
    """Alphabetical."""

    @property
    def empty_slots(self) -> int:
        return self.slots.count(None)

    def without(self, index: int) -> BuildersBoard:
        """The board with this slot emptied."""
        return replace(self, slots=(*self.slots[:index], None, *self.slots[index + 1 :]))


@dataclass(frozen=True, slots=True)
class Realm:
    """What a castle owns: a kingdom, a purse and buildings."""

    kingdom: Kingdom = field(default_factory=Kingdom)
    discarded: tuple[str, ...] = ()
    """Ascending."""
    coins: int = 0
    knights_in_reserve: int = 0
    taxed: frozenset[Cell] = frozenset()
    """Squares with a knight."""
    buildings: Mapping[Cell, str] = field(default_factory=lambda: MappingProxyType({}))

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and deep copies, which know no read-only mappings."""
        return _realm, ({name: getattr(self, name) for name in self.__slots__} | {"buildings": dict(self.buildings)},)

    @property
    def all_knights(self) -> int:
        return self.knights_in_reserve + len(self.taxed)

    @property
    def towers(self) -> int:
        return sum(BUILDINGS[name].towers for name in self.buildings.values())


def _realm(fields: dict[str, Any]) -> Realm:
    return Realm(**fields | {"buildings": MappingProxyType(fields["buildings"])})


@dataclass(frozen=True)
class State:
    """A position: what is known to everybody at one moment of a game."""

    ruleset: Ruleset
    step: Step
    round: int
    kings: tuple[King, ...]
    """Kings that have been drawn and are still to be put on the first line."""
    line: tuple[Claim, ...]
    """Dominoes whose kings have still to act; the first acts until its turn is over."""
    next_line: tuple[Claim, ...]
    """The line that kings are moving to."""
    undrawn: frozenset[str]
    board: BuildersBoard
    queen: int | None
    """The realm that hosts her."""
    realms: tuple[Realm, ...]
    choosers: tuple[int, ...] = ()
    """In *any king*: the seats that have put down a king so far, in their order."""
    done: frozenset[tuple[int, Step]] = frozenset()
    """In *one court*: what seats have done in this round of what they may do once in it."""

    @property
    def over(self) -> bool:
        return self.step is Step.OVER

    @property
    def seat(self) -> int | None:
        """Who decides now; nobody before chance and at the end."""
        if self.step is Step.OVER or self.step in CHANCE:
            return None
        return self.kings[0].chooser if self.kings else self.line[0].seat

    @property
    def acting(self) -> int:
        """The seat that decides, where somebody does."""
        seat = self.seat
        assert seat is not None
        return seat

    @property
    def turn(self) -> tuple[int, int, int]:
        """Tells one turn of a king from all others of the game: the actions of a turn have it in common."""
        standing = 0 if self.round else sum(claim.seat is not None for claim in self.next_line)
        return self.round, len(self.line), standing

    @property
    def realm(self) -> int:
        """The realm of the acting king."""
        owner = self.kings[0].owner if self.kings else self.line[0].seat
        assert owner is not None
        return self.ruleset.realm_of(owner)

    @property
    def domino(self) -> str:
        """The domino under the acting king."""
        return self.line[0].domino

    @property
    def tiles(self) -> list[tuple[int, str]]:
        """What lies on the builders' board, by slot."""
        return [(slot, tile) for slot, tile in zip(self.ruleset.slots, self.board.slots, strict=True) if tile]

    def why_not_tile(self, slot: int, building: str) -> Reason | None:
        """Why this tile cannot be taken from this slot."""
        if slot not in self.ruleset.slots:
            return Reason.of(Code.NO_SUCH_SLOT, slot=slot)
        tile = self.board.slots[self.ruleset.slots.index(slot)]
        if tile is None or tile != building:
            return Reason.of(Code.OTHER_TILE, slot=slot, tile=tile or "nothing", building=building)
        return None

    def but(self, **changes: Any) -> State:
        """The state with these fields changed: `dataclasses.replace`, without running `__init__` for every event."""
        state = object.__new__(State)
        state.__dict__.update(self.__dict__, **changes)
        return state

    def with_realm(self, realm: Realm, board: BuildersBoard | None = None, queen: int | None = None) -> State:
        """The state with the acting realm changed, and perhaps the board and the queen's host."""
        index = self.realm
        return self.but(
            realms=(*self.realms[:index], realm, *self.realms[index + 1 :]),
            board=self.board if board is None else board,
            queen=self.queen if queen is None else queen,
        )

    @property
    def lines_drawn(self) -> int:
        return (len(self.ruleset.pool) - len(self.undrawn)) // self.ruleset.line

    @property
    def removed(self) -> tuple[str, ...]:
        """Dominoes that nobody claimed, ascending."""
        gone = {domino.name for domino in self.ruleset.pool} - self.undrawn
        gone.difference_update(claim.domino for claim in (*self.line, *self.next_line))
        for realm in self.realms:
            gone.difference_update(realm.discarded)
            gone.difference_update(square.domino for square in realm.kingdom.squares.values())
        return tuple(sorted(gone, key=domino_order))

    @property
    def burned(self) -> tuple[str, ...]:
        """Tiles that the dragon took, alphabetical."""
        left = list(STACK) if self.ruleset.slots else []
        for tile in (*self.board.slots, *self.board.stack):
            if tile:
                left.remove(tile)
        for realm in self.realms:
            for tile in realm.buildings.values():
                left.remove(tile)
        return tuple(sorted(left))


def new_game(ruleset: Ruleset | str) -> State:
    """The state before the first line is revealed (K2, Q2, W1–W5), by ruleset or by its name."""
    ruleset = as_ruleset(ruleset)
    board = (
        BuildersBoard((None,) * len(ruleset.slots), None, tuple(sorted(STACK))) if ruleset.slots else BuildersBoard()
    )
    return State(
        ruleset=ruleset,
        step=Step.REVEAL,
        round=0,
        kings=(),
        line=(),
        next_line=(),
        undrawn=frozenset(domino.name for domino in ruleset.pool),
        board=board,
        queen=None,
        realms=tuple(Realm(coins=ruleset.coins, knights_in_reserve=ruleset.knights) for _ in ruleset.realms),
    )
