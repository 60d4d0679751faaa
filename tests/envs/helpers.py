"""What environments are checked against: recorded games, and what a seat may know of a position."""

from __future__ import annotations

from typing import Any

from crownlands.envs import Layout
from crownlands.envs.layout import Bytes
from crownlands.notation import parse_record, replay
from crownlands.rules import Match, State
from crownlands.rules.events import Action, Event
from crownlands.rules.pieces import BUILDINGS, DOMINOES
from tests.playthroughs.playthrough import FOLDER, file_name

RULESETS = [
    "kingdomino/2",
    "kingdomino/2+dynasty",
    "kingdomino/2+harmony",
    "kingdomino/2+mighty-duel",
    "kingdomino/2+mighty-duel+any-king",
    "kingdomino/2+there-and-back",
    "kingdomino/3",
    "kingdomino/3+lines-of-four",
    "kingdomino/3+top-down",
    "kingdomino/4",
    "kingdomino/4+any-king",
    "kingdomino/4+middle-kingdom",
    "queendomino/2",
    "queendomino/2+one-court",
    "queendomino/3+any-king",
    "queendomino/3+dynasty",
    "queendomino/4",
    "queendomino/4+harmony",
    "royal-wedding/3",
    "royal-wedding/5+top-down",
    "royal-wedding/6+teams",
    "royal-wedding/8",
    "royal-wedding/8+teams+any-king",
    "royal-wedding/8+teams+dynasty",
]
"""Every family, number of realms, opening and option."""


def recorded(ruleset: str) -> tuple[list[Match], tuple[Event, ...]]:
    """The golden game of a ruleset: the match before and after each event, and the events."""
    record = parse_record((FOLDER / file_name(ruleset)).read_text(encoding="utf-8"))
    return list(replay(record)), record.events


def decisions(ruleset: str) -> list[tuple[Match, Action, Match]]:
    """Each decision of the golden game: the match before it, what was done, and the match after it."""
    matches, events = recorded(ruleset)
    return [(matches[i], event, matches[i + 1]) for i, event in enumerate(events) if isinstance(event, Action)]


TERRAINS = ("wheat", "forest", "lake", "grassland", "swamp", "mine", "town")
KINDS = list(BUILDINGS)


def known(match: Match, seat: int) -> dict[str, Any]:
    """What a seat may know of a match at a decision or at its end, and needs from there on, as plain values."""
    state, rules = match.state, match.state.ruleset
    mine = rules.realm_of(seat)
    realms = [state.realms[(mine + place) % len(state.realms)] for place in range(len(state.realms))]

    def seen(other: int | None) -> int | None:
        return None if other is None else (other - seat) % rules.seats

    facts: dict[str, Any] = {
        "squares": [
            {
                cell: (
                    square.terrain.value,
                    square.crowns + (BUILDINGS[realm.buildings[cell]].crowns if cell in realm.buildings else 0),
                )
                for cell, square in realm.kingdom.squares.items()
            }
            for realm in realms
        ],
        "line": [(claim.domino, seen(claim.seat)) for claim in state.line],
        "next": [(claim.domino, seen(claim.seat)) for claim in state.next_line],
        "kings": [(seen(king.chooser), seen(king.owner)) for king in state.kings],
        "choosers": [seen(chooser) for chooser in state.choosers],
        "undrawn": set(state.undrawn),
        "discards": [len(realm.discarded) for realm in realms],
        "phase": None if state.over else state.step.value,
        "decides": seen(state.seat),
        "round": state.round,
    }
    if rules.purse:
        facts |= {
            "knights": [set(realm.taxed) for realm in realms],
            "buildings": [dict(realm.buildings) for realm in realms],
            "purses": [(realm.coins, realm.knights_in_reserve, realm.all_knights, realm.towers) for realm in realms],
            "board": list(state.board.slots),
            "stack": {kind: count for kind in KINDS if (count := state.board.stack.count(kind))},
            "dragon": None if state.board.dragon is None else rules.slots.index(state.board.dragon),
            "queen": None if state.queen is None else (state.queen - mine) % len(realms),
            "placed": _placed(state),
        }
    if rules.once:
        facts["once"] = {(seen(other), step.value) for other, step in state.done}
    if rules.games > 1:
        facts["game"] = match.game
        facts["match"] = [tuple(match.earlier[(mine + place) % len(realms)]) for place in range(len(realms))]
    return facts


def _placed(state: State) -> set[tuple[int, int]]:
    if state.step.value != "tax":
        return set()
    kingdom = state.realms[state.realm].kingdom
    return {cell for cell, square in kingdom.squares.items() if square.domino == state.domino}


def told(layout: Layout, observation: Bytes, ruleset: Any) -> dict[str, Any]:
    """The same, read from an observation alone."""
    part = {one.name: layout.view(observation, one.name) for one in layout.parts}
    planes = layout.part("kingdoms").fields
    reach = ruleset.frame - 1
    names = sorted((name for name in DOMINOES if name[0] in "KQ"), key=lambda name: (name[0], int(name[1:])))

    def cells(plane: Any) -> dict[tuple[int, int], int]:
        return {
            (x - reach, y - reach): int(plane[y, x])
            for y in range(2 * reach + 1)
            for x in range(2 * reach + 1)
            if plane[y, x]
        }

    def only(row: Any) -> int | None:
        [*places] = row.nonzero()[0]
        assert len(places) <= 1
        return int(places[0]) if places else None

    squares = []
    for kingdom in part["kingdoms"]:
        crowns = cells(kingdom[planes.index("crowns")])
        squares.append(
            {
                cell: (terrain, crowns.get(cell, 0))
                for terrain in TERRAINS
                if terrain in planes
                for cell in cells(kingdom[planes.index(terrain)])
            }
        )

    def claims(rows: Any) -> list[tuple[str, int | None]]:
        owners = rows.shape[1] - ruleset.seats
        return [(names[row[0] - 1], only(row[owners:])) for row in rows if row[0]]

    court = [(only(row[0]), only(row[1])) for row in part["court"] if row.any()]
    boxes = [box[0].upper() for box in ruleset.boxes]
    facts: dict[str, Any] = {
        "squares": squares,
        "line": claims(part["line"]),
        "next": claims(part["next"]),
        "kings": [king for king in court if king[1] is not None],
        "choosers": [chooser for chooser, owner in court if owner is None],
        "undrawn": {f"{boxes[i]}{j + 1}" for i, j in zip(*part["undrawn"].nonzero(), strict=True)},
        "discards": part["discards"].tolist(),
        "phase": None if (phase := only(part["phase"])) is None else layout.part("phase").fields[phase],
        "decides": only(part["decides"]),
        "round": int(part["round"][0]),
    }
    if ruleset.purse:
        kinds = layout.part("stack").fields
        kingdoms = part["kingdoms"]
        facts |= {
            "knights": [set(cells(kingdom[planes.index("knights")])) for kingdom in kingdoms],
            "buildings": [
                {cell: kinds[kind - 1] for cell, kind in cells(kingdom[planes.index("buildings")]).items()}
                for kingdom in kingdoms
            ],
            "purses": [tuple(purse) for purse in part["purses"].tolist()],
            "board": [None if (kind := only(slot)) is None else kinds[kind] for slot in part["board"]],
            "stack": {kind: count for kind, count in zip(kinds, part["stack"].tolist(), strict=True) if count},
            "dragon": only(part["dragon"]),
            "queen": only(part["queen"]),
            "placed": set(cells(part["placed"])),
        }
    if ruleset.once:
        fields = layout.part("once").fields
        facts["once"] = {(int(seat), fields[which]) for seat, which in zip(*part["once"].nonzero(), strict=True)}
    if ruleset.games > 1:
        facts["game"] = int(part["game"][0])
        sums = part["match"].tolist()
        facts["match"] = [(low + 256 * high, largest, crowns) for low, high, largest, crowns in sums]
    return facts
