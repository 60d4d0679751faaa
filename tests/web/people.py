"""Several people, each with a browser of their own, at one table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page

from tests.server.harness import Server
from tests.web.browser import DESKTOP, MILLISECONDS, PHONE, watched

# Everybody takes the first legal action, as fast as the page hears of it, until the game is over.
PLAY = """async () => {
    const store = window.crownlands;
    for (let told = -1, at = 0; store.table.status !== 'over'; await new Promise((done) => setTimeout(done, 5))) {
        const stale = store.play.game_seq === told && Date.now() < at + 2000;  // or too early
        if (!store.myTurn || stale || store.connection !== 'open') continue;
        told = store.play.game_seq;
        at = Date.now();
        store.act(store.play.legal[0]);
    }
}"""


class People:
    """A desk for the host, touch phones for the others; motion is on."""

    def __init__(self, browser: Browser, server: Server, problems: list[str]) -> None:
        self._browser, self.server, self._problems = browser, server, problems
        self._contexts: list[BrowserContext] = []

    def desk(self) -> Page:
        return self._page(self._browser.new_context(viewport=DESKTOP, locale="en-GB"))

    def phone(self) -> Page:
        return self._page(self._browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB"))

    def _page(self, context: BrowserContext) -> Page:
        self._contexts.append(context)
        return watched(context, self._problems, self.server.url)

    def reopen(self, page: Page) -> Page:
        """The same browser with a new page: what it keeps, it still has."""
        return watched(page.context, self._problems, self.server.url)

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@contextmanager
def people(browser: Browser, server: Server, problems: list[str]) -> Iterator[People]:
    everybody = People(browser, server, problems)
    try:
        yield everybody
    finally:
        everybody.close()
    assert problems == []


def open_lobby(host: Page, server: Server, seats: int, name: str = "Ada", bots: int = 0) -> str:
    """A table with open seats beside the host's, the last ones for bots; returns the invitation."""
    host.goto(f"{server.url}/new")
    host.get_by_text(str(seats), exact=True).click()
    host.fill(".new .row .field", name)
    for seat in range(1, seats - bots):
        host.locator(".seats select").nth(seat).select_option("open")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_selector(".lobby")
    return host.locator(".invite input").first.input_value()


def join(guest: Page, invitation: str, name: str) -> None:
    guest.goto(invitation)
    guest.fill(".join-panel input", name)
    guest.click("[data-join]")
    guest.wait_for_selector("[data-leave]")
    seqs = guest.evaluate("window.crownlands.entries.map(({ seq }) => seq)")
    assert seqs == list(range(1, len(seqs) + 1)), "whoever joins knows the log from its beginning"


def play_to_the_end(*pages: Page) -> None:
    """Plays by itself on each of these pages until the game is over on all of them."""
    for page in pages:
        page.evaluate(f"() => {{ ({PLAY})(); }}")
    for page in pages:
        # A page that nobody looks at is drawn four times a second.
        page.wait_for_function("() => window.crownlands.table.status === 'over'", timeout=4 * MILLISECONDS)
