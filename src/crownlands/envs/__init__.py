"""Crownlands as a laboratory: many games at once, and environments for the usual libraries (docs/envs.md).

>>> from crownlands.envs import Batch
>>> batch = Batch("kingdomino/2", 64)
>>> observations, masks, seats = batch.reset(seeds=1)
"""

from crownlands.envs.extras import need

need("numpy", "envs")

from crownlands.envs.batch import Arrays, Batch  # noqa: E402
from crownlands.envs.episode import Episode  # noqa: E402
from crownlands.envs.layout import Layout, Part, layout  # noqa: E402

__all__ = ["Arrays", "Batch", "Episode", "Layout", "Part", "layout"]
