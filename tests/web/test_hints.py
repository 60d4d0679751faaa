"""Hints: asked for by button, key and finger, and shown on the board."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.server.harness import Server
from tests.web.ahead import ahead
from tests.web.browser import open_table
from tests.web.hands import PRIMARY, Finger, act_until, game_seq, settle
from tests.web.test_pages import violations

ROWS = ".hints .suggestions tbody tr"


def test_a_hint_names_the_best_moves_and_puts_them_into_the_hand(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/4")
    settle(page)
    page.click("[data-hint]")
    expect(page.locator(ROWS)).not_to_have_count(0)
    expect(page.locator(".hints thead")).to_contain_text("Chance to win")
    expect(page.locator(f"{ROWS} >> nth=0")).to_have_text(re.compile(r"Choose \d+: .*\d+% ± \d+%", re.S))
    best = str(page.evaluate("window.crownlands.desk.answer.suggestions[0].action.domino"))
    expect(page.locator(".slot.picked [data-domino]")).to_have_attribute("data-domino", best)
    before = game_seq(page)
    page.locator(PRIMARY).click()
    settle(page, before)
    expect(page.locator(".hints")).to_have_count(0)

    act_until(page, "place")
    page.keyboard.press("h")
    page.wait_for_selector(ROWS)
    for row in (0, 1):
        page.locator(f"{ROWS} >> nth={row}").get_by_role("button").click()
        (x, y), (u, v) = page.evaluate("n => window.crownlands.desk.answer.suggestions[n].action.squares", row)
        turn = [(1, 0), (0, 1), (-1, 0), (0, -1)].index((u - x, v - y))
        expect(page.locator(".board-in")).to_have_attribute("data-turn", str(turn))
        expect(page.locator(f'.board [data-cell="{x},{y}"]')).to_have_attribute("aria-label", re.compile("Fits here"))
        expect(page.locator(".board .ghost:not(.waiting):not(.wrong)")).to_be_visible()
    values = page.evaluate("window.crownlands.desk.answer.suggestions.map((s) => s.value)")
    assert values == sorted(values, reverse=True), "one order by one number"
    assert violations(page) == []
    page.keyboard.press("h")
    expect(page.locator(".hints")).to_have_count(0)


def test_what_is_held_instead_is_judged_however_far_down_it_is(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/4", name="Ada")
    ahead(page, "play.step === 'place' && play.legal.length > 14")
    page.click("[data-hint]")
    expect(page.locator(ROWS)).not_to_have_count(0)
    other = page.evaluate(
        """() => {
            const told = window.crownlands.desk.answer.suggestions.flatMap((s) => [s.text, ...s.equal]);
            const text = (a) => `${a.seat} place ${a.domino} ${a.squares.map((s) => s.join(',')).join(' ')}`;
            return window.crownlands.play.legal.find((a) => !told.includes(text(a))).squares;
        }"""
    )
    expect(page.locator(".hints .yours")).to_have_count(0)
    (x, y), (u, v) = other
    turn = [(1, 0), (0, 1), (-1, 0), (0, -1)].index((u - x, v - y))
    while page.get_attribute(".board-in", "data-turn") != str(turn):
        page.click(".actions button[aria-keyshortcuts=R]")
    page.keyboard.press("Escape")
    boxes = [page.locator(f'.board [data-cell="{a},{b}"]').bounding_box() for a, b in other]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.click((middles[0][0] + middles[1][0]) / 2, (middles[0][1] + middles[1][1]) / 2)
    expect(page.locator(".hints .yours")).to_have_text(re.compile(r"your pick.*\d+% ± \d+%", re.S))
    values = page.evaluate("window.crownlands.desk.answer.suggestions.map((s) => s.value)")
    assert page.evaluate("window.crownlands.desk.answer.yours.value") <= values[-1]


def test_what_is_held_instead_stays_in_the_hand_when_somebody_talks(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/2", people=2, name="Ada")
    ahead(page, "play.step === 'choose' && play.legal.length > 1")
    page.click("[data-hint]")
    expect(page.locator(ROWS)).not_to_have_count(0)
    answer = "window.crownlands.desk.answer"
    page.evaluate("window.crownlands.send({ type: 'say', text: 'Hello' })")
    page.wait_for_function("() => window.crownlands.chat.length === 1")
    # Something that was not judged yet, as if it were too far down to be among the suggestions.
    page.evaluate(f"{answer} = {{ ...{answer}, suggestions: {answer}.suggestions.slice(0, 1) }}")
    best = page.evaluate(f"{answer}.suggestions[0].action.domino")
    other = page.locator(f".slot-pick:not([data-domino='{best}'])").first
    other.click()
    page.wait_for_function(f"() => {answer}?.yours")
    page.wait_for_timeout(100)
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".slot.picked")).to_have_count(1)


def test_a_hint_by_finger_on_a_phone_in_a_language_with_its_own_numbers(phone: Page, server: Server) -> None:
    open_table(phone, server.url, "queendomino/2")
    phone.evaluate("localStorage.setItem('crownlands.language', 'de')")
    phone.reload()
    act_until(phone, "place", hands=Finger(phone))
    phone.tap("[data-hint]")
    expect(phone.locator(ROWS)).not_to_have_count(0)
    expect(phone.locator(f"{ROWS} >> nth=0")).to_have_text(re.compile(r"Spalte .*\d+\s% ± \d+\s%", re.S))
    for box in [row.bounding_box() for row in phone.locator(f"{ROWS} button").all()]:
        assert box is not None
        assert box["height"] >= 44
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    before = game_seq(phone)
    phone.locator(PRIMARY).tap()
    settle(phone, before)


def test_without_hints_there_is_neither_button_nor_key(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/2", hints="off")
    settle(page)
    expect(page.locator("[data-hint]")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".hints")).to_have_count(0)
