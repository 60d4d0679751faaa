"""My games: every finished one is kept here, and goes with me to another device by a link that is a secret."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.server.harness import Server
from tests.web.hands import settle
from tests.web.people import people, play_to_the_end


def play_a_game(page: Page, server: Server) -> str:
    """A whole game against bots; returns its code."""
    page.goto(server.url)
    page.click("[data-play=now]")
    page.select_option("[data-play-level]", "page")
    page.click("[data-play=kingdomino]")
    settle(page)
    play_to_the_end(page)
    page.wait_for_selector("[data-rematch]")
    return page.url.rsplit("/", 1)[1].split("?")[0]


def test_a_finished_game_is_listed_filtered_exported_and_replayed(
    page: Page, server: Server, problems: list[str]
) -> None:
    code = play_a_game(page, server)
    page.goto(f"{server.url}/games")
    row = page.locator(f"[data-game='{code}']")
    expect(row).to_contain_text(re.compile(r"place \d of 4"))
    expect(row).to_contain_text("bot, page")
    won = row.locator(".medal").inner_text() == "1"
    for name, value, there in (
        ("family", "queendomino", False),
        ("family", "kingdomino", True),
        ("against", "people", False),
        ("against", "bots", True),
        ("outcome", "lost" if won else "won", False),
        ("outcome", "won" if won else "lost", True),
    ):
        page.select_option(f"[data-filter={name}]", value)
        expect(row).to_have_count(int(there))
    page.fill("[data-filter=name]", "nobody of this name")
    expect(row).to_have_count(0)
    page.fill("[data-filter=name]", "chi")
    with page.expect_download() as download:
        page.click("[data-export]")
    games = json.loads(Path(download.value.path()).read_text())["games"]
    assert [game["code"] for game in games] == [code]
    assert "choose" in games[0]["record"]
    assert len(games[0]["points"]) == 4

    # Should the server clear it away, the game is still here.
    gone = {"status": 404, "content_type": "application/json", "body": '{"code":"no-table","details":{},"text":""}'}
    page.route(f"**/api/tables/{code}", lambda route: route.fulfill(**gone))
    row.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".table .player")
    problems.clear()  # the browser notes that the server does not have it


def test_a_personal_link_carries_me_to_another_device_and_is_a_secret(
    browser: Browser, server: Server, problems: list[str]
) -> None:
    with people(browser, server, problems) as everybody:
        desk, phone = everybody.desk(), everybody.phone()
        finished = play_a_game(desk, server)
        desk.click("[data-rematch]")
        expect(desk).not_to_have_url(re.compile(finished))
        desk.wait_for_selector(".table[data-acting=true]")
        running = desk.url.rsplit("/", 1)[1].split("?")[0]
        desk.goto(f"{server.url}/me")
        desk.click("[data-make]")
        secret = desk.locator("[data-secret]")
        expect(secret).to_have_attribute("type", "password")
        link = secret.input_value()
        expect(desk.locator("body")).to_contain_text("It carries 2 tables.")

        phone.goto(link)
        phone.tap("[data-adopt]")
        expect(phone.locator("[data-secret]")).to_have_value(link)
        expect(phone).to_have_url(f"{server.url}/me")
        phone.goto(f"{server.url}/games")
        expect(phone.locator(f"[data-game='{finished}']")).to_be_visible()
        phone.goto(server.url)
        expect(phone.locator(f"[data-tables] a[href='/t/{running}']").first).to_be_visible()
        phone.goto(f"{server.url}/t/{running}")
        phone.wait_for_selector(".table[data-acting=true]")

        # A table that the phone opens is on the desk too.
        phone.goto(server.url)
        phone.tap("[data-play=now]")
        phone.tap("[data-play=queendomino]")
        settle(phone)
        later = phone.url.rsplit("/", 1)[1].split("?")[0]
        phone.goto(f"{server.url}/me")
        expect(phone.locator("body")).to_contain_text("It carries 3 tables.")
        desk.goto(server.url)
        expect(desk.locator(f"[data-tables] a[href='/t/{later}']").first).to_be_visible()

        phone.tap("[data-forget]")
        phone.tap("[data-forget=yes]")
        expect(phone).to_have_url(f"{server.url}/")
        expect(phone.locator("[data-tables] a")).to_have_count(0)
        phone.goto(f"{server.url}/games")
        expect(phone.locator("[data-game]")).to_have_count(0)

        desk.goto(f"{server.url}/me")
        desk.click("[data-void]")
        desk.click("[data-void=yes]")
        expect(desk.locator("[data-make]")).to_be_visible()
        phone.goto(link)
        problems.clear()
        phone.tap("[data-adopt]")
        expect(phone.locator("[role=alert]")).to_have_text("This link is not valid any more, or was cut short.")
        problems.clear()  # the browser notes the refusal
