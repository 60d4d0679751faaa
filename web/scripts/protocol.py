"""Write web/src/generated/protocol.ts: TypeScript types of the server's messages and of its HTTP API."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import iter_modules

import msgspec
from typescript import declarations, kind, write

from crownlands.server.protocol import bodies, messages
from crownlands.study.tries import Verdict

HEAD = "// Made by web/scripts/protocol.py from src/crownlands/server/protocol: do not edit.\n"
TYPES = (
    messages.ClientMessage,
    messages.ServerMessage,
    *(
        kind
        for module in sorted(found.name for found in iter_modules(bodies.__path__, f"{bodies.__name__}."))
        for kind in vars(import_module(module)).values()
        if inspect.isclass(kind) and issubclass(kind, msgspec.Struct) and kind.__module__ == module
    ),
    Verdict,  # an answer that is declared where it is made
)


def text() -> str:
    """The module's whole text."""
    parts = [HEAD, *declarations(TYPES)]
    for title, union in (("ClientMessage", messages.ClientMessage), ("ServerMessage", messages.ServerMessage)):
        (schema,), _ = msgspec.json.schema_components((union,))
        parts.append(f"export type {title} = {kind(schema)};\n")
    parts.append(f"export const PROTOCOL = {messages.PROTOCOL};")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    write("protocol.ts", text())
