"""Reading, counting and printing: the format is in the README beside this file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from crownlands.notation import parse_position
from crownlands.rules import CHANCE, Dealer, State, apply, legal_actions

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Block:
    """A position and what is counted from it."""

    title: str
    seed: str
    nodes: tuple[tuple[int, int], ...]
    """Depth and count."""
    position: str

    def __str__(self) -> str:
        nodes = "".join(f"nodes {depth} {count}\n" for depth, count in self.nodes)
        return f"perft 1\ntitle {self.title}\nseed {self.seed}\n{nodes}position\n{self.position}end\n"

    def count(self, depth: int) -> int:
        match = parse_position(self.position)
        return perft(match.state, Dealer(match.ruleset, self.seed, match.game), depth)


def perft(state: State, dealer: Dealer, depth: int) -> int:
    """How many sequences of this many actions there are."""
    while state.step in CHANCE:
        state = apply(state, dealer.next(state))
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(apply(state, action), dealer, depth - 1) for action in actions)


def read_blocks(text: str) -> Iterator[Block]:
    """The blocks of a file."""
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    for line in lines:
        assert line == "perft 1", line
        title = next(lines).removeprefix("title ")
        seed = next(lines).removeprefix("seed ")
        nodes = []
        while (line := next(lines)) != "position":
            keyword, depth, count = line.split()
            assert keyword == "nodes", line
            nodes.append((int(depth), int(count)))
        position = []
        while (line := next(lines)) != "end":
            position.append(f"{line}\n")
        yield Block(title, seed, tuple(nodes), "".join(position))


def file_name(ruleset: str) -> str:
    """``file_name("kingdomino/2+harmony") == "kingdomino-2+harmony.perft"``."""
    return f"{ruleset.replace('/', '-')}.perft"
