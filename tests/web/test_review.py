"""The review of a game: found, read and shared by mouse, finger and keyboard; turns are played once more."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Page, Route, expect

from crownlands.game import Game
from tests.helpers import Nth, played
from tests.server.harness import Server
from tests.web.browser import open_table, watched
from tests.web.hands import PRIMARY, Finger, Hands, Pointer, finish
from tests.web.test_pages import in_every_language_and_width, violations

TURNS = {(1, 0): "0", (0, 1): "1", (-1, 0): "2", (0, -1): "3"}


@pytest.fixture(scope="module")
def record() -> str:
    """A whole game in which everybody takes the first of what is legal: there is much to do better."""
    return played(Game("kingdomino/2", seed="review"), Nth(0)).record(seats="Ada, Bruno")


def choose(page: Page, text: str) -> None:
    file = FilePayload(name="game.crownlands", mimeType="text/plain", buffer=text.encode())
    page.set_input_files("input[type=file]", file)


def open_review(page: Page, server: Server, text: str) -> None:
    page.goto(f"{server.url}/review")
    page.wait_for_selector("h1")
    choose(page, text)
    page.wait_for_selector(".review-page")


def ply(page: Page) -> int:
    return int(page.locator(".moment").get_attribute("data-ply") or -1)


def number(text: str) -> int:
    return int(re.sub(r"[^\d−-]", "", text).replace("−", "-"))


def figures(page: Page, column: int) -> dict[str, int]:
    """The parts of the result as they stand in the page."""
    rows = page.locator(".parts tr[data-part]")
    return {
        str(rows.nth(i).get_attribute("data-part")): number(rows.nth(i).locator("td").nth(column).inner_text())
        for i in range(rows.count())
    }


def test_from_the_result_to_the_review_to_a_moment_that_is_shared(
    browser: Browser, lively: Page, server: Server, problems: list[str]
) -> None:
    page = lively
    code = open_table(page, server.url, "kingdomino/2", hints="after", name="Reviewer")
    finish(page)
    page.locator(f'.result a[href="/review/{code}"]').click()
    page.wait_for_selector(".review-page")
    expect(page.locator(".whose [aria-pressed=true]")).to_have_text("Reviewer")

    for column in (0, 1):
        parts = figures(page, column)
        assert parts["expected"] + parts["luck"] + parts["own"] + parts["rivals"] == parts["result"]
        assert parts["adjusted"] == parts["result"] - parts["luck"]
    shown = page.locator(".headline b").all_inner_texts()
    parts = figures(page, 0)
    assert [number(text) for text in shown] == [parts["result"], parts["luck"], parts["own"]]
    expect(page.locator(".grades tbody tr")).to_have_count(2)
    expect(page.locator("[data-performance]")).to_be_visible()

    box = page.locator(".chart").bounding_box()
    assert box
    first = ply(page)
    page.mouse.click(box["x"] + box["width"] * 0.7, box["y"] + 60)
    assert ply(page) != first
    assert page.url.endswith(f"/review/{code}?ply={ply(page)}")
    page.locator(".turning button").first.click()
    expect(page.locator(".turning [aria-pressed=true]")).to_have_count(1)
    page.get_by_role("button", name="Next moment").click()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".moment-tools [role=status]")).to_have_text("Copied")
    link, here = page.evaluate("navigator.clipboard.readText()"), ply(page)
    page.goto(f"{server.url}/games")
    page.locator(f'[data-game="{code}"] a[href="/review/{code}"]').click()
    page.wait_for_selector(".review-page")
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    friend = watched(context, problems, server.url)
    friend.goto(link)
    friend.wait_for_selector(".review-page")
    assert ply(friend) == here
    assert friend.evaluate("document.documentElement.scrollWidth") == 360
    friend.get_by_role("button", name="Previous moment").tap()
    assert ply(friend) < here
    friend.get_by_role("button", name="Next moment").tap()
    friend.get_by_role("link", name="Show the whole table").tap()
    expect(friend.locator(".scrub input")).to_have_value(str(here))
    context.close()


def test_from_a_replayed_file_by_keyboard(page: Page, server: Server, record: str) -> None:
    page.goto(f"{server.url}/replay")
    page.wait_for_selector("h1")
    choose(page, record)
    page.locator('.player a[href="/review"]').press("Enter")
    page.wait_for_selector(".review-page")
    chart = page.get_by_role("slider")
    chart.focus()
    count = int(chart.get_attribute("aria-valuemax") or 0)
    page.keyboard.press("Home")
    expect(chart).to_have_attribute("aria-valuenow", "1")
    expect(page.get_by_role("button", name="Previous moment")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(chart).to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("PageDown")
    expect(page.locator(".turning [aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("End")
    expect(chart).to_have_attribute("aria-valuenow", str(count))
    assert re.search(r"Round \d+: .+%", chart.get_attribute("aria-valuetext") or "")
    page.locator(".moments summary").press("Enter")
    expect(page.locator(".moments tbody tr")).to_have_count(count)
    page.locator(".moments tbody button").nth(4).press("Enter")
    expect(chart).to_have_attribute("aria-valuenow", "5")

    page.locator(".whose button").nth(1).press("Enter")
    page.locator("[data-mistakes]").press("Enter")
    for action in best(page, server, record)["best"]["actions"]:
        field = page.locator("#typed")
        expect(field).to_be_enabled()
        field.fill(action)
        field.press("Enter")
    expect(page.locator("[data-verdict=accepted]")).to_contain_text("That’s the best there is!")
    page.locator("[data-back]").press("Enter")
    expect(page.locator(".moment .better")).to_be_visible()


def best(page: Page, server: Server, record: str) -> dict[str, Any]:
    """The turn that is tried, as the review has it."""
    review = page.request.post(f"{server.url}/api/review", data={"record": record}).json()["review"]
    at = int(page.evaluate("Number(window.crownlands.turn.ply)"))
    return next(turn for turn in review["turns"] if turn["ply"] == at)


class Directed:
    """Plays what it is told, by somebody's hands."""

    def __init__(self, hands: Hands) -> None:
        self._hands, self._page = hands, hands.page

    def play(self, actions: list[str]) -> None:
        for done, action in enumerate(actions):
            _, kind, domino, *cells = action.split(" ")
            self._page.wait_for_selector(f'.table[data-game-seq="{done}"][data-acting=true]')
            getattr(self, kind)(domino, cells)

    def choose(self, domino: str, _: list[str]) -> None:
        last = self._page.locator(".slot-pick").count() == 1
        self._hands.press(f'.slot-pick[data-domino="{domino}"]')
        if not last:
            self._hands.primary()

    def place(self, _: str, cells: list[str]) -> None:
        (x, y), (u, v) = (tuple(map(int, cell.split(","))) for cell in cells)
        for _turn in range(4):
            if self._page.get_attribute(".board-in", "data-turn") == TURNS[(u - x, v - y)]:
                break
            self._hands.press(".actions button[aria-keyshortcuts=R]")
        boxes = [self._page.locator(f'.board [data-cell="{cell}"]').bounding_box() for cell in cells]
        middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
        self._hands.at((middles[0][0] + middles[1][0]) / 2, (middles[0][1] + middles[1][1]) / 2)
        self._hands.primary()

    def discard(self, _: str, __: list[str]) -> None:
        self._hands.press(PRIMARY)


@pytest.mark.parametrize("by", [Pointer, Finger])
def test_a_turn_is_played_once_more_before_the_better_one_is_shown(
    request: pytest.FixtureRequest, server: Server, record: str, by: Callable[[Page], Hands]
) -> None:
    page: Page = request.getfixturevalue("phone" if by is Finger else "lively")
    open_review(page, server, record)
    hands = by(page)
    page.locator(".whose button").nth(1).click()
    hands.press("[data-mistakes]")
    page.wait_for_selector(".try-says")
    turn = best(page, server, record)
    directed = Directed(hands)
    directed.play(turn["played"]["actions"])
    expect(page.locator("[data-verdict=worse]")).to_contain_text("Not yet")
    hands.press("[data-again]")
    directed.play(turn["best"]["actions"])
    expect(page.locator("[data-verdict=accepted]")).to_be_visible()
    expect(page.locator("[data-next]")).to_be_visible()
    hands.press("[data-back]")
    expect(page.locator(".moment .better .kingdom")).to_be_visible()
    assert ply(page) == turn["ply"]


def test_it_fits_and_is_accessible_in_every_language(page: Page, server: Server, record: str) -> None:
    open_review(page, server, record)
    page.locator(".moments summary").click()
    assert in_every_language_and_width(page) == []
    assert violations(page) == []
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_role("slider").press("Home")
    expect(page.locator(".lucky tbody tr")).to_have_count(2)
    assert violations(page) == []


def test_it_says_how_far_it_is_and_waits_for_a_server_that_is_busy(
    page: Page, server: Server, record: str, problems: list[str]
) -> None:
    answers = iter(
        [
            (503, '{"code": "busy", "details": {}, "text": ""}'),
            (200, '{"key": "abc", "done": 0, "of": 0, "ahead": 2, "review": null}'),
            (200, '{"key": "abc", "done": 3, "of": 10, "ahead": 0, "review": null}'),
            (404, '{"code": "no-review", "details": {}, "text": ""}'),
        ]
    )

    def answer(route: Route) -> None:
        status, body = next(answers, (0, ""))
        if status:
            route.fulfill(status=status, body=body, content_type="application/json")
        else:
            route.continue_()

    page.route(re.compile(r"/api/review(s/\w+)?$"), answer)
    page.goto(f"{server.url}/review")
    page.wait_for_selector("h1")
    choose(page, record)
    expect(page.locator(".working")).to_contain_text("The server is busy")
    expect(page.locator(".working")).to_contain_text("2 reviews come first")
    expect(page.locator(".working progress")).to_have_attribute("value", "3")
    page.wait_for_selector(".review-page")
    problems.clear()  # the browser logs the refusals


def test_what_cannot_be_reviewed_says_why(page: Page, server: Server, record: str, problems: list[str]) -> None:
    code = open_table(page, server.url, "kingdomino/2", hints="off")
    page.goto(f"{server.url}/review/{code}")
    expect(page.locator("[role=alert]")).to_contain_text("The game is not over yet")
    page.goto(f"{server.url}/t/{code}")
    finish(page)
    expect(page.locator(f'.result a[href="/review/{code}"]')).to_have_count(0)
    page.goto(f"{server.url}/review/{code}")
    expect(page.locator("[role=alert]")).to_contain_text("Hints are off at this table")
    page.goto(f"{server.url}/review/nosuchtable")
    expect(page.locator("[role=alert]")).to_be_visible()
    for broken in ("something else", "\n".join(record.splitlines()[:-3])):
        page.goto(f"{server.url}/review")
        page.wait_for_selector("h1")
        choose(page, broken)
        expect(page.locator("[role=alert]")).to_have_text(re.compile("can’t be replayed|not over yet"))
        page.evaluate("sessionStorage.clear()")
    problems.clear()  # the browser logs the refusals, which are the point here
