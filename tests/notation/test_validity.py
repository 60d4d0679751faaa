"""Positions that no game can have are refused, at the line that is to blame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from crownlands.notation import ParseError, parse_position, print_position
from crownlands.rules import Match, State, Step
from crownlands.rules.kingdom import Kingdom
from crownlands.rules.pieces import DOMINOES, STACK, Cell, Terrain
from crownlands.rules.scoring import Standing
from crownlands.rules.state import Claim, King, Realm
from tests.notation.games import moment, whole_game


def refusal(match: Match, **changes: Any) -> ParseError:
    """What the reader says about this position once its state is changed; unchanged it is fine."""
    assert parse_position(print_position(match)) == match
    with pytest.raises(ParseError) as error:
        parse_position(print_position(replace(match, state=replace(match.state, **changes))))
    return error.value


def blamed(match: Match, error: ParseError, **changes: Any) -> str:
    """The text from the blamed column on, without what follows its word."""
    lines = print_position(replace(match, state=replace(match.state, **changes))).split("\n")
    return lines[error.line - 1][error.column - 1 :].split()[0]


def at(name: str, step: Step, round: int = 3, wanted: Callable[[State], object] = lambda _: True) -> Match:
    return moment(name, lambda state: state.step is step and state.round == round and wanted(state))


def with_realm(state: State, index: int, **changes: Any) -> tuple[Realm, ...]:
    realms = list(state.realms)
    realms[index] = replace(realms[index], **changes)
    return tuple(realms)


# rule 1: every domino in one place


@pytest.mark.parametrize("where", ["line", "next", "domino", "discarded"])
def test_an_undrawn_domino_lies_nowhere_else(where: str) -> None:
    match = at("kingdomino/4", Step.PLACE, 8, lambda state: state.realms[0].discarded)
    state = match.state
    victim = {
        "line": state.line[-1].domino,
        "next": state.next_line[0].domino,
        "domino": next(iter(state.realms[0].kingdom.dominoes())),
        "discarded": state.realms[0].discarded[0],
    }[where]
    swapped = (state.undrawn - {min(state.undrawn)}) | {victim}
    error = refusal(match, undrawn=swapped)
    assert error.expected == "a domino that is in no other place"
    assert error.found == victim
    assert blamed(match, error, undrawn=swapped).startswith(victim)


def test_a_domino_lies_in_one_kingdom_only() -> None:
    match = at("kingdomino/4", Step.PLACE, 2)
    kingdom = match.state.realms[1].kingdom
    realms = with_realm(match.state, 3, kingdom=kingdom)
    error = refusal(match, realms=realms)
    assert error.expected == "a domino that is in no other place"
    assert blamed(match, error, realms=realms) in kingdom.dominoes()


def test_a_domino_that_waits_is_not_placed_yet() -> None:
    match = at("kingdomino/4", Step.PLACE, 1)
    state = match.state
    domino = DOMINOES[state.domino]
    placed = Kingdom().with_domino(domino, ((1, 0), (2, 0)))
    assert refusal(match, realms=with_realm(state, state.realm, kingdom=placed)).found == domino.name


def test_the_acting_domino_has_been_placed_after_its_first_phase() -> None:
    match = at("kingdomino/4", Step.CHOOSE, 1)
    state = match.state
    error = refusal(match, realms=with_realm(state, state.realm, kingdom=Kingdom()))
    assert error.expected == f"a domino that realm {state.realm} has placed or discarded"
    assert error.found == state.domino
    placed = state.realms[state.realm].kingdom
    other = (state.realm + 1) % 4
    realms = tuple(
        replace(realm, kingdom=placed if index == other else Kingdom() if index == state.realm else realm.kingdom)
        for index, realm in enumerate(state.realms)
    )
    assert refusal(match, realms=realms).expected == f"a domino that realm {state.realm} has placed or discarded"


def test_the_acting_domino_is_drawn_and_in_its_realm_once() -> None:
    match = at("kingdomino/4", Step.CHOOSE, 1)
    state = match.state
    swapped = (state.undrawn - {min(state.undrawn)}) | {state.domino}
    assert refusal(match, undrawn=swapped).found == state.domino
    realms = with_realm(state, state.realm, discarded=(state.domino,))
    assert refusal(match, realms=realms).expected == "a domino that is in no other place"


def test_a_discarded_acting_domino_is_fine() -> None:
    at_discard = at("kingdomino/4", Step.CHOOSE, 11, lambda state: state.domino in state.realms[state.realm].discarded)
    assert parse_position(print_position(at_discard)) == at_discard


# rule 2: what is undrawn follows from round and step


@pytest.mark.parametrize("step", [Step.KINGS, Step.REVEAL, Step.CHOOSE, Step.PLACE])
def test_the_number_of_undrawn_dominoes_follows_from_the_step(step: Step) -> None:
    match = at("kingdomino/4", step, 1 if step is Step.PLACE else 0)
    error = refusal(match, undrawn=match.state.undrawn - {min(match.state.undrawn)})
    assert error.expected == f"{len(match.state.undrawn)} dominoes of the kingdomino box at this step"


def test_lines_are_drawn_from_both_boxes_in_turn() -> None:
    match = at("royal-wedding/3", Step.PLACE, 1)
    state = match.state
    undrawn = min(state.undrawn)
    assert undrawn[0] == "K"
    error = refusal(match, undrawn=(state.undrawn - {undrawn}) | set(state.removed))
    assert (error.expected, error.found) == ("44 dominoes of the queendomino box at this step", "45")
    line = (Claim(undrawn, state.line[0].seat), *state.line[1:])
    assert refusal(match, line=line).expected == "a domino of the queendomino box in this round"


def test_nothing_is_undrawn_once_every_line_is_drawn() -> None:
    match = at("kingdomino/4", Step.PLACE, 12)
    assert "undrawn" not in print_position(match)
    error = refusal(match, undrawn=frozenset({next(iter(match.state.realms[0].kingdom.dominoes()))}))
    assert error.expected == "0 dominoes of the kingdomino box at this step"


# rule 3: kings


def test_every_king_is_once_on_a_line_or_to_come() -> None:
    match = at("kingdomino/4", Step.PLACE)
    line = match.state.line
    twice = (line[0], Claim(line[1].domino, line[0].seat), *line[2:])
    assert refusal(match, line=twice).expected == "every king once"
    assert refusal(match, line=line[:-1]).expected == "every king once"
    opening = at("kingdomino/4", Step.CHOOSE, 0, lambda state: state.next_line[0].seat is not None)
    drawn = opening.state.next_line[0].seat
    assert drawn is not None
    assert refusal(opening, kings=(King(drawn, drawn),)).expected == "every king at most once"


def test_in_the_last_round_kings_that_have_acted_are_gone() -> None:
    match = at("kingdomino/2", Step.PLACE, 6)
    line = match.state.line
    assert parse_position(print_position(replace(match, state=replace(match.state, line=line[1:]))))
    seat = next(claim.seat for claim in line if [other.seat for other in line].count(claim.seat) == 2)
    error = refusal(match, line=tuple(Claim(claim.domino, seat) for claim in line))
    assert error.expected == "every king at most once"


def test_kings_and_lines_are_there_only_when_the_step_has_them() -> None:
    opening, turn, last, over = (
        at("kingdomino/4", Step.CHOOSE, 0),
        at("kingdomino/4", Step.PLACE),
        at("kingdomino/4", Step.PLACE, 12),
        whole_game("kingdomino/4")[-1],
    )
    assert refusal(opening, kings=()).expected == "`kings` at this step"
    assert refusal(opening, next_line=()).expected == "`next` at this step"
    assert refusal(opening, line=(Claim("K1", 0),)).expected == "no `line` at this step"
    assert refusal(turn, kings=(King(0, 0),)).expected == "no `kings` at this step"
    assert refusal(turn, line=()).expected == "`line` at this step"
    assert refusal(turn, next_line=()).expected == "`next` at this step"
    assert refusal(turn, next_line=turn.state.next_line[1:]).expected == "4 dominoes"
    assert refusal(last, next_line=(Claim("K1"),)).expected == "no `next` at this step"
    assert refusal(over, line=(Claim("K1", 0),)).expected == "no `line` at this step"
    before = whole_game("kingdomino/4")[0]
    assert before.state.step is Step.REVEAL
    assert refusal(at("kingdomino/4", Step.KINGS, 0), kings=(King(0, 0),)).expected == "no `kings` at this step"
    assert refusal(before, kings=(King(0, 0),)).expected == "no `kings` at this step"
    end = at("kingdomino/4", Step.REVEAL)
    assert refusal(end, next_line=turn.state.next_line).expected == "no `next` at this step"
    assert refusal(end, line=()).expected == "`line` at this step"


def test_before_the_set_up_is_complete_no_king_stands_on_a_domino() -> None:
    match = at("queendomino/4", Step.BUILDINGS, 0)
    state = match.state
    next_line = (Claim(state.next_line[0].domino, 0), *state.next_line[1:])
    error = refusal(match, next_line=next_line)
    assert error.expected == "no king on a domino before the set-up is complete"


@pytest.mark.parametrize(
    ("name", "owners"), [("kingdomino/4", (0, 1, 2, 3)), ("kingdomino/4+top-down", (0,)), ("queendomino/2", (1,))]
)
def test_kings_are_drawn_only_while_there_are_some_to_draw(name: str, owners: tuple[int, ...]) -> None:
    match = at(name, Step.KINGS, 0, lambda state: all(claim.seat is None for claim in state.next_line))
    line = match.state.next_line
    placed = tuple(Claim(claim.domino, owner) for claim, owner in zip(line, owners, strict=False))
    error = refusal(match, next_line=(*placed, *line[len(placed) :]))
    assert error.expected == "a king to draw, or all of them at once"


def test_a_missing_line_is_blamed_on_the_step() -> None:
    match = at("kingdomino/4", Step.PLACE)
    error = refusal(match, line=())
    assert blamed(match, error, line=()) == "step"


@pytest.mark.parametrize(
    ("name", "kings", "placed", "choosers"),
    [
        ("kingdomino/2", ((0, 1),), (0, 1), ()),
        ("kingdomino/2", ((0, 0), (1, 1)), (), ()),
        ("kingdomino/2+there-and-back", ((0, 0), (0, 0)), (1, 1), ()),
        ("kingdomino/2+there-and-back", ((1, 1), (0, 0), (1, 1)), (0,), ()),
        ("kingdomino/2+there-and-back", ((0, 0),), (0, 1), ()),
        ("kingdomino/2+any-king", ((1, 1),), (0, 1), (0, 1)),
        ("kingdomino/2+any-king", ((0, 1),), (0,), (0,)),
        ("kingdomino/3+any-king", ((2, 0),), (2,), (2,)),
        ("kingdomino/3+any-king", ((7, 1),), (2,), (0,)),
    ],
)
def test_kings_in_hand_have_an_order_of_their_opening(
    name: str, kings: tuple[tuple[int, int], ...], placed: tuple[int, ...], choosers: tuple[int, ...]
) -> None:
    match = at(name, Step.CHOOSE, 0)
    free = [claim.domino for claim in match.state.next_line]
    owners = [*placed, *[None] * (len(free) - len(placed))]
    line = tuple(Claim(domino, owner) for domino, owner in zip(free, owners, strict=True))
    error = refusal(match, kings=tuple(King(*king) for king in kings), next_line=line, choosers=choosers)
    assert error.expected.startswith("kings in an order that the ")


@pytest.mark.parametrize(
    ("name", "choosers", "placed"),
    [
        ("kingdomino/3+any-king", (), (0,)),
        ("kingdomino/3+any-king", (1,), ()),
        ("kingdomino/3+any-king", (1, 1), (0, 1)),
        ("kingdomino/2+any-king", (1, 0, 0), (0, 1, 1)),
    ],
)
def test_choosers_are_one_order_of_the_seats(name: str, choosers: tuple[int, ...], placed: tuple[int, ...]) -> None:
    match = at(name, Step.KINGS, 0)
    free = [claim.domino for claim in match.state.next_line]
    owners = [*placed, *[None] * (len(free) - len(placed))]
    line = tuple(Claim(domino, owner) for domino, owner in zip(free, owners, strict=True))
    error = refusal(match, next_line=line, choosers=choosers)
    assert error.expected == "a seat for each king on the line, in one order of the seats"


def test_what_a_seat_has_done_belongs_to_a_turn_it_has_had() -> None:
    name = "queendomino/2+one-court"
    expected = "nothing of a seat whose kings have still to act"
    first = at(name, Step.PLACE, wanted=lambda state: len(state.line) == 4)
    done = frozenset({(0, Step.TAX)})
    assert refusal(first, done=done).expected == expected
    assert refusal(at(name, Step.REVEAL), done=done).expected == expected
    taxing = at(name, Step.TAX)
    seat = taxing.state.acting
    closed = refusal(taxing, done=frozenset({(seat, Step.TAX)}))
    assert closed.expected == "a step that is open"
    assert parse_position(
        print_position(replace(taxing, state=replace(taxing.state, done=frozenset({(seat, Step.BUILD)}))))
    )


# rules 4 and 5: kingdoms


def test_a_kingdom_stays_in_its_frame() -> None:
    match = at("kingdomino/4", Step.PLACE, 2)
    kingdom = Kingdom.of({(x + 20, y): square for (x, y), square in match.state.realms[2].kingdom.squares.items()})
    error = refusal(match, realms=with_realm(match.state, 2, kingdom=kingdom))
    assert error.expected == "a kingdom that fits in 5×5"


def test_a_knight_stands_on_a_square_that_a_domino_covers() -> None:
    match = at("queendomino/4", Step.PLACE)
    realms = with_realm(match.state, 1, taxed=frozenset({(40, 0)}))
    error = refusal(match, realms=realms)
    assert error.expected == "a square that a domino covers"
    assert blamed(match, error, realms=realms) == "40,0"


def test_a_building_stands_on_a_town() -> None:
    match = at("queendomino/4", Step.PLACE, 5, lambda state: state.board.stack.count("statue") > 1)
    state = match.state
    squares = state.realms[0].kingdom.squares
    field = min(cell for cell, square in squares.items() if square.terrain is not Terrain.TOWN)
    for cell in (field, (40, 0)):
        buildings: dict[Cell, str] = {cell: "statue"}
        stack = list(state.board.stack)
        stack.remove("statue")
        changes = {
            "board": replace(state.board, stack=tuple(stack)),
            "realms": with_realm(state, 0, buildings=MappingProxyType(buildings)),
        }
        error = refusal(match, **changes)
        assert error.expected == "a town square of this kingdom"
        assert blamed(match, error, **changes) == f"{cell[0]},{cell[1]}"


# rule 6: the builders' board


def test_there_are_no_more_tiles_than_the_box_has() -> None:
    match = at("queendomino/4", Step.PLACE)
    board = replace(match.state.board, stack=tuple(sorted(STACK)))
    error = refusal(match, board=board)
    assert error.expected.startswith("no more copies of ")
    assert blamed(match, error, board=board).startswith(error.expected.split()[4])
    built = at("queendomino/4", Step.PLACE, 9, lambda state: state.realms[0].buildings)
    tile = next(iter(built.state.realms[0].buildings.values()))
    stack = tuple(sorted([*built.state.board.stack, *[tile] * 3]))
    assert refusal(built, board=replace(built.state.board, stack=stack)).expected.startswith(
        f"no more copies of {tile}"
    )


def test_before_the_first_round_every_tile_is_there() -> None:
    match = at("queendomino/4", Step.CHOOSE, 0)
    board = match.state.board
    error = refusal(match, board=replace(board, stack=board.stack[1:]))
    assert error.expected == "every tile on the board or in the stack before the first round"


def test_the_dragon_sits_on_a_slot_that_it_emptied() -> None:
    match = at("queendomino/4", Step.PLACE, 3, lambda state: state.board.slots[0] and state.board.dragon is None)
    board = replace(match.state.board, dragon=0)
    error = refusal(match, board=board)
    assert error.expected == "a slot without a tile"
    assert blamed(match, error, board=board) == "0"


@pytest.mark.parametrize(("step", "round"), [(Step.CHOOSE, 0), (Step.BUILDINGS, 3), (Step.REVEAL, 3)])
def test_the_dragon_is_in_its_cave_between_rounds(step: Step, round: int) -> None:
    match = at("queendomino/4", step, round)
    error = refusal(match, board=replace(match.state.board, dragon=5))
    assert error.expected == "the dragon in its cave at this step"


def test_the_board_is_empty_until_its_first_tiles_are_revealed() -> None:
    for step in (Step.REVEAL, Step.BUILDINGS):
        match = at("queendomino/4", step, 0)
        board = replace(match.state.board, slots=(STACK[0], *[None] * 5), stack=tuple(sorted(STACK[1:])))
        assert refusal(match, board=board).expected == "empty slots before the first tiles are revealed"


def test_between_rounds_tiles_lie_on_the_cheapest_slots() -> None:
    match = at("queendomino/4", Step.BUILDINGS)
    board = replace(match.state.board, slots=match.state.board.slots[::-1])
    assert refusal(match, board=board).expected == "tiles on the cheapest slots at this step"


def test_tiles_are_revealed_if_and_only_if_there_are_any_to_reveal() -> None:
    expected = "buildings if, and only if, tiles are to be revealed"
    assert refusal(at("queendomino/4", Step.BUILDINGS), step=Step.REVEAL).expected == expected
    assert refusal(at("queendomino/4", Step.REVEAL), step=Step.BUILDINGS).expected == expected


# rule 7: steps


@pytest.mark.parametrize("step", [Step.TAX, Step.BUILD, Step.BRIBE, Step.BUILDINGS])
def test_a_step_belongs_to_the_ruleset(step: Step) -> None:
    match = at("kingdomino/4", Step.CHOOSE)
    error = refusal(match, step=step)
    assert error.expected == "a step of kingdomino/4"
    assert blamed(match, error, step=step) == step


@pytest.mark.parametrize(
    ("name", "step", "round", "span"),
    [
        ("kingdomino/4", Step.KINGS, 1, "0"),
        ("kingdomino/4", Step.REVEAL, 11, "from 0 to 10"),
        ("kingdomino/4", Step.CHOOSE, 12, "from 0 to 11"),
        ("kingdomino/4", Step.PLACE, 0, "from 1 to 12"),
        ("kingdomino/4", Step.OVER, 11, "12"),
        ("kingdomino/4+top-down", Step.CHOOSE, 0, "from 1 to 11"),
        ("queendomino/4", Step.BUILDINGS, 12, "from 0 to 11"),
        ("queendomino/4", Step.TAX, 0, "from 1 to 12"),
    ],
)
def test_a_step_comes_in_a_round_that_has_it(name: str, step: Step, round: int, span: str) -> None:
    error = refusal(at(name, Step.PLACE), step=step, round=round)
    assert error.expected == f"a round that waits for {step} ({span})"
    assert error.found == f"{round}"


def test_an_optional_step_is_open() -> None:
    match = at("queendomino/4", Step.TAX)
    state = match.state
    error = refusal(match, realms=with_realm(state, state.realm, knights_in_reserve=0))
    assert error.expected == "a step that is open"
    assert error.found == "tax, but it takes more knights than the 0 in reserve"
    bribe = at("queendomino/4", Step.BRIBE)
    assert refusal(bribe, queen=bribe.state.realm).found == "bribe, but whoever hosts the Queen cannot bribe the dragon"
    build = at("queendomino/4", Step.BUILD)
    empty = replace(build.state.board, slots=(None,) * 6)
    assert refusal(build, board=empty).found == "build, but there is no tile on the builders' board"


def test_the_domino_to_be_taxed_has_no_knight_yet() -> None:
    match = at("queendomino/4", Step.TAX)
    state = match.state
    square = state.realms[state.realm].kingdom.placed(state.domino)[0]
    taxed = state.realms[state.realm].taxed | {square}
    error = refusal(match, realms=with_realm(state, state.realm, taxed=taxed))
    assert error.expected == f"no knight on {state.domino} before its tax"


def test_the_first_game_of_a_match_has_no_sums_yet() -> None:
    match = whole_game("kingdomino/2+dynasty")[0]
    with pytest.raises(ParseError, match="expected 0/0/0 for every realm in the first game"):
        parse_position(print_position(replace(match, earlier=(Standing(1, 1, 1), Standing()))))
    later = replace(match, game=2, earlier=(Standing(1, 1, 1), Standing()))
    assert parse_position(print_position(later)) == later
