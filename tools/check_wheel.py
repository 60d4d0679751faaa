"""Prove a wheel: `check_wheel.py WHEEL` uses it where nothing else is, `check_wheel.py WHEEL OTHER` compares two."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.web.browser import launch  # noqa: E402


def contents(wheel: Path) -> dict[str, str]:
    """The hash of every file in it."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in sorted(archive.namelist())}


def differences(wheel: Path, other: Path) -> list[str]:
    """The files that are not the same in both."""
    one, two = contents(wheel), contents(other)
    return sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name))


def installed(wheel: Path, folder: Path) -> Path:
    """A new environment with the wheel and what it needs, as wheels, of the pinned versions; where its commands are."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    uv, python = Path(sys.executable).parent / "uv", folder / "bin" / "python"
    install = [uv, "pip", "install", "--quiet", "--python", python, "--only-binary", ":all:"]
    subprocess.run([*map(str, install), "-c", str(ROOT / "requirements-release.lock"), str(wheel)], check=True)
    return folder / "bin"


def check(wheel: Path, folder: Path) -> None:
    """Install it, play a game by the command, open the page."""
    commands = installed(wheel, folder / "environment")
    command = commands / "crownlands"
    # Nothing but the environment itself: no compiler, no Node, no git, no shell.
    alone = {"PATH": str(commands), "HOME": str(folder), "XDG_DATA_HOME": str(folder), "LANG": "C.UTF-8"}

    def run(*arguments: str) -> str:
        answer = subprocess.run([command, *arguments], env=alone, cwd=folder, capture_output=True, text=True)
        assert answer.returncode == 0, answer.stderr
        return answer.stdout

    print(run("--version").strip())
    record = folder / "games"
    run("simulate", "queendomino/2", "--games", "1", "--seats", "knight,greedy", "--seed", "1", "--out", str(record))
    [game] = record.iterdir()
    print("played:", next(line for line in game.read_text().splitlines() if line.startswith("result")))
    server = subprocess.Popen([command, "--no-browser"], env=alone, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        address = next(found[0] for line in server.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+/", line)))
        with urllib.request.urlopen(address) as answer:
            assert b"<script" in answer.read()
        print("opened:", opened(address))
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=60)


def opened(address: str) -> str:
    """The page's heading in a browser, if nothing went wrong there."""
    problems: list[str] = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(locale="en-GB")
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("requestfailed", lambda request: problems.append(request.url))
        page.goto(address)
        heading = page.locator("h1").first.inner_text()
        browser.close()
    assert problems == []
    return heading


def main() -> None:
    wheel, *others = map(Path, sys.argv[1:])
    for other in others:
        if different := differences(wheel, other):
            sys.exit(f"{wheel} and {other} differ in {', '.join(different)}")
        print(f"the same {len(contents(wheel))} files in {wheel} and {other}")
    if not others:
        assert "manylinux" in wheel.name, f"{wheel.name} runs on this machine only: auditwheel has not seen it"
        with tempfile.TemporaryDirectory() as folder:
            check(wheel.resolve(), Path(folder))
        print(f"{os.fspath(wheel)} is good")


if __name__ == "__main__":
    main()
