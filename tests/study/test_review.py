"""A review of any game: its parts sum up to the result, and it is the same again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crownlands.notation import Record, parse_event, replay
from crownlands.rules import CrownlandsError, legal_actions
from crownlands.study import Review, Reviewer
from crownlands.study.reviewer import review
from tests.study.games import LITTLE, record_of

FAMILIES = [
    "kingdomino/2",
    "kingdomino/4+any-king",
    "kingdomino/2+mighty-duel",
    "kingdomino/3+dynasty",
    "kingdomino/2+there-and-back",
    "queendomino/2+one-court",
    "queendomino/4",
    "royal-wedding/6+teams",
    "royal-wedding/8",
]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_review_of_every_family_sums_up_balances_and_leaves_nothing_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownlands.study.reviewer.LEAST_WORK", 16)  # the sums are no finer with more
    record = record_of(name)
    found = Reviewer(record, 16).review()
    sums_up(found, record)
    balances(found)
    leaves_nothing_out(found, record)


def sums_up(found: Review, record: Record) -> None:
    """The parts of every realm sum up to its result."""
    *_, end = replay(record)
    winners = end.ranking().groups[0]
    for index, realm in enumerate(found.realms):
        for kind in ("win", "points"):
            values = [getattr(part, kind) for part in (realm.expected, realm.luck, realm.own, realm.rivals)]
            assert sum(values) == pytest.approx(getattr(realm.result, kind))
            assert getattr(realm.adjusted, kind) == pytest.approx(getattr(realm.result, kind) - values[1])
        assert realm.result.points == end.totals()[index].points
        assert realm.result.win == (1 / len(winners) if index in winners else 0)
        assert realm.expected.win == pytest.approx(1 / len(found.realms))
        assert realm.expected == found.realms[0].expected
        mine = [turn for turn in found.turns if turn.realm == index]
        assert realm.own.win == pytest.approx(sum(turn.change[index].win for turn in mine))
        assert realm.luck.win == pytest.approx(sum(chance.luck[index].win for chance in found.chances))
        assert realm.turns == len(mine) > 0
        assert realm.performance is not None
        assert realm.performance >= 1000 * sum(turn.loss.win for turn in mine) / realm.turns - 1e-9


def balances(found: Review) -> None:
    """What one realm loses others win."""
    for chance in found.chances:
        assert sum(luck.win for luck in chance.luck) == pytest.approx(0, abs=1e-12)
    for turn in found.turns:
        assert sum(effect.win for effect in turn.effect) == pytest.approx(0, abs=1e-12)
        assert turn.effect[turn.realm].win == -turn.loss.win <= 0
        assert sum(change.win for change in turn.change) == pytest.approx(0, abs=1e-12)
    for moment in found.curve:
        assert sum(moment.win) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in moment.win)


def leaves_nothing_out(found: Review, record: Record) -> None:
    """Every turn with a choice and every draw is there once, and better lines are legal."""
    matches = [match.upcoming() for match in replay(record)]
    covered = [ply for turn in found.turns for ply in range(turn.ply, turn.ply + turn.plies)]
    draws = [chance.ply for chance in found.chances]
    assert len({*covered, *draws}) == len(covered) + len(draws)
    for ply in set(range(len(record.events))) - {*covered, *draws}:
        assert len(legal_actions(matches[ply].state)) == 1 or ply < 4, "no choice, or only mirror images"
    for turn in found.turns:
        assert turn.seat == matches[turn.ply].state.seat
        assert turn.game == matches[turn.ply].game
        match = matches[turn.ply]
        for action in turn.best.actions:
            match = match.apply(parse_event(action))  # it is legal
        assert turn.choices > 1
    plies = [moment.ply for moment in found.curve]
    assert plies == sorted(set(plies))
    assert (plies[0], plies[-1]) == (0, len(record.events))


def test_the_same_record_and_work_give_the_same_review_whatever_the_threads() -> None:
    record = record_of("kingdomino/3")
    first: Review = Reviewer(record, LITTLE).review()
    assert first == Reviewer(record, LITTLE, threads=2).review()
    assert first != Reviewer(record, LITTLE + 1).review()


def test_a_reviewer_goes_on_in_small_steps() -> None:
    reviewer = Reviewer(record_of("kingdomino/3"), LITTLE)
    seen = list(reviewer)
    assert [one.done for one in seen] == sorted(one.done for one in seen)
    assert seen[-1].done == seen[-1].of
    assert len(seen) > 2 * seen[-1].of
    assert reviewer.review() == Reviewer(record_of("kingdomino/3"), LITTLE).review()


def test_a_game_that_is_not_over_is_refused() -> None:
    record = record_of("kingdomino/2")
    with pytest.raises(CrownlandsError, match="not over"):
        Reviewer(replace(record, events=record.events[:-1], lines=()))
    with pytest.raises(CrownlandsError, match="not over"):
        review("crownlands game 1\nruleset: kingdomino/2\n\n")


@pytest.mark.parametrize("work", [0, 127, 10**9])
def test_work_has_limits(work: int) -> None:
    with pytest.raises(CrownlandsError, match="playouts"):
        Reviewer(record_of("kingdomino/2"), work)
