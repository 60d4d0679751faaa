"""Pictures of the browser client for the documents: plays real games on a real server and photographs them in Chromium.

python tools/screenshots.py [part of a name …]
"""

from __future__ import annotations

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.harness import Server  # noqa: E402
from tests.web.browser import DESKTOP, PHONE, launch, open_table  # noqa: E402

TARGET = ROOT / "docs" / "images"

# Plays as well as one can by looking one step ahead, through the same store that the page uses.
AHEAD = """async ([round, step]) => {
    const store = window.crownlands;
    const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
    for (let i = 0; i < 4000; i++) {
        const play = store.play;
        if (!play || !store.myTurn || store.preview?.game_seq !== play.game_seq) {
            if (play?.state.over) return;
            await sleep(15);
            continue;
        }
        if (play.state.round >= round && play.step === step) return;
        const worth = store.preview.worth;
        const value = (a, i) => {
            const spots = store.preview.spots[a.domino] ?? [];
            if (a.type === 'choose') return Math.max(-1, ...spots.map((p) => p.points));
            if (a.type === 'pass') return 0.5;
            if (a.type === 'bribe') return 0;
            return worth[i].points + worth[i].coins / 2 + (a.type === 'build' ? 3 : 0);
        };
        const scored = play.legal.map((a, i) => [value(a, i), i]).sort((a, b) => b[0] - a[0]);
        const game_seq = play.game_seq;
        store.act(play.legal[scored[0][1]]);
        while (store.play.game_seq === game_seq) await sleep(10);
    }
}"""

SCENES: dict[str, tuple[str, int, str]] = {
    "table-kingdomino": ("kingdomino/4", 8, "place"),
    "table-queendomino": ("queendomino/4", 7, "build"),
    "table-teams": ("royal-wedding/8+teams", 6, "place"),
    "table-eight": ("royal-wedding/8", 8, "place"),
    "table-choose": ("kingdomino/4", 7, "choose"),
}


def hold(page: Page, step: str) -> None:
    """Something in the hand, so that the picture shows an action and not a wait."""
    if step == "place":
        page.keyboard.press("b")
        best = page.evaluate(
            """() => {
                const { play, preview } = window.crownlands;
                const found = play.legal.map((a, i) => [preview.worth[i].points, a]).sort((a, b) => b[0] - a[0])[0][1];
                return found.squares ?? null;
            }"""
        )
        if best:
            (x, y), (u, v) = best
            turn = {(1, 0): 0, (0, 1): 1, (-1, 0): 2, (0, -1): 3}[(u - x, v - y)]
            for _ in range((turn - int(page.locator(".board-in").get_attribute("data-turn") or 0)) % 4):
                page.keyboard.press("r")
            at = page.evaluate("document.activeElement.dataset.cell.split(',').map(Number)")
            for key, by in (("ArrowRight", x - at[0]), ("ArrowDown", y - at[1])):
                back = {"ArrowRight": "ArrowLeft", "ArrowDown": "ArrowUp"}[key]
                for _ in range(abs(by)):
                    page.keyboard.press(key if by > 0 else back)
            page.evaluate("document.activeElement.blur()")
    elif step == "build":
        slot = page.evaluate(
            """() => {
                const { play, preview } = window.crownlands;
                const found = play.legal.map((a, i) => [preview.worth[i].points, a]);
                const builds = found.filter(([, a]) => a.type === 'build').sort((a, b) => b[0] - a[0]);
                return builds[0]?.[1].slot ?? null;
            }"""
        )
        if slot is not None:
            page.locator(f'.mine .builders button.tile[data-slot="{slot}"]').click()
            if page.locator(".board .spot").count():
                page.locator(".board .spot").first.click(force=True)
    elif step == "choose":
        page.locator(".slot-pick").last.click()


def keep(picture: bytes, name: str) -> None:
    """True colours in few bytes."""
    Image.open(BytesIO(picture)).convert("RGB").save(TARGET / f"{name}.webp", quality=82, method=6)


class Camera:
    """Takes every picture in both themes, on a desk and on a phone."""

    def __init__(self, browser: Browser, server: Server, wanted: list[str]) -> None:
        self.browser, self.server, self.wanted = browser, server, wanted

    def page(self) -> Page:
        context = self.browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
        page = context.new_page()
        page.add_init_script("localStorage.setItem('crownlands.name', 'Anna')")
        return page

    def wants(self, name: str) -> bool:
        return not self.wanted or any(part in name for part in self.wanted)

    def take(self, page: Page, name: str, whole: bool = False) -> None:
        for theme in ("light", "dark"):
            page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
            for device, size in (("desktop", DESKTOP), ("phone", PHONE)):
                page.set_viewport_size(size)
                page.wait_for_timeout(250)
                keep(page.screenshot(full_page=whole), f"{name}-{theme}-{device}")
        page.set_viewport_size(DESKTOP)

    def lay_down(self, page: Page, name: str) -> None:
        """The same on a phone that lies on its side."""
        page.evaluate("document.documentElement.dataset.theme = 'light'")
        page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
        page.wait_for_timeout(250)
        keep(page.screenshot(), f"{name}-light-landscape")

    def pages(self) -> None:
        for name, path in (("home", "/"), ("learn", "/learn/kingdomino")):
            if self.wants(name):
                page = self.page()
                page.goto(self.server.url + path)
                page.wait_for_selector("h1")
                self.take(page, name, whole=True)
                page.context.close()
        if self.wants("scorepad"):
            page = self.page()
            page.goto(f"{self.server.url}/scorepad")
            page.click("[data-example]")
            page.wait_for_function("() => document.querySelector('[data-total]')?.textContent === '71'")
            self.take(page, "scorepad", whole=True)
            page.context.close()

    def eyes(self) -> None:
        """All terrains as people see them who tell fewer colours apart, and in greyscale."""
        if not self.wants("eyes"):
            return
        page = self.page()
        page.goto(f"{self.server.url}/scorepad")
        page.click("[data-example]")
        page.wait_for_function("() => document.querySelector('[data-total]')?.textContent === '71'")
        session = page.context.new_cdp_session(page)
        for sight in ("none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"):
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
            picture = page.locator(".pad .board").first.screenshot()
            keep(picture, f"eyes-{'colour' if sight == 'none' else sight}")
        page.context.close()

    def tables(self) -> None:
        for name, (ruleset, round_, step) in SCENES.items():
            if self.wants(name):
                page = self.page()
                for _ in range(8):  # in some games there is nothing to do at that step so late
                    open_table(page, self.server.url, ruleset, level="squire", name="Anna")
                    page.evaluate(AHEAD, [round_, step])
                    if not page.evaluate("window.crownlands.play.state.over"):
                        break
                page.wait_for_timeout(300)
                hold(page, step)
                self.take(page, name)
                if step == "choose":
                    self.lay_down(page, name)
                page.context.close()
        if self.wants("scoring") or self.wants("replay"):
            page = self.page()
            code = open_table(page, self.server.url, "kingdomino/4+middle-kingdom+harmony", level="squire", name="Anna")
            page.evaluate(AHEAD, [99, "over"])
            page.wait_for_selector(".place.first")
            if self.wants("scoring"):
                self.take(page, "scoring", whole=True)
            if self.wants("replay"):
                page.goto(f"{self.server.url}/replay/{code}?ply=70&view=1")
                page.wait_for_selector(".player")
                self.take(page, "replay")
            page.context.close()


def main(wanted: list[str]) -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = launch(playwright)
        try:
            camera = Camera(browser, server, wanted)
            camera.pages()
            camera.eyes()
            camera.tables()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
