"""What to install when a library is missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def need(module: str, extra: str) -> ModuleType:
    """The library's module, or an error that says which extra brings it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise
        raise ModuleNotFoundError(
            f"this needs {error.name}, which comes with an extra: pip install 'crownlands[{extra}]'", name=error.name
        ) from None
