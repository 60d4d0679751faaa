"""One server and one Chromium for all tests of the client."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from crownlands.server.screens import CLIENT
from tests.web.browser import DESKTOP, PHONE, Server, chromium, launch, watched

# Patience costs nothing where all goes well, and a busy machine needs it.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (CLIENT / "index.html").is_file(), "the client is not built: make web"
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


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
def folder(tmp_path: Path) -> Path:
    return tmp_path
