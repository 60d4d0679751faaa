"""The learned weights that come with the package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from crownlands import core
from crownlands.rules import CrownlandsError

WEIGHTS = "evaluation.weights"


@cache
def learned_evaluation() -> core.Evaluation:
    """The shipped weights, read once."""
    path = files("crownlands").joinpath("data", WEIGHTS)
    try:
        return core.Evaluation.read(path.read_bytes())
    except OSError as error:
        raise CrownlandsError(f"the learned weights {path} cannot be read: {error.strerror}") from error
    except core.CoreError as error:
        raise CrownlandsError(f"{path}: {error}; install crownlands again, or make them with `make learn`") from error
