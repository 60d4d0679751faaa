"""Games: played in workers, replayed before they count, found again, and never counted twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from crownlands.arena import play as play_module
from crownlands.arena.archive import Archive
from crownlands.arena.judge import BadGame, Played, judge
from crownlands.arena.play import Forfeit, Stopwatch, Watched, play
from crownlands.arena.pool import WORKER, ArenaError, _Worker, _WorkerDied, play_here
from crownlands.arena.run import Where, run
from crownlands.arena.worker import answer
from crownlands.game import Game
from crownlands.notation.records import parse_record, replay
from crownlands.players import make_player
from crownlands.players.budget import NOW, Budget
from crownlands.players.loop import play as play_game
from crownlands.players.protocol import Player
from crownlands.rules import CHANCE, CrownlandsError, ruleset
from crownlands.rules.events import Action, Pass
from tests.arena.arenas import EXAMPLE, HOSTILE, bot, gone, plan, played, running, without_times
from tests.patience import PATIENCE, eventually

SMALL = plan("kingdomino/2", "greedy,random", games=4)


def chance(text: str) -> list[object]:
    record = parse_record(text)
    before = zip(replay(record), record.events, strict=False)
    return [event for match, event in before if match.upcoming().state.step in CHANCE]


def test_the_games_of_a_deal_have_the_same_chance_and_other_players() -> None:
    first, second, third, _ = (play(task) for task in SMALL.tasks())
    assert chance(first) == chance(second) != chance(third)
    assert dict(parse_record(first).tags)["seats"] == "greedy, random"
    assert dict(parse_record(second).tags)["seats"] == "random, greedy"


@pytest.mark.parametrize("seats", ["greedy,random", "monarch@60w,page"])
def test_the_same_plan_gives_the_same_games(seats: str) -> None:
    for task in plan("kingdomino/2", seats).tasks():
        assert without_times(play(task)) == without_times(play(task))


@pytest.mark.parametrize("name", ["kingdomino/2+dynasty", "queendomino/3", "royal-wedding/5", "royal-wedding/8+teams"])
def test_every_kind_of_game_is_played_and_counted(name: str) -> None:
    one = played(plan(name, "greedy,random", games=1))[0]
    rules = ruleset(name)
    assert len(one.points) == len(one.places) == len(one.seconds) == len(rules.realms)
    assert sum(one.shares) == pytest.approx(1.0)
    assert all(place == sorted(one.places)[0] for place, share in zip(one.places, one.shares, strict=True) if share)
    turns = (rules.rounds + (1 if rules.opening != "top-down" else 0)) * rules.kings * rules.team * rules.games
    assert all(len(seconds) == turns for seconds in one.seconds)


def test_a_tie_shares_the_win() -> None:
    task = next(SMALL.tasks())
    assert Played(task, (0, 0), (9, 9), ((), ())).shares == (0.5, 0.5)


def test_the_actions_of_one_turn_are_timed_together() -> None:
    watch = Stopwatch(2)
    watch.add(0, (1, 4, 0), 0.1)
    watch.add(0, (1, 4, 0), 0.2)
    watch.add(0, (1, 3, 0), 0.4)
    watch.add(1, (1, 2, 0), 0.5)
    assert watch.seconds == [[pytest.approx(0.3), 0.4], [0.5]]


class Broken(Player):
    """Plays well until round 2, then breaks in some way."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.good = make_player("greedy", "1")

    def choose(self, game: Game) -> Action:
        if game.state.round < 2:
            return self.good.choose(game)
        if self.way == "raises":
            raise RuntimeError("lost\nmy way")
        return Pass(game.state.acting)


@pytest.mark.parametrize(
    ("way", "reason"), [("raises", "RuntimeError: lost my way"), ("cheats", "illegal: Pass(seat=")]
)
def test_a_player_that_breaks_forfeits_and_the_arena_goes_on(
    way: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(name: str, seed: str, budget: Budget, log: None) -> Player:
        return Broken(way) if name == "broken" else make_player(name, seed, budget)

    monkeypatch.setattr(play_module, "make_player", make)
    for one in played(plan("kingdomino/2", "broken,greedy")):
        assert one.forfeit
        assert one.forfeit.reason.startswith(reason)
        assert one.task.lineup[one.forfeit.realm].name == "broken"
        assert one.shares[1 - one.forfeit.realm] == 1.0


class Slow(Player):
    """Plays well; the clock that it is timed by goes on by some seconds at every decision."""

    def __init__(self, player: Player, clock: list[float], seconds: float) -> None:
        self.player, self.clock, self.seconds = player, clock, seconds

    def choose(self, game: Game) -> Action:
        self.clock[0] += self.seconds
        return self.player.choose(game)


@pytest.mark.parametrize(
    ("budget", "seconds", "reason"),
    [
        (Budget(seconds=0.2), 0.46, ""),
        (Budget(seconds=0.2), 0.48, "late: no answer within 0.470 s for the turn"),
        (Budget(seconds=0.2, clock="processor"), 0.48, "late: no answer within 0.470 s for the turn"),
        (Budget(work=5), 31.0, "late: no answer within 60.000 s for the turn"),
    ],
)
def test_our_own_players_are_late_by_the_rule_for_programs(
    budget: Budget, seconds: float, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setitem(NOW, budget.clock, lambda: clock[0])
    watch = Stopwatch(2)
    slow = Watched(Slow(make_player("greedy", "1"), clock, seconds), 0, budget, watch)
    quick = Watched(make_player("greedy", "2"), 1, budget, watch)
    game = Game("kingdomino/2", seed="late")
    if not reason:
        # Both decisions of a turn count together, so only the opening's choices stay within the limit.
        while game.state.round == 0:
            game.push((slow, quick)[game.state.acting].choose(game.seen()))
        return
    with pytest.raises(Forfeit, match=f"0 {reason}"):
        play_game(game, [slow, quick])


def test_a_game_counts_only_if_the_rules_and_the_dealer_agree() -> None:
    task = next(SMALL.tasks())
    text = play(task)
    lines = text.splitlines(keepends=True)
    first_place = next(i for i, line in enumerate(lines) if " place " in line)
    reveals = [i for i, line in enumerate(lines) if line.startswith("reveal")]
    swapped = lines.copy()
    swapped[reveals[0]], swapped[reveals[1]] = lines[reveals[1]], lines[reveals[0]]
    bad = {
        "an action that is not legal": "".join([*lines[:first_place], "0 pass\n", *lines[first_place + 1 :]]),
        "chance that was not dealt": "".join(swapped),
        "no end": "".join(lines[:-1]),
        "another ruleset": text.replace("ruleset: kingdomino/2", "ruleset: kingdomino/2+harmony"),
        "another deal": text.replace("seed: 7/1", "seed: 7/2"),
        "other players": text.replace("seats: greedy", "seats: random"),
        "half a file": text[: len(text) // 2],
        "no numbers": text.replace("seconds-0: ", "seconds-0: x"),
        "a forfeit of nobody": text.replace("result: ", "forfeit: 9 "),
    }
    judge(task, text)
    for wrong in bad.values():
        with pytest.raises(CrownlandsError):
            judge(task, wrong)


def test_workers_give_the_same_games_as_this_process() -> None:
    tasks = list(SMALL.tasks())
    found = {task.index: without_times(text) for task, text in play_here(tasks, jobs=2)}
    assert found == {task.index: without_times(play(task)) for task in tasks}
    assert gone("crownlands.arena.worker")


def test_a_worker_reports_what_went_wrong() -> None:
    task = replace(next(SMALL.tasks()), ruleset="kingdomino/9")
    assert "no ruleset" in json.loads(answer(json.dumps(task.as_json())))["error"]
    with pytest.raises(ArenaError, match="game 0 failed"):
        list(play_here([task], jobs=1))


def test_a_worker_loads_nothing_that_a_game_does_not_need() -> None:
    heavy = ("typer", "rich", "ray", "numpy", "choix", "scipy")
    code = f"import sys, crownlands.arena.worker; print([name for name in {heavy} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_a_game_whose_worker_dies_is_played_again() -> None:
    tasks = list(plan("queendomino/4", "greedy", games=4).tasks())
    killed = False
    found = {}
    for task, text in play_here(tasks, jobs=1):
        found[task.index] = judge(task, text)
        if not killed:
            killed = True
            [worker] = running("crownlands.arena.worker")
            os.kill(worker, signal.SIGKILL)
    assert sorted(found) == [0, 1, 2, 3]


def test_finished_games_are_found_and_broken_files_are_not_believed(tmp_path: Path) -> None:
    where = Where(out=tmp_path)
    assert len(list(run(plan("kingdomino/2", "greedy,random", games=2), where))) == 2
    files = sorted((tmp_path / "games").iterdir())
    before = {file.name: file.read_text() for file in files}
    files[0].write_text(before[files[0].name][:300])
    (tmp_path / "games" / ".000009.game.1").write_text("half")
    again = list(run(plan("kingdomino/2", "greedy,random", games=4), where))
    assert sorted(one.task.index for one in again) == [0, 1, 2, 3]
    assert (tmp_path / "games" / files[1].name).read_text() == before[files[1].name]
    assert without_times(files[0].read_text()) == without_times(before[files[0].name])


def test_nothing_is_started_when_every_game_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    list(run(SMALL, Where(out=tmp_path)))
    monkeypatch.setattr(subprocess, "Popen", None)
    assert len(list(run(SMALL, Where(out=tmp_path)))) == SMALL.games


def test_a_folder_belongs_to_one_plan(tmp_path: Path) -> None:
    Archive(tmp_path, SMALL)
    Archive(tmp_path, plan("kingdomino/2", "greedy,random", games=100))
    with pytest.raises(CrownlandsError, match="another arena"):
        Archive(tmp_path, plan("kingdomino/2", "greedy,random", seed="8"))
    (tmp_path / "arena.json").write_bytes(b"\xe0 no text")
    with pytest.raises(CrownlandsError, match="another arena"):
        Archive(tmp_path, SMALL)


def test_a_time_box_ends_the_arena_with_what_is_known() -> None:
    many = plan("kingdomino/2", "random", games=10_000)
    assert 1 <= len(list(run(many, Where(seconds=0.0)))) < 100
    assert gone("crownlands.arena.worker")


def test_ctrl_c_ends_cleanly_and_the_arena_can_go_on(tmp_path: Path) -> None:
    seats = f"{bot(EXAMPLE)},{bot(HOSTILE, 'fine')}"
    command = [sys.executable, "-c", "from crownlands.cli import main; main()", "arena", "kingdomino/2"]
    command += ["--seats", seats, "--work", "1", "--games", "5000", "--jobs", "2", "--out", str(tmp_path), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    eventually(lambda: len(list(tmp_path.glob("games/0*.game"))) >= 4, "four games")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "interrupted after" in err
    summary = json.loads(out)
    assert summary["planned"] == 5000
    assert 2 <= summary["games"] < 5000
    assert gone("crownlands.arena.worker")
    assert gone(str(HOSTILE))
    assert len(list(tmp_path.glob("games/0*.game"))) >= summary["games"]


def test_a_worker_that_is_told_to_leave_again_and_again_leaves_in_silence() -> None:
    task = next(plan("kingdomino/2", "monarch@3s", games=2).tasks())
    process = subprocess.Popen(WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdin
    for line in ({"unreadable": True}, task.as_json()):  # the answer to the first one says that it listens
        process.stdin.write(json.dumps(line) + "\n")
    process.stdin.flush()
    assert process.stdout
    assert "error" in json.loads(process.stdout.readline())
    while process.poll() is None:
        process.terminate()
    assert process.communicate(timeout=PATIENCE) == ("", "")
    assert process.returncode == 0


def leaving(seats: str, ready: Callable[[], bool]) -> None:
    """Tells a worker to leave once it is so far with its game, as the arena does."""
    worker = _Worker()
    task = next(plan("royal-wedding/8", seats, games=1, budget=Budget(seconds=100.0)).tasks())

    def play_on() -> None:
        with suppress(_WorkerDied):
            worker.play(task)

    feeding = threading.Thread(target=play_on)
    feeding.start()
    eventually(ready)
    worker.stop()
    feeding.join()
    worker.close()


def test_a_table_of_bots_that_do_not_want_to_go_goes_with_its_worker() -> None:
    leaving(bot(HOSTILE, "clinging"), lambda: len(running(f"{HOSTILE} clinging")) == 8)
    assert gone(f"{HOSTILE} clinging")


def test_a_worker_that_is_told_to_leave_while_bots_go_waits_for_them(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    clinging = bot(HOSTILE, "clinging", str(heard))
    leaving(f"{clinging},{bot(HOSTILE, 'nonsense')},{clinging}", heard.exists)
    assert gone(f"{HOSTILE} clinging")


def test_a_game_that_is_not_what_was_asked_for_stops_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {task.index: play(task) for task in SMALL.tasks()}

    def wrong(tasks: object, jobs: int) -> object:
        yield next(SMALL.tasks()), texts[1]

    monkeypatch.setattr("crownlands.arena.run.play_here", wrong)
    with pytest.raises(BadGame, match="its seats"):
        list(run(SMALL, Where()))


def test_a_game_that_ends_every_worker_stops_the_arena_with_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownlands.arena.pool.WORKER", [sys.executable, "-c", "input()"])
    with pytest.raises(ArenaError, match="game 0 ends its worker process every time"):
        list(play_here(list(SMALL.tasks())[:1], jobs=1))


def test_an_arena_without_workers_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownlands.arena.pool.WORKER", ["/no/such/python"])
    with pytest.raises(ArenaError, match="a worker cannot be used"):
        list(play_here(list(SMALL.tasks())[:1], jobs=1))
