"""Plays one game with `rules` and with the core, event by event, and compares all that both can say.

`python -m tests.core.lockstep --games 10000` is the long run behind `make lockstep`.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from crownlands.core import State as CoreState
from crownlands.core import Term as CoreTerm
from crownlands.notation import parse_event, print_event, print_position
from crownlands.rules import Dealer, Match, legal_actions, new_match, ruleset
from crownlands.rules.ruleset import all_rulesets
from crownlands.rules.scoring import (
    BonusTerm,
    BuildingTerm,
    CoinsTerm,
    QueenTerm,
    Score,
    Term,
    TerritoryTerm,
    rank,
    score_realm,
)
from crownlands.rules.state import Realm, State
from crownlands.rules.steps import CHANCE

RULESETS = tuple(rules.name for rules in all_rulesets())


def term_values(term: Term) -> tuple[object, ...]:
    """All that a term of `rules` says, in one comparable value."""
    match term:
        case TerritoryTerm(terrain, cells, crowns):
            return ("territory", term.points, str(terrain), cells, crowns)
        case CoinsTerm(coins):
            return ("coins", term.points, coins)
        case BuildingTerm(building, square, count):
            return ("building", term.points, building, square, count)
        case QueenTerm(squares):
            return ("queen", term.points, squares)
        case BonusTerm(kind, points):
            return (kind, points)


def core_values(term: CoreTerm) -> tuple[object, ...]:
    """The same of a term of the core."""
    values: dict[str, tuple[object, ...]] = {
        "territory": (term.terrain, tuple(term.cells), term.crowns),
        "coins": (term.coins,),
        "building": (term.building, term.square, term.count),
        "queen": (term.squares,),
    }
    return (term.kind, term.points, *values.get(term.kind, ()))


@dataclass
class Scorer:
    """Scores of `rules`, made again only for a realm that has changed: states are immutable."""

    known: dict[int, tuple[Realm, bool, Score]] = field(default_factory=dict)

    def scores(self, state: State) -> list[tuple[Score, bool]]:
        """Every realm's score, and whether it is a new one."""
        result = []
        for index, realm in enumerate(state.realms):
            hosts = state.queen == index
            before = self.known.get(index)
            new = before is None or before[0] is not realm or before[1] != hosts
            if new:
                self.known[index] = (realm, hosts, score_realm(state.ruleset, realm, hosts))
            result.append((self.known[index][2], new))
        return result


def compare(match: Match, core: CoreState, scorer: Scorer) -> list[str]:
    """Checks that both sides agree on everything; returns the legal actions as text."""
    state = match.state
    text = print_position(match)
    assert core.position() == text
    assert (core.step, core.round, core.seat, core.over) == (state.step, state.round, state.seat, state.over)
    legal = [print_event(action) for action in legal_actions(state)]
    assert sorted(legal) == sorted(core.legal_text())
    scores = scorer.scores(state)
    for (score, new), found in zip(scores, core.scores(), strict=True):
        assert (found.points, found.largest, found.crowns) == score.standing
        if new:
            assert [core_values(term) for term in found.terms] == [term_values(term) for term in score.terms]
    assert core.points() == [score.points for score, _ in scores]
    groups = rank(state.ruleset, [score.standing for score, _ in scores]).groups
    assert tuple(map(tuple, core.ranking())) == groups
    return legal


def reread(core: CoreState) -> None:
    """A position that is read again is the same, whichever instruction set plays it."""
    text = core.position()
    for isa in {"base", core.isa}:
        again = CoreState.from_position(text, isa=isa)
        assert again.position() == text
        assert again.legal() == core.legal()
        assert again.legal_text() == core.legal_text()
    legal = set(core.legal())
    assert all(core.is_legal(action) == (action in legal) for action in range(core.action_count))


def play(name: str, seed: int) -> int:
    """One random game of this ruleset, compared after every event; returns the number of events."""
    rules = ruleset(name)
    rng = random.Random(f"{name} {seed}")
    match, dealer = new_match(rules), Dealer(rules, str(seed))
    core = CoreState(name, isa=None if seed % 4 else "base")
    scorer, events = Scorer(), 0
    legal = compare(match, core, scorer)
    while not match.state.over:
        if match.state.step in CHANCE:
            event = dealer.next(match.state)
            core.apply_text(print_event(event))
            match = match.apply(event)
        else:
            text = rng.choice(legal)
            number = core.action_number(text)
            assert core.action_text(number) == text
            core.apply(number)
            match = match.apply(parse_event(text))
        events += 1
        legal = compare(match, core, scorer)
        if rng.random() < 0.02:
            reread(core)
    return events


def play_many(name: str, seeds: list[int]) -> tuple[str, int, int, str]:
    """Some games of one ruleset; a disagreement is reported, not raised, so that a long run tells its seed."""
    events = 0
    for number, seed in enumerate(seeds):
        try:
            events += play(name, seed)
        except Exception as error:
            return name, number, events, f"{name} seed {seed}: {type(error).__name__}: {error}"
    return name, len(seeds), events, ""


def weight(name: str) -> int:
    """How many games of a ruleset in one turn over all of them: quick games come more often."""
    if not name.startswith("kingdomino"):
        return 1
    return 300 if name.startswith("kingdomino/2") and "mighty-duel" not in name else 30


def portions(games: int, first: int) -> Iterator[tuple[str, list[int]]]:
    """All rulesets in turn, a few games at a time."""
    left, seed = games, first
    while left > 0:
        for name in RULESETS:
            planned = weight(name)
            while planned > 0 and left > 0:
                count = min(5, planned, left)
                yield name, list(range(seed, seed + count))
                left, seed, planned = left - count, seed + count, planned - count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="the first seed; each game has the next one")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    options = parser.parse_args()
    games = events = 0
    played: dict[str, int] = {}
    start = time.perf_counter()
    columns = (TextColumn("lockstep"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with ProcessPoolExecutor(options.processes) as pool, Progress(*columns) as progress:
        task = progress.add_task("lockstep", total=options.games)
        work = portions(options.games, options.seed)
        running = {pool.submit(play_many, *portion) for _, portion in zip(range(64), work, strict=False)}
        while running:
            done = next(as_completed(running))
            running.remove(done)
            name, count, more, error = done.result()
            games, events = games + count, events + more
            played[name] = played.get(name, 0) + count
            progress.update(task, advance=count)
            if error:
                print(f"{games} games, then: {error}", file=sys.stderr)
                pool.shutdown(cancel_futures=True)
                return 1
            if portion := next(work, None):
                running.add(pool.submit(play_many, *portion))
    minutes = (time.perf_counter() - start) / 60
    print(f"{games} games of {len(played)} rulesets agree in all {events} events ({minutes:.1f} minutes)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
