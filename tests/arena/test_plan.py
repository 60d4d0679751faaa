"""Who sits where, on which deals, with which budget."""

from __future__ import annotations

from collections import Counter

import pytest

from crownlands.arena.plan import Entrant, lineup, make_plan, parse_seats, read_task, rotations
from crownlands.players.budget import Budget, parse_budget
from crownlands.rules import CrownlandsError, ruleset
from tests.arena.arenas import plan

FREE = Budget()


def labels(seats: str, name: str) -> list[str]:
    return [entrant.label for entrant in lineup(ruleset(name), parse_seats(seats, FREE))]


def test_the_last_player_given_takes_all_further_seats() -> None:
    assert labels("greedy,random", "kingdomino/4") == ["greedy", "random", "random", "random"]


def test_in_teams_a_name_stands_for_a_whole_team() -> None:
    assert labels("greedy,random", "royal-wedding/6+teams") == ["greedy", "random", "random"]
    task = next(plan("royal-wedding/6+teams", "greedy,random").tasks())
    assert task.seat_labels() == ("greedy", "greedy", "random", "random", "random", "random")


def test_more_players_than_seats_are_refused() -> None:
    with pytest.raises(CrownlandsError, match="kingdomino/2 has 2 seats, not 3"):
        labels("a,b,c", "kingdomino/2")


def test_every_player_has_every_seat_once_a_deal() -> None:
    turned = rotations(lineup(ruleset("kingdomino/4"), parse_seats("a,b,c", FREE)))
    assert len(turned) == 4
    for realm in range(4):
        assert Counter(line[realm].label for line in turned) == Counter("abcc")


def test_equal_line_ups_are_played_once() -> None:
    assert len(rotations(lineup(ruleset("kingdomino/4"), parse_seats("a", FREE)))) == 1


def test_whole_deals_are_played_and_all_games_of_a_deal_have_its_seed() -> None:
    made = plan("kingdomino/4", "greedy,random", games=5, seed="s")
    tasks = list(made.tasks())
    assert (made.deals, made.games) == (2, 8)
    assert [task.seed for task in tasks] == ["s/1"] * 4 + ["s/2"] * 4
    assert [task.index for task in tasks] == list(range(8))
    assert len({task.player_seed(seat) for task in tasks for seat in range(4)}) == 32


def test_a_player_may_have_a_budget_of_its_own() -> None:
    common = Budget(seconds=0.2)
    assert parse_seats("monarch@0.4s, monarch@500w,squire", common) == [
        Entrant("monarch@0.4s", "monarch", Budget(seconds=0.4)),
        Entrant("monarch@500w", "monarch", Budget(work=500)),
        Entrant("squire", "squire", common),
    ]


def test_all_players_of_an_arena_go_by_the_same_clock() -> None:
    common = Budget(seconds=0.2, clock="processor")
    assert [str(entrant.budget) for entrant in parse_seats("monarch@0.4s,squire", common)] == [
        "0.4s processor",
        "0.2s processor",
    ]


def test_who_is_named_twice_is_told_apart() -> None:
    assert labels("squire,squire", "kingdomino/2") == ["squire #1", "squire #2"]
    assert labels("monarch,squire", "kingdomino/4") == ["monarch", "squire", "squire", "squire"]
    assert len(plan("kingdomino/2", "squire,squire").lineups) == 2


def test_a_player_may_have_an_alias() -> None:
    mine, other = parse_seats("mine=cmd:bot --a=1@0.4s, slow one=monarch@2s", Budget(seconds=0.2))
    assert mine == Entrant("mine", "cmd:bot --a=1", Budget(seconds=0.4))
    assert other == Entrant("slow one", "monarch", Budget(seconds=2.0))


def test_an_alias_that_a_record_could_not_hold_is_refused() -> None:
    with pytest.raises(CrownlandsError, match="one line of text"):
        parse_seats("mine\nyours=squire", FREE)


def test_a_command_keeps_its_commas_and_at_signs() -> None:
    first, second = parse_seats(r"cmd:bot --a=1\,2 me@home,random", FREE)
    assert first.name == "cmd:bot --a=1,2 me@home"
    assert second.name == "random"


@pytest.mark.parametrize(
    "budget",
    [
        FREE,
        Budget(0.25),
        Budget(100.0),
        Budget(0.00001),
        Budget(0.123456789),
        Budget(999_999.5),
        Budget(work=9),
        Budget(1.5, threads=4),
        Budget(threads=2),
    ],
)
def test_budgets_are_read_as_printed(budget: Budget) -> None:
    assert parse_budget(str(budget)) == budget


def test_budgets_are_printed_as_people_write_them() -> None:
    assert [str(Budget(seconds)) for seconds in (0.2, 1, 1.0, 100.0, 0.05)] == ["0.2s", "1s", "1s", "100s", "0.05s"]


@pytest.mark.parametrize(
    "text", ["", "1", "s", "-1s", "0s", "0w", "1.5w", "1s*0", "1000000s", f"{10**12 + 1}w", "1s*1025"]
)
def test_other_budgets_are_refused(text: str) -> None:
    with pytest.raises(CrownlandsError):
        parse_budget(text)


def test_a_budget_is_seconds_or_work() -> None:
    with pytest.raises(CrownlandsError, match="not both"):
        Budget(0.1, 5)


def test_two_players_may_not_share_a_label() -> None:
    players = (Entrant("x", "greedy", FREE), Entrant("x", "random", FREE))
    with pytest.raises(CrownlandsError, match="are called x"):
        make_plan(ruleset("kingdomino/2"), (players,), 2, "1")


def test_a_task_survives_the_way_to_a_worker() -> None:
    task = next(plan("kingdomino/2", "greedy@0.1s,random").tasks())
    assert read_task(task.as_json()) == task
    by_processor = Budget(seconds=0.1, clock="processor")
    task = next(plan("kingdomino/2", "greedy,random", budget=by_processor).tasks())
    assert read_task(task.as_json()) == task
