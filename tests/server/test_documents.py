"""The documents in docs/ are what the message types say now."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from tools import document_protocol

from crownlands.server.protocol import messages
from crownlands.server.protocol.refusals import TEXTS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["openapi.json", "protocol.md", "protocol.schema.json"])
def test_generated_documents_are_current(name: str) -> None:
    assert (DOCS / name).read_bytes() == document_protocol.documents()[name], "run `make docs`"


def test_the_protocol_names_every_message_field_and_refusal() -> None:
    text = document_protocol.protocol()
    kinds: list[Any] = [*get_args(messages.ClientMessage), *get_args(messages.ServerMessage)]
    for kind in kinds:
        part = text.split(f'### `{{"type": "{kind.__struct_config__.tag}"}}`')
        assert len(part) >= 2, kind
        assert all(
            any(f"| `{field}` |" in section.split("###")[0] for section in part[1:]) for field in kind.__struct_fields__
        )
    assert all(f"| `{code}` |" in text for code in TEXTS)


def test_the_documents_are_valid_json_with_every_reference_resolved() -> None:
    for name in ("openapi.json", "protocol.schema.json"):
        whole = json.loads((DOCS / name).read_text())
        for reference in _references(whole):
            target = whole
            for part in reference.removeprefix("#/").split("/"):
                target = target[part]


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [found for inner in value.values() for found in _references(inner)]
    if isinstance(value, list):
        return [found for inner in value for found in _references(inner)]
    return []
