"""Puzzles from self-play: games between levels of many kinds, looked through for turns with one clear answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from crownlands import core
from crownlands.notation import parse_position, print_event
from crownlands.players.levels import core_state
from crownlands.players.protocol import Estimate
from crownlands.rules import Match
from crownlands.rules.dealer import Stream
from crownlands.study.difficulty import missed, rating
from crownlands.study.judge import play_on
from crownlands.study.puzzles import Puzzle, PuzzleKind
from crownlands.study.review import Value
from crownlands.study.themes import themes_of
from crownlands.study.turns import (
    Turn,
    after,
    are_alike,
    ask_oracle,
    count_ways,
    exact_ends,
    is_exact,
    print_turn,
    read_turn,
    solve,
    turn_of,
)

TABLE = ("page", "squire", "knight", "baron")
"""Who plays: people of every strength leave positions that nobody would leave alone."""
TEMPTED = "squire"
"""Who takes what gives most now: an answer that it finds is none."""
LEAST_WAYS = 8
"""Of an exact puzzle; fewer are tried out."""
LEAST_CHOICES = 4
"""Of a strategic one: a whole line of dominoes."""
CLEAR_POINTS = 3
"""How much better the answer is than anything else, unless it alone wins."""
CLEAR_WIN = 2
"""Points apart where it alone wins: a single one, or a tie that the rules break, is nothing to look for."""
FAR = 10
"""Points ahead from which nobody cares; who cannot win does not either."""
CLEAR_SHARE = 0.08
"""The difference in wins that people care for."""
SCREENS = (100, 400)
"""Playouts for two quick looks, which most turns do not pass."""
WORK = 2000
"""Playouts for the decision."""
CONFIRMING = 10 * WORK
"""And those that confirm it."""
ERRORS = 4.0
"""Standard errors that the best and the second must be apart."""
AGREED = 0.04
"""What the quick games that an attempt is judged by must see of that difference, too, to the turn that tempts."""
HOPE, SURE = 0.15, 0.9
"""The answer wins at least as often as that, what is second best at most."""
FROM_ONE_GAME = 2
"""Puzzles of a kind, so that they are of many games."""


@dataclass(frozen=True)
class _Gap:
    """The best turn and the best that comes to something else."""

    answer: Turn
    best: Value
    second: Value
    error: float


class PuzzleMaker:
    """Plays games of a ruleset by number and looks for puzzles in them; the same seed finds the same ones."""

    def __init__(self, ruleset: str, seed: str, kind: PuzzleKind) -> None:
        self.ruleset, self.seed, self.kind = ruleset, seed, kind

    def puzzles(self, number: int) -> Iterator[Puzzle]:
        """The puzzles of one game."""
        stream = Stream("crownlands puzzles", self.ruleset, self.seed, str(number))
        table = core.State(self.ruleset)
        levels = [TABLE[stream.below(len(TABLE))] for _ in range(table.seats)]
        found = 0
        looked: tuple[int, int, int] | None = None
        while not table.over and found < FROM_ONE_GAME:
            if table.chance:
                table.sample_chance(stream.below(2**63))
                continue
            if table.round and len(table.legal()) > 1:
                match = parse_position(table.position())
                if match.state.turn != looked and (puzzle := self._puzzle(match, table, stream.below(2**63))):
                    found += 1
                    looked = match.state.turn
                    yield puzzle
            level, seat = levels[table.seat or 0], stream.below(2**63)
            table.apply(table.action_number(print_event(turn_of(level, table, seat)[0])))

    def _puzzle(self, match: Match, table: core.State, seed: int) -> Puzzle | None:
        exact = is_exact(match.state)
        if exact != (self.kind == "exact"):
            return None
        tempting = turn_of(TEMPTED, table, 1)
        gap = _exact_gap(match, tempting) if exact else _strategic_gap(match, table, tempting, seed)
        if gap is None:
            return None
        choices = count_ways(match)
        if choices < (LEAST_WAYS if exact else LEAST_CHOICES):
            return None
        return Puzzle(
            position=table.position(),
            kind=self.kind,
            answer=print_turn(gap.answer),
            tempting=print_turn(tempting),
            best=gap.best,
            second=gap.second,
            error=gap.error,
            choices=choices,
            rating=rating(missed(match, gap.answer), choices),
            themes=themes_of(match, gap.answer, tempting),
        )


def _exact_gap(match: Match, tempting: Turn) -> _Gap | None:
    """One way leads further than all others, whatever anybody does, and is not what tempts."""
    solved = solve(match)
    answer, most = solved[0].actions, solved[0].value
    if are_alike(match, answer, tempting):
        return None
    others = [way.actions for way in solved if way.value < most]
    if not others or any(not are_alike(match, answer, way.actions) for way in solved if way.value == most):
        return None
    realm = match.state.realm
    best, second = (exact_ends(after(match, turn)).value(realm) for turn in (answer, others[0]))
    if best.points - second.points < (CLEAR_POINTS if best.win == second.win else CLEAR_WIN):
        return None
    if not best.win or second.points > FAR:
        return None
    return _Gap(answer, best, second, 0.0)


def _strategic_gap(match: Match, table: core.State, tempting: Turn, seed: int) -> _Gap | None:
    """One way wins more often than all others, by far more than luck explains, twice, and is not what tempts."""
    for number, work in enumerate(SCREENS):
        screened = _compared(match, table, seed + number, work)
        if screened is None or screened.best.win - screened.second.win < CLEAR_SHARE:
            return None
        if are_alike(match, screened.answer, tempting):
            return None
    answer: Turn | None = None
    for work in (WORK, CONFIRMING):
        gap = _compared(match, table, seed + work, work)
        if gap is None or not is_clear(gap) or are_alike(match, gap.answer, tempting):
            return None
        if answer is not None and not are_alike(match, answer, gap.answer):
            return None
        answer = gap.answer
    return gap if gap and _is_agreed(match, gap.answer, tempting) else None


def lead(puzzle: Puzzle, seed: int, work: int) -> float:
    """How much more often its answer wins than any other turn, to so many playouts; negative: another is best."""
    match = puzzle.match
    gap = _compared(match, core_state(match), seed, work)
    if gap is None:
        return 0.0
    apart = gap.best.win - gap.second.win
    return apart if are_alike(match, read_turn(match, puzzle.answer), gap.answer) else -apart


def _is_agreed(match: Match, answer: Turn, tempting: Turn) -> bool:
    """Two ways to measure a difference: a search that misjudges its rivals is found out by games that do not search."""
    realm = match.state.realm
    one, other = (play_on(after(match, turn)).win[realm] for turn in (answer, tempting))
    return one - other >= AGREED


def is_clear(gap: _Gap) -> bool:
    apart = gap.best.win - gap.second.win
    return apart >= CLEAR_SHARE and apart > ERRORS * gap.error and gap.best.win > HOPE and gap.second.win < SURE


def _compared(match: Match, table: core.State, seed: int, work: int) -> _Gap | None:
    """What so many playouts say. They play the same futures, so that the error is smaller than it is said to be."""
    ways = [way for way in ask_oracle(table, seed, work) if way.samples > 1]
    if len(ways) < 2:
        return None
    best = ways[0]
    other = next((way for way in ways[1:] if not are_alike(match, best.actions, way.actions)), None)
    if other is None:
        return None
    error = sqrt(_variance(best) + _variance(other))
    return _Gap(best.actions, _value(best), _value(other), round(error, 4))


def _value(way: Estimate) -> Value:
    return Value(round(way.win, 4), round(way.points, 2))


def _variance(way: Estimate) -> float:
    """Of a share of wins; never 0 for playouts that happen to agree."""
    share = (way.win * way.samples + 2) / (way.samples + 4)
    return share * (1 - share) / way.samples
