"""People come to a table, talk, watch and meet again: two and three browsers, desks and touch phones."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.server.harness import Server
from tests.web.browser import listen, said
from tests.web.hands import choose_first, game_seq, settle
from tests.web.people import join, open_lobby, people, play_to_the_end


def test_play_now_asks_for_the_level_remembers_it_and_shows_it(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.click("[data-play=now]")
    page.select_option("[data-play-level]", "page")
    page.click("[data-play=kingdomino]")
    settle(page)
    expect(page.locator(".rival .name small").first).to_contain_text("bot, page")
    page.goto(server.url)
    page.click("[data-play=now]")
    expect(page.locator("[data-play-level]")).to_have_value("page")


def test_a_joiner_sits_at_once_and_the_lobby_says_who_is_there(
    browser: Browser, server: Server, problems: list[str]
) -> None:
    with people(browser, server, problems) as everybody:
        host, guest = everybody.desk(), everybody.phone()
        link = open_lobby(host, server, 3, bots=1)
        for fact, text in (("clock", "no limit"), ("hints", "after the game"), ("options", "none")):
            expect(host.locator(f"[data-fact={fact}]")).to_have_text(text)
        host.select_option("[data-level='2']", "knight")
        join(guest, link, "Bea")
        expect(host.locator("[data-seat='1'] b")).to_have_text("Bea")
        expect(host.locator("[data-note]")).to_have_text("Bea joined the table.")
        expect(guest.locator("[data-seat='2'] small")).to_have_text("bot, knight")
        expect(guest.locator("[data-pace]")).to_have_count(0)
        expect(host.locator(".lobby .lead")).to_have_text("Everyone’s here.")

        guest.close()
        expect(host.locator("[data-seat='1'] small")).to_have_text("away")
        expect(host.locator(".lobby .lead")).to_have_text("Not here yet: Bea")
        guest = everybody.reopen(guest)
        guest.goto(link)
        expect(guest.locator("[data-seat='1'] small")).to_have_text("you")
        expect(host.locator(".lobby .lead")).to_have_text("Everyone’s here.")
        guest.click("[data-leave]")
        expect(guest).to_have_url(f"{server.url}/")
        expect(host.locator("[data-seat='1'] b")).to_have_text("open")


def test_spectators_are_offered_nothing_that_they_would_be_refused(
    browser: Browser, server: Server, problems: list[str]
) -> None:
    with people(browser, server, problems) as everybody:
        host, onlooker = everybody.desk(), everybody.phone()
        open_lobby(host, server, 2)
        watch = host.locator(".invite input").nth(1).input_value()
        code = watch.rsplit("/", 1)[1]
        for path in (watch, f"{server.url}/t/{code}"):
            onlooker.goto(path)
            expect(onlooker.locator("[data-watching]")).to_be_visible()
            expect(onlooker.locator("[data-join]")).to_have_count(0)
            links = onlooker.locator(".invite input")
            expect(links).to_have_count(1)
            expect(links).to_have_value(f"{server.url}/watch/{code}")


def test_who_sends_a_note_away_takes_no_move_back(browser: Browser, server: Server, problems: list[str]) -> None:
    with people(browser, server, problems) as everybody:
        host, guest = everybody.desk(), everybody.desk()
        join(guest, open_lobby(host, server, 2), "Bea")
        host.click("[data-start]")
        placing = ".table[data-acting=true][data-step=place]"
        while not (acting := [page for page in (host, guest) if page.locator(placing).count()]):
            for page in (host, guest):
                if page.locator(".table[data-acting=true][data-step=choose] .slot-pick").count():
                    before = game_seq(page)
                    choose_first(page)
                    for each in (host, guest):
                        each.wait_for_function("n => window.crownlands.play.game_seq > n", arg=before)
        [player], [other] = acting, [page for page in (host, guest) if page not in acting]
        player.keyboard.press("b")
        player.keyboard.press("Enter")
        player.wait_for_selector(".table[data-acting=true][data-step=choose]")
        listen(player)
        other.evaluate("window.crownlands.send({ type: 'say', phrase: 'nice-move' })")
        expect(player.locator("[data-note]").last).to_contain_text("Nice move!")
        player.keyboard.press("Escape")
        expect(player.locator("[data-note]")).to_have_count(0)
        assert said(player) == []
        player.keyboard.press("Escape")
        player.wait_for_selector(placing)


def apart(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
    return beside or a["y"] >= b["y"] + b["height"] or b["y"] >= a["y"] + a["height"]


def test_talk_passes_by_and_never_hides_the_board(browser: Browser, server: Server, problems: list[str]) -> None:
    with people(browser, server, problems) as everybody:
        host, guest = everybody.desk(), everybody.phone()
        join(guest, open_lobby(host, server, 2), "Bea")
        host.click("[data-start]")
        for page in (host, guest):
            page.wait_for_selector(".table")
        for speaker, listener in ((host, guest), (guest, host)):
            speaker.get_by_role("button", name="Chat").click()
            assert apart(speaker.locator(".chat"), speaker.locator(".mine .board"))
            speaker.fill("#say", "Have fun!")
            speaker.press("#say", "Enter")
            note = listener.locator("[data-note]").last
            expect(note).to_contain_text("Have fun!")
            assert apart(note, listener.locator(".mine .board"))
            assert apart(note, listener.locator(".prompt"))
            speaker.keyboard.press("Escape")
            expect(speaker.locator(".chat")).to_have_count(0)
            speaker.get_by_role("button", name="Chat").click()
            speaker.click("[data-phrase=nice-move]")
            expect(speaker.locator(".chat")).to_have_count(0)
            expect(listener.locator("[data-note]").last).to_contain_text("Nice move!")
            listener.keyboard.press("Escape")
            expect(listener.locator("[data-note]")).to_have_count(0)


def test_a_rematch_against_bots_begins_at_once(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.click("[data-play=now]")
    page.select_option("[data-play-level]", "page")
    page.click("[data-play=kingdomino]")
    settle(page)
    first = page.url
    play_to_the_end(page)
    page.click("[data-rematch]")
    expect(page).not_to_have_url(first)
    page.wait_for_selector(".table[data-acting=true]")


def test_a_rematch_between_people_is_offered_on_every_page(
    browser: Browser, server: Server, problems: list[str]
) -> None:
    with people(browser, server, problems) as everybody:
        host, guest, onlooker = everybody.desk(), everybody.phone(), everybody.phone()
        join(guest, open_lobby(host, server, 2), "Bea")
        onlooker.goto(host.locator(".invite input").nth(1).input_value())
        host.click("[data-start]")
        for page in (host, guest, onlooker):
            page.wait_for_selector(".table")
        first = host.url
        play_to_the_end(host, guest)
        expect(guest.locator("[data-rematch]")).to_have_text("Offer a rematch")
        guest.click("[data-rematch]")
        expect(guest.locator(".lobby .lead")).to_have_text("Not here yet: Ada")
        expect(host.locator("[data-offer]")).to_contain_text("Bea offers a rematch.")
        host.locator("[data-offer] [data-rematch]").click()
        for page in (host, guest):
            page.wait_for_selector(".table")
        assert host.url.split("?")[0] == guest.url.split("?")[0] != first
        onlooker.click("[data-rematch]")
        expect(onlooker).to_have_url(re.compile("/watch/"))
        onlooker.wait_for_selector(".table")


def test_play_with_people_finds_a_table_and_home_shows_it_live(
    browser: Browser, server: Server, problems: list[str]
) -> None:
    with people(browser, server, problems) as everybody:
        one, two, home = everybody.desk(), everybody.phone(), everybody.desk()
        home.goto(server.url)
        home.wait_for_selector("h1")
        for page in (one, two):
            page.goto(server.url)
            page.click("[data-play=people]")
            page.select_option("[data-play-players]", "2")
            page.uncheck("[data-play-fill]")
        one.click("[data-play=royal-wedding]")  # not for two: three seats
        one.wait_for_selector("[data-pairing]")
        code = one.url.rsplit("/", 1)[1].split("?")[0]
        expect(home.locator(f"[data-open='{code}']")).to_contain_text("1 / 3")
        two.tap("[data-play=royal-wedding]")
        two.wait_for_selector("[data-pairing]")
        assert two.url.rsplit("/", 1)[1].split("?")[0] == code
        expect(home.locator(f"[data-open='{code}']")).to_contain_text("2 / 3")
        # With the last seat taken it begins by itself.
        home.locator(f"[data-open='{code}'] button").click()
        for page in (one, two, home):
            page.wait_for_selector(".table")


def test_a_table_that_waits_is_filled_up_with_bots_if_all_agree(
    browser: Browser, server: Server, problems: list[str]
) -> None:
    def soon(route: Route) -> None:
        route.continue_(post_data=json.dumps({**json.loads(route.request.post_data or "{}"), "fill_after": 1}))

    with people(browser, server, problems) as everybody:
        one, two = everybody.desk(), everybody.phone()
        for page in (one, two):
            page.route("**/api/pair", soon)
            page.goto(server.url)
            page.click("[data-play=people]")
            page.select_option("[data-play-players]", "4")
        one.uncheck("[data-play-fill]")
        for page in (one, two):
            page.click("[data-play=queendomino]")
            page.wait_for_selector("[data-pairing]")
        expect(one.locator("[data-pairing] p")).to_have_text("Would start with bots: 1 of 2")
        one.check("[data-agree]")
        for page in (one, two):
            page.wait_for_selector(".table")


def test_what_changed_since_my_last_turn_is_marked(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.click("[data-play=now]")
    page.click("[data-play=kingdomino]")
    for _ in range(3):
        settle(page)
        expect(page.locator(".prompt h1")).to_have_text(re.compile("^Your turn"))
        game_seq = page.evaluate("window.crownlands.play.game_seq")
        page.evaluate("window.crownlands.act(window.crownlands.play.legal[0])")
        page.wait_for_function("n => window.crownlands.play.game_seq > n && window.crownlands.myTurn", arg=game_seq)
    placed = page.evaluate("""() => {
        const { happened, mine } = window.crownlands;
        const last = happened.findLastIndex((h) => mine.includes(h.event.seat));
        return happened.slice(last + 1).filter((h) => h.event.type === 'place').length;
    }""")
    expect(page.locator(".rival .news")).to_have_count(2 * placed)
