"""Networks that fail, addresses that do not exist, tables that change while nobody looks, clocks that run out."""

from __future__ import annotations

import signal

from playwright.sync_api import BrowserContext, Page, expect

from tests.server.harness import Server
from tests.web.browser import open_table
from tests.web.hands import PRIMARY, game_seq, settle


def test_a_silent_network_is_noticed_and_what_was_clicked_waits(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/2", name="Ada")
    settle(page)
    before = game_seq(page)
    assert server.process is not None
    # Connections stay open and nobody answers: nothing tells the page, it must find out.
    server.process.send_signal(signal.SIGSTOP)
    try:
        expect(page.locator(".notice.bad")).to_contain_text("Connection lost")
        page.locator(".slot-pick").first.click()
        page.locator(PRIMARY).click()
        expect(page.locator("[data-waiting]")).to_be_visible()
        page.evaluate("window.crownlands.send({ type: 'say', text: 'hello?' })")
        expect(page.locator("[data-unsent]")).to_be_visible()
        assert game_seq(page) == before
    finally:
        server.process.send_signal(signal.SIGCONT)
    page.wait_for_function("n => window.crownlands.play.game_seq > n", arg=before)
    for notice in (".notice.bad", "[data-waiting]", "[data-unsent]"):
        expect(page.locator(notice)).to_have_count(0)
    mine = "window.crownlands.happened.filter(({ event }) => event.seat === 0 && event.type === 'choose').length"
    assert page.evaluate(mine) == 1, "sent again, but done once"


def test_a_click_that_is_not_answered_is_said_to_wait(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/2", name="Ada")
    settle(page)
    before = game_seq(page)
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    try:
        page.locator(".slot-pick").first.click()
        page.locator(PRIMARY).click()
        expect(page.locator("[data-waiting]")).to_be_visible()
    finally:
        server.process.send_signal(signal.SIGCONT)
    page.wait_for_function("n => window.crownlands.play.game_seq > n", arg=before)
    expect(page.locator("[data-waiting]")).to_have_count(0)


def test_a_browser_that_goes_offline_says_so_and_comes_back(
    page: Page, context: BrowserContext, server: Server, problems: list[str]
) -> None:
    open_table(page, server.url, "kingdomino/2", name="Ada")
    settle(page)
    before = game_seq(page)
    context.set_offline(True)
    expect(page.locator(".notice.bad")).to_contain_text("Connection lost")
    page.locator(".slot-pick").first.click()
    page.locator(PRIMARY).click()
    expect(page.locator("[data-waiting]")).to_be_visible()
    assert game_seq(page) == before
    context.set_offline(False)
    page.wait_for_function("n => window.crownlands.play.game_seq > n", arg=before)
    for notice in (".notice.bad", "[data-waiting]"):
        expect(page.locator(notice)).to_have_count(0)
    problems.clear()  # the browser logs every attempt, which is the point here


def test_however_often_it_is_tried_again_there_is_one_connection(page: Page, server: Server) -> None:
    page.add_init_script(
        """const Real = WebSocket;
        window.sockets = [];
        window.WebSocket = class extends Real {
            constructor(url) {
                super(url);
                window.sockets.push(this);
            }
        };"""
    )
    open_table(page, server.url, "kingdomino/2", name="Ada")
    settle(page)
    page.evaluate("for (let i = 0; i < 3; i++) window.crownlands.retry()")
    page.wait_for_function("() => window.sockets.at(-1).readyState === WebSocket.OPEN")
    page.wait_for_function("() => window.sockets.filter((one) => one.readyState < WebSocket.CLOSING).length === 1")
    before = game_seq(page)
    page.locator(".slot-pick").first.click()
    page.locator(PRIMARY).click()
    page.wait_for_function("n => window.crownlands.play.game_seq > n", arg=before)


def test_a_page_that_cannot_be_loaded_says_so_and_comes_when_it_can(
    page: Page, context: BrowserContext, server: Server, problems: list[str]
) -> None:
    page.goto(server.url)
    page.wait_for_selector("[data-play=now]")
    context.set_offline(True)
    page.locator(".links a[href='/rules']").click()
    expect(page.locator("[role=alert]")).to_contain_text("The server isn’t responding")
    page.locator("[data-retry]").click()
    expect(page.locator("[role=alert]")).to_be_visible()
    context.set_offline(False)
    page.locator("[data-retry]").click()
    expect(page.locator("h1")).to_have_text("Rules")
    problems.clear()  # the browser logs every attempt, which is the point here


def test_a_refusal_speaks_the_readers_language_and_goes_with_the_next_move(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/2", name="Ada")
    page.evaluate("localStorage.setItem('crownlands.language', 'de')")
    page.reload()
    settle(page)
    page.evaluate("window.crownlands.send({ type: 'take-host' })")
    expect(page.locator(".prompt .reason.shown")).to_have_text("Wer den Tisch leitet, ist da.")
    before = game_seq(page)
    page.locator(".slot-pick").first.click()
    page.locator(PRIMARY).click()
    page.wait_for_function("n => window.crownlands.play.game_seq > n", arg=before)
    expect(page.locator(".prompt .reason.shown")).to_have_count(0)


def test_an_unknown_address_is_answered_by_a_page(page: Page, server: Server, problems: list[str]) -> None:
    answer = page.goto(f"{server.url}/no/such/place")
    assert answer is not None
    assert answer.status == 404
    expect(page.locator(".notice.bad")).to_have_text("This page doesn’t exist.")
    expect(page.locator("[data-play=now]")).to_be_visible()
    assert page.evaluate("fetch('/api/no-such-thing').then((a) => a.json()).then((a) => a.code)") == "http"
    problems[:] = [text for text in problems if "404" not in text]


def test_home_shows_what_changes_while_it_is_open(page: Page, server: Server) -> None:
    page.goto(server.url)
    other = page.context.new_page()
    open_table(other, server.url, "kingdomino/2", name="Ada")
    settle(other)
    row = page.locator("[data-tables] li")
    expect(row.locator(".badge")).to_have_text("Your turn")
    expect(row).to_contain_text("Opening")
    other.close()


def test_a_clock_that_runs_out_is_said(page: Page, server: Server) -> None:
    page.goto(server.url)
    code = page.evaluate(
        """async () => {
            const seats = [{ kind: 'me' }, { kind: 'bot', level: 'greedy' }];
            const body = JSON.stringify({ ruleset: 'kingdomino/2', name: 'Ada', seats, clock: 10, hints: 'off' });
            const headers = { 'content-type': 'application/json' };
            const made = await (await fetch('/api/tables', { method: 'POST', headers, body })).json();
            const tokens = { token: made.token, watch: made.watch };
            const held = { table: made.code, tokens, ruleset: 'kingdomino/2', names: [], seen: 1 };
            localStorage.setItem('crownlands.tables', JSON.stringify([held]));
            return made.code;
        }"""
    )
    page.goto(f"{server.url}/t/{code}?start")
    settle(page)
    expect(page.locator(".clock")).to_be_visible()
    expect(page.locator("[data-late]")).to_contain_text("Your time is up")
    expect(page.locator(".log")).to_contain_text("Ada: time is up")
