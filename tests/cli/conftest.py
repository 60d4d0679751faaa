"""Every test of the command keeps its games in a directory of its own and sees a plain terminal of 80×24."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from crownlands.cli.app import app

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setattr("secrets.token_hex", lambda _: "the deal of games whose seed nobody chose")
    for name in ("FORCE_COLOR", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run() -> Run:
    """Runs the command in this process: ``run("rules", "kingdomino/2").output``."""

    def call(*arguments: str, text: str | None = None) -> Result:
        return CliRunner().invoke(app, list(arguments), input=text)

    return call
