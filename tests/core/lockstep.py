"""Plays one game with `rules` and with the core, event by event, and compares all that both can say.

`python -m tests.core.lockstep --games 10000` is the long run behind `make lockstep`.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from crownlands.core import State as CoreState
from crownlands.core import Term as CoreTerm
from crownlands.notation import print_event, print_position
from crownlands.rules import Dealer, Match, legal_actions, new_match, ruleset
from crownlands.rules.events import Action
from crownlands.rules.ruleset import all_rulesets
from crownlands.rules.scoring import (
    BonusTerm,
    BuildingTerm,
    CoinsTerm,
    QueenTerm,
    Score,
    Standing,
    Term,
    TerritoryTerm,
    rank,
    score_realm,
)
from crownlands.rules.state import Realm
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


REALM = re.compile(r"^(?=realm )", re.MULTILINE)
EMPTY = Realm()


@dataclass
class Known:
    """What `rules` said about each realm when it last changed: states are immutable, so it need not say it again."""

    realms: list[Realm] = field(default_factory=list)
    queen: int | None = None
    texts: list[str] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    groups: tuple[tuple[int, ...], ...] = ()

    def update(self, match: Match) -> tuple[str, set[int]]:
        """Learns what has changed; returns the text before the realms, and the realms with a new score."""
        state = match.state
        first = not self.realms
        if first:
            self.realms, count = [EMPTY] * len(state.realms), len(state.realms)
            self.texts, self.scores = [""] * count, [Score((), Standing())] * count
        same = [not first and old is new for old, new in zip(self.realms, state.realms, strict=True)]
        # Realms that are as they were are printed empty, and their text is taken from before.
        shown = tuple(EMPTY if known else realm for known, realm in zip(same, state.realms, strict=True))
        head, *texts = REALM.split(print_position(replace(match, state=replace(state, realms=shown))))
        moved = {self.queen, state.queen} - {None} if self.queen != state.queen else set()
        changed = {index for index, known in enumerate(same) if not known or index in moved}
        for index in changed:
            self.scores[index] = score_realm(state.ruleset, state.realms[index], state.queen == index)
        self.texts = [old if known else new for old, known, new in zip(self.texts, same, texts, strict=True)]
        self.realms, self.queen = list(state.realms), state.queen
        if changed:
            self.groups = rank(state.ruleset, [score.standing for score in self.scores]).groups
        return head, changed


def compare(match: Match, core: CoreState, known: Known) -> dict[str, Action]:
    """Checks that both sides agree on everything; returns the legal actions by their text."""
    state = match.state
    head, changed = known.update(match)
    assert core.position() == head + "".join(known.texts)
    assert (core.step, core.round, core.seat, core.over) == (state.step, state.round, state.seat, state.over)
    actions = legal_actions(state)
    legal = {print_event(action): action for action in actions}
    texts = core.legal_text()
    assert len(texts) == len(actions) == len(legal)
    assert legal.keys() == set(texts)
    if changed:
        found = core.scores()
        for index, score in enumerate(known.scores):
            assert (found[index].points, found[index].largest, found[index].crowns) == score.standing
            if index in changed:
                assert list(map(core_values, found[index].terms)) == list(map(term_values, score.terms))
    assert core.points() == [score.points for score in known.scores]
    assert tuple(map(tuple, core.ranking())) == known.groups
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
    known, events = Known(), 0
    legal = compare(match, core, known)
    while not match.state.over:
        if match.state.step in CHANCE:
            event = dealer.next(match.state)
            core.apply_text(print_event(event))
            match = match.apply(event)
        else:
            text = rng.choice(list(legal))
            number = core.action_number(text)
            assert core.action_text(number) == text
            core.apply(number)
            match = match.apply(legal[text])
        events += 1
        legal = compare(match, core, known)
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
