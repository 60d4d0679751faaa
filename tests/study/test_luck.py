"""The luck of a draw: 0 on average, and nothing where nothing else could come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from statistics import fmean, stdev

import pytest

from crownlands import core
from crownlands.notation import parse_event, replay
from crownlands.players.levels import core_state
from crownlands.rules import Match, apply, new_match
from crownlands.rules.events import Buildings, Chance, Kings, Reveal
from crownlands.study.draws import probability
from crownlands.study.futures import Futures, seeds_for
from crownlands.study.luck import Drawn, luck_of
from tests.study.games import record_of, steps_to


def luck(before: Match, event: str, futures: int = 128) -> Drawn:
    found = parse_event(event)
    assert isinstance(found, Chance)
    return steps_to(luck_of(Futures(before.ruleset.name), before, found, seeds_for("test", 1, futures)))


def before_draws(name: str, kind: type[Chance]) -> Iterator[tuple[Match, Chance]]:
    """Where chance of this kind comes in a game, and what it brought."""
    record = record_of(name)
    for match, event in zip(replay(record), record.events, strict=False):
        if isinstance(event, kind):
            yield match.upcoming(), event


def test_the_luck_of_a_draw_is_0_on_average() -> None:
    """The last line of kingdomino/2, after which the end is solved, drawn again and again from a fixed place."""
    *_, (before, _) = before_draws("kingdomino/2", Reveal)
    found = [luck(before, core_state(before).sample_chance(seed)).apart[0] for seed in range(120)]
    for values in ([win for win, *_ in found], [points for _, points, *_ in found]):
        assert stdev(values) > 0
        assert abs(fmean(values)) < 2 * stdev(values) / len(values) ** 0.5


def test_the_luck_of_all_kings_that_could_be_drawn_balances() -> None:
    """With few outcomes: each weighed by its probability, they come to nothing but the noise of the futures."""
    before, _ = next(before_draws("kingdomino/4", Kings))
    found = [luck(before, f"kings {seat}", 512).apart for seat in range(4)]
    for realm in range(4):
        mean = fmean(one[realm][0] for one in found)
        noise = sum(one[realm][2] ** 2 for one in found) ** 0.5 / 4
        assert abs(mean) < 2 * noise
    assert any(abs(one[realm][0]) > 2 * one[realm][2] for one in found for realm in range(4)), "kings matter"


def test_what_is_drawn_is_not_among_the_others() -> None:
    """There and back has two outcomes: the other one is all that it is compared with, and counts by half."""
    start = new_match("kingdomino/2+there-and-back")
    before = Match(apply(start.state, parse_event("reveal K3 K17 K22 K40")), 1, start.earlier)
    one, other = luck(before, "kings 0 1 1 0"), luck(before, "kings 1 0 0 1")
    assert one.after
    assert other.after
    assert one.apart[0][0] == pytest.approx((one.after.win[0] - other.after.win[0]) / 2)
    assert other.apart[0][0] == pytest.approx(-one.apart[0][0])


def test_a_draw_with_one_outcome_is_no_luck() -> None:
    """The last line of kingdomino/4 is what is left in the box, and the last king the one that is left."""
    *_, (last_line, line) = before_draws("kingdomino/4", Reveal)
    *_, (last_king, king) = before_draws("kingdomino/4", Kings)
    for before, event in ((last_line, line), (last_king, king)):
        assert probability(before.state, event) == 1
        steps = luck_of(Futures("kingdomino/4"), before, event, range(128))
        with pytest.raises(StopIteration) as end:
            next(steps)
        assert end.value.value == Drawn(((0.0,) * 4,) * 4, None)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("kingdomino/2", Kings),
        ("kingdomino/3+any-king", Kings),
        ("kingdomino/2+there-and-back", Kings),
        ("kingdomino/2+top-down", Kings),
        ("kingdomino/4", Reveal),
        ("queendomino/2", Buildings),
    ],
)
def test_probabilities_are_how_often_the_core_draws(name: str, kind: type[Chance]) -> None:
    times = 4000
    before, _ = min(before_draws(name, kind), key=lambda one: -probability(one[0].state, one[1]) % 1)
    table = core_state(before)
    found = Counter(core.State.copy(table).sample_chance(seed) for seed in range(times))
    event, often = found.most_common(1)[0]
    drawn = parse_event(event)
    assert isinstance(drawn, Chance)
    chance = probability(before.state, drawn)
    assert 0 < chance <= 1
    assert abs(often - times * chance) < 4 * float(times * chance) ** 0.5 + 4
    if len(found) < 30:
        assert sum(probability(before.state, _chance(text)) for text in found) == Fraction(1)


def _chance(text: str) -> Chance:
    event = parse_event(text)
    assert isinstance(event, Chance)
    return event
