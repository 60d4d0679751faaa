"""Chance for a match that may have begun elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, field

from crownlands.rules import Dealer, Match, Ruleset, State, Step, why_not
from crownlands.rules.chance import tiles_to_reveal
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Buildings, Chance, Kings, Reveal
from crownlands.rules.opening import kings_to_come, next_choosers
from crownlands.rules.pieces import DOMINOES, domino_order
from crownlands.rules.ruleset import Opening


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
        left = (
            len(state.undrawn),
            len(state.board.stack),
            *([len(to_come)] if (to_come := kings_to_come(state)) else []),
        )
        stream = Stream("crownlands deal of the rest", self.seed, *map(str, left))
        if state.step is Step.KINGS:
            # Only kings that are drawn one at a time can have been drawn otherwise before.
            owner = stream.shuffle(list(to_come))[0]
            drawn_by = next_choosers(state) if self.rules.opening is Opening.ANY_KING else (owner,)
            return Kings(((stream.shuffle(list(drawn_by))[0], owner),))
        if state.step is Step.BUILDINGS:
            tiles = stream.shuffle(list(state.board.stack))
            return Buildings(tuple(tiles[: tiles_to_reveal(state.board)]))
        box = self.rules.box_of_line(state.lines_drawn)
        undrawn = sorted((name for name in state.undrawn if DOMINOES[name].box == box), key=domino_order)
        return Reveal(tuple(sorted(stream.shuffle(undrawn)[: self.rules.line], key=domino_order)))
