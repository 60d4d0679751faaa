"""External bots: the example plays well, and no bot harms the arena."""

from __future__ import annotations

import ast
import sys
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from crownlands.arena.introduce import introduced
from crownlands.arena.plan import parse_seats
from crownlands.arena.play import play
from crownlands.arena.run import Where, run
from crownlands.game import Game
from crownlands.players import external, make_player
from crownlands.players.budget import Budget
from crownlands.players.external import ExternalPlayer
from crownlands.players.process import LARGEST_LOG, BotFailure, LineProcess
from crownlands.rules import CrownlandsError, Dealer, Match, legal_actions, ruleset
from tests.arena.arenas import EXAMPLE, HOSTILE, bot, gone, plan, played, running
from tests.helpers import game
from tests.patience import PATIENCE, eventually


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
    ("nameless signal", "crashed: ended by signal 40"),
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


def test_a_bot_that_hears_nothing_more_has_crashed() -> None:
    bot = player("deaf ears")
    states = [match.state for match, _, _ in game("kingdomino/2") if len(legal_actions(match.state)) > 1]
    bot.choose(Game.of(states[0]))
    with pytest.raises(BotFailure, match="crashed: closed its input"):
        bot.choose(Game.of(states[1]))
    bot.close()


def test_what_a_bot_says_unasked_loses_the_game() -> None:
    bot = player("twice")
    states = [match.state for match, _, _ in game("kingdomino/2") if len(legal_actions(match.state)) > 1]
    bot.choose(Game.of(states[0]))
    assert bot._process
    eventually(bot._process.said_something, "the second answer")
    with pytest.raises(BotFailure, match="spoke before it was asked"):
        bot.choose(Game.of(states[1]))
    bot.close()


def test_a_bot_that_forfeits_is_told_why_and_has_time_to_hear_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert external.GOODBYE == 0.5
    monkeypatch.setattr(external, "GOODBYE", PATIENCE)
    heard = tmp_path / "heard"
    [one, _] = played(plan("kingdomino/2", f"{bot(HOSTILE, 'repents', str(heard))},random"))
    assert one.forfeit
    over, error, *_ = heard.read_text().splitlines()
    assert error == f"error {one.forfeit.reason}"
    assert over == f"over points {one.points[0]} {one.points[1]} places 1 0"


def test_every_bot_is_told_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "GOODBYE", PATIENCE)
    heard = tmp_path / "heard"
    games = played(plan("kingdomino/2", f"{bot(HOSTILE, 'fine', str(heard))},greedy"))
    results = [f"over points {one.points[0]} {one.points[1]} places {one.places[0]} {one.places[1]}" for one in games]
    assert heard.read_text(encoding="utf-8").splitlines() == results


def test_a_bot_is_told_the_numbers_of_the_rules() -> None:
    def told(name: str) -> list[str]:
        return list(player("fine")._game(ruleset(name), 0))

    assert {"rounds 6", "games 1", "frame 5", "aside 24", "ties largest-territory crowns"} <= set(told("kingdomino/2"))
    assert {"rounds 12", "frame 7", "aside 0"} <= set(told("kingdomino/2+mighty-duel"))
    assert {"games 3", "frame 5"} <= set(told("kingdomino/2+dynasty"))
    assert "ties largest-territory" in told("queendomino/4")


def test_the_seed_of_a_bot_knows_nothing_of_the_deal() -> None:
    seeds = [
        [task.player_seed(seat) for task in plan("kingdomino/4", bot(EXAMPLE), 4, seed).tasks() for seat in range(4)]
        for seed in ("1", "2")
    ]
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 16


class Wiretap(LineProcess):
    """Writes down all that is said to any bot."""

    said: ClassVar[list[str]] = []

    def send(self, text: str, deadline: float) -> None:
        self.said.append(text)
        super().send(text, deadline)


def test_all_that_a_bot_is_told_is_the_same_whatever_is_still_to_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two deals that begin alike: nothing tells them apart before their difference lies on the table."""
    monkeypatch.setattr(external, "LineProcess", Wiretap)
    tasks = [next(plan("kingdomino/2", bot(EXAMPLE), 1, seed).tasks()) for seed in ("one", "another")]
    rules = ruleset("kingdomino/2")
    first, other = (Dealer(rules, task.seed) for task in tasks)
    start = first.dominoes["kingdomino"][: 3 * rules.line]
    rest = [name for name in other.dominoes["kingdomino"] if name not in start]
    for dealer in (first, other):
        dealer.__dict__["kings"] = first.kings
    other.__dict__["dominoes"] = {"kingdomino": start + rest}
    dealers = {task.seed: dealer for task, dealer in zip(tasks, (first, other), strict=True)}
    monkeypatch.setattr("crownlands.game.deal.Dealer", lambda _, seed, __: dealers[seed])
    told = []
    for task in tasks:
        Wiretap.said = []
        play(task)
        told.append(Wiretap.said)
    alike = [one == two for one, two in zip(*told, strict=False)]
    before = alike.index(False)
    assert before > 10
    lines = [[line for line in text[before].splitlines() if line.startswith("next")] for text in told]
    assert lines[0] != lines[1]


def test_a_program_that_cannot_play_is_refused_before_the_first_game(tmp_path: Path) -> None:
    rules = ruleset("kingdomino/2")
    for command, reason in (
        ("cmd:/no/such/program", "cannot play: crashed: /no/such/program does not start"),
        ("cmd:sh -c 'echo out of cheese >&2; exit 7'", r"crashed: ended with code 7 \(out of cheese\)"),
        (bot(HOSTILE, "nameless"), "cannot play: nonsense: no name"),
    ):
        with pytest.raises(CrownlandsError, match=reason):
            introduced(rules, parse_seats(command, Budget()))


def test_a_program_is_called_by_the_name_that_it_gives_itself() -> None:
    rules = ruleset("kingdomino/2")
    example, again = bot(EXAMPLE), f"mine={bot(EXAMPLE)}@2s"
    assert [who.label for who in introduced(rules, parse_seats(f"{example},{again}", Budget()))] == [
        "Forty lines",
        "mine",
    ]
    twice = introduced(rules, parse_seats(f"{example}@1s,{example}@2s", Budget()))
    assert [who.label for who in twice] == ["Forty lines@1s", "Forty lines@2s"]
    same = introduced(rules, parse_seats(f"{example},{bot(EXAMPLE, 'again')}", Budget()))
    assert [who.label for who in same] == ["Forty lines #1", "Forty lines #2"]


def test_standard_error_is_kept_where_it_is_asked_for(tmp_path: Path) -> None:
    made = replace(plan("kingdomino/2", f"{bot(HOSTILE, 'noisy')},random"), bot_logs=str(tmp_path / "logs"))
    list(run(made, Where()))
    files = sorted(file.name for file in (tmp_path / "logs").iterdir())
    assert files == ["000000-seat-0.log", "000001-seat-1.log"]
    text = (tmp_path / "logs" / files[0]).read_text()
    assert text.startswith("noise\nnoise\n")
    assert len(text) <= LARGEST_LOG


def test_the_folder_for_standard_error_is_made_where_a_game_is_played(tmp_path: Path) -> None:
    task = next(plan("kingdomino/2", f"{bot(EXAMPLE)},random").tasks())
    assert "forfeit:" not in play(replace(task, bot_logs=str(tmp_path / "on" / "another" / "node")))
    assert (tmp_path / "on" / "another" / "node" / "000000-seat-0.log").exists()


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
