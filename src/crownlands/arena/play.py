"""One game, played where a worker is: from a task to the text of its record."""

from __future__ import annotations

import time

from crownlands.arena.plan import Task
from crownlands.game import Game
from crownlands.players.loop import play as play_game
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
    """A player with a watch beside it: whatever goes wrong with it, its seat forfeits."""

    def __init__(self, player: Player, seat: int, watch: Stopwatch) -> None:
        self._player, self._seat, self._watch = player, seat, watch

    def begin(self, game: Game, seat: int) -> None:
        try:
            self._player.begin(game, seat)
        except Exception as error:
            raise Forfeit(seat, _words(error)) from error

    def choose(self, game: Game) -> Action:
        start = time.perf_counter()
        try:
            action = self._player.choose(game)
        except Exception as error:
            raise Forfeit(self._seat, _words(error)) from error
        finally:
            self._watch.add(self._seat, game.state.turn, time.perf_counter() - start)
        if reason := why_not(game.state, action):
            raise Forfeit(self._seat, f"illegal: {action}: {reason}")
        return action

    def close(self, complaint: str = "") -> None:
        self._player.close(complaint)


def _words(error: Exception) -> str:
    """What a bot did wrong is said in words; anything else is a mistake in a program, and has its kind before them."""
    return str(error) if isinstance(error, CrownlandsError) else f"{type(error).__name__}: {error}"


def play(task: Task) -> str:
    """Plays the game to its end, or until somebody forfeits it."""
    game = Game(task.ruleset, seed=task.seed)
    rules, players, forfeit = game.ruleset, list[Player](), ""
    watch = Stopwatch(rules.seats)
    try:
        for seat in range(rules.seats):
            entrant = task.lineup[rules.realm_of(seat)]
            players.append(Watched(make_player(entrant.name, task.player_seed(seat), entrant.budget), seat, watch))
        play_game(game, players)
    except Forfeit as end:
        forfeit = str(end)
    finally:
        _dismiss(players, forfeit)
    tags = {"seats": ", ".join(task.seat_labels())}
    tags |= {"forfeit": forfeit} if forfeit else {"result": " ".join(map(str, game.scores()))}
    for seat, seconds in enumerate(watch.seconds):
        tags[f"seconds-{seat}"] = " ".join(f"{second:.6f}" for second in seconds)
    return game.record(**tags)


def _dismiss(players: list[Player], forfeit: str) -> None:
    """No bot outlives its game; the one that lost it is told why."""
    loser, _, reason = forfeit.partition(" ")
    for seat, player in enumerate(players):
        player.close(reason if str(seat) == loser else "")
