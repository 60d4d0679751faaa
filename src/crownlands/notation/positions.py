"""Positions to text: complete, so that a game can go on from one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from crownlands.notation.names import LETTERS, print_king, print_square
from crownlands.rules.match import Match
from crownlands.rules.pieces import DOMINOES, domino_order
from crownlands.rules.ruleset import Ruleset
from crownlands.rules.state import BuildersBoard, Claim, Realm
from crownlands.rules.steps import Step

HEADER = "crownlands position 1"


def print_position(match: Match) -> str:
    """The position as canonical text; a keyword with nothing after it is left out."""
    lines = ((keyword, *words) for keyword, *words in _lines(match))
    return "".join(f"{' '.join(line)}\n" for line in lines if len(line) > 1)


def _lines(match: Match) -> Iterator[list[str]]:
    state, rules = match.state, match.ruleset
    yield HEADER.split()
    yield ["ruleset", rules.name]
    if rules.games > 1:
        yield ["match", f"{match.game}", *("/".join(map(str, standing)) for standing in match.earlier)]
    yield ["round", f"{state.round}"]
    yield ["step", state.step]
    yield ["kings", *(print_king(*king) for king in state.kings)]
    yield ["choosers", *map(str, state.choosers)]
    yield ["line", *map(_claim, state.line)]
    yield ["next", *map(_claim, state.next_line)]
    for letter in LETTERS:
        numbers = sorted(DOMINOES[domino].number for domino in state.undrawn if domino[0] == letter)
        yield [f"undrawn {letter}", *_runs(numbers)]
    if rules.slots:
        yield from _board_lines(rules, state.board)
    yield ["queen", *([] if state.queen is None else [f"{state.queen}"])]
    yield ["done", *(f"{seat}={step}" for seat, step in sorted(state.done, key=done_order))]
    for index, realm in enumerate(state.realms):
        yield ["realm", f"{index}"]
        yield from _realm_lines(rules, realm)


def done_order(done: tuple[int, Step]) -> tuple[int, int]:
    """Sort key: by seat, then in the order of the phases."""
    return done[0], list(Step).index(done[1])


def _board_lines(rules: Ruleset, board: BuildersBoard) -> Iterator[list[str]]:
    yield ["board", *(f"{slot}={tile or '-'}" for slot, tile in zip(rules.slots, board.slots, strict=True))]
    yield ["dragon", "cave" if board.dragon is None else f"{board.dragon}"]
    yield [
        "stack",
        *(tile if count == 1 else f"{tile}*{count}" for tile, count in sorted(Counter(board.stack).items())),
    ]


def _realm_lines(rules: Ruleset, realm: Realm) -> Iterator[list[str]]:
    if rules.purse:
        yield ["coins", f"{realm.coins}"]
        yield ["knights", f"{realm.knights_in_reserve}"]
    yield ["taxed", *map(print_square, sorted(realm.taxed))]
    dominoes = realm.kingdom.dominoes()
    for domino in sorted(dominoes, key=domino_order):
        yield ["domino", domino, *map(print_square, dominoes[domino])]
    for cell, building in sorted(realm.buildings.items()):
        yield ["building", building, print_square(cell)]
    yield ["discarded", *realm.discarded]


def _claim(claim: Claim) -> str:
    return claim.domino if claim.seat is None else f"{claim.domino}={claim.seat}"


def _runs(numbers: list[int]) -> list[str]:
    """Numbers with runs of two or more as `a-b`."""
    firsts = [number for before, number in pairwise([-1, *numbers]) if number != before + 1]
    lasts = [number for number, after in pairwise([*numbers, -1]) if after != number + 1]
    return [f"{first}" if first == last else f"{first}-{last}" for first, last in zip(firsts, lasts, strict=True)]
