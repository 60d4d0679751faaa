"""One game, played where a worker is: from a task to the text of its record."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from crownlands.arena.luck import print_luck, weigh
from crownlands.arena.plan import Task
from crownlands.game import Game
from crownlands.players.budget import Budget
from crownlands.players.external import HANDSHAKE
from crownlands.players.loop import play as play_game
from crownlands.players.outcome import Forfeited, Outcome, outcome
from crownlands.players.protocol import Player
from crownlands.players.registry import make_player
from crownlands.rules import CrownlandsError, why_not
from crownlands.rules.events import Action


class Forfeit(Exception):
    """A seat that lost the game at once, and why."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(f"{seat} {' '.join(reason.split())}")


class Stopwatch:
    """Seconds of each turn, seat by seat: the actions of one king's turn are added up."""

    def __init__(self, seats: int) -> None:
        self.seconds: list[list[float]] = [[] for _ in range(seats)]
        self._turn: tuple[int, tuple[int, int, int]] | None = None

    def add(self, seat: int, turn: tuple[int, int, int], seconds: float) -> None:
        if (seat, turn) == self._turn:
            self.seconds[seat][-1] += seconds
        else:
            self._turn = (seat, turn)
            self.seconds[seat].append(seconds)


class Watched(Player):
    """A player with a watch beside it: whatever goes wrong, its seat forfeits, and everybody by the same rules."""

    def __init__(self, player: Player, seat: int, budget: Budget, watch: Stopwatch) -> None:
        self._player, self._seat, self._budget, self._watch = player, seat, budget, watch

    def begin(self, game: Game, seat: int) -> None:
        start = self._budget.now()
        try:
            self._player.begin(game, seat)
        except Exception as error:
            raise Forfeit(seat, _words(error)) from error
        if self._budget.now() - start > HANDSHAKE:
            raise Forfeit(seat, f"late: not ready within {HANDSHAKE:g} s")

    def choose(self, game: Game) -> Action:
        start = self._budget.now()
        try:
            action = self._player.choose(game)
        except Exception as error:
            raise Forfeit(self._seat, _words(error)) from error
        finally:
            self._watch.add(self._seat, game.state.turn, self._budget.now() - start)
        if self._watch.seconds[self._seat][-1] > self._budget.limit:
            raise Forfeit(self._seat, f"late: no answer within {self._budget.limit:.3f} s for the turn")
        if reason := why_not(game.state, action):
            raise Forfeit(self._seat, f"illegal: {action}: {reason}")
        return action

    def end(self, outcome: Outcome) -> None:
        self._player.end(outcome)

    def close(self, complaint: str = "") -> None:
        self._player.close(complaint)


def _words(error: Exception) -> str:
    """What a bot did wrong is said in words; anything else is a mistake in a program, and has its kind before them."""
    return str(error) if isinstance(error, CrownlandsError) else f"{type(error).__name__}: {error}"


def play(task: Task) -> str:
    """Plays the game to its end, or until somebody forfeits it."""
    load = os.getloadavg()[0]
    game = Game(task.ruleset, seed=task.seed)
    rules, players, forfeit = game.ruleset, list[Player](), ""
    watch = Stopwatch(rules.seats)
    if task.bot_logs:  # on another machine nobody has made it yet, and no bot is to blame if it cannot be made
        Path(task.bot_logs).mkdir(parents=True, exist_ok=True)
    try:
        for seat in range(rules.seats):
            entrant = task.entrant(seat)
            player = make_player(entrant.name, task.player_seed(seat), entrant.budget, task.log(seat))
            players.append(Watched(player, seat, entrant.budget, watch))
        play_game(game, players)
    except Forfeit as end:
        forfeit = str(end)
    finally:
        _dismiss(game, players, forfeit)
    tags = {"seats": ", ".join(task.seat_labels()), "load": f"{load:.2f}"}
    tags |= {"forfeit": forfeit} if forfeit else {"result": " ".join(map(str, game.scores()))}
    if task.luck:
        tags["luck"] = print_luck(weigh(rules, game.events, str(task.deal)))
    for seat, seconds in enumerate(watch.seconds):
        tags[f"seconds-{seat}"] = " ".join(f"{second:.6f}" for second in seconds)
    return game.record(**tags)


def _dismiss(game: Game, players: list[Player], forfeit: str) -> None:
    """No bot outlives its game; the one that lost it is told why, and all what came of it.

    All go at the same time, and in threads: a table of eight that does not want to go takes no longer than one bot, and
    a worker that is told to leave meanwhile leaves when all have gone.
    """
    loser, _, reason = forfeit.partition(" ")
    if forfeit:
        result = outcome(game.match, Forfeited(game.ruleset.realm_of(int(loser)), reason))
        for player in players:
            player.end(result)
    with ThreadPoolExecutor(game.ruleset.seats) as goodbyes:
        complaints = [reason if str(seat) == loser else "" for seat in range(len(players))]
        list(goodbyes.map(lambda player, complaint: player.close(complaint), players, complaints))
