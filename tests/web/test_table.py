"""At the table: two browsers, lost connections, hot seat, taking back, reasons, typing, replay."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server.harness import Server
from tests.web.ahead import ahead
from tests.web.browser import DESKTOP, listen, open_table, said, watched
from tests.web.hands import PRIMARY, Finger, act_until, choose_first, finish, game_seq, settle


def test_two_clicks_from_home_to_a_game_against_bots(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.click("[data-play=now]")
    page.click("[data-play=kingdomino]")
    settle(page)
    expect(page.locator(".prompt h1")).to_have_text(re.compile("^Your turn"))
    assert page.title().startswith("♛")


def test_two_browsers_share_a_table_and_survive_a_closed_page_and_a_restart(
    browser: Browser, folder: Path, problems: list[str]
) -> None:
    server = Server(folder)
    server.start()
    try:
        one = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
        two = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
        host, guest = watched(one, [], server.url), watched(two, problems, server.url)
        host.goto(f"{server.url}/new")
        host.get_by_text("2", exact=True).click()
        host.locator(".seats select").nth(1).select_option("open")
        host.get_by_role("button", name="Open the table").click()
        host.wait_for_selector(".lobby")
        link = host.locator(".invite input").first.input_value()

        guest.goto(link)
        guest.click("[data-join]")
        expect(host.locator("[data-start]")).to_be_enabled()
        host.click("[data-start]")
        for page in (host, guest):
            page.wait_for_selector(".table")

        players = {True: host, False: guest}
        for _ in range(4):
            acting = next(page for page in players.values() if page.locator(".table[data-acting=true]").count())
            before = game_seq(acting)
            choose_first(acting)
            for page in players.values():
                page.wait_for_function("n => Number(document.querySelector('.table').dataset.gameSeq) > n", arg=before)
        logs = [page.locator(".log li").first.inner_text() for page in players.values()]
        assert logs[0] == logs[1], "both see the same last event"

        guest.close()
        guest = watched(two, problems, server.url)
        guest.goto(link)
        guest.wait_for_selector(".table")
        assert game_seq(guest) == game_seq(host), "the reopened page is where the game is"

        problems.clear()
        server.kill()
        expect(host.locator(".notice.bad")).to_be_visible()
        server.start()
        expect(host.locator(".notice.bad")).to_be_hidden()
        expect(guest.locator(".notice.bad")).to_be_hidden()
        expect(host.get_by_role("button", name="Reload")).to_have_count(0)
        acting = next(page for page in (host, guest) if page.locator(".table[data-acting=true]").count())
        before = game_seq(acting)
        acting.locator(PRIMARY).click()
        for page in (host, guest):
            page.wait_for_function("n => Number(document.querySelector('.table').dataset.gameSeq) > n", arg=before)
        problems.clear()  # refused connections while the server was away
        one.close()
        two.close()
    finally:
        server.stop()


def test_a_server_of_another_version_offers_a_reload(browser: Browser, folder: Path) -> None:
    server = Server(folder)
    server.start()
    try:
        context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
        page = watched(context, [], server.url)
        open_table(page, server.url, "kingdomino/2")
        settle(page)
        reload = page.locator(".notice").get_by_role("button", name="Reload")
        server.stop()
        server.start(version="999.0")
        expect(reload).to_be_visible()
        before = game_seq(page)
        reload.click()
        expect(reload).to_be_hidden()
        settle(page)
        assert game_seq(page) == before, "the game is where it was"
        context.close()
    finally:
        server.stop()


def test_two_people_at_one_device_take_turns(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/2", people=2)
    seen = set()
    for _ in range(6):
        settle(page)
        before = game_seq(page)
        seen.add(page.locator(".prompt h1").inner_text().split(":")[0])
        if page.locator(".slot-pick").count():
            choose_first(page)
        else:
            page.locator(PRIMARY).click()
        page.wait_for_function("n => Number(document.querySelector('.table').dataset.gameSeq) > n", arg=before)
    assert seen == {"P", "P 2"}


def placed(page: Page, server: Server) -> None:
    """A table where the first domino has just been placed, and can be taken back."""
    open_table(page, server.url, "kingdomino/4")
    act_until(page, "place")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    page.wait_for_selector(".table[data-step=choose][data-acting=true]")


def test_an_action_can_be_taken_back_until_somebody_else_acts(page: Page, server: Server) -> None:
    placed(page, server)
    assert page.locator(".board .tiles > g.fresh, .board .tiles > g").count() >= 2
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(".table[data-step=place][data-acting=true]")
    assert page.evaluate("window.crownlands.play.state.realms[0].squares.length") == 0


def test_who_presses_twice_takes_one_action_back(page: Page, server: Server) -> None:
    placed(page, server)
    listen(page)
    page.evaluate(
        """() => {
            const escape = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
            document.body.dispatchEvent(escape());
            document.body.dispatchEvent(escape());
        }"""
    )
    assert said(page) == ["take-back"]
    page.wait_for_selector(".table[data-step=place][data-acting=true]")


def test_a_key_that_closes_a_sheet_takes_nothing_back(page: Page, server: Server) -> None:
    placed(page, server)
    before = game_seq(page)
    for opener in (".people-tool", ".score .total"):
        page.locator(opener).first.click()
        expect(page.locator("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        assert game_seq(page) == before
    page.keyboard.press("Escape")
    page.wait_for_selector(".table[data-step=place][data-acting=true]")


def test_keys_do_the_same_on_a_keyboard_of_another_script(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/4")
    act_until(page, "place")
    board, turn = page.locator(".board-in"), page.get_attribute(".board-in", "data-turn") or "0"
    press = """([key, code]) => document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))"""
    page.evaluate(press, ["\u0438", "KeyB"])  # as Russian keyboards have it
    expect(page.locator(".board [tabindex='0']")).to_be_focused()
    page.evaluate(press, ["\u043a", "KeyR"])
    expect(board).to_have_attribute("data-turn", str((int(turn) + 1) % 4))
    page.evaluate(press, ["\u0440", "KeyH"])
    expect(page.locator(".hints")).to_be_visible()


def test_no_part_of_the_score_is_cut_in_two(page: Page, server: Server) -> None:
    open_table(page, server.url, "queendomino/2", level="page", name="Annemarie-Luise")
    ahead(page, "play.state.round >= 6 && play.state.realms[0].terms.filter((term) => term.points > 0).length > 3")
    chips = page.locator(".score .chips")
    expect(chips.locator(".chip")).to_have_count(4)
    cut = chips.evaluate(
        """(list) => {
            const { left, right, bottom } = list.getBoundingClientRect();
            const boxes = [...list.children].map((chip) => chip.getBoundingClientRect());
            return boxes.filter((box) => box.top < bottom && (box.left < left - 1 || box.right > right + 1)).length;
        }"""
    )
    assert cut == 0


def test_with_forced_colours_what_is_chosen_and_next_differs_from_the_rest(page: Page, server: Server) -> None:
    page.emulate_media(forced_colors="active")

    def grounds(selector: str) -> list[str]:
        look = "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
        found: list[str] = page.locator(selector).evaluate_all(look)
        return found

    def differs(chosen: str, rest: str) -> None:
        expect(page.locator(chosen)).not_to_have_count(0)
        assert not set(grounds(chosen)) & set(grounds(rest)), chosen

    page.goto(f"{server.url}/new")
    expect(page.locator(".number")).not_to_have_count(0)
    differs(".number :checked + span", ".number :not(:checked) + span")
    page.goto(f"{server.url}/scorepad")
    differs(".choice [aria-pressed=true]", ".choice [aria-pressed=false]")
    open_table(page, server.url, "queendomino/2")
    act_until(page, "place")
    differs(".steps .now", ".steps li:not(.now)")
    differs(".lines .slot.now", ".lines .slot:not(.now)")


def test_an_illegal_spot_says_why_in_words(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/4")
    act_until(page, "place")
    corner = page.locator('.board [data-cell="-4,-4"]').bounding_box()
    assert corner is not None
    page.mouse.move(corner["x"] + 10, corner["y"] + 10)
    page.mouse.click(corner["x"] + 10, corner["y"] + 10)
    expect(page.locator(".board .tip")).to_contain_text("Neither half touches matching terrain or the castle.")
    expect(page.locator(PRIMARY)).to_be_disabled()
    castle = page.locator('.board [data-cell="0,0"]').bounding_box()
    assert castle is not None
    page.keyboard.press("b")
    x, y = map(int, str(page.evaluate("document.activeElement.dataset.cell")).split(","))
    for key, by in (("ArrowRight", -x), ("ArrowDown", -y)):
        for _ in range(abs(by)):
            page.keyboard.press(key if by > 0 else {"ArrowRight": "ArrowLeft", "ArrowDown": "ArrowUp"}[key])
    expect(page.locator(".board .tip")).to_contain_text("That spot is already covered.")


def test_every_square_says_what_it_is_when_pointed_at_tapped_or_focused(phone: Page, server: Server) -> None:
    open_table(phone, server.url, "kingdomino/4")
    act_until(phone, "choose", hands=Finger(phone))
    x, y, terrain = phone.evaluate(
        "(({ x, y, terrain }) => [x, y, terrain])(crownlands.play.state.realms[0].squares[0])"
    )
    square = phone.locator(f'.board [data-cell="{x},{y}"]')
    says = re.compile(rf"{terrain}.* · \d × \d = \d", re.IGNORECASE)
    square.tap()
    expect(phone.locator(".legend")).to_have_text(says)
    phone.locator(".prompt").tap()
    square.focus()
    expect(phone.locator(".legend")).to_have_text(says)
    expect(square).to_have_attribute("aria-label", re.compile(terrain, re.IGNORECASE))


def test_a_second_tab_is_harmless(page: Page, context: BrowserContext, server: Server, problems: list[str]) -> None:
    open_table(page, server.url, "kingdomino/2")
    settle(page)
    second = watched(context, problems, server.url)
    second.goto(page.url)
    settle(second)
    assert game_seq(second) == game_seq(page)
    before = game_seq(page)
    # Both act on the same position: one wins, the other one just follows.
    for tab in (page, second):
        tab.evaluate("window.act = { type: 'act', seq: crownlands.seq, action: crownlands.play.legal[0] }")
    for tab in (page, second):
        tab.evaluate("crownlands.send(window.act)")
    for tab in (page, second):
        settle(tab, before)
    assert game_seq(second) == game_seq(page)
    refusals = [tab.evaluate("crownlands.refusal?.code ?? null") for tab in (page, second)]
    assert sorted(refusals, key=str) in ([None, None], [None, "behind"]), "who was too late is told, nobody is stuck"


def test_moves_can_be_typed(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/4")
    settle(page)
    before = game_seq(page)
    page.fill("#typed", "place K1 9,9 9,8")
    page.press("#typed", "Enter")
    expect(page.locator(".type .bad")).to_contain_text("isn’t possible now")
    domino = page.locator(".slot-pick").first.get_attribute("data-domino")
    page.fill("#typed", f"choose {domino}")
    page.press("#typed", "Enter")
    page.wait_for_function("n => Number(document.querySelector('.table').dataset.gameSeq) > n", arg=before)


def test_a_replay_steps_jumps_and_links_to_a_moment(page: Page, server: Server, folder: Path) -> None:
    code = open_table(page, server.url, "kingdomino/2")
    finish(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    record = folder / "game.txt"
    download.value.save_as(record)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".player")
    page.get_by_role("button", name="One step forward").click()
    page.get_by_role("button", name="One round forward").click()
    expect(page.locator(".rounds")).to_contain_text("Round 1 of 6")
    page.goto(f"{server.url}/replay/{code}?ply=30&view=1")
    expect(page.locator(".scrub")).to_contain_text("30 /")
    assert "ply=30" in page.url
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator(".place")).to_have_count(2)

    page.goto(f"{server.url}/replay")
    page.set_input_files("input[type=file]", record)
    page.wait_for_selector(".player")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".prompt h1")).to_have_text("The game is over")


def test_a_rematch_seats_the_same_people_at_a_new_table(page: Page, server: Server) -> None:
    code = open_table(page, server.url, "kingdomino/2")
    finish(page)
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(re.compile(r"/t/(?!" + code + ")"))
    expect(page.locator(".lobby [data-start], .table")).not_to_have_count(0)


def test_spectators_watch_and_cannot_act(page: Page, browser: Browser, server: Server, problems: list[str]) -> None:
    open_table(page, server.url, "kingdomino/2")
    settle(page)
    watch = page.evaluate("JSON.parse(localStorage.getItem('crownlands.tables'))[0].tokens.watch")
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
    onlooker = watched(context, problems, server.url)
    onlooker.goto(f"{server.url}/watch/{watch}")
    onlooker.wait_for_selector(".table")
    expect(onlooker.locator(PRIMARY)).to_have_count(0)
    expect(onlooker.locator(".badge")).to_contain_text("spectating")
    context.close()


def test_names_of_both_partners_stand_by_their_board_for_spectators_too(
    page: Page, browser: Browser, server: Server, problems: list[str]
) -> None:
    open_table(page, server.url, "royal-wedding/6+teams", name="Ada")
    settle(page)
    watch = page.evaluate("JSON.parse(localStorage.getItem('crownlands.tables'))[0].tokens.watch")
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
    onlooker = watched(context, problems, server.url)
    onlooker.goto(f"{server.url}/watch/{watch}")
    onlooker.wait_for_selector(".table")
    expect(page.locator(".score .whose")).to_have_text(re.compile(r"^\s*Ada and \w+"))
    expect(onlooker.locator(".score .whose")).to_have_text(re.compile(r"^\s*\w+ and \w+"))
    context.close()


def test_a_table_that_does_not_exist_is_said_so(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/t/nosuchtable22")
    expect(page.locator("h1")).to_have_text("Nothing here")


def test_bonuses_stand_beside_the_score_and_kings_come_one_at_a_time(page: Page, server: Server) -> None:
    open_table(page, server.url, "kingdomino/2+middle-kingdom+harmony", people=2)
    expect(page.locator(".score .total")).to_have_text(re.compile("^0 "))
    expect(page.locator(".score .reach")).to_have_text(re.compile(r"\+10.*\+5", re.DOTALL))
    for chosen in range(3):
        kings = page.locator(".log li", has_text=re.compile("king drawn", re.IGNORECASE))
        expect(kings).to_have_count(chosen + 1)
        before = game_seq(page)
        page.locator(".slot-pick").first.click()
        page.locator(PRIMARY).click()
        page.wait_for_function("n => Number(document.querySelector('.table').dataset.gameSeq) > n", arg=before)
    expect(page.locator(".score .total")).to_have_text(re.compile("^0 "))
