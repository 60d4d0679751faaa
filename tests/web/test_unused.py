"""Nothing in the client is left over: each export, component, style, token and drawing is used somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB, ART = ROOT / "web" / "src", ROOT / "src" / "crownlands" / "draw"
CODE = {path: path.read_text() for path in (*WEB.rglob("*.ts"), *WEB.rglob("*.svelte"))}
OWN = {path: text for path, text in CODE.items() if "generated" not in path.parts}
STYLES = {path: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S) for path in WEB.rglob("*.css")}
PAGE = "\n".join([*CODE.values(), (ROOT / "web" / "index.html").read_text()])
CSS = "\n".join(STYLES.values())
DRAWINGS = "\n".join(path.read_text() for path in (ART / "art").glob("*.svg"))


@cache
def words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w-]+", text))


def word(name: str, text: str) -> bool:
    return name in words(text)


def made_up(name: str, text: str) -> bool:
    """Whether a name may be put together in braces: `seat-{colour}` names seat-red."""
    parts = name.split("-")
    starts = ["-".join(parts[:length]) + "-" for length in range(1, len(parts))]
    return any(re.search(rf"(?<![\w-]){re.escape(start)}\$?{{", text) for start in starts)


def unused(names: Iterable[str], text: str) -> set[str]:
    return {name for name in names if not word(name, text) and not made_up(name, text)}


def exports(text: str) -> Iterator[str]:
    yield from re.findall(r"^export (?:async )?(?:const|function|class|interface|type) (\w+)", text, re.M)
    for names in re.findall(r"^export (?:type )?\{([^}]*)\}", text, re.M):
        yield from re.findall(r"\w+(?=\s*(?:,|$))", names)


def test_every_export_is_imported_by_another_module() -> None:
    left = {
        f"{path.relative_to(WEB)}: {name}"
        for path, text in OWN.items()
        for name in exports(text)
        if not any(word(name, other) for at, other in OWN.items() if at != path)
    }
    constants = re.findall(r"^export const (\w+)", "\n".join(text for at, text in CODE.items() if at not in OWN), re.M)
    assert left | unused(constants, "\n".join(OWN.values())) == set()


def test_every_component_is_shown_somewhere() -> None:
    components = [path for path in OWN if path.suffix == ".svelte"]
    assert {path.name for path in components if f"/{path.name}'" not in PAGE} == set()


def test_every_property_of_a_component_is_given_by_somebody() -> None:
    left = set()
    for path, text in OWN.items():
        found = re.search(r"interface Props \{(.*?)\n  \}", text, re.S)
        users = "\n".join(other for other in OWN.values() if f"<{path.stem}" in other)
        for name in re.findall(r"^    (\w+)\?", found[1], re.M) if found and users else []:
            tags = re.findall(rf"<{path.stem}\b(.*?)(?:/>|</{path.stem}>)", users, re.S)
            if not any(word(name, tag) for tag in tags):
                left.add(f"{path.name}: {name}")
    assert left == set()


def test_every_style_is_of_something_that_there_is() -> None:
    selectors = "\n".join(re.findall(r"[^{}]+(?=\{)", CSS))
    classes = set(re.findall(r"\.(-?[A-Za-z_][\w-]*)", selectors))
    assert unused(classes, PAGE + DRAWINGS) == set()
    assert {name for name in re.findall(r"@keyframes ([\w-]+)", CSS) if CSS.count(name) < 2} == set()
    tokens = set(re.findall(r"(--[\w-]+)\s*:", CSS))
    assert tokens - set(re.findall(r"(--[\w-]+)(?![\w-])(?!\s*:)", CSS + PAGE + DRAWINGS)) == set()


def test_every_drawing_is_drawn_somewhere() -> None:
    symbols = set(re.findall(r'<symbol id="([\w-]+)"', DRAWINGS))
    python = "\n".join(path.read_text() for path in ART.rglob("*.py"))
    used = "\n".join(re.findall(r'href="#([\w-]+)"', DRAWINGS))
    assert len(symbols) > 50
    assert unused(symbols, PAGE + python + used) == set()
