"""The command as a process: exit codes, pipes, colours, a real terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from crownlands import __version__
from crownlands.cli.local import claimed
from tests.patience import PATIENCE

from .conftest import Run

COMMAND = (sys.executable, "-c", "from crownlands.cli import main; main()")


def process(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        input=text,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_the_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version").output == f"crownlands {__version__}\n"


@pytest.mark.parametrize("command", ["", "play", "simulate", "replay", "score", "rules", "bench"])
def test_every_help_has_an_example(run: Run, command: str) -> None:
    result = run(*[command] if command else [], "--help")
    assert result.exit_code == 0
    assert "Example: crownlands" in result.output or "Example: echo" in result.output


def test_alone_it_starts_a_table_in_the_browser(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[bool] = []
    monkeypatch.setattr(sys.modules["crownlands.cli.app"], "play_locally", started.append)
    run()
    run("--no-browser")
    assert started == [True, False]


def test_started_twice_it_shows_the_first_one(tmp_path: Path) -> None:
    home = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen([*COMMAND, "--no-browser"], stdout=subprocess.PIPE, text=True, env=home) as first:
        assert first.stdout is not None
        try:
            said = first.stdout.readline()
            second = process("--no-browser", XDG_DATA_HOME=str(tmp_path))
        finally:
            first.kill()
    address = said.removeprefix("Crownlands is at ").strip()
    assert address.startswith("http://127.0.0.1:")
    assert (second.returncode, second.stdout) == (
        0,
        f"Crownlands is at {address} already, started in another window\n",
    )


def test_whoever_is_gone_has_claimed_nothing(tmp_path: Path) -> None:
    address = tmp_path / "address"
    for url in ("http://one/", "http://another/"):
        claim = claimed(address, url)
        assert not isinstance(claim, str)
        assert claimed(address, "http://third/") == url
        claim.close()


def test_exit_codes_tell_bad_input_from_bad_usage() -> None:
    assert process("rules", "kingdomino/2").returncode == 0
    bad = process("rules", "kingdomino/5")
    assert (bad.returncode, bad.stdout) == (1, "")
    assert bad.stderr.startswith("crownlands: no ruleset")
    assert process("simulate").returncode == 2
    assert process("nonsense").returncode == 2


def test_a_reader_that_goes_away_is_no_error_to_see() -> None:
    reading = subprocess.Popen([*COMMAND, "rules", "--all"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert reading.stdout is not None
    assert reading.stderr is not None
    reading.stdout.close()
    error = reading.stderr.read()
    reading.stderr.close()
    reading.wait()
    assert b"Traceback" not in error


def test_no_color_is_respected_and_ascii_terminals_get_ascii() -> None:
    coloured = process("play", "--seed", "1", FORCE_COLOR="1")
    assert "\x1b[" in coloured.stdout
    plain = process("play", "--seed", "1", NO_COLOR="1", FORCE_COLOR="1")
    assert "48;2" not in plain.stdout
    ascii_only = process("play", "--seed", "1", PYTHONIOENCODING="ascii")
    assert ascii_only.returncode == 0
    assert "|^^^|" in ascii_only.stdout
    assert "Traceback" not in ascii_only.stderr


def test_a_game_at_a_real_terminal(tmp_path: Path) -> None:
    """Through a pseudo-terminal: answers are typed when the prompt appears."""
    main, child = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
    game = subprocess.Popen(
        [*COMMAND, "play", "kingdomino/2", "--seed", "5"], stdin=child, stdout=child, stderr=child, env=environment
    )
    os.close(child)
    seen, unread, answers = "", "", 0
    while select.select([main], [], [], PATIENCE)[0]:
        try:
            data = os.read(main, 65536).decode(errors="replace")
        except OSError:
            break
        if not data:
            break
        seen += data
        unread += data
        if "(? help)" in unread and unread.rstrip().endswith("▸"):
            os.write(main, b"\n" if "Enter ends" in unread else b"1\n")
            answers += 1
            unread = ""
    assert game.wait(PATIENCE) == 0
    os.close(main)
    assert answers > 20
    assert "wins" in seen or "shared" in seen
    assert "Traceback" not in seen


def test_ctrl_c_is_a_goodbye(tmp_path: Path) -> None:
    main, child = pty.openpty()
    game = subprocess.Popen(
        [*COMMAND, "play", "--seed", "5"], stdin=child, stdout=child, stderr=child, preexec_fn=os.setsid
    )
    seen = b""
    while "▸ ".encode() not in seen:
        assert select.select([main], [], [], PATIENCE)[0]
        seen += os.read(main, 65536)
    os.close(child)
    # A signal in the moment between the prompt and the read is seen only when the read ends: people press again.
    for _ in range(int(PATIENCE)):
        game.send_signal(2)
        if select.select([main], [], [], 1)[0]:
            break
    while select.select([main], [], [], PATIENCE)[0]:
        try:
            data = os.read(main, 65536)
        except OSError:
            break
        if not data:
            break
        seen += data
    assert game.wait(PATIENCE) == 0
    os.close(main)
    assert b"Goodbye" in seen
    assert b"Traceback" not in seen
