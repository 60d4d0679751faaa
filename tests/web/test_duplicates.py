"""Duplicate tables in the browser: a host by mouse, one guest by finger and one by keyboard, and the comparison."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.daily import DAY, on
from tests.server.harness import Server
from tests.web.hands import Finger, Keys, act, finish
from tests.web.people import people
from tests.web.test_daily import tab_to
from tests.web.test_pages import in_every_language_and_width, violations


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("duplicates"), fixed=on(DAY)) as running:
        yield running
        assert running.errors() == []


def test_a_host_two_guests_and_the_comparison(browser: Browser, server: Server, problems: list[str]) -> None:
    with people(browser, server, problems) as everybody:
        host, phone, keys = everybody.desk(), everybody.phone(), everybody.desk()
        for page in (host, keys):  # colours on their way cannot be measured
            page.emulate_media(reduced_motion="reduce")
        host.goto(f"{server.url}/new")
        host.locator('a[href="/duplicate"]').click()
        host.locator('input[value="royal-wedding"]').check(force=True)
        numbers = host.locator("input[name=players]")
        assert [numbers.nth(i).input_value() for i in range(numbers.count())] == ["3", "4", "5", "6", "7", "8"]
        expect(host.locator(".create code")).to_have_text("royal-wedding/4 × 2")
        host.locator('input[value="kingdomino"]').check(force=True)
        expect(numbers).to_have_count(3)
        host.locator('input[name=players][value="2"]').check(force=True)
        host.get_by_role("checkbox", name="Harmony").check(force=True)
        expect(host.locator(".create code")).to_have_text("kingdomino/2+harmony × 2")
        assert in_every_language_and_width(host) == []
        assert violations(host) == []
        host.locator("[data-create]").click()
        expect(host.locator(".host-links li")).to_have_count(3)
        invitation = host.locator(".host-links input").first.input_value()

        phone.goto(invitation)
        phone.locator(".join-panel input").fill("Ada")
        phone.locator("[data-sit]").tap()
        phone.wait_for_selector(".table")
        expect(phone.locator("[data-shared=duplicate]")).to_be_visible()
        act(Finger(phone), 2)

        keys.goto(invitation)
        keys.wait_for_selector("[data-sit]")
        tab_to(keys, "[data-sit]")
        keys.keyboard.press("Enter")
        keys.wait_for_selector(".table")
        act(Keys(keys), 2)

        finish(phone)
        phone.locator("[data-compare]").tap()
        expect(phone.locator("[data-status=over]")).to_have_count(1)
        expect(phone.locator("[data-result]")).to_have_count(0)
        finish(keys)
        tab_to(keys, "[data-compare]")
        keys.keyboard.press("Enter")
        for page in (host, phone, keys):  # who waits there sees it come
            expect(page.locator("[data-result]")).to_have_count(4)
            expect(page.locator("[data-seed]")).to_have_count(1)
        expect(keys.locator("[data-result='1-0']")).to_contain_text("Ada")
        looks_right(keys)


def looks_right(page: Page) -> None:
    assert in_every_language_and_width(page) == []
    assert violations(page) == []
