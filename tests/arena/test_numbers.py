"""Intervals, summaries, ratings and the picture of a ladder."""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import NormalDist, fmean
from xml.etree import ElementTree

import pytest

from crownlands.arena.chart import draw
from crownlands.arena.intervals import Interval, mean_interval, pairing_gain, share_interval, student
from crownlands.arena.judge import Played
from crownlands.arena.ladder import climb, comparison, meetings, round_robin
from crownlands.arena.plan import Plan, Task, parse_seats
from crownlands.arena.ratings import rate
from crownlands.arena.summary import percentile, summarize
from crownlands.players.budget import Budget
from crownlands.players.outcome import Forfeited
from crownlands.rules import CrownlandsError, ruleset
from tests.arena.arenas import plan


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)]
)
def test_student_has_the_quantiles_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.012)


def test_an_interval_over_deals_holds_what_it_promises() -> None:
    source = random.Random(4)
    hits = {"mean": 0, "share": 0}
    for _ in range(1000):
        # Two games of a deal that go against each other, as a lucky deal does when seats are swapped.
        deals = []
        for _ in range(40):
            luck = source.gauss(0.0, 1.0)
            deals.append([float(luck + source.gauss(0.9, 0.6) > 0), float(-luck + source.gauss(0.9, 0.6) > 0)])
        means = [fmean(deal) for deal in deals]
        truth = NormalDist().cdf(0.9 / (1 + 0.36) ** 0.5)
        for name, interval in (("mean", mean_interval(means)), ("share", share_interval(means))):
            assert interval.low is not None
            assert interval.high is not None
            hits[name] += interval.low <= truth <= interval.high
    assert 925 <= hits["mean"] <= 975
    assert 925 <= hits["share"] <= 975


def test_a_clean_sweep_is_not_certainty() -> None:
    sweep = share_interval([1.0] * 100)
    assert sweep.mean == 1.0
    assert sweep.high == pytest.approx(1.0)
    assert sweep.low == pytest.approx(0.962, abs=0.002)
    assert share_interval([0.0] * 100).high == pytest.approx(0.038, abs=0.002)


def test_one_deal_has_no_interval() -> None:
    assert mean_interval([3.0]) == share_interval([3.0]) == Interval(3.0, None, None)


def test_pairing_gains_when_luck_goes_with_the_seat() -> None:
    assert pairing_gain([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]) == pytest.approx(2.143, abs=0.01)
    assert pairing_gain([[1.0, 0.0]]) is None
    assert pairing_gain([[1.0, 0.0], [0.0, 1.0]]) is None


def test_the_percentile_is_a_value_that_occurred() -> None:
    values = [float(value) for value in range(1, 201)]
    assert percentile(values, 0.99) == 198.0
    assert percentile([5.0], 0.99) == 5.0


def invented(plan: Plan, places: dict[str, int], points: dict[str, int]) -> list[Played]:
    """Games that always end the same way, by name."""
    return [
        Played(
            task,
            tuple(places[who.label] for who in task.lineup),
            tuple(points[who.label] for who in task.lineup),
            tuple((0.1, 0.3) for _ in task.lineup),
        )
        for task in plan.tasks()
    ]


def test_a_summary_counts_shares_scores_margins_and_late_turns() -> None:
    made = plan("kingdomino/4", "a,b", games=8, budget=Budget(seconds=0.2))
    summary = summarize(made, invented(made, {"a": 0, "b": 1}, {"a": 60, "b": 45}))
    a, b = summary.lines
    assert (summary.games, summary.deals, summary.unfinished) == (8, 2, 0)
    assert (a.par, a.win.mean, b.par, b.win.mean) == (0.25, 1.0, 0.75, 0.0)
    assert a.score
    assert a.margin
    assert b.margin
    assert a.times
    assert (a.score.mean, a.margin.mean, b.margin.mean) == (60, 15, -15)
    assert (a.times.turns, a.times.late, a.times.median) == (16, 0.5, 0.2)
    assert (a.wins, a.ties, b.wins, b.ties) == (8, 0, 0, 0)


def test_json_has_wins_ties_late_turns_seconds_and_load() -> None:
    made = plan("kingdomino/2", "a,b", games=4, budget=Budget(seconds=0.2))
    games = invented(made, {"a": 0, "b": 0}, {"a": 60, "b": 60})
    games = [replace(game, load=load) for game, load in zip(games, (0.5, 1.5, 2.5, 3.5), strict=True)]
    found = summarize(made, games).as_json()
    assert found["load"] == {"mean": 2.0, "most": 3.5}
    assert found["seconds"] == pytest.approx(4 * 2 * 0.4)
    for player in found["players"]:
        assert (player["wins"], player["ties"]) == (0, 4)
        assert (player["seconds"]["late_turns"], player["seconds"]["total"]) == (4, pytest.approx(1.6))


def test_games_of_unfinished_deals_are_left_out() -> None:
    made = plan("kingdomino/2", "a,b", games=4)
    games = invented(made, {"a": 0, "b": 1}, {"a": 3, "b": 1})
    summary = summarize(made, games[:3])
    assert (summary.games, summary.unfinished) == (2, 1)
    assert summarize(made, games[:1]).lines == ()


def test_a_forfeit_counts_for_the_win_and_not_for_the_score() -> None:
    made = plan("kingdomino/2", "a,b", games=2)
    first, second = invented(made, {"a": 0, "b": 1}, {"a": 3, "b": 1})
    lost = Played(second.task, (0, 1), (0, 0), second.seconds, Forfeited(1, "late: asleep"))
    a, b = summarize(made, [first, lost]).lines
    assert a.score
    assert (a.win.mean, a.score.mean) == (0.5, 3)
    assert a.forfeits == ("game 1: late: asleep",)
    assert b.forfeits == ()


def names(lineups: tuple[tuple[object, ...], ...]) -> set[str]:
    return {"".join(getattr(who, "label", "") for who in lineup) for lineup in lineups}


def test_two_players_meet_from_every_side() -> None:
    a, b = parse_seats("a,b", Budget())
    assert names(meetings(ruleset("kingdomino/2"), a, b)) == {"ab", "ba"}
    assert names(meetings(ruleset("kingdomino/4"), a, b)) == {"abab", "baba"}
    assert names(meetings(ruleset("kingdomino/3"), a, b)) == {"aba", "aab", "baa", "bab", "bba", "abb"}


def test_a_round_robin_gives_every_pair_the_same_deals() -> None:
    made = round_robin(ruleset("kingdomino/2"), parse_seats("a,b,c", Budget()), 5, "1")
    assert (made.deals, made.games) == (3, 18)
    with pytest.raises(CrownlandsError, match="each once"):
        round_robin(ruleset("kingdomino/2"), parse_seats("a", Budget()) * 2, 5, "1")


def test_a_comparison_is_over_all_realms_of_both() -> None:
    a, b = parse_seats("a,b", Budget())
    task = Task(0, 0, "kingdomino/4", "1", (a, b, a, b))
    assert comparison(Played(task, (0, 1, 2, 2), (0,) * 4, ((),) * 4), a, b) == pytest.approx((1 + 1 + 0 + 0.5) / 4)


def test_ratings_find_what_strengths_made_the_results() -> None:
    source = random.Random(1)
    truth = [200.0, 50.0, -250.0]

    def wins(i: int, j: int) -> float:
        return float(source.random() < 1 / (1 + 10 ** ((truth[j] - truth[i]) / 400)))

    deals = [{(i, j): [wins(i, j), wins(i, j)] for i, j in ((0, 1), (0, 2), (1, 2))} for _ in range(400)]
    for rating, expected in zip(rate(3, deals), truth, strict=True):
        assert rating.low is not None
        assert rating.high is not None
        assert rating.low < expected < rating.high
        assert 20 < rating.high - rating.low < 120


def test_a_player_that_never_loses_has_a_finite_rating() -> None:
    first, second = rate(2, [{(0, 1): [1.0, 1.0]}] * 5)
    assert 300 < first.mean - second.mean < 800


def test_a_ladder_orders_players_and_is_drawn() -> None:
    made = round_robin(ruleset("kingdomino/2"), parse_seats("low,<high>&co,mid", Budget()), 8, "1")
    order = {"<high>&co": 0, "mid": 1, "low": 2}
    games = [
        Played(
            task,
            tuple(int(order[who.label] > min(order[x.label] for x in task.lineup)) for who in task.lineup),
            (0, 0),
            ((), ()),
        )
        for task in made.tasks()
    ]
    ladder = climb(made, games)
    assert [entrant.label for entrant, _ in ladder.ratings] == ["<high>&co", "mid", "low"]
    high, mid, _ = (entrant for entrant, _ in ladder.ratings)
    assert ladder.share(high, mid).mean == 1.0
    assert ladder.share(mid, high).mean == 0.0
    texts = [element.text for element in ElementTree.fromstring(draw(ladder)).iter() if element.text]
    assert texts.index("<high>&co") < texts.index("mid") < texts.index("low")
    with pytest.raises(CrownlandsError, match="no deal was finished"):
        climb(made, games[:2])


def test_a_ladder_of_equals_can_be_drawn() -> None:
    made = round_robin(ruleset("kingdomino/2"), parse_seats("a,b", Budget()), 2, "1")
    games = [Played(task, (0, 0), (0, 0), ((), ())) for task in made.tasks()]
    assert ">0<" in draw(climb(made, games))
