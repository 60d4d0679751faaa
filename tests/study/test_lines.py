"""What a line is compared with: the best that was found, exactly where the end is solved; and why it is better."""

from __future__ import annotations

import pytest

from crownlands import core
from crownlands.notation import parse_event, replay
from crownlands.rules import Match, apply, legal_actions, scores
from crownlands.rules.events import Action
from crownlands.study import Reviewer, TurnReview, Value
from crownlands.study.grades import GOOD, INACCURACY, MISTAKE, cost_of, grade_of
from crownlands.study.likeness import is_symmetric, likeness, likeness_of
from crownlands.study.lines import count_choices, line_of
from crownlands.study.turns import after, foreseen
from crownlands.study.why import LEAST, MOST, WORTH, reasons
from tests.players.test_forecast import parts_of
from tests.study.games import LITTLE, record_of


def best_of_all(match: Match) -> tuple[float, float]:
    """What the acting realm gets by its best line, every line tried and every end solved."""
    realm, found = match.state.realm, []
    for first in legal_actions(match.state):
        after = match.apply(first)
        seconds = legal_actions(after.state) if after.state.turn == match.state.turn and not after.over else []
        lines: list[tuple[Action, ...]] = [(first, second) for second in seconds] or [(first,)]
        for line in lines:
            ended = core.solve_trials([line_of(match, line).table], "monarch", 10**9)
            assert ended
            found.append((ended.win[realm], ended.points[realm]))
    return max(found)


def test_where_the_end_is_solved_the_loss_is_exact() -> None:
    """Every line of the last turns, tried one by one, agrees with the review."""
    record = record_of("kingdomino/3")
    matches = list(replay(record))
    exact = [turn for turn in Reviewer(record, LITTLE).review().turns if turn.exact]
    assert 11 in {turn.round for turn in exact}
    assert len(exact) >= 3
    for turn in exact:
        best = best_of_all(matches[turn.ply])
        assert turn.best.win == best[0]
        assert turn.played.win + turn.loss.win == pytest.approx(best[0])
        assert turn.error == Value(0.0, 0.0)


def test_a_blunder_on_purpose_is_found() -> None:
    """A squire against one who does anything."""
    record = record_of("kingdomino/2", "blunders", ("squire", "random"))
    found = Reviewer(record, LITTLE).review()
    squire, chaos = (realm.performance or 0.0 for realm in found.realms)
    assert chaos > 2 * squire > 0
    assert found.realms[1].own.win < -0.2
    assert found.realms[1].own.points < -10 < found.realms[0].own.points
    lost = [turn for turn in found.turns if turn.loss.win > 0]
    assert all(turn.best != turn.played and turn.best.win > turn.played.win for turn in lost)
    assert all(turn.why == () or turn.why[0].amount > 0 for turn in found.turns)
    assert sum(bool(turn.why) for turn in lost) > len(lost) / 2
    assert all(len(turn.why) <= MOST for turn in found.turns)


def test_points_now_and_later_are_the_points_that_were_lost() -> None:
    record = record_of("kingdomino/2", "blunders", ("squire", "random"))
    matches = list(replay(record))
    turn = max(_blunders(), key=lambda turn: turn.loss.win)
    before = matches[turn.ply]
    played, best = (
        line_of(before, [parse_event(action) for action in line.actions]).match.state
        for line in (turn.played, turn.best)
    )
    now = scores(best)[turn.realm].laid - scores(played)[turn.realm].laid
    terms = {why.kind: why.amount for why in turn.why}
    assert terms
    if "points-now" in terms:
        assert terms["points-now"] == now
    if "later" in terms:
        assert terms["later"] == pytest.approx(turn.loss.points - now)
    assert all(WORTH[kind] * abs(amount) >= LEAST for kind, amount in terms.items())


def _blunders() -> list[TurnReview]:
    return list(Reviewer(record_of("kingdomino/2", "blunders", ("squire", "random")), LITTLE).review().turns)


def test_points_that_come_later_come_from_where_it_says() -> None:
    """Where the end is solved, that terrain or bonus gains more after the better line."""
    named = 0
    for name in ("blunders", "b"):
        record = record_of("kingdomino/2+harmony", name, ("squire", "random"))
        matches = list(replay(record))
        for turn in Reviewer(record, LITTLE).review().turns:
            for why in turn.why:
                assert why.part is None or why.kind == "later"
                if why.part is None or not turn.exact:
                    continue
                played, best = (
                    _still_gained(
                        line_of(matches[turn.ply], map(parse_event, line.actions)).match, turn.realm, why.part
                    )
                    for line in (turn.played, turn.best)
                )
                assert (best > played) == (why.amount > 0)
                named += 1
    assert named >= 3


def _still_gained(match: Match, realm: int, part: str) -> int:
    end = match if match.over else after(match, foreseen(match))
    return parts_of(scores(end.state)[realm])[part] - parts_of(scores(match.state)[realm])[part]


def test_nothing_speaks_for_a_line_that_is_the_same() -> None:
    match = list(replay(record_of("kingdomino/2")))[-8]
    assert reasons(match, match, 0, [0.0, 0.0]) == ()


def test_mirror_images_are_one_choice() -> None:
    """A domino beside a lonely castle: 24 placements, of which only a few differ."""
    record = record_of("kingdomino/2")
    matches = list(replay(record))
    ply = next(ply for ply, match in enumerate(matches) if match.state.step == "place")
    state = matches[ply].state
    places = legal_actions(state)
    alike = []
    for action in places:
        if likeness(state, action) not in alike:
            alike.append(likeness(state, action))
    assert is_symmetric(state.realms[state.realm])
    assert 2 <= len(alike) < len(places) / 4
    assert count_choices(matches[ply], record.events[ply : ply + 1]) == len(alike)
    after = [apply(state, action) for action in places]
    assert len({str(likeness_of(one, state.realm)) for one in after}) == len(alike)


def test_grades_go_from_best_to_blunder() -> None:
    nothing, sure = Value(0.0, 0.0), Value(0.001, 0.1)
    assert grade_of(nothing, nothing, 4) == "best"
    assert grade_of(Value(0.0, 3.0), nothing, 4) == "good", "points are not nothing"
    assert grade_of(Value(0.02, 1.0), Value(0.02, 1.0), 4) == "best", "not beyond noise"
    for most, grade, worse in (
        (GOOD, "good", "inaccuracy"),
        (INACCURACY, "inaccuracy", "mistake"),
        (MISTAKE, "mistake", "blunder"),
    ):
        assert grade_of(Value(most / 4 * 0.99, 1.0), sure, 4) == grade
        assert grade_of(Value(most / 4 * 1.01, 1.0), sure, 4) == worse
        assert grade_of(Value(most / 2 * 1.01, 1.0), sure, 2) == worse, "half of the win is more between two"


def test_points_count_where_no_win_can_be_lost() -> None:
    assert cost_of(Value(0.2, 1.0), 5) == 0.2
    assert cost_of(Value(0.0, 10.0), 5) == pytest.approx(0.3)
    assert cost_of(Value(0.0, 10.0), 7) < cost_of(Value(0.0, 10.0), 5)
    assert cost_of(Value(0.0, -4.0), 5) == 0.0
