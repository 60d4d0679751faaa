"""Learns kingdomino/2 against `squire` by PPO on the CPU: `python examples/ppo.py` (needs torch).

First it looks over squire's shoulder (`--lessons`), so that it does not begin by losing most games; then it learns from
games against it (`--rounds`). It writes its curve as it goes: minutes by the clock, minutes of processor time, games
learnt from, share of the victories; and a picture of it."""

from __future__ import annotations

import argparse
import time
from math import ceil
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from crownlands.envs import Batch, layout

RULESET, RIVAL = "kingdomino/2", "squire"
LAYOUT = layout(RULESET)
SCALE = torch.tensor(np.frombuffer(LAYOUT.high, np.uint8).astype(np.float32))
SIDE, CELLS, TERRAINS = 9, 81, 6
BESIDE_CASTLE = (31, 39, 41, 49)
PLACES = 4 * CELLS  # their actions come first, then to discard, then the choices
ROW = LAYOUT.part("next").shape[1]
LENGTH = 24  # decisions of a seat in a game
POINTS = 30  # that count as one
FRESH_DEALS = 2**40  # the seed of the deals that it is measured on; `--seed` has those that it learns from

Bytes = NDArray[np.uint8]


def survey(observations: Bytes) -> Bytes:
    """Observations, and what a network finds hard to count: for each terrain and square of the own kingdom the size,
    the crowns and the points of the territories beside it; and the points of both kingdoms."""
    count = len(observations)
    kingdoms = LAYOUT.view(observations, "kingdoms").reshape(2 * count, 8, SIDE, SIDE)
    numbers = np.arange(1, TERRAINS + 1, dtype=np.uint8)[:, None, None]
    terrain = (kingdoms[:, :TERRAINS] * numbers).sum(1, dtype=np.uint8)
    edge = ((0, 0), (1, 1), (1, 1))
    ground = np.pad(terrain, edge)
    label = np.pad(np.arange(1, CELLS + 1, dtype=np.uint8).reshape(SIDE, SIDE) * (terrain > 0), edge)
    inner = (slice(None), slice(1, -1), slice(1, -1))
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
    sides = [(slice(None), slice(1 + y, SIDE + 1 + y), slice(1 + x, SIDE + 1 + x)) for y, x in steps]
    same = [ground[side] == terrain for side in sides]
    for _ in range(10):  # the highest number spreads through a territory
        for side, alike in zip(sides, same, strict=True):
            np.maximum(label[inner], label[side] * alike, out=label[inner])
    names = CELLS + 1
    flat = (label[inner].reshape(2 * count, CELLS) + np.arange(2 * count)[:, None] * names).ravel()
    crowns = np.bincount(flat, kingdoms[:, TERRAINS].ravel(), 2 * count * names).astype(np.uint8)
    sizes = np.bincount(flat, terrain.ravel() > 0, 2 * count * names).astype(np.uint8)
    points = np.minimum((crowns * sizes.astype(np.int32)).reshape(2 * count, names).sum(1), 255)

    label, ground = label[::2], ground[::2]  # the own kingdoms
    first = np.arange(count)[:, None, None] * 2 * names
    beside = np.zeros((3, count, TERRAINS + 1, SIDE, SIDE), np.uint8)
    rows, ys, xs = np.ogrid[:count, :SIDE, :SIDE]
    for i, side in enumerate(sides):
        near = label[side]
        new = near > 0
        for other in sides[:i]:
            new &= near != label[other]
        size, crown = sizes[first + near] * new, crowns[first + near] * new
        for plane, value in enumerate((size, crown, size * crown)):
            beside[plane][rows, ground[side], ys, xs] += value
    planes = beside[:, :, 1:].swapaxes(0, 1).reshape(count, -1)
    return np.concatenate([observations, planes, points.reshape(count, 2).astype(np.uint8)], 1)


def ways(dominoes: Tensor, room: Tensor, near: Tensor) -> Tensor:
    """Where each domino of the next line may go: by game, domino, orientation and smaller cell."""
    beside = torch.einsum("bkht,btc->bkhc", dominoes, near.float()) > 0
    found = torch.zeros(len(room), dominoes.shape[1], 4, CELLS, dtype=torch.bool)
    inside = torch.arange(CELLS - 1) % SIDE != SIDE - 1
    for way in range(4):
        step = 1 if way < 2 else SIDE
        smaller, larger = beside[:, :, way % 2], beside[:, :, 1 - way % 2]
        free = room[:, :-step] & room[:, step:]
        if step == 1:
            free = free & inside
        found[:, :, way, :-step] = free[:, None] & (smaller[:, :, :-step] | larger[:, :, step:])
    return found


class Policy(nn.Module):
    """Judges each way to place a domino, each domino of the next line by the best way to place it, and the position."""

    castle: Tensor

    def __init__(self, channels: int = 16, hidden: int = 24) -> None:
        super().__init__()
        self.whole = nn.Sequential(nn.Linear(LAYOUT.size, 64), nn.ReLU())
        self.land = nn.Sequential(
            nn.Conv2d(8 + 3 * TERRAINS, channels, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(channels, 2 * hidden, 3, padding=1),  # for dominoes that lie and that stand
        )
        self.domino = nn.Linear(ROW + 64, hidden)
        self.gains = nn.Linear(9, hidden)
        self.place = nn.Sequential(nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.discard = nn.Linear(64, 1)
        self.choose = nn.Sequential(nn.Linear(ROW + 64 + 2, 64), nn.ReLU(), nn.Linear(64, 1))
        self.value = nn.Sequential(nn.Linear(64 + 3, 64), nn.ReLU(), nn.Linear(64, 1))
        self.register_buffer("castle", torch.zeros(CELLS, dtype=torch.bool))
        self.castle[list(BESIDE_CASTLE)] = True

    def forward(self, surveyed: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of all actions, and by how many points (of POINTS) the lead will still grow."""
        size = len(surveyed)
        seen = surveyed[:, : LAYOUT.size].float() / SCALE
        around = surveyed[:, LAYOUT.size : -2].float().reshape(size, 3, TERRAINS, CELLS)
        points = surveyed[:, -2:].float() / POINTS
        whole = self.whole(seen)
        own = LAYOUT.view(seen, "kingdoms")[:, 0]
        planes = torch.cat([own, around.reshape(size, -1, SIDE, SIDE) / 5], 1)
        land = self.land(planes.to(memory_format=torch.channels_last))
        land = land.reshape(size, 2, -1, CELLS).permute(0, 1, 3, 2)

        # The domino to place, where the mask allows; and those that can be chosen, where each could go now.
        dominoes = torch.cat([LAYOUT.view(surveyed, "line")[:, :1], LAYOUT.view(surveyed, "next")], 1)
        halves = dominoes[:, :, 1:13].reshape(size, 5, 2, TERRAINS)
        room = own[:, 7].reshape(size, CELLS) > 0
        later = ways(halves[:, 1:].float(), room, (around[:, 0] > 0) | self.castle)
        later &= masks[:, PLACES + 1 :, None, None]
        now = masks[:, None, :PLACES].reshape(size, 1, 4, CELLS)
        game, which, way, cell = torch.cat([now, later], 1).nonzero(as_tuple=True)

        # What it would add to the territories beside it.
        other, turned = cell + torch.where(way < 2, 1, SIDE), way % 2 == 1
        cells = torch.stack([torch.where(turned, other, cell), torch.where(turned, cell, other)], 1)
        terrains = halves.argmax(3)[game, which]
        crowns = dominoes[:, :, 13:15][game, which].float()
        beside = around[game[:, None], :, terrains, cells]  # ways, halves, (size, crowns, points)
        double = (terrains[:, 0] == terrains[:, 1]).float()
        apart = ((beside[..., 0] + 1) * (beside[..., 1] + crowns) - beside[..., 2]).sum(1)
        total = beside.sum(1)
        # A double is one territory; what both halves touch is counted twice here, which the network may see through.
        joined = (total[:, 0] + 2) * (total[:, 1] + crowns.sum(1)) - total[:, 2]
        gain = (double * joined + (1 - double) * apart) / 5
        facts = torch.cat([torch.stack([gain, double, double * gain], 1), beside[..., :2].flatten(1) / 3, crowns], 1)

        rows = torch.cat([dominoes.float() / SCALE[LAYOUT.line][:ROW], whole[:, None].expand(-1, 5, -1)], 2)
        features = land[game, way // 2, cell] + self.domino(rows)[game, which] + self.gains(facts)
        judged = self.place(features)[:, 0] + gain
        placing = which == 0
        actions = ((game * 4 + way) * CELLS + cell)[placing]
        places = torch.zeros(size * PLACES).scatter(0, actions, judged[placing]).reshape(size, PLACES)
        best = torch.full((size * 5,), -3.0).scatter_reduce(0, game * 5 + which, judged, "amax").reshape(size, 5)[:, 1:]
        fits = later.flatten(2).any(2).float()
        chosen = self.choose(torch.cat([rows[:, 1:], best[:, :, None], fits[:, :, None]], 2))[:, :, 0] + best
        logits = torch.cat([places, self.discard(whole), chosen], 1).masked_fill(~masks, -1e9)
        lead = points[:, :1] - points[:, 1:]
        return logits, self.value(torch.cat([whole, points, lead], 1))[:, 0]


def lessons(policy: Policy, rounds: int, seed: int, games: int) -> None:
    """Imitate squire, who shows in games against itself what it would do, and see how they end."""
    batch = Batch(RULESET, games, reward="points", autoreset="same_step", threads=2)
    arrays, chance = batch.arrays, np.random.default_rng(seed)
    batch.reset(seed)
    optimizer = torch.optim.Adam(policy.parameters(), 2e-3)
    for _ in range(rounds):
        seen, masks, moves, signs, gains = [], [], [], [], []
        for _ in range(2 * LENGTH):
            advice = batch.advise(RIVAL, int(chance.integers(2**32)))
            seen.append(survey(arrays.observations))
            masks.append(arrays.masks.copy())
            moves.append(advice)
            signs.append(1 - 2 * arrays.seats)
            # Now and then something else, so that it sees more than squire's own games.
            batch.step(np.where(chance.random(games) < 0.1, batch.sample(int(chance.integers(2**32))), advice))
            gains.append((arrays.rewards[:, 0] - arrays.rewards[:, 1]) / POINTS)
        ahead = np.cumsum(gains[::-1], 0, dtype=np.float32)[::-1] * signs
        examples = [torch.from_numpy(np.concatenate(items)) for items in (seen, masks, moves, ahead)]
        for part in torch.randperm(2 * games * LENGTH).split(512):
            logits, value = policy(examples[0][part], examples[1][part])
            loss = cross_entropy(logits, examples[2][part].long()) + (value - examples[3][part]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


@torch.no_grad()
def measure(policy: Policy, games: int, seed: int) -> float:
    """The share of the victories against the rival, always with the likeliest action."""
    batch = Batch(RULESET, games, seat=0, rivals=RIVAL, reward="share", autoreset="none", threads=2)
    batch.reset(seed)
    won = np.zeros(games, np.float32)
    while (batch.arrays.seats >= 0).any():
        logits, _ = policy(torch.from_numpy(survey(batch.arrays.observations)), torch.from_numpy(batch.arrays.masks))
        batch.step(np.where(batch.arrays.seats >= 0, logits.argmax(1).numpy(), -1))
        won += batch.arrays.rewards[:, 0]
    return float(won.mean())


def learn(policy: Policy, batch: Batch, optimizer: torch.optim.Optimizer, epochs: int = 2) -> None:
    """One round of PPO: play, then improve what was done by how much better than expected it went."""
    games, arrays = len(batch), batch.arrays
    seen, masks, moves, chances, values, gains, ends = [], [], [], [], [], [], []
    for _ in range(LENGTH):
        observation, mask = torch.from_numpy(survey(arrays.observations)), torch.from_numpy(arrays.masks.copy())
        with torch.no_grad():
            logits, value = policy(observation, mask)
            choice = torch.distributions.Categorical(logits=logits, validate_args=False)
            move = choice.sample()
        batch.step(move.numpy())
        seen.append(observation)
        masks.append(mask)
        moves.append(move)
        chances.append(choice.log_prob(move))
        values.append(value)
        gains.append(torch.from_numpy((arrays.rewards[:, 0] - arrays.rewards[:, 1]) / POINTS))
        ends.append(torch.from_numpy(arrays.ends.astype(np.float32)))
    with torch.no_grad():
        _, after = policy(torch.from_numpy(survey(arrays.observations)), torch.from_numpy(arrays.masks))
    advantages, running = [torch.zeros(games)] * LENGTH, torch.zeros(games)
    for t in reversed(range(LENGTH)):
        going = 1 - ends[t]
        running = gains[t] + going * after - values[t] + 0.9 * going * running
        advantages[t], after = running, values[t]
    flat = [torch.cat(items) for items in (seen, masks, moves, chances, values, advantages)]
    targets = flat[4] + flat[5]
    normal = (flat[5] - flat[5].mean()) / (flat[5].std() + 1e-6)
    for _ in range(epochs):
        for part in torch.randperm(len(targets)).split(512):
            logits, value = policy(flat[0][part], flat[1][part])
            choice = torch.distributions.Categorical(logits=logits, validate_args=False)
            ratio = (choice.log_prob(flat[2][part]) - flat[3][part]).exp()
            gain = torch.minimum(ratio * normal[part], ratio.clamp(0.8, 1.2) * normal[part]).mean()
            loss = (value - targets[part]).square().mean() - gain - 0.001 * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def picture(curve: list[tuple[float, float, int, float]]) -> str:
    """The curve as SVG: processor minutes to the right, share of the victories upwards."""
    width, height, left, top, bottom = 720, 360, 60, 48, 52
    longest = max(1.0, curve[-1][1])

    def x(minutes: float) -> float:
        return left + minutes / longest * (width - left - 30)

    def y(share: float) -> float:
        return top + (1 - share) * (height - top - bottom)

    lines = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}'>",
        f"<rect width='{width}' height='{height}' fill='#ffffff'/>",
        "<g font-family='system-ui, sans-serif' font-size='13' fill='#1f2933'>",
        f"<text x='16' y='28' font-size='16' font-weight='600'>{RULESET}: victories against {RIVAL}</text>",
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        colour = "#9a5b13' stroke-dasharray='6 4" if share == 0.5 else "#d9e2ec"
        lines += [
            f"<line x1='{left}' y1='{y(share):.1f}' x2='{width - 30}' y2='{y(share):.1f}' stroke='{colour}'/>",
            f"<text x='{left - 8}' y='{y(share) + 4:.1f}' text-anchor='end' fill='#52606d'>{share:.0%}</text>",
        ]
    for at in range(0, int(longest) + 1, ceil(longest / 12)):
        lines.append(f"<text x='{x(at):.1f}' y='{height - 30}' text-anchor='middle' fill='#52606d'>{at}</text>")
    path = " ".join(f"{x(used):.1f},{y(share):.1f}" for _, used, _, share in curve)
    lines.append(f"<polyline points='{path}' fill='none' stroke='#2f6f9f' stroke-width='2'/>")
    for _, used, games, share in curve:
        colour = "#12405f" if games else "#9a5b13"  # before the first game against squire: imitation
        lines.append(f"<circle cx='{x(used):.1f}' cy='{y(share):.1f}' r='4' fill='{colour}'/>")
    lines.append(f"<text x='{width / 2}' y='{height - 10}' text-anchor='middle'>minutes of processor time</text>")
    return "\n".join([*lines, "</g>", "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lessons", type=int, default=8, help="rounds of imitation")
    parser.add_argument("--rounds", type=int, default=60, help="rounds of PPO")
    parser.add_argument("--games", type=int, default=512, help="games at once, one round of them")
    parser.add_argument(
        "--measured", type=int, default=1000, help="games of a measurement; the last has four times as many"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="threads of torch")
    parser.add_argument(
        "--curve", type=Path, default=Path("curve.txt"), help="where the curve goes, as text and as .svg"
    )
    parser.add_argument("--policy", type=Path, default=Path("policy.pt"))
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    policy, begun = Policy(), time.monotonic()
    curve: list[tuple[float, float, int, float]] = []

    def note(rounds: int) -> None:
        minutes, used, games = (time.monotonic() - begun) / 60, time.process_time() / 60, rounds * options.games
        share = measure(policy, options.measured, FRESH_DEALS)
        curve.append((minutes, used, games, share))
        text = "".join(f"{minutes:.2f} {used:.2f} {games} {share:.3f}\n" for minutes, used, games, share in curve)
        options.curve.write_text(text, encoding="utf-8")
        options.curve.with_suffix(".svg").write_text(picture(curve), encoding="utf-8")
        torch.save(policy.state_dict(), options.policy)
        print(
            f"{minutes:.1f} minutes, {used:.1f} of processor time, {games} games: {share:.1%} against {RIVAL}",
            flush=True,
        )

    note(0)
    lessons(policy, options.lessons, options.seed, options.games)
    note(0)
    batch = Batch(RULESET, options.games, seat=0, rivals=RIVAL, reward="points", autoreset="same_step", threads=2)
    batch.reset(options.seed)
    optimizer = torch.optim.Adam(policy.parameters(), 3e-4)
    for done in range(1, options.rounds + 1):
        learn(policy, batch, optimizer)
        if done % 5 == 0 or done == options.rounds:
            note(done)
    share = measure(policy, 4 * options.measured, FRESH_DEALS + 1)
    print(f"at last, on {4 * options.measured} other deals: {share:.1%} against {RIVAL}")


if __name__ == "__main__":
    main()
