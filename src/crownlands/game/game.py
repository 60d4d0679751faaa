"""A game as most people want it: one object that knows the rules, deals its own chance and can be taken back."""

from __future__ import annotations

import secrets
from typing import Self

from crownlands.game.deal import Deal
from crownlands.notation import (
    Record,
    parse_action,
    parse_position,
    parse_record,
    print_event,
    print_position,
    print_record,
    replay,
)
from crownlands.rules import (
    CHANCE,
    CrownlandsError,
    IllegalEvent,
    Match,
    Ruleset,
    State,
    Step,
    legal_actions,
    new_match,
    why_not,
)
from crownlands.rules.events import Action, Event
from crownlands.rules.reasons import Code, Reason


class Game:
    """A game, or a Dynasty's match of three, at a decision or at its end; chance is dealt from the seed by itself.

    >>> game = Game("kingdomino/2", seed=42)
    >>> game.push(game.legal[0])
    >>> game.undo()
    Choose(seat=0, domino='K31')
    """

    def __init__(self, ruleset: str | Ruleset, *, seed: str | int | None = None) -> None:
        """A new game of this ruleset, or of the one with this name; without a seed, a deal nobody has seen."""
        self._begin([new_match(ruleset)], [], seed)

    @classmethod
    def from_record(cls, text: str, *, seed: str | int | None = None) -> Self:
        """The game that this record tells, to be taken back or played on; its seed tag deals the rest."""
        record = parse_record(_text(text, "a record"))
        tags = dict(record.tags)
        return cls._made([*replay(record)], [*record.events], seed if seed is not None else tags.get("seed"), tags)

    @classmethod
    def from_position(cls, text: str, *, seed: str | int | None = None) -> Self:
        """A game that goes on from this position; what came before is not known."""
        return cls.of(parse_position(_text(text, "a position")), seed=seed)

    @classmethod
    def of(cls, match: Match | State, *, seed: str | int | None = None) -> Self:
        """A game that goes on from this match, or from this state of a match's first game."""
        if isinstance(match, State):
            match = Match(match, 1, new_match(match.ruleset).earlier)
        if not isinstance(match, Match):
            raise CrownlandsError(f"a game goes on from a Match or a State, not {match!r}")
        return cls._made([match], [], seed, {}, complete=False)

    @classmethod
    def _made(
        cls,
        matches: list[Match],
        events: list[Event],
        seed: str | int | None,
        tags: dict[str, str],
        complete: bool = True,
    ) -> Self:
        game = cls.__new__(cls)
        game._begin(matches, events, seed, tags, complete)
        return game

    def _begin(
        self,
        matches: list[Match],
        events: list[Event],
        seed: str | int | None,
        tags: dict[str, str] | None = None,
        complete: bool = True,
    ) -> None:
        if seed is not None and not isinstance(seed, str | int):
            raise CrownlandsError(f"a seed is a text or a whole number, like seed=42, not {seed!r}")
        self._matches, self._events, self._complete = matches, events, complete
        # As a record has it, which holds no spaces around a seed.
        self._seed = None if seed is None else str(seed).strip(" \t")
        self._deal: Deal | None = None
        self._tags = tags or {}
        self._deal_chance()

    @property
    def seed(self) -> str:
        """What chance is dealt from; drawn when it is first needed, if nobody gave one."""
        if self._seed is None:
            self._seed = secrets.token_hex(8)
        return self._seed

    @property
    def match(self) -> Match:
        """The game as a value of the rules, with the sums of a Dynasty's earlier games."""
        return self._matches[-1]

    @property
    def state(self) -> State:
        """The state of the game that is going on."""
        return self.match.state

    @property
    def ruleset(self) -> Ruleset:
        return self.match.ruleset

    @property
    def matches(self) -> tuple[Match, ...]:
        """The match at the start and after each event."""
        return tuple(self._matches)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened since the start, chance included."""
        return tuple(self._events)

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def step(self) -> Step:
        """What is to be decided now, or that the game is over."""
        return self.state.step

    @property
    def seat(self) -> int | None:
        """Who decides now; nobody at the end."""
        return self.state.seat

    @property
    def legal(self) -> list[Action]:
        """Every legal action, in a fixed order; none at the end."""
        return legal_actions(self.state)

    def why_not(self, action: str | Action) -> Reason | None:
        """Why this action cannot be pushed now, or nothing if it can."""
        return Reason.of(Code.GAME_OVER) if self.over else why_not(self.state, self._read(action))

    def push(self, action: str | Action) -> None:
        """Does this action, as text or as a value, and deals the chance that follows; a wrong one changes nothing."""
        if self.over:
            raise IllegalEvent(Reason.of(Code.GAME_OVER))
        self._apply(self._read(action))
        self._deal_chance()

    def undo(self) -> Action:
        """Takes back the last action, and the chance that followed it."""
        last = next((index for index in reversed(range(len(self._events))) if _is_action(self._events[index])), None)
        if last is None:
            raise CrownlandsError("there is no action to take back: nobody has done anything yet")
        action = self._events[last]
        assert isinstance(action, Action)
        del self._events[last:], self._matches[last + 1 :]
        return action

    def scores(self) -> tuple[int, ...]:
        """The points of each realm if it ended now, over all games of a Dynasty; `scores(state)` has the terms."""
        return tuple(standing.points for standing in self.match.totals())

    @property
    def winners(self) -> tuple[int, ...]:
        """The realms that have won, more than one if they share the victory; none before the end."""
        return self.match.ranking().groups[0] if self.over else ()

    def record(self, **tags: str) -> str:
        """All that has happened as text, with these tags beside those that it has."""
        if not self._complete:
            raise CrownlandsError("a game that began at a position has no record: position() writes where it is now")
        own = {key: value for key, value in self._tags.items() if key not in ("seed", "result")}
        known = {"seed": self._seed} if self._seed is not None else {}
        end = {"result": " ".join(map(str, self.scores()))} if self.over else {}
        return print_record(Record(self.ruleset, tuple({**known, **own, **tags, **end}.items()), self.events))

    def position(self) -> str:
        """Where the game is now, as text that it can go on from."""
        return print_position(self.match)

    def copy(self) -> Self:
        """The same game, to try things out on."""
        return self._made([*self._matches], [*self._events], self._seed, dict(self._tags), self._complete)

    def __copy__(self) -> Self:
        """Not Python's own shallow copy: both games would go on with one list of events."""
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def seen(self) -> Self:
        """The game as everybody at the table sees it: what comes is not in it, so chance is drawn anew when tried."""
        return self._made([self.match], [], None, {}, complete=False)

    def _read(self, action: str | Action) -> Action:
        if isinstance(action, str):
            return parse_action(action, self.state.acting)
        if not isinstance(action, Action):
            example = print_event(self.legal[0]).partition(" ")[2]
            raise CrownlandsError(f"an action is a text like {example!r} or one of game.legal, not {action!r}")
        return action

    def _apply(self, event: Event) -> None:
        self._matches.append(self.match.apply(event))
        self._events.append(event)

    def _deal_chance(self) -> None:
        while (match := self.match.upcoming()).state.step in CHANCE:
            if self._deal is None:
                self._deal = Deal(match.ruleset, self.seed)
            self._apply(self._deal.next(match))

    def __str__(self) -> str:
        """The table as text, as in the terminal."""
        from crownlands.draw.text import table_text

        return table_text(self.match)

    def svg(self) -> str:
        """The table as a picture that needs nothing else; a notebook shows it by itself."""
        from crownlands.draw.svg import table_svg

        return table_svg(self.match)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        where = "over" if self.over else f"round {self.state.round}, seat {self.seat} to {self.step}"
        if self.ruleset.games > 1:
            where = f"game {self.match.game}, {where}"
        return f"<Game {self.ruleset.name}: {where}, scores {self.scores()}>"


def _is_action(event: Event) -> bool:
    return isinstance(event, Action)


def _text(text: object, what: str) -> str:
    if not isinstance(text, str):
        raise CrownlandsError(f"{what} is a text, not {text!r}; read a file with Path(...).read_text()")
    return text
