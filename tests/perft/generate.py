"""Writes all files of this folder anew: ``python -m tests.perft.generate``."""

from __future__ import annotations

from collections.abc import Iterator

from crownlands.game import Game
from crownlands.notation import print_position
from crownlands.rules import Dealer, Match, Ruleset, Step, catalogue
from crownlands.rules.pieces import DOMINOES
from tests.helpers import Uniform, played
from tests.perft.perft import FOLDER, Block, file_name, perft

SEED = "perft"
BUDGET = 300
"""How many positions may be visited inside a tree: leaves are only counted, not visited."""


def play(rules: Ruleset) -> list[Match]:
    """A random game of the seed, position by position; of a Dynasty, the first."""
    end = played(Game(rules, seed=SEED), Uniform("perft actions", rules.name))
    return [match for match in end.matches if match.game == 1]


def positions(rules: Ruleset) -> Iterator[tuple[str, Match]]:
    """The chosen positions of a ruleset, each with its title."""
    matches = play(rules)
    yield "start, before the first line is revealed", matches[0]
    first = [match for match in matches if match.state.step is Step.PLACE and match.state.round == 1]
    for title, double in (("first placement, two terrains", False), ("first placement, a double", True)):
        for match in first:
            state = match.state
            if not state.realms[state.realm].kingdom.squares and DOMINOES[state.domino].double == double:
                yield title, match
                break
    middle = rules.rounds // 2 + 1
    for step in (Step.PLACE, Step.TAX, Step.BUILD, Step.BRIBE, Step.CHOOSE):
        found = [match for match in matches if match.state.step is step and match.state.round >= middle]
        if found and not rules_out(rules, step):
            yield f"middle of the game, {step}", found[0]
    last = [match for match in matches if match.state.round == rules.rounds and match.state.step is Step.PLACE]
    if last:
        yield "last round", last[0]
        yield "last turn", last[-1]


def rules_out(rules: Ruleset, step: Step) -> bool:
    """Bonuses and Dynasties do not change the tree: one position in the middle is enough there."""
    return bool({"middle-kingdom", "harmony", "dynasty"} & set(rules.options)) and step is not Step.PLACE


def count(match: Match) -> tuple[tuple[int, int], ...]:
    """Depths and counts, as deep as the budget allows."""
    nodes: list[tuple[int, int]] = []
    dealer = Dealer(match.ruleset, SEED, match.game)
    visited = 1
    for depth in range(1, 6):
        nodes.append((depth, perft(match.state, dealer, depth)))
        visited += nodes[-1][1]
        if visited > BUDGET or nodes[-1][1] == 0:
            break
    return tuple(nodes)


def main() -> None:
    for path in FOLDER.glob("*.perft"):
        path.unlink()
    for rules in catalogue():
        blocks = [Block(title, SEED, count(match), print_position(match)) for title, match in positions(rules)]
        (FOLDER / file_name(rules.name)).write_text("\n".join(map(str, blocks)), encoding="utf-8")


if __name__ == "__main__":
    main()
