"""`tools/repeat`: tells what is not green every time, and leaves no core busy."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE, eventually

REPEAT = [sys.executable, str(Path(__file__).parents[1] / "tools" / "repeat")]
MARK = "CROWNLANDS_TEST_REPEAT"

STEADY = """
def test_steady():
    pass
"""
FLAKY = """
from pathlib import Path

def test_flaky():
    seen = Path(__file__).with_name("seen")
    again = seen.exists()
    seen.touch()
    assert not again
"""
HANGING = """
import time
from pathlib import Path

def test_hanging():
    started = Path(__file__).with_name("started")
    if started.exists():
        Path(__file__).with_name("again").touch()
        time.sleep(3600)
    started.touch()
"""


@pytest.fixture(autouse=True)
def _mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(MARK, str(tmp_path))
    for name in [name for name in os.environ if name.startswith("PYTEST_XDIST")]:
        monkeypatch.delenv(name)


def children() -> list[int]:
    """All processes that this test's call started, whoever is their parent now."""
    mark = f"{MARK}={os.environ[MARK]}".encode()
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal() and int(process.name) != os.getpid():
            try:
                if mark in (process / "environ").read_bytes().split(b"\0"):
                    found.append(int(process.name))
            except OSError:
                continue
    return found


def write(folder: Path, **tests: str) -> list[str]:
    for name, text in tests.items():
        (folder / f"test_{name}.py").write_text(text)
    return ["--only", *(str(folder / f"test_{name}.py") for name in tests)]


def test_what_is_not_green_every_time_is_named(tmp_path: Path) -> None:
    call = [*REPEAT, "2", *write(tmp_path, steady=STEADY, flaky=FLAKY)]
    done = subprocess.run(call, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1, done.stderr
    first, second = (line.split() for line in done.stdout.splitlines()[1:3])
    assert (first[0], first[1], first[3:]) == ("1", "idle", ["2", "0", "green"])
    assert (second[0], second[1], second[3:]) == ("2", "busy", ["1", "0", "1", "red"])
    assert "test_flaky" in done.stdout.split("not green every time:")[1]
    assert "test_steady" not in done.stdout
    assert "run 2, stage 1 of 1" in done.stderr
    assert children() == []


def test_green_every_time_is_said(tmp_path: Path) -> None:
    call = [*REPEAT, "1", *write(tmp_path, steady=STEADY)]
    done = subprocess.run(call, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "green every time: 1 runs, 0 of them on busy cores")


def test_ctrl_c_leaves_nothing_running(tmp_path: Path) -> None:
    call = [*REPEAT, "2", *write(tmp_path, hanging=HANGING)]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    eventually((tmp_path / "again").exists, "the second run")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "stopped after 1 of 2 runs" in err
    assert "green" in out
    eventually(lambda: children() == [], "everything has ended")


@pytest.mark.parametrize("words", [[], ["0"], ["many"]])
def test_a_wrong_call_is_explained(words: list[str]) -> None:
    done = subprocess.run([*REPEAT, *words], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert "usage: " in done.stderr
