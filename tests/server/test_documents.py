"""The documents in docs/ are what the message types say now."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from tools import document_protocol

from crownlands.server.http.endpoints import SMALL_BYTES
from crownlands.server.protocol import messages
from crownlands.server.protocol.refusals import TEXTS
from crownlands.server.settings import Limits

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


def test_every_limit_stands_in_the_table_with_its_value_and_its_file() -> None:
    limits, kib, mib = Limits(), 1024, 1024 * 1024
    text = (DOCS / "security.md").read_text().split("## Limits")[1].split("## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in text.splitlines() if " | " in line]
    said = {
        f"{limits.message_bytes // kib} KiB": ["message_bytes"],
        f"{limits.body_bytes // kib} KiB with a record, {SMALL_BYTES // kib} KiB else": ["body_bytes"],
        f"{limits.messages_per_second:g} a second, bursts of {limits.message_burst}": [
            "messages_per_second",
            "message_burst",
        ],
        f"{limits.address_messages_per_second:g} a second, bursts of {limits.address_message_burst}": [
            "address_messages_per_second",
            "address_message_burst",
        ],
        f"{limits.strikes}": ["strikes"],
        f"{limits.chat_lines} lines": ["chat_lines"],
        f"{limits.takes_back} actions": ["takes_back"],
        f"{limits.change_burst}, then one in {1 / limits.changes_per_second:g} seconds": [
            "changes_per_second",
            "change_burst",
        ],
        f"{limits.requests_per_second:g} a second, bursts of {limits.request_burst}": [
            "requests_per_second",
            "request_burst",
        ],
        f"{limits.work_per_second:g} seconds a second, bursts of {limits.work_burst:g}": [
            "work_per_second",
            "work_burst",
        ],
        f"{limits.tables_per_hour} an hour": ["tables_per_hour"],
        f"{limits.reviews_per_hour} begun an hour": ["reviews_per_hour"],
        f"{limits.reviews} at once, {limits.reviews_waiting} more waiting": ["reviews", "reviews_waiting"],
        f"{limits.persons_per_table} at a table, {limits.joins_per_table} an hour from one address": [
            "persons_per_table",
            "joins_per_table",
        ],
        f"{limits.connections_per_address}": ["connections_per_address"],
        f"{limits.waiting_per_address}, for {limits.request_seconds:g} seconds": [
            "waiting_per_address",
            "request_seconds",
        ],
        f"{limits.sockets_per_address} open, {limits.connects_per_second:g} new a second, "
        f"bursts of {limits.connect_burst}": ["sockets_per_address", "connects_per_second", "connect_burst"],
        f"{limits.queue} and {limits.unread_bytes // mib} MiB": ["queue", "unread_bytes"],
        f"{limits.unread_bytes_in_all // mib} MiB": ["unread_bytes_in_all"],
    }
    assert sorted(name for names in said.values() for name in names) == sorted(Limits.__struct_fields__)
    values = [row[1] for row in rows]
    assert [words for words in said if words not in values] == []
    assert all(len(row) == 4 and row[3] for row in rows), "every limit has its reason"
    files = re.findall(r"`([a-z_/]+\.py)`", text)
    roots = [DOCS.parent / folder for folder in ("", "src/crownlands", "src/crownlands/server")]
    assert [file for file in files if not any((root / file).is_file() for root in roots)] == []


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [found for inner in value.values() for found in _references(inner)]
    if isinstance(value, list):
        return [found for inner in value for found in _references(inner)]
    return []
