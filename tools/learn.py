"""Learn the evaluation of kingdoms from a seed: data, training, export, match (`make learn`).

Every stage leaves files in a folder; started again, it goes on where it was stopped. The same seed and the same sizes
make the same weights, whatever the machine.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
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
    5: [f"kingdomino/{seats}{bonuses}" for seats in (2, 3, 4) for bonuses in BONUSES],
    7: [f"kingdomino/2+mighty-duel{bonuses}" for bonuses in BONUSES],
}
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
    """By frame: in each iteration."""


def write(path: Path, data: bytes) -> None:
    """All or nothing: what is there is whole."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(data)
    part.replace(path)


class Learning:
    def __init__(self, folder: Path, plan: Plan, progress: Progress) -> None:
        self.folder, self.plan, self.progress = folder, plan, progress

    def samples(self, frame: int, iteration: int) -> Path:
        return self.folder / f"{frame}-{iteration:02}.samples"

    def model(self, frame: int, iteration: int) -> Path:
        return self.folder / f"{frame}-{iteration:02}.model"

    def frame(self, frame: int) -> tuple[core.Model, core.Samples]:
        """Everything for one frame: the model, and games that it has not learned from."""
        last = self.plan.iterations
        for iteration in range(last):
            self._make(self.samples(frame, iteration), partial(self.play, frame, iteration))
            self._make(self.model(frame, iteration), partial(self.train, frame, iteration))
        self._make(self.samples(frame, last), partial(self.play, frame, last))
        return core.Model.read(self.model(frame, last - 1).read_bytes()), core.Samples.read(
            self.samples(frame, last).read_bytes()
        )

    def _make(self, path: Path, make: Callable[[], bytes]) -> None:
        if not path.exists():
            write(path, make())

    def play(self, frame: int, iteration: int) -> bytes:
        """Data: games of the teacher first, then of the network that was learned from those before."""
        evaluation: core.Evaluation | None = None
        minds: str | None = TEACHER
        if iteration:
            model = core.Model.read(self.model(frame, iteration - 1).read_bytes())
            evaluation, minds = core.quantize([(model, core.Samples.join([]))]), None
        rulesets, parts = RULESETS[frame], []
        games = self.plan.games[str(frame)]
        chunk = max(1, min(CHUNK, games // len(rulesets)))
        bar = self.progress.add_task(f"frame {frame}, iteration {iteration}: data", total=games)
        for number, first in enumerate(range(0, games, chunk)):
            ruleset = rulesets[number % len(rulesets)]
            last = min(first + chunk, games)
            played = core.play_games(
                ruleset,
                [minds] * int(ruleset.split("/")[1][0]),
                evaluation,
                iteration * games + first,
                iteration * games + last,
                self.plan.seed,
                least_noise=LEAST_NOISE,
                most_noise=MOST_NOISE,
                keep=True,
            )
            parts.append(played.samples)
            self.progress.update(bar, completed=last)
        return core.Samples.join(parts).write()

    def train(self, frame: int, iteration: int) -> bytes:
        """Training: once through the games of the last iterations; the rate falls in the second half."""
        before = self.model(frame, iteration - 1)
        model = core.Model.read(before.read_bytes()) if iteration else core.Model(frame, self.plan.seed)
        parts = [
            core.Samples.read(self.samples(frame, i).read_bytes())
            for i in range(max(0, iteration - MEMORY + 1), iteration + 1)
        ]
        bar = self.progress.add_task(f"frame {frame}, iteration {iteration}: training", total=1)
        first, last = self.rate(iteration), self.rate(iteration + 1)
        error = math.sqrt(model.train(core.Samples.join(parts), self.plan.seed + iteration, first, last))
        self.progress.update(bar, completed=1, description=f"frame {frame}, iteration {iteration}: off by {error:.2f}")
        return model.write()

    def rate(self, iteration: int) -> float:
        gone = max(0.0, 2 * iteration / self.plan.iterations - 1)
        return FIRST_RATE + gone * (LAST_RATE - FIRST_RATE)


def match(evaluation: core.Evaluation, games: int, seed: int, console: Console) -> None:
    """One learner against squires on deals that it has not seen, in every seat alike."""
    for frame in evaluation.frames:
        for ruleset in RULESETS[frame]:
            realms = int(ruleset.split("/")[1][0])
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
    parser.add_argument("--games", type=int, default=18_000, help="in each iteration, with the frame of 5")
    parser.add_argument("--large-games", type=int, default=4_000, help="in each iteration, with the frame of 7")
    parser.add_argument("--frames", type=int, nargs="+", choices=(5, 7), default=[5, 7])
    parser.add_argument("--match", type=int, default=1_000, help="games against squires in each ruleset; 0: none")
    wanted = parser.parse_args()
    if wanted.iterations < 1 or min(wanted.games, wanted.large_games) < 1:
        parser.error("at least one iteration and one game expected")
    plan = Plan(wanted.seed, wanted.iterations, {"5": wanted.games, "7": wanted.large_games})
    wanted.folder.mkdir(parents=True, exist_ok=True)
    note = wanted.folder / "plan.json"
    if note.exists() and json.loads(note.read_text(encoding="utf-8")) != asdict(plan):
        parser.error(f"{wanted.folder} holds work on another plan: remove it, or name another folder")
    note.write_text(json.dumps(asdict(plan)), encoding="utf-8")
    console = Console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        learning = Learning(wanted.folder, plan, progress)
        evaluation = core.quantize([learning.frame(frame) for frame in wanted.frames])
    write(wanted.out, evaluation.write())
    console.print(f"{wanted.out}: {wanted.out.stat().st_size:,} bytes")
    for frame in evaluation.frames:
        spread = ", ".join(f"{value:.1f}" for value in evaluation.spread(frame)[1 : 13 if frame == 5 else 25])
        console.print(f"frame {frame}: off by {spread} points with 1, 2, … dominoes to place")
    if wanted.match:
        match(evaluation, wanted.match, wanted.seed, console)


if __name__ == "__main__":
    main()
