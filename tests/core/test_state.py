"""The Python face of the core: numbers of actions, copies, errors, playouts, batches."""

from __future__ import annotations

import copy
import pickle
from array import array

import pytest

from crownlands import core
from crownlands.core import CoreError, IllegalAction, State, TextError, batch_random, decide, outcomes
from crownlands.rules import RulesetError
from crownlands.rules.ruleset import all_rulesets, catalogue, ruleset
from tests.core.lockstep import RULESETS


def at(name: str, step: str, seed: int = 1) -> State:
    """A state of this ruleset that waits for this step, reached by greedy play."""
    state = State(name)
    while state.step != step or (step == "choose" and state.round == 0):
        seed += 1
        play_greedily(state, seed)
    return state


def play_greedily(state: State, seed: int) -> None:
    """One event: chance by this seed, or what a squire does."""
    if state.chance:
        state.sample_chance(seed)
    else:
        state.apply(decide(state, "squire", seed))


def test_every_ruleset_has_its_canonical_name() -> None:
    assert [core.ruleset_name(name) for name in RULESETS] == list(RULESETS)
    assert core.ruleset_name("kingdomino/2+harmony+drawn+mighty-duel") == "kingdomino/2+mighty-duel+harmony"


@pytest.mark.parametrize("sign", [*map(chr, range(0x21)), "\x7f", "\x85", "\xa0", "\u2003", "\u3000", "\ufeff"])
def test_the_rules_and_the_core_allow_the_same_spaces_around_a_name(sign: str) -> None:
    name = f"{sign}kingdomino/4{sign}"
    try:
        assert core.ruleset_name(name) == "kingdomino/4"
    except CoreError:
        with pytest.raises(RulesetError):
            ruleset(name)
    else:
        assert ruleset(name).name == "kingdomino/4"


IMPOSSIBLE = """
kingdomino kingdomino/5 kingdomino/04 chess/2 kingdomino/4+mighty-duel kingdomino/2+harmony+harmony
kingdomino/2+drawn+any-king royal-wedding/7+teams kingdomino/4+nothing kingdomino/4+ +harmony /
"""


@pytest.mark.parametrize("name", ["", "kingdomino/4\0", *IMPOSSIBLE.split()])
def test_an_impossible_ruleset_is_refused(name: str) -> None:
    with pytest.raises(CoreError):
        State(name)


def test_states_are_small() -> None:
    assert State("kingdomino/4").size <= 1024
    assert max(State(rules.name).size for rules in all_rulesets()) <= 4096


@pytest.mark.parametrize("name", ["kingdomino/4", "kingdomino/2+mighty-duel", "queendomino/3", "royal-wedding/8+teams"])
def test_action_numbers_have_the_documented_closed_form(name: str) -> None:
    state = State(name)
    side, line = 2 * state.frame - 1, state.line
    cells = side * side
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    seed = 0
    while not state.over:
        seed += 1
        if state.chance:
            state.sample_chance(seed)
            continue
        for number, text in zip(state.legal(), state.legal_text(), strict=True):
            seat, verb, *rest = text.split()
            assert int(seat) == state.seat
            squares = [tuple(map(int, word.split(","))) for word in rest if "," in word]
            numbers = [(y + state.frame - 1) * side + x + state.frame - 1 for x, y in squares]
            if verb == "place":
                orientation = steps.index((squares[1][0] - squares[0][0], squares[1][1] - squares[0][1]))
                assert number == orientation * cells + min(numbers)
            elif verb == "discard":
                assert number == 4 * cells
            elif verb == "choose":
                assert 4 * cells < number <= 4 * cells + line
            elif verb == "pass":
                assert number == 4 * cells + 1 + line
            elif verb == "tax":
                assert number in range(4 * cells + 2 + line, 4 * cells + 5 + line)
            elif verb == "bribe":
                assert number == 4 * cells + 5 + line + int(rest[0])
            else:
                assert number == 4 * cells + 11 + line + int(rest[0]) * cells + numbers[0]
            assert number < state.action_count
        play_greedily(state, seed)
    assert state.action_count == (10 * cells + 11 + line if state.board else 4 * cells + 1 + line)


def test_a_copy_is_independent() -> None:
    state = at("queendomino/4", "build")
    text = state.position()
    for other in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other.position() == text
        other.apply(other.legal()[-1])
        assert other.position() != text
    assert state.position() == text


@pytest.mark.parametrize("action", [-1, 10**6, 2**70, -(2**70), 324, 333])
def test_a_wrong_action_number_is_refused_and_changes_nothing(action: int) -> None:
    state = at("kingdomino/4", "place")
    text = state.position()
    for attempt in (state.apply, state.action_text):
        with pytest.raises(IllegalAction):
            attempt(action)
    assert not state.is_legal(action)
    assert state.position() == text


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ("", TextError),
        ("0", TextError),
        ("0 dance", TextError),
        ("0 place K1 1,0", TextError),
        ("0 place K1 1,0 2,0 3,0", TextError),
        ("0 place K49 1,0 2,0", TextError),
        ("0 place K1 1,0 -0,0", TextError),
        ("kings", TextError),
        ("reveal K1 K2 K3 K4 K5 K6 K7 K8 K9", TextError),
        ("0 pass\n0 pass", TextError),
        ("0 pass", IllegalAction),
        ("99 pass", IllegalAction),
        ("reveal K1 K2 K3 K4", IllegalAction),
        ("buildings church", IllegalAction),
    ],
)
def test_a_wrong_event_is_refused_and_changes_nothing(event: str, error: type[Exception]) -> None:
    state = at("kingdomino/4", "place")
    text = state.position()
    with pytest.raises(error):
        state.apply_text(event)
    assert state.position() == text


def test_errors_say_where() -> None:
    with pytest.raises(TextError, match="line 3, column 7"):
        State.from_position("crownlands position 1\nruleset kingdomino/4\nround x\n")


def test_nobody_decides_before_chance_and_at_the_end() -> None:
    state = State("kingdomino/3")
    assert (state.seat, state.realm, state.legal(), state.chance) == (None, None, [], True)
    with pytest.raises(IllegalAction):
        decide(state, "squire", 1)
    state = at("kingdomino/3", "over")
    assert (state.seat, state.realm, state.legal(), state.over) == (None, None, [], True)
    with pytest.raises(IllegalAction):
        state.sample_chance(1)
    assert state.random_playout(1) == state.points()


@pytest.mark.parametrize("name", [rules.name for rules in catalogue()])
def test_greedy_play_beats_random_play(name: str) -> None:
    state = State(name)
    games = 12
    greedy = sum(map(sum, outcomes(state, "squire", range(games))))
    chance = sum(sum(state.random_playout(seed)) for seed in range(games))
    assert greedy > 1.2 * chance
    assert state.step == "reveal", "a playout leaves the state alone"


def test_playouts_depend_on_the_seed_only() -> None:
    state = at("royal-wedding/6+teams", "bribe")
    assert state.random_playout(7) == state.random_playout(7) != state.random_playout(8)
    one, two = (state.playouts(1000, seed=5, threads=threads, keep=True) for threads in (1, 3))
    assert one.points == two.points
    assert (one.means, one.wins, one.placements) == (two.means, two.wins, two.placements)


def test_a_batch_adds_up() -> None:
    batch = batch_random("kingdomino/3", 500, seed=2**80, threads=2, keep=True)
    points = array("h", batch.points)
    assert batch.games == 500
    assert batch.turns == 500 * 36
    assert len(points) == 500 * 3
    assert batch.means == pytest.approx([sum(points[realm::3]) / 500 for realm in range(3)])
    assert sum(batch.wins) == pytest.approx(500)


@pytest.mark.parametrize("arguments", [("kingdomino/4", 1, 1, -1), ("kingdomino/4", 1, 1, 2000), ("nothing", 1, 1, 1)])
def test_a_batch_with_wrong_arguments_is_refused(arguments: tuple[str, int, int, int]) -> None:
    with pytest.raises(CoreError):
        batch_random(*arguments)
    with pytest.raises(TypeError):
        batch_random("kingdomino/4", -1, 1)
    with pytest.raises(CoreError):
        batch_random("kingdomino/4", 2**60, 1, keep=True)


def test_both_instruction_sets_play_the_same_games() -> None:
    for name in ("kingdomino/4", "kingdomino/2+mighty-duel", "queendomino/4", "royal-wedding/4"):
        best, base = State(name), State(name, isa="base")
        assert base.isa == "base"
        assert best.playouts(200, seed=3, keep=True).points == base.playouts(200, seed=3, keep=True).points
    with pytest.raises(CoreError):
        State("kingdomino/4", isa="z80")
