"""Puzzles on the page: played by mouse, finger and keyboard, judged, tried again, rated once, shared by a link."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from crownlands.rules.events import Choose, Place
from crownlands.study.puzzles import Puzzle
from crownlands.study.shipped import puzzles
from crownlands.study.turns import read_turn
from tests.server.harness import Server
from tests.web.test_lessons import middle, turned
from tests.web.test_pages import in_every_language_and_width, violations


def can_be_chosen(each: Puzzle) -> bool:
    """More than one domino is free, so that choosing takes two touches."""
    return sum(claim.seat is None for claim in each.match.state.next_line) > 1


EXACT = [each for each in puzzles("kingdomino", "exact") if len(each.answer) == 2 and can_be_chosen(each)]
PRIMARY = ".actions .primary"
JUDGED = ".puzzle-panel[data-judged={}]"


def open_puzzle(page: Page, server: Server, each: Puzzle) -> None:
    page.goto(f"{server.url}/puzzles/{each.name}")
    page.wait_for_selector(".table[data-acting=true]")


def solve(
    page: Page,
    each: Puzzle,
    texts: Sequence[str],
    press: Callable[[str], None],
    at: Callable[[float, float], Any],
) -> None:
    """A turn by something that points."""
    for number, action in enumerate(read_turn(each.match, texts)):
        page.wait_for_selector(f".table[data-game-seq='{number}'][data-acting=true]")
        if isinstance(action, Place):
            squares = [list(cell) for cell in action.squares]
            turned(page, squares, lambda: press(".actions button[aria-keyshortcuts=R]"))
            held = page.get_attribute('.board [tabindex="0"]', "data-cell")
            if held != ",".join(map(str, squares[0])):  # a touch on what is held there already would place it
                at(*middle(page, *squares))
        else:
            assert isinstance(action, Choose)
            press(f'.slot-pick[data-domino="{action.domino}"]')
        press(PRIMARY)


def rating(page: Page) -> str:
    return page.locator(".puzzle-panel [data-rating] b").inner_text()


def test_a_wrong_turn_is_told_why_and_tried_again_by_mouse(page: Page, server: Server) -> None:
    each = EXACT[0]
    open_puzzle(page, server, each)

    def press(part: str) -> None:
        page.locator(part).first.click()

    def at(x: float, y: float) -> None:
        page.mouse.move(x, y)
        page.mouse.click(x, y)

    solve(page, each, each.tempting, press, at)
    page.wait_for_selector(JUDGED.format("wrong"))
    assert page.locator(".puzzle-why li").count() > 0
    assert int(rating(page).rstrip("?")) < 1500
    assert violations(page) == []
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    before = rating(page)
    press("[data-again]")
    solve(page, each, each.answer, press, at)
    page.wait_for_selector(JUDGED.format("right"))
    assert rating(page) == before, "only the first attempt counts"
    assert in_every_language_and_width(page) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    press("[data-next]")
    page.wait_for_selector(f".puzzle:not([data-puzzle='{each.name}']) .table[data-acting=true]")
    page.locator(".puzzle-buttons a").click()
    expect(page.locator("[data-rating]")).to_have_text(before)


def test_a_puzzle_is_solved_by_finger(phone: Page, server: Server) -> None:
    each = EXACT[1]
    open_puzzle(phone, server, each)
    solve(phone, each, each.answer, lambda part: phone.locator(part).first.tap(), phone.touchscreen.tap)
    phone.wait_for_selector(JUDGED.format("right"))
    assert int(rating(phone).rstrip("?")) > 1500
    phone.reload()
    phone.wait_for_selector(".table[data-acting=true]")
    phone.locator("[data-give-up]").tap()
    phone.wait_for_selector(JUDGED.format("wrong"))
    expect(phone.locator(".puzzle-steps")).not_to_be_empty()
    assert violations(phone) == []


def test_a_puzzle_is_chosen_and_solved_by_keys(page: Page, server: Server) -> None:
    keys = page.keyboard

    def to(selector: str) -> None:
        for _ in range(80):
            if page.evaluate("part => document.activeElement.matches(part)", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"{selector} cannot be reached")

    page.goto(f"{server.url}/puzzles?family=kingdomino&theme=join")
    page.wait_for_selector("[data-start]:not([disabled])")
    to("[data-start]")
    keys.press("Enter")
    page.wait_for_selector(".table[data-acting=true]")
    name = page.get_attribute(".puzzle", "data-puzzle")
    each = next(one for one in puzzles("kingdomino", theme="join") if one.name == name)
    for number, action in enumerate(read_turn(each.match, each.answer)):
        page.wait_for_selector(f".table[data-game-seq='{number}'][data-acting=true]")
        if isinstance(action, Place):
            keys.press("b")
            squares = [list(cell) for cell in action.squares]
            turned(page, squares, lambda: keys.press("r"))
            x, y = map(int, str(page.evaluate("document.activeElement.dataset.cell")).split(","))
            for _ in range(abs(squares[0][0] - x)):
                keys.press("ArrowRight" if squares[0][0] > x else "ArrowLeft")
            for _ in range(abs(squares[0][1] - y)):
                keys.press("ArrowDown" if squares[0][1] > y else "ArrowUp")
            keys.press("Enter")
        else:
            assert isinstance(action, Choose)
            keys.press("n")
            to(f'.slot-pick[data-domino="{action.domino}"]')
            keys.press("Enter")
            if page.locator(".table[data-acting=true]").count():
                keys.press("Enter")
    page.wait_for_selector(JUDGED.format("right"))
    page.wait_for_function("() => document.activeElement.matches('[data-next]')")


def test_a_link_to_nowhere_says_so(page: Page, server: Server, problems: list[str]) -> None:
    page.goto(f"{server.url}/puzzles/00000000")
    expect(page.locator("[role=alert]")).to_contain_text("There is no such puzzle.")
    page.locator(".empty .primary").click()
    page.wait_for_selector("[data-start]:not([disabled])")
    problems.clear()  # the browser writes the 404 on its console
