"""Replaying: a dropped or chosen record, step by step, from every seat, with links to moments; broken files say why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from crownlands.game import Game
from tests.helpers import Nth, played
from tests.server.harness import Server
from tests.web.browser import DESKTOP, open_table, watched
from tests.web.hands import finish


def record(name: str) -> str:
    """A whole game in which everybody takes the first of what is legal."""
    return played(Game(name, seed="replay"), Nth(0)).record(seats="Ada, Bruno, Chiara, Dana")


@pytest.fixture(scope="module")
def kingdomino() -> str:
    return record("kingdomino/4")


def choose(page: Page, server: Server, text: str) -> None:
    page.goto(f"{server.url}/replay")
    page.wait_for_selector("h1")
    page.set_input_files(
        "input[type=file]", FilePayload(name="game.crownlands", mimeType="text/plain", buffer=text.encode())
    )


def at(page: Page, ply: int) -> None:
    expect(page.locator(".scrub input")).to_have_value(str(ply))


def test_a_chosen_file_is_stepped_jumped_and_played(page: Page, server: Server, kingdomino: str) -> None:
    choose(page, server, kingdomino)
    page.wait_for_selector(".player")
    last = int(page.locator(".scrub input").get_attribute("max") or 0)
    assert last == kingdomino.split("\n\n", 1)[1].count("\n")
    first = int(page.locator(".scrub input").input_value())
    assert first > 0
    expect(page.locator(".prompt h1")).to_have_text("Ada chooses a domino")
    page.get_by_role("button", name="One step forward").click()
    page.get_by_role("button", name="One step forward").click()
    at(page, first + 2)
    page.get_by_role("button", name="One step back").click()
    at(page, first + 1)
    page.get_by_role("button", name="To the end").click()
    at(page, last)
    page.get_by_role("button", name="One round back").click()
    assert int(page.locator(".scrub input").input_value()) < last
    page.get_by_role("button", name="To the start").click()
    at(page, 0)
    page.locator("body").press("End")
    at(page, last)
    page.locator("body").press("Home")
    page.locator("body").press("ArrowRight")
    at(page, 1)
    page.locator(".scrub input").fill(str(last - 1))
    at(page, last - 1)
    page.get_by_role("button", name="Play", exact=True).click()
    at(page, last)
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator(".place")).to_have_count(4)


def test_a_game_is_seen_from_every_seat(page: Page, server: Server, kingdomino: str) -> None:
    choose(page, server, kingdomino)
    page.wait_for_selector(".player")
    page.get_by_role("button", name="To the end").click()
    seen = set()
    for seat, name in enumerate(("Ada", "Bruno", "Chiara", "Dana")):
        page.get_by_label("Viewpoint").select_option(str(seat))
        expect(page.get_by_label("Viewpoint")).to_contain_text(name)
        seen.add(page.locator(".board .kingdom").first.inner_html())
    assert len(seen) == 4


def film(browser: Browser, server: Server, record: str, problems: list[str]) -> Page:
    """A replay that goes on by itself, as fast as it can."""
    page = watched(browser.new_context(viewport=DESKTOP, locale="en-GB"), problems, server.url)
    choose(page, server, record)
    page.wait_for_selector(".player")
    page.get_by_label("Speed").select_option("150")
    return page


def test_a_game_plays_on_by_itself_and_follows_whoever_acts(
    browser: Browser, server: Server, kingdomino: str, problems: list[str]
) -> None:
    page = film(browser, server, kingdomino, problems)
    expect(page.get_by_label("Viewpoint")).to_have_value("")
    board = page.locator(".board").first
    shown: set[str | None] = set()
    while len(shown) < 4:
        shown.add(board.get_attribute("data-realm"))
    page.get_by_role("button", name="Pause").click()
    events = kingdomino.split("\n\n", 1)[1].splitlines()
    for _ in range(4):
        page.get_by_role("button", name="One step forward").click()
        acted = [line for line in events[: int(page.locator(".scrub input").input_value())] if line[0].isdigit()]
        expect(board).to_have_attribute("data-realm", acted[-1][0])
    page.get_by_label("Viewpoint").select_option("2")
    page.get_by_role("button", name="One step forward").click()
    expect(board).to_have_attribute("data-realm", "2")
    page.context.close()
    assert problems == []


def test_the_result_stays_while_a_game_would_play_on_and_keys_scroll_it(
    browser: Browser, server: Server, kingdomino: str, problems: list[str]
) -> None:
    page = film(browser, server, kingdomino, problems)
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator(".result")).to_be_visible()
    page.wait_for_timeout(500)
    page.keyboard.press("End")
    page.keyboard.press("Home")
    expect(page.locator(".result")).to_be_visible()
    page.get_by_role("button", name="Show the table").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.context.close()
    assert problems == []


def test_on_a_phone_the_kingdom_has_the_room_and_buttons_cover_nothing(
    phone: Page, server: Server, kingdomino: str
) -> None:
    choose(phone, server, kingdomino)
    phone.wait_for_selector(".player")
    for width, height in ((360, 740), (390, 844), (740, 360)):
        phone.set_viewport_size({"width": width, "height": height})
        size = f"{width} x {height}"
        boxes = {part: phone.locator(part).first.bounding_box() for part in (".prompt", ".player", ".tabs", ".board")}
        prompt, player, tabs, board = (box or {"y": 0, "height": 0} for box in boxes.values())
        assert prompt["y"] + prompt["height"] <= player["y"], f"the prompt is covered at {size}"
        assert player["y"] + player["height"] <= tabs["y"] + 1, f"the tabs cover the buttons at {size}"
        assert board["height"] >= 170, f"there is hardly any land to see at {size}"
    phone.get_by_role("button", name="Show the result").tap()
    expect(phone.locator(".result")).to_be_visible()


def test_a_file_is_dropped(page: Page, server: Server, kingdomino: str) -> None:
    page.goto(f"{server.url}/replay")
    page.wait_for_selector(".drop")
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], 'game.crownlands', { type: 'text/plain' }));
            document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
        }""",
        kingdomino,
    )
    expect(page.locator(".player")).to_be_visible()


@pytest.mark.parametrize("broken", ["", "something else", "line", "action"])
def test_a_broken_file_says_what_is_wrong(
    page: Page, server: Server, kingdomino: str, broken: str, problems: list[str]
) -> None:
    lines = kingdomino.splitlines()
    text = {
        "line": "\n".join([*lines[:8], "nonsense here", *lines[9:]]),
        "action": "\n".join([*lines[:-1], lines[-1].replace("place", "discard")]),
    }.get(broken, broken)
    choose(page, server, text)
    expect(page.locator("[role=alert]")).to_contain_text("This can’t be replayed")
    if broken == "line":
        expect(page.locator("[role=alert]")).to_contain_text("9")
    expect(page.locator(".player")).to_have_count(0)
    problems.clear()  # the browser logs the refusal, which is the point here


def test_an_own_game_has_links_to_its_moments(page: Page, server: Server, folder: Path) -> None:
    code = open_table(page, server.url, "kingdomino/2")
    finish(page)
    page.goto(f"{server.url}/replay")
    page.locator(f'.own-games a[href="/replay/{code}"]').first.click()
    page.wait_for_selector(".player")
    page.get_by_role("button", name="One round forward").click()
    page.get_by_label("Viewpoint").select_option("1")
    assert re.search(r"\?ply=\d+&view=1$", page.url)
    moment = page.locator(".scrub input").input_value()
    page.reload()
    page.wait_for_selector(".player")
    at(page, int(moment))
    expect(page.get_by_label("Viewpoint")).to_have_value("1")
    with page.expect_download() as download:
        page.evaluate(f"location.href = '/api/tables/{code}/record'")
    assert download.value.suggested_filename.startswith("kingdomino-2-P-")
    download.value.save_as(folder / "game.crownlands")
    assert "seats: P, " in (folder / "game.crownlands").read_text()
    choose(page, server, (folder / "game.crownlands").read_text())
    expect(page.locator(".player")).to_be_visible()
