"""The table as a picture: everything that lies there is drawn, with nothing that comes from elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import crownlands as cl
from crownlands import draw
from crownlands.draw.palette import GROUNDS, LIVERIES
from crownlands.draw.svg.art import SVG, drawings

TOKENS = Path(__file__).parents[2] / "web" / "src" / "styles" / "tokens.css"


def after(name: str, actions: int) -> cl.Game:
    game, bot = cl.Game(name, seed=4), cl.player("greedy")
    while actions and not game.over:
        game.push(bot.choose(game))
        actions -= 1
    return game


def used(svg: str) -> Counter[str]:
    """How often each drawing is used, outside of the drawings themselves."""
    root = ElementTree.fromstring(svg)
    inner = {id(element) for element in root.iterfind(f"{{{SVG}}}defs//*")}
    uses = (element for element in root.iter(f"{{{SVG}}}use") if id(element) not in inner)
    return Counter(element.attrib["href"].removeprefix("#cl-") for element in uses)


@pytest.mark.parametrize(
    ("name", "actions"),
    [
        ("kingdomino/2", 0),
        ("kingdomino/2", 9999),
        ("kingdomino/2+dynasty", 60),
        ("kingdomino/3+any-king", 0),
        ("queendomino/4", 110),
        ("royal-wedding/8+teams", 200),
    ],
)
def test_all_that_lies_on_the_table_is_in_the_picture(name: str, actions: int) -> None:
    game = after(name, actions)
    svg, state = game.svg(), game.state
    drawn = used(svg)
    squares = sum(len(realm.kingdom.squares) for realm in state.realms) + 2 * len((*state.line, *state.next_line))
    assert sum(count for name, count in drawn.items() if re.fullmatch(r"t-\w+-\d", name)) == squares
    assert sum(count for name, count in drawn.items() if name.startswith("castle")) == len(state.realms)
    kings = [*state.kings, *(claim for claim in (*state.line, *state.next_line) if claim.seat is not None)]
    assert sum(count for name, count in drawn.items() if name.startswith("king-")) == len(kings)
    tiles = [*(tile for tile in state.board.slots if tile), *(t for r in state.realms for t in r.buildings.values())]
    assert sum(count for name, count in drawn.items() if name.startswith("b-")) == len(tiles)
    assert drawn["dragon"] == bool(state.board.slots)
    assert drawn["crown-sign"] == len(game.winners)
    assert f"<title>{name} ·" in svg
    assert game.svg() == svg == game._repr_svg_()


@pytest.mark.parametrize(("name", "actions"), [("kingdomino/2", 20), ("royal-wedding/8+teams", 200)])
def test_a_picture_needs_nothing_else(name: str, actions: int) -> None:
    svg = after(name, actions).svg()
    named = re.findall(r' id="([^"]+)"', svg)
    assert len(named) == len(set(named))
    assert all(identity.startswith("cl-") for identity in named), "a page has ids of its own"
    assert set(re.findall(r'href="#([^"]+)"', svg)) == set(named), "all that is used, and nothing more"
    assert "var(" not in svg
    assert set(re.findall(r"https?://[^\"' ]+", svg)) == {SVG}


def test_every_drawing_has_a_name_of_its_own() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in Path(draw.__path__[0], "art").glob("*.svg"))
    names = re.findall(r'<(?:symbol|g|path) id="([^"]+)"', text)
    assert sorted(names) == sorted(drawings())


def test_the_drawings_have_the_same_grounds() -> None:
    terrain = Path(draw.__path__[0], "art", "terrain.svg").read_text(encoding="utf-8")
    for ground in GROUNDS.values():
        assert ground in terrain


def test_the_page_has_the_same_liveries() -> None:
    tokens = TOKENS.read_text(encoding="utf-8")
    for colour, livery in LIVERIES.items():
        [rule] = re.findall(rf"\.seat-{colour}\s*{{([^}}]*)}}", tokens)
        assert re.findall(r"#\w+", rule) == list(livery)
