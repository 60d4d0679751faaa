"""Players: always legal, the same again for the same seed, and greedy is clearly better than random."""

from __future__ import annotations

import pytest

from crownlands.game import Game
from crownlands.players import make_player, play
from crownlands.players.seeds import player_seed
from crownlands.rules import CrownlandsError, State, apply, legal_actions, new_game, ruleset
from crownlands.rules.events import Bribe, Choose, Kings, Pass, Place, Reveal, Tax
from tests.players.rulesets import RULESETS


def played(name: str, seed: str, *bots: str) -> Game:
    """A whole match between these bots; the last one takes all seats that are left."""
    game = Game(name, seed=seed)
    seats = [bots[min(seat, len(bots) - 1)] for seat in range(game.ruleset.seats)]
    return play(game, [make_player(bot, player_seed(bot, seed, 1, seat)) for seat, bot in enumerate(seats)])


@pytest.mark.parametrize("player", ["greedy", "random"])
@pytest.mark.parametrize("name", RULESETS)
def test_a_player_finishes_a_game_of_every_kind_with_legal_actions_only(name: str, player: str) -> None:
    assert played(name, "legal", player).over


@pytest.mark.parametrize("player", ["greedy", "random"])
@pytest.mark.parametrize("name", ["kingdomino/4", "queendomino/2"])
def test_a_player_does_the_same_again_for_the_same_seed(name: str, player: str) -> None:
    assert played(name, "again", player).events == played(name, "again", player).events


def test_random_players_differ_by_their_seeds() -> None:
    assert played("kingdomino/2", "1", "random").events != played("kingdomino/2", "2", "random").events


def test_the_random_player_reaches_every_legal_action() -> None:
    game, player = Game("kingdomino/4", seed="1"), make_player("random", "1")
    assert {player.choose(game) for _ in range(200)} == set(game.legal)


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(CrownlandsError, match=r"no player 'deep-blue'.*greedy.*random"):
        make_player("deep-blue", "1")


def wins(name: str, games: int) -> float:
    """How many realms of greedy players win against random ones, from every side."""
    rules = ruleset(name)
    won = 0.0
    for number in range(games):
        greedy = number % len(rules.realms)
        bots = tuple("greedy" if rules.realm_of(seat) == greedy else "random" for seat in range(rules.seats))
        winners = played(name, f"match-{number}", *bots).winners
        won += (greedy in winners) / len(winners)
    return won / games


@pytest.mark.parametrize(
    ("name", "games", "share"),
    [
        ("kingdomino/2", 20, 0.95),
        ("kingdomino/4+middle-kingdom+harmony", 12, 0.9),
        ("queendomino/2", 10, 0.99),
        ("queendomino/4", 8, 0.85),
        ("royal-wedding/6", 4, 0.75),
        ("royal-wedding/8+teams", 3, 0.99),
    ],
)
def test_greedy_beats_random(name: str, games: int, share: float) -> None:
    assert wins(name, games) >= share


def test_greedy_alone_scores_about_fifty_in_the_usual_four_player_game() -> None:
    """Weak on purpose: 20 games say little, but a broken evaluation scores under 40."""
    games = [played("kingdomino/4+middle-kingdom+harmony", f"self-{number}", "greedy") for number in range(20)]
    points = [points for game in games for points in game.scores()]
    assert sum(points) / len(points) > 47


def states_of(name: str, seed: str) -> list[State]:
    """Every state of a greedy game in which somebody decides."""
    return [match.state for match in played(name, seed, "greedy").matches if match.state.seat is not None]


def first_choice(name: str, *, for_another: bool = False) -> State:
    """The first choice of a game, with a line of three poor dominoes and one with two crowns."""
    state = apply(new_game(ruleset(name)), Reveal(("K1", "K3", "K7", "K41")))
    return apply(state, Kings(((1, 0) if for_another else (0, 0),)))


def test_greedy_takes_the_crowns_it_can_have() -> None:
    assert make_player("greedy", "1").choose(Game.of(first_choice("kingdomino/2"))) == Choose(0, "K41")


def test_greedy_keeps_crowns_from_the_king_of_another() -> None:
    """In *any king* (K4) a player may have to choose for a rival."""
    action = make_player("greedy", "1").choose(Game.of(first_choice("kingdomino/2+any-king", for_another=True)))
    assert isinstance(action, Choose)
    assert action.domino != "K41"


def test_greedy_uses_its_knights_builds_and_bribes_rarely() -> None:
    game = played("queendomino/4", "phases", "greedy")
    realms = game.state.realms
    assert sum(len(realm.buildings) for realm in realms) >= 8
    assert any(isinstance(event, Tax) for event in game.events)
    assert sum(isinstance(event, Bribe) for event in game.events) <= 12
    assert any(isinstance(event, Pass) for event in game.events)


def test_greedy_keeps_the_castle_in_the_middle_where_that_is_worth_points() -> None:
    kept = 0
    for number in range(5):
        state = played("kingdomino/4+middle-kingdom+harmony", f"middle-{number}", "greedy").state
        kept += sum(max(map(abs, realm.kingdom.extent)) <= 2 for realm in state.realms)
    assert kept >= 16


def test_greedy_places_on_squares_that_are_legal_in_the_rules() -> None:
    player = make_player("greedy", "1")
    for state in states_of("royal-wedding/3", "places"):
        action = player.choose(Game.of(state))
        if isinstance(action, Place):
            assert action in legal_actions(state)
