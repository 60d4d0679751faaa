"""Crownlands: Kingdomino, Queendomino and the Royal Wedding, exactly.

>>> import crownlands as cl
>>> game = cl.Game("queendomino/2", seed=42)
>>> game.push("choose Q27")
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from crownlands.api import *  # noqa: F403
else:

    def __getattr__(name: str) -> object:
        """What is public (`crownlands.api`) and the parts, read when first asked for: a version needs none."""
        from importlib import import_module
        from importlib.util import find_spec

        if not name.startswith("_") and find_spec(f"{__name__}.{name}"):
            return import_module(f"{__name__}.{name}")
        api = import_module(f"{__name__}.api")
        if name != "__all__" and name not in api.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}; docs/api.md lists what it has")
        return getattr(api, name)


def __dir__() -> list[str]:
    from crownlands import api

    return [*api.__all__, "__version__"]
