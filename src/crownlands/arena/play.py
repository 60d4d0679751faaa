"""One game, played where a worker is: from a task to the text of its record."""

from __future__ import annotations

import time

from crownlands.arena.plan import Task, dealer
from crownlands.notation.records import Record, print_record
from crownlands.players.external import ExternalPlayer
from crownlands.players.protocol import Player
from crownlands.players.registry import make_player
from crownlands.rules import CHANCE, IllegalEvent, Match, Ruleset, new_match, ruleset
from crownlands.rules.events import Action, Event


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


def play(task: Task) -> str:
    """Plays the game to its end, or until somebody forfeits it."""
    rules = ruleset(task.ruleset)
    watch = Stopwatch(rules.seats)
    players: list[Player] = []
    events: list[Event] = []
    forfeit = ""
    try:
        for seat in range(rules.seats):
            entrant = task.lineup[rules.realm_of(seat)]
            players.append(make_player(entrant.name, task.player_seed(seat), entrant.budget))
        match = _play(rules, task.seed, players, watch, events)
        result = " ".join(str(standing.points) for standing in match.totals())
    except Forfeit as end:
        forfeit = str(end)
    finally:
        _dismiss(players, forfeit)
    tags = [("seed", task.seed), ("seats", ", ".join(task.seat_labels()))]
    tags.append(("forfeit", forfeit) if forfeit else ("result", result))
    for seat, seconds in enumerate(watch.seconds):
        tags.append((f"seconds-{seat}", " ".join(f"{second:.6f}" for second in seconds)))
    return print_record(Record(rules, tuple(tags), tuple(events)))


def _play(rules: Ruleset, seed: str, players: list[Player], watch: Stopwatch, events: list[Event]) -> Match:
    for seat, player in enumerate(players):
        if isinstance(player, ExternalPlayer):
            try:
                player.begin(rules, seat)
            except Exception as error:
                raise Forfeit(seat, str(error)) from None
    match = new_match(rules)
    while not match.over:
        match = match.upcoming()
        if match.state.step in CHANCE:
            event: Event = dealer(rules, seed, match.game).next(match.state)
        else:
            event = _ask(players[match.state.acting], match, watch)
        try:
            match = match.apply(event)
        except IllegalEvent as error:
            raise Forfeit(match.state.acting, f"illegal: {event}: {error}") from None
        events.append(event)
    return match


def _ask(player: Player, match: Match, watch: Stopwatch) -> Action:
    """What the player does, and how long that took; a player that fails forfeits."""
    state = match.state
    if isinstance(player, ExternalPlayer):
        player.watch(match)
    start = time.perf_counter()
    try:
        return player.choose(state)
    except Exception as error:
        kind = "" if isinstance(player, ExternalPlayer) else f"{type(error).__name__}: "
        raise Forfeit(state.acting, f"{kind}{error}") from error
    finally:
        watch.add(state.acting, state.turn, time.perf_counter() - start)


def _dismiss(players: list[Player], forfeit: str) -> None:
    """No bot outlives its game; the one that lost it is told why."""
    loser, _, reason = forfeit.partition(" ")
    for seat, player in enumerate(players):
        if isinstance(player, ExternalPlayer):
            player.close(reason if str(seat) == loser else "")
