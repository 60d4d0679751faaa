"""Write the C++ tables of the core from the TOML files in `data/`: printed numbers are typed once.

Run by CMake: `python generate_tables.py DATA_DIR OUTPUT.hpp`.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine", "town"]
PLAIN_PHASES = ["place", "choose"]
BOARD_PHASES = ["place", "tax", "build", "bribe", "choose"]
OPENINGS = ["drawn", "any-king", "top-down", "there-and-back"]
TIES = {"largest-territory": 1, "crowns": 2}
SETS = ["dominoes", "line", "frame", "team", "middle_kingdom", "harmony", "games", "once"]
ONCE = ["tax", "build"]
DOMINOES_PER_BOX = 48


def load(path: Path) -> dict[str, Any]:
    """One TOML file."""
    with path.open("rb") as file:
        return tomllib.load(file)


def check(condition: bool, message: str) -> None:
    """Stop the build when the data says something that the core cannot play."""
    if not condition:
        raise SystemExit(f"generate_tables.py: {message}")


def domino_rows(box: dict[str, Any]) -> list[str]:
    """The dominoes of one box, as C++ initialisers."""
    rows = []
    check([row[0] for row in box["dominoes"]] == list(range(1, DOMINOES_PER_BOX + 1)), "a box has dominoes 1 to 48")
    for _, left, left_crowns, right, right_crowns in box["dominoes"]:
        same = left == right and left_crowns == right_crowns
        terrains = f"{{{TERRAINS.index(left)}, {TERRAINS.index(right)}}}"
        rows.append(f"    {{{terrains}, {{{left_crowns}, {right_crowns}}}, {str(same).lower()}}},")
    return rows


def building_rows(buildings: list[dict[str, Any]]) -> list[str]:
    """The kinds of building, as C++ initialisers; `first` is the number of the kind's first tile."""
    rows, first = [], 0
    for kind in buildings:
        points = kind.get("points", 0)
        flat, each, per = (points, 0, "none") if isinstance(points, int) else (0, points["each"], points["per"])
        per_code = f"Per::{per}" if per in ("none", "knights", "towers") else f"Per({TERRAINS.index(per)})"
        tax = f"Tax::{kind.get('tax', 'none')}"
        rows.append(
            f'    {{"{kind["id"]}", {first}, {kind["copies"]}, {kind.get("knights", 0)}, {kind.get("towers", 0)}, '
            f"{kind.get('crowns', 0)}, {tax}, {flat}, {each}, {per_code}}},"
        )
        first += kind["copies"]
    check(first <= 32, "at most 32 building tiles fit the stack")
    return rows


def family_rows(families: dict[str, Any], box_names: list[str]) -> tuple[list[str], list[str]]:
    """The families and, for each, its set-ups by number of players."""
    rows, setups = [], []
    for number, (name, family) in enumerate(families.items()):
        check(family["phases"] in (PLAIN_PHASES, BOARD_PHASES), f"{name}: the core does not know these phases")
        boxes = [box_names.index(box) for box in family["boxes"]]
        ties = sum(TIES[tie] for tie in family["ties"])
        board = str(family["phases"] == BOARD_PHASES).lower()
        padded = ", ".join(str(box) for box in (boxes + boxes)[:2])
        rows.append(
            f'    {{"{name}", {{{padded}}}, {len(boxes)}, {board}, {ties}, {family.get("coins", 0)}, '
            f"{family.get('knights', 0)}}},"
        )
        for players, setup in family["players"].items():
            opening = OPENINGS.index(setup.get("opening", "drawn"))
            setups.append(
                f"    {{{number}, {players}, {setup['kings']}, {setup['dominoes']}, {setup['line']}, "
                f"{setup['frame']}, {opening}}},"
            )
    return rows, setups


def option_rows(options: list[dict[str, Any]], families: list[str]) -> list[str]:
    """The options in canonical order; `fits` is a bit mask of player counts for each family."""
    rows = []
    for option in options:
        fits = option.get("fits")
        masks = [sum(1 << n for n in fits.get(family, [])) if fits else 0xFFFF for family in families]
        sets = option["sets"]
        check(set(sets) <= {*SETS, "opening", "printed"}, f"{option['name']}: the core does not know what it sets")
        check(sets.get("once", ONCE) == ONCE, f"{option['name']}: the core limits {ONCE} or nothing")
        values = ", ".join(str(1 if key == "once" and key in sets else sets.get(key, 0)) for key in SETS)
        opening = OPENINGS.index(sets["opening"]) if "opening" in sets else -1
        rows.append(f'    {{"{option["name"]}", {{{", ".join(map(str, masks))}}}, {{{values}}}, {opening}}},')
    return rows


def main(data: Path, output: Path) -> None:
    """Write the header."""
    setups = load(data / "setups.toml")
    builders = load(data / "buildings.toml")
    box_names = ["kingdomino", "queendomino"]
    boxes = [load(data / f"{name}.toml") for name in box_names]
    check([box["letter"] for box in boxes] == ["K", "Q"], "boxes are K and Q, in letter order")
    check(setups["openings"] == OPENINGS, "openings changed")
    check(sorted(builders["slots"]) == list(range(len(builders["slots"]))), "slots cost 0, 1, 2, …")
    families, players = family_rows(setups["families"], box_names)
    buildings = building_rows(builders["building"])
    options = option_rows(setups["options"], list(setups["families"]))
    names = ", ".join(f'"{terrain}"' for terrain in TERRAINS)
    openings = ", ".join(f'"{opening}"' for opening in OPENINGS)
    lines = [
        "// Generated by generate_tables.py from src/crownlands/data; do not edit.",
        "#pragma once",
        '#include "ruleset/facts.hpp"',
        "",
        "namespace crownlands {",
        "",
        f"inline constexpr const char* terrain_names[{len(TERRAINS)}] = {{{names}}};",
        f"inline constexpr const char* opening_names[{len(OPENINGS)}] = {{{openings}}};",
        'inline constexpr char box_letters[] = "KQ";',
        "",
        f"inline constexpr int slot_count = {len(builders['slots'])};",
        f"inline constexpr int queen_discount = {builders['queen_discount']};",
        f"inline constexpr int bribe_cost = {builders['bribe']};",
        f"inline constexpr int coins_per_point = {builders['coins_per_point']};",
        "",
        "inline constexpr Domino dominoes[] = {",
        *(row for box in boxes for row in domino_rows(box)),
        "};",
        "",
        f"inline constexpr int building_count = {len(builders['building'])};",
        f"inline constexpr int tile_count = {sum(kind['copies'] for kind in builders['building'])};",
        "inline constexpr Building buildings[] = {",
        *buildings,
        "};",
        "",
        f"inline constexpr int family_count = {len(families)};",
        "inline constexpr Family families[] = {",
        *families,
        "};",
        "",
        "inline constexpr Setup setups[] = {",
        *players,
        "};",
        "",
        f"inline constexpr int option_count = {len(options)};",
        "inline constexpr Option options[] = {",
        *options,
        "};",
        "",
        "}  // namespace crownlands",
        "",
    ]
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
