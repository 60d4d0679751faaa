"""Puzzles: the shipped ones hold what they say, exact ones to the last placement; text, judging, themes, making."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from crownlands.notation import ParseError, print_position
from crownlands.players.levels import core_state
from crownlands.rules import CrownlandsError, IllegalEvent
from crownlands.rules.pieces import DOMINOES
from crownlands.rules.steps import Step
from crownlands.study.judge import judge, play_on
from crownlands.study.puzzle_maker import (
    AGREED,
    CLEAR_POINTS,
    CLEAR_SHARE,
    CLEAR_WIN,
    ERRORS,
    FAR,
    HOPE,
    LEAST_CHOICES,
    LEAST_WAYS,
    SURE,
    PuzzleMaker,
)
from crownlands.study.puzzle_text import parse_puzzles, print_puzzles
from crownlands.study.puzzles import KINDS, THEMES, Puzzle
from crownlands.study.shipped import puzzle, puzzles
from crownlands.study.themes import themes_of
from crownlands.study.turns import (
    Unfinished,
    after,
    are_alike,
    ask_oracle,
    count_ways,
    is_exact,
    read_turn,
    turn_of,
)
from tests.study.brute_force import values

ALL = os.environ.get("CROWNLANDS_PUZZLES") == "all"
"""`make puzzles` proves every exact puzzle; otherwise a few that are done quickly."""
EXACT = puzzles(kind="exact")
STRATEGIC = puzzles(kind="strategic")


def kings_left(each: Puzzle) -> int:
    return len(each.match.state.line)


PROVED = EXACT if ALL else [each for each in EXACT if kings_left(each) <= 2][::8]


def name(each: Puzzle) -> str:
    return each.name


def test_there_are_hundreds_of_all_families_and_kinds() -> None:
    assert len(puzzles()) >= 200
    for family in ("kingdomino", "queendomino", "royal-wedding"):
        assert len(puzzles(family)) >= 20, family
    assert len({each.name for each in puzzles()}) == len(puzzles())
    assert {theme for each in puzzles() for theme in each.themes} == set(THEMES) - {"middle"}


@pytest.mark.parametrize("each", PROVED, ids=name)
def test_an_exact_puzzle_has_one_answer_whatever_anybody_does(each: Puzzle) -> None:
    """Every way to finish the turn, and all that can follow it, by the rules alone."""
    match = each.match
    found = values(match)
    best = max(found.values())
    assert (each.best.win, each.best.points) == best
    answer = read_turn(match, each.answer)
    others = {turn: value for turn, value in found.items() if not are_alike(match, answer, read_turn(match, turn))}
    second = max(others.values())
    assert (each.second.win, each.second.points) == second
    assert best[0] > second[0] or best[1] - second[1] >= CLEAR_POINTS
    assert len(found) >= each.choices >= LEAST_WAYS
    assert all(value == best for turn, value in found.items() if turn not in others)


@pytest.mark.parametrize("kind", KINDS)
def test_every_puzzle_is_what_it_says(kind: str) -> None:
    """What can be told without playouts, of each of them: ways, greedy answers, themes, facts, positions."""
    for each in puzzles(kind=kind):
        match = each.match
        assert print_position(match) == each.position
        assert is_exact(match.state) == (kind == "exact")
        answer, tempting = read_turn(match, each.answer), read_turn(match, each.tempting)
        assert not are_alike(match, answer, tempting)
        assert each.themes == themes_of(match, answer, tempting)
        assert 600 <= each.rating <= 2400
        if kind == "exact":
            assert each.choices == count_ways(match) >= LEAST_WAYS
            assert not are_alike(match, answer, turn_of("squire", core_state(match), 1))
            assert each.error == 0
            assert each.best.points - each.second.points >= (
                CLEAR_POINTS if each.best.win == each.second.win else CLEAR_WIN
            )
            assert each.best.win > 0
            assert each.second.points <= FAR
        else:
            assert each.choices >= LEAST_CHOICES
            assert each.best.win - each.second.win > ERRORS * each.error > 0
            assert each.best.win - each.second.win >= CLEAR_SHARE
            assert each.best.win > HOPE
            assert each.second.win < SURE


def test_strategic_answers_are_found_again_with_other_futures() -> None:
    """With a seed and an amount of work that they were not made with, and in games without a search."""
    sample = STRATEGIC[:: max(1, len(STRATEGIC) // 6)]
    for each in sample:
        match = each.match
        [best, *_] = ask_oracle(core_state(match), 20261117, 3000)
        answer, tempting = read_turn(match, each.answer), read_turn(match, each.tempting)
        assert are_alike(match, answer, best.actions), each.name
        one, other = (play_on(after(match, turn)).win[match.state.realm] for turn in (answer, tempting))
        assert one - other >= AGREED, each.name


def test_what_is_printed_is_read_again() -> None:
    text = print_puzzles(puzzles())
    assert parse_puzzles(text) == puzzles()
    assert print_puzzles(parse_puzzles(text)) == text
    assert parse_puzzles(print_puzzles([])) == ()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("crownlands puzzles 1", "crownlands puzzle 1", 1),
        ("\n\npuzzle", "\nhello\npuzzle", 2),
        ("kind: ", "sort: ", 4),
        ("kind: exact", "kind: easy", 4),
        ("themes:", "themes: chess", 5),
        ("rating: ", "rating: high ", 3),
        ("round ", "round 1", 3),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(old: str, new: str, line: int) -> None:
    text = print_puzzles(EXACT[:1])
    assert old in text
    with pytest.raises(ParseError) as caught:
        parse_puzzles(text.replace(old, new, 1))
    assert caught.value.line == line


def test_unknown_words_are_refused() -> None:
    with pytest.raises(CrownlandsError, match="no family 'chess'; there are kingdomino"):
        puzzles("chess")
    with pytest.raises(CrownlandsError, match="no theme 'x'"):
        puzzles(theme="x")
    with pytest.raises(CrownlandsError, match="no puzzle 'x'"):
        puzzle("x")


@pytest.mark.parametrize("each", [EXACT[3], EXACT[-1], STRATEGIC[2]], ids=name)
def test_an_answer_is_judged_with_what_it_costs_and_why(each: Puzzle) -> None:
    right, wrong, given_up = judge(each, each.answer), judge(each, each.tempting), judge(each, [])
    assert right.right
    assert (right.loss.win, right.loss.points) == (0, 0)
    assert not wrong.right
    assert not given_up.right
    assert given_up.played is None
    assert wrong.played is not None
    assert wrong.best.actions == right.best.actions == given_up.best.actions == each.answer
    assert wrong.loss.win > 0 or wrong.loss.points >= CLEAR_POINTS
    assert (wrong.loss.win, wrong.loss.points) >= (each.best.win - each.second.win, 0)
    assert wrong.why == right.why == given_up.why
    assert wrong.why
    assert wrong.why[0].amount > 0
    assert bool(wrong.rest) == (each.kind == "exact")


def test_an_answer_is_a_whole_turn_that_is_legal() -> None:
    each = next(one for one in EXACT if len(one.answer) == 2)
    first, second = each.answer
    with pytest.raises(Unfinished):
        judge(each, [first])
    with pytest.raises(Unfinished):
        judge(each, [first, second, "pass"])
    with pytest.raises(IllegalEvent):
        judge(each, [second, first])
    with pytest.raises(ParseError):
        judge(each, ["hello"])


def test_the_mirror_image_is_right_too() -> None:
    """A kingdom that looks the same both ways: the answer to the left is the answer to the right."""
    each = next(each for each in EXACT if each.match.state.step is Step.PLACE and is_twofold(each.match.state.domino))
    state = each.match.state
    realm = replace(state.realms[state.realm], kingdom=type(state.realms[0].kingdom)(), discarded=())
    match = replace(each.match, state=state.with_realm(realm))
    left, right, turned = (
        read_turn(match, [f"place {state.domino} {squares}", each.answer[-1]])
        for squares in ("1,0 2,0", "0,-1 0,-2", "2,0 1,0")
    )
    assert are_alike(match, left, right)
    assert not are_alike(match, left, turned)


def is_twofold(domino: str) -> bool:
    """Whether its squares differ, so that it matters which of them is where."""
    one, other = DOMINOES[domino].left, DOMINOES[domino].right
    return (one.terrain, one.crowns) != (other.terrain, other.crowns)


def test_making_puzzles_is_the_same_every_time_and_finds_what_was_shipped() -> None:
    number = 4
    one, other = (list(PuzzleMaker("kingdomino/2", "1", "exact").puzzles(number)) for _ in range(2))
    assert one == other
    assert one
    assert {each.name for each in one} <= {each.name for each in EXACT}


def test_the_shipped_files_are_canonical() -> None:
    folder = Path(__file__).parents[2] / "src" / "crownlands" / "data" / "puzzles"
    for file in sorted(folder.glob("*.puzzles")):
        text = file.read_text(encoding="utf-8")
        assert print_puzzles(parse_puzzles(text)) == text
        assert len(text) < 400_000
