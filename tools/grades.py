"""Measure what players of known strength lose: the thresholds of grades and the performance figures of docs/study.md.

    .venv/bin/python tools/grades.py kingdomino/4 --games 25 --work 512 --seed grades-1 --out build/grades.json

The levels sit in turn, so that each has every seat; with --alone every game is of one level among themselves. Stopped,
it goes on with the games that are missing.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from statistics import fmean, stdev

from crownlands.game import Game
from crownlands.notation import parse_record
from crownlands.players import Budget, make_player, play
from crownlands.rules import ruleset
from crownlands.study import Reviewer, Value
from crownlands.study.grades import cost_of

LEVELS = ("page", "squire", "knight", "baron", "monarch")
MONARCH = Budget(work=1000)
"""Fixed work, so that the games are the same everywhere."""
Losses = dict[str, list[list[list[float]]]]
"""By level, game by game, what each turn with a choice lost: share of the win, points."""


def one_game(name: str, number: int, seed: str, work: int, alone: bool) -> dict[str, list[list[float]]]:
    """The losses of the levels that sit in this game; partners are of one level."""
    rules = ruleset(name)
    seats = [LEVELS[((0 if alone else rules.realm_of(seat)) + number) % len(LEVELS)] for seat in range(rules.seats)]
    players = [
        make_player(level, f"{seed}/{number}/{seat}", MONARCH if level == "monarch" else None)
        for seat, level in enumerate(seats)
    ]
    game = play(Game(rules, seed=f"{seed}/{number}"), players)
    losses: dict[str, list[list[float]]] = {}
    for turn in Reviewer(parse_record(game.record()), work).review().turns:
        losses.setdefault(seats[turn.seat], []).append([turn.loss.win, turn.loss.points])
    return losses


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def table(name: str, losses: Losses) -> str:
    """Performance figures with 95 % intervals over games, and quantiles of losses in shares of an even win."""
    rules = ruleset(name)
    lines = [
        "| level | games | performance | points a turn | 80 % | 85 % | 90 % | 95 % |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for level in LEVELS:
        games = [game for game in losses.get(level, []) if game]
        turns = [len(rules.realms) * win for game in games for win, _ in game]
        if len(games) < 2:
            continue
        costs = _interval([1000 * fmean(cost_of(Value(*loss), rules.frame) for loss in game) for game in games], 1)
        points = _interval([fmean(points for _, points in game) for game in games], 2)
        shares = " | ".join(f"{quantile(turns, share):.2f}" for share in (0.8, 0.85, 0.9, 0.95))
        lines.append(f"| {level} | {len(games)} | {costs} | {points} | {shares} |")
    return "\n".join(lines)


def _interval(values: list[float], digits: int) -> str:
    half = 1.96 * stdev(values) / len(values) ** 0.5
    return f"{fmean(values):.{digits}f} ± {half:.{digits}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset")
    parser.add_argument("--games", type=int, default=25)
    parser.add_argument("--work", type=int, default=512)
    parser.add_argument("--seed", default="grades-1")
    parser.add_argument("--alone", action="store_true", help="games of each level among themselves")
    parser.add_argument("--out", type=Path, required=True, help="where the losses are kept, as JSON")
    asked = parser.parse_args()
    key = {"ruleset": asked.ruleset, "work": asked.work, "seed": asked.seed, "alone": asked.alone}
    kept = json.loads(asked.out.read_text()) if asked.out.exists() else {**key, "games": {}}
    if any(kept.get(name) != value for name, value in key.items()):
        parser.error(f"{asked.out} has other games: {kept['ruleset']}, work {kept['work']}, seed {kept['seed']}")
    for number in range(asked.games):
        if str(number) not in kept["games"]:
            kept["games"][str(number)] = one_game(asked.ruleset, number, asked.seed, asked.work, asked.alone)
            asked.out.parent.mkdir(parents=True, exist_ok=True)
            asked.out.write_text(json.dumps(kept))
    losses: Losses = {}
    for game in kept["games"].values():
        for level, turns in game.items():
            losses.setdefault(level, []).append(turns)
    print(table(asked.ruleset, losses))


if __name__ == "__main__":
    main()
