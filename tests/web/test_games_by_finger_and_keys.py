"""Whole games through the page with a finger only, and with a keyboard only."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.browser import Server, open_table
from tests.web.hands import Finger, Keys, finished


@pytest.mark.parametrize("ruleset", ["kingdomino/4", "queendomino/2"])
def test_a_whole_game_by_finger_on_a_phone(phone: Page, server: Server, ruleset: str) -> None:
    open_table(phone, server.url, ruleset)
    Finger(phone).play()
    finished(phone, int(ruleset.split("/")[1]))


@pytest.mark.parametrize("ruleset", ["kingdomino/2", "queendomino/2"])
def test_a_whole_game_by_keyboard_alone(page: Page, server: Server, ruleset: str) -> None:
    open_table(page, server.url, ruleset)
    Keys(page).play()
    finished(page, 2)
