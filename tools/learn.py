"""Learn the evaluation of realms from a seed: data, training, export, match (`make learn`).

Every stage leaves files in a folder; started again, it goes on where it was stopped. The same seed and the same sizes
make the same weights, whatever the machine.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from crownlands import core

ROOT = Path(__file__).parent.parent
WEIGHTS = ROOT / "src" / "crownlands" / "data" / "evaluation.weights"
BONUSES = ("", "+middle-kingdom", "+harmony", "+middle-kingdom+harmony")
RULESETS = {
    "frame-5": [f"kingdomino/{seats}{bonuses}" for seats in (2, 3, 4) for bonuses in BONUSES],
    "frame-7": [f"kingdomino/2+mighty-duel{bonuses}" for bonuses in BONUSES],
    "builders-5": [
        "queendomino/4",
        "queendomino/3",
        "royal-wedding/6",
        "queendomino/4",
        "royal-wedding/5",
        "queendomino/4+middle-kingdom+harmony",
        "royal-wedding/8",
        "queendomino/3+harmony",
        "royal-wedding/7+middle-kingdom",
    ],
    "builders-7": [
        "queendomino/2",
        "royal-wedding/6+teams",
        "royal-wedding/4",
        "queendomino/2",
        "royal-wedding/3+middle-kingdom",
        "queendomino/2+middle-kingdom+harmony",
        "royal-wedding/8+teams",
    ],
}
"""What each domain is learned from, in turn; what is played most comes twice."""
TEACHER = "baron"
"""Whose hand-made judgement plays the first games."""
LEAST_NOISE, MOST_NOISE = 0.2, 2.5
"""In points: how far values are blurred in self-play; each game has its own measure of it."""
MEMORY = 2
"""Iterations whose games are learned from together."""
FIRST_RATE, LAST_RATE = 1e-3, 2e-5
CHUNK = 250
"""Games that are played at once, between two looks at the progress bar."""
MATCH_SEED = 0x6D61746368
"""Added to the seed for the match: none of its deals were learned from."""


@dataclass(frozen=True)
class Plan:
    """What decides the weights."""

    seed: int
    iterations: int
    games: dict[str, int]
    """By domain: in each iteration."""
    rulesets: dict[str, list[str]]
    """By domain: what it is learned from."""


def write(path: Path, data: bytes) -> None:
    """All or nothing: what is there is whole."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(data)
    part.replace(path)


@dataclass(frozen=True)
class Piece:
    """Games that are played in one go."""

    ruleset: str
    minds: str | None
    first: int
    last: int
    seed: int


def play_piece(piece: Piece, model: bytes | None) -> bytes:
    """The samples of some games; the same wherever they are played."""
    evaluation = core.quantize([(core.Model.read(model), core.Samples.join([]))], rounded=False) if model else None
    played = core.play_games(
        piece.ruleset,
        [piece.minds] * core.State(piece.ruleset).realms,
        evaluation,
        piece.first,
        piece.last,
        piece.seed,
        least_noise=LEAST_NOISE,
        most_noise=MOST_NOISE,
        keep=True,
    )
    return played.samples.write()


class Learning:
    def __init__(self, folder: Path, plan: Plan, progress: Progress, ray: str | None) -> None:
        self.folder, self.plan, self.progress, self.ray = folder, plan, progress, ray

    def samples(self, domain: str, iteration: int) -> Path:
        return self.folder / f"{domain}-{iteration:02}.samples"

    def model(self, domain: str, iteration: int) -> Path:
        return self.folder / f"{domain}-{iteration:02}.model"

    def learn(self, domain: str) -> tuple[core.Model, core.Samples]:
        """Everything for one domain: the model, and games that it has not learned from."""
        last = self.plan.iterations
        for iteration in range(last):
            self._make(self.samples(domain, iteration), partial(self.play, domain, iteration))
            self._make(self.model(domain, iteration), partial(self.train, domain, iteration))
        self._make(self.samples(domain, last), partial(self.play, domain, last))
        return core.Model.read(self.model(domain, last - 1).read_bytes()), core.Samples.read(
            self.samples(domain, last).read_bytes()
        )

    def _make(self, path: Path, make: Callable[[], bytes]) -> None:
        if not path.exists():
            write(path, make())

    def play(self, domain: str, iteration: int) -> bytes:
        """Data: games of the teacher first, then of the network that was learned from those before."""
        model = self.model(domain, iteration - 1).read_bytes() if iteration else None
        minds = None if iteration else TEACHER
        rulesets, games = RULESETS[domain], self.plan.games[domain]
        chunk = max(1, min(CHUNK, games // len(rulesets)))
        bar = self.progress.add_task(f"{domain}, iteration {iteration}: data", total=games)
        pieces = [
            Piece(
                rulesets[number % len(rulesets)],
                minds,
                iteration * games + first,
                iteration * games + min(first + chunk, games),
                self.plan.seed,
            )
            for number, first in enumerate(range(0, games, chunk))
        ]
        parts: list[bytes] = [b""] * len(pieces)
        for number, samples in self.played(pieces, model):
            parts[number] = samples
            self.progress.advance(bar, pieces[number].last - pieces[number].first)
        return core.Samples.join([core.Samples.read(part) for part in parts]).write()

    def played(self, pieces: list[Piece], model: bytes | None) -> Iterator[tuple[int, bytes]]:
        """Samples by the number of their piece: on all processors of this machine, or on a cluster."""
        if self.ray:
            from crownlands.arena.cluster import Call, call_on_ray  # heavy, and an extra

            yield from call_on_ray(play_piece, [Call((piece, model)) for piece in pieces], self.ray)
            return
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            yield from enumerate(pool.map(play_piece, pieces, [model] * len(pieces)))

    def train(self, domain: str, iteration: int) -> bytes:
        """Training: once through the games of the last iterations; the rate falls in the second half."""
        before = self.model(domain, iteration - 1)
        model = core.Model.read(before.read_bytes()) if iteration else core.Model(domain, self.plan.seed)
        parts = [
            core.Samples.read(self.samples(domain, i).read_bytes())
            for i in range(max(0, iteration - MEMORY + 1), iteration + 1)
        ]
        bar = self.progress.add_task(f"{domain}, iteration {iteration}: training", total=1)
        first, last = self.rate(iteration), self.rate(iteration + 1)
        error = math.sqrt(model.train(core.Samples.join(parts), self.plan.seed + iteration, first, last))
        self.progress.update(bar, completed=1, description=f"{domain}, iteration {iteration}: off by {error:.2f}")
        return model.write()

    def rate(self, iteration: int) -> float:
        gone = max(0.0, 2 * iteration / self.plan.iterations - 1)
        return FIRST_RATE + gone * (LAST_RATE - FIRST_RATE)


def match(evaluation: core.Evaluation, games: int, seed: int, console: Console) -> None:
    """One learner against squires on deals that it has not seen, in every seat alike."""
    for domain in evaluation.domains:
        for ruleset in dict.fromkeys(RULESETS[domain]):
            realms = core.State(ruleset).realms
            shares, points, rivals = [], [], []
            start = time.perf_counter()
            for seat in range(realms):
                minds: list[str | None] = ["squire"] * realms
                minds[seat] = None
                played = core.play_games(ruleset, minds, evaluation, 0, -(-games // realms), MATCH_SEED + seed)
                for got, share in zip(played.points, played.shares, strict=True):
                    shares.append(share[seat])
                    points.append(got[seat])
                    rivals.append((sum(got) - got[seat]) / (realms - 1))
            seconds = time.perf_counter() - start
            n, mean = len(shares), sum(shares) / len(shares)
            error = math.sqrt(max(mean * (1 - mean), 1e-9) / n)
            console.print(
                f"{ruleset}: {100 * mean:.1f} ± {100 * error:.1f} % of {n} games against squires, "
                f"{sum(points) / n:.1f} points against {sum(rivals) / n:.1f}, {1000 * seconds / n:.1f} ms a game"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "results" / "learn", help="for data and checkpoints")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the file of weights that is made")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--games", type=int, default=36_000, help="in each iteration, with the frame of 5")
    parser.add_argument("--large-games", type=int, default=16_000, help="in each iteration, with the frame of 7")
    parser.add_argument("--builders-games", type=int, default=18_000, help="in each iteration, with a builders' board")
    parser.add_argument("--large-builders-games", type=int, default=16_000, help="the same with the frame of 7")
    parser.add_argument("--domains", nargs="+", choices=tuple(RULESETS), default=list(RULESETS))
    parser.add_argument("--ray", metavar="ADDRESS", help="play the games on a Ray cluster")
    parser.add_argument("--match", type=int, default=1_000, help="games against squires in each ruleset; 0: none")
    wanted = parser.parse_args()
    games = (wanted.games, wanted.large_games, wanted.builders_games, wanted.large_builders_games)
    sizes = dict(zip(RULESETS, games, strict=True))
    if wanted.iterations < 1 or min(sizes.values()) < 1:
        parser.error("at least one iteration and one game expected")
    plan = Plan(wanted.seed, wanted.iterations, sizes, RULESETS)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    note = wanted.folder / "plan.json"
    text = json.dumps(asdict(plan)).encode()
    if not note.exists():
        write(note, text)
    elif note.read_bytes() != text:
        parser.error(f"{wanted.folder} holds work on another plan: remove it, or name another folder")
    console = Console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        learning = Learning(wanted.folder, plan, progress, wanted.ray)
        evaluation = core.quantize([learning.learn(domain) for domain in wanted.domains])
    write(wanted.out, evaluation.write())
    console.print(f"{wanted.out}: {wanted.out.stat().st_size:,} bytes")
    for domain in evaluation.domains:
        spread = ", ".join(f"{value:.1f}" for value in evaluation.spread(domain) if value)
        console.print(f"{domain}: off by {spread} points with 1, 2, … dominoes to place")
    if wanted.match:
        match(evaluation, wanted.match, wanted.seed, console)


if __name__ == "__main__":
    main()
