"""A match above the game: one game, or the three of a Dynasty with its sums (KV1)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from crownlands.rules import game
from crownlands.rules.events import Event
from crownlands.rules.ruleset import Ruleset, as_ruleset
from crownlands.rules.scoring import Ranking, Standing, rank, scores
from crownlands.rules.state import State, new_game


@dataclass(frozen=True)
class Match:
    """The current game, its number from 1, and what the finished games before it gave each realm."""

    state: State
    game: int = 1
    earlier: tuple[Standing, ...] = ()

    @property
    def ruleset(self) -> Ruleset:
        return self.state.ruleset

    @property
    def over(self) -> bool:
        return self.state.over and self.game == self.ruleset.games

    def totals(self) -> tuple[Standing, ...]:
        """Sums over all games, the current one as if it ended now."""
        now = tuple(score.standing for score in scores(self.state))
        return tuple(a.plus(b) for a, b in zip(self.earlier, now, strict=True))

    def ranking(self) -> Ranking:
        return rank(self.ruleset, self.totals())

    def upcoming(self) -> Match:
        """This match, with the next game set up if the current one is over and not the last."""
        if not self.state.over or self.over:
            return self
        return Match(new_game(self.ruleset), self.game + 1, self.totals())

    def apply(self, event: Event) -> Match:
        """The match after this event; the first event of a new game starts it."""
        match = self.upcoming()
        return replace(match, state=game.apply(match.state, event))


def new_match(ruleset: Ruleset | str) -> Match:
    """The match before its first event, by ruleset or by its name."""
    ruleset = as_ruleset(ruleset)
    return Match(new_game(ruleset), 1, tuple(Standing() for _ in ruleset.realms))
