"""Lessons: what was chosen is placed, right answers are told from wrong ones, by mouse, finger and keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.harness import Server
from tests.web.test_pages import violations

SOURCE = Path(__file__).parents[2] / "web" / "src" / "generated" / "lessons.ts"
LESSONS: dict[str, list[dict[str, Any]]] = json.loads(
    SOURCE.read_text().split("export const LESSONS: Record<string, Lesson[]> = ")[1].rstrip().removesuffix(";")
)
TURNS = [(1, 0), (0, 1), (-1, 0), (0, -1)]
Answer = Callable[[Page, dict[str, Any]], None]


def middle(page: Page, *cells: list[int]) -> tuple[float, float]:
    boxes = [page.locator(f'.board [data-cell="{x},{y}"]').bounding_box() for x, y in cells]
    found = [box for box in boxes if box]
    across = sum(box["x"] + box["width"] / 2 for box in found) / len(found)
    return across, sum(box["y"] + box["height"] / 2 for box in found) / len(found)


def turned(page: Page, squares: list[list[int]], turn: Callable[[], None]) -> None:
    (x, y), (u, v) = squares
    while page.get_attribute(".board-in", "data-turn") != str(TURNS.index((u - x, v - y))):
        turn()


def pointed(
    page: Page, action: dict[str, Any], press: Callable[[str], None], at: Callable[[float, float], Any]
) -> None:
    """An answer by something that points."""
    if action["type"] == "choose":
        press(f'.slot-pick[data-domino="{action["domino"]}"]')
    elif action["type"] == "place":
        turned(page, action["squares"], lambda: press(".lesson .actions .button:not(.primary) >> nth=0"))
        at(*middle(page, *action["squares"]))
    elif action["type"] == "tax":
        at(*middle(page, action["squares"][0]))
    else:
        press(f'.lesson button.tile[data-slot="{action["slot"]}"]')
        if action["type"] == "build":
            at(*middle(page, action["square"]))
    press(".lesson .primary")


def by_mouse(page: Page, action: dict[str, Any]) -> None:
    pointed(page, action, lambda part: page.locator(part).click(), page.mouse.click)


def by_finger(page: Page, action: dict[str, Any]) -> None:
    pointed(page, action, lambda part: page.locator(part).tap(), page.touchscreen.tap)


def by_keys(page: Page, action: dict[str, Any]) -> None:
    """The keyboard alone: Tab and arrows, R, Enter."""
    keys = page.keyboard

    def to(selector: str) -> None:
        for _ in range(60):
            if page.evaluate("part => document.activeElement.matches(part)", selector):
                return
            keys.press("Tab")
        raise AssertionError(f"{selector} cannot be reached")

    def walk(cell: list[int]) -> None:
        to(".board [data-cell]")
        x, y = map(int, str(page.evaluate("document.activeElement.dataset.cell")).split(","))
        for _ in range(abs(cell[0] - x)):
            keys.press("ArrowRight" if cell[0] > x else "ArrowLeft")
        for _ in range(abs(cell[1] - y)):
            keys.press("ArrowDown" if cell[1] > y else "ArrowUp")

    if action["type"] == "choose":
        to(f'[data-domino="{action["domino"]}"]')
        keys.press("Enter")
        keys.press("Enter")
    elif action["type"] == "place":
        to(".board [data-cell]")
        turned(page, action["squares"], lambda: keys.press("r"))
        walk(action["squares"][0])
        keys.press("Enter")
    else:
        if action["type"] != "tax":
            to(f'.tile[data-slot="{action["slot"]}"]')
            keys.press("Enter")
        if action["type"] != "bribe":
            walk(action["squares"][0] if action["type"] == "tax" else action["square"])
            if page.locator(".lesson .primary[disabled]").count():
                keys.press("Enter")
        to(".lesson .primary")
        keys.press("Enter")


def play(page: Page, server: Server, family: str, answer: Answer) -> None:
    page.goto(f"{server.url}/learn/{family}")
    chosen = ""
    for number, made in enumerate(LESSONS[family], 1):
        lesson = made.get("variants", {}).get(chosen, made)
        expect(page.locator(".lesson-text .quiet").first).to_contain_text(f"{number} of {len(LESSONS[family])}")
        legal = [option["action"] for option in lesson["legal"]]
        wrong = [n for n, action in enumerate(legal) if n not in lesson["right"] and action["type"] != "pass"]
        assert bool(wrong) == bool(lesson["goal"]), "a question has answers of both kinds"
        if wrong:
            answer(page, legal[wrong[0]])
            expect(page.locator("[data-wrong]")).to_contain_text("ry again")
            expect(page.locator("[data-done]")).to_have_count(0)
            if answer is not by_keys and (number == len(LESSONS[family]) or family == "queendomino"):
                assert violations(page) == []
        right = legal[lesson["right"][-1]]
        chosen = right["domino"] if right["type"] == "choose" else chosen
        answer(page, right)
        expect(page.locator("[data-wrong]")).to_have_count(0)
        expect(page.locator("[data-done]")).to_be_visible()
        if right["type"] == "place" and number == 2 and family == "kingdomino":
            assert right["domino"] == chosen, "what was chosen is what is placed"
        page.locator("[data-next]").press("Enter")
    expect(page.locator("h1")).to_have_text("That’s all you need to know")


@pytest.mark.parametrize("family", LESSONS)
def test_a_lesson_is_played_to_its_end_by_mouse(page: Page, server: Server, family: str) -> None:
    play(page, server, family, by_mouse)


@pytest.mark.parametrize("family", LESSONS)
def test_a_lesson_is_played_to_its_end_by_finger(phone: Page, server: Server, family: str) -> None:
    play(phone, server, family, by_finger)


@pytest.mark.parametrize("family", LESSONS)
def test_a_lesson_is_played_to_its_end_by_keyboard(page: Page, server: Server, family: str) -> None:
    play(page, server, family, by_keys)


def test_matching_is_taught_where_nothing_touches_the_castle_and_points_where_they_differ() -> None:
    _, _, _, match, points = LESSONS["kingdomino"]
    beside = {(1, 0), (-1, 0), (0, 1), (0, -1)}
    spots = [option["action"]["squares"] for option in match["legal"]]
    assert not any(tuple(cell) in beside for squares in spots for cell in squares)
    assert len({option["points"] for option in points["legal"]}) > 2
    assert all(points["legal"][n]["points"] == max(o["points"] for o in points["legal"]) for n in points["right"])
