"""The luck of the draw: 0 on average, taken out without moving what is measured."""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import correlation, fmean, variance

import pytest

from crownlands import core
from crownlands.arena.adjust import adjusted
from crownlands.arena.judge import judge
from crownlands.arena.luck import Luck, print_luck, read_luck, weigh
from crownlands.arena.play import play
from crownlands.arena.summary import summarize
from crownlands.game import Game
from crownlands.notation import print_event
from crownlands.players import make_player
from crownlands.players import play as play_game
from crownlands.rules import ruleset
from crownlands.rules.events import Event, Reveal
from tests.arena.arenas import EXAMPLE, bot, plan, played


def squires(name: str, seed: str) -> tuple[Event, ...]:
    """The events of a game among squires."""
    rules = ruleset(name)
    return play_game(
        Game(rules, seed=seed), [make_player("squire", f"{seed} {seat}") for seat in range(rules.seats)]
    ).events


def test_a_position_has_the_same_futures_again_for_the_same_seeds() -> None:
    state = core.State("kingdomino/4")
    first = core.outcomes(state, "squire", [1, 2, 3])
    assert first == core.outcomes(state, "squire", [1, 2, 3]) != core.outcomes(state, "squire", [4, 5, 6])
    assert [len(points) for points in first] == [4, 4, 4]
    assert state.lines_drawn == 0
    with pytest.raises(core.CoreError, match="no level"):
        core.outcomes(state, "nobody", [1])


@pytest.mark.parametrize("name", ["kingdomino/2", "queendomino/3", "royal-wedding/6+teams", "kingdomino/2+dynasty"])
def test_luck_is_weighed_in_every_kind_of_game_and_wins_are_only_moved(name: str) -> None:
    rules = ruleset(name)
    events = squires(name, "1")
    found = weigh(rules, events, "a", playouts=4)
    assert found == weigh(rules, events, "a", playouts=4) != weigh(rules, events, "b", playouts=4)
    assert len(found) == len(rules.realms)
    assert sum(luck.wins for luck in found) == pytest.approx(0.0)


def test_a_draw_that_is_no_chance_is_no_luck() -> None:
    """The last line of kingdomino/4 is what is left in the box."""
    rules, events = ruleset("kingdomino/4"), squires("kingdomino/4", "1")
    last = max(index for index, event in enumerate(events) if isinstance(event, Reveal))
    until = [weigh(rules, events[:stop], "a", playouts=4) for stop in (last, last + 1)]
    assert until[0] == until[1]


def test_luck_is_good_for_whom_the_draw_is_good() -> None:
    rules = ruleset("kingdomino/2")
    lucks, results = [], []
    for seed in range(40):
        events = squires("kingdomino/2", f"deal {seed}")
        lucks.append(weigh(rules, events, str(seed), playouts=12)[0].points)
        state = core.State("kingdomino/2")
        for event in events:
            state.apply_text(print_event(event))
        results.append(float(state.points()[0]))
    assert correlation(lucks, results) > 0.5


def test_luck_is_nothing_on_average() -> None:
    """The draws of random deals, weighed with few playouts: the mean is within two standard errors of 0."""
    rules = ruleset("kingdomino/2")
    found = [weigh(rules, squires("kingdomino/2", f"mean {seed}"), str(seed), playouts=4)[0] for seed in range(150)]
    for values in ([luck.wins for luck in found], [luck.points for luck in found]):
        assert abs(fmean(values)) < 2 * (variance(values) / len(values)) ** 0.5


def test_taking_luck_out_moves_no_mean_and_narrows_it() -> None:
    source = random.Random(3)
    plain_means, means, shrunk = [], [], []
    for _ in range(400):
        luck = [source.gauss(0.0, 1.0) for _ in range(40)]
        results = [0.6 + 0.3 * value + source.gauss(0.0, 0.15) for value in luck]
        without = adjusted(results, luck)
        plain_means.append(fmean(results))
        means.append(fmean(without))
        shrunk.append(variance(results) / variance(without))
    assert fmean(means) == pytest.approx(0.6, abs=2 * (variance(means) / 400) ** 0.5)
    assert variance(plain_means) / variance(means) == pytest.approx(5.0, rel=0.25)
    assert fmean(shrunk) == pytest.approx(5.0, rel=0.25)


def test_the_factor_of_a_deal_has_not_seen_it() -> None:
    """One wild deal moves the factors of the others, never its own."""
    luck = [float(value) for value in (1, -1, 2, -2, 1, -1, 2, -2, 1, -1, 2)]
    results = [0.5 + value / 10 for value in luck]
    wild = [*results[:3], 99.0, *results[4:]]
    moved = adjusted(wild, luck)[3] - adjusted(results, luck)[3]
    assert moved == pytest.approx(99.0 - results[3])


def test_few_deals_and_luck_that_never_differs_change_nothing() -> None:
    assert adjusted([], []) == []
    assert adjusted([1.0], [5.0]) == [1.0]
    assert adjusted([1.0, 0.0, 0.5], [0.0, 0.0, 0.0]) == [1.0, 0.0, 0.5]


def test_a_game_carries_its_luck_and_one_without_is_weighed_when_it_is_counted() -> None:
    made = replace(plan("kingdomino/2", "squire,random"), luck=True)
    task = next(made.tasks())
    text = play(task)
    assert "\nluck: squire 100 " in text
    found = judge(task, text).luck
    assert found
    without = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("luck:"))
    weighed = judge(task, without).luck
    assert weighed
    assert print_luck(weighed) == print_luck(found)
    assert judge(replace(task, luck=False), text).luck is None


def test_the_games_of_a_deal_are_weighed_by_the_same_playouts() -> None:
    """The same program on both sides plays the same game twice: its luck is the same too, and cancels out."""
    made = replace(plan("kingdomino/2", f"{bot(EXAMPLE)},me={bot(EXAMPLE)}"), luck=True)
    first, second = played(made)
    assert first.points == second.points
    assert first.luck == second.luck
    assert first.luck


def test_luck_is_read_as_printed_and_nothing_else_is_believed() -> None:
    luck = (Luck(0.25, 3.5), Luck(-0.25, -3.5))
    assert read_luck(print_luck(luck), 2) == luck
    for text in (
        "",
        "squire",
        "squire 100 +0.1/+1",
        "page 100 +0.1/+1 -0.1/-1",
        "squire 100 a/b c/d",
        "squire 100 1 2",
    ):
        assert read_luck(text, 2) is None


def test_a_summary_shows_both_and_what_the_luck_was_worth() -> None:
    made = replace(plan("kingdomino/2", "squire,page", games=24, seed="luck"), luck=True)
    summary = summarize(made, [judge(task, play(task)) for task in made.tasks()])
    squire, page = summary.lines
    assert squire.adjusted
    assert page.adjusted
    assert squire.adjusted.win.mean + page.adjusted.win.mean == pytest.approx(1.0)
    assert squire.adjusted.luck.mean == pytest.approx(-page.adjusted.luck.mean)
    assert squire.adjusted.gain
    found = summary.as_json()
    assert "Luck-adjusted" in found["method"]
    assert found["players"][0]["adjusted"]["gain"] == round(squire.adjusted.gain, 3)
    assert summarize(replace(made, luck=False), []).lines == ()
