"""What a better judgement of plans could gain: the tool that measures it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def ceiling(out: Path, *asked: str) -> subprocess.CompletedProcess[str]:
    few = ["--games", "4", "--plans", "2", "--work", "4", "--seconds", "0.01", "--jobs", "1"]
    command = [sys.executable, str(ROOT / "tools" / "ceiling.py"), *asked, *few, "--out", str(out)]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize("ruleset", ["kingdomino/2", "queendomino/4", "royal-wedding/6+teams"])
def test_positions_are_judged_once_and_the_gain_is_told(ruleset: str, tmp_path: Path) -> None:
    out = tmp_path / "gains.json"
    assert ceiling(out, ruleset, "--positions", "4").returncode == 0
    before = json.loads(out.read_text())["gains"]
    done = ceiling(out, ruleset, "--positions", "6")
    after = json.loads(out.read_text())["gains"]
    assert len(after) == 6
    assert {number: after[number] for number in before} == before
    gains = [gain for gain in after.values() if gain]
    assert f"{ruleset}: in {len(gains)} positions a better judgement gains" in done.stdout
    assert all(-1 <= gain["win"] <= 1 for gain in gains)


def test_answers_to_another_question_are_not_mixed(tmp_path: Path) -> None:
    out = tmp_path / "gains.json"
    ceiling(out, "kingdomino/2", "--positions", "2")
    done = ceiling(out, "kingdomino/4", "--positions", "2")
    assert done.returncode == 2
    assert "answers another question" in done.stderr
