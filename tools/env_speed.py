"""Measures the batch beside other libraries' backgammon, in one run on one machine: `make env-speed`.

Everyone is driven the same way: random legal actions are chosen outside of the measurement, only the calls that step
are timed, and observation and mask of every decision come with the step. Time is that of the processor, so that a busy
machine does not count; with two threads it is that of the clock. The others live in an environment of their own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

OTHERS = ["envpool==1.2.5", "pgx==2.6.0", "jax==0.10.2", "open_spiel==2.0.2", "numpy"]
FOLDER = Path(__file__).parents[1] / "build" / "env-speed"


Clock = Callable[[], float]


def timed(
    step: Callable[[], int], choose: Callable[[], object], seconds: float, clock: Clock = time.process_time
) -> float:
    """Decisions a second in `step`, which returns how many it made."""
    spent, done, end = 0.0, 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        choose()
        start = clock()
        done += step()
        spent += clock() - start
    return done / spent


def crownlands(
    ruleset: str, games: int, seconds: float, threads: int = 1, views: bool = True, masks: bool = True
) -> float:
    from crownlands.envs import Arrays, Batch

    arrays = Arrays.make(ruleset, games)
    if not views:
        arrays = replace(arrays, observations=np.zeros((games, 0), np.uint8))
    if not masks:
        arrays = replace(arrays, masks=np.zeros((games, 0), np.bool_))
    batch = Batch(ruleset, games, autoreset="same_step", threads=threads, arrays=arrays)
    batch.reset(1)
    actions, seed = np.zeros(games, np.int32), iter(range(10**9))

    def step() -> int:
        batch.step(actions)
        return games

    clock = time.process_time if threads == 1 else time.perf_counter
    return timed(step, lambda: batch.sample(next(seed), actions), seconds, clock)


def any_legal(masks: Any, random: np.random.Generator) -> Any:
    return (random.random(masks.shape, np.float32) * masks).argmax(1)


def envpool(games: int, seconds: float) -> float:
    import envpool as library

    env = library.make_gymnasium("Backgammon-v1", num_envs=games, num_threads=1)  # v5 is Atari's
    random = np.random.default_rng(1)
    _, info = env.reset()
    held: dict[str, Any] = {"info": info}

    def choose() -> None:
        held["actions"] = any_legal(held["info"]["legal_action_mask"], random).astype(np.int32)

    def step() -> int:
        held["info"] = env.step(held["actions"])[-1]
        return games

    return timed(step, choose, seconds)


def pgx(games: int, seconds: float) -> float:
    import jax
    import pgx as library

    env = library.make("backgammon")
    begin = jax.jit(jax.vmap(env.init))
    advance = jax.jit(jax.vmap(library.experimental.auto_reset(env.step, env.init)))
    random = np.random.default_rng(1)
    key = jax.random.PRNGKey(1)
    held: dict[str, Any] = {"state": begin(jax.random.split(key, games)), "key": key}

    def choose() -> None:
        held["actions"] = any_legal(np.asarray(held["state"].legal_action_mask), random)
        held["key"], *held["keys"] = jax.random.split(held["key"], games + 1)
        held["keys"] = jax.numpy.stack(held["keys"])

    def step() -> int:
        held["state"] = advance(held["state"], held["actions"], held["keys"])
        held["state"].observation.block_until_ready()
        return games

    choose()
    step()
    return timed(step, choose, seconds)


def openspiel(seconds: float) -> float:
    import pyspiel

    game = pyspiel.load_game("backgammon")
    random = np.random.default_rng(1)
    held: dict[str, Any] = {"state": game.new_initial_state()}

    def choose() -> None:
        state = held["state"]
        held["action"] = random.choice(state.legal_actions()) if not state.is_chance_node() else None

    def step() -> int:
        state = held["state"]
        if held["action"] is not None:
            state.apply_action(held["action"])
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(outcomes, p=chances))
        if state.is_terminal():
            held["state"] = game.new_initial_state()
            return 1
        state.observation_tensor()
        state.legal_actions_mask()
        return 1

    return timed(step, choose, seconds)


def outside(name: str, games: int, seconds: float) -> float:
    """One of the others, measured by the Python of its own environment."""
    python = FOLDER / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", FOLDER], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *OTHERS], check=True)
    words = [str(python), __file__, "--only", name, "--games", str(games), "--seconds", str(seconds)]
    return float(subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--only", choices=["envpool", "pgx", "openspiel"])
    parser.add_argument("--alone", action="store_true", help="without the other libraries")
    options = parser.parse_args()
    games, seconds = options.games, options.seconds
    if options.only:
        others = {"envpool": lambda: envpool(games, seconds), "pgx": lambda: pgx(games, seconds)}
        print(others.get(options.only, lambda: openspiel(seconds))())
        return
    rows: list[tuple[str, float]] = []

    def add(name: str, value: float) -> None:
        rows.append((name, value))
        print(f"{name:56} {value:12,.0f} decisions/s", flush=True)

    for ruleset in ("kingdomino/2", "queendomino/4", "royal-wedding/8"):
        add(f"{ruleset}, observation and mask, 1 core", crownlands(ruleset, games, seconds))
        add(f"{ruleset}, observation and mask, 2 cores", crownlands(ruleset, games, seconds, threads=2))
        add(f"{ruleset}, mask only", crownlands(ruleset, games, seconds, views=False))
        add(f"{ruleset}, neither", crownlands(ruleset, games, seconds, views=False, masks=False))
    if options.alone:
        return
    best = 0.0
    for name, size in (("envpool", 64), ("pgx", 256), ("openspiel", 1)):
        value = outside(name, size, seconds)
        add(f"{name}'s backgammon, {size} at once, 1 core", value)
        best = max(best, value)
    print(f"kingdomino/2 on one core is {rows[0][1] / best:.0f} times the best of them")


if __name__ == "__main__":
    main()
