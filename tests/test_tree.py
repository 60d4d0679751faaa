"""Documents name places that exist: the tree of docs/architecture.md and the words of docs/glossary.md."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
MADE = {"__pycache__", "client"}
"""Folders that are built: `client` is the built page under static/, beside the package of that name."""
OTHERS = {"tools/", "tests/"}
"""Told with one line, whatever is inside."""


def folders() -> set[str]:
    """Every folder of the package and of the browser client that has files of its own or rooms inside."""
    found = set()
    for top in (ROOT / "src" / "crownlands", ROOT / "web" / "src"):
        for folder in (top, *(path for path in top.rglob("*") if path.is_dir())):
            parts = folder.relative_to(top).parts
            built = "__pycache__" in parts or parts[:3] == ("server", "static", "client")
            if not built and any(path.name not in MADE for path in folder.iterdir()):
                found.add(f"{folder.relative_to(ROOT)}/")
    return found | OTHERS


def named(document: str) -> list[tuple[str, str]]:
    """The first and the last cell of each row of its tables."""
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|") and "---" not in line]
    return [(row[0].strip(), row[-1].strip()) for row in rows]


def test_the_tree_names_every_folder_once() -> None:
    places = [
        place
        for first, _ in named("architecture.md")
        for place in re.findall(r"`((?:src|web|tools|tests)/[^`]*)`", first)
    ]
    assert len(places) == len(set(places))
    assert set(places) == folders()


def test_the_glossary_names_places_that_exist() -> None:
    words = [word for word, _ in named("glossary.md")]
    assert len(words) == len(set(words)), "each word once"
    for word, places in named("glossary.md")[1:]:
        found = re.findall(r"`([^`]+)`", places)
        assert found, word
        for place in found:
            path, _, name = place.partition(":")
            file = ROOT / path
            assert file.exists(), f"{word}: {path}"
            if name:
                assert re.search(rf"\b{re.escape(name)}\b", file.read_text(encoding="utf-8")), f"{word}: {place}"
