"""What the tests of pages wait for."""

from __future__ import annotations

import ast
from pathlib import Path


def test_what_a_page_is_asked_again_and_again_is_a_function() -> None:
    """A text that is none is looked at by `eval`, which the page's policy forbids from the second look on."""
    wrong = []
    for path in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "wait_for_function":
                asked = node.args[0]
                if not isinstance(asked, ast.Name) and "=>" not in ast.unparse(asked)[:24]:
                    wrong.append(f"{path.name}:{node.lineno}")
    assert wrong == []
