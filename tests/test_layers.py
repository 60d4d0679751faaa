"""Imports point one way: data <- rules <- notation <- {core, draw} <- game <- players <- study <- arena ... <- cli."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "crownlands"

RANKS = {"data": 0, "rules": 1, "notation": 2, "core": 3, "draw": 3, "game": 4, "players": 5, "study": 6, "cli": 8}
RANKS |= {"arena": 7, "envs": 7, "server": 7, "client": 7}
"""A package may import what has a smaller rank; packages of one rank do not know each other. The client reaches the
server over the network only, like anybody's bot."""
PURE = {"data", "rules", "notation"}
"""Packages that use the standard library only."""
FREE_MODULES = {"__init__": -1, "api": 7, "__main__": 9}
"""Modules beside the packages: `__init__` imports none of them, only `api`, which gathers what is public for others;
`__main__` may start any."""


ROOMS = {"server": {"settings": 0, "protocol": 1, "ops": 1, "guard": 2, "store": 2, "table": 3, "live": 4, "http": 5}}
"""The same inside a package of many modules, for its folders and the modules beside them; the core has a test of its
own, tests/core/test_rooms.py."""
ROOMS["server"] |= {"__init__": -1, "app": 6, "run": 7}


def imports(tree: ast.AST, package: str) -> Iterator[tuple[int, str]]:
    """Every module that a file names, wherever in it, as (line, dotted name); relative imports are resolved."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *([base] if base else [])])
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in {"import_module", "__import__"} and isinstance(node.args[0].value, str):
                yield node.lineno, node.args[0].value


def violations(root: Path) -> list[str]:
    """Each wrong import under this package, and each package that has no place in the order."""
    found = []
    for path in sorted(root.rglob("*.py")):
        inner = path.relative_to(root).with_suffix("").parts
        layer = inner[0]
        if len(inner) == 1 and layer in FREE_MODULES:
            rank = FREE_MODULES[layer]
        elif layer in RANKS and len(inner) > 1:
            rank = RANKS[layer]
        else:
            found.append(f"{'/'.join(inner)}: {layer} is not among the layers")
            continue
        package = ".".join(["crownlands", *inner[:-1]])
        for line, name in imports(ast.parse(path.read_text(encoding="utf-8")), package):
            top, _, rest = name.partition(".")
            target = rest.partition(".")[0]
            if top != "crownlands":
                if layer in PURE and top not in sys.stdlib_module_names:
                    found.append(f"{'/'.join(inner)}:{line}: {layer} uses the standard library only, not {name}")
            elif target == "api" and layer != "__init__":
                found.append(f"{'/'.join(inner)}:{line}: {layer} must not import api")
            elif target in RANKS and target != layer and RANKS[target] >= rank:
                found.append(f"{'/'.join(inner)}:{line}: {layer} must not import {target}")
            elif target == layer and layer in ROOMS:
                found += _wrong_room(inner, line, rest)
    return found


def _wrong_room(inner: tuple[str, ...], line: int, name: str) -> list[str]:
    """Whether an import inside a package points to a room that its own must not know."""
    ranks, room = ROOMS[inner[0]], inner[1]
    other = name.split(".")[1] if "." in name else "__init__"
    missing = next((one for one in (room, other) if one not in ranks), None)
    if missing is not None:
        return [f"{'/'.join(inner)}:{line}: {missing} is not among the rooms of {inner[0]}"]
    if other != room and ranks[other] >= ranks[room]:
        return [f"{'/'.join(inner)}:{line}: {room} must not import {other}"]
    return []


def circles(package: Path) -> list[str]:
    """Modules and folders of one package that import each other, however far round: none can be read first."""
    knows: dict[str, set[str]] = {}
    for path in sorted(package.rglob("*.py")):
        inner = path.relative_to(package).with_suffix("").parts
        around = ".".join(["crownlands", package.name, *inner[:-1]])
        for _, name in imports(ast.parse(path.read_text(encoding="utf-8")), around):
            top, layer, room = (*name.split("."), "", "", "")[:3]
            if (top, layer) == ("crownlands", package.name) and room != inner[0]:
                knows.setdefault(inner[0], set()).add(room)
    while read := [room for room, others in knows.items() if not others & knows.keys()]:
        for room in read:
            del knows[room]
    return sorted(knows)


def test_no_import_points_the_wrong_way() -> None:
    assert violations(SOURCE) == []


@pytest.mark.parametrize("package", sorted(set(RANKS) - {"core"}))
def test_inside_a_package_something_can_be_read_first(package: str) -> None:
    assert circles(SOURCE / package) == []


def test_a_planted_circle_is_found(tmp_path: Path) -> None:
    package = tmp_path / "players"
    package.mkdir()
    for name, other in (("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("e", "f"), ("f", "g")):
        (package / f"{name}.py").write_text(f"from crownlands.players.{other} import x\n", encoding="utf-8")
    assert circles(package) == ["a", "b", "c", "d"]


def test_every_package_has_its_place() -> None:
    packages = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {"data", "rules", "notation"} <= packages <= set(RANKS)


def test_the_search_has_one_door() -> None:
    """Levels, hints, reviews and puzzles think in the same way: by `explain`, and by `think` below it."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node) == "core.think":
                found.add(path.relative_to(SOURCE).as_posix())
    assert found == {"players/levels.py"}


PLANTED = [
    ("rules/a.py", "import crownlands.notation", "rules must not import notation"),
    ("rules/a.py", "from crownlands.cli import main", "rules must not import cli"),
    ("rules/a.py", "from crownlands import players", "rules must not import players"),
    ("rules/deep/a.py", "from ...server import app", "rules must not import server"),
    ("rules/a.py", "from .. import core", "rules must not import core"),
    ("rules/__init__.py", "from ..core import play", "rules must not import core"),
    ("rules/a.py", "def f():\n    import crownlands.arena", "rules must not import arena"),
    ("rules/a.py", "import importlib\nimportlib.import_module('crownlands.cli')", "rules must not import cli"),
    ("rules/a.py", "def f():\n    return __import__('crownlands.cli')", "rules must not import cli"),
    ("rules/a.py", "if 0:\n    import numpy", "rules uses the standard library only, not numpy"),
    ("notation/a.py", "from rich import print", "notation uses the standard library only, not rich.print"),
    ("data/__init__.py", "from crownlands.rules import pieces", "data must not import rules"),
    ("notation/a.py", "from crownlands import core", "notation must not import core"),
    ("core/a.py", "import crownlands.players.greedy", "core must not import players"),
    ("players/a.py", "from ..arena import league", "players must not import arena"),
    ("players/a.py", "import crownlands.study.review", "players must not import study"),
    ("study/a.py", "from crownlands.arena import luck", "study must not import arena"),
    ("arena/a.py", "import crownlands.server", "arena must not import server"),
    ("envs/a.py", "import crownlands.arena", "envs must not import arena"),
    ("server/a.py", "from crownlands.cli import main", "server must not import cli"),
    ("server/protocol/a.py", "from crownlands.server.table.table import Table", "protocol must not import table"),
    ("server/protocol/a.py", "from crownlands.server import live", "protocol must not import live"),
    ("server/table/a.py", "from crownlands.server.live import rooms", "table must not import live"),
    ("server/table/a.py", "def f():\n    from ..http import api", "table must not import http"),
    ("server/guard/a.py", "import crownlands.server.store.store", "guard must not import store"),
    ("server/live/a.py", "import crownlands.server.http.api", "live must not import http"),
    ("server/http/a.py", "from crownlands.server.app import make_app", "http must not import app"),
    ("server/store/deep/a.py", "from crownlands.server.table import play", "store must not import table"),
    ("server/app.py", "from crownlands.server.run import serve", "app must not import run"),
    ("server/http/a.py", "from crownlands.server.attic import b", "attic is not among the rooms of server"),
    ("__init__.py", "from crownlands.rules import ruleset", "__init__ must not import rules"),
    ("rules/a.py", "from crownlands.api import Game", "rules must not import api"),
    ("api.py", "from crownlands.server import app", "api must not import server"),
    ("wizards/__init__.py", "", "wizards is not among the layers"),
    ("helpers.py", "", "helpers is not among the layers"),
]


@pytest.mark.parametrize(("file", "code", "message"), PLANTED)
def test_a_planted_wrong_import_is_caught(tmp_path: Path, file: str, code: str, message: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code, encoding="utf-8")
    [found] = violations(tmp_path)
    assert found.endswith(message)


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("rules/a.py", "from crownlands.data import load\nfrom crownlands.rules import b\nimport json"),
        ("rules/deep/a.py", "from ..b import c\nfrom ...data import load"),
        ("notation/a.py", "import crownlands.rules.game"),
        ("players/a.py", "from crownlands.rules import apply\nimport numpy"),
        ("server/run.py", "from crownlands import players"),
        ("server/live/a.py", "from crownlands.server.live.b import c\nfrom crownlands.server.table import play"),
        ("server/http/a.py", "from ..live.rooms import Rooms\nfrom crownlands.server.settings import Limits"),
        ("server/app.py", "from crownlands.server.http import routes"),
        ("cli/a.py", "import crownlands.arena, crownlands.server, crownlands.envs"),
        ("api.py", "from crownlands.players import player"),
        ("__init__.py", "from crownlands.api import Game"),
        ("__main__.py", "from crownlands.cli import main"),
    ],
)
def test_a_right_import_is_not(tmp_path: Path, file: str, code: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code, encoding="utf-8")
    assert violations(tmp_path) == []
