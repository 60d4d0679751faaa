"""What a person wants to see before deciding: what legal actions would change, where a domino could go, and why not."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import product

from crownlands.rules import State, apply, legal_actions, why_not
from crownlands.rules.events import Place
from crownlands.rules.pieces import DOMINOES, Cell
from crownlands.rules.reasons import Code
from crownlands.rules.scoring import Score, score_realm
from crownlands.rules.state import Realm
from crownlands.rules.steps import Step
from crownlands.server.protocol.messages import Preview, Spot, Worth

TURNS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Where the second half of a domino lies."""


def preview(state: State, game_seq: int) -> Preview:
    """For the seat that decides in the position after entry `game_seq`; empty where nobody does."""
    actions = legal_actions(state)
    if not actions:
        return Preview(game_seq, [], {}, {})
    index = state.realm
    before, score = state.realms[index], _score(state, state.realms[index], index)
    worth = []
    for action in actions:
        after = apply(state, action)
        gained = _score(after, after.realms[index], index)
        points, laid = gained.points - score.points, gained.laid - score.laid
        worth.append(Worth(points, after.realms[index].coins - before.coins, points - laid))
    free = [claim.domino for claim in state.next_line if claim.seat is None] if state.step is Step.CHOOSE else []
    return Preview(game_seq, worth, {domino: spots(state, domino) for domino in free}, reasons(state))


def spots(state: State, domino: str) -> list[Spot]:
    """Every placement of this domino in the acting realm's kingdom."""
    index = state.realm
    realm, points = state.realms[index], _score(state, state.realms[index], index).points
    found = []
    for cells in realm.kingdom.placements(DOMINOES[domino], state.ruleset.frame):
        grown = replace(realm, kingdom=realm.kingdom.with_domino(DOMINOES[domino], cells))
        found.append(Spot(cells, _score(state, grown, index).points - points))
    return found


def reasons(state: State) -> dict[str, list[tuple[int, int, int]]]:
    """Why the domino that is to be placed cannot lie elsewhere in the grid; equal halves may lie either way."""
    found: defaultdict[str, list[tuple[int, int, int]]] = defaultdict(list)
    if state.step is Step.PLACE and state.seat is not None:
        xs, ys = state.realms[state.realm].kingdom.reach(state.ruleset.frame)
        for y, x, (turn, (dx, dy)) in product(ys, xs, enumerate(TURNS)):
            why = why_not(state, Place(state.seat, state.domino, ((x, y), (x + dx, y + dy))))
            if why is not None and why.code is not Code.DOUBLE_ORDER:
                found[why.code.value].append((x, y, turn))
    return dict(found)


def _score(state: State, realm: Realm, index: int) -> Score:
    return score_realm(state.ruleset, realm, hosts_queen=index == state.queen)
