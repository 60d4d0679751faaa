"""Whether the server is well, and why something was not done."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Health(Struct, frozen=True):
    status: Literal["ok", "unavailable"]
    version: str


class Problem(Struct, frozen=True):
    """Why something was not done: a code with details for translation, and an English sentence."""

    code: str
    details: dict[str, str | int]
    text: str
