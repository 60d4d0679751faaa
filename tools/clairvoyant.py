#!/usr/bin/env python3
"""Measure what knowing the deck is worth: how much of a game is there to win at all?

    .venv/bin/python tools/clairvoyant.py kingdomino/2 --deals 100 --out build/clairvoyant.json

A clairvoyant knows every line that is still to come, and its tree goes on past them to the end; kings and building
tiles it knows no better than others. It plays each deal from each side against a player that knows nothing of the
deck, and so does the same player without that knowledge: what is between the two is what nobody can have without
looking. Stopped, it goes on with the deals that are missing.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean

from crownlands import core
from crownlands.arena.intervals import Interval, mean_interval, share_interval
from crownlands.players.evaluation import learned_evaluation

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.kept import OtherQuestionError, collect


@dataclass(frozen=True)
class Question:
    """What decides the answer."""

    ruleset: str
    player: str
    rivals: str
    seconds: float
    work: int
    seed: int


@dataclass(frozen=True)
class Result:
    """Of a deal, over the games from each side: shares of the win and margins."""

    seeing: float
    blind: float
    margin_seeing: float
    margin_blind: float


def lines_of(ruleset: str, seed: int) -> list[str]:
    """The events that reveal every line of this deal, whoever plays."""
    state, lines = core.State(ruleset), []
    while not state.over:
        if state.chance:
            event = state.sample_chance(core.chance_seed(state, seed))
            lines += [event] if event.startswith("reveal ") else []
        else:
            state.apply(core.decide(state, "squire", 0))
    return lines


def play(question: Question, hero: int, seed: int, random: Random, lines: list[str] | None) -> tuple[float, float]:
    """One game in which this realm knows the lines, if there are any: its share of the win, and its margin."""
    state, drawn = core.State(question.ruleset), 0
    while not state.over:
        if state.chance:
            drawn += state.sample_chance(core.chance_seed(state, seed)).startswith("reveal ")
            continue
        own = state.realm == hero
        thought = core.think(
            state,
            question.player if own else question.rivals,
            random.getrandbits(62),
            seconds=question.seconds,
            work=question.work,
            evaluation=learned_evaluation(),
            clock="processor",
            lines=lines[drawn:] if own and lines is not None else None,
        )
        for action in thought.plans[0].actions:
            state.apply(action)
    first, points = state.ranking()[0], state.points()
    margin = points[hero] - max(other for realm, other in enumerate(points) if realm != hero)
    return (1 / len(first) if hero in first else 0.0), margin


def deal(question: Question, number: int) -> Result:
    random = Random(f"{question.seed}/{number}")
    seed = random.getrandbits(62)
    lines = lines_of(question.ruleset, seed)
    realms = range(len(core.State(question.ruleset).points()))
    seeing = [play(question, realm, seed, random, lines) for realm in realms]
    blind = [play(question, realm, seed, random, None) for realm in realms]
    (win, margin), (plain_win, plain_margin) = (
        (fmean(share for share, _ in games), fmean(points for _, points in games)) for games in (seeing, blind)
    )
    return Result(win, plain_win, margin, plain_margin)


def _text(interval: Interval, unit: float) -> str:
    text = f"{unit * interval.mean:.1f}"
    if interval.low is None or interval.high is None:
        return text
    return f"{text} ({unit * interval.low:.1f} to {unit * interval.high:.1f})"


def report(question: Question, results: list[Result]) -> str:
    ways = {
        "knows the lines to come": ([one.seeing for one in results], [one.margin_seeing for one in results]),
        "does not": ([one.blind for one in results], [one.margin_blind for one in results]),
    }
    lines = [f"{question.ruleset}, {len(results)} deals from each side: {question.player} against {question.rivals}"]
    lines += [
        f"  if it {way}: {_text(share_interval(wins), 100)} % won, margin {_text(mean_interval(margins), 1)}"
        for way, (wins, margins) in ways.items()
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset")
    parser.add_argument("--player", default="monarch", help="who knows the deck; a level with a tree")
    parser.add_argument("--rivals", default="monarch-1", help="who does not")
    parser.add_argument("--seconds", type=float, default=0.2, help="that each has for a turn, of the processor")
    parser.add_argument("--work", type=int, default=0, help="playouts for a turn, instead of seconds")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, required=True, help="where the results are kept, as JSON")
    asked = parser.parse_args()
    if asked.deals < 2:
        parser.error("at least two deals expected")
    seconds = 0.0 if asked.work else asked.seconds
    name = core.ruleset_name(asked.ruleset)
    question = Question(name, asked.player, asked.rivals, seconds, asked.work, asked.seed)
    try:
        found = collect(asked.out, question, "deals", asked.deals, partial(deal, question), asked.jobs)
    except OtherQuestionError as other:
        parser.error(str(other))
    print(report(question, [Result(**one) for one in found]))


if __name__ == "__main__":
    main()
