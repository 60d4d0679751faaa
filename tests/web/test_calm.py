"""Nothing jumps, what changes is seen moving unless nobody wants that, and one is told when it is one's turn."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.server.harness import Server
from tests.web.browser import open_table
from tests.web.hands import WAIT, finish, game_seq, settle

# By the page's own hands, not by input: a browser forgives what moves after a click, and here nothing is forgiven.
STEP = """() => {
    const store = window.crownlands, wished = ['tax', 'build', 'bribe'];
    store.act(store.play.legal.find((action) => wished.includes(action.type)) ?? store.play.legal[0]);
}"""
# The log moves on by a line, as logs do.
SHIFTS = """() => {
    window.shifts = [];
    const element = (node) => (node?.nodeType === 1 ? node : node?.parentElement);
    const named = (node) => `${node.tagName} ${node.getAttribute('class')}`;
    const look = (entries) => {
        for (const entry of entries) {
            const nodes = entry.sources.map((source) => element(source.node));
            const told = nodes.filter((node) => node && !node.closest('.log')).map(named);
            if (told.length) window.shifts.push([entry.value, told]);
        }
    };
    const observer = new PerformanceObserver((list) => look(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    window.shifted = () => { look(observer.takeRecords()); return window.shifts; };
}"""
COST = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
# Every animation that is begun, by its name.
MOVES = """
window.moves = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
    window.moves.push(options.id);
    return animate.call(this, frames, options);
};
"""
# The next territory is counted when the test says so, not when some time has passed.
COUNTING = """
window.count = [];
const later = window.setTimeout;
window.setTimeout = (work, wait, ...rest) => wait === 650 ? -window.count.push(work) : later(work, wait, ...rest);
"""
# A browser without windows shows no notifications: what it would show is written down.
NOTES = """
window.notes = [];
window.Notification = class {
    static permission = 'granted';
    constructor(title) { window.notes.push(title); }
    close() {}
};
"""


def play_until(page: Page, enough: str) -> None:
    """Until this is true in the page, or the game is over."""
    seen = -1
    for _ in range(400):
        page.wait_for_function(WAIT, arg=seen, polling=30)
        if page.locator(".result").count() or page.evaluate(enough):
            return
        seen = game_seq(page)
        page.evaluate(STEP)
    raise AssertionError(f"never: {enough}")


def reached(step: str, round_: int) -> str:
    return f"crownlands.play.step === '{step}' && crownlands.play.state.round >= {round_}"


def jumps(page: Page, server: Server) -> None:
    """Eight kingdoms from the opening into the second round: all steps of a turn, everybody's turns."""
    open_table(page, server.url, "royal-wedding/8")
    settle(page)
    cdp = page.context.new_cdp_session(page)
    cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(SHIFTS)

    def costs() -> dict[str, float]:
        found = {metric["name"]: metric["value"] for metric in cdp.send("Performance.getMetrics")["metrics"]}
        return {name: found[name] for name in COST}

    before, events = costs(), page.evaluate("window.crownlands.painted.length")
    play_until(page, reached("choose", 2))
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")  # the last one is painted
    shifts: list[list[Any]] = page.evaluate("window.shifted()")
    after, events = costs(), page.evaluate("window.crownlands.painted.length") - events
    # How fast is a figure of the machine, so it is reported (`pytest -s`), not asserted.
    each = {name: f"{(after[name] - before[name]) / events * 1000:.1f}" for name in COST}
    print(f"\nprocessor time of the page for each of {events} events, in ms: {each}")
    print(f"layout shift: {sum(value for value, _ in shifts):.4f}")
    assert max((value for value, _ in shifts), default=0) < 0.01, shifts
    assert sum(value for value, _ in shifts) < 0.0005 * events, shifts


def test_nothing_jumps_at_a_table_of_eight(page: Page, server: Server) -> None:
    jumps(page, server)


def test_nothing_jumps_at_a_table_of_eight_on_a_phone(phone: Page, server: Server) -> None:
    jumps(phone, server)


def test_what_changes_is_seen_moving(lively: Page, server: Server) -> None:
    lively.add_init_script(MOVES)
    open_table(lively, server.url, "queendomino/2")
    play_until(lively, "['reveal', 'king', 'coin', 'dragon'].every((name) => window.moves.includes(name))")
    assert {"reveal", "king", "coin", "dragon"} <= set(lively.evaluate("window.moves"))
    expect(lively.locator(".flying-coin")).to_have_count(0)
    play_until(lively, "crownlands.play.step === 'place'")
    assert "glow" in lively.evaluate("document.getAnimations().map((animation) => animation.animationName)")


def test_the_end_is_counted_territory_by_territory_and_can_be_skipped(lively: Page, server: Server) -> None:
    lively.add_init_script(COUNTING)
    open_table(lively, server.url, "kingdomino/2")
    finish(lively)
    expect(lively.locator("h1")).to_have_text("Scoring the kingdoms")
    expect(lively.locator(".lit")).to_have_count(0)
    lively.evaluate("window.count.shift()()")
    expect(lively.locator(".lit")).not_to_have_count(0)
    lively.keyboard.press("Escape")
    expect(lively.locator(".place.first")).not_to_have_count(0)
    expect(lively.locator(".lit")).to_have_count(0)


def test_nothing_moves_for_those_who_want_no_motion(page: Page, server: Server) -> None:
    page.add_init_script(MOVES)
    open_table(page, server.url, "queendomino/2")
    play_until(page, reached("place", 3))
    assert page.evaluate("window.moves") == []
    running = "document.getAnimations().filter((a) => a.effect.getComputedTiming().duration > 0).length"
    assert page.evaluate(running) == 0


def test_title_icon_and_notification_tell_whose_turn_it_is(lively: Page, server: Server) -> None:
    lively.add_init_script(NOTES)
    open_table(lively, server.url, "kingdomino/4", people=1)
    settle(lively)
    assert lively.title().startswith("♛ Your turn")
    assert str(lively.locator('link[rel="icon"]').get_attribute("href")).endswith("icon-turn.svg")
    assert lively.evaluate("window.notes") == [], "whoever looks at the page needs no notification"
    # Somebody goes elsewhere. A browser without windows always says that it is looked at.
    lively.evaluate("document.hasFocus = () => false")
    play_until(lively, reached("place", 1))
    assert "Your turn" in lively.evaluate("window.notes")
