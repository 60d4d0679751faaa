"""The picture in the README can be drawn again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "docs" / "images" / "terminal.py"


def test_the_script_draws_a_game(tmp_path: Path) -> None:
    target = tmp_path / "terminal.svg"
    subprocess.run([sys.executable, str(SCRIPT), str(target)], check=True)
    assert "Place" in target.read_text(encoding="utf-8")
