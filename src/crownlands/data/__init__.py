"""Every printed number, once: dominoes, buildings and set-ups, as TOML."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load(name: str) -> dict[str, Any]:
    """The contents of `NAME.toml`, for example ``load("buildings")["slots"]``."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8"))
