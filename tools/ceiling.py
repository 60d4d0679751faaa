"""Measure what a better judgement of plans could gain at most: is it the model that limits a player, or the game?

    .venv/bin/python tools/ceiling.py kingdomino/2 --positions 60 --games 200 --out build/ceiling.json

From positions of real games the player's best plans are played on many times by searching players, each plan in the
same futures. Which plan is best is told by one half of the futures, and what it gains over the player's choice by the
other half, so that luck gains nothing. The gain of a decision times the decisions of a game is about what a player
would gain whose judgement of plans is as good as such games. Stopped, it goes on with the positions that are missing.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean

from crownlands import core
from crownlands.arena.intervals import mean_interval
from crownlands.players.evaluation import learned_evaluation

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.kept import OtherQuestionError, collect

WORTH_OF_A_POINT = 0.02
"""Beside the share of the win, as a margin tells earlier which plan is better."""


@dataclass(frozen=True)
class Question:
    """What decides the answer."""

    ruleset: str
    player: str
    seconds: float
    guide: str
    work: int
    plans: int
    games: int
    seed: int


@dataclass(frozen=True)
class Gain:
    """Of the plan that games say is best over the player's choice."""

    round: int
    win: float
    points: float


def finish(state: core.State, question: Question, seed: int) -> None:
    """Plays on, everybody with the guide; the same seed brings the same chance whatever was decided before."""
    random = Random(seed)
    while not state.over:
        take_turn(state, question, seed, random)


def take_turn(state: core.State, question: Question, seed: int, random: Random) -> None:
    if state.chance:
        state.sample_chance(core.chance_seed(state, seed))
        return
    thought = core.think(
        state, question.guide, random.getrandbits(62), work=question.work, evaluation=learned_evaluation()
    )
    for action in thought.plans[0].actions:
        state.apply(action)


def result(state: core.State, realm: int) -> tuple[float, float]:
    """Share of the win, and the margin to the best rival."""
    first, points = state.ranking()[0], state.points()
    share = 1 / len(first) if realm in first else 0.0
    return share, points[realm] - max(other for r, other in enumerate(points) if r != realm)


def position(question: Question, number: int) -> core.State | None:
    """A moment of a game at which somebody decides and a line is still to come; None: it missed one."""
    random = Random(f"{question.seed}/{number}")
    state, seed = core.State(question.ruleset), random.getrandbits(62)
    wanted, turns_of_it = random.randrange(1, state.rounds - 1), random.randrange(4)
    while state.chance or state.round < wanted:
        take_turn(state, question, seed, random)
    for _ in range(turns_of_it):
        take_turn(state, question, seed, random)
    while state.chance:
        take_turn(state, question, seed, random)
    return state if state.round < state.rounds - 1 else None


def gain(question: Question, number: int) -> Gain | None:
    state = position(question, number)
    if state is None:
        return None
    realm = state.realm
    assert realm is not None
    random = Random(f"{question.seed}/{number}/futures")
    thought = core.think(
        state,
        question.player,
        random.getrandbits(62),
        seconds=question.seconds,
        evaluation=learned_evaluation(),
        clock="processor",
    )
    plans = thought.plans[: question.plans]
    results: list[list[tuple[float, float]]] = [[] for _ in plans]
    for _ in range(question.games):
        seed = random.getrandbits(62)
        for plan, played in zip(plans, results, strict=True):
            after = state.copy()
            for action in plan.actions:
                after.apply(action)
            finish(after, question, seed)
            played.append(result(after, realm))
    halves = [list(_half(results, half)) for half in (0, 1)]
    wins, points = 0.0, 0.0
    for told, judged in (halves, halves[::-1]):
        best = max(range(len(plans)), key=lambda plan: told[plan][0] + WORTH_OF_A_POINT * told[plan][1])
        wins += (judged[best][0] - judged[0][0]) / 2
        points += (judged[best][1] - judged[0][1]) / 2
    return Gain(state.round, wins, points)


def _half(results: list[list[tuple[float, float]]], half: int) -> Iterator[tuple[float, float]]:
    """The means of every second game, by plan."""
    for played in results:
        yield fmean(win for win, _ in played[half::2]), fmean(points for _, points in played[half::2])


def _interval(values: list[float], unit: float) -> str:
    interval = mean_interval(values)
    text = f"{unit * interval.mean:+.2f}"
    if interval.low is None or interval.high is None:
        return text
    return f"{text} ({unit * interval.low:+.2f} to {unit * interval.high:+.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset")
    parser.add_argument("--player", default="monarch", help="whose choices are judged")
    parser.add_argument("--seconds", type=float, default=0.2, help="that it has, of the processor")
    parser.add_argument("--guide", default="monarch", help="who plays on")
    parser.add_argument("--work", type=int, default=96, help="playouts that it has for a turn")
    parser.add_argument("--plans", type=int, default=6, help="compared at most, from the player's best on")
    parser.add_argument("--games", type=int, default=200, help="for each plan")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, required=True, help="where the gains are kept, as JSON")
    asked = parser.parse_args()
    if asked.games < 2 or asked.positions < 2:
        parser.error("at least two games and two positions expected")
    question = Question(
        core.ruleset_name(asked.ruleset),
        asked.player,
        asked.seconds,
        asked.guide,
        asked.work,
        asked.plans,
        asked.games,
        asked.seed,
    )
    try:
        gains = collect(asked.out, question, "gains", asked.positions, partial(gain, question), asked.jobs)
    except OtherQuestionError as other:
        parser.error(str(other))
    if not gains:
        parser.error("no position came before the last line: ask for more of them")
    wins, points = [one["win"] for one in gains], [one["points"] for one in gains]
    print(
        f"{question.ruleset}: in {len(gains)} positions a better judgement gains {_interval(wins, 100)} % of a win"
        f" and {_interval(points, 1)} points of margin for each decision (95 %)"
    )


if __name__ == "__main__":
    main()
