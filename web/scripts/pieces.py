"""Write web/src/generated/pieces.ts: the printed numbers and set-ups that the client draws, from the package's data."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from crownlands.data import load
from crownlands.rules.pieces import COINS_PER_POINT, DOMINOES

TARGET = Path(__file__).parents[1] / "src" / "generated" / "pieces.ts"

HEAD = "// Made by web/scripts/pieces.py from src/crownlands/data: do not edit.\n"


def building(data: dict[str, Any]) -> dict[str, Any]:
    points = data.get("points", 0)
    flat = points if isinstance(points, int) else points["each"]
    return {
        "knights": data.get("knights", 0),
        "towers": data.get("towers", 0),
        "tax": data.get("tax"),
        "crowns": data.get("crowns", 0),
        "points": flat,
        "per": None if isinstance(points, int) else points["per"],
        "copies": data["copies"],
    }


def text() -> str:
    """The module's whole text."""
    dominoes = {
        name: [(str(half.terrain), half.crowns) for half in (domino.left, domino.right)]
        for name, domino in DOMINOES.items()
    }
    tiles = {data["id"]: building(data) for data in load("buildings")["building"]}
    setups = load("setups")
    families = {
        family: {
            "boxes": [load(box)["letter"] for box in data["boxes"]],
            "colours": data["colours"],
            "phases": data["phases"],
            "players": data["players"],
        }
        for family, data in setups["families"].items()
    }
    options = [
        {
            "name": option["name"],
            "fits": option.get("fits"),
            "home": option["home"],
            "opening": "opening" in option["sets"],
            "sets": option["sets"],
        }
        for option in setups["options"]
    ]

    def compact(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    lines = [
        HEAD,
        "import type { Building, Family, Half, Option } from '../lib/types';\n",
        f"export const DOMINOES: Record<string, [Half, Half]> = {compact(dominoes)};",
        f"export const BUILDINGS: Record<string, Building> = {compact(tiles)};",
        f"export const COINS_PER_POINT = {COINS_PER_POINT};",
        f"export const FAMILIES: Record<string, Family> = {compact(families)};",
        f"export const OPTIONS: Option[] = {compact(options)};",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text() == text() else f"{TARGET} is out of date: run {sys.argv[0]}")
    TARGET.write_text(text())
