"""Write web/src/generated/protocol.ts: TypeScript types of the server's messages and of its HTTP API."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import msgspec

from crownlands.server.protocol import http_types, messages

TARGET = Path(__file__).parents[1] / "src" / "generated" / "protocol.ts"
HEAD = "// Made by web/scripts/protocol.py from src/crownlands/server/protocol: do not edit.\n"


def name_of(ref: str) -> str:
    return "".join(char for char in ref.rsplit("/", 1)[-1] if char.isalnum())


def kind(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON schema."""
    if "$ref" in schema:
        return name_of(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(kind(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(f"'{value}'" for value in schema["enum"])
    match schema.get("type"):
        case "string":
            return "string"
        case "integer" | "number":
            return "number"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(kind(part) for part in schema['prefixItems'])}]"
        case "array":
            inner = kind(schema.get("items", {}))
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case "object" if "properties" in schema:
            return fields(schema)
        case "object":
            return f"Record<string, {kind(schema.get('additionalProperties', {}))}>"
        case _:
            return "unknown"


def fields(schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    lines = [
        f"  {name}{'' if name in required else '?'}: {kind(part)};"
        for name, part in schema.get("properties", {}).items()
    ]
    return "{\n" + "\n".join(lines) + "\n}" if lines else "Record<string, never>"


def text() -> str:
    """The module's whole text."""
    http = [
        kind
        for kind in vars(http_types).values()
        if inspect.isclass(kind) and issubclass(kind, msgspec.Struct) and kind.__module__ == http_types.__name__
    ]
    _, components = msgspec.json.schema_components((messages.ClientMessage, messages.ServerMessage, *http))
    parts = [HEAD]
    for name, schema in components.items():
        if note := schema.get("description"):
            parts.append(f"/** {note} */")
        parts.append(f"export type {name_of(name)} = {kind(schema)};\n")
    for title, union in (("ClientMessage", messages.ClientMessage), ("ServerMessage", messages.ServerMessage)):
        (schema,), _ = msgspec.json.schema_components((union,))
        parts.append(f"export type {title} = {kind(schema)};\n")
    parts.append(f"export const PROTOCOL = {messages.PROTOCOL};")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text() == text() else f"{TARGET} is out of date: run {sys.argv[0]}")
    TARGET.write_text(text())
