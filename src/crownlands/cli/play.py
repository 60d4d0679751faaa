"""`crownlands play`: a game at the terminal, against bots or with friends."""

from __future__ import annotations

import secrets
import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from crownlands.cli.session import Session, new_session, resumed_session
from crownlands.cli.terminal import one_line, out
from crownlands.cli.terminal_game import Quit, TerminalGame
from crownlands.draw.colours import HEADING, SOFT
from crownlands.rules import CrownlandsError, ruleset

DEFAULT = "kingdomino/2"


def play(
    name: Annotated[str | None, typer.Argument(metavar="RULESET", help=f"{DEFAULT} by default.")] = None,
    seats: Annotated[
        str, typer.Option(help="Who plays: you, you:NAME or a bot, by commas; the others are greedy.", metavar="NAMES")
    ] = "",
    seed: Annotated[str | None, typer.Option(help="Deal from this seed.", show_default="random")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.", metavar="FILE")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="End each turn without asking.")] = False,
) -> None:
    """Play in the terminal, against bots or with friends.

    Example: [b]crownlands play queendomino/2 --seats you,greedy[/b]
    """
    session = _session(name, seats, seed, resume)
    console = out()
    game = TerminalGame(session, console, confirm=not quick)
    if name is None and resume is None:
        game.log.notice(f"This is {DEFAULT}. Other games: crownlands rules, then crownlands play queendomino/4")
    try:
        game.run()
    except (Quit, KeyboardInterrupt):
        _goodbye(game, console)
        return
    if kept := game.keep():
        console.print(Text(f"See it again: crownlands replay {shlex.quote(str(kept))}", SOFT), soft_wrap=True)


def _session(name: str | None, seats: str, seed: str | None, resume: Path | None) -> Session:
    if resume is None:
        rules = ruleset(name or DEFAULT)
        return new_session(rules, seats, secrets.token_hex(4) if seed is None else one_line(seed))
    session = resumed_session(resume, seats, None if seed is None else one_line(seed))
    if name is not None and ruleset(name) != session.rules:
        raise CrownlandsError(f"{resume} is a game of {session.rules}, not of {ruleset(name)}")
    return session


def _goodbye(game: TerminalGame, console: Console) -> None:
    kept = game.keep()
    if kept is None:
        console.print("Goodbye. The game could not be saved.")
        return
    console.print("Goodbye. The game is kept; go on with")
    console.print(Text(f"  crownlands play --resume {shlex.quote(str(kept))}", HEADING), soft_wrap=True)
