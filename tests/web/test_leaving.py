"""People leave, are away, resign and come back in the middle of a game, and everybody is told."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.server.harness import Server
from tests.web.hands import PRIMARY
from tests.web.people import join, open_lobby, people, play_to_the_end
from tests.web.test_pages import violations


def without_grace(route: Route) -> None:
    """Nobody is waited for: what the table's owner would choose in minutes."""
    if route.request.method != "POST":
        route.fallback()
        return
    route.continue_(post_data=json.dumps({**json.loads(route.request.post_data or "{}"), "grace": 0}))


def begin(host: Page, *guests: Page, server: Server) -> None:
    host.route("**/api/tables", without_grace)
    link = open_lobby(host, server, 1 + len(guests))
    for guest, name in zip(guests, ("Bea", "Cem"), strict=False):
        join(guest, link, name)
    expect(host.locator("[data-start]")).to_be_enabled()
    host.click("[data-start]")
    for page in (host, *guests):
        page.wait_for_selector(".table")


def acting(*pages: Page) -> Page:
    """Whose turn it is."""
    seat = pages[0].evaluate("window.crownlands.play.seat")
    page = next(page for page in pages if seat in page.evaluate("window.crownlands.mine"))
    page.wait_for_selector(".table[data-acting=true]")
    return page


def take_turn(page: Page) -> None:
    page.evaluate("window.crownlands.act(window.crownlands.play.legal[0])")


def turn_of(page: Page, *others: Page) -> None:
    """Plays on until it is this page's turn."""
    for _ in range(20):
        now = acting(page, *others)
        if now is page:
            return
        before = now.evaluate("window.crownlands.play.game_seq")
        take_turn(now)
        page.wait_for_function("n => window.crownlands.play.game_seq > n", arg=before)
    raise AssertionError("never")


def leave(page: Page) -> None:
    page.get_by_role("button", name="This table").click()
    page.click("[data-leave]")
    page.click("[data-leave=yes]")
    page.wait_for_selector("[data-play=now]")


def test_the_host_leaves_on_their_turn_a_bot_plays_and_the_host_comes_back(
    browser: Browser, server: Server, problems: list[str]
) -> None:
    with people(browser, server, problems) as everybody:
        host, guest, third = everybody.desk(), everybody.phone(), everybody.phone()
        begin(host, guest, third, server=server)
        turn_of(host, guest, third)
        before = host.evaluate("window.crownlands.play.game_seq")
        take_turn(host)
        host.wait_for_function("n => window.crownlands.play.game_seq > n", arg=before)
        turn_of(host, guest, third)
        address = host.url
        leave(host)
        expect(guest.locator("[data-note]").last).to_contain_text("Ada left the table.")
        # The bot acts for Ada, by name; the others go on, and one of them is the host.
        guest.wait_for_function(
            "() => window.crownlands.happened.some((h) => h.names.includes('Ada (bot)') && h.event.seat === 0)"
        )
        expect(guest.locator("[data-realm='0'].rival .name")).to_contain_text("Ada")
        expect(guest.locator("[data-realm='0'].rival .name small")).to_contain_text("until the owner returns")
        assert guest.evaluate("window.crownlands.table.host") in (1, 2)

        host.goto(address)
        expect(host.locator("[data-deputy]")).to_contain_text("A bot plays for you.")
        assert host.evaluate("document.querySelector('.board').dataset.realm") == "0"
        host.click("[data-come-back]")
        expect(host.locator("[data-returned]")).to_contain_text("for you.")
        expect(host.locator("[data-deputy]")).to_have_count(0)
        expect(guest.locator("[data-note]").last).to_contain_text("Ada is back.")
        turn_of(host, guest, third)
        acted = host.evaluate("window.crownlands.happened.filter((h) => h.event.seat === 0).map((h) => h.names[0])")
        assert set(acted) == {"Ada", "Ada (bot)"}, "each move has the name of who made it"
        host.emulate_media(reduced_motion="reduce")  # colours that are changing cannot be measured
        assert violations(host) == []


def test_a_lost_page_costs_nothing_and_a_bot_plays_only_until_it_is_back(
    browser: Browser, server: Server, problems: list[str]
) -> None:
    with people(browser, server, problems) as everybody:
        host, guest = everybody.desk(), everybody.phone()
        begin(host, guest, server=server)
        turn_of(guest, host)
        address = guest.url
        guest.close()
        expect(host.locator("[data-away]")).to_contain_text("Bea is away.")
        host.click("[data-bot-plays]")
        host.wait_for_selector(".table[data-acting=true]")
        guest = everybody.reopen(guest)
        guest.goto(address)
        expect(guest.locator("[data-returned]")).to_contain_text("Welcome back. A bot made")
        assert guest.evaluate("window.crownlands.mine") == [1]
        assert guest.evaluate("document.querySelector('.board').dataset.realm") == "1"
        guest.locator("[data-returned] button").click()
        expect(guest.locator("[data-returned]")).to_have_count(0)
        turn_of(guest, host)
        expect(guest.locator(PRIMARY)).to_be_visible()


def test_who_sits_takes_over_from_an_absent_host_who_gets_it_back(
    browser: Browser, server: Server, problems: list[str]
) -> None:
    with people(browser, server, problems) as everybody:
        host, guest, onlooker = everybody.desk(), everybody.phone(), everybody.phone()
        begin(host, guest, server=server)
        address = host.url
        onlooker.goto(address)
        onlooker.wait_for_selector(".table")
        turn_of(host, guest)
        host.close()
        expect(onlooker.locator("[data-away]")).to_contain_text("Ada is away.")
        expect(onlooker.locator("[data-bot-plays], [data-take-host]")).to_have_count(0)
        guest.tap("[data-bot-plays]")
        guest.wait_for_selector(".table[data-acting=true]")
        assert guest.evaluate("window.crownlands.isHost")
        host = everybody.reopen(host)
        host.goto(address)
        expect(host.locator("[data-returned]")).to_be_visible()
        host.wait_for_function("() => window.crownlands.isHost && window.crownlands.mine.length === 1")


@pytest.mark.parametrize("resigning", ["bot", "out"])
def test_who_resigns_is_followed_by_a_bot_or_out_of_the_running(
    browser: Browser, server: Server, problems: list[str], resigning: str
) -> None:
    with people(browser, server, problems) as everybody:
        host, guest = everybody.desk(), everybody.phone()
        host.route(
            "**/api/tables",
            lambda route: (
                route.continue_(
                    post_data=json.dumps({**json.loads(route.request.post_data or "{}"), "resigning": resigning})
                )
                if route.request.method == "POST"
                else route.fallback()
            ),
        )
        join(guest, open_lobby(host, server, 2), "Bea")
        host.click("[data-start]")
        for page in (host, guest):
            page.wait_for_selector(".table")
        guest.get_by_role("button", name="This table").click()
        guest.tap("[data-resign]")
        words = "out of the running" if resigning == "out" else "A bot plays on"
        expect(guest.locator(".sheet")).to_contain_text(words)
        guest.tap("[data-resign=yes]")
        expect(host.locator("[data-note]").last).to_contain_text("Bea has resigned.")
        expect(guest.locator(PRIMARY)).to_have_count(0)
        name = host.locator("[data-realm='1'].rival .name")
        expect(name).to_contain_text("Bea (resigned)" if resigning == "out" else "for Bea, who resigned")
        play_to_the_end(host)
        ranking = host.evaluate("window.crownlands.play.state.ranking")
        assert ranking == [[0], [1]] if resigning == "out" else len(ranking) >= 1
        if resigning == "out":
            expect(host.locator(".result-head h1")).to_contain_text("Ada")
