"""Write web/src/generated/lessons.ts: a position made for each lesson, with its legal actions and the right ones."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import msgspec
from msgspec import Struct, structs
from protocol import TYPES
from typescript import constant, declarations, name_of, write

from crownlands.rules import CHANCE, Dealer, Match, State, apply, legal_actions, new_match, ruleset
from crownlands.rules.events import Action, Bribe, Build, Choose, Place, Tax
from crownlands.rules.kingdom import Kingdom
from crownlands.rules.pieces import DOMINOES, Cell
from crownlands.rules.scoring import Standing
from crownlands.rules.state import Claim
from crownlands.rules.steps import Step
from crownlands.server.protocol.event_messages import ActionMessage, to_message
from crownlands.server.protocol.messages import Spot, Turned, Worth
from crownlands.server.protocol.views import BoardView, ClaimView, RealmView, StepName
from crownlands.server.table.preview import preview
from crownlands.server.table.projection import Projector

Land = list[tuple[str, tuple[Cell, Cell]]]
Goal = Literal["", "choose", "points", "town", "coins"]
HEAD = "// Made by web/scripts/lessons.py with the rules: do not edit.\n"


class LegalAction(Struct):
    """A legal action and what it would change at once."""

    action: ActionMessage
    points: int
    coins: int


class Lesson(Struct, omit_defaults=True):
    """One position of a lesson, from the seat that acts; what is said of its actions was made with the rules."""

    realm: RealmView
    frame: int
    step: StepName
    domino: str | None
    line: list[ClaimView]
    next: list[ClaimView]
    board: BoardView | None
    legal: list[LegalAction]
    spots: dict[str, list[Spot]]
    reasons: dict[str, list[Turned]]
    right: list[int]
    """Which of the legal actions do what the lesson asks for, by their place in the list."""
    goal: Goal
    """What tells right from wrong; empty where everything legal is right."""
    variants: dict[str, Lesson] | None = None
    """The same lesson for each domino that may have been chosen before."""


def lesson(state: State, right: Callable[[Action, Worth], bool] | None = None, goal: Goal = "") -> Lesson:
    """A position and which of its actions are right: all, unless the lesson asks for more."""
    ahead = preview(state, 0)
    legal = list(zip(legal_actions(state), ahead.worth, strict=True))
    good = [index for index, (action, worth) in enumerate(legal) if right is None or right(action, worth)]
    if not good or (right is not None and len(good) == len(legal)):
        sys.exit(f"a lesson without a question: {legal}")
    play = Projector().position(Match(state, 1, tuple(Standing() for _ in state.realms)))
    return Lesson(
        play.state.realms[state.realm],
        state.ruleset.frame,
        play.step,
        play.domino,
        play.line,
        play.next,
        play.board,
        [LegalAction(to_message(action), worth.points, worth.coins) for action, worth in legal],
        ahead.spots,
        ahead.reasons,
        good,
        goal,
    )


def position(name: str, land: Land, domino: str, next_line: list[Claim], slots: tuple[str, ...] = ()) -> State:
    """Round 3: seat 0 has this land and places this domino. Every placement of the land was legal."""
    rules = ruleset(name)
    state = new_match(rules).state
    kingdom = Kingdom()
    for placed, cells in land:
        why = kingdom.why_not(DOMINOES[placed], cells, rules.frame)
        if why is not None:
            sys.exit(f"{placed} cannot lie on {cells}: {why}")
        kingdom = kingdom.with_domino(DOMINOES[placed], cells)
    used = {domino, *(claim.domino for claim in next_line), *(placed for placed, _ in land)}
    stack = list(state.board.stack)
    for tile in slots:
        stack.remove(tile)
    board = replace(state.board, slots=slots, stack=tuple(stack)) if slots else state.board
    return replace(
        state,
        step=Step.PLACE,
        round=3,
        line=(Claim(domino, 0),),
        next_line=tuple(next_line),
        undrawn=state.undrawn - used,
        board=board,
        realms=(replace(state.realms[0], kingdom=kingdom), *state.realms[1:]),
    )


def opening(name: str) -> State:
    """The first line, where seat 0 is the second to choose."""
    rules = ruleset(name)
    for number in range(1000):
        match, dealer = new_match(rules), Dealer(rules, f"lesson {number}", 1)
        while match.state.round == 0:
            state = match.state
            free = sum(claim.seat is None for claim in state.next_line)
            if state.seat == 0 and free == 3:
                return state
            match = match.apply(dealer.next(state) if state.step in CHANCE else legal_actions(state)[0])
    sys.exit("seat 0 is never the second to choose")


def most(value: Callable[[Worth], int], state: State) -> Callable[[Action, Worth], bool]:
    """Right is what brings most."""
    best = max(value(worth) for worth in preview(state, 0).worth)
    return lambda _, worth: value(worth) == best


def kingdomino() -> list[Lesson]:
    first = opening("kingdomino/4")
    line = [Claim("K7", 2), Claim("K18"), Claim("K29"), Claim("K44")]
    free = [claim.domino for claim in first.next_line if claim.seat is None]
    places = {domino: lesson(position("kingdomino/4", [], domino, line)) for domino in free}

    # Something on each side of the castle: what comes now must match.
    land: Land = [
        ("K13", ((1, 0), (1, 1))),
        ("K9", ((-1, 1), (0, 1))),
        ("K24", ((-1, 0), (-2, 0))),
        ("K36", ((0, -1), (0, -2))),
    ]
    ahead = replace(position("kingdomino/4", land, "K1", line), step=Step.CHOOSE)
    gain = {domino: max(spot.points for spot in spots) for domino, spots in preview(ahead, 0).spots.items()}
    wanted = max(gain, key=lambda domino: gain[domino])
    chosen = lesson(ahead, lambda action, _: isinstance(action, Choose) and action.domino == wanted, "choose")
    match = position("kingdomino/4", land, wanted, line)

    # A lake with two crowns, and a domino with a third: beside it, beside wheat, or anywhere.
    lake: Land = [
        ("K32", ((1, 0), (1, 1))),
        ("K33", ((2, 0), (2, 1))),
        ("K8", ((1, -1), (2, -1))),
        ("K13", ((-1, 0), (-1, 1))),
        ("K19", ((-1, -1), (0, -1))),
    ]
    score = position("kingdomino/4", lake, "K30", line)
    return [
        lesson(first),
        structs.replace(places[free[0]], variants=places),
        chosen,
        lesson(match),
        lesson(score, most(lambda worth: worth.points, score), "points"),
    ]


def queendomino() -> list[Lesson]:
    line = [Claim("Q9", 2), Claim("Q18"), Claim("Q33"), Claim("Q44")]
    tiles = ("statue", "small_tavern", "guardtower", "sawmill", "queens_tower", "church")
    towns: Land = [("Q46", ((1, 0), (2, 0))), ("Q24", ((-1, 0), (-2, 0)))]
    town = position("queendomino/4", towns, "Q35", line, tiles)
    known = {cell for placed, cells in towns if placed == "Q46" for cell in cells}

    def beside(action: Action, _: Worth) -> bool:
        """The town of the new domino lies beside a town."""
        assert isinstance(action, Place)
        x, y = action.squares[0]
        return bool(known & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)})

    lake: Land = [
        ("Q5", ((1, 0), (2, 0))),
        ("Q39", ((1, 1), (0, 1))),
        ("Q6", ((1, -1), (2, -1))),
        ("Q46", ((-1, 0), (-1, 1))),
    ]
    tax = apply(position("queendomino/4", lake, "Q20", line, tiles), Place(0, "Q20", ((2, 1), (2, 2))))
    build = apply(tax, Tax(0, ((2, 1),)))
    bribe = apply(build, Build(0, 1, "small_tavern", (0, 1)))
    return [
        lesson(town, beside, "town"),
        lesson(tax, most(lambda worth: worth.coins, tax), "coins"),
        lesson(build, lambda action, _: isinstance(action, Build)),
        lesson(bribe, lambda action, _: isinstance(action, Bribe)),
    ]


def text() -> str:
    """The module's whole text."""
    _, components = msgspec.json.schema_components(TYPES)
    known = {name_of(name) for name in components}
    types = declarations((Lesson,), known)
    used = [name for name in sorted(known) if re.search(rf"\b{name}\b(?!:)", "".join(types))]
    lessons = {"kingdomino": kingdomino(), "queendomino": queendomino()}
    head = f"import type {{ {', '.join(used)} }} from './protocol';\n"
    value = constant("LESSONS", "Record<string, Lesson[]>", msgspec.to_builtins(lessons))
    return "\n".join([HEAD, head, *types, value]) + "\n"


if __name__ == "__main__":
    write("lessons.ts", text())
