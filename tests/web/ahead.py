"""Getting on in a game quickly: the page's own store acts for the person, so that a test begins where it matters."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# Takes what brings most at once. Stops before the first own step that `there` says yes to, or when the game is over.
_AHEAD = """async (there) => {
    const enough = new Function('play', 'store', `return ${there}`);
    const store = window.crownlands;
    const until = (done) => new Promise((go) => {
        const look = () => (done() ? go() : setTimeout(look, 5));
        look();
    });
    const value = (play, action, i) => {
        if (action.type === 'pass') return 0.5;
        if (action.type === 'choose') {
            const spots = store.preview.spots[action.domino] ?? [];
            return Math.max(-1, ...spots.map((spot) => spot.points));
        }
        const { points, coins } = store.preview.worth[i];
        return points + coins / 2 + (action.type === 'build' ? 3 : 0);
    };
    for (;;) {
        await until(() => store.play && (store.play.state.over ||
            (store.myTurn && !store.pending && store.preview?.game_seq === store.play.game_seq)));
        const { play } = store;
        if (play.state.over || enough(play, store)) return !play.state.over;
        const best = play.legal.map((action, i) => [value(play, action, i), i]).sort((a, b) => b[0] - a[0])[0][1];
        store.act(play.legal[best]);
        await until(() => store.play.game_seq !== play.game_seq);
    }
}"""


def ahead(page: Page, there: str) -> None:
    """Until this is true of `play` before an own step."""
    found: Any = page.evaluate(_AHEAD, there)
    assert found, f"the game is over and {there} was never true"


def to_the_end(page: Page) -> None:
    page.evaluate(_AHEAD, "false")
    page.wait_for_selector(".result")
