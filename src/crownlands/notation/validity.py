"""Whether a position can be one of a game: what the rules build on must hold (the list in `docs/notation.md`).

Text that is well-formed comes here as a `Match`; what is wrong goes back as a `Problem` that names its line by the
keyword.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, permutations
from typing import NamedTuple

from crownlands.notation.names import print_square
from crownlands.notation.positions import done_order
from crownlands.rules import opening
from crownlands.rules.chance import slide, tiles_to_reveal
from crownlands.rules.match import Match
from crownlands.rules.opening import kings_at_once
from crownlands.rules.phases import closed
from crownlands.rules.pieces import BOXES, DOMINOES, STACK, Terrain
from crownlands.rules.ruleset import Opening, Ruleset
from crownlands.rules.scoring import Standing
from crownlands.rules.state import Claim, Realm, State
from crownlands.rules.steps import OPTIONAL, Step


class Problem(NamedTuple):
    """What a line should say instead; `word` is the token on it, if one is to blame."""

    keyword: str
    expected: str
    found: str
    word: str = ""
    realm: int | None = None


def first_problem(match: Match) -> Problem | None:
    """What is wrong with this position, or nothing if a game can go on from it."""
    return next(_problems(match), None)


def _problems(match: Match) -> Iterator[Problem]:
    """Problems in an order in which each check may rely on those before it."""
    state = match.state
    yield from _sums(match)
    yield from _moment(state)
    yield from _lines(state)
    yield from _kings(state)
    yield from _undrawn(state)
    yield from _places(state)
    for index, realm in enumerate(state.realms):
        yield from _realm(state.ruleset, realm, index)
    yield from _tiles(state)
    yield from _board(state)
    yield from _turn(state)


def _sums(match: Match) -> Iterator[Problem]:
    if match.game == 1 and any(standing != Standing() for standing in match.earlier):
        yield Problem("match", "0/0/0 for every realm in the first game", "other sums")


def _moment(state: State) -> Iterator[Problem]:
    """A step of the ruleset, in a round that has it."""
    rules, last = state.ruleset, state.ruleset.rounds
    rounds = {
        Step.KINGS: (0, 0),
        Step.REVEAL: (0, last - 2),
        Step.BUILDINGS: (0, last - 1),
        Step.CHOOSE: (1 if rules.opening is Opening.TOP_DOWN else 0, last - 1),
        Step.OVER: (last, last),
    }
    board = {Step.BUILDINGS} if rules.slots else set()
    if state.step not in {Step.KINGS, Step.REVEAL, *rules.phases, Step.OVER} | board:
        yield Problem("step", f"a step of {rules}", state.step, state.step)
    first, end = rounds.get(state.step, (1, last))
    if not first <= state.round <= end:
        span = f"{first}" if first == end else f"from {first} to {end}"
        yield Problem("round", f"a round that waits for {state.step} ({span})", f"{state.round}", f"{state.round}")


def _in_opening(state: State) -> bool:
    """Whether the first line, the builders' board or kings are still to come (K4)."""
    return state.round == 0 and not (state.step is Step.REVEAL and state.line)


def _in_turn(state: State) -> bool:
    return state.round > 0 and state.step in state.ruleset.phases


def _lines(state: State) -> Iterator[Problem]:
    """Kings and lines where the step needs them and nowhere else, each from the right box."""
    rules, in_opening, in_turn = state.ruleset, _in_opening(state), _in_turn(state)
    between_rounds = state.step in (Step.REVEAL, Step.BUILDINGS) and not in_opening
    first_line = in_opening and state.step is not Step.REVEAL
    parts = (
        ("kings", state.kings, in_opening and state.step is Step.CHOOSE),
        ("line", state.line, in_turn or between_rounds),
        ("next", state.next_line, first_line or (in_turn and state.round < rules.rounds)),
    )
    for keyword, found, wanted in parts:
        if bool(found) != wanted:
            yield Problem(keyword, f"{'' if wanted else 'no '}`{keyword}` at this step", "some" if found else "none")
    if state.next_line and len(state.next_line) != rules.line:
        yield Problem("next", f"{rules.line} dominoes", f"{len(state.next_line)}")
    yield from _one_box("line", state.line, rules.box_of_line(state.round - 1 if in_turn else state.round))
    yield from _one_box("next", state.next_line, rules.box_of_line(state.round))


def _one_box(keyword: str, line: Iterable[Claim], box: str) -> Iterator[Problem]:
    for domino, _ in line:
        if DOMINOES[domino].box != box:
            yield Problem(keyword, f"a domino of the {box} box in this round", domino, domino)


def _claimed(line: Iterable[Claim]) -> list[int]:
    return [claim.seat for claim in line if claim.seat is not None]


def _kings(state: State) -> Iterator[Problem]:
    """Every king once; in the last round those that have acted are gone."""
    rules, placed = state.ruleset, _claimed(state.next_line)
    kings = Counter(chain(_claimed(state.line), placed, (king.owner for king in state.kings)))
    everyone = Counter(rules.all_kings)
    in_opening = _in_opening(state)
    if in_opening or (_in_turn(state) and state.round == rules.rounds):
        if not kings <= everyone:
            yield Problem("next" if in_opening else "line", "every king at most once", "more kings than there are")
    elif state.step is not Step.OVER and kings != everyone:
        yield Problem("line", "every king once", "other kings")
    if in_opening:
        yield from _draws(state, placed)


def _draws(state: State, placed: list[int]) -> Iterator[Problem]:
    """Kings on the first line and in hand as the opening brings them."""
    rules = state.ruleset
    drawing = state.step in (Step.KINGS, Step.CHOOSE)
    if placed and not drawing:
        yield Problem("next", "no king on a domino before the set-up is complete", "kings")
    if state.step is Step.KINGS and (len(placed) == len(rules.all_kings) or (placed and kings_at_once(rules) > 1)):
        yield Problem("step", "a king to draw, or all of them at once", "kings on the line", state.step)
    laps = [state.choosers[i : i + rules.seats] for i in range(0, len(state.choosers), rules.seats)]
    expected = len(placed) if rules.opening is Opening.ANY_KING else 0
    if len(state.choosers) != expected or any(len(set(lap)) < len(lap) or lap != laps[0][: len(lap)] for lap in laps):
        yield Problem("choosers", "a seat for each king on the line, in one order of the seats", "others")
    if state.step is Step.CHOOSE and not _can_be_in_hand(state, placed):
        yield Problem("kings", f"kings in an order that the {rules.opening} opening has", "another order")


def _can_be_in_hand(state: State, placed: list[int]) -> bool:
    """Whether an opening can have drawn these kings, those of `placed` having been put down."""
    if kings_at_once(state.ruleset) == 1:
        return opening.why_not(state.but(kings=()), state.kings) is None
    before = state.but(kings=(), next_line=())
    return any(
        opening.why_not(before, (*((owner, owner) for owner in first), *state.kings)) is None
        for first in permutations(placed)
    )


def _undrawn(state: State) -> Iterator[Problem]:
    """What is left of each box follows from the lines drawn from it in turn (W1)."""
    rules = state.ruleset
    none_yet = _in_opening(state) and state.step is Step.REVEAL
    drawn = [rules.box_of_line(line) for line in range(0 if none_yet else min(state.round + 1, rules.rounds))]
    for box in rules.boxes:
        expected = len(BOXES[box]) - drawn.count(box) * rules.line
        found = sum(DOMINOES[domino].box == box for domino in state.undrawn)
        if found != expected:
            letter = BOXES[box][0].name[0]
            yield Problem("undrawn", f"{expected} dominoes of the {box} box at this step", f"{found}", letter)


def _places(state: State) -> Iterator[Problem]:
    """Every domino in one place; only the acting one lies in its realm too, once it has been placed or discarded."""
    seen = set(state.undrawn)
    acting = state.domino if _in_turn(state) and state.step is not Step.PLACE else ""
    everywhere: list[tuple[str, str, int | None]] = [
        *(("line", claim.domino, None) for claim in state.line if claim.domino != acting),
        *(("next", claim.domino, None) for claim in state.next_line),
    ]
    for index, realm in enumerate(state.realms):
        everywhere += [("domino", domino, index) for domino in realm.kingdom.dominoes()]
        everywhere += [("discarded", domino, index) for domino in realm.discarded]
    for keyword, domino, place in everywhere:
        if domino in seen:
            yield Problem(keyword, "a domino that is in no other place", domino, domino, place)
        seen.add(domino)
    if acting:
        realm = state.realms[state.realm]
        if acting in state.undrawn or not (realm.kingdom.placed(acting) or acting in realm.discarded):
            yield Problem("line", f"a domino that realm {state.realm} has placed or discarded", acting, acting)


def _realm(rules: Ruleset, realm: Realm, index: int) -> Iterator[Problem]:
    """A kingdom in its frame, knights on its squares, buildings on its towns."""
    squares = realm.kingdom.squares
    if not realm.kingdom.extent.fits(rules.frame):
        yield Problem("domino", f"a kingdom that fits in {rules.frame}×{rules.frame}", "a larger one", realm=index)
    for cell in sorted(realm.taxed - squares.keys()):
        yield Problem("taxed", "a square that a domino covers", print_square(cell), print_square(cell), index)
    for cell in sorted(realm.buildings):
        if cell not in squares or squares[cell].terrain is not Terrain.TOWN:
            yield Problem("building", "a town square of this kingdom", print_square(cell), print_square(cell), index)


def _tiles(state: State) -> Iterator[Problem]:
    """No more tiles of a kind than the box has."""
    left = Counter(STACK)
    everywhere: list[tuple[str, str | None, int | None]] = [
        *(("board", tile, None) for tile in state.board.slots),
        *(("stack", tile, None) for tile in state.board.stack),
        *(("building", tile, i) for i, realm in enumerate(state.realms) for tile in realm.buildings.values()),
    ]
    for keyword, tile, index in everywhere:
        if tile:
            left[tile] -= 1
            if left[tile] < 0:
                yield Problem(keyword, f"no more copies of {tile} than the box has", "too many", tile, index)
    if state.round == 0 and state.ruleset.slots and any(left.values()):
        yield Problem("stack", "every tile on the board or in the stack before the first round", "fewer")


def _board(state: State) -> Iterator[Problem]:
    """Slots and dragon as the step leaves them."""
    board, in_turn = state.board, state.round > 0 and state.step not in (Step.REVEAL, Step.BUILDINGS)
    if board.dragon is not None:
        if not in_turn:
            yield Problem("dragon", "the dragon in its cave at this step", f"{board.dragon}", f"{board.dragon}")
        if (board.dragon, None) not in zip(state.ruleset.slots, board.slots, strict=True):
            yield Problem("dragon", "a slot without a tile", f"{board.dragon}", f"{board.dragon}")
    if in_turn:
        return
    set_up = _in_opening(state) and state.step in (Step.REVEAL, Step.BUILDINGS)
    if set_up and any(board.slots):
        yield Problem("board", "empty slots before the first tiles are revealed", "tiles")
    if board.slots != slide(board).slots:
        yield Problem("board", "tiles on the cheapest slots at this step", "a gap")
    if not set_up and (state.step is Step.BUILDINGS) != bool(tiles_to_reveal(board)):
        yield Problem("step", f"{Step.BUILDINGS} if, and only if, tiles are to be revealed", state.step, state.step)


def _turn(state: State) -> Iterator[Problem]:
    """What seats have done in this round, an optional phase that is open, and no tax collected before its time."""
    turn = _in_turn(state)
    waiting = Counter(_claimed(state.line[1:] if turn and state.step is not Step.PLACE else state.line))
    for seat, step in sorted(state.done, key=done_order):
        if not turn or waiting[seat] == state.ruleset.kings:
            yield Problem("done", "nothing of a seat whose kings have still to act", f"{seat}={step}", f"{seat}={step}")
    if state.step not in OPTIONAL:
        return
    if reason := closed(state, state.step):
        yield Problem("step", "a step that is open", f"{state.step}, but {reason}", state.step)
    realm = state.realms[state.realm]
    if state.step is Step.TAX and realm.taxed.intersection(realm.kingdom.placed(state.domino)):
        yield Problem("taxed", f"no knight on {state.domino} before its tax", "one", realm=state.realm)
