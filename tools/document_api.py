"""Write docs/api.md from what `import crownlands` has: every name, its signature and what it says of itself."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import crownlands
from crownlands import api

PAGE = Path(__file__).parents[1] / "docs" / "api.md"
HEAD = """# What `import crownlands` has

Made from the code by `make docs`; [README](../README.md#as-a-library) has an example. What is not here is a part of the
program that may change.
"""


def reference() -> str:
    """The page as it is now."""
    return HEAD + "".join(_entry(name, getattr(crownlands, name)) for name in sorted(api.__all__, key=_order))


def _order(name: str) -> tuple[int, str]:
    first = ("Game", "player", "play", "explain", "review", "Player")
    return (first.index(name), "") if name in first else (len(first), name.lower())


def _entry(name: str, value: Any) -> str:
    if inspect.isclass(value):
        return f"\n## `{name}`\n\n{_sentence(value)}\n{''.join(_members(value))}"
    if inspect.isfunction(value) or hasattr(value, "__wrapped__"):
        return f"\n## `{name}{_signature(value)}`\n\n{_sentence(value)}\n"
    if isinstance(value, dict):
        return f"\n## `{name}`\n\nA dictionary of {', '.join(f'`{key}`' for key in value)}.\n"
    kinds = getattr(value, "__args__", ())
    words = [kind.__name__ for kind in kinds] or sorted(value)
    return f"\n## `{name}`\n\nOne of {', '.join(f'`{word}`' for word in words)}.\n"


def _members(kind: type) -> Iterator[str]:
    if issubclass(kind, enum.Enum):
        yield f"\n{', '.join(f'`{member.name}`' for member in kind)}\n"
        return
    if dataclasses.is_dataclass(kind):
        yield f"\nFields: {', '.join(f'`{field.name}: {field.type}`' for field in dataclasses.fields(kind))}\n"
    rows = []
    for name, value in vars(kind).items():
        if name.startswith("_") and not (name == "__init__" and not dataclasses.is_dataclass(kind)):
            continue
        inner = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if inspect.isfunction(inner) and inner.__doc__:
            title = f"{kind.__name__}{_signature(inner)}" if name == "__init__" else f"{name}{_signature(inner)}"
            rows.append(f"- `{title}`: {_sentence(inner)}\n")
        elif isinstance(value, property):
            getter: Any = value.fget
            says = f": {_sentence(getter)}" if getter.__doc__ else ""
            rows.append(f"- `{name}: {inspect.signature(getter).return_annotation}`{says}\n")
    if rows:
        yield "\n" + "".join(rows)


def _signature(function: Any) -> str:
    signature = inspect.signature(function)
    parameters = [one for one in signature.parameters.values() if one.name not in ("self", "cls")]
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(signature.replace(parameters=parameters)))
    return text.removesuffix(" -> None")


def _sentence(value: Any) -> str:
    text = inspect.getdoc(value) or ""
    return " ".join(text.partition("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
