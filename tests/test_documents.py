"""Every code block of the documents is run or read, and the page about the command says what the command says."""

from __future__ import annotations

import asyncio
import doctest
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer
from markdown_it import MarkdownIt
from tools.document_api import reference
from tools.document_command import documented
from typer.testing import CliRunner

from crownlands.cli.app import app
from crownlands.game import Game
from crownlands.notation import parse_any, parse_event
from crownlands.players import PLAYERS, make_player
from crownlands.players.budget import Budget
from crownlands.players.external import ExternalPlayer, result
from crownlands.players.outcome import Outcome
from crownlands.rules import legal_actions
from tests.helpers import game
from tests.server.harness import Server

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

NOT_RUN = {
    "make play": "it serves until somebody stops it",
    "make test": "this is it",
    "ray start": "it starts a cluster on other machines; tests/arena/test_cluster.py has one of its own",
    "crownlands serve": "it serves until somebody stops it; its words are read",
    "--ray HEAD:6379": "the cluster that was started on other machines; its words are read",
}
"""Commands that cannot be run here, by what they contain, and why."""
NOT_CODE = {
    "data <- rules <- notation": "a picture of the layers; tests/test_layers.py holds it against the imports",
    "settings <- { protocol": "a picture of the rooms of the server; tests/test_layers.py holds them in this order",
    "ruleset = family": "a grammar; tests/notation reads the names that it makes",
    "crownlands deal 1 \\n": "a formula; tests/rules/test_dealer.py computes it",
    "crownlands puzzles 1": "the beginning of a file; tests/study/test_puzzles.py reads and prints whole ones",
    "commitment = SHA-256": "a formula; tests/server/test_fair_deal.py computes it",
}
"""Blocks that are there to be read by people, by their beginnings, and why."""


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    language: str
    text: str

    @property
    def kind(self) -> str:
        """What can be done with it."""
        lines = [line for line in self.text.splitlines() if line.strip()]
        if self.language in ("python", "json"):
            return self.language
        if lines[0].startswith(">>> "):
            return "session"
        if re.match(r"crownlands (game|kingdom|position) \d+$", lines[0]):
            return "notation"
        if all(re.match(r"(crownlands|make|ray)( |$)", line) for line in lines):
            return "commands" if not self._picture else "picture"
        if all(re.match(r"[<>] ", line) for line in lines):
            return "dialogue"
        return "picture" if self._picture else "unknown"

    @property
    def _picture(self) -> bool:
        return self.text.startswith(tuple(NOT_CODE))

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks() -> Iterator[Block]:
    for page in PAGES:
        for token in MarkdownIt().enable("table").parse(page.read_text(encoding="utf-8")):
            if token.type in ("fence", "code_block"):
                assert token.map
                yield Block(page, token.map[0] + 1, token.info.strip(), token.content)


BLOCKS = list(blocks())


def of(*kinds: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("block", [block for block in BLOCKS if block.kind in kinds], ids=str)


def commands() -> list[str]:
    """Every command of every block."""
    lines = [line for block in BLOCKS if block.kind == "commands" for line in block.text.splitlines()]
    return [line for line in lines if line.strip()]


def test_every_block_is_of_a_kind_that_is_run_or_read() -> None:
    assert [str(block) for block in BLOCKS if block.kind == "unknown"] == []
    for start in NOT_CODE:
        assert any(block.text.startswith(start) for block in BLOCKS), f"no block begins with {start!r} any more"
    for part in NOT_RUN:
        assert any(part in line for line in commands()), f"no command has {part!r} any more"


@of("python")
def test_a_program_runs(block: Block, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    exec(compile(block.text, str(block), "exec"), names)
    assert "print(" not in block.text or capsys.readouterr().out


def test_the_program_of_a_bot_from_outside_plays_a_game(tmp_path: Path) -> None:
    [block] = [block for block in BLOCKS if block.kind == "python" and "join_and_play" in block.text]
    names: dict[str, Any] = {}
    exec(block.text, names)

    async def run(server: Server) -> str:
        made = await server.http.create("kingdomino/2", "Ada", [{"kind": "bot", "level": "random"}, {"kind": "open"}])
        playing = asyncio.create_task(names["join_and_play"](server.url, made["code"]))
        async with names["TableClient"](server.url, made["code"], made["token"]) as host:
            await host.until(lambda view: (view.table or {})["seats"][1]["kind"] == "person")
            await host.ask("start")
            await playing
        return await server.http.record(made["code"])

    with Server(tmp_path) as server:
        assert "My bot" in asyncio.run(run(server))


@of("session")
def test_a_session_says_what_it_says(block: Block) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, {}, str(block), str(block.page), block.line)
    runner = doctest.DocTestRunner()
    assert runner.run(test).failed == 0
    assert runner.tries > 0


def test_json_is_json() -> None:
    for block in BLOCKS:
        if block.kind == "json":
            json.loads(block.text)


@of("notation")
def test_an_example_of_the_notation_is_read(block: Block) -> None:
    parse_any(block.text.partition("…")[0])


@pytest.mark.parametrize("line", commands(), ids=lambda line: " ".join(line.partition("#")[0].split()))
def test_a_command_works(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, *words = shlex.split(line, comments=True)
    reasons = [reason for part, reason in NOT_RUN.items() if part in line]
    if program == "make":
        assert re.search(rf"(?m)^{words[0]}:.*##", (ROOT / "Makefile").read_text(encoding="utf-8"))
    elif program == "crownlands":
        read(words)
        if not reasons:
            run(words, tmp_path, monkeypatch)
    else:
        assert reasons, f"nobody knows what {program} does"


def read(words: list[str]) -> None:
    """The command takes these words; nothing is done yet."""
    group: Any = typer.main.get_command(app)
    with group.make_context("crownlands", words.copy()) as context:
        name, command, rest = group.resolve_command(context, words)
        command.make_context(name, rest, parent=context).close()


def run(words: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own with a bot in it, and with little work: the last of two options counts."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "my-bot").write_text(f"#!/bin/sh\nexec python3 {folder}/examples/bot.py\n")
    (folder / "my-bot").chmod(0o755)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    if words[0] in ("arena", "ladder"):
        words = [re.sub(r"@[\d.]+s", "@0.01s", word) for word in words]
        words = [*words, "--games", "2", *(["--time", "0.01"] if "--time" in words else ["--work", "5"])]
    called = CliRunner().invoke(app, words, input="")
    assert called.exit_code == 0, called.output
    assert called.output


@of("dialogue")
def test_a_dialogue_has_what_is_really_said(block: Block) -> None:
    player = make_player(f"cmd:python3 {ROOT / 'examples' / 'bot.py'}", "1", Budget(seconds=0.2))
    assert isinstance(player, ExternalPlayer)
    state = next(match.state for match, _, _ in game("kingdomino/2") if len(legal_actions(match.state)) > 2)
    said = [
        "crownlands bot 1",
        *player._game(state.ruleset, 0),
        *"\n".join(player._question(Game.of(state), legal_actions(state))).splitlines(),
        result(Outcome((41, 37), (0, 1))),
        "quit",
    ]
    heard = {"name", "version", "ready", "info", "action"}
    for line in block.text.splitlines():
        direction, _, text = line.partition(" ")
        words = text.split()
        if direction == "<":
            assert words[0] in heard, line
        elif text != "…" and not words[0].isdecimal():
            assert words[0] in {one.split()[0] for one in said}, line
        for action in re.findall(r"\d+ (?:place|choose|discard) .*", text):
            parse_event(action)


def test_the_page_of_the_command_is_what_the_command_says() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert page == documented(page), "run `make docs`"


def test_the_reference_of_the_library_is_what_the_library_says() -> None:
    assert (ROOT / "docs" / "api.md").read_text(encoding="utf-8") == reference(), "run `make docs`"


def helps(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of every command."""
    yield words
    for name, inner in getattr(command, "commands", {}).items():
        yield from helps(inner, (*words, name))


@pytest.mark.parametrize(
    "words", list(helps(typer.main.get_command(app))), ids=lambda words: " ".join(("crownlands", *words))
)
def test_every_command_and_option_of_the_help_is_on_the_page(words: tuple[str, ...]) -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    name = " ".join(("crownlands", *words))
    part = re.search(rf"(?ms)^### `{name}(?: [^`a-z]*)?`$(.*?)(?=^### |\Z)", page)
    assert part, name
    shown = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "200", "TERM": "dumb"}).output
    options = set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", re.sub(r"(?s)^.*?─ Options", "", shown))) - {"--help", "-h"}
    missing = {option for option in options if f"`{option}`" not in part[1]}
    assert missing == set()
    for example in re.findall(r"(?m)^Example: `crownlands (.*)`$", part[1]):
        read(shlex.split(example.split(">")[0]))


def test_the_page_of_the_command_names_every_player() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for name, (_, text) in PLAYERS.items():
        assert f"| `{name}` | {text} |" in page
