"""Phones, upright and on their side, by finger and with motion on: everything is in sight and can be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from time import time

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.server.harness import Server
from tests.web.ahead import ahead
from tests.web.browser import open_table, watched
from tests.web.hands import PRIMARY, game_seq, settle
from tests.web.people import people
from tests.web.test_endings import SMALL, at_rest
from tests.web.test_leaving import begin, turn_of
from tests.web.test_pages import in_every_language

# A laptop at 200 per cent.
HALF: ViewportSize = {"width": 720, "height": 450}

# Dominoes of the lines whose crowns lie under their number: crowns are printed in the upper third of each half.
COVERED = """() => [...document.querySelectorAll('.lines .slot')].flatMap((slot) => {
    const plate = slot.querySelector('.plate').getBoundingClientRect();
    const domino = slot.querySelector('.domino');
    const box = domino.getBoundingClientRect();
    const crowns = { left: box.left, right: box.right, top: box.top, bottom: box.top + 0.36 * box.height };
    const over = plate.left < crowns.right - 1 && crowns.left < plate.right - 1 && plate.top < crowns.bottom - 1 &&
        crowns.top < plate.bottom - 1;
    return over && domino.querySelector('[href^="#crowns"]') ? [slot.dataset.lies] : [];
})"""
# Dominoes that cannot be seen whole where they are, without scrolling.
OUT_OF_SIGHT = """() => [...document.querySelectorAll('.lines .slot .domino')].flatMap((domino) => {
    const box = domino.getBoundingClientRect();
    const around = domino.closest('.lines').getBoundingClientRect();
    const inside = box.left >= 0 && box.right <= innerWidth && box.top >= around.top && box.bottom <= around.bottom;
    return inside ? [] : [domino.closest('.slot').dataset.lies];
})"""
SQUARE = "document.querySelector('.board [data-cell=\"0,0\"]').getBoundingClientRect().width"


@pytest.fixture
def moving(browser: Browser, server: Server, problems: list[str]) -> Iterator[Page]:
    """A phone of somebody who likes things to move."""
    context = browser.new_context(viewport=SMALL[1], has_touch=True, is_mobile=True, locale="en-GB")
    yield watched(context, problems, server.url)
    context.close()
    assert problems == []


def fingers(page: Page) -> Callable[..., None]:
    """Touches with several fingers, as the screen reports them: quick ones, however busy the machine is."""
    session, now = page.context.new_cdp_session(page), count(time(), 0.06)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        named = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        at = {"timestamp": next(now)}
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": named, **at})

    return touch


def middle(page: Page) -> tuple[float, float]:
    box = page.locator(".board-in").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_lines_sheets_and_menu_of_a_phone(moving: Page, server: Server) -> None:
    open_table(moving, server.url, "queendomino/4", name="Ada")
    ahead(moving, "play.step === 'choose' && play.state.round >= 3")
    settle(moving)
    for size in (*SMALL, HALF):
        moving.set_viewport_size(size)
        expect(moving.locator(".lines .slot")).to_have_count(8)
        assert moving.evaluate(COVERED) == [], f"crowns are hidden at {size}"
        assert moving.evaluate(OUT_OF_SIGHT) == [], f"dominoes are out of sight at {size}"
        for part in (".board", ".prompt", PRIMARY, ".rival.own .whose"):
            expect(moving.locator(part).first).to_be_in_viewport(ratio=1)
        expect(moving.locator(".rival.own .whose")).to_have_text("Ada")
        assert moving.evaluate("document.documentElement.scrollWidth") <= size["width"]

        button, menu = moving.locator("[aria-controls=menu]"), moving.locator("#menu")
        button.tap()
        expect(menu).to_be_visible()
        expect(button).to_be_visible()
        button.tap()
        expect(menu).to_have_count(0)
        button.tap()
        moving.touchscreen.tap(20, size["height"] - 80)
        expect(menu).to_have_count(0)
        button.tap()
        moving.keyboard.press("Escape")
        expect(menu).to_have_count(0)

        tabs = moving.locator(".tabs button")
        tabs.last.tap()
        expect(moving.locator(".sheet .log li").first).to_be_in_viewport(ratio=1)
        assert moving.locator(".sheet .log li").count() > 10
        moving.keyboard.press("Escape")
        tabs.nth(2).tap()
        sheet = moving.locator(".sheet")
        tall = sheet.bounding_box()
        expect(sheet.locator(".explain li").first).to_contain_text(".")
        sheet.locator("button.tile").first.tap()
        assert sheet.bounding_box() == tall, "the sheet keeps its size under a finger"
        if size == SMALL[1]:
            assert at_rest(moving) == []
        moving.keyboard.press("Escape")
        expect(sheet).to_have_count(0)

    moving.set_viewport_size(SMALL[1])
    button.tap()
    menu.get_by_text("Dark theme").tap()
    assert moving.evaluate("localStorage.getItem('crownlands.theme')") == "dark"
    expect(menu.get_by_text("Light theme")).to_be_visible()
    moving.keyboard.press("Escape")
    assert at_rest(moving) == []


def test_the_menu_is_in_sight_on_the_narrowest_pages(phone: Page, server: Server) -> None:
    for path in ("/", "/new", "/rules"):
        phone.goto(server.url + path)
        for size in SMALL:
            phone.set_viewport_size(size)
            expect(phone.locator("[aria-controls=menu]")).to_be_in_viewport(ratio=1)


def test_leaving_is_asked_in_sight_and_what_a_bot_did_is_closed_beside_its_words(
    browser: Browser, server: Server, problems: list[str]
) -> None:
    with people(browser, server, problems) as everybody:
        host, guest = everybody.desk(), everybody.phone()
        begin(host, guest, server=server)
        guest.evaluate("localStorage.setItem('crownlands.language', 'de')")
        guest.reload()
        guest.wait_for_selector(".table")
        turn_of(guest, host)
        address = guest.url
        guest.get_by_role("button", name="Dieser Tisch").tap()
        guest.tap("[data-leave]")
        for size in SMALL:
            guest.set_viewport_size(size)
            for button in guest.locator(".sheet .row .button").all():
                expect(button).to_be_in_viewport(ratio=1)
        assert at_rest(guest) == []
        guest.tap("[data-leave=yes]")
        host.wait_for_selector(".table[data-acting=true]")
        guest.goto(address)
        guest.tap("[data-come-back]")
        for size in SMALL:
            guest.set_viewport_size(size)
            notice, close = guest.locator("[data-returned] span"), guest.locator("[data-returned] button")
            words, cross = notice.bounding_box(), close.bounding_box()
            assert words is not None
            assert cross is not None
            assert cross["x"] >= words["x"] + words["width"]
            expect(close).to_be_in_viewport(ratio=1)
        assert at_rest(guest) == []


def test_a_kingdom_of_seven_is_close_enough_for_fingers(moving: Page, server: Server) -> None:
    open_table(moving, server.url, "kingdomino/2+mighty-duel")
    ahead(moving, "play.step === 'place'")
    settle(moving)
    for size, least in zip(SMALL, (30, 55, 30), strict=True):
        moving.set_viewport_size(size)
        moving.wait_for_function(f"() => {SQUARE} >= {least}")
    moving.set_viewport_size(SMALL[1])
    moving.wait_for_function(f"() => {SQUARE} >= 55")

    # Two fingers that tap turn the domino; two that part look closer.
    touch, (x, y) = fingers(moving), middle(moving)
    turn = moving.get_attribute(".board-in", "data-turn")
    touch("touchStart", (x - 20, y))
    touch("touchStart", (x - 20, y), (x + 20, y))
    touch("touchEnd")
    expect(moving.locator(".board-in")).not_to_have_attribute("data-turn", turn or "")
    turn = moving.get_attribute(".board-in", "data-turn") or ""
    before = float(moving.evaluate(SQUARE))
    touch("touchStart", (x - 20, y))
    touch("touchStart", (x - 20, y), (x + 20, y))
    touch("touchMove", (x - 30, y), (x + 30, y))
    touch("touchMove", (x - 40, y), (x + 40, y))
    touch("touchEnd")
    moving.wait_for_function(f"() => {SQUARE} > {1.8 * before}")
    expect(moving.locator(".board-in")).to_have_attribute("data-turn", turn)
    board, land = moving.locator(".board").bounding_box(), moving.locator(".board .kingdom").bounding_box()
    assert board is not None
    assert land is not None
    assert land["width"] <= board["width"]
    moving.get_by_role("button", name="Show the whole kingdom").tap()
    moving.wait_for_function(f"() => Math.abs({SQUARE} - {before}) < 1")

    # Where there is nothing to place two quick taps look closer, and back again.
    ahead(moving, "play.step === 'choose'")
    settle(moving)
    before = float(moving.evaluate(SQUARE))
    for closer in (True, False):
        for _ in range(2):
            touch("touchStart", (x, y))
            touch("touchEnd")
        moving.wait_for_function(f"() => ({SQUARE} > {1.5 * before}) === {str(closer).lower()}")


def test_a_finger_that_moves_a_closer_look_along_builds_and_taxes_nothing(moving: Page, server: Server) -> None:
    open_table(moving, server.url, "queendomino/2", level="page")
    ahead(moving, "play.step === 'build' && play.legal.some((a) => a.type === 'build')")
    settle(moving)
    slot, (x, y) = moving.evaluate(
        """() => {
            const { slot, square } = window.crownlands.play.legal.find((a) => a.type === 'build');
            return [slot, square];
        }"""
    )
    moving.locator(f'.mine .builders button.tile[data-slot="{slot}"]').tap()
    town = moving.locator(f'.mine .board [data-cell="{x},{y}"]')
    if moving.locator(PRIMARY).is_disabled():
        town.tap()
    expect(moving.locator(PRIMARY)).to_be_enabled()
    before = game_seq(moving)

    def spot() -> tuple[float, float]:
        box = town.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    touch, (a, b) = fingers(moving), spot()
    touch("touchStart", (a - 20, b))
    touch("touchStart", (a - 20, b), (a + 20, b))
    touch("touchMove", (a - 30, b), (a + 30, b))
    touch("touchMove", (a - 40, b), (a + 40, b))
    touch("touchEnd")
    expect(moving.locator(".whole")).to_be_visible()
    a, b = spot()
    touch("touchStart", (a, b))
    for step in range(1, 5):
        touch("touchMove", (a + 8 * step, b - 4 * step))
    touch("touchEnd")
    moving.wait_for_timeout(300)
    assert game_seq(moving) == before, "the finger rests on the town that was chosen, but it did not tap"
    a, b = spot()
    touch("touchStart", (a, b))
    touch("touchEnd")
    moving.wait_for_function("n => window.crownlands.play.game_seq > n", arg=before)


def test_the_only_domino_left_is_taken_with_one_tap(moving: Page, server: Server) -> None:
    # With four kings of one device on lines of four, the last king always has one domino left.
    open_table(moving, server.url, "kingdomino/2", people=2, name="Ada")
    ahead(moving, "play.step === 'choose' && play.legal.length === 1")
    settle(moving)
    before = game_seq(moving)
    moving.locator(".slot-pick").tap()
    moving.wait_for_function("n => window.crownlands.play.game_seq > n", arg=before)


def test_all_of_the_best_spots_are_marked_or_none(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/4", name="Ada")
    seen = set()
    for round_ in (1, 4, 6):
        ahead(page, f"play.step === 'choose' && play.legal.length > 1 && play.state.round >= {round_}")
        settle(page)
        for domino in page.eval_on_selector_all(".slot-pick", "nodes => nodes.map((node) => node.dataset.domino)"):
            page.focus(f'.slot-pick[data-domino="{domino}"]')
            best = page.evaluate(
                """(domino) => {
                    const spots = window.crownlands.preview.spots[domino];
                    const most = Math.max(...spots.map((spot) => spot.points));
                    const best = spots.filter((spot) => spot.points === most);
                    return best.length === spots.length ? 0 : new Set(best.map((spot) => String(spot.squares[0]))).size;
                }""",
                domino,
            )
            expect(page.locator(".board .worth")).to_have_count(best)
            seen.add(best)
    assert 0 in seen
    assert max(seen) > 2, "more than two are equal in one of these positions"


def test_a_desk_with_chat_has_one_row_of_buttons_names_and_tooltips(page: Page, server: Server) -> None:
    code = open_table(page, server.url, "queendomino/2", people=1, name="Ada")
    page.evaluate(
        """async (code) => {
            const headers = { 'content-type': 'application/json' };
            await fetch(`/api/tables/${code}/join`, { method: 'POST', headers, body: '{"name":"Bob"}' });
        }""",
        code,
    )
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_selector(".actions .chat-box")
    rows_and_room = """() => {
        const { scrollWidth, clientWidth } = document.querySelector('.actions');
        const rows = [...document.querySelectorAll('.actions .button')].flatMap((node) =>
            (node.getClientRects().length ? [Math.round(node.getBoundingClientRect().top)] : []));
        return [new Set(rows).size, scrollWidth <= clientWidth + 1];
    }"""
    for step in ("place", "choose", "tax", "build"):
        ahead(page, f"play.step === '{step}' && play.state.round > 1")
        settle(page)
        for language, seen in in_every_language(page, rows_and_room).items():
            assert seen == [1, True], (step, language)
    page.locator(".tool.language select").select_option("en")
    expect(page.locator(".score .whose")).to_have_text("Ada")
    for piece in ("Coins", "Knights", "Towers"):
        expect(page.locator(f".score .purse [title^={piece}]")).to_have_count(1)
    expect(page.locator(".builders .cave [title^='The dragon']")).to_have_count(1)
    for part in (".prompt h1", ".line-head b >> nth=0", ".score .whose", ".steps li >> nth=0"):
        page.locator(part).dblclick()
        assert page.evaluate("String(getSelection())") == "", part
