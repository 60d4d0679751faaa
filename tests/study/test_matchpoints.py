"""Matchpoints: whom one has beaten, whatever the margin."""

from __future__ import annotations

from itertools import product

import pytest

from crownlands.study.matchpoints import all_matchpoints, duplicate, matchpoints


def test_a_win_counts_one_a_tie_half_and_the_margin_nothing() -> None:
    assert matchpoints(47, [39, 46.5, 47, 52]) == pytest.approx(2.5 / 4)
    assert matchpoints(1000, [39]) == matchpoints(40, [39]) == 1
    assert matchpoints(3, [3, 3]) == 0.5
    assert matchpoints(3, [4]) == 0


def test_nobody_to_compare_with_is_no_share() -> None:
    assert matchpoints(47, []) is None
    assert all_matchpoints([47]) == [None]
    assert all_matchpoints([]) == []


def test_all_at_once_is_each_against_the_others_and_half_on_average() -> None:
    for results in product((1, 2, 3), repeat=5):
        shares = all_matchpoints(results)
        for place, own in enumerate(results):
            assert shares[place] == matchpoints(own, [*results[:place], *results[place + 1 :]])
        assert sum(share or 0 for share in shares) == pytest.approx(len(results) / 2)


def test_a_realm_meets_the_same_realm_at_the_other_tables() -> None:
    tables = [[50, 30], [40, 30], [60, 10]]
    assert duplicate(tables) == [[0.5, 0.75], [0.0, 0.75], [1.0, 0.0]]
    assert duplicate([[50, 30]]) == [[None, None]]
    assert duplicate([]) == []
