"""Daily deals in the browser: by mouse, finger and keyboard, from the first page to the comparison."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from crownlands.server.table.shared import REFERENCES
from tests.server.daily import DAY, NEXT, on
from tests.server.harness import Server
from tests.web.browser import DESKTOP, watched
from tests.web.hands import Finger, Hands, Keys, Pointer, act, finish
from tests.web.test_pages import in_every_language_and_width, violations


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a day of its own."""
    with Server(tmp_path_factory.mktemp("daily"), fixed=on(DAY)) as running:
        yield running
        assert running.errors() == []


def tab_to(page: Page, selector: str) -> None:
    """By the keyboard alone."""
    for _ in range(60):
        if page.evaluate("wanted => document.activeElement?.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def play(hands: Hands, family: str) -> None:
    """From the chosen deal to its end; a few steps by these hands."""
    page = hands.page
    page.wait_for_selector(".table")
    expect(page.locator("[data-shared=daily]")).to_contain_text("Mar 4, 2026")
    act(hands, 4)
    finish(page)
    expect(page.locator("[data-compare]")).to_have_attribute("href", f"/daily/{DAY}/{family}")
    expect(page.locator("[data-rematch]")).to_have_count(0)


def test_by_mouse_a_deal_is_played_compared_shared_and_practised(page: Page, server: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(server.url)
    page.locator("[data-daily]").click()
    expect(page.locator("[data-day]")).to_have_attribute("data-day", DAY)
    assert in_every_language_and_width(page) == []
    assert violations(page) == []
    page.evaluate("localStorage.setItem('crownlands.language', 'en')")
    page.goto(f"{server.url}/daily/{DAY}/kingdomino")
    page.locator("[data-play]").click()  # what the others made of it is seen afterwards
    play(Pointer(page), "kingdomino")
    page.locator("[data-compare]").click()
    expect(page.locator("[data-result]")).to_have_count(len(REFERENCES) + 1)
    expect(page.locator("[data-result=you]")).to_contain_text("Guest")
    points = page.locator("[data-own]").get_attribute("data-own")
    page.locator("[data-copy]").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[0] == "Daily deal · Kingdomino · March 4, 2026"
    assert lines[1].startswith(f"{points} point")
    assert set(lines[2]) <= set("○◐●")
    assert lines[3:] == [f"{server.url}/daily"]
    assert in_every_language_and_width(page) == []
    assert violations(page) == []
    page.locator("[data-practise]").click()
    expect(page.locator("[data-shared=practice]")).to_be_visible()
    page.goto(server.url)
    expect(page.locator(".daily-line")).to_contain_text("1")


def test_by_finger_on_a_phone_with_a_day_of_the_calendar(phone: Page, server: Server) -> None:
    phone.goto(f"{server.url}/daily")
    phone.locator("[data-deal=queendomino] [data-play]").tap()
    play(Finger(phone), "queendomino")
    phone.locator("[data-compare]").tap()
    expect(phone.locator("[data-own]")).to_be_visible()
    expect(phone.locator("[data-send]")).to_have_count(0)  # this browser cannot
    phone.add_init_script("Navigator.prototype.share = async ({ text }) => { window.shared = text; }")
    phone.reload()
    phone.locator("[data-send]").tap()
    assert phone.evaluate("window.shared") == phone.locator("[data-share-text]").text_content()
    phone.goto(f"{server.url}/daily")
    expect(phone.locator("[data-deal=queendomino] [data-points]")).to_be_visible()
    phone.locator("[data-month=back]").tap()
    expect(phone.locator("h3[data-month='2026-02']")).to_be_visible()
    phone.locator("[data-calendar='2026-02-28']").tap()
    expect(phone.locator(".chosen-day [data-deal]")).to_have_count(3)
    expect(phone.locator(".chosen-day [data-seed]").first).to_have_text(re.compile("^[0-9a-f]{64}$"))
    assert violations(phone) == []
    phone.locator(".chosen-day [data-deal=kingdomino] [data-practise]").tap()
    expect(phone.locator("[data-shared=practice]")).to_contain_text("Feb 28, 2026")


def test_by_keyboard_from_the_first_page(browser: Browser, server: Server, problems: list[str]) -> None:
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
    page = watched(context, problems, server.url)
    page.goto(server.url)
    tab_to(page, "[data-daily]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-deal=kingdomino]")
    tab_to(page, "[data-deal=kingdomino] [data-play]")
    page.keyboard.press("Enter")
    play(Keys(page), "kingdomino")
    tab_to(page, "[data-compare]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-own]")).to_be_visible()
    context.close()
    assert problems == []


def test_on_the_next_day_the_games_of_reference_players_are_watched(
    browser: Browser, tmp_path: Path, problems: list[str]
) -> None:
    def visit(server: Server) -> Page:
        context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
        page = watched(context, problems, server.url)
        page.goto(f"{server.url}/daily/{DAY}/kingdomino")
        return page

    with Server(tmp_path, fixed=on(DAY)) as server:
        page = visit(server)
        page.locator("[data-play]").click()
        page.wait_for_selector(".table")
        finish(page)
        page.locator("[data-compare]").click()
        expect(page.locator("[data-result]")).to_have_count(len(REFERENCES) + 1)
        expect(page.locator("[data-result] a")).to_have_count(0)
        page.context.close()
    with Server(tmp_path, fixed=on(NEXT)) as server:
        page = visit(server)
        page.locator("[data-result=monarch] a").first.click()
        expect(page).to_have_url(re.compile(rf"/replay\?daily={DAY}/kingdomino/monarch-\d$"))
        page.get_by_role("button", name="To the end").click()
        last = page.locator(".scrub input").get_attribute("max") or ""
        assert int(last) > 4 * 12 * 2, "a whole game of four"
        expect(page.locator(".scrub input")).to_have_value(last)
        page.reload()
        expect(page.locator(".scrub input")).to_have_attribute("max", last)
        page.context.close()
        assert server.errors() == []
    assert problems == []
