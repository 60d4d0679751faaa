"""Learns kingdomino/2 against `squire` by PPO on the CPU: `python examples/ppo.py --minutes 30` (needs torch).

First it looks over squire's shoulder (`--lessons`), so that it does not begin by losing every game; then it learns from
games against it. The curve goes to `--curve` as lines of minutes, games and the share of the victories."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from crownlands.envs import Batch, layout

RULESET, RIVAL = "kingdomino/2", "squire"
LAYOUT = layout(RULESET)
SCALE = torch.tensor(np.frombuffer(LAYOUT.high, np.uint8).astype(np.float32))
DOMINO = 15  # the fields of a row in a line that say which domino it is


class Policy(nn.Module):
    """Placements from the own kingdom's squares, choices from each domino of the line, and the value of a position."""

    def __init__(self, channels: int = 32) -> None:
        super().__init__()
        rows = LAYOUT.part("next").shape
        self.all = nn.Sequential(nn.Linear(LAYOUT.size, 128), nn.ReLU(), nn.Linear(128, channels), nn.ReLU())
        self.land = nn.Sequential(
            nn.Conv2d(8 + DOMINO + channels, channels, 3, padding=1), nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1), nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1), nn.ReLU(),
        )  # fmt: skip
        self.place = nn.Conv2d(channels, 4, 1)
        self.choose = nn.Sequential(nn.Linear(rows[1] + 2 * channels, 64), nn.ReLU(), nn.Linear(64, 1))
        self.value = nn.Sequential(nn.Linear(2 * channels, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        seen = observations.float() / SCALE
        size = len(seen)
        whole = self.all(seen)
        squares = LAYOUT.view(seen, "kingdoms")[:, 0]
        domino = LAYOUT.view(seen, "line")[:, 0, :DOMINO]
        around = torch.cat([domino, whole], 1)[:, :, None, None].expand(-1, -1, 9, 9)
        land = self.land(torch.cat([squares, around], 1))
        context = torch.cat([whole, land.mean((2, 3))], 1)
        line = LAYOUT.view(seen, "next")
        chosen = self.choose(torch.cat([line, context[:, None].expand(-1, line.shape[1], -1)], 2))[:, :, 0]
        discard = torch.zeros(size, 1)
        logits = torch.cat([self.place(land).reshape(size, -1), discard, chosen], 1)
        return logits.masked_fill(~masks, -1e9), self.value(context)[:, 0]


def lessons(policy: Policy, seconds: float, seed: int, games: int = 256) -> None:
    """Imitate squire, who shows what it would do against itself."""
    batch = Batch(RULESET, games, autoreset="same_step")
    batch.reset(seed)
    optimizer = torch.optim.Adam(policy.parameters(), 1e-3)
    end, step = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        moves = batch.advise(RIVAL, seed + step)
        logits, _ = policy(torch.from_numpy(batch.arrays.observations), torch.from_numpy(batch.arrays.masks))
        loss = cross_entropy(logits, torch.from_numpy(moves).long())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        # Now and then something else, so that it sees more than squire's own games.
        odd = np.random.default_rng([seed, step]).random(games) < 0.1
        batch.step(np.where(odd, batch.sample(seed + step), moves))
        step += 1


@torch.no_grad()
def measure(policy: Policy, games: int, seed: int) -> float:
    """The share of the victories against the rival, always with the likeliest action."""
    batch = Batch(RULESET, games, seat=0, rivals=RIVAL, reward="share", autoreset="none", threads=2)
    batch.reset(seed)
    won = np.zeros(games, np.float32)
    while (batch.arrays.seats >= 0).any():
        logits, _ = policy(torch.from_numpy(batch.arrays.observations), torch.from_numpy(batch.arrays.masks))
        batch.step(logits.argmax(1).numpy())
        won += batch.arrays.rewards[:, 0]
    return float(won.mean())


def learn(policy: Policy, batch: Batch, optimizer: torch.optim.Optimizer, length: int, epochs: int = 3) -> int:
    """One round of PPO: play, then improve what was done by how much better than expected it ended."""
    games, arrays = len(batch), batch.arrays
    seen, masks, moves, chances, values, gains, ends = [], [], [], [], [], [], []
    for _ in range(length):
        observation, mask = torch.from_numpy(arrays.observations.copy()), torch.from_numpy(arrays.masks.copy())
        with torch.no_grad():
            logits, value = policy(observation, mask)
            choice = torch.distributions.Categorical(logits=logits)
            move = choice.sample()
        batch.step(move.numpy())
        seen.append(observation)
        masks.append(mask)
        moves.append(move)
        chances.append(choice.log_prob(move))
        values.append(value)
        gains.append(torch.from_numpy(arrays.rewards[:, 0] / 20.0))
        ends.append(torch.from_numpy(arrays.ends.astype(np.float32)))
    with torch.no_grad():
        _, after = policy(torch.from_numpy(arrays.observations), torch.from_numpy(arrays.masks))
    advantages, running = [torch.zeros(games)] * length, torch.zeros(games)
    for t in reversed(range(length)):
        going = 1 - ends[t]
        running = gains[t] + going * after - values[t] + 0.95 * going * running
        advantages[t], after = running, values[t]
    flat = [torch.cat(items) for items in (seen, masks, moves, chances, values, advantages)]
    targets = flat[4] + flat[5]
    normal = (flat[5] - flat[5].mean()) / (flat[5].std() + 1e-6)
    for _ in range(epochs):
        for part in torch.randperm(len(targets)).split(1024):
            logits, value = policy(flat[0][part], flat[1][part])
            choice = torch.distributions.Categorical(logits=logits)
            ratio = (choice.log_prob(flat[2][part]) - flat[3][part]).exp()
            gain = torch.minimum(ratio * normal[part], ratio.clamp(0.8, 1.2) * normal[part]).mean()
            loss = 0.5 * (value - targets[part]).square().mean() - gain - 0.005 * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()
    return int(sum(end.sum() for end in ends))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--lessons", type=float, default=0.25, help="the share of the time that squire is imitated")
    parser.add_argument("--games", type=int, default=256, help="games at once")
    parser.add_argument("--measured", type=int, default=1000, help="games of a measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, default=Path("curve.txt"))
    parser.add_argument("--policy", type=Path, default=Path("policy.pt"))
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    policy, begun, played = Policy(), time.monotonic(), 0
    curve: list[str] = []

    def note() -> None:
        minutes, share = (time.monotonic() - begun) / 60, measure(policy, options.measured, 12345)
        curve.append(f"{minutes:.2f} {played} {share:.3f}")
        options.curve.write_text("\n".join(curve) + "\n", encoding="utf-8")
        torch.save(policy.state_dict(), options.policy)
        print(f"{minutes:5.1f} minutes, {played} games: {share:.1%} against {RIVAL}", flush=True)

    note()
    lessons(policy, 60 * options.minutes * options.lessons, options.seed)
    note()
    batch = Batch(RULESET, options.games, seat=0, rivals=RIVAL, autoreset="same_step", threads=2)
    batch.reset(options.seed)
    optimizer = torch.optim.Adam(policy.parameters(), 3e-4)
    rounds = 0
    while time.monotonic() < begun + 60 * options.minutes:
        played += learn(policy, batch, optimizer, length=26)
        rounds += 1
        if rounds % 20 == 0:
            note()
    note()


if __name__ == "__main__":
    main()
