"""Themes, rule by rule: positions made for one of them, and the same the other way round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from crownlands.game import Game
from crownlands.rules import State, Step
from crownlands.rules.events import Action, Bribe, Build, Choose, Pass, Place, Tax
from crownlands.rules.pieces import BOXES, Terrain
from crownlands.rules.state import Realm
from crownlands.study.puzzles import THEMES
from crownlands.study.themes import RULES, themes_of
from tests.helpers import at, board, claims, drawn_realm, realm

LINE = "K5=0 K20=1 K21=0 K22=1"


def themes(state: State, answer: Action, tempting: Action) -> set[str]:
    return set(themes_of(Game.of(state).match, (answer,), (tempting,)))


def test_every_theme_has_a_rule() -> None:
    assert tuple(RULES) == THEMES


def test_a_hole_is_filled_and_territories_are_joined() -> None:
    nook = realm("K3 1,-1 2,-1", "K4 1,1 2,1")
    state = at("kingdomino/2", line=LINE, next_line="K6 K7 K8 K9", realms={0: nook})
    fills, elsewhere = Place(0, "K5", ((1, 0), (2, 0))), Place(0, "K5", ((0, -2), (0, -1)))
    assert "hole" in themes(state, fills, elsewhere)
    assert "hole" not in themes(state, elsewhere, fills)
    assert "join" not in themes(state, fills, elsewhere)  # there is no crown
    crowned = next(d for d in BOXES["kingdomino"] if d.left.terrain is Terrain.FOREST and d.left.crowns)
    state = at("kingdomino/2", line=f"{crowned.name}=0 K47=1", next_line="K6 K7 K8 K9", realms={0: nook})
    joins, apart = Place(0, crowned.name, ((1, 0), (2, 0))), Place(0, crowned.name, ((0, -1), (0, -2)))
    assert "join" in themes(state, joins, apart)
    turned = Place(0, crowned.name, ((2, 0), (1, 0)))
    assert themes(state, joins, turned).isdisjoint({"hole", "join"})  # so does what tempts


def test_room_is_kept() -> None:
    state = at("kingdomino/2", line=LINE, next_line="K6 K7 K8 K9", realms={0: realm("K3 1,-1 2,-1", "K4 1,1 2,1")})
    spoils = Place(0, "K5", ((2, 0), (3, 0)))
    assert "room" in themes(state, Place(0, "K5", ((1, 0), (2, 0))), spoils)
    assert "room" not in themes(state, spoils, Place(0, "K5", ((1, 0), (2, 0))))


def test_room_is_kept_for_what_is_claimed() -> None:
    bay = drawn_realm(
        """
        w g g g g
        l2 . . C g
        g g g g g
        """
    )
    state = at("kingdomino/2", line="K2=0 K20=1 K7=0 K22=1", next_line="K6 K8 K9 K10", realms={0: bay})
    above, inside = Place(0, "K2", ((-3, -3), (-3, -2))), Place(0, "K2", ((-2, 0), (-1, 0)))
    assert "room" in themes(state, above, inside)  # the lakes would fit nowhere any more
    assert "room" not in themes(state, inside, above)
    theirs = replace(state, line=claims("K2=0 K20=1 K7=1 K22=1"))
    assert "room" not in themes(theirs, above, inside)


def test_the_better_place_is_kept_for_what_is_claimed() -> None:
    def position(drawing: str) -> State:
        return at("kingdomino/2", line="K2=0 K20=1 K7=0 K22=1", next_line="K6 K8", realms={0: drawn_realm(drawing)})

    above, inside = Place(0, "K2", ((0, -2), (0, -1))), Place(0, "K2", ((-2, 0), (-1, 0)))
    assert "room" in themes(position("g g g . g\nl2 . . C g\ng g g . g"), above, inside)
    assert "room" not in themes(position("l2 . . C"), above, inside)  # lakes grow on other sides as well


def test_the_castle_stays_in_the_middle() -> None:
    def position(name: str) -> State:
        return at(name, line="K2=0 K20=1 K21=0 K22=1", next_line="K6 K7 K8 K9", realms={0: realm("K1 1,0 2,0")})

    near, far = Place(0, "K2", ((0, 1), (0, 2))), Place(0, "K2", ((3, 0), (4, 0)))
    assert "middle" in themes(position("kingdomino/2+middle-kingdom"), near, far)
    assert "middle" not in themes(position("kingdomino/2+middle-kingdom"), far, near)
    assert "middle" not in themes(position("kingdomino/2"), near, far)


def test_a_domino_that_would_move_the_castle_is_not_chosen() -> None:
    """Lakes go on the left only, where the castle would not be in the middle any more."""
    shore = drawn_realm(
        """
        g g g g
        l g C w
        g g g g
        """
    )
    name, line = "kingdomino/2+middle-kingdom", "K5=0 K20=1 K21=0 K22=1"
    state = at(name, Step.CHOOSE, line=line, next_line="K1 K7 K9 K48", round=1, realms={0: shore})
    assert "middle" in themes(state, Choose(0, "K1"), Choose(0, "K7"))
    assert "middle" not in themes(state, Choose(0, "K7"), Choose(0, "K1"))
    assert "middle" not in themes(state, Choose(0, "K1"), Choose(0, "K48"))


def choosing(realms: Mapping[int, Realm], last: bool = False) -> State:
    return at(
        "kingdomino/2",
        Step.CHOOSE,
        line="K5=0 K20=1 K21=0 K22=1",
        next_line="K1 K8 K9 K48",
        round=5 if last else 1,
        realms=realms,
    )


def test_what_is_chosen_has_its_themes() -> None:
    low, high = Choose(0, "K1"), Choose(0, "K48")
    fields = drawn_realm("w2 w2 C")
    nothing = Realm()
    assert themes(choosing({0: nothing, 1: nothing}), low, high) == {"lower-number"}
    assert themes(choosing({0: nothing, 1: nothing}, last=True), low, high) == set()  # nobody chooses any more
    assert "crowns" in themes(choosing({0: fields, 1: nothing}), high, low)
    assert "crowns" not in themes(choosing({0: nothing, 1: nothing}), high, low)  # it brings more now, too
    wide = drawn_realm("w2 w2 w2 C")
    assert "deny" in themes(choosing({0: nothing, 1: wide}), low, high)
    assert "deny" not in themes(choosing({0: nothing, 1: fields}), low, high)  # the other one is as good for them
    assert "deny" not in themes(choosing({0: wide, 1: wide}), low, high)  # it brings more anyway
    assert "deny" not in themes(choosing({0: fields, 1: nothing}), low, high)


def test_towns_are_chosen() -> None:
    state = at("queendomino/2", Step.CHOOSE, line="Q1=0 Q47=1", next_line="Q6 Q48", round=1, realms={0: Realm()})
    assert "town" in themes(state, Choose(0, "Q48"), Choose(0, "Q6"))
    assert "town" not in themes(state, Choose(0, "Q6"), Choose(0, "Q48"))


def test_points_now_are_given_up() -> None:
    state = at("kingdomino/2", line="K2=0 K20=1", next_line="K6 K7 K8 K9", realms={0: drawn_realm("w1 w1 C")})
    takes, waits = Place(0, "K2", ((-4, 0), (-3, 0))), Place(0, "K2", ((0, 1), (0, 2)))
    assert "later" in themes(state, waits, takes)
    assert "later" not in themes(state, takes, waits)


def test_the_purse_has_its_themes() -> None:
    town = next(d for d in BOXES["queendomino"] if d.left.terrain is d.right.terrain is Terrain.TOWN)
    mine = realm(f"{town.name} 1,0 2,0", coins=9, knights=2)
    tiles = board("guardtower", "church")

    def position(step: Step) -> State:
        line = f"{town.name}=0 Q47=1"
        return at("queendomino/2", step, line=line, next_line="Q6 Q7", realms={0: mine}, board=tiles)

    twice, once = Tax(0, ((1, 0), (2, 0))), Tax(0, ((1, 0),))
    assert "tax-twice" in themes(position(Step.TAX), twice, once)
    assert "tax-twice" not in themes(position(Step.TAX), once, twice)
    assert "tax-twice" not in themes(position(Step.TAX), twice, twice)
    built, beside, passed = Build(0, 0, "guardtower", (1, 0)), Build(0, 0, "guardtower", (2, 0)), Pass(0)
    assert {"build", "queen"} <= themes(position(Step.BUILD), built, passed)
    assert themes(position(Step.BUILD), built, beside).isdisjoint({"build", "queen"})  # so does what tempts
    assert "save" in themes(position(Step.BUILD), passed, built)
    burnt, spared = Bribe(0, 0, "guardtower"), Bribe(0, 1, "church")
    assert "dragon" in themes(position(Step.BRIBE), burnt, passed)
    assert "dragon" in themes(position(Step.BRIBE), burnt, spared)
    assert "dragon" not in themes(position(Step.BRIBE), passed, burnt)
    assert "dragon" not in themes(position(Step.BRIBE), burnt, burnt)
