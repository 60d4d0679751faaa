"""Whole games through the page with a finger only, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.server.harness import Server
from tests.web.hands import GAMES, Finger, whole_game


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_whole_game_by_finger(phone: Page, server: Server, ruleset: str) -> None:
    whole_game(Finger(phone), server, ruleset)
