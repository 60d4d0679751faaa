"""A real Chromium for the tests, and players who use the page as people do."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, WebSocketRoute

from tests.patience import PATIENCE

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
MILLISECONDS = PATIENCE * 1000
"""How long a page is waited for."""


def chromium() -> str | None:
    """The one without windows, if there is one: the other draws the frame of each window anew, at twice the cost."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser")


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=chromium(), args=FLAGS)


def watched(context: BrowserContext, problems: list[str], home: str) -> Page:
    """A page whose errors and whose requests to other hosts are noted."""
    page = context.new_page()
    page.set_default_timeout(MILLISECONDS)
    page.on("pageerror", lambda error: problems.append(f"error: {error}"))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on(
        "request",
        lambda request: None if request.url.startswith((home, "data:", "blob:")) else problems.append(request.url),
    )
    return page


class Wire:
    """The connection of a page to the server, which can be held up: then what comes is passed on one by one."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._route: WebSocketRoute | None = None
        self.held: list[dict[str, Any]] | None = None
        page.route_web_socket("**/ws", self._open)

    def _open(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(self._hear)
        self._route = route

    def _hear(self, text: str | bytes) -> None:
        assert self._route
        if self.held is None or '"type":"pong"' in str(text):  # a slow test is no dead network
            self._route.send(text)
        else:
            self.held.append(json.loads(text))

    def hold(self) -> None:
        self.held = []

    def wait(self, enough: Callable[[dict[str, Any]], bool]) -> None:
        """Until such a message is held up."""
        until = time.monotonic() + PATIENCE
        while not any(map(enough, self.held or [])):
            assert time.monotonic() < until, "it never came"
            self._page.wait_for_timeout(20)

    def release(self) -> Iterator[dict[str, Any]]:
        """Passes on message by message, each when the one before has been looked at."""
        assert self._route
        held, self.held = self.held or [], None
        for message in held:
            self._route.send(json.dumps(message))
            yield message


def listen(page: Page) -> None:
    """From now on it is noted what kinds of messages the page sends."""
    page.evaluate(
        """() => {
            window.said = [];
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (data) {
                window.said.push(JSON.parse(data).type);
                return send.call(this, data);
            };
        }"""
    )


def said(page: Page) -> list[str]:
    """What it has sent since, but for signs of life."""
    return [kind for kind in page.evaluate("window.said") if kind != "ping"]


def open_table(
    page: Page,
    home: str,
    ruleset: str,
    people: int = 1,
    level: str = "squire",
    name: str = "P",
    hints: str = "always",
) -> str:
    """A new table made through the API from inside the page, whose device keeps the token; returns its code."""
    seats = int(ruleset.split("/")[1].split("+")[0])
    page.goto(f"{home}/healthz")  # any page of the server, and this one has nothing to draw
    code: str = page.evaluate(
        """async ([ruleset, seats, people, level, name, hints]) => {
            const me = (i) => ({ kind: 'me', name: i ? `${name} ${i + 1}` : name });
            const wish = Array.from({ length: seats }, (_, i) => (i < people ? me(i) : { kind: 'bot', level }));
            const body = JSON.stringify({ ruleset, name, seats: wish, hints });
            const headers = { 'content-type': 'application/json' };
            const made = await (await fetch('/api/tables', { method: 'POST', headers, body })).json();
            const tokens = { token: made.token, watch: made.watch };
            const held = { table: made.code, tokens, ruleset, names: [], seen: 1 };
            localStorage.setItem('crownlands.tables', JSON.stringify([held]));
            return made.code;
        }""",
        [ruleset, seats, people, level, name, hints],
    )
    page.goto(f"{home}/t/{code}?start")
    page.wait_for_selector(".table")
    return code
