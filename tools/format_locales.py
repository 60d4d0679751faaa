"""Writes every locale file with one text a line, in the order of the keys, so that two people can add texts at once."""

from __future__ import annotations

import json
from pathlib import Path

LOCALES = Path(__file__).parents[1] / "web" / "src" / "locales"


def formatted(text: str) -> str:
    """The same texts, one a line, sorted by key."""
    texts = json.loads(text)
    lines = (
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False, separators=(', ', ': '))}"
        for key, value in sorted(texts.items())
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    for path in sorted(LOCALES.glob("*.json")):
        path.write_text(formatted(path.read_text()))
