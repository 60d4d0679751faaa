"""External bots: the example plays well, and no bot harms the arena."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from crownlands.game import Game
from crownlands.players import external, make_player
from crownlands.players.budget import Budget
from crownlands.players.external import ExternalPlayer
from crownlands.players.process import BotFailure
from crownlands.rules import CrownlandsError, Match, legal_actions
from tests.arena.arenas import EXAMPLE, HOSTILE, bot, gone, plan, played, running
from tests.helpers import game
from tests.patience import eventually


def asked(name: str = "kingdomino/2") -> Match:
    """A match in which somebody has a choice."""
    return next(match for match, _, _ in game(name) if len(legal_actions(match.state)) > 2)


def player(*arguments: str, budget: Budget | None = None) -> ExternalPlayer:
    made = make_player(bot(HOSTILE, *arguments), "1", budget)
    assert isinstance(made, ExternalPlayer)
    return made


def test_the_example_has_forty_lines_and_needs_the_standard_library_only() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    imports = [alias.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import) for alias in node.names]
    assert set(imports) <= set(sys.stdlib_module_names)
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(text)))


def test_the_example_beats_random() -> None:
    games = played(plan("kingdomino/2", f"{bot(EXAMPLE)},random", games=12))
    wins = sum(
        share for one in games for share, who in zip(one.shares, one.task.lineup, strict=True) if who.name != "random"
    )
    assert not any(one.forfeit for one in games)
    assert wins >= 9


@pytest.mark.parametrize("name", ["queendomino/3", "royal-wedding/6+teams", "kingdomino/2+dynasty"])
def test_the_example_plays_every_kind_of_game(name: str) -> None:
    [one, *_] = played(plan(name, bot(EXAMPLE), games=1))
    assert one.forfeit is None


FAILURES = [
    ("late", "late: no answer within"),
    ("no newline", "late: no answer within"),
    ("crash", r"crashed: ended with code 1 \(the dragon ate me\)"),
    ("killed", "crashed: ended by SIGKILL"),
    ("closed", "crashed: closed its output"),
    ("nonsense", "nonsense: expected `action`, got 'I would rather not'"),
    ("unreadable", "nonsense: '0 place K99 north'"),
    ("not utf-8", "nonsense: the answer is not UTF-8"),
    ("illegal", "illegal: "),
    ("long line", "flood: a line of more than 4096 bytes"),
    ("flood", "flood: more than 65536 bytes"),
]


@pytest.mark.parametrize(("way", "reason"), FAILURES)
def test_a_bot_that_fails_says_why_and_is_gone(way: str, reason: str) -> None:
    # Only who is to be late has little time: the others answer wrongly however long it takes.
    bot = player(way, budget=Budget(seconds=0.05) if reason.startswith("late") else None)
    with pytest.raises(BotFailure, match=reason):
        bot.choose(Game.of(asked()))
    bot.close(reason)
    assert gone(f"{HOSTILE} {way}")


@pytest.mark.parametrize(("way", "reason"), [("silent", "late: not ready"), ("nameless", "nonsense: no name")])
def test_a_bot_must_shake_hands(way: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "silent":
        monkeypatch.setattr(external, "HANDSHAKE", 0.5)
    bot = player(way)
    with pytest.raises(BotFailure, match=reason):
        bot.begin(Game("kingdomino/2"), 0)
    bot.close()
    assert gone(f"{HOSTILE} {way}")


def test_a_program_that_does_not_exist_crashes_its_own_game_only() -> None:
    [first, second] = played(plan("kingdomino/2", "cmd:/no/such/program,random"))
    for one in (first, second):
        assert one.forfeit
        assert one.forfeit.reason.startswith("crashed: /no/such/program does not start")
        assert one.shares[one.forfeit.realm] == 0.0
        assert sum(one.shares) == 1.0


def test_what_a_bot_says_unasked_loses_the_game() -> None:
    bot = player("twice")
    states = [match.state for match, _, _ in game("kingdomino/2") if len(legal_actions(match.state)) > 1]
    bot.choose(Game.of(states[0]))
    assert bot._process
    eventually(bot._process.said_something, "the second answer")
    with pytest.raises(BotFailure, match="spoke before it was asked"):
        bot.choose(Game.of(states[1]))
    bot.close()


def test_noise_on_standard_error_does_no_harm() -> None:
    bot = player("noisy")
    for match, _, _ in game("kingdomino/2")[:12]:
        if legal_actions(match.state):
            assert bot.choose(Game.of(match)) == legal_actions(match.state)[0]
    bot.close()


def test_nothing_that_a_bot_started_survives_it() -> None:
    bot = player("orphan", budget=Budget(seconds=0.05))
    with pytest.raises(BotFailure, match="late"):
        bot.choose(Game.of(asked()))
    assert running("sleep 4321")
    bot.close()
    assert gone("sleep 4321")


def test_a_bot_that_ignores_goodbye_is_killed() -> None:
    bot = player("deaf", budget=Budget(seconds=0.05))
    with pytest.raises(BotFailure, match="late"):
        bot.choose(Game.of(asked()))
    bot.close()
    bot.close()
    assert gone(f"{HOSTILE} deaf")


def test_the_actions_of_a_turn_share_one_budget() -> None:
    bot = player("fine", budget=Budget(seconds=500.0))  # more than any machine needs
    match = next(match for match, _, _ in game("queendomino/2") if match.state.step == "tax")
    bot.choose(Game.of(match))
    bot._used = 400.0
    clock = [line for line in bot._question(Game.of(match), legal_actions(match.state)) if line.startswith("clock")]
    assert clock == ["clock seconds 100.000"]
    bot.close()


@pytest.mark.parametrize(
    ("budget", "line"),
    [(Budget(), "clock free"), (Budget(work=77), "clock work 77"), (Budget(2.0), "clock seconds 2.000")],
)
def test_the_clock_says_what_the_budget_is(budget: Budget, line: str) -> None:
    state = asked().state
    assert line in list(player("fine", budget=budget)._question(Game.of(state), legal_actions(state)))


def test_a_bot_is_told_the_sums_of_a_dynasty() -> None:
    moments = (match for match, _, _ in game("kingdomino/2+dynasty") if match.game == 2)
    match = next(match for match in moments if match.state.seat is not None)
    bot = player("fine")
    sums = " ".join("/".join(map(str, total)) for total in match.earlier)
    assert f"match 2 {sums}" in "\n".join(bot._question(Game.of(match), legal_actions(match.state)))


@pytest.mark.parametrize("command", ["cmd:", "cmd:  ", "cmd:'open quote"])
def test_a_command_that_cannot_be_read_is_refused_at_once(command: str) -> None:
    with pytest.raises(CrownlandsError):
        make_player(command, "1")


def test_a_forfeit_places_the_realm_last_and_the_others_as_they_stand() -> None:
    for one in played(plan("kingdomino/3", f"{bot(HOSTILE, 'crash')},greedy,greedy", games=3)):
        assert one.forfeit
        assert one.places[one.forfeit.realm] == max(one.places) > 0
        assert one.task.lineup[one.forfeit.realm].name.endswith("'crash'")


def test_the_protocol_page_names_every_limit() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    for text in ("4096 bytes", "65536 bytes", "10 s after", "× 1.1 + 0.25 s", "60 s if", "half a second"):
        assert text in page
    for code in ("late", "crashed", "nonsense", "illegal", "flood"):
        assert f"| `{code}` |" in page
