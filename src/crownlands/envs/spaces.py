"""The spaces of Gymnasium that observations and actions are in, for Gymnasium and PettingZoo alike."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from crownlands import core
from crownlands.envs.layout import Layout

Observation = dict[str, Any]


def view_space(layout: Layout) -> spaces.Box:
    """The bytes of a view."""
    high = np.frombuffer(layout.high, np.uint8)
    return spaces.Box(np.zeros(layout.size, np.uint8), high, dtype=np.uint8)


def observation_space(layout: Layout) -> spaces.Dict:
    """A view, and which actions are legal."""
    masks = spaces.Box(0, 1, (layout.action_count,), np.int8)
    return spaces.Dict({"observation": view_space(layout), "action_mask": masks})


def mask_of(layout: Layout, state: core.State) -> NDArray[np.int8]:
    """Which actions are legal, as Gymnasium wants it for sampling."""
    return layout.mask(state).astype(np.int8)
