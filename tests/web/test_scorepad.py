"""The score pad: a kingdom of a real table, domino by domino and square by square, by mouse, keyboard and finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.harness import Server
from tests.web.test_pages import violations


def opened(page: Page, server: Server, link: str = "") -> Page:
    page.goto(f"{server.url}/scorepad{f'?k={link}' if link else ''}")
    page.wait_for_selector("h1")
    return page


def total(page: Page, points: int) -> None:
    expect(page.locator("[data-total]")).to_have_text(str(points))


def between(page: Page, first: str, second: str) -> tuple[float, float]:
    """The middle of a domino that would cover these squares."""
    at: list[list[float]] = page.evaluate(
        """cells => cells.map(cell => document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect())
            .map(box => [box.x + box.width / 2, box.y + box.height / 2])""",
        [first, second],
    )
    return (at[0][0] + at[1][0]) / 2, (at[0][1] + at[1][1]) / 2


def put(page: Page, domino: str, first: str, second: str, turn: int = 0) -> None:
    """By mouse: one click takes it, one click places it."""
    page.click(f"[data-pick={domino}]")
    x, y = between(page, first, second)
    page.mouse.move(x, y)
    for _ in range((turn - int(page.locator(".board-in").get_attribute("data-turn") or 0)) % 4):
        page.mouse.click(x, y, button="right")
    page.mouse.click(x, y)
    expect(page.locator(f"[data-pick={domino}]")).to_be_disabled()


def test_the_example_gives_71_in_both_ways_and_as_a_link(page: Page, server: Server) -> None:
    opened(page, server)
    page.click("[data-example]")
    total(page, 71)
    for term in ("Sawmill", "Church", "Travelling Castle", "Coins", "Queen"):
        expect(page.locator(".terms")).to_contain_text(term)
    page.click("[data-way=squares]")
    total(page, 71)
    expect(page.locator("[data-pad='0']")).to_have_attribute("aria-label", "forest (1 crown), column 1, row 1")
    page.get_by_role("button", name="Share").click()
    page.reload()
    total(page, 71)
    expect(page.locator("[data-way=dominoes]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".all-dominoes .pick:disabled")).to_have_count(12)


def test_dominoes_are_placed_turned_lifted_and_taken_back_by_mouse(page: Page, server: Server) -> None:
    opened(page, server)
    put(page, "K30", "1,0", "2,0")
    total(page, 1)
    put(page, "K31", "1,1", "2,1")
    total(page, 4)
    put(page, "K1", "3,0", "3,1", turn=1)
    put(page, "K44", "-1,0", "-1,1", turn=1)
    total(page, 6)
    page.locator('[data-cell="1,1"]').click()
    total(page, 3)
    page.keyboard.press("Escape")
    expect(page.locator("[data-pick=K31]")).to_be_enabled()
    page.click("[data-undo]")
    total(page, 6)
    page.get_by_role("button", name="Share").click()
    assert "K31.1.1.2.1" in page.url


def test_a_domino_is_there_once_and_says_why_it_does_not_fit(page: Page, server: Server) -> None:
    opened(page, server)
    put(page, "K30", "1,0", "2,0")
    page.fill("#pad-number", "30")
    page.keyboard.press("Enter")
    expect(page.locator("#pad-number-problem")).to_contain_text("30")
    page.get_by_role("button", name="swamp", exact=True).click()
    expect(page.locator(".all-dominoes .pick")).to_have_count(9)
    page.get_by_role("button", name="mine", exact=True).click()
    expect(page.locator(".all-dominoes .pick")).to_have_count(2)
    page.click("[data-pick=K46]")
    page.locator('[data-cell="4,4"]').hover()
    page.locator('[data-cell="4,4"]').click()
    expect(page.locator(".by-domino .hint.bad")).not_to_be_empty()


def test_a_queendomino_kingdom_is_entered_by_keyboard_alone(page: Page, server: Server) -> None:
    opened(page, server)
    keys = page.keyboard
    page.get_by_role("button", name="Queendomino").focus()
    keys.press("Enter")
    page.locator("#pad-number").focus()
    keys.type("46")
    keys.press("Enter")
    walk(page, "1,0")
    keys.press("Enter")
    expect(page.locator("#pad-number")).to_be_focused()
    keys.type("Q39")
    keys.press("Enter")
    keys.press("r")
    walk(page, "-1,0")
    keys.press("Enter")
    total(page, 1)
    page.locator("[data-shelf=buildings]").focus()
    keys.press("Enter")
    page.locator("[data-tile=church]").focus()
    keys.press("Enter")
    walk(page, "2,0")
    keys.press("Enter")
    keys.press("Enter")
    total(page, 5)
    page.get_by_role("button", name="More: Coins").focus()
    for _ in range(7):
        keys.press("Enter")
    total(page, 7)


def walk(page: Page, to: str) -> None:
    """By arrows from the focused square."""
    page.wait_for_function("() => document.activeElement?.dataset?.cell !== undefined")
    x, y = map(int, page.evaluate("document.activeElement.dataset.cell").split(","))
    u, v = map(int, to.split(","))
    for key in ["ArrowRight" if u > x else "ArrowLeft"] * abs(u - x) + ["ArrowDown" if v > y else "ArrowUp"] * abs(
        v - y
    ):
        page.keyboard.press(key)


def test_a_mighty_duel_is_entered_by_finger(phone: Page, server: Server) -> None:
    opened(phone, server)
    phone.get_by_role("button", name="7 × 7").tap()
    for domino, first, second, turns in (
        ("K30", "1,0", "2,0", 0),
        ("K31", "1,1", "1,2", 1),
        ("K35", "1,-1", "1,-2", 3),
    ):
        phone.locator(f"[data-pick={domino}]").tap()
        for _ in range((turns - int(phone.locator(".board-in").get_attribute("data-turn") or 0)) % 4):
            phone.locator("button[aria-keyshortcuts=R]").tap()
        phone.touchscreen.tap(*between(phone, first, second))
        phone.locator("[data-put]").tap()
        expect(phone.locator(f"[data-pick={domino}]")).to_be_disabled()
    total(phone, 9)
    phone.get_by_label("The Middle Kingdom").tap()
    total(phone, 19)


def test_a_building_is_put_on_a_town_by_one_tap_and_lifted_again(phone: Page, server: Server) -> None:
    opened(phone, server, "q7|c0|k|q0|Q46.1.0.2.0")
    phone.locator("[data-shelf=buildings]").tap()
    phone.locator("[data-tile=statue]").tap()
    phone.locator('[data-cell="2,0"]').tap()
    total(phone, 5)
    phone.locator('[data-cell="2,0"]').tap()
    total(phone, 0)


def test_the_royal_wedding_has_both_boxes(page: Page, server: Server) -> None:
    opened(page, server)
    page.get_by_role("button", name="The Royal Wedding").click()
    put(page, "K30", "1,0", "2,0")
    page.fill("#pad-number", "Q39")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Share").click()
    assert "K30." in page.url
    assert "Q39." in page.url
    page.get_by_role("button", name="Kingdomino").first.click()
    page.get_by_role("button", name="Share").click()
    assert "K30." in page.url
    assert "Q39." not in page.url


def test_squares_are_painted_by_mouse_and_keyboard(page: Page, server: Server) -> None:
    opened(page, server)
    page.get_by_role("button", name="7 × 7").click()
    page.click("[data-way=squares]")
    page.click("[data-brush=forest]")
    for cell in (25, 26, 27):
        page.locator(f'[data-pad="{cell}"]').click()
    page.click("[data-brush=crown2]")
    page.locator('[data-pad="26"]').click()
    total(page, 6)
    page.locator('[data-pad="26"]').press("ArrowDown")
    page.click("[data-brush=forest]")
    page.locator('[data-pad="33"]').press("Enter")
    total(page, 8)
    page.click("[data-brush=castle]")
    page.locator('[data-pad="0"]').click()
    total(page, 8)
    page.click("[data-brush=erase]")
    page.locator('[data-pad="33"]').click()
    total(page, 6)


@pytest.mark.parametrize(
    "link", ["zzz", "k5|c0|k|q0|K99.1.0.2.0 K30.1.0 K30.1.0.2.0 K31.2.0.3.0", "q5|cX|kY|q|t=nothing C w9"]
)
def test_a_broken_link_loses_only_what_is_broken(page: Page, server: Server, link: str) -> None:
    opened(page, server, link)
    expect(page.locator(".terms")).to_be_visible()
    expect(page.locator("[role=alert]")).to_have_count(0)


def test_what_is_printed_is_the_kingdom_and_its_score(page: Page, server: Server) -> None:
    opened(page, server)
    page.click("[data-example]")
    total(page, 71)
    page.emulate_media(media="print")
    for gone in (".top", ".shelf", ".actions", ".pad-lead"):
        expect(page.locator(gone).first).to_be_hidden()
    for there in (".kingdom", "[data-total]", ".terms", ".print-only"):
        expect(page.locator(there).first).to_be_visible()
    page.set_viewport_size({"width": 688, "height": 1000})  # A4 without its margins
    assert page.evaluate("document.documentElement.scrollHeight") <= 1016


def test_several_kingdoms_are_ranked_on_one_pad_and_numbers_are_typed(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/scorepad")
    page.click("[data-example]")
    total(page, 71)
    page.locator("[data-add]").click()
    page.get_by_label("Name").fill("Bea")
    expect(page.locator("[data-kingdom='1']")).to_contain_text("Bea")
    total(page, 0)
    coins = page.get_by_role("group", name="Coins").get_by_role("textbox")
    coins.fill("300")
    coins.press("Tab")
    total(page, 100)
    coins.fill("lots")
    coins.press("Tab")
    expect(coins).to_have_value("300")
    # What lies in one kingdom is not in the box any more.
    expect(page.locator("[data-pick=Q41]")).to_be_disabled()
    rows = page.locator(".pad-score .podium li")
    expect(rows).to_have_text([re.compile("1.*Bea.*100", re.S), re.compile("2.*Player 1.*71", re.S)])
    coins.fill("30")
    coins.press("Tab")
    expect(rows).to_have_text([re.compile("1.*Player 1.*71", re.S), re.compile("2.*Bea.*10", re.S)])
    assert violations(page) == []
    page.get_by_role("button", name="Share").click()
    page.reload()
    expect(rows).to_have_text([re.compile("1.*Player 1.*71", re.S), re.compile("2.*Bea.*10", re.S)])
    page.locator("[data-kingdom='1']").click()
    page.get_by_role("button", name="Remove Bea").click()
    expect(page.locator("[data-kingdom]")).to_have_count(1)
    expect(rows).to_have_count(0)


def test_what_was_cleared_comes_back_with_its_purse(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/scorepad")
    page.click("[data-example]")
    total(page, 71)
    page.click("[data-clear]")
    total(page, 0)
    page.click("[data-undo]")
    total(page, 71)
    # Coins that were typed later are not touched by taking back a domino.
    coins = page.get_by_role("group", name="Coins").get_by_role("textbox")
    page.locator("[data-way=squares]").click()
    page.locator("[data-brush=erase]").click()
    page.locator("[data-pad]").first.click()
    coins.fill("14")
    coins.press("Tab")
    page.locator("[data-way=dominoes]").click()
    page.click("[data-undo]")
    total(page, 72)
    # A link has no past.
    page.get_by_role("button", name="Share").click()
    page.reload()
    total(page, 72)
    expect(page.locator("[data-undo]")).to_be_disabled()


def test_the_kingdoms_of_one_pad_are_of_one_game_and_of_different_colours(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/scorepad")
    game = page.locator(".pad-head .choice .on")
    page.get_by_role("button", name="Queendomino").click()
    page.click("[data-add]")
    expect(page.locator("[data-undo]")).to_be_disabled()
    page.get_by_role("button", name="7 × 7").click()
    page.click("[data-undo]")
    for kingdom in (1, 0):
        page.click(f"[data-kingdom='{kingdom}']")
        expect(game).to_have_text(["Queendomino", "5 × 5"])

    page.click("[data-add]")
    page.click("[data-kingdom='0']")
    page.locator(".pad-name button").click()
    page.click("[data-add]")
    shields = page.locator("[data-kingdom] svg use")
    expect(shields).to_have_count(3)
    assert len({shield.get_attribute("href") for shield in shields.all()}) == 3
