"""TypeScript of Python's declarations and values."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec

GENERATED = Path(__file__).parents[1] / "src" / "generated"


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


def declarations(types: Sequence[Any], known: Collection[str] = ()) -> list[str]:
    """The types and whatever they are made of; what is known is declared elsewhere."""
    _, components = msgspec.json.schema_components(tuple(types))
    parts = []
    for name, schema in components.items():
        if name_of(name) not in known:
            if note := schema.get("description"):
                parts.append(f"/** {note} */")
            parts.append(f"export type {name_of(name)} = {kind(schema)};\n")
    return parts


def constant(name: str, declared: str, value: object) -> str:
    """A value in one line, as small as it gets."""
    return f"export const {name}: {declared} = {json.dumps(value, ensure_ascii=False, separators=(',', ':'))};"


def write(file: str, text: str) -> None:
    """Writes a generated file or, with --check, says whether it is old."""
    target = GENERATED / file
    if "--check" in sys.argv:
        sys.exit(0 if target.read_text() == text else f"{target} is out of date: run {sys.argv[0]}")
    target.write_text(text)
