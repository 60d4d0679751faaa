"""The examples of `docs/core.md` are true."""

from __future__ import annotations

import doctest
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "core.md"


def test_the_examples_are_true() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0
