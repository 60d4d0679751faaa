"""A game as one object: pushed, taken back, written down, read again, and clear about what is wrong."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import pytest

from crownlands.game import Game
from crownlands.notation import ParseError, print_event
from crownlands.rules import CrownlandsError, IllegalEvent, RulesetError, new_game, ruleset
from crownlands.rules.events import Choose
from crownlands.rules.reasons import Code
from tests.helpers import Nth, played, walk

RULESETS = ("kingdomino/2", "kingdomino/3+any-king", "queendomino/2", "kingdomino/2+dynasty", "royal-wedding/6+teams")


def finished(name: str, seed: str = "1") -> Game:
    """A whole game in which everybody does the last thing that is legal."""
    return played(Game(name, seed=seed), Nth(-1))


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_what_the_rules_say(name: str) -> None:
    rules, matches = ruleset(name), []
    game = Game(rules, seed=7)
    for match, event, following in walk(rules, "7"):
        matches.append(following)
        if match.state.seat is not None:
            assert (game.state, game.seat, game.step) == (match.state, match.state.seat, match.state.step)
            assert event in game.legal
            game.push(event)
    assert game.matches[1:] == tuple(matches)
    assert game.over
    assert game.seat is None
    assert game.legal == []
    assert game.scores() == tuple(total.points for total in matches[-1].totals())
    assert game.winners == matches[-1].ranking().groups[0]


@pytest.mark.parametrize("name", RULESETS)
def test_everything_is_taken_back_and_comes_again(name: str) -> None:
    game, start = finished(name), Game(name, seed="1")
    record = game.record()
    actions = []
    while len(game.events) > len(start.events):
        actions.append(game.undo())
    assert game.position() == start.position()
    with pytest.raises(CrownlandsError, match="no action to take back"):
        game.undo()
    for action in reversed(actions):
        game.push(print_event(action))
    assert game.record() == record


@pytest.mark.parametrize("name", RULESETS)
def test_records_and_positions_are_read_again(name: str) -> None:
    game = finished(name)
    again = Game.from_record(game.record(event="a test"))
    assert again.matches == game.matches
    assert again.record() == game.record(event="a test")
    game.undo()
    assert Game.from_record(game.record()).position() == game.position()
    there = Game.from_position(game.position(), seed=3)
    assert there.match == game.match
    played(there, Nth(0))
    with pytest.raises(CrownlandsError, match=r"has no record: position\(\)"):
        there.record()


@pytest.mark.parametrize("name", ["kingdomino/4", "kingdomino/3+any-king", "queendomino/2"])
@pytest.mark.parametrize("actions", [1, 2, 30])
def test_a_position_is_played_on_with_any_seed(name: str, actions: int) -> None:
    game = Game(name, seed=1)
    for _ in range(actions):
        game.push(game.legal[0])
    for seed in range(5):
        assert played(Game.from_position(game.position(), seed=seed), Nth(0)).over


@pytest.mark.parametrize("make", [Game.copy, copy, deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_goes_its_own_way(make: Callable[[Game], Game]) -> None:
    game = Game("queendomino/2", seed=1)
    other = make(game)
    assert (other.events, other.matches, other.record()) == (game.events, game.matches, game.record())
    before = len(game.events)
    other.push(other.legal[0])
    assert len(game.events) == before < len(other.events)
    game.push(game.legal[0])
    assert other.record() == game.record(), "chance too is the same"


def test_what_everybody_sees_has_nothing_of_what_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("kingdomino/4", seed=1)
    assert game.seen().match == game.match
    assert game.seen().events == ()
    drawn = iter(("a", "b"))
    monkeypatch.setattr("secrets.token_hex", lambda _: next(drawn))
    lines = []
    for seen in (game.copy(), game.seen(), game.seen()):
        while seen.state.round == 0:
            seen.push(seen.legal[0])
        lines.append(seen.state.next_line)
    assert len(set(lines)) == 3, "its seed is not the game's, and each has its own"


def test_a_game_without_a_seed_can_be_repeated_from_its_record() -> None:
    game = Game("kingdomino/2")
    assert Game("kingdomino/2", seed=game.seed).position() == game.position()
    assert f"seed: {game.seed}\n" in game.record()


def test_a_seed_with_spaces_around_it_is_the_one_that_a_record_holds() -> None:
    game = Game("kingdomino/2", seed=" 42\t")
    assert game.record() == Game("kingdomino/2", seed=42).record()
    assert Game.from_record(game.record()).record() == game.record()


def test_it_shows_itself() -> None:
    game = Game("kingdomino/2+dynasty", seed=42)
    assert repr(game) == "<Game kingdomino/2+dynasty: game 1, round 0, seat 0 to choose, scores (0, 0)>"
    lines = str(game).splitlines()
    assert lines[0].startswith("kingdomino/2+dynasty · game 1 of 3 · opening")
    assert "\x1b" not in str(game)
    assert all(len(line) <= 100 for line in lines)
    assert "more" not in str(finished("royal-wedding/8")), "every kingdom has room"


def test_why_not_and_illegal_actions() -> None:
    game = Game("kingdomino/2", seed=42)
    before = game.record()
    reason = game.why_not("choose K1")
    assert reason is not None
    assert reason.code is Code.NOT_IN_LINE
    with pytest.raises(IllegalEvent) as error:
        game.push("choose K1")
    assert error.value.reason == reason
    with pytest.raises(IllegalEvent, match="turn"):
        game.push(Choose(1 - game.state.acting, "K6"))
    assert game.record() == before
    assert game.why_not(game.legal[0]) is None
    over = finished("kingdomino/2")
    for action in ("choose K1", Choose(0, "K1")):
        assert over.why_not(action) is not None
        with pytest.raises(IllegalEvent, match="over"):
            over.push(action)


WRONG: list[tuple[Any, type[CrownlandsError], str]] = [
    (lambda: Game("chess/2"), RulesetError, "kingdomino"),
    (lambda: Game("kingdomino/9"), RulesetError, "played by 2, 3, 4"),
    (lambda: Game(2), RulesetError, "a name like 'kingdomino/2'"),  # type: ignore[arg-type]
    (lambda: new_game(None), RulesetError, "a name like 'kingdomino/2'"),  # type: ignore[arg-type]
    (lambda: Game("kingdomino/2", seed=1.5), CrownlandsError, "seed=42"),  # type: ignore[arg-type]
    (lambda: Game("kingdomino/2", seed="1\n2"), CrownlandsError, "one line"),
    (lambda: Game("kingdomino/2", seed="\ud800"), CrownlandsError, "one line"),
    (lambda: Game.of("kingdomino/2"), CrownlandsError, "a Match or a State"),  # type: ignore[arg-type]
    (lambda: Game("kingdomino/2", seed=1).push(3), CrownlandsError, r"a text like 'choose K\d+'"),  # type: ignore[arg-type]
    (lambda: Game("kingdomino/2", seed=1).push("reveal K1 K2 K3 K4"), ParseError, "one of choose, place"),
    (lambda: Game("kingdomino/2", seed=1).push(""), ParseError, "nothing"),
    (lambda: Game.from_record(b"x"), CrownlandsError, "a record is a text"),  # type: ignore[arg-type]
    (lambda: Game.from_record("hello"), ParseError, "crownlands game 1"),
    (lambda: Game.from_position("crownlands game 1"), ParseError, "crownlands position 1"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_is_wrong_is_told_with_what_would_be_right(number: int) -> None:
    wrong, error, text = WRONG[number]
    with pytest.raises(error, match=text):
        wrong()


def test_the_rules_take_a_name() -> None:
    assert new_game("kingdomino/2") == new_game(ruleset("kingdomino/2"))
