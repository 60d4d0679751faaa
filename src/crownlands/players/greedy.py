"""A player who takes what gives most now and keeps the kingdom open."""

from __future__ import annotations

from collections.abc import Callable

from crownlands.game import Game
from crownlands.players.bit_kingdom import BitKingdom, bit
from crownlands.players.protocol import Player
from crownlands.players.realm_evaluator import RealmEvaluator
from crownlands.players.worth import WEIGHTS, Weights
from crownlands.rules import State, Step, legal_actions
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Action, Bribe, Build, Choose, Pass, Place, Tax
from crownlands.rules.phases.build import price
from crownlands.rules.phases.tax import income
from crownlands.rules.pieces import DOMINOES, domino_order

Rated = list[tuple[float, Action]]
FEW = 6
"""Placements that are looked at twice."""


class GreedyPlayer(Player):
    """One step ahead in every phase; ties are broken by the seed."""

    def __init__(self, seed: str, weights: Weights = WEIGHTS) -> None:
        self._stream = Stream("crownlands greedy player", seed)
        self.weights = weights
        self._phases: dict[Step, Callable[[State, RealmEvaluator], Rated]] = {
            Step.PLACE: self._place,
            Step.TAX: self._tax,
            Step.BUILD: self._build,
            Step.BRIBE: self._bribe,
            Step.CHOOSE: self._choose,
        }

    def choose(self, game: Game) -> Action:
        state, actions = game.state, game.legal
        if len(actions) == 1:
            return actions[0]
        rated = self._phases[state.step](state, RealmEvaluator(state, state.realm, self.weights))
        best = max(rate for rate, _ in rated)
        tied = [action for rate, action in rated if rate > best - 1e-9]
        return tied[self._stream.below(len(tied))] if len(tied) > 1 else tied[0]

    def _place(self, state: State, evaluator: RealmEvaluator) -> Rated:
        domino = DOMINOES[state.domino]
        tried: list[tuple[float, BitKingdom, Action]] = []
        for action in legal_actions(state):
            assert isinstance(action, Place)
            left, right = map(bit, action.squares)
            kingdom = evaluator.kingdom.place(domino, left, right)
            tried.append((evaluator.worth(kingdom) + evaluator.tax_hope(kingdom, left | right), kingdom, action))
        waiting = evaluator.waiting(state)
        if not waiting:
            return [(rate, action) for rate, _, action in tried]
        # Dominoes that the realm has already claimed will be placed too: they decide between the best few.
        tried.sort(key=lambda each: -each[0])
        return [
            (rate - evaluator.worth(kingdom) + evaluator.worth_after(kingdom, waiting)[0], action)
            for rate, kingdom, action in tried[:FEW]
        ]

    def _choose(self, state: State, evaluator: RealmEvaluator) -> Rated:
        _, base = evaluator.worth_after(
            evaluator.kingdom, [claim.domino for claim in state.line[1:] if evaluator.mine(claim.seat)]
        )
        taken = [claim.domino for claim in state.next_line if evaluator.mine(claim.seat)]
        # With another's king (any king, K4) the worst domino is the best, unless it is a partner's.
        sign = 1.0 if evaluator.mine(state.acting) else -1.0
        rated: Rated = []
        for index, claim in enumerate(state.next_line):
            if claim.seat is None:
                worth, _ = evaluator.worth_after(base, sorted([*taken, claim.domino], key=domino_order))
                rated.append((sign * (worth - self.weights.order * index), Choose(state.acting, claim.domino)))
        return rated

    def _tax(self, state: State, evaluator: RealmEvaluator) -> Rated:
        # Knights that could not all be used any more have nothing to wait for.
        later = 0.0 if evaluator.realm.knights_in_reserve > 2 * evaluator.turns else evaluator.knight_later
        rated: Rated = [(0.0, Pass(state.acting))]
        for action in legal_actions(state):
            if isinstance(action, Tax):
                rated.append((sum(income(evaluator.realm, square) - later for square in action.squares), action))
        return rated

    def _build(self, state: State, evaluator: RealmEvaluator) -> Rated:
        rated: Rated = [(self.weights.building if evaluator.turns else 0.0, Pass(state.acting))]
        for action in legal_actions(state):
            if isinstance(action, Build):
                gain = evaluator.build_gain(action.building, price(state, action.slot), bit(action.square))
                rated.append((gain, action))
        return rated

    def _bribe(self, state: State, evaluator: RealmEvaluator) -> Rated:
        """Burns what a rival would gain most by, if that is much and not our own hope."""
        rivals = [
            RealmEvaluator(state, index, self.weights) for index in range(len(state.realms)) if index != state.realm
        ]
        rated: Rated = [(self.weights.bribe * len(rivals), Pass(state.acting))]
        for slot, tile in state.tiles:
            lost = max(rival.tile_gain(slot, tile) for rival in rivals)
            rated.append((lost - max(0.0, evaluator.tile_gain(slot, tile)), Bribe(state.acting, slot, tile)))
        return rated
