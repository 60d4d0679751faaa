"""Writes the first inputs for the fuzzer: positions, events and scripts of real games. `python seeds.py FOLDER`"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from crownlands.core import State

RULESETS = (
    "kingdomino/2",
    "kingdomino/3+lines-of-four+top-down",
    "kingdomino/4+middle-kingdom+harmony+dynasty",
    "kingdomino/2+mighty-duel+any-king",
    "queendomino/2",
    "queendomino/4+any-king",
    "royal-wedding/3",
    "royal-wedding/8+teams",
)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(1)
    inputs: list[bytes] = [bytes([3, ruleset, 1]) + rng.randbytes(300) for ruleset in range(12)]
    for name in RULESETS:
        state = State(name)
        while not state.over:
            if rng.random() < 0.05:
                inputs.append(b"\0" + state.position().encode())
            if state.chance:
                event = state.sample_chance(rng.getrandbits(32))
            else:
                event = rng.choice(state.legal_text())
                state.apply_text(event)
            if rng.random() < 0.05:
                inputs.append(b"\2" + event.encode())
        inputs.append(b"\0" + state.position().encode())
    for number, data in enumerate(inputs):
        (folder / f"seed-{number}").write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
