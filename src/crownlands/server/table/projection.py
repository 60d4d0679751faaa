"""From a table to what clients see."""

from __future__ import annotations

from collections.abc import Set
from functools import cache
from typing import NamedTuple

import msgspec

from crownlands.notation import HandKingdom
from crownlands.notation.projection import VERSION, realm_json
from crownlands.rules import Match, Ruleset, legal_actions
from crownlands.rules.phases import bribe
from crownlands.rules.phases.build import price
from crownlands.rules.pieces import BOXES, BRIBE, COINS_PER_POINT, domino_order
from crownlands.rules.reasons import Code
from crownlands.rules.scoring import Standing, rank_key, score_realm
from crownlands.rules.state import Realm, State
from crownlands.rules.steps import CHANCE
from crownlands.server.protocol.bodies.positions import ScoreAnswer
from crownlands.server.protocol.event_messages import to_message
from crownlands.server.protocol.views import (
    BoardView,
    ClaimView,
    ClockView,
    KingView,
    PersonView,
    PlayView,
    RealmView,
    RulesetInfo,
    SlotView,
    StateView,
    TableView,
)
from crownlands.server.table.ranking import ranked
from crownlands.server.table.table import Table


class Projector:
    """Projects the positions of one game after another; a realm that did not change is not projected again."""

    def __init__(self) -> None:
        self._realms: list[_Projected] = []

    def play(self, table: Table) -> PlayView | None:
        """The game of a table now."""
        if table.match is None:
            return None
        return msgspec.structs.replace(
            self.position(table.match, out=table.out),
            game_seq=table.game_seq,
            ply=len(table.events),
            results=table.results,
            clock=_clock(table),
            undoable=table.undoable,
        )

    def position(self, match: Match, past: bool = False, out: Set[int] = frozenset()) -> PlayView:
        """A match by itself, without a table around it.

        Nobody acts any more in a position of the `past`: it has no legal actions, and its tiles cost what is printed.
        """
        state, rules = match.state, match.ruleset
        deciding = state.step not in CHANCE and not state.over
        self._realms = realms = [self._realm(state, index) for index in range(len(state.realms))]
        totals = [before.plus(realm.standing) for before, realm in zip(match.earlier, realms, strict=True)]
        groups, decided = ranked(rules, totals, out)
        return PlayView(
            game_seq=0,
            ply=0,
            game=match.game,
            games=rules.games,
            rounds=rules.rounds,
            step=state.step.value,
            seat=state.seat,
            realm=state.realm if deciding else None,
            domino=state.domino if deciding and state.round else None,
            kings=[KingView(*king) for king in state.kings],
            line=[ClaimView(*claim) for claim in state.line],
            next=[ClaimView(*claim) for claim in state.next_line],
            undrawn=sorted(state.undrawn, key=domino_order),
            board=_board(state, deciding and not past),
            reserve=[realm.knights_in_reserve for realm in state.realms],
            state=StateView(
                version=VERSION,
                ruleset=rules.name,
                over=match.over,
                round=state.round,
                realms=[realm.view for realm in realms],
                ranking=[list(group) for group in groups],
                match=[standing.points for standing in totals] if rules.games > 1 else None,
            ),
            decided=list(decided),
            results=[],
            legal=[] if past else [to_message(action) for action in legal_actions(state)],
            clock=None,
            undoable=None,
        )

    def _realm(self, state: State, index: int) -> _Projected:
        realm, queen = state.realms[index], index == state.queen
        if index < len(self._realms) and self._realms[index].realm is realm and self._realms[index].queen == queen:
            return self._realms[index]
        score = score_realm(state.ruleset, realm, queen)
        view = {"seats": state.ruleset.realms[index], **realm_json(realm, queen, score)}
        return _Projected(realm, queen, score.standing, msgspec.convert(view, RealmView))


def score_answer(hand: HandKingdom) -> ScoreAnswer:
    """A kingdom typed by hand."""
    score = score_realm(hand.ruleset, hand.realm, hand.hosts_queen)
    view = {"seats": [], **realm_json(hand.realm, hand.hosts_queen, score)}
    return ScoreAnswer(
        hand.ruleset.name, msgspec.convert(view, RealmView), list(rank_key(hand.ruleset, score.standing))
    )


class _Projected(NamedTuple):
    realm: Realm
    queen: bool
    standing: Standing
    view: RealmView


def _board(state: State, priced: bool) -> BoardView | None:
    rules = state.ruleset
    if not rules.slots:
        return None
    slots = [
        SlotView(slot, tile, price(state, slot) if priced else slot)
        for slot, tile in zip(rules.slots, state.board.slots, strict=True)
    ]
    return BoardView(slots, state.board.dragon, list(state.board.stack), _unbribable(state) if priced else None)


def _unbribable(state: State) -> str | None:
    closed = bribe.closed(state)
    return closed.code.value if closed is not None and closed.code is not Code.CANNOT_AFFORD else None


def _clock(table: Table) -> ClockView | None:
    deadline = table.deadline
    if deadline is None or table.opened.clock is None:
        return None
    return ClockView(deadline, table.opened.clock, table.opened.stand_in)


@cache
def ruleset_info(rules: Ruleset) -> RulesetInfo:
    """What a page must know of a ruleset."""
    return RulesetInfo(
        name=rules.name,
        family=rules.family,
        options=list(rules.options),
        seats=rules.seats,
        realms=[list(seats) for seats in rules.realms],
        kings=rules.kings,
        boxes=[BOXES[box][0].name[0] for box in rules.boxes],
        dominoes=rules.dominoes,
        line=rules.line,
        frame=rules.frame,
        rounds=rules.rounds,
        games=rules.games,
        opening=rules.opening.value,
        phases=[phase.value for phase in rules.phases],
        ties=list(rules.ties),
        colours=list(rules.colours),
        slots=list(rules.slots),
        bribe=BRIBE,
        coins_per_point=COINS_PER_POINT,
        printed=rules.printed,
    )


def table_view(table: Table) -> TableView:
    """The table around the game."""
    return TableView(
        ruleset=table.ruleset.name,
        rules=ruleset_info(table.ruleset),
        status=table.status,
        seats=table.seats,
        realms=[list(seats) for seats in table.ruleset.realms],
        colours=list(table.ruleset.colours),
        persons=[PersonView(person.name, person.left, person.muted, person.agreed) for person in table.persons],
        host=table.host,
        listed=table.opened.listed,
        clock=table.opened.clock,
        hints=table.opened.hints,
        stand_in=table.opened.stand_in,
        commitment=table.opened.commitment,
        seed=table.seed,
        result=table.result,
        rematch=table.rematch,
        pace=table.pace,
        resigning=table.opened.resigning,
        grace=table.opened.grace,
        begins=table.begins,
        shared=table.opened.shared,
    )
