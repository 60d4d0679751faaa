"""Whole games through the page with a mouse only."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.browser import Server, open_table
from tests.web.hands import Pointer, finished


@pytest.mark.parametrize("ruleset", ["kingdomino/2", "kingdomino/4", "kingdomino/2+mighty-duel"])
def test_a_whole_game_of_kingdomino_by_mouse(page: Page, server: Server, ruleset: str) -> None:
    open_table(page, server.url, ruleset)
    hands = Pointer(page)
    hands.play()
    finished(page, int(ruleset[11]))
    assert hands.steps["place"] == hands.steps["choose"], "the opening's choices stand for the last round's"


def test_a_whole_game_of_queendomino_by_mouse(page: Page, server: Server) -> None:
    open_table(page, server.url, "queendomino/2")
    hands = Pointer(page)
    hands.play()
    finished(page, 2)
    assert {"tax", "build", "bribe"} <= set(hands.steps)


def test_the_royal_wedding_of_eight_in_teams_by_mouse(page: Page, server: Server) -> None:
    open_table(page, server.url, "royal-wedding/8+teams")
    Pointer(page).play()
    finished(page, 4)
