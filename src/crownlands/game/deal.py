"""Chance for a match that may have begun elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field

from crownlands.rules import Dealer, Match, Ruleset, State, Step, why_not
from crownlands.rules.chance import tiles_to_reveal
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Buildings, Chance, Reveal
from crownlands.rules.pieces import DOMINOES, domino_order


@dataclass
class Deal:
    """The deal of a seed, game by game."""

    rules: Ruleset
    seed: str
    _dealers: dict[int, Dealer] = field(default_factory=dict)

    def next(self, match: Match) -> Chance:
        """The chance event that the match waits for."""
        if match.game not in self._dealers:
            self._dealers[match.game] = Dealer(self.rules, self.seed, match.game)
        event = self._dealers[match.game].next(match.state)
        # A game that was dealt otherwise (at a real table, say) may have used up what the seed would draw now.
        return self._drawn_afresh(match.state) if why_not(match.state, event) else event

    def _drawn_afresh(self, state: State) -> Chance:
        stream = Stream("crownlands deal of the rest", self.seed, str(len(state.undrawn)), str(len(state.board.stack)))
        if state.step is Step.BUILDINGS:
            tiles = stream.shuffle(list(state.board.stack))
            return Buildings(tuple(tiles[: tiles_to_reveal(state.board)]))
        box = self.rules.box_of_line(state.lines_drawn)
        undrawn = sorted((name for name in state.undrawn if DOMINOES[name].box == box), key=domino_order)
        return Reveal(tuple(sorted(stream.shuffle(undrawn)[: self.rules.line], key=domino_order)))
