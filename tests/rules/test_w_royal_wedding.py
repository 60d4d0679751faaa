"""W1–W5: the Royal Wedding. H: house rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from crownlands.rules import Ruleset, RulesetError, Step, all_rulesets, apply, new_game, ranking, ruleset, scores
from crownlands.rules.events import Bribe, Build, Choose, Discard, Pass, Place, Reveal, Tax
from crownlands.rules.pieces import DOMINOES
from crownlands.rules.reasons import Code
from crownlands.rules.ruleset import OPTIONS, Opening, catalogue
from crownlands.rules.scoring import Standing, rank
from tests.helpers import at, board, claims, drawn_realm, game, realm, refused

ALL_W = [rules.name for rules in catalogue() if rules.family == "royal-wedding"]

# --- W1


@pytest.mark.parametrize("name", ALL_W)
def test_w1_lines_come_from_queendomino_and_kingdomino_in_turn(name: str) -> None:
    boxes: list[str] = []
    for before, event, _ in game(name):
        if isinstance(event, Reveal) and before.game == 1:
            [box] = {DOMINOES[domino].box for domino in event.dominoes}
            boxes.append(box)
    assert boxes == ["queendomino", "kingdomino"] * (ruleset(name).rounds // 2)


def test_w1_a_line_of_the_other_box_or_of_both_is_refused() -> None:
    state = at("royal-wedding/4", Step.REVEAL, kings=((0, 0), (1, 1), (2, 2), (3, 3)), round=0)
    assert refused(state, Reveal(("K1", "K2", "K3", "K4"))) is Code.WRONG_LINE
    assert refused(state, Reveal(("K1", "Q2", "Q3", "Q4"))) is Code.WRONG_LINE
    state = apply(state, Reveal(("Q1", "Q2", "Q3", "Q4")))
    second = at("royal-wedding/4", Step.REVEAL, line="Q1=0 Q2=1 Q3=2 Q4=3", round=0)
    assert refused(second, Reveal(("Q5", "Q6", "Q7", "Q8"))) is Code.WRONG_LINE
    assert apply(second, Reveal(("K1", "K2", "K3", "K4"))).step is Step.PLACE


@pytest.mark.parametrize("name", ALL_W)
def test_w1_all_of_queendominos_rules_hold(name: str) -> None:
    rules, queen = ruleset(name), ruleset("queendomino/4")
    assert (rules.phases, rules.ties, rules.slots) == (queen.phases, queen.ties, queen.slots)
    assert {(owner.coins, owner.knights_in_reserve) for owner in new_game(rules).realms} == {(7, 1)}


def test_w1_there_are_eight_colours() -> None:
    colours = ruleset("royal-wedding/8").colours
    assert len(set(colours)) == 8
    assert set(colours) == {*ruleset("kingdomino/4").colours, *ruleset("queendomino/4").colours}


# --- W2, W3, W4: set-ups


def check_set_up(name: str, realms: int, line: int, frame: int, rounds: int, removed: int) -> None:
    rules = ruleset(name)
    assert (len(rules.realms), rules.kings, rules.dominoes) == (realms, 1, 96)
    assert (rules.line, rules.frame, rules.rounds) == (line, frame, rounds)
    end = game(name)[-1][2].state
    assert len(end.removed) == removed * rounds
    assert end.undrawn == frozenset()


@pytest.mark.parametrize(("name", "removed"), [("royal-wedding/3", 1), ("royal-wedding/4", 0)])
def test_w2_three_and_four_players(name: str, removed: int) -> None:
    check_set_up(name, int(name[-1]), line=4, frame=7, rounds=24, removed=removed)


@pytest.mark.parametrize(
    ("name", "removed"),
    [("royal-wedding/5", 3), ("royal-wedding/6", 2), ("royal-wedding/7", 1), ("royal-wedding/8", 0)],
)
def test_w3_five_to_eight_players(name: str, removed: int) -> None:
    check_set_up(name, int(name[-1]), line=8, frame=5, rounds=12, removed=removed)


@pytest.mark.parametrize(("name", "removed"), [("royal-wedding/6+teams", 2), ("royal-wedding/8+teams", 0)])
def test_w4_teams(name: str, removed: int) -> None:
    check_set_up(name, ruleset(name).seats // 2, line=8, frame=7, rounds=12, removed=removed)


def test_w2_the_domino_unclaimed_by_three_is_removed_when_the_round_ends() -> None:
    state = at(
        "royal-wedding/3", Step.CHOOSE, line="Q7=1", next_line="K20=2 K21 K22=0 K23", board=board(*["statue"] * 3)
    )
    assert "K23" not in state.removed
    state = apply(state, Choose(1, "K21"))
    assert state.line == claims("K20=2 K21=1 K22=0")
    assert "K23" in state.removed


def test_w3_a_line_of_eight_leaves_three_for_the_box() -> None:
    state = at("royal-wedding/5", Step.CHOOSE, line="Q7=1", next_line="K1=0 K2 K3=2 K4 K5=3 K6 K7=4 K8")
    state = apply(state, Choose(1, "K8"))
    assert [claim.domino for claim in state.line] == ["K1", "K3", "K5", "K7", "K8"]
    assert {"K2", "K4", "K6"} <= set(state.removed)


@pytest.mark.parametrize("rules", list(all_rulesets()), ids=str)
def test_w4_rounds_times_kings_fill_the_frame_in_every_set_up(rules: Ruleset) -> None:
    assert rules.rounds * rules.kings * rules.team == (rules.frame**2 - 1) // 2


# --- W4 teams


@pytest.mark.parametrize("name", ["royal-wedding/6+teams", "royal-wedding/8+teams"])
def test_w4_partners_share_a_realm_and_each_has_a_king(name: str) -> None:
    rules = ruleset(name)
    assert rules.realms == tuple((2 * i, 2 * i + 1) for i in range(rules.seats // 2))
    assert [rules.realm_of(seat) for seat in range(rules.seats)] == [seat // 2 for seat in range(rules.seats)]
    assert rules.all_kings == tuple(range(rules.seats))
    assert len(new_game(rules).realms) == rules.seats // 2


@pytest.mark.parametrize(
    "name", ["royal-wedding/3", "royal-wedding/5", "royal-wedding/7", "kingdomino/4", "queendomino/4"]
)
def test_w4_teams_need_six_or_eight_players_of_the_wedding(name: str) -> None:
    with pytest.raises(RulesetError, match=r"\+teams is only possible in royal-wedding/6 or royal-wedding/8"):
        ruleset(f"{name}+teams")


def test_w4_whoevers_king_acts_decides_the_whole_turn_for_the_shared_realm() -> None:
    team = realm("Q46 1,0 2,0")
    state = at(
        "royal-wedding/6+teams",
        line="Q1=3 Q2=2 Q3=0 Q4=1 Q5=4 Q6=5",
        next_line="K1 K2 K3 K4 K5 K6 K7 K8",
        realms={1: team},
        board=board("statue", "guardtower", "church"),
    )
    assert (state.seat, state.realm) == (3, 1)
    for action in (Place(2, "Q1", ((-2, 0), (-1, 0))), Discard(2, "Q1")):
        assert refused(state, action) is Code.NOT_YOUR_TURN
    state = apply(state, Place(3, "Q1", ((-2, 0), (-1, 0))))
    assert refused(state, Tax(2, ((-1, 0),))) is Code.NOT_YOUR_TURN
    assert refused(state, Pass(2)) is Code.NOT_YOUR_TURN
    state = apply(state, Tax(3, ((-1, 0),)))
    assert state.realms[1].coins == 9
    assert refused(state, Build(2, 1, "guardtower", (1, 0))) is Code.NOT_YOUR_TURN
    state = apply(state, Build(3, 0, "statue", (1, 0)))
    assert refused(state, Bribe(2, 2, "church")) is Code.NOT_YOUR_TURN
    state = apply(state, Bribe(3, 2, "church"))
    assert refused(state, Choose(2, "K8")) is Code.NOT_YOUR_TURN
    state = apply(state, Choose(3, "K8"))
    assert (state.seat, state.realm, state.domino) == (2, 1, "Q2")
    state = apply(state, Place(2, "Q2", ((-2, 1), (-1, 1))))
    assert (state.step, state.seat) == (Step.BUILD, 2), "the team's only knight is used"
    assert state.realms[1].kingdom.dominoes().keys() == {"Q1", "Q2", "Q46"}
    assert [owner.coins for owner in state.realms] == [7, 8, 7]


def test_w4_towers_queen_score_and_victory_belong_to_the_team() -> None:
    first, second = realm("Q46 1,0 2,0"), realm("Q47 1,0 2,0", buildings={"1,0": "guardtower"})
    state = at(
        "royal-wedding/6+teams",
        Step.BUILD,
        line="Q1=1 Q2=2",
        next_line="K1 K2 K3=0 K4=3 K5=4 K6=5 K7 K8",
        realms={0: first, 1: second},
        board=board("guardtower"),
        queen=1,
    )
    state = apply(state, Build(1, 0, "guardtower", (2, 0)))
    assert state.queen == 0
    assert [owner.towers for owner in state.realms] == [2, 2, 0]
    assert len(scores(state)) == 3
    assert ranking(state).groups == ((0,), (1,), (2,))


# --- W5


@pytest.mark.parametrize("name", ALL_W)
def test_w5_one_king_a_player(name: str) -> None:
    rules = ruleset(name)
    assert rules.kings == 1
    assert rules.all_kings == tuple(range(rules.seats))


@pytest.mark.parametrize(
    "name", [name for name in ALL_W if "-king" not in name.partition("/")[2] and "top" not in name]
)
def test_w5_the_opening_is_kings_as_drawn(name: str) -> None:
    assert ruleset(name).opening is Opening.DRAWN


# --- H house rules


def test_h_options_are_named_and_off_by_default() -> None:
    assert list(OPTIONS) == [
        "mighty-duel",
        "lines-of-four",
        "teams",
        "one-court",
        "middle-kingdom",
        "harmony",
        "dynasty",
        "drawn",
        "any-king",
        "top-down",
        "there-and-back",
    ]
    for family, players in (("kingdomino", 4), ("queendomino", 4), ("royal-wedding", 8)):
        rules = ruleset(f"{family}/{players}")
        assert (rules.options, rules.middle_kingdom, rules.harmony, rules.games, rules.team) == ((), 0, 0, 1, 1)
    for option in OPTIONS.values():
        assert option.title
        assert option.text


@pytest.mark.parametrize("family", ["queendomino", "royal-wedding"])
@pytest.mark.parametrize("option", ["middle-kingdom", "harmony", "dynasty"])
def test_h_kingdominos_bonuses_may_be_switched_on_elsewhere(family: str, option: str) -> None:
    assert OPTIONS[option].home == ("kingdomino",)
    rules = ruleset(f"{family}/4+{option}")
    assert rules.options == (option,)
    assert (rules.middle_kingdom, rules.harmony, rules.games) == (
        10 * (option == "middle-kingdom"),
        5 * (option == "harmony"),
        3 if option == "dynasty" else 1,
    )


def test_h_bonuses_reach_by_the_frame_of_the_set_up() -> None:
    for name, drawing, points in (
        ("queendomino/2+middle-kingdom", "w w w C", 10),
        ("queendomino/4+middle-kingdom", "w w w C", 0),
        ("royal-wedding/6+teams+middle-kingdom", "w w w C", 10),
        ("royal-wedding/6+middle-kingdom", "w w w C", 0),
        ("royal-wedding/3+harmony", "w w w C", 5),
    ):
        assert scores(at(name, realms={0: drawn_realm(drawing)}))[0].points == points


@pytest.mark.parametrize("name", ["queendomino/4+dynasty", "royal-wedding/4+dynasty"])
def test_h_in_a_dynasty_of_these_crowns_break_no_tie(name: str) -> None:
    standings = [Standing(9, 4, 1), Standing(9, 4, 9), Standing(9, 5, 0), Standing(8, 9, 9)]
    assert rank(ruleset(name), standings).groups == ((2,), (0, 1), (3,))


def test_h_every_possible_combination_is_there_once() -> None:
    names = [rules.name for rules in all_rulesets()]
    assert max(Counter(names).values()) == 1
    assert len(names) == 440
    assert len(list(catalogue())) == 106


def test_h_harmony_adds_to_a_finished_game_only_where_nothing_was_discarded() -> None:
    end = game("queendomino/4")[-1][2].state
    house = scores(replace(end, ruleset=ruleset("queendomino/4+harmony")))
    for plain, with_harmony, owner in zip(scores(end), house, end.realms, strict=True):
        assert with_harmony.points - plain.points == (0 if owner.discarded else 5)
