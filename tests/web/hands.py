"""Three ways to play a whole game through the page: by mouse, by finger, by keyboard. Each uses nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from crownlands.rules.pieces import DOMINOES, Domino, Terrain
from tests.server.harness import Server
from tests.web.browser import open_table
from tests.web.people import PLAY

# One of each kind: how many kingdoms there are at the end.
GAMES = {
    "kingdomino/2": 2,
    "kingdomino/4": 4,
    "kingdomino/2+mighty-duel": 2,
    "queendomino/4": 4,
    "royal-wedding/8+teams": 4,
}

PRIMARY = ".actions .primary"
LOOK = """() => {
    const table = document.querySelector('.table');
    if (!table) return { over: document.querySelector('.result') !== null };
    return { over: false, game_seq: Number(table.dataset.gameSeq), step: table.dataset.step };
}"""
WAIT = """(game_seq) => {
    const table = document.querySelector('.table');
    if (!table) return document.querySelector('.result') !== null;
    return Number(table.dataset.gameSeq) > game_seq && table.dataset.acting === 'true';
}"""


def _terrains(domino: Domino) -> set[Terrain]:
    return {domino.left.terrain, domino.right.terrain}


class Hands:
    """Decides by its seed among what glows; subclasses say how a thing is touched."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.steps: dict[str, int] = {}

    def play(self, most: int = 2000, game_seq: int = -1) -> None:
        """Until the result is shown."""
        for _ in range(most):
            self.page.wait_for_function(WAIT, arg=game_seq, polling=30)
            now: dict[str, Any] = self.page.evaluate(LOOK)
            if now["over"]:
                return
            game_seq = now["game_seq"]
            self.steps[now["step"]] = self.steps.get(now["step"], 0) + 1
            self.take(now["step"])
        raise AssertionError("the game does not end")

    def take(self, step: str) -> None:
        """Decides this step of a turn: every step has a method of its name."""
        getattr(self, step)()

    def spots(self, selector: str) -> list[tuple[float, float]]:
        """The middles of the glowing spots on the screen."""
        found: list[list[float]] = self.page.eval_on_selector_all(
            f".board {selector}",
            "nodes => nodes.map(n => n.getBoundingClientRect()).map(r => [r.x + r.width / 2, r.y + r.height / 2])",
        )
        return [(x, y) for x, y in found]

    # A keyboard has neither: a game by keys alone that reached for them would not be one.
    def press(self, selector: str) -> None:
        raise AssertionError(f"{type(self).__name__} cannot press {selector}")

    def at(self, x: float, y: float) -> None:
        raise AssertionError(f"{type(self).__name__} cannot touch a place on the page")

    def primary(self) -> bool:
        """Presses the main button if it can be pressed."""
        if self.page.locator(".actions .primary:not([disabled])").count() == 0:
            return False
        self.press(".actions .primary")
        return True

    def choose(self) -> None:
        _, domino = self.random.choice(self.wanted())
        last = self.page.locator(".slot-pick").count() == 1
        self.press(f'.slot-pick[data-domino="{domino}"]')
        if not last:  # the only one left is taken at once
            self.primary()

    def wanted(self) -> list[tuple[int, str]]:
        """Dominoes with a town, if any, with their places among the free ones: towns lead to taxes and buildings."""
        free: list[str] = self.page.eval_on_selector_all(".slot-pick", "nodes => nodes.map(n => n.dataset.domino)")
        line = list(enumerate(free))
        towns = [(place, name) for place, name in line if Terrain.TOWN in _terrains(DOMINOES[name])]
        return towns or line

    def place(self) -> None:
        if self.random.random() < 0.5 and self.page.locator(".actions button[aria-keyshortcuts=R]").count():
            self.press(".actions button[aria-keyshortcuts=R]")
        dots = self.spots(".spot-dot")
        if dots:
            self.at(*self.random.choice(dots))
        for _ in range(4):
            if self.primary():
                return
            self.press(".actions button[aria-keyshortcuts=R]")
            if dots := self.spots(".spot-dot"):
                self.at(*self.random.choice(dots))
        raise AssertionError("nothing can be placed")

    def tax(self) -> None:
        self.at(*self.random.choice(self.spots(".spot")))
        self.primary()

    def build(self) -> None:
        tiles = self.page.locator(".mine .builders li:not(.short) button.tile")
        if tiles.count():
            slot = tiles.nth(self.random.randrange(tiles.count())).get_attribute("data-slot")
            self.press(f'.mine .builders button.tile[data-slot="{slot}"]')
            if towns := self.spots(".spot"):
                self.at(*self.random.choice(towns))
            if self.primary():
                return
        self.press("[data-pass]")

    def bribe(self) -> None:
        if self.random.random() < 0.3:
            self.press(".mine .builders button.tile >> nth=0")
            self.primary()
        else:
            self.press("[data-pass]")


class Pointer(Hands):
    """A mouse."""

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def at(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y)


class Finger(Hands):
    """A touch screen."""

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def at(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)


class Keys(Hands):
    """A keyboard: shortcuts, Tab, arrows, R, Enter."""

    def _type(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def _walk(self, to: tuple[int, int]) -> None:
        """From the focused square to another one by arrows."""
        x, y = map(int, self._focused().split(","))
        self._type(*["ArrowRight" if to[0] > x else "ArrowLeft"] * abs(to[0] - x))
        self._type(*["ArrowDown" if to[1] > y else "ArrowUp"] * abs(to[1] - y))

    def _focused(self) -> str:
        cell: str = self.page.evaluate("document.activeElement?.dataset?.cell ?? ''")
        return cell

    def _legal(self) -> list[dict[str, Any]]:
        legal: list[dict[str, Any]] = self.page.evaluate("window.crownlands.play.legal")
        return legal

    def primary(self) -> bool:
        if self.page.locator(".actions .primary:not([disabled])").count() == 0:
            return False
        self._type("g", "Enter")
        return True

    def choose(self) -> None:
        self._type("n")
        self._type(*["Tab"] * self.random.choice(self.wanted())[0])
        self._type(*["Enter"] * min(2, self.page.locator(".slot-pick").count()))

    def place(self) -> None:
        legal = self._legal()
        if legal[0]["type"] == "discard":
            self.primary()
            return
        (x, y), (u, v) = self.random.choice(legal)["squares"]
        turn = {(1, 0): 0, (0, 1): 1, (-1, 0): 2, (0, -1): 3}[(u - x, v - y)]
        self._type("b")
        now: int = self.page.evaluate("Number(document.querySelector('.board-in').dataset.turn)")
        self._type(*["r"] * ((turn - now) % 4))
        self._walk((x, y))
        self._type("Enter")

    def tax(self) -> None:
        squares = self.random.choice([action for action in self._legal() if action["type"] == "tax"])["squares"]
        self._type("b")
        for square in squares:
            self._walk((square[0], square[1]))
            self._type("Enter")
        self.primary()

    def build(self) -> None:
        builds = [action for action in self._legal() if action["type"] == "build"]
        wanted = self.random.choice(builds)
        self._type("m")
        for _ in range(12):
            if self.page.evaluate("document.activeElement?.dataset?.slot") == str(wanted["slot"]):
                break
            self._type("Tab")
        self._type("Enter", "b")
        self._walk((wanted["square"][0], wanted["square"][1]))
        if self.page.locator(".actions .primary[disabled]").count():
            self._type("Enter")
        self.primary()

    def bribe(self) -> None:
        if self.random.random() < 0.3:
            self._type("m", "Enter")
            self.primary()
        else:
            self._type("p", "Enter")


def finish(page: Page) -> None:
    """To the result without anybody's hands, for tests of what comes after a game: it takes a tenth of the time."""
    settle(page)
    page.evaluate(PLAY)
    page.wait_for_selector(".result")


def choose_first(page: Page) -> None:
    """The first domino that is free."""
    free = page.locator(".slot-pick")
    last = free.count() == 1
    free.first.click()
    if not last:
        page.locator(PRIMARY).click()


def settle(page: Page, game_seq: int = -1) -> None:
    """Until it is this device's turn, after the entry `game_seq`."""
    page.wait_for_function(WAIT, arg=game_seq)


def game_seq(page: Page) -> int:
    """The last entry that changed the game, as far as the page shows."""
    return int(page.locator(".table").get_attribute("data-game-seq") or 0)


def step_of(page: Page) -> str:
    return str(page.locator(".table").get_attribute("data-step"))


def act(hands: Hands, steps: int, look: Callable[[], None] = lambda: None) -> None:
    """Takes so many own steps, after a look at each, and waits for the next."""
    seen = -1
    for _ in range(steps):
        settle(hands.page, seen)
        seen = game_seq(hands.page)
        look()
        hands.take(step_of(hands.page))
    settle(hands.page, seen)


def act_until(page: Page, step: str, round_: int = 1, hands: Hands | None = None) -> None:
    """Plays on, by mouse if nothing else is said, until this step of this round."""
    hands, seen = hands or Pointer(page), -1
    for _ in range(200):
        settle(page, seen)
        now = step_of(page)
        if now == step and page.evaluate("window.crownlands.play.state.round") >= round_:
            return
        seen = game_seq(page)
        hands.take(now)
    raise AssertionError(f"{step} never came")


def whole_game(hands: Hands, server: Server, ruleset: str) -> None:
    """From the first choice to the result, with a winner and every kind of step taken."""
    open_table(hands.page, server.url, ruleset)
    hands.play()
    expect(hands.page.locator(".result-head h1")).to_be_visible()
    expect(hands.page.locator(".place")).to_have_count(GAMES[ruleset])
    expect(hands.page.locator(".place.first")).not_to_have_count(0)
    assert hands.steps["place"] == hands.steps["choose"], "the opening's choices stand for the last round's"
    if not ruleset.startswith("kingdomino"):
        assert {"tax", "build"} <= set(hands.steps)
