"""`crownlands simulate`, and what `replay` and `score` make of its records."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from crownlands.notation import parse_record, replay
from crownlands.rules import Dealer
from crownlands.rules.events import Kings, Reveal
from tests.arena.arenas import HOSTILE, MARK, bot, gone, running
from tests.patience import PATIENCE, eventually

from .conftest import Run


def test_it_prints_scores_winners_length_and_placements(run: Run) -> None:
    result = run("simulate", "kingdomino/2", "--games", "3", "--seed", "7", "--seats", "greedy,random")
    assert result.exit_code == 0
    for part in ("mean", "spread", "wins", "pink (greedy)", "yellow (random)", "events a game", "placements a turn"):
        assert part in result.output


def test_json_holds_the_same_numbers_as_the_records(run: Run, tmp_path: Path) -> None:
    result = run(
        "simulate", "kingdomino/3", "--games", "4", "--seed", "x", "--seats", "random", "--out", str(tmp_path), "--json"
    )
    summary = json.loads(result.stdout)
    files = sorted(tmp_path.iterdir())
    assert [str(file) for file in files] == summary["records"]
    assert files[0].name == "kingdomino-3-0001.txt"
    assert summary["games"] == 4
    assert summary["bots"] == ["random"] * 3
    matches = [list(replay(parse_record(file.read_text())))[-1] for file in files]
    for realm, row in enumerate(summary["realms"]):
        points = [match.totals()[realm].points for match in matches]
        assert row["score"]["mean"] == round(sum(points) / 4, 2)
        assert row["wins"] + row["shared"] == sum(realm in match.ranking().groups[0] for match in matches)


def test_every_record_says_how_its_deal_can_be_made_again(run: Run, tmp_path: Path) -> None:
    run("simulate", "queendomino/2", "--games", "2", "--seed", "deal", "--seats", "random", "--out", str(tmp_path))
    for number, file in enumerate(sorted(tmp_path.iterdir()), 1):
        record = parse_record(file.read_text())
        tags = dict(record.tags)
        assert tags["seed"] == f"deal-{number}"
        assert tags["seats"] == "random, random"
        *_, last = replay(record)
        assert tags["result"] == " ".join(str(total.points) for total in last.totals())
        dealer = Dealer(record.ruleset, tags["seed"])
        for before, event in zip(replay(record), record.events, strict=False):
            if isinstance(event, Kings | Reveal):
                assert event == dealer.next(before.state)


def test_the_same_seed_gives_the_same_games_however_many_jobs(run: Run, tmp_path: Path) -> None:
    texts = []
    for jobs in ("1", "2"):
        directory = tmp_path / jobs
        run("simulate", "kingdomino/2", "--games", "4", "--seats", "random", "--out", str(directory), "--jobs", jobs)
        texts.append([file.read_text() for file in sorted(directory.iterdir())])
    assert texts[0] == texts[1]
    assert len(set(texts[0])) == 4


def test_more_jobs_than_games_start_no_more_processes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class One(ProcessPoolExecutor):
        """Counts what is asked for, without starting it."""

        def __init__(self, jobs: int, **others: Any) -> None:
            asked.append(jobs)
            super().__init__(1, **others)

    monkeypatch.setattr("crownlands.cli.simulate.ProcessPoolExecutor", One)
    options = ("--games", "2", "--seats", "random", "--jobs", "100000")
    assert run("simulate", "kingdomino/2", *options).exit_code == 0
    assert asked == [2]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_fails_ends_it_in_one_line_however_many_jobs(run: Run, jobs: str) -> None:
    seats = f"{bot(HOSTILE, 'crash')},random"
    result = run("simulate", "kingdomino/2", "--games", "4", "--seats", seats, "--jobs", jobs)
    assert result.exit_code == 1
    assert result.stderr == "crownlands: crashed: ended with code 1 (the dragon ate me)\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_it_at_once_however_long_a_game_takes(jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MARK, f"simulate {jobs}")
    command = [sys.executable, "-c", "from crownlands.cli import main; main()", "simulate", "kingdomino/2"]
    command += ["--seats", bot(HOSTILE, "late"), "--jobs", jobs]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    eventually(lambda: len(running(f"{HOSTILE} late")) == 2 * int(jobs), "a game in every process")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE / 2)  # a turn takes longer
    assert process.returncode == 130
    assert gone(f"{HOSTILE} late")


def test_a_dynasty_is_simulated_as_three_games_in_a_row(run: Run, tmp_path: Path) -> None:
    run("simulate", "kingdomino/2+dynasty", "--games", "1", "--seats", "random", "--out", str(tmp_path))
    [file] = tmp_path.iterdir()
    state = json.loads(run("replay", str(file), "--json").stdout)
    assert state["over"] is True
    assert len(state["match"]) == 2
    events = json.loads(run("replay", str(file), "--json", "--events").stdout)
    assert sum(event["type"] == "kings" for event in events) == 3 * 4


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("simulate", "kingdomino/9"), "is played by"),
        (("simulate", "kingdomino/2", "--seats", "alphago"), "no player 'alphago'"),
        (("simulate", "kingdomino/2", "--seats", "greedy,greedy,greedy"), "has 2 seats, not 3"),
        (("simulate", "kingdomino/2", "--seed", "a\nb"), "one line of text"),
        (("simulate", "kingdomino/2", "--games", "1", "--out", "/proc/nowhere"), "/proc/nowhere"),
    ],
)
def test_bad_input_is_refused_with_the_reason(run: Run, arguments: tuple[str, ...], reason: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_seed_is_shown_as_it_is_typed(run: Run) -> None:
    assert "[/]-1" in run("simulate", "kingdomino/2", "--games", "1", "--seed", " [/] ", "--seats", "random").output


def test_no_games_is_a_usage_error(run: Run) -> None:
    assert run("simulate", "kingdomino/2", "--games", "0").exit_code == 2
