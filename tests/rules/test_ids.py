"""Every rule has a test whose name starts with its id."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

IDS = [
    *(f"k{number}" for number in range(1, 12)),
    *(f"kv{number}" for number in range(1, 6)),
    *(f"q{number}" for number in range(1, 16)),
    *(f"w{number}" for number in range(1, 6)),
    "h",
]


def ids_named() -> set[str]:
    """The ids that tests in this folder name."""
    found = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (match := re.match(r"test_((?:k|kv|q|w)\d+|h)_\w", node.name)):
                found.add(match[1])
    return found


NAMED = ids_named()


@pytest.mark.parametrize("rule", IDS)
def test_every_rule_has_a_test_that_names_it(rule: str) -> None:
    assert rule in NAMED


def test_no_test_names_a_rule_that_there_is_not() -> None:
    assert set(IDS) >= NAMED
