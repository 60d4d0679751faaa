"""What was generated for the client is what its sources give today."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "web" / "scripts"


@pytest.mark.parametrize("name", ["pieces", "protocol", "lessons"])
def test_generated_files_are_up_to_date(name: str) -> None:
    command = [sys.executable, str(SCRIPTS / f"{name}.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
