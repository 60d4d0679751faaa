"""Whether somebody has solved a puzzle, what the turn that was played costs, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crownlands import core
from crownlands.players.levels import core_state
from crownlands.rules import Match
from crownlands.rules.events import Bribe, Build, Choose, Tax
from crownlands.study.parts import minus
from crownlands.study.puzzles import Puzzle
from crownlands.study.review import Line, Value, Why
from crownlands.study.turns import Ends, Turn, after, are_alike, exact_ends, foreseen, print_turn, read_turn
from crownlands.study.why import reasons

FUTURES = 400
"""Quick games after either turn of a strategic puzzle, the same ones, that say how far apart they are."""
EVALUATION = "baron"
"""Whose evaluation plays them."""
AS_GOOD = 0.25
"""What an answer may cost of the difference to the second best, if it has the same idea."""


@dataclass(frozen=True)
class Judgement:
    """What became of an attempt."""

    right: bool
    exact: bool
    """The end was solved: points are the lead over the best rival, if everybody does their best."""
    played: Line | None
    """None for who wanted to see the answer instead."""
    best: Line
    loss: Value
    """Best minus played, or best minus second for who did not try."""
    why: tuple[Why, ...]
    """What the answer has over what was played; over what tempts for who did not try or was right."""
    rest: tuple[str, ...]
    """How it goes on after the answer if everybody does their best, to the end; nothing where that is not known."""


def judge(puzzle: Puzzle, texts: Sequence[str]) -> Judgement:
    """The judgement on a whole turn in the notation; on no actions at all if somebody gives up."""
    match = puzzle.match
    answer, tempting = (read_turn(match, turn) for turn in (puzzle.answer, puzzle.tempting))
    turn = read_turn(match, texts) if texts else None
    found = turn is not None and are_alike(match, answer, turn)
    exact = puzzle.kind == "exact"
    rest = print_turn(foreseen(after(match, answer))) if exact else ()
    best = Line(puzzle.answer, puzzle.best.win, puzzle.best.points)
    ends = exact_ends if exact else play_on
    one, other = (ends(after(match, way)) for way in (answer, tempting if turn is None or found else turn))
    why = _why(match, answer, tempting if turn is None or found else turn, one, other)
    gap = Value(puzzle.best.win - puzzle.second.win, puzzle.best.points - puzzle.second.points)
    if turn is None:
        return Judgement(False, exact, None, best, gap, why, rest)
    if found:
        return Judgement(True, exact, Line(print_turn(turn), best.win, best.points), best, Value(0.0, 0.0), why, rest)
    realm = match.state.realm
    if exact:
        right, loss = False, minus(one.value(realm), other.value(realm))
    else:
        loss = Value(one.win[realm] - other.win[realm], one.points[realm] - other.points[realm])
        right = _idea(answer) == _idea(turn) and loss.win <= AS_GOOD * gap.win
        loss = Value(0.0, 0.0) if right else _at_least(gap, loss, best.win)
    played = Line(print_turn(turn), best.win - loss.win, best.points - loss.points)
    return Judgement(right, exact, played, best, loss, why, rest)


def _at_least(gap: Value, measured: Value, most: float) -> Value:
    """What is known to be second best is not worse than anything else."""
    if measured.win <= gap.win:
        return gap
    return Value(round(min(most, measured.win), 4), round(measured.points, 2))


def play_on(match: Match) -> Ends:
    """In quick games from here on."""
    trials = core.play_trials([core_state(match)], EVALUATION, range(1, FUTURES + 1))
    return Ends(tuple(trials.win), tuple(trials.points))


def _why(match: Match, answer: Turn, other: Turn, best: Ends, played: Ends) -> tuple[Why, ...]:
    realm = match.state.realm
    gained = [ours - theirs for ours, theirs in zip(best.points, played.points, strict=True)]
    return reasons(after(match, other), after(match, answer), realm, gained)


def _idea(turn: Turn) -> list[object]:
    """What a turn decides, but for the squares."""
    found: list[object] = []
    for action in turn:
        match action:
            case Choose(domino=domino):
                found.append(domino)
            case Build(building=building) | Bribe(building=building):
                found.append((type(action), building))
            case Tax(squares=squares):
                found.append(len(squares))
    return found
