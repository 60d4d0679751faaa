"""The luck of the draw: 0 on average, taken out without moving what is measured."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from statistics import correlation, fmean, variance

import pytest

from crownlands import core
from crownlands.arena.adjust import adjusted
from crownlands.arena.judge import judge
from crownlands.arena.luck import print_luck, read_luck, weigh
from crownlands.arena.play import play
from crownlands.arena.summary import summarize
from crownlands.arena.yardsticks import Luck, ScholarForecasts, SquirePlayouts, Yardstick
from crownlands.game import Game
from crownlands.notation import print_event
from crownlands.players import make_player
from crownlands.players import play as play_game
from crownlands.rules import ruleset
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Event, Reveal
from tests.arena.arenas import EXAMPLE, bot, plan, played


def game_of(player: str, name: str, seed: str) -> tuple[Event, ...]:
    """The events of a game of this player with itself."""
    rules = ruleset(name)
    return play_game(
        Game(rules, seed=seed), [make_player(player, f"{seed} {seat}") for seat in range(rules.seats)]
    ).events


def squires(name: str, seed: str) -> tuple[Event, ...]:
    return game_of("squire", name, seed)


FEW: tuple[Yardstick, ...] = (SquirePlayouts(4), ScholarForecasts(2))
"""The yardsticks with few futures: quick, and as honest."""


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
    found = weigh(rules, events, "a", FEW)
    assert found == weigh(rules, events, "a", FEW)
    other = weigh(rules, events, "b", FEW)
    assert len(found) == len(FEW)
    for luck, elsewhere in zip(found, other, strict=True):
        assert luck != elsewhere
        assert len(luck) == len(rules.realms)
        assert sum(realm.wins for realm in luck) == pytest.approx(0.0, abs=1e-5)


def test_a_draw_that_is_no_chance_is_no_luck() -> None:
    """The last line of kingdomino/4 is what is left in the box."""
    rules, events = ruleset("kingdomino/4"), squires("kingdomino/4", "1")
    last = max(index for index, event in enumerate(events) if isinstance(event, Reveal))
    until = [weigh(rules, events[:stop], "a", FEW) for stop in (last, last + 1)]
    for before, after in zip(*until, strict=True):
        assert [realm.points for realm in after] == pytest.approx([realm.points for realm in before])


def explained(player: str, yardsticks: tuple[Yardstick, ...]) -> list[float]:
    """How close the luck of forty duels comes to their margins, by each yardstick."""
    rules = ruleset("kingdomino/2")
    lucks, margins = [], []
    for seed in range(40):
        events = game_of(player, "kingdomino/2", f"deal {seed}")
        lucks.append([mine.points - other.points for mine, other in weigh(rules, events, str(seed), yardsticks)])
        state = core.State("kingdomino/2")
        for event in events:
            state.apply_text(print_event(event))
        mine, other = state.points()
        margins.append(float(mine - other))
    return [correlation(column, margins) for column in zip(*lucks, strict=True)]


def test_luck_is_good_for_whom_the_draw_is_good() -> None:
    """Each yardstick knows best those who play like it."""
    yardsticks = (SquirePlayouts(12), ScholarForecasts(12))
    by_squires, by_scholars = explained("squire", yardsticks)
    assert by_squires > 0.6 > by_scholars
    by_squires, by_scholars = explained("scholar", yardsticks)
    assert by_scholars > 0.6 > by_squires


def test_luck_is_nothing_on_average() -> None:
    """The draws of random deals, weighed with few futures: the mean is within two standard errors of 0."""
    rules = ruleset("kingdomino/2")
    found = [weigh(rules, squires("kingdomino/2", f"mean {seed}"), str(seed), FEW) for seed in range(400)]
    for lucks in zip(*found, strict=True):
        for values in ([mine.wins for mine, _ in lucks], [mine.points for mine, _ in lucks]):
            assert abs(fmean(values)) < 2 * (variance(values) / len(values)) ** 0.5


def test_taking_luck_out_moves_no_mean_and_narrows_it() -> None:
    source = random.Random(3)
    plain_means, means, shrunk = [], [], []
    for _ in range(400):
        luck = [(source.gauss(0.0, 1.0), source.gauss(0.0, 1.0)) for _ in range(40)]
        results = [0.6 + 0.24 * one - 0.18 * other + source.gauss(0.0, 0.15) for one, other in luck]
        without = adjusted(results, luck)
        plain_means.append(fmean(results))
        means.append(fmean(without))
        shrunk.append(variance(results) / variance(without))
    assert fmean(means) == pytest.approx(0.6, abs=2 * (variance(means) / 400) ** 0.5)
    assert variance(plain_means) / variance(means) == pytest.approx(5.0, rel=0.25)
    assert fmean(shrunk) == pytest.approx(5.0, rel=0.25)


def test_the_factor_of_a_deal_has_not_seen_it() -> None:
    """One wild deal moves the factors of the others, never its own."""
    luck = [[float(value)] for value in (1, -1, 2, -2, 1, -1, 2, -2, 1, -1, 2)]
    results = [0.5 + value / 10 for (value,) in luck]
    wild = [*results[:3], 99.0, *results[4:]]
    moved = adjusted(wild, luck)[3] - adjusted(results, luck)[3]
    assert moved == pytest.approx(99.0 - results[3])


def test_few_deals_and_luck_that_never_differs_change_nothing() -> None:
    assert adjusted([], []) == []
    assert adjusted([1.0], [[5.0, 2.0]]) == [1.0]
    assert adjusted([1.0, 0.0, 0.5], [[0.0, 0.0]] * 3) == [1.0, 0.0, 0.5]


def test_a_yardstick_that_says_what_another_says_changes_nothing() -> None:
    source = random.Random(4)
    luck = [source.gauss(0.0, 1.0) for _ in range(30)]
    results = [0.5 + 0.2 * value + source.gauss(0.0, 0.1) for value in luck]
    alone = adjusted(results, [[value] for value in luck])
    assert adjusted(results, [[value, 3 * value] for value in luck]) == pytest.approx(alone)
    assert adjusted(results, [[0.0, value] for value in luck]) == pytest.approx(alone)


def test_a_game_carries_its_luck_and_one_without_is_weighed_when_it_is_counted() -> None:
    made = replace(plan("kingdomino/2", "squire,random"), luck=True)
    task = next(made.tasks())
    text = play(task)
    assert re.search(r"\nluck: squire 100 \S+ \S+; scholar 40 \S+ \S+\n", text)
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
    weighed = ((Luck(0.25, 3.5), Luck(-0.25, -3.5)), (Luck(0.5, 1.5), Luck(-0.5, -2.5)))
    text = print_luck(weighed)
    assert read_luck(text, 2) == weighed
    assert read_luck(text, 3) is None
    squire, scholar = text.split("; ")
    for wrong in (
        "",
        "squire",
        squire,
        f"{scholar}; {squire}",
        f"{text}; {scholar}",
        text.replace("squire", "page"),
        text.replace("100", "50"),
        text.replace("/", " "),
        f"{squire}; scholar 40 a/b c/d",
        f"{squire}; ",
    ):
        assert read_luck(wrong, 2) is None, wrong


def test_a_draw_is_seen_by_what_it_makes_of_the_end() -> None:
    """One line is left, and with it a game is won or not: scholars play on to the end, ties and all."""
    events = game_of("scholar", "kingdomino/2", "end")
    last = max(index for index, event in enumerate(events) if isinstance(event, Reveal))
    table = core.State("kingdomino/2")
    for event in events[:last]:
        table.apply_text(print_event(event))
    before, after = table.copy(), table.copy()
    after.apply_text(print_event(events[last]))
    found = ScholarForecasts(8).luck(before, after, Stream("test", "end"))
    for event in events[last:]:
        table.apply_text(print_event(event))
    assert sum(realm.wins for realm in found) == pytest.approx(0.0)
    (mine, other), (first, second) = found, table.points()
    # What eight other lines would have brought are whole wins and whole points.
    won = (first > second) + (first == second) / 2
    assert (won - mine.wins) * 16 == pytest.approx(round((won - mine.wins) * 16))
    assert (first - mine.points) * 8 == pytest.approx(round((first - mine.points) * 8))
    assert (second - other.points) * 8 == pytest.approx(round((second - other.points) * 8))


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


def test_a_clean_sweep_is_no_more_certain_without_luck() -> None:
    made = replace(plan("kingdomino/2", "squire", games=3, seed="luck"), luck=True)
    [line] = summarize(made, [judge(task, play(task)) for task in made.tasks()]).lines
    assert line.adjusted
    assert line.win.low
    assert line.win.low < 0.5
    assert line.adjusted.win == line.win
