"""What the bytes of an observation mean: a versioned value with names and slices, the same in every environment."""

from __future__ import annotations

import atexit
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crownlands import core
from crownlands.rules.ruleset import Ruleset, as_ruleset

Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Part:
    """Some of the bytes: an array of this shape, with names along one axis where it has them."""

    name: str
    start: int
    shape: tuple[int, ...]
    axis: int
    fields: tuple[str, ...]

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    @property
    def slice(self) -> slice:
        return slice(self.start, self.start + self.size)


@dataclass(frozen=True)
class Layout:
    """Where everything is in an observation; ``layout.kingdoms`` is a slice.

    >>> layout("kingdomino/2").undrawn
    slice(1448, 1496, None)
    """

    version: int
    ruleset: str
    size: int
    action_count: int
    parts: tuple[Part, ...]
    high: bytes
    """The highest value of each byte."""

    def part(self, name: str) -> Part:
        """The part of this name, with its shape and the names along its axis."""
        found = next((part for part in self.parts if part.name == name), None)
        if found is None:
            names = ", ".join(part.name for part in self.parts)
            raise AttributeError(f"no part {name!r} in observations of {self.ruleset}; there are {names}")
        return found

    def __getattr__(self, name: str) -> slice:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.part(name).slice

    def __deepcopy__(self, memo: dict[int, object]) -> Layout:
        return self  # a value: games of OpenSpiel are copied with all they have

    def view(self, observations: NDArray[Any], name: str) -> NDArray[Any]:
        """A part of one observation, or of many in rows, in its own shape; no copy."""
        part = self.part(name)
        return observations[..., part.slice].reshape(*observations.shape[:-1], *part.shape)

    def observe(self, state: core.State, seat: int) -> Bytes:
        """A seat's view of a state of the core."""
        out = np.empty(self.size, np.uint8)
        _native(self.ruleset).observe(state, seat, out)
        return out

    def mask(self, state: core.State) -> Mask:
        """Which actions are legal, by number; none where nobody decides."""
        out = np.empty(self.action_count, np.bool_)
        _native(self.ruleset).mask(state, out)
        return out


@lru_cache(maxsize=1024)
def _native(ruleset: str) -> core.Layout:
    return core.Layout(ruleset)


# OpenSpiel keeps its registered games, and so this module, until after the end: the core must not be found in use then.
atexit.register(_native.cache_clear)


def layout(ruleset: Ruleset | str) -> Layout:
    """The layout of this ruleset's observations."""
    return _layout(as_ruleset(ruleset).name)


@lru_cache(maxsize=1024)
def _layout(ruleset: str) -> Layout:
    native = _native(ruleset)
    parts = tuple(
        Part(name, start, tuple(shape), axis, tuple(fields)) for name, start, shape, axis, fields in native.parts
    )
    return Layout(native.version, ruleset, native.size, native.action_count, parts, native.high)
