"""One server and one Chromium for all tests of the client."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from crownlands.server.http.client_files import CLIENT
from tests.server.harness import Server
from tests.web.browser import DESKTOP, MILLISECONDS, PHONE, chromium, launch, watched

expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (CLIENT / "index.html").is_file(), "the client is not built: make web"
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert chromium(), "Chromium is missing: tools/ensure-chromium"
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def problems() -> list[str]:
    """What went wrong in any page of a test; must stay empty."""
    return []


@pytest.fixture
def context(browser: Browser, problems: list[str]) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
    yield context
    context.close()
    assert problems == []


@pytest.fixture
def page(context: BrowserContext, server: Server, problems: list[str]) -> Page:
    return watched(context, problems, server.url)


@pytest.fixture
def phone(browser: Browser, server: Server, problems: list[str]) -> Iterator[Page]:
    context = browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce", locale="en-GB"
    )
    yield watched(context, problems, server.url)
    context.close()
    assert problems == []


@pytest.fixture
def lively(browser: Browser, server: Server, problems: list[str]) -> Iterator[Page]:
    """A page of somebody who likes motion."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="no-preference", locale="en-GB")
    yield watched(context, problems, server.url)
    context.close()
    assert problems == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
