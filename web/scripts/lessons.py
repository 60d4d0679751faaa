"""Write web/src/generated/lessons.ts: the positions of the lessons with their legal actions, played by the rules."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from crownlands.notation import event_json, state_json
from crownlands.rules import CHANCE, Dealer, Match, Ruleset, legal_actions, new_match, ruleset
from crownlands.rules.events import Action, Build, Choose, Pass, Place, Tax
from crownlands.server.outlook import outlook

TARGET = Path(__file__).parents[1] / "src" / "generated" / "lessons.ts"
HEAD = "// Made by web/scripts/lessons.py with the rules: do not edit.\n"


def deal(rules: Ruleset, seed: str, match: Match) -> Match:
    while match.state.step in CHANCE:
        match = match.apply(Dealer(rules, seed, 1).next(match.state))
    return match


def snapshot(match: Match, seat: int) -> dict[str, Any]:
    """One position as a lesson shows it."""
    state = match.state
    look = outlook(state, 0)
    return {
        "realm": state_json(match)["realms"][seat],
        "frame": state.ruleset.frame,
        "step": state.step.value,
        "domino": state.domino if state.round else None,
        "line": [{"domino": claim.domino, "seat": claim.seat} for claim in state.line],
        "next": [{"domino": claim.domino, "seat": claim.seat} for claim in state.next_line],
        "slots": list(state.board.slots),
        "dragon": state.board.dragon,
        "stack": len(state.board.stack),
        "queen": state.queen == state.realm,
        "legal": [
            {"action": event_json(action), "points": worth.points, "coins": worth.coins}
            for action, worth in zip(legal_actions(state), look.worth, strict=True)
        ],
        "previews": msgspec.to_builtins(look.previews),
    }


def best(match: Match) -> Action:
    """Most points at once, then most coins; never a pass where something can be done."""
    actions = legal_actions(match.state)
    look = outlook(match.state, 0).worth
    order = sorted(
        zip(actions, look, strict=True), key=lambda pair: (isinstance(pair[0], Pass), -pair[1].points, -pair[1].coins)
    )
    return order[0][0]


def lesson(name: str, seed: str, wanted: list[type[Action]], from_round: int) -> list[dict[str, Any]]:
    """Plays until seat 0 may do each wanted thing in turn, and keeps those positions."""
    rules = ruleset(name)
    match = deal(rules, seed, new_match(rules))
    kept: list[dict[str, Any]] = []
    while wanted and not match.over:
        state = match.state
        kinds = {type(action) for action in legal_actions(state)}
        if state.seat == 0 and state.round >= from_round and wanted[0] in kinds:
            kept.append(snapshot(match, 0))
            wanted = wanted[1:]
            from_round = 0
        match = deal(rules, seed, match.apply(best(match)))
    if wanted:
        sys.exit(f"no lesson from {name} with seed {seed}: {wanted} never came")
    return kept


def text() -> str:
    lessons = {
        "kingdomino": lesson("kingdomino/4", "lesson", [Choose, Place, Choose, Place], 0)
        + lesson("kingdomino/4", "lesson", [Place], 8),
        "queendomino": lesson("queendomino/4", "lesson 1", [Place, Tax, Build, Choose], 3),
    }
    body = json.dumps(lessons, separators=(",", ":"))
    head = f"{HEAD}\nimport type {{ Lesson }} from '../lib/lesson';\n"
    return f"{head}\nexport const LESSONS: Record<string, Lesson[]> = {body} as never;\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text() == text() else f"{TARGET} is out of date: run {sys.argv[0]}")
    TARGET.write_text(text())
