"""A position, and what two ways to finish its turn make of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from crownlands.rules import Match, State
from crownlands.rules.events import Action, Bribe, Build, Choose, Place, Tax
from crownlands.rules.kingdom import STEPS, Kingdom
from crownlands.rules.pieces import CASTLE, DOMINOES, Cell, Terrain, domino_order
from crownlands.rules.scoring import score_realm
from crownlands.rules.state import Realm
from crownlands.study.turns import Turn, after


@dataclass(frozen=True)
class Contrast:
    """A position, and what the answer and the tempting turn make of it."""

    match: Match
    answer: Turn
    tempting: Turn

    @property
    def before(self) -> State:
        return self.match.state

    @cached_property
    def then(self) -> State:
        """After the answer."""
        return after(self.match, self.answer).state

    @cached_property
    def else_(self) -> State:
        """After what tempts."""
        return after(self.match, self.tempting).state

    @property
    def realm(self) -> int:
        return self.before.realm

    def points(self, state: State) -> int:
        """Of the acting realm, if it ended there."""
        return _points(state, state.realms[self.realm], self.realm)

    def own(self, state: State) -> Realm:
        return state.realms[self.realm]

    def chosen(self, turn: Turn) -> str | None:
        return next((action.domino for action in turn if isinstance(action, Choose)), None)

    def placed(self, turn: Turn) -> tuple[Cell, ...]:
        return next((action.squares for action in turn if isinstance(action, Place)), ())

    def joined(self, turn: Turn, then: State) -> set[frozenset[tuple[Cell, ...]]]:
        """The territories that this turn makes one of, where that one has a crown."""
        old, new = self.own(self.before).kingdom, self.own(then).kingdom
        found = set()
        for cell in self.placed(turn):
            territory = new.territory_at(cell)
            parts = frozenset(old.territory_at(each) for each in territory if each in old.squares)
            if len(parts) > 1 and any(new.squares[each].crowns for each in territory):
                found.add(parts)
        return found


def _points(state: State, realm: Realm, index: int) -> int:
    return score_realm(state.ruleset, realm, hosts_queen=index == state.queen).points


def most_now(state: State, index: int, domino: str) -> int:
    """The most points that a domino could bring a realm at once; less than nothing where it fits nowhere."""
    realm, piece = state.realms[index], DOMINOES[domino]
    now = _points(state, realm, index)
    gains = [
        _points(state, replace(realm, kingdom=realm.kingdom.with_domino(piece, cells)), index) - now
        for cells in realm.kingdom.placements(piece, state.ruleset.frame)
    ]
    return max(gains, default=-1)


def most_of(state: State, index: int, dominoes: Iterable[str]) -> int:
    """The most that one of these dominoes could bring a realm at once; nothing where there is none."""
    return max((most_now(state, index, domino) for domino in dominoes), default=0)


def towns_on(domino: str) -> int:
    piece = DOMINOES[domino]
    return (piece.left.terrain is Terrain.TOWN) + (piece.right.terrain is Terrain.TOWN)


def crowns_on(domino: str) -> int:
    piece = DOMINOES[domino]
    return piece.left.crowns + piece.right.crowns


def knights_sent(turn: Iterable[Action]) -> int:
    return sum(len(action.squares) for action in turn if isinstance(action, Tax))


def tiles_burnt(turn: Iterable[Action]) -> set[str]:
    return {action.building for action in turn if isinstance(action, Bribe)}


def tiles_built(turn: Iterable[Action]) -> set[str]:
    return {action.building for action in turn if isinstance(action, Build)}


def claimed(state: State, realm: int) -> set[str]:
    """The dominoes that a realm has still to place."""
    claims = (*state.line, *state.next_line)
    lying = {square.domino for square in state.realms[realm].kingdom.squares.values()}
    own = {c.domino for c in claims if c.seat is not None and state.ruleset.realm_of(c.seat) == realm}
    return own - lying - set(state.realms[realm].discarded)


def has_room(state: State, index: int) -> bool:
    """Whether all dominoes that a realm has claimed can be placed, one after the other."""
    waiting = sorted(claimed(state, index), key=domino_order)
    return _fit(state.realms[index].kingdom, waiting, state.ruleset.frame)


def _fit(kingdom: Kingdom, waiting: list[str], frame: int) -> bool:
    if not waiting:
        return True
    piece, rest = DOMINOES[waiting[0]], waiting[1:]
    return any(_fit(kingdom.with_domino(piece, cells), rest, frame) for cells in kingdom.placements(piece, frame))


def keeps_middle(state: State, index: int) -> bool:
    """Whether a realm's castle is in the middle, and no domino that it has claimed must be placed where it is not."""
    kingdom, frame = state.realms[index].kingdom, state.ruleset.frame
    reach = frame // 2
    if max(map(abs, kingdom.extent)) > reach:
        return False
    for name in claimed(state, index):
        places = kingdom.placements(DOMINOES[name], frame)
        if places and all(max(map(abs, (*one, *other))) > reach for one, other in places):
            return False
    return True


def still_to_choose(state: State) -> set[int]:
    """The seats of the kings that come after this one."""
    return {claim.seat for claim in state.line[1:] if claim.seat is not None}


def _reach(kingdom: Kingdom, frame: int) -> tuple[range, range]:
    """Columns and rows that the kingdom may still grow to."""
    left, right, top, bottom = kingdom.extent
    return range(right - frame + 1, left + frame), range(bottom - frame + 1, top + frame)


def _is_open(kingdom: Kingdom, frame: int, cell: Cell) -> bool:
    columns, rows = _reach(kingdom, frame)
    return cell != CASTLE and cell not in kingdom.squares and cell[0] in columns and cell[1] in rows


def ways_in(kingdom: Kingdom, frame: int, cell: Cell) -> int:
    """How many empty cells lie beside this one."""
    x, y = cell
    return sum(_is_open(kingdom, frame, (x + dx, y + dy)) for dx, dy in STEPS)


def dead_cells(kingdom: Kingdom, frame: int) -> int:
    """Empty cells inside the kingdom's own rectangle that no domino can cover any more."""
    left, right, top, bottom = kingdom.extent
    inside = ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
    return sum(_is_open(kingdom, frame, cell) and not ways_in(kingdom, frame, cell) for cell in inside)
