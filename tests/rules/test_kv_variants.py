"""KV1–KV5: the variants of Kingdomino, and which may be combined."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crownlands.rules import IllegalEvent, Match, RulesetError, Step, new_match, ruleset, scores
from crownlands.rules.events import Choose, Kings, Reveal
from crownlands.rules.reasons import Code
from crownlands.rules.scoring import BonusTerm, Standing, rank
from crownlands.rules.state import Realm
from tests.helpers import after, at, claims, drawn_realm, game


def bonus(name: str, owner: Realm) -> dict[str, int]:
    terms = scores(at(name, realms={0: owner}))[0].terms
    return {term.kind: term.points for term in terms if isinstance(term, BonusTerm)}


# --- KV1 Dynasty


@pytest.mark.parametrize("name", ["kingdomino/4+dynasty", "kingdomino/2+mighty-duel+dynasty", "kingdomino/3+dynasty"])
def test_kv1_a_dynasty_is_three_games_in_a_row(name: str) -> None:
    kings = [before.game for before, event, _ in game(name) if isinstance(event, Kings)]
    assert kings == [number for number in (1, 2, 3) for _ in ruleset(name).all_kings]
    assert ruleset(name).games == 3
    matches = [following for _, _, following in game(name)]
    assert [match.game for match in matches if match.state.over] == [1, 2, 3]
    assert [match.over for match in matches if match.state.over] == [False, False, True]


def test_kv1_points_of_all_three_games_are_summed() -> None:
    ends = [following for _, _, following in game("kingdomino/3+dynasty") if following.state.over]
    finals = [scores(end.state) for end in ends]
    for realm in range(3):
        total = ends[-1].totals()[realm]
        assert total.points == sum(final[realm].points for final in finals)
        assert total.largest == sum(final[realm].standing.largest for final in finals)
        assert total.crowns == sum(final[realm].standing.crowns for final in finals)
    assert ends[-1].ranking() == rank(ruleset("kingdomino/3+dynasty"), ends[-1].totals())


def match_with(earlier: tuple[tuple[int, int, int], tuple[int, int, int]], *drawings: str) -> Match:
    state = at("kingdomino/2+dynasty", Step.OVER, round=6, realms=dict(enumerate(map(drawn_realm, drawings))))
    return Match(state, 3, tuple(Standing(*standing) for standing in earlier))


def test_kv1_most_points_in_all_win_even_without_the_last_game() -> None:
    match = match_with(((50, 4, 4), (10, 4, 4)), "w1 C", "w3 w w C")
    assert match.totals() == (Standing(51, 5, 5), Standing(19, 7, 7))
    assert match.ranking().groups == ((0,), (1,))
    assert match.ranking().decided == ("points",)


def test_kv1_a_tie_goes_to_the_summed_largest_territories() -> None:
    match = match_with(((20, 9, 3), (20, 4, 9)), "w1 w C f", "w2 C f f")
    assert [total.points for total in match.totals()] == [22, 22]
    assert match.ranking() == (((0,), (1,)), ("largest-territory",))


def test_kv1_then_to_the_summed_crowns_then_it_is_shared() -> None:
    match = match_with(((20, 9, 3), (20, 9, 9)), "w1 w C f", "w2 C f f")
    assert match.ranking() == (((1,), (0,)), ("crowns",))
    shared = match_with(((20, 9, 4), (20, 9, 3)), "w1 w C f", "w2 C f f")
    assert shared.ranking() == (((0, 1),), ())


def test_kv1_the_next_game_starts_afresh_with_the_sums_kept() -> None:
    end = next(following for _, _, following in game("kingdomino/4+dynasty") if following.state.over)
    following = end.upcoming()
    assert following.game == 2
    assert following.earlier == end.totals()
    assert following.state == new_match(end.ruleset).state
    assert following.totals() == end.totals()
    started = end.apply(Reveal(("K1", "K2", "K3", "K4")))
    assert (started.game, started.state.step, started.earlier) == (2, Step.KINGS, end.totals())


def test_kv1_a_finished_match_and_a_running_game_stay_what_they_are() -> None:
    *_, (_, _, end) = game("kingdomino/4+dynasty")
    assert end.upcoming() is end
    with pytest.raises(IllegalEvent) as error:
        end.apply(Reveal(("K1", "K2", "K3", "K4")))
    assert error.value.reason.code is Code.GAME_OVER
    running = game("kingdomino/4+dynasty")[5][2]
    assert running.upcoming() is running


def test_kv1_one_game_is_a_match_of_one() -> None:
    *_, (_, _, end) = game("kingdomino/4")
    assert end.over
    assert end.totals() == tuple(score.standing for score in scores(end.state))


# --- KV2 Middle Kingdom


def test_kv2_kv3_bonuses_stand_beside_what_lies_on_the_board() -> None:
    name = "kingdomino/4+middle-kingdom+harmony"
    realms = {0: Realm(), 1: drawn_realm("w1 w C"), 2: drawn_realm("w1 w w C"), 3: Realm(discarded=("K1",))}
    found = scores(at(name, realms=realms))
    assert [(score.laid, [bonus.points for bonus in score.bonuses]) for score in found] == [
        (0, [10, 5]),
        (2, [10, 5]),
        (3, [0, 5]),
        (0, [10, 0]),
    ]
    assert [score.points for score in found] == [15, 17, 8, 10], "as if the game ended now"


@pytest.mark.parametrize(
    ("drawing", "points"),
    [
        ("w w C w w", 10),
        ("w C w w w", 0),
        ("C w w w w", 0),
        ("w\nw\nC\nw\nw", 10),
        ("w\nC\nw\nw\nw", 0),
        ("C .", 10),
        ("w w C . .", 10),
    ],
)
def test_kv2_ten_points_if_no_square_is_further_than_two_from_the_castle(drawing: str, points: int) -> None:
    assert bonus("kingdomino/4+middle-kingdom", drawn_realm(drawing)) == {"middle-kingdom": points}


@pytest.mark.parametrize(
    ("drawing", "points"), [("w w w C w", 10), ("w w w w C", 0), ("w\nw\nw\nC", 10), ("C\nw\nw\nw\nw", 0)]
)
def test_kv2_three_in_a_seven_frame(drawing: str, points: int) -> None:
    assert bonus("kingdomino/2+mighty-duel+middle-kingdom", drawn_realm(drawing)) == {"middle-kingdom": points}


def test_kv2_an_incomplete_kingdom_can_earn_it() -> None:
    owner = drawn_realm("w w C . w", discarded=("K4",))
    assert bonus("kingdomino/4+middle-kingdom", owner) == {"middle-kingdom": 10}


def test_kv2_the_bonus_is_part_of_the_score() -> None:
    owner = drawn_realm("w1 w C . .")
    assert [
        scores(at(name, realms={0: owner}))[0].points for name in ("kingdomino/4", "kingdomino/4+middle-kingdom")
    ] == [
        2,
        12,
    ]
    assert bonus("kingdomino/4", owner) == {}


# --- KV3 Harmony


def test_kv3_five_points_without_a_discarded_domino() -> None:
    whole = drawn_realm("w1 w C . .")
    assert bonus("kingdomino/4+harmony", whole) == {"harmony": 5}
    assert bonus("kingdomino/4+harmony", replace(whole, discarded=("K1",))) == {"harmony": 0}
    assert scores(at("kingdomino/4+harmony", realms={0: whole}))[0].points == 7


def test_kv3_both_bonuses_add_up() -> None:
    assert bonus("kingdomino/4+harmony+middle-kingdom", drawn_realm("w1 w C . .")) == {
        "middle-kingdom": 10,
        "harmony": 5,
    }


# --- KV4 Mighty Duel


def test_kv4_the_mighty_duel_is_two_players_all_48_dominoes_and_seven_by_seven() -> None:
    rules = ruleset("kingdomino/2+mighty-duel")
    assert (rules.seats, rules.kings, rules.dominoes, rules.line, rules.frame, rules.rounds) == (2, 2, 48, 4, 7, 12)
    end = game("kingdomino/2+mighty-duel")[-1][2].state
    assert end.undrawn == frozenset()
    assert [len(owner.kingdom.dominoes()) + len(owner.discarded) for owner in end.realms] == [24, 24]


@pytest.mark.parametrize("name", ["kingdomino/3", "kingdomino/4", "queendomino/2", "royal-wedding/4"])
def test_kv4_the_mighty_duel_is_only_for_two(name: str) -> None:
    with pytest.raises(RulesetError, match=r"\+mighty-duel is only possible in kingdomino/2"):
        ruleset(f"{name}+mighty-duel")


# --- KV5 lines of four for three


def test_kv5_three_players_draw_lines_of_four_from_all_48() -> None:
    rules = ruleset("kingdomino/3+lines-of-four")
    assert (rules.seats, rules.kings, rules.dominoes, rules.line, rules.frame, rules.rounds) == (3, 1, 48, 4, 5, 12)


def test_kv5_the_unclaimed_domino_is_removed_each_round() -> None:
    state = at("kingdomino/3+lines-of-four", Step.CHOOSE, line="K7=1", next_line="K20=2 K21 K22=0 K23")
    state = after(state, Choose(1, "K21"))
    assert state.line == claims("K20=2 K21=1 K22=0")
    assert "K23" in state.removed
    end = game("kingdomino/3+lines-of-four")[-1][2].state
    assert len(end.removed) == 12
    for before, event, following in game("kingdomino/3+lines-of-four"):
        if isinstance(event, Reveal) and before.state.line:
            assert len(following.state.removed) == following.state.round


@pytest.mark.parametrize("name", ["kingdomino/2", "kingdomino/4", "queendomino/3", "royal-wedding/3"])
def test_kv5_lines_of_four_are_only_for_three(name: str) -> None:
    with pytest.raises(RulesetError, match=r"\+lines-of-four is only possible in kingdomino/3"):
        ruleset(f"{name}+lines-of-four")


def test_kv5_variants_combine_freely() -> None:
    rules = ruleset("kingdomino/3+top-down+dynasty+harmony+middle-kingdom+lines-of-four")
    assert rules.name == "kingdomino/3+lines-of-four+middle-kingdom+harmony+dynasty+top-down"
    assert (rules.line, rules.middle_kingdom, rules.harmony, rules.games, rules.opening) == (4, 10, 5, 3, "top-down")
