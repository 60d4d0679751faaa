"""Decisions of `monarch-1`, pinned: ``python -m tests.players.pins`` adds new ones at the end of the file beside it.

The file only grows: monarch-1 is the reference for every measured strength, so what it once decided it always does.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from crownlands import core
from crownlands.game import Game
from crownlands.players.levels import LevelPlayer

FILE = Path(__file__).with_name("monarch_1.pins")

NEW: tuple[tuple[str, tuple[int, ...], int], ...] = (
    # ruleset, rounds at whose first decision it is asked, work
    ("kingdomino/2", (0, 1, 3, 5), 400),
    ("kingdomino/2", (2, 4), 6000),
    ("kingdomino/2+middle-kingdom+harmony", (0, 2, 4), 400),
    ("kingdomino/2+mighty-duel", (1, 6, 11), 400),
    ("kingdomino/2+any-king", (0,), 400),
    ("kingdomino/3", (1, 6), 400),
    ("kingdomino/4+middle-kingdom+harmony", (0, 3, 7, 11), 400),
    ("queendomino/2", (0, 4, 9), 400),
    ("queendomino/2+one-court", (4,), 400),
    ("queendomino/3", (2,), 400),
    ("queendomino/4", (1, 6, 11), 400),
    ("royal-wedding/4", (8, 20), 400),
    ("royal-wedding/6", (1, 8), 400),
    ("royal-wedding/6+teams", (2, 10), 400),
    ("royal-wedding/8", (5,), 400),
)
"""What the next run of this module adds."""


class Pin(NamedTuple):
    """A position, the work that monarch-1 may do on it, and the plan that it likes best."""

    position: str
    work: int
    plan: str

    def __str__(self) -> str:
        return f"pin\nwork {self.work}\nplan {self.plan}\n{self.position}end\n\n"


def read(text: str) -> Iterator[Pin]:
    for block in text.split("pin\n")[1:]:
        work, plan, position = block.removesuffix("end\n\n").split("\n", 2)
        yield Pin(position, int(work.removeprefix("work ")), plan.removeprefix("plan "))


def decide(position: str, work: int) -> str:
    """All steps of the plan that monarch-1 likes best, as numbers of actions."""
    state = core.State.from_position(position)
    plans = core.think(state, "monarch-1", seed=1, work=work).plans
    return " ".join(map(str, plans[0].actions))


def digest(pins: list[Pin]) -> str:
    return sha256("".join(map(str, pins)).encode()).hexdigest()[:16]


def positions(name: str, rounds: tuple[int, ...]) -> Iterator[str]:
    """The first decision of each of these rounds in a game of squires."""
    game, player, wanted = Game(name, seed="pins"), LevelPlayer("squire", "pins"), list(rounds)
    while wanted:
        if game.state.round == wanted[0]:
            wanted.pop(0)
            yield game.position()
        game.push(player.choose(game))


if __name__ == "__main__":
    known = {(pin.position, pin.work) for pin in read(FILE.read_text())} if FILE.exists() else set()
    with FILE.open("a") as file:
        for name, rounds, work in NEW:
            for position in positions(name, rounds):
                if (position, work) not in known:
                    file.write(str(Pin(position, work, decide(position, work))))
