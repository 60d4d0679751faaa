"""A review while it is made: an iterator of small steps, and the review at its end."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from crownlands import core
from crownlands.game import Game
from crownlands.notation import Record, parse_record, print_event
from crownlands.players.levels import core_state
from crownlands.rules import CrownlandsError
from crownlands.rules.events import Buildings, Chance, Kings
from crownlands.study.draws import probability
from crownlands.study.futures import LEVEL, Futures, seeds_for
from crownlands.study.grades import grade_of
from crownlands.study.lines import TurnLine, at_once, count_choices, line_of, planned
from crownlands.study.parts import parts
from crownlands.study.review import (
    VERSION,
    ChanceKind,
    ChanceReview,
    Line,
    Moment,
    Progress,
    Review,
    TurnReview,
    Value,
)
from crownlands.study.spans import Span, spans
from crownlands.study.why import reasons

WORK = 2048
"""Playouts of each line and of each draw, when nobody says."""
LEAST_WORK, MOST_WORK = 128, 1_000_000
SEARCH = "monarch"
SEARCH_SHARE = 0.25
"""Playouts of the search that looks for the better line, as a share of the work."""
CONTENDERS = 3
"""Lines of the search that are measured, besides the one that was played and the one that is played at once."""
CLEARLY = 2.0
"""Standard errors by which a line must be better to take the place of the search's best."""

AGAIN = 2**52
"""Between the seed of a draw and of the next attempt, where the same was drawn again."""

Steps = Generator[None, None, None]


class Reviewer:
    """Reviews a finished match. The same record and work give the same review, whatever the machine and the threads."""

    def __init__(self, record: Record, work: int = WORK, threads: int = 1) -> None:
        if not LEAST_WORK <= work <= MOST_WORK:
            raise CrownlandsError(f"the work of a review is {LEAST_WORK} to {MOST_WORK:,} playouts, not {work}")
        self.record = record
        self.work = work
        self._threads = threads
        self._spans = list(spans(record))
        self._futures = Futures(record.ruleset.name, threads)
        self._turns: list[TurnReview] = []
        self._chances: list[ChanceReview] = []
        self._curve: list[Moment] = []
        self._done = 0
        self._steps = self._run()

    def __iter__(self) -> Iterator[Progress]:
        return self

    def __next__(self) -> Progress:
        next(self._steps)
        return Progress(self._done, len(self._spans))

    def review(self) -> Review:
        """The review, made to its end if it is not."""
        for _ in self._steps:
            pass
        end = self._spans[-1].after
        realms = parts(end, self._turns, self._chances)
        start = Moment(0, *_each(realm.expected for realm in realms))
        last = Moment(len(self.record.events), *_each(realm.result for realm in realms))
        curve = [moment for moment in self._curve if moment.ply < last.ply]
        return Review(
            VERSION,
            self.record.ruleset.name,
            self.work,
            tuple(self._turns),
            tuple(self._chances),
            realms,
            (start, *curve, last),
        )

    def _run(self) -> Steps:
        for span in self._spans:
            yield from self._draw(span) if span.is_chance else self._turn(span)
            self._done += 1
            yield

    def _draw(self, span: Span) -> Steps:
        """What a draw brought: the position after it against those after other draws, each in a future of its own.

        What was drawn is not among the others. It had its own part in what could be expected, so what it differs from
        the others counts by the probability that it would not be drawn: this is 0 on average.
        """
        (event,) = span.events
        state = span.before.state
        assert isinstance(event, Chance)
        chance = probability(state, event)
        realms = len(self.record.ruleset.realms)
        luck = error = (Value(0.0, 0.0),) * realms
        if chance < 1:
            seeds = seeds_for("draw", span.ply, self.work)
            others = _other_draws(core_state(span.before), print_event(event), seeds)
            after, before = yield from self._futures.measure([[core_state(span.after)], others], seeds)
            weight = float(1 - chance)
            apart = after.against(before)
            luck = tuple(Value(weight * win, weight * points) for win, points, _, _ in apart)
            error = tuple(Value(weight * win, weight * points) for _, _, win, points in apart)
            self._note(span, after)
        kind: ChanceKind = (
            "kings" if isinstance(event, Kings) else "buildings" if isinstance(event, Buildings) else "reveal"
        )
        self._chances.append(ChanceReview(span.ply, span.before.game, state.round, kind, luck, error))

    def _turn(self, span: Span) -> Steps:
        """What a turn lost: the line that was played against the best that was found."""
        choices = count_choices(span.before, span.events)
        if choices < 2:
            return
        state = span.before.state
        realm = self.record.ruleset.realm_of(state.acting)
        played = line_of(span.before, span.events)
        best = yield from self._best(span, played, realm)
        seeds = seeds_for("turn", span.ply, self.work)
        lines = [played] if best is played else [played, best]
        trials = yield from self._futures.measure([[line.table] for line in lines], seeds)
        apart = trials[-1].against(trials[0])
        win, points, _, _ = apart[realm]
        if win < 0 or (win == 0 and points <= 0):
            best, apart = played, trials[0].against(trials[0])
        self._note(span, trials[0])
        loss, error = (Value(*apart[realm][:2]), Value(*apart[realm][2:]))
        mine = trials[0].win[realm], trials[0].points[realm]
        self._turns.append(
            TurnReview(
                ply=span.ply,
                plies=len(span.events),
                game=span.before.game,
                round=state.round,
                seat=state.acting,
                realm=realm,
                choices=choices,
                played=Line(played.actions, *mine),
                best=Line(best.actions, mine[0] + loss.win, mine[1] + loss.points),
                loss=loss,
                error=error,
                exact=trials[0].size == 1,
                grade=grade_of(loss, error, len(apart)),
                why=() if best is played else reasons(span.before.state, played, best, realm, apart),
                effect=tuple(Value(-win, -points) for win, points, _, _ in apart),
            )
        )

    def _best(self, span: Span, played: TurnLine, realm: int) -> Generator[None, None, TurnLine]:
        """The best line that was found, or the one that was played if they come to the same.

        The search proposes. What it likes best is taken, unless another of its lines, or what the evaluation alone
        would play, is clearly better in futures that are used for nothing else: nobody is measured by lucky futures.
        """
        match, owner = span.before, span.before.state.realm
        table = core_state(match)
        seed = seeds_for("search", span.ply, 1)[0]
        thought = core.think(table, SEARCH, seed, work=max(1, int(self.work * SEARCH_SHARE)), threads=self._threads)
        yield
        first, *others = [planned(match, table, plan.actions) for plan in thought.plans[:CONTENDERS]]
        if first.is_like(played, owner):
            return played
        if thought.plans[0].samples == 1:
            return first
        others.append(at_once(match, lambda now: core.decide(now, LEVEL, seed)))
        contenders = [first]
        for line in others:
            if not any(line.is_like(other, owner) for other in (played, *contenders)):
                contenders.append(line)
        if len(contenders) == 1:
            return first
        seeds = seeds_for("contenders", span.ply, self.work // 4)
        trials = yield from self._futures.measure([[line.table] for line in contenders], seeds)
        best, lead = first, 0.0
        for line, one in zip(contenders[1:], trials[1:], strict=True):
            win, _, error, _ = one.against(trials[0])[realm]
            if win > max(lead, CLEARLY * error):
                best, lead = line, win
        return best

    def _note(self, span: Span, trials: core.Trials) -> None:
        """A point of the curve, after this span."""
        ply = span.ply + len(span.events)
        self._curve.append(Moment(ply, tuple(trials.win), tuple(trials.points)))


def review(game: str | Record | Game, *, work: int = WORK, threads: int = 1) -> Review:
    """The review of a finished game or of its record, every turn and every draw weighed; the same for the same work."""
    if isinstance(game, Game):
        game = game.record()
    return Reviewer(parse_record(game) if isinstance(game, str) else game, work, threads).review()


def _each(values: Iterable[Value]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    values = list(values)
    return tuple(value.win for value in values), tuple(value.points for value in values)


def _other_draws(before: core.State, event: str, seeds: range) -> list[core.State]:
    """The positions after other draws than this one, one for each future."""
    others = []
    for seed in seeds:
        state = before.copy()
        while state.sample_chance(seed) == event:
            state, seed = before.copy(), seed + AGAIN
        others.append(state)
    return others
