"""Write the part of docs/cli.md that lists every command and option, from what the command itself says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from crownlands.cli.app import app

PAGE = Path(__file__).parents[1] / "docs" / "cli.md"
BEGIN, END = "<!-- written by `make docs` -->", "<!-- until here -->"


def documented(page: str) -> str:
    """The page with the list as it is now."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise SystemExit(f"{PAGE}: no {BEGIN} … {END}")
    return f"{before}{BEGIN}\n{''.join(_command('crownlands', typer.main.get_command(app)))}{END}{after}"


def _command(name: str, command: Any) -> Iterator[str]:
    """One command's heading, sentence and table, then its own commands'."""
    arguments = [parameter for parameter in command.params if not parameter.opts[0].startswith("-")]
    options = [parameter for parameter in command.params if parameter.opts[0].startswith("-") and not parameter.hidden]
    words = " ".join([name, *map(_argument, arguments)])
    yield f"\n### `{words}`\n\n{_sentence(command.help)}\n"
    if arguments or options:
        yield "\n| | | default |\n|---|---|---|\n"
    for parameter in arguments:
        yield f"| `{_word(parameter)}` | {_cell(parameter.help)} | {_default(parameter)} |\n"
    for parameter in options:
        yield f"| {_option(parameter)} | {_cell(parameter.help)} | {_default(parameter)} |\n"
    for inner, subcommand in getattr(command, "commands", {}).items():
        yield from _command(f"{name} {inner}", subcommand)


def _argument(parameter: Any) -> str:
    word = _word(parameter) + ("..." if parameter.nargs == -1 else "")
    return word if parameter.required else f"[{word}]"


def _word(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper()).strip("[].")


def _option(parameter: Any) -> str:
    return ", ".join(f"`{name}`" for name in [*parameter.opts, *parameter.secondary_opts])


def _default(parameter: Any) -> str:
    if parameter.required:
        return "required"
    if isinstance(parameter.show_default, str):
        return parameter.show_default
    if parameter.default in (None, "", (), [], False):
        return ""
    return f"`{parameter.opts[0] if parameter.default is True else parameter.default}`"


def _sentence(text: str | None) -> str:
    """What the help says, without the marks that are for terminals."""
    paragraphs = [" ".join(part.split()) for part in re.sub(r"\[/?b\]", "`", text or "").split("\n\n")]
    return "\n\n".join(paragraphs)


def _cell(text: str | None) -> str:
    return " ".join((text or "").replace("|", "\\|").split())


if __name__ == "__main__":
    PAGE.write_text(documented(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
