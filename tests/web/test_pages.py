"""Every page in every language and theme: no overflow, nothing missing, nothing that axe finds, little to load."""

from __future__ import annotations

import gzip
import json
import re
import statistics
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from crownlands.players.levels import LEVELS
from crownlands.server.http.client_files import CLIENT
from tests.server.harness import Server
from tests.web.browser import Wire, open_table
from tests.web.hands import PRIMARY, Finger, Pointer, act, finish, settle, step_of
from tests.web.test_locales import LANGUAGES

AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").resolve()
PATHS = [
    "/",
    "/new",
    "/learn",
    "/learn/kingdomino",
    "/learn/queendomino",
    "/rules",
    "/puzzles",
    "/scorepad",
    "/replay",
    "/review",
    "/games",
    "/me",
]
TABLES = ["kingdomino/4", "queendomino/4", "royal-wedding/8"]
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = ["color-contrast", "link-in-text-block"]
WIDTHS = [(320, 640), (360, 740), (768, 1024), (1440, 900)]

# A laptop at 200 per cent, and phones on their sides.
SHORT: list[ViewportSize] = [
    {"width": 720, "height": 450},
    {"width": 844, "height": 390},
    {"width": 640, "height": 360},
]

TROUBLE = """() => {
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) found.push(`page ${root.scrollWidth} > ${innerWidth}`);
    const told = (node) => `${node.className || node.tagName}: ${node.textContent.trim().slice(0, 40)}`;
    for (const node of document.querySelectorAll('.button, .tabs button, .steps li, h1, .chip, .badge')) {
        const over = node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1;
        if (node.offsetParent && over && node.clientWidth) found.push(told(node));
    }
    const range = document.createRange();
    const clipped = (node, card) =>  // or can be scrolled
        getComputedStyle(node).overflowX !== 'visible' || (node !== card && clipped(node.parentElement, card));
    const walker = document.createTreeWalker(document.querySelector('#app'), NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const words = text.data.trim();
        if (/^[a-z]+(\\.[a-z0-9_-]+)+$/.test(words) || /\\{\\w+\\}/.test(words)) found.push(`missing: ${words}`);
        const card = words && text.parentElement.closest('.button, .panel');
        if (!card) continue;
        range.selectNodeContents(text);
        const [inner, outer] = [range.getBoundingClientRect(), card.getBoundingClientRect()];
        const out = inner.left < outer.left - 1 || inner.right > outer.right + 1;
        if (out && inner.width && !clipped(text.parentElement, card)) found.push(`beyond its card: ${words}`);
    }
    return found;
}"""


# Languages are changed within the page: a way there and back for each would take most of the time. What is not
# visible has its place and size, too, and need not be painted.
IN_EVERY_LANGUAGE = """async (codes) => {
    const look = %s;
    const select = document.querySelector('.tool.language select');
    const seen = {};
    document.documentElement.style.visibility = 'hidden';
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);  // what follows its own size
    for (const code of codes) {
        select.value = code;
        select.dispatchEvent(new Event('change', { bubbles: true }));
        while (document.documentElement.lang.slice(0, 2) !== code) await new Promise((done) => setTimeout(done, 5));
        await new Promise(requestAnimationFrame);
        seen[code] = look();
    }
    document.documentElement.style.visibility = '';
    return seen;
}"""


def in_every_language(page: Page, look: str) -> dict[str, Any]:
    """What this function says of the page in each of them."""
    seen: dict[str, Any] = page.evaluate(IN_EVERY_LANGUAGE % look, list(LANGUAGES))
    return seen


def in_every_language_and_width(page: Page) -> list[str]:
    trouble = []
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        for code, found in in_every_language(page, TROUBLE).items():
            trouble += [f"{code} {width}: {problem}" for problem in found]
    return trouble


STILL = """() => document.getAnimations().every((one) =>
    one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)"""


def violations(page: Page) -> list[str]:
    """What axe finds, in both themes: of the dark one only what has to do with colours, all else is the same."""
    found = []
    page.wait_for_function(STILL)  # colours that are changing cannot be measured
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    for theme, rules in (("light", STANDARDS), ("dark", COLOURS)):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        result = page.evaluate("runOnly => axe.run({ runOnly, resultTypes: ['violations'] })", rules)
        for violation in result["violations"]:
            nodes = [node["html"][:140] for node in violation["nodes"][:3]]
            found.append(f"{theme} {violation['id']}: {nodes}")
    return found


@pytest.mark.parametrize("path", PATHS)
def test_every_page_fits_and_is_accessible_in_every_language(page: Page, server: Server, path: str) -> None:
    page.goto(server.url + path)
    page.wait_for_selector("h1")
    page.set_viewport_size(SHORT[0])
    assert page.evaluate(TROUBLE) == []
    assert in_every_language_and_width(page) == []
    assert violations(page) == []
    expect(page.locator("footer")).not_to_be_empty()


@pytest.mark.parametrize("ruleset", TABLES)
def test_every_table_fits_and_is_accessible_in_every_language(page: Page, server: Server, ruleset: str) -> None:
    open_table(page, server.url, ruleset)
    act(Pointer(page), 6)
    assert in_every_language_and_width(page) == []
    assert violations(page) == []


def test_lobby_and_result_fit_and_are_accessible(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/new")
    page.locator(".seats select").nth(1).select_option("open")
    page.locator(".create .primary").click()
    page.wait_for_selector(".lobby")
    assert in_every_language_and_width(page) == []
    assert violations(page) == []
    page.evaluate("localStorage.setItem('crownlands.language', 'en')")
    open_table(page, server.url, "kingdomino/2")
    finish(page)
    assert in_every_language_and_width(page) == []
    assert violations(page) == []


@pytest.mark.parametrize(
    ("ruleset", "size"), [("queendomino/4", SHORT[0]), ("royal-wedding/8", SHORT[1]), ("royal-wedding/8", SHORT[2])]
)
def test_a_wide_and_short_page_can_be_played_on(page: Page, server: Server, ruleset: str, size: ViewportSize) -> None:
    open_table(page, server.url, ruleset)
    page.set_viewport_size(size)

    def all_is_there() -> None:
        board = page.locator(".mine .board").bounding_box()
        assert board is not None
        assert board["height"] > 0.4 * size["height"]
        for part in (".mine .board", ".prompt", PRIMARY):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)

    act(Pointer(page), 6, all_is_there)
    assert page.evaluate(TROUBLE) == []


IN_SIGHT = """() => {
    const node = document.querySelector('.rival.turn, .table[data-acting=true] .rival.own');
    const { left, right } = node.getBoundingClientRect();
    return [node.dataset.realm ?? 'own', left >= 0 && right <= innerWidth];
}"""


def test_on_a_phone_the_kingdom_that_acts_is_brought_into_sight(phone: Page, server: Server) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    wire = Wire(phone)
    open_table(phone, server.url, "royal-wedding/8")
    settle(phone)
    seen: dict[str, bool] = {}
    for _ in range(20):
        if len(seen) == 8:
            break
        wire.hold()
        Finger(phone).take(step_of(phone))
        wire.wait(lambda message: message["type"] == "update" and message["play"]["seat"] == 0)
        for message in wire.release():
            if message["type"] == "update":
                phone.wait_for_function("seq => crownlands.seq === seq", arg=message["seq"])
                phone.evaluate("new Promise(requestAnimationFrame)")
                realm, in_sight = phone.evaluate(IN_SIGHT)
                seen[realm] = seen.get(realm, True) and in_sight
        settle(phone)
    assert len(seen) == 8, "everybody acted"
    assert all(seen.values()), seen


def test_a_rule_can_be_tried_on_its_board(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/rules")
    expect(page.locator(".rule-board .spot").first).to_be_visible()
    page.locator(".rule-board [data-put]").first.click()
    page.locator(".rule-board [data-again]").first.click()
    expect(page.locator(".rule-board [data-put]").first).to_be_enabled()


def test_home_lists_tables_whose_turn_it_is_first(page: Page, server: Server, problems: list[str]) -> None:
    page.goto(server.url)
    expect(page.locator("[data-tables]")).to_contain_text("No tables yet")
    code = open_table(page, server.url, "kingdomino/2")
    settle(page)
    held = page.evaluate("localStorage.getItem('crownlands.tables')")
    other = open_table(page, server.url, "queendomino/2", people=2)
    page.evaluate(
        """([held, gone]) => {
            const now = JSON.parse(localStorage.getItem('crownlands.tables'));
            const lost = { ...now[0], table: gone };
            localStorage.setItem('crownlands.tables', JSON.stringify([...now, lost, ...JSON.parse(held)]));
        }""",
        [held, "a" * 12],
    )
    page.goto(server.url)
    rows = page.locator("[data-tables] li")
    expect(rows).to_have_count(2)
    for row in (rows.first, rows.last):
        expect(row.locator(".badge")).to_have_text("Your turn")
        expect(row.locator("small")).to_contain_text("now")
    expect(page.locator(f'[data-tables] a.badge[href="/t/{code}"]')).to_be_visible()
    expect(page.locator(f'[data-tables] a.badge[href="/t/{other}"]')).to_be_visible()
    problems.clear()  # the browser logs that one table is gone, which is the point here


def test_home_says_that_the_server_is_away(page: Page, server: Server, problems: list[str]) -> None:
    open_table(page, server.url, "kingdomino/2")
    page.route("**/api/**", lambda route: route.abort())
    page.goto(server.url)
    expect(page.locator(".mine-tables [role=alert]")).to_contain_text("isn’t responding")
    page.click("[data-play=now]")
    page.click("[data-play=kingdomino]")
    expect(page.locator(".hero [role=alert]")).to_contain_text("isn’t responding")
    page.unroute("**/api/**")
    page.locator(".mine-tables [role=alert] button").click()
    expect(page.locator("[data-tables] .badge")).not_to_have_text("Continue")
    problems.clear()  # the browser logs every request that failed, which is the point here


LINES = """() => {
    const text = document.querySelector('.hero h1').firstChild;
    const range = document.createRange();
    const lines = new Map();
    for (const word of text.data.matchAll(/\\S+/g)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const top = Math.round(range.getBoundingClientRect().top);
        lines.set(top, `${lines.get(top) ?? ''} ${word[0]}`.trim());
    }
    return [...lines.values()];
}"""


def test_no_word_stands_alone_on_the_last_line_of_the_headline(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.wait_for_selector(".hero h1")
    for language, lines in in_every_language(page, LINES).items():
        assert len(lines) == 1 or len(lines[-1]) * 2 >= max(map(len, lines)), (language, lines)


def test_new_tables_explain_every_option_and_what_cannot_be(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/new")
    page.get_by_text("Kingdomino").first.click()
    assert page.locator(".check").count() == page.locator(".check small").count()
    duel = page.get_by_label("The Mighty Duel")
    expect(duel).to_be_disabled()
    expect(page.locator(".check", has=duel)).to_contain_text("Only for: Kingdomino (2 players)")
    page.locator(".number", has_text="2").click()
    expect(duel).to_be_enabled()
    duel.check()
    expect(page.locator(".create code")).to_have_text("kingdomino/2+mighty-duel")
    page.locator(".number", has_text="3").click()
    expect(page.locator(".create code")).to_have_text("kingdomino/3")
    expect(page.locator("[data-unprinted]")).to_have_count(0)
    page.get_by_label("Lines of four").check()
    expect(page.locator("[data-unprinted]")).to_contain_text("isn’t in the rulebooks")
    page.get_by_text("Royal Wedding").first.click()
    for players, shown in ((8, 1), (6, 0)):
        page.locator(".number", has_text=str(players)).click()
        expect(page.locator("[data-unprinted]")).to_have_count(shown)


def test_times_are_said_in_minutes_and_bots_come_from_weak_to_strong(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/new")
    clock = page.get_by_label("Turn timer").locator("option")
    expect(clock).to_have_text(["no limit", "30 seconds", "1 minute", "2 minutes", "5 minutes", "2 days"])
    options = page.locator(".seats select").last.locator("option")
    values: list[str] = options.evaluate_all("nodes => nodes.map((node) => node.value)")
    offered = [value.removeprefix("bot:") for value in values if value.removeprefix("bot:") in LEVELS]
    assert offered == [name for name in LEVELS if name in offered], "weakest first"
    assert len(offered) >= 5


def test_two_clicks_lead_into_a_game_against_bots(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.click("[data-play=now]")
    page.click("[data-play=queendomino]")
    expect(page.locator(".table")).to_be_visible()


def test_replays_fit_and_are_accessible_in_every_language(page: Page, server: Server) -> None:
    code = open_table(page, server.url, "kingdomino/2")
    finish(page)
    page.goto(f"{server.url}/replay/{code}?ply=30")
    page.wait_for_selector(".player")
    assert in_every_language_and_width(page) == []
    assert violations(page) == []


def test_a_filled_score_pad_fits_and_is_accessible_in_every_language(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/scorepad")
    page.click("[data-example]")
    page.click("[data-shelf=buildings]")
    expect(page.locator("[data-total]")).to_have_text("71")
    assert in_every_language_and_width(page) == []
    assert violations(page) == []
    page.click("[data-way=squares]")
    page.click("[data-brush=building]")
    assert in_every_language_and_width(page) == []
    assert violations(page) == []


def test_the_first_load_is_small(page: Page, server: Server) -> None:
    loaded: dict[str, int] = {}
    page.on("response", lambda response: loaded.__setitem__(response.url, len(gzip.compress(response.body()))))
    page.goto(server.url)
    page.wait_for_selector(".hero")
    page.wait_for_load_state("networkidle")
    assert sum(loaded.values()) < 250_000, loaded
    assert all(url.startswith(server.url) for url in loaded)
    others = re.compile("|".join(rf"^{code}-" for code in LANGUAGES if code != "en"))
    files = [path for path in CLIENT.rglob("*") if path.suffix in {".js", ".css"} and not others.match(path.name)]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 250_000, "every page, in one language"


def test_the_client_can_be_installed(page: Page, server: Server) -> None:
    manifest = page.request.get(f"{server.url}/manifest.webmanifest").json()
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        assert page.request.get(server.url + icon["src"]).ok


def test_every_event_is_painted_and_its_time_kept_at_eight_seats(lively: Page, server: Server) -> None:
    updates: list[str | bytes] = []

    def receive(frame: str | bytes) -> None:
        if json.loads(frame)["type"] == "update":
            updates.append(frame)

    lively.on("websocket", lambda socket: socket.on("framereceived", receive))
    open_table(lively, server.url, "royal-wedding/8")
    act(Pointer(lively), 4)
    # It is one's own turn now, the table is still; the last paint and the word of the last frame may take a moment.
    lively.wait_for_function("() => crownlands.painted.length >= crownlands.entries.at(-1).seq - 1")
    painted: list[float] = lively.evaluate("crownlands.painted")
    assert len(painted) == len(updates)
    assert len(updates) > 8, "not only one's own steps"
    # How fast is a figure of the machine, so it is reported (`pytest -s`), not asserted.
    print(f"from event received to painted: median {statistics.median(painted):.1f} ms of {len(painted)} events")
