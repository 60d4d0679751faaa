"""Talking at the table: words arrive, the host can mute somebody for all, a reader can hide somebody."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.server.harness import Server
from tests.web.browser import PHONE, watched


def say(page: Page, text: str) -> None:
    page.fill("#say", text)
    page.press("#say", "Enter")


def test_the_host_mutes_and_a_reader_hides(page: Page, browser: Browser, server: Server, problems: list[str]) -> None:
    host = page
    host.goto(f"{server.url}/new")
    host.get_by_text("2", exact=True).click()
    host.locator(".seats select").nth(1).select_option("open")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_selector(".lobby")
    other = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce", locale="en-GB")
    guest = watched(other, problems, server.url)
    guest.goto(host.locator(".invite input").first.input_value())
    guest.click("[data-join]")
    host.click("[data-start]")
    for one in (host, guest):
        one.wait_for_selector(".table")
        one.get_by_role("button", name="Chat").click()

    box = guest.locator(".chat").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    say(guest, "one <b>two</b>")
    expect(host.locator(".chat ol")).to_contain_text("one <b>two</b>")
    host.click("[data-mute='1']")
    expect(guest.locator(".chat .bad")).to_have_text("The host has muted you.")
    expect(guest.locator("#say")).to_have_count(0)
    # A page that does not know yet is told by the server.
    guest.evaluate("window.crownlands.send({ type: 'say', text: 'three' })")
    expect(guest.locator(".prompt .reason.shown")).to_have_text("The host has muted you.")
    host.click("[data-mute='1']")
    say(guest, "four")
    expect(host.locator(".chat ol")).to_contain_text("four")
    expect(host.locator(".chat ol")).not_to_contain_text("three")

    guest.click("[data-mute='0']")
    say(host, "five")
    say(guest, "six")
    expect(guest.locator(".chat ol")).to_contain_text("six")
    expect(guest.locator(".chat ol")).not_to_contain_text("five")
    guest.click("[data-mute='0']")
    expect(guest.locator(".chat ol")).to_contain_text("five")
    other.close()


def test_what_was_typed_without_a_connection_can_be_sent_after_it(
    page: Page, browser: Browser, server: Server, problems: list[str]
) -> None:
    page.goto(f"{server.url}/new")
    page.get_by_text("2", exact=True).click()
    page.locator(".seats select").nth(1).select_option("open")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".lobby")
    other = browser.new_context(viewport=PHONE, reduced_motion="reduce", locale="en-GB")
    guest = watched(other, problems, server.url)
    guest.goto(page.locator(".invite input").first.input_value())
    guest.click("[data-join]")
    guest.get_by_role("button", name="Chat").click()

    other.set_offline(True)
    expect(guest.locator(".notice.bad").first).to_contain_text("Connection lost")
    say(guest, "are you there?")
    expect(guest.locator("[data-unsent]")).to_be_visible()
    expect(guest.locator("#say")).to_have_value("are you there?")
    other.set_offline(False)
    expect(guest.locator(".notice.bad")).to_have_count(0)
    guest.press("#say", "Enter")
    expect(guest.locator(".chat ol")).to_contain_text("are you there?")
    expect(guest.locator("#say")).to_have_value("")
    problems.clear()  # the browser logs every attempt, which is the point here
    other.close()
