"""The stub names what the extension has, no more and no less."""

from __future__ import annotations

import ast
from pathlib import Path

from crownlands import core
from crownlands.core import _core

STUB = Path(core.__file__).with_name("_core.pyi")
SPECIAL = {"__init__", "__copy__", "__deepcopy__", "__getstate__", "__setstate__", "__repr__"}


def names(of: object) -> set[str]:
    return {name for name in vars(of) if not name.startswith("_") or name in SPECIAL}


def test_the_stub_names_what_the_extension_has() -> None:
    body = ast.parse(STUB.read_text(encoding="utf-8")).body
    stubbed = {node.name: node for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    assert stubbed.keys() == names(_core)
    for name, node in stubbed.items():
        if isinstance(node, ast.ClassDef) and not issubclass(getattr(_core, name), Exception):
            members = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            found = names(getattr(_core, name))
            assert members - {"__repr__"} == found - {"__repr__", "__init__"} | (members & {"__init__"}), name
