"""The end of a game, with motion on: the counting ends by itself or at any key, and the ranking comes first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.server.harness import Server
from tests.web.ahead import to_the_end
from tests.web.browser import open_table, watched
from tests.web.test_pages import violations

SMALL: list[ViewportSize] = [
    {"width": 320, "height": 640},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
]

# Pairs of a queen and the worth of a territory that lie over each other.
HIDDEN = """() => {
    const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const found = [];
    for (const plot of document.querySelectorAll('.place .plot')) {
        const plates = [...plot.querySelectorAll('.worth-plate')].map((node) => node.getBoundingClientRect());
        for (const queen of plot.querySelectorAll('[href="#queen"]'))
            found.push(plates.filter((plate) => over(plate, queen.getBoundingClientRect())).length);
    }
    return found;
}"""


@pytest.fixture
def moving(browser: Browser, server: Server, problems: list[str]) -> Iterator[Page]:
    """A phone of somebody who likes things to move."""
    context = browser.new_context(viewport=SMALL[1], has_touch=True, is_mobile=True, locale="en-GB")
    yield watched(context, problems, server.url)
    context.close()
    assert problems == []


def at_rest(page: Page) -> list[str]:
    """What axe finds once nothing moves any more: colours that are still changing have no contrast yet."""
    page.emulate_media(reduced_motion="reduce")
    found = violations(page)
    page.emulate_media(reduced_motion="no-preference")
    return found


def test_the_counting_ends_by_itself_and_at_any_key_and_shows_the_ranking_first(moving: Page, server: Server) -> None:
    code = open_table(moving, server.url, "queendomino/2", name="Ada")
    to_the_end(moving)
    # Nobody touches anything.
    expect(moving.locator(".podium .first")).to_be_visible()
    expect(moving.locator(".result-head h1")).to_contain_text("win")
    queens = moving.evaluate(HIDDEN)
    assert queens, "this deal ends with a queen"
    assert set(queens) == {0}, "the Queen is hidden under a number"

    place = moving.locator("[data-own-place]")
    expect(place).to_be_visible()
    own = moving.evaluate("window.crownlands.play.state.ranking.findIndex((group) => group.includes(0)) + 1")
    assert str(own) in place.inner_text()
    expect(moving.locator(".podium .own .name")).to_have_text("Ada")
    for size in SMALL:
        moving.set_viewport_size(size)
        moving.evaluate("scrollTo(0, 0)")
        expect(moving.locator(".podium .own")).to_be_in_viewport(ratio=1)
        podium, kingdoms = moving.locator(".podium").bounding_box(), moving.locator(".ranking").bounding_box()
        assert podium is not None
        assert kingdoms is not None
        assert podium["y"] + podium["height"] <= kingdoms["y"]
        assert moving.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert at_rest(moving) == []

    # The counting waits for ever between two territories: only the key ends it.
    moving.add_init_script(
        """const start = window.setTimeout;
        window.setTimeout = (work, delay, ...rest) => (delay === 650 ? 0 : start(work, delay, ...rest));"""
    )
    for key in ("x", "ArrowDown", "Shift"):
        moving.goto(f"{server.url}/t/{code}")
        expect(moving.locator(".result-head h1")).to_have_text("Scoring the kingdoms")
        moving.keyboard.press(key)
        expect(moving.locator(".podium .first")).to_be_visible()
