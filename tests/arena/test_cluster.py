"""The same games on a real Ray cluster of two nodes on this machine, one of which is killed in the middle."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from crownlands import __version__
from crownlands.arena.cluster import play_on_ray, play_remotely
from crownlands.arena.judge import judge
from crownlands.arena.play import play
from crownlands.arena.run import Where, run
from crownlands.players.budget import Budget
from crownlands.rules import CrownlandsError
from tests.arena.arenas import EXAMPLE, bot, plan, without_times

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def two_nodes() -> Iterator[Any]:
    """A head and a second node with one processor each, reachable from this machine only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        # A dead node refuses the connection at once, so it is soon found out; a living one may be busy for long.
        patch.setenv("RAY_health_check_period_ms", "500")
        patch.setenv("RAY_health_check_timeout_ms", "60000")
        patch.setenv("RAY_health_check_failure_threshold", "3")
        ray_on_this_machine: Any = import_module("ray.cluster_utils")
        # Ray takes 127.0.0.1 for the address that other machines see; 127.0.0.2 stays inside.
        node = {"node_ip_address": "127.0.0.2", "num_cpus": 1, "object_store_memory": 80 * 2**20}
        cluster = ray_on_this_machine.Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
        try:
            cluster.second = cluster.add_node(**node)
            cluster.wait_for_nodes()
            yield cluster
        finally:
            cluster.shutdown()


def alive() -> int:
    ray: Any = import_module("ray")
    return sum(node["Alive"] for node in ray.nodes())


def test_a_cluster_plays_the_same_games_and_a_lost_node_loses_none(two_nodes: Any) -> None:
    made = plan("queendomino/2", "greedy,random", games=24, budget=Budget(work=10))
    found = {}
    for task, text in play_on_ray(list(made.tasks()), two_nodes.address):
        found[task.index] = without_times(text)
        if len(found) == 5:
            assert alive() == 2
            two_nodes.remove_node(two_nodes.second, allow_graceful=False)
            assert not two_nodes.second.any_processes_alive()
    assert found == {task.index: without_times(play(task)) for task in made.tasks()}


def test_what_a_cluster_played_is_judged_and_kept_like_any_other_game(two_nodes: Any, tmp_path: Path) -> None:
    made = plan("kingdomino/2", f"{bot(EXAMPLE)},greedy", games=2)
    games = list(run(made, Where(out=tmp_path, ray=two_nodes.address)))
    assert sorted(game.task.index for game in games) == [0, 1]
    assert all(game.forfeit is None for game in games)
    assert list(run(made, Where(out=tmp_path))) == sorted(games, key=lambda game: game.task.index)


def test_a_cluster_plays_the_games_that_are_learned_from(two_nodes: Any, tmp_path: Path) -> None:
    def learn(name: str, *where: str) -> bytes:
        out = tmp_path / f"{name}.weights"
        command = [
            sys.executable,
            str(ROOT / "tools" / "learn.py"),
            "--folder",
            str(tmp_path / name),
            "--out",
            str(out),
        ]
        sizes = ["--domains", "frame-5", "--iterations", "2", "--games", "24", "--match", "0"]
        subprocess.run([*command, *sizes, *where], check=True, capture_output=True)
        return out.read_bytes()

    assert learn("there", "--ray", two_nodes.address) == learn("here")


def test_a_node_of_another_version_refuses_to_play() -> None:
    task = next(plan("kingdomino/2", "random").tasks())
    with pytest.raises(CrownlandsError, match="this node has crownlands"):
        play_remotely(task.as_json(), "0.0.0")


def test_a_node_plays_what_a_worker_plays() -> None:
    task = next(plan("kingdomino/2", "random").tasks())
    judge(task, play_remotely(task.as_json(), __version__))


def test_a_cluster_that_is_not_there_is_reported() -> None:
    made = plan("kingdomino/2", "random")
    with pytest.raises(CrownlandsError, match=r"no Ray cluster at 127\.0\.0\.1:1"):
        list(run(made, Where(ray="127.0.0.1:1")))
