"""Whole games through the page with a mouse only."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.server.harness import Server
from tests.web.hands import GAMES, Pointer, whole_game


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_whole_game_by_mouse(page: Page, server: Server, ruleset: str) -> None:
    whole_game(Pointer(page), server, ruleset)
