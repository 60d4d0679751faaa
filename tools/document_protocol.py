"""Write docs/openapi.json, docs/protocol.md and docs/protocol.schema.json from the server's own types."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec

from crownlands.rules.pieces import Terrain
from crownlands.rules.reasons import TEXTS as RULE_TEXTS
from crownlands.server.http import openapi
from crownlands.server.http.routes import all_endpoints
from crownlands.server.protocol import entries, event_messages, messages, refusals, views

_DEFAULTS = {"PROTOCOL": str(messages.PROTOCOL), "False": "false", "True": "true"}
INTRODUCTION = Path(__file__).parent / "protocol_introduction.md"


@cache
def _fields(module: ModuleType) -> dict[str, list[tuple[str, str, str, str]]]:
    """Every class of a module with its fields: name, type, default, and the text below it."""
    classes = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef):
            found = []
            for statement, after in zip(node.body, [*node.body[1:], None], strict=True):
                if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                    default = ast.unparse(statement.value) if statement.value else ""
                    text = _text(after) or " ".join(_descriptions(statement.annotation))
                    found.append((statement.target.id, _type(statement.annotation), default, text.rstrip(".")))
            classes[node.name] = found
    return classes


def _text(node: ast.stmt | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return " ".join(node.value.value.split())
    return ""


def _descriptions(node: ast.expr) -> Iterator[str]:
    """What the annotation itself says about its meaning."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.keyword) and inner.arg == "description":
            yield ast.literal_eval(inner.value)


def _type(node: ast.expr) -> str:
    """An annotation as JSON people say it."""
    match node:
        case ast.BinOp(left, ast.BitOr(), right):
            return f"{_type(left)} or {_type(right)}"
        case ast.Constant(None):
            return "null"
        case ast.Constant(value):
            return f"“{value!s}”"
        case ast.Subscript(ast.Name("Annotated"), ast.Tuple([kind, ast.Call() as meta])):
            return f"{_type(kind)}{_limits(meta)}"
        case ast.Subscript(ast.Name("Literal"), ast.Tuple(values)):
            return " or ".join(map(_type, values))
        case ast.Subscript(ast.Name("list"), kind):
            return f"[{_type(kind)}, …]"
        case ast.Subscript(ast.Name("tuple"), ast.Tuple(kinds)):
            return f"[{', '.join(map(_type, kinds))}]"
        case ast.Subscript(ast.Name("dict"), ast.Tuple([_, kind])):
            return f"object of {_type(kind)}"
        case ast.Name(name):
            return {"int": "integer", "str": "string", "bool": "boolean", "float": "number"}.get(name, name)
    return ast.unparse(node)


def _limits(meta: ast.Call) -> str:
    shown = {"ge": "≥ {}", "le": "≤ {}", "max_length": "at most {} long", "pattern": "like `{}`"}
    parts = [
        shown[keyword.arg].format(ast.unparse(keyword.value).strip("'").replace("2 ** 53", "2⁵³"))
        for keyword in meta.keywords
        if keyword.arg in shown
    ]
    return f" ({', '.join(parts)})" if parts else ""


def _aliases() -> Iterator[str]:
    """The short names of values."""
    for module in (event_messages, entries, messages, views):
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name, value = node.targets[0].id, node.value
                union = isinstance(value, ast.BinOp) and name not in ("Entry", "ClientMessage", "ServerMessage")
                if union or (isinstance(value, ast.Subscript) and not name.startswith("_")):
                    text = " ".join(_descriptions(value))
                    yield f"| `{name}` | {_escape(_type(value))} | {_escape(text)} |"
    yield f"| `Terrain` | {' or '.join(f'“{terrain}”' for terrain in Terrain)} |  |"


def _escape(text: str) -> str:
    return text.replace("|", "\\|")


def _struct(kind: Any, level: str = "###") -> Iterator[str]:
    """One type: its sentence and its fields."""
    config = kind.__struct_config__
    title = f'`{{"{config.tag_field}": "{config.tag}"}}` {kind.__name__}' if config.tag else kind.__name__
    yield f"{level} {title}"
    yield ""
    yield " ".join((kind.__doc__ or "").split())
    yield ""
    own = _fields(sys.modules[kind.__module__]).get(kind.__name__, [])
    base = [("id", "Id or null", "None", "")] if issubclass(kind, messages._In) else []
    rows = [*base, *own]
    if rows:
        yield "| field | type | |"
        yield "|---|---|---|"
        for name, type_text, default, text in rows:
            note = [text] if text else []
            if default:
                note.append(
                    "may be left out" if default == "None" else f"`{_DEFAULTS.get(default, default)}` if left out"
                )
            yield f"| `{name}` | {_escape(type_text)} | {_escape('; '.join(note))} |"
        yield ""


def _section(title: str, kinds: Any, text: str = "") -> Iterator[str]:
    yield f"## {title}"
    yield ""
    if text:
        yield text
        yield ""
    for kind in kinds:
        yield from _struct(kind)


def _view_types() -> list[Any]:
    return [kind for kind in vars(views).values() if inspect.isclass(kind) and kind.__module__ == views.__name__]


def protocol() -> str:
    """docs/protocol.md."""
    lines = [
        INTRODUCTION.read_text(encoding="utf-8"),
        "## Values",
        "",
        "| name | type | |",
        "|---|---|---|",
        *_aliases(),
        "",
        *_section("From the client", get_args(messages.ClientMessage)),
        *_section("From the server", get_args(messages.ServerMessage)),
        *_section("Entries of the log", get_args(entries.Entry), "Every entry comes as `Logged`:"),
        *_struct(entries.Logged),
        *_struct(entries.SeatState),
        *_section("Events", get_args(event_messages.EventMessage), "As in [the notation](notation.md)."),
        *_section("Views", [*_view_types(), messages.Suggestion]),
        "## Refusals",
        "",
        "| code | English sentence |",
        "|---|---|",
        *(f"| `{code}` | {_escape(text)} |" for code, text in refusals.TEXTS.items()),
        "",
        "and the rules' own reasons:",
        "",
        "| code | English sentence |",
        "|---|---|",
        *(f"| `{code.value}` | {_escape(text)} |" for code, text in RULE_TEXTS.items()),
        "",
        "## Phrases",
        "",
        ", ".join(f"`{phrase}`" for phrase in entries.PHRASES),
        "",
    ]
    return "\n".join(lines)


def http() -> bytes:
    """docs/openapi.json."""
    nothing: Any = _Nothing()
    return openapi.document(all_endpoints(nothing, nothing)) + b"\n"


class _Nothing:
    """Stands for the rooms where only the types of its operations are asked for."""

    def __getattr__(self, _: str) -> Any:
        return 1 if _.endswith(("_hour", "_second", "_burst", "_table")) else self


def schema() -> bytes:
    """docs/protocol.schema.json: both directions of the websocket as a JSON Schema."""
    (client, server), definitions = msgspec.json.schema_components(
        [messages.ClientMessage, messages.ServerMessage], ref_template="#/$defs/{name}"
    )
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Crownlands websocket messages",
        "$defs": {"ClientMessage": client, "ServerMessage": server, **definitions},
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def documents() -> dict[str, bytes]:
    """Every generated document by its name."""
    return {"openapi.json": http(), "protocol.md": protocol().encode(), "protocol.schema.json": schema()}


def main() -> None:
    folder = Path(__file__).parents[1] / "docs"
    for name, text in documents().items():
        (folder / name).write_bytes(text)


if __name__ == "__main__":
    main()
