"""A network that falls silent without a word, on a phone with motion on: the page says so and goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from crownlands.game import Game
from tests.helpers import Nth, played
from tests.server.harness import Server
from tests.web.browser import watched
from tests.web.test_puzzles import EXACT, JUDGED, open_puzzle, solve
from tests.web.test_review import choose

RECORD = played(Game("kingdomino/2", seed="review"), Nth(0)).record()
ANSWERS = re.compile(r"/api/reviews/\w+$")
AWAY = "The server isn’t responding"
LONGER = 31_000
"""Than the page waits for an answer, in milliseconds of its own clock."""


@pytest.fixture
def small(browser: Browser, server: Server, problems: list[str]) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = watched(context, problems, server.url)
    page.clock.install()
    yield page
    page.unroute_all(behavior="ignoreErrors")
    context.close()


def silent(_: Route) -> None:
    """Nothing comes back, and nothing is said to be wrong."""


def running(route: Route) -> None:
    route.fulfill(json={"key": "abc", "done": 3, "of": 10, "ahead": 0, "review": None})


def begin_review(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/review")
    page.wait_for_selector("h1")
    choose(page, RECORD)


def test_a_review_that_is_not_heard_of_any_more_goes_on_by_itself(small: Page, server: Server) -> None:
    small.route("**/api/review", running)
    small.route(ANSWERS, silent)
    begin_review(small, server)
    with small.expect_request(ANSWERS):
        expect(small.locator(".working progress")).to_have_attribute("value", "3")
    small.clock.fast_forward(LONGER)
    expect(small.locator(".working")).to_contain_text(AWAY)
    small.unroute_all(behavior="ignoreErrors")
    expect(small.locator(".review-page")).to_be_visible()


def test_a_review_whose_game_cannot_be_read_now_is_asked_for_again(small: Page, server: Server) -> None:
    small.route("**/api/replay", lambda route: route.abort())
    begin_review(small, server)
    expect(small.locator("[role=alert]")).to_contain_text(AWAY)
    small.unroute_all()
    small.locator("[data-retry]").tap()
    expect(small.locator(".review-page")).to_be_visible()


@pytest.mark.parametrize("early", [True, False], ids=["before it began", "while it was made"])
def test_whoever_leaves_a_review_asks_no_more(small: Page, server: Server, early: bool) -> None:
    held: list[Route] = []
    asked: list[str] = []
    small.route("**/api/review", running)
    small.route(ANSWERS, running)
    small.on("request", lambda request: asked.append(request.url) if "/api/review" in request.url else None)
    if early:
        small.route("**/api/replay", lambda route: held.append(route))
    with small.expect_request("**/api/replay" if early else ANSWERS):
        begin_review(small, server)
    small.locator(".brand").tap()
    expect(small.locator(".hero")).to_be_visible()
    before = len(asked)
    for route in held:
        with small.expect_response("**/api/replay"):
            route.continue_()
    for _ in range(5):
        small.clock.run_for(1000)
    assert asked[before:] == []


def test_a_puzzle_that_is_not_judged_can_be_judged_again(small: Page, server: Server) -> None:
    each = EXACT[2]
    small.route("**/attempts", silent)
    open_puzzle(small, server, each)
    with small.expect_request("**/attempts"):
        solve(small, each, each.answer, lambda part: small.locator(part).first.tap(), small.touchscreen.tap)
    small.clock.fast_forward(LONGER)
    expect(small.locator(".puzzle-panel [role=alert]")).to_contain_text(AWAY)
    small.unroute_all(behavior="ignoreErrors")
    asked: list[str] = []
    small.on("request", lambda request: asked.append(request.url))
    small.locator("[data-retry]").tap()
    small.wait_for_selector(JUDGED.format("right"))
    small.wait_for_load_state("networkidle")
    assert [url.rsplit("/", 1)[1] for url in asked] == ["attempts"], "judged once"


@pytest.mark.parametrize(("path", "shown"), [("/puzzles", "[data-start]:not([disabled])"), ("/daily", "[data-day]")])
def test_a_page_that_could_not_be_filled_can_be_filled_later(
    small: Page, server: Server, path: str, shown: str
) -> None:
    small.route("**/api/**", lambda route: route.abort())
    small.goto(server.url + path)
    expect(small.locator("[role=alert]")).to_contain_text(AWAY)
    small.unroute_all()
    small.locator("[data-retry]").tap()
    expect(small.locator(shown)).to_be_visible()
    expect(small.locator("[role=alert]")).to_have_count(0)
