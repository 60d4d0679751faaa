"""Every test of the arena knows its own processes."""

from __future__ import annotations

import os

import pytest

from tests.arena.arenas import MARK


@pytest.fixture(autouse=True)
def _mark(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MARK, f"{os.getpid()} {request.node.name}")
