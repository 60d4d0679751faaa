"""The page knows no rules: it shows a game that no rulebook has, with other numbers, reasons and knights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from crownlands.rules.pieces import BUILDINGS
from tests.server.harness import Server
from tests.web.browser import MILLISECONDS, open_table, watched

MADE_UP = (
    "from crownlands.data import load; "
    "load('setups')['families']['queendomino'].update(knights=3); "
    "load('setups')['families']['queendomino']['players']['3'].update(kings=2, line=6, frame=9); "
    "load('buildings').update(slots=[5, 3, 2, 1, 0], bribe=3, queen_discount=2); "
    # A boulder lies right of the castle's neighbour, and two knights never leave the castle.
    "from crownlands.rules.kingdom import Kingdom; from crownlands.rules.reasons import Code, Reason; "
    "from crownlands.rules.state import Realm; before = Kingdom.why_not; "
    "boulder = lambda cells: Reason.of(Code.OCCUPIED, square='2,0') if (2, 0) in cells else None; "
    "Kingdom.why_not = lambda self, domino, cells, frame: boulder(cells) or before(self, domino, cells, frame); "
    "Realm.knights = property(lambda self: self.knights_in_reserve + len(self.taxed) + 2)"
)
TOWERS = [name for name, tile in BUILDINGS.items() if tile.towers]

# Acts until the wanted step, or with `queen` until somebody hosts her: builds what has towers, and passes otherwise.
UNTIL = """async ([wanted, towers, patience]) => {
    const store = window.crownlands;
    const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
    for (let i = 0; i < 400; i++) {
        const { play } = store;
        if (play.state.over) return false;
        const hosted = play.realm !== null && play.state.realms[play.realm].queen;
        if (wanted === 'queen' ? hosted && play.step === 'build' : play.step === wanted) return true;
        const idle = ['bribe', 'pass'];
        const better = (a) => (a.type === 'build' ? towers.includes(a.building) : !idle.includes(a.type));
        const action = play.legal.find(better) ?? play.legal.at(-1);
        store.act(action);
        for (const until = Date.now() + patience; store.play.game_seq === play.game_seq; await sleep(10))
            if (Date.now() > until) throw new Error(`never taken: ${JSON.stringify(action)}`);
    }
}"""


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    try:
        yield server.start(before=MADE_UP)
    finally:
        server.kill()


def move_domino(page: Page, x: int, y: int) -> None:
    """With the arrows, which go where nothing is legal too."""
    square = page.locator('.board .touch[tabindex="0"]')
    square.focus()
    at = [int(part) for part in str(square.get_attribute("data-cell")).split(",")]
    for by, keys in ((x - at[0], ("ArrowLeft", "ArrowRight")), (y - at[1], ("ArrowUp", "ArrowDown"))):
        for _ in range(abs(by)):
            page.keyboard.press(keys[by > 0])


def test_a_ruleset_that_no_rulebook_has_is_shown_as_the_server_says(
    other: Server, context: BrowserContext, problems: list[str]
) -> None:
    page = watched(context, problems, other.url)
    open_table(page, other.url, "queendomino/3", people=3, hints="off")
    expect(page.locator(".next .slot")).to_have_count(6)
    expect(page.locator(".rounds li")).to_have_count(48 // 6)
    expect(page.locator(".rival[data-realm]").first.locator(".plot .cell")).to_have_count(9 * 9 - 1)
    prices = page.locator(".mine .builders .slots li:not(.cave) .price")
    expect(prices).to_have_text(["5", "3", "2", "1", "0"])

    assert page.evaluate(UNTIL, ["place", TOWERS, MILLISECONDS])
    expect(page.locator(".purse [title^='Knights']").first).to_have_text("3")
    move_domino(page, 2, 0)
    expect(page.locator(".board .tip")).to_contain_text("That spot is already covered.")

    assert page.evaluate(UNTIL, ["bribe", TOWERS, MILLISECONDS])
    expect(page.locator(".actions .primary .gain")).to_have_text("−3")
    expect(page.locator(".prompt .hint")).to_contain_text("Pay 3 coins")

    assert page.evaluate(UNTIL, ["queen", TOWERS, MILLISECONDS])
    # The printed price, struck out, and what the queen's host pays.
    expect(prices).to_have_text(["53", "31", "20", "10", "0"])
