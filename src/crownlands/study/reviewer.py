"""A review while it is made: an iterator of small steps, and the review at its end."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace
from statistics import fmean
from time import perf_counter

from crownlands import core
from crownlands.game import Game
from crownlands.notation import Record, parse_record
from crownlands.players.budget import Budget
from crownlands.players.levels import core_state, explain
from crownlands.rules import CrownlandsError
from crownlands.rules.events import Buildings, Chance, Kings, Reveal
from crownlands.study.futures import LEVEL, SOLVER_WORK, Difference, Futures, review_seeds, seeds_for
from crownlands.study.grades import grade_of
from crownlands.study.lines import TurnLine, at_once, count_choices, line_of
from crownlands.study.luck import luck_of
from crownlands.study.parts import minus, parts, result_of, total
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
    Why,
)
from crownlands.study.spans import Span, spans
from crownlands.study.why import reasons

WORK = 2048
"""Playouts of each line and of each draw, when nobody says."""
LEAST_WORK, MOST_WORK = 128, 1_000_000
KINDS: dict[type[Chance], ChanceKind] = {Kings: "kings", Reveal: "reveal", Buildings: "buildings"}
SEARCH = "monarch"
SEARCH_SHARE = 0.25
"""Playouts of the search that looks for the better line, as a share of the work."""
CONTENDERS = 3
"""Lines of the search that are measured, besides the one that was played and the one that is played at once."""
CLEARLY = 2.0
"""Standard errors by which a line must be better to take the place of the search's best."""


TRIED = 64
PER_DRAW, PER_TURN = 2.0, 2.5
"""Playouts of one draw and of one turn, as multiples of the work: about, to translate seconds."""

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
        self._seeds = review_seeds(work)
        self._start = Value(0.0, 0.0)
        self._now: list[Value] = []
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
        realms = parts(end, self._start, self._turns, self._chances)
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
        yield from self._begin()
        for span in self._spans:
            yield from self._draw(span) if span.is_chance else self._turn(span)
            self._done += 1
            yield
        self._end()

    def _begin(self) -> Steps:
        """What everybody can expect before the first draw: no realm has an advantage yet."""
        (trials,) = yield from self._futures.measure([[core.State(self.record.ruleset.name)]], self._seeds)
        realms = len(self.record.ruleset.realms)
        self._start = Value(1 / realms, fmean(trials.points))
        self._now = [self._start] * realms

    def _end(self) -> None:
        """The last turn leads to the result; after it there may have been a draw and turns without a choice."""
        end, last = self._spans[-1].after, self._turns[-1]
        rest = [minus(result_of(end, realm), now) for realm, now in enumerate(self._now)]
        self._turns[-1] = replace(last, change=tuple(total(pair) for pair in zip(last.change, rest, strict=True)))

    def _draw(self, span: Span) -> Steps:
        """What a draw brought to each realm."""
        (event,) = span.events
        assert isinstance(event, Chance)
        found = yield from luck_of(self._futures, span.before, event, self._seeds)
        luck = tuple(Value(win, points) for win, points, _, _ in found.apart)
        self._now = [total(pair) for pair in zip(self._now, luck, strict=True)]
        self._chances.append(
            ChanceReview(
                ply=span.ply,
                game=span.before.game,
                round=span.before.state.round,
                kind=KINDS[type(event)],
                luck=luck,
                error=tuple(Value(win, points) for _, _, win, points in found.apart),
            )
        )
        if found.after:
            self._note(span, found.after)

    def _turn(self, span: Span) -> Steps:
        """What a turn lost: the line that was played against the best that was found."""
        choices = count_choices(span.before, span.events)
        if choices < 2:
            return
        state = span.before.state
        realm = self.record.ruleset.realm_of(state.acting)
        played = line_of(span.before, span.events)
        best = yield from self._best(span, played, realm)
        lines = [played] if best is played else [played, best]
        trials = yield from self._futures.measure([[line.table] for line in lines], self._seeds)
        apart = _beyond_noise(trials[-1].against(trials[0]), realm)
        if apart[realm][:2] == (0.0, 0.0):
            best = played
        self._note(span, trials[0])
        before, self._now = self._now, [Value(*pair) for pair in zip(trials[0].win, trials[0].points, strict=True)]
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
                why=() if best is played else self._why(played, best, realm, apart),
                effect=tuple(Value(-win, -points) for win, points, _, _ in apart),
                change=tuple(minus(*pair) for pair in zip(self._now, before, strict=True)),
            )
        )

    def _best(self, span: Span, played: TurnLine, realm: int) -> Generator[None, None, TurnLine]:
        """The best line that was found, or the one that was played if they come to the same.

        The search proposes. What it likes best is taken, unless another of its lines, or what the evaluation alone
        would play, is clearly better in futures that are used for nothing else: nobody is measured by lucky futures.
        """
        match, owner = span.before, span.before.state.realm
        seed = seeds_for("search", span.ply, 1)[0]
        budget = Budget(work=max(1, int(self.work * SEARCH_SHARE)), threads=self._threads)
        estimates = explain(SEARCH, core_state(match), seed, budget)
        yield
        first, *others = [line_of(match, estimate.actions) for estimate in estimates[:CONTENDERS]]
        if first.is_like(played, owner):
            return played
        if estimates[0].samples == 1:
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

    def _why(self, played: TurnLine, best: TurnLine, realm: int, apart: list[Difference]) -> tuple[Why, ...]:
        gained = [points for _, points, _, _ in apart]
        return reasons(played.match, best.match, realm, gained)

    def _note(self, span: Span, trials: core.Trials) -> None:
        """A point of the curve, after this span."""
        ply = span.ply + len(span.events)
        self._curve.append(Moment(ply, tuple(trials.win), tuple(trials.points)))


def review(game: str | Record | Game, *, work: int = WORK, threads: int = 1) -> Review:
    """The review of a finished game or of its record, every turn and every draw weighed; the same for the same work."""
    if isinstance(game, Game):
        game = game.record()
    return Reviewer(parse_record(game) if isinstance(game, str) else game, work, threads).review()


def work_for(record: Record, seconds: float, threads: int = 1) -> int:
    """The work of a review that takes about so long on this machine, by the time that a few playouts take now."""
    if not 0 < seconds < 1e6:
        raise CrownlandsError(f"a review takes more than 0 seconds, not {seconds:g}")
    start, seeds = core.State(record.ruleset.name), range(TRIED)
    begun = perf_counter()
    core.play_trials([start], LEVEL, seeds, threads, SOLVER_WORK)
    whole_game = (perf_counter() - begun) / TRIED
    pieces = list(spans(record))
    draws = sum(span.is_chance for span in pieces)
    playouts = PER_DRAW * draws + PER_TURN * (len(pieces) - draws)
    return max(LEAST_WORK, min(MOST_WORK, int(seconds / (whole_game / 2 * playouts))))


def _beyond_noise(apart: list[Difference], realm: int) -> list[Difference]:
    """Best minus played for every realm, without what is no loss for the one that decided: less than a standard error.

    Wins and points are judged apart: where a game is decided points can still be lost.
    """
    win, points, win_error, points_error = apart[realm]
    lost_win = win > 0 and win >= win_error
    lost_points = points > 0 and points >= points_error
    if not lost_win and not lost_points:
        return [(0.0, 0.0, one[2], one[3]) for one in apart]
    return [(one[0] if lost_win else 0.0, one[1], one[2], one[3]) for one in apart]


def _each(values: Iterable[Value]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    values = list(values)
    return tuple(value.win for value in values), tuple(value.points for value in values)
