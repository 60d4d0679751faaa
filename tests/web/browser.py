"""A real server and a real Chromium for the tests, and players who use the page as people do."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize

from crownlands import __version__

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


def chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=chromium(), args=FLAGS)


class Server:
    """`crownlands serve` on a free port, with bots that do not dawdle."""

    def __init__(self, folder: Path, pace: float = 0.0) -> None:
        self._folder = folder
        self._pace = pace
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, version: str = __version__) -> None:
        program = f"import crownlands; crownlands.__version__ = {version!r}; from crownlands.cli import main; main()"
        command = [
            *(sys.executable, "-c", program, "serve", "--port", str(self.port)),
            *("--bot-pace", str(self._pace)),
            *("--database", f"sqlite:///{self._folder}/tables.sqlite3", "--secret-file", f"{self._folder}/secret"),
            *("--tables-per-hour", "10000", "--bot-budget", "0.02"),
        ]
        log = (self._folder / "log").open("ab")
        self._process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "COLUMNS": "120"})
        deadline = time.monotonic() + 90  # a busy machine
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError((self._folder / "log").read_text()[-2000:])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(20)


def watched(context: BrowserContext, problems: list[str], home: str) -> Page:
    """A page whose errors and whose requests to other hosts are noted."""
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(f"error: {error}"))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on(
        "request",
        lambda request: None if request.url.startswith((home, "data:", "blob:")) else problems.append(request.url),
    )
    return page


def open_table(
    page: Page,
    home: str,
    ruleset: str,
    people: int = 1,
    level: str = "greedy",
    name: str = "P",
    hints: str = "always",
) -> str:
    """A new table made through the API from inside the page, whose device keeps the token; returns its code."""
    seats = int(ruleset.split("/")[1].split("+")[0])
    page.goto(home)
    page.wait_for_selector("h1")
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
