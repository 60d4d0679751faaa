"""External bots: any program that speaks the line protocol of `docs/bot-protocol.md`."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from crownlands.game import Game
from crownlands.notation.errors import ParseError
from crownlands.notation.events import parse_action, print_event
from crownlands.players.budget import Budget
from crownlands.players.outcome import Outcome
from crownlands.players.process import BotFailure, LineProcess
from crownlands.players.protocol import Player
from crownlands.players.seeds import PREFIX
from crownlands.rules import CrownlandsError, Ruleset
from crownlands.rules.events import Action
from crownlands.rules.pieces import BUILDINGS

HANDSHAKE = 10.0
"""Seconds to start and to get ready for a game."""
GOODBYE = 0.5
"""Seconds to end after `quit`."""


class ExternalPlayer(Player):
    """A bot in a process of its own, started when it is first needed."""

    def __init__(self, command: str, seed: str, budget: Budget, log: Path | None = None) -> None:
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise CrownlandsError(f"cannot read the command {command!r}: {error}") from None
        if not self.command:
            raise CrownlandsError(f"no program after {PREFIX}")
        if budget.clock == "processor":
            raise CrownlandsError("a program's processor time is not measured: it plays by the wall clock")
        self.name = ""
        self.version = ""
        self._seed = seed
        self._budget = budget
        self._log = log
        """Where its standard error is kept."""
        self._process: LineProcess | None = None
        self._turn: tuple[int, int, int] | None = None
        self._used = 0.0
        """Seconds used of the current turn."""

    def begin(self, game: Game, seat: int) -> None:
        """Starts the program and tells it what it is going to play."""
        deadline = time.monotonic() + HANDSHAKE
        process = self._process = LineProcess(self.command, self._log)
        try:
            process.send("crownlands bot 1\n", deadline)
            while (line := self._answer(process, deadline)) != "ready":
                self._introduce(line)
            if not self.name:
                raise BotFailure("nonsense", "no name before `ready`")
            process.send("".join(f"{line}\n" for line in self._game(game.ruleset, seat)), deadline)
            if (line := self._answer(process, deadline)) != "ready":
                raise BotFailure("nonsense", f"expected `ready`, got {_short(line)}")
        except TimeoutError:
            raise BotFailure("late", f"not ready within {HANDSHAKE:g} s") from None

    def _introduce(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word not in ("name", "version") or not rest.strip():
            raise BotFailure("nonsense", f"expected `name`, `version` or `ready`, got {_short(line)}")
        setattr(self, word, rest.strip())

    def _game(self, ruleset: Ruleset, seat: int) -> Iterator[str]:
        yield "game"
        yield f"ruleset {ruleset.name}"
        yield f"seat {seat}"
        yield f"realm {ruleset.realm_of(seat)}"
        yield f"rounds {ruleset.rounds}"
        yield f"games {ruleset.games}"
        yield f"frame {ruleset.frame}"
        yield f"aside {len(ruleset.pool) - ruleset.dominoes}"
        yield " ".join(("ties", *ruleset.ties))
        yield f"threads {self._budget.threads}"
        yield f"seed {self._seed}"
        for domino in ruleset.pool:
            halves = (f"{half.terrain} {half.crowns}" for half in (domino.left, domino.right))
            yield f"domino {domino.name} {' '.join(halves)}"
        for tile in BUILDINGS.values() if ruleset.slots else ():
            numbers = f"copies {tile.copies} knights {tile.knights} towers {tile.towers} crowns {tile.crowns}"
            yield f"building {tile.name} {numbers} points {tile.points} per {tile.per or '-'} tax {tile.tax or '-'}"
        yield "end"

    def choose(self, game: Game) -> Action:
        """What the bot answers; a forced action is not asked for."""
        state, actions = game.state, game.legal
        if len(actions) == 1:
            return actions[0]
        if self._process is None:
            self.begin(game, state.acting)
        assert self._process
        if state.turn != self._turn:
            self._turn, self._used = state.turn, 0.0
        if self._process.said_something():
            raise BotFailure("nonsense", "it spoke before it was asked")
        start = time.monotonic()
        deadline = start + self._budget.limit - self._used
        try:
            self._process.send("".join(f"{line}\n" for line in self._question(game, actions)), deadline)
            answer = self._answer(self._process, deadline)
        except TimeoutError:
            raise BotFailure("late", f"no answer within {self._budget.limit:.3f} s for the turn") from None
        self._used += time.monotonic() - start
        return self._understood(answer, state.acting, actions)

    def _question(self, game: Game, actions: list[Action]) -> Iterator[str]:
        yield "position"
        yield game.position().rstrip("\n")
        yield "end"
        yield "actions"
        yield from map(print_event, actions)
        yield "end"
        if self._budget.seconds is not None:
            yield f"clock seconds {max(0.0, self._budget.seconds - self._used):.3f}"
        else:
            yield f"clock work {self._budget.work}" if self._budget.work is not None else "clock free"
        yield "go"

    def _understood(self, answer: str, seat: int, actions: list[Action]) -> Action:
        word, _, text = answer.partition(" ")
        if word != "action":
            raise BotFailure("nonsense", f"expected `action`, got {_short(answer)}")
        try:
            action = parse_action(text, seat)
        except ParseError as error:
            raise BotFailure("nonsense", f"{_short(text)}: {error}") from None
        if action not in actions:
            raise BotFailure("illegal", f"{_short(text)} is not among the actions")
        return action

    @staticmethod
    def _answer(process: LineProcess, deadline: float) -> str:
        """The next line that is not a remark."""
        while (line := process.read_line(deadline)).partition(" ")[0] == "info":
            pass
        return line

    def end(self, outcome: Outcome) -> None:
        """Tells the result."""
        self._say(result(outcome))

    def close(self, complaint: str = "") -> None:
        """Says why the game was lost, if it was, and goodbye; nothing of the bot keeps running."""
        if self._process is None:
            return
        self._say(*([f"error {' '.join(complaint.split())}"] if complaint else []), "quit")
        self._process.close(patience=GOODBYE)
        self._process = None

    def _say(self, *lines: str) -> None:
        """Says something to which there is no answer; whether it is heard changes nothing."""
        if self._process:
            self._process.tell("".join(f"{line}\n" for line in lines))


def result(outcome: Outcome) -> str:
    """The line that tells it."""
    return f"over points {_numbers(outcome.points)} places {_numbers(outcome.places)}"


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
