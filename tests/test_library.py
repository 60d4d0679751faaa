"""`import crownlands`: all that is public in one place, nothing loaded unasked, players of one protocol."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import crownlands as cl
from crownlands import api

HEAVY = (
    *("crownlands.server", "crownlands.client", "crownlands.arena", "crownlands.cli", "sqlalchemy", "alembic"),
    *("starlette", "uvicorn", "websockets", "http", "asyncio", "typer", "rich", "msgspec"),
)


def loaded(code: str) -> set[str]:
    """The modules that are there after this code in a new Python, besides those of a bare one."""
    count = "import json; print(json.dumps(sorted(set(sys.modules) - before)))"
    lines = f"import sys; before = set(sys.modules)\n{code}\n{count}"
    answer = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    return set(json.loads(answer.stdout.splitlines()[-1]))


def heavy(modules: set[str]) -> set[str]:
    return {module for module in modules if module.startswith(HEAVY)}


def test_the_library_loads_no_server_no_sql_and_no_http() -> None:
    modules = loaded(
        'import crownlands as cl\ngame = cl.Game("kingdomino/2", seed=1)\ncl.player("greedy").choose(game)\ngame.svg()'
    )
    assert "crownlands.players" in modules
    assert heavy(modules) == set()


def test_the_version_of_the_command_loads_almost_nothing() -> None:
    modules = loaded('import sys; sys.argv = ["crownlands", "--version"]\nfrom crownlands.cli import main\nmain()')
    assert {module for module in modules if module.startswith("crownlands")} == {"crownlands", "crownlands.cli"}
    assert heavy(modules - {"crownlands.cli"}) == set()


def test_everything_public_is_there_by_its_name() -> None:
    assert api.__all__ == sorted(api.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))
    for name in api.__all__:
        assert getattr(cl, name) is getattr(api, name)
    assert set(dir(cl)) == {*api.__all__, "__version__"}
    names: dict[str, object] = {}
    exec("from crownlands import *", names)
    assert set(api.__all__) <= set(names)
    public = {name for name in vars(api) if not name.startswith("_")}
    assert public == set(api.__all__), "what api imports it offers"


def test_a_name_that_is_not_there_is_told_with_where_to_look() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'Chess'; docs/api\.md"):
        _ = cl.Chess  # type: ignore[attr-defined]


def test_a_player_by_name_does_the_same_again() -> None:
    first, second = (cl.play(cl.Game("kingdomino/2", seed=5), [cl.player("knight", work=8, seed=3)] * 2) for _ in "12")
    assert first.over
    assert first.events == second.events


def test_a_game_is_explained() -> None:
    game = cl.Game("kingdomino/2", seed=5)
    estimates = cl.explain(game, "monarch", work=100)
    assert {estimate.actions[0] for estimate in estimates} <= set(game.legal)
    assert cl.explain(game, "random") == []
    cl.play(game, [cl.player("random")] * 2)
    with pytest.raises(cl.CrownlandsError, match=r"over.*undo\(\)"):
        cl.explain(game)


class First(cl.Player):
    """Needs nothing but `choose`; notes what it is told besides."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def begin(self, game: cl.Game, seat: int) -> None:
        self.told.append((game.ruleset.name, seat))

    def choose(self, game: cl.Game) -> cl.Action:
        self.told.append(game.match)
        return game.legal[0]

    def end(self, outcome: cl.Outcome) -> None:
        self.told.append(outcome)


def test_players_are_told_of_the_game_and_asked_with_its_match() -> None:
    players = [First(), First()]
    game = cl.play(cl.Game("kingdomino/2+dynasty", seed=1), players)
    assert [player.told[0] for player in players] == [("kingdomino/2+dynasty", 0), ("kingdomino/2+dynasty", 1)]
    *_, last, result = players[0].told
    assert result == cl.Outcome(game.scores(), tuple(int(realm not in game.winners) for realm in (0, 1)))
    assert isinstance(last, cl.Match)
    assert last.game == 3
    assert sum(standing.points for standing in last.earlier) > 0
    assert game.matches.index(last) > 0
    assert players[0].explain(game) == []
    players[0].close()


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ({"name": "deep-blue"}, "there are greedy, random, page"),
        ({"name": 3}, "a player is a name, one of greedy"),
        ({"name": "monarch", "seconds": 1, "work": 5}, "seconds or work, not both"),
        ({"name": "monarch", "seconds": 0}, "more than nothing"),
    ],
)
def test_a_wrong_player_is_told_with_what_would_be_right(words: dict[str, object], text: str) -> None:
    with pytest.raises(cl.CrownlandsError, match=text):
        cl.player(**words)  # type: ignore[arg-type]


def test_a_game_needs_a_player_for_each_seat() -> None:
    with pytest.raises(cl.CrownlandsError, match="kingdomino/4 needs 4 players, one for each seat, not 1"):
        cl.play(cl.Game("kingdomino/4"), [cl.player("random")])
