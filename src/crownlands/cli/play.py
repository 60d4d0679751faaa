"""`crownlands play`: a game at the terminal, against bots or with friends."""

from __future__ import annotations

import secrets
import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from crownlands.cli.game import Game, Quit
from crownlands.cli.session import Session, new_session, resumed_session
from crownlands.cli.terminal import out
from crownlands.rules import CrownlandsError, Dealer, ruleset

DEFAULT = "kingdomino/2"


def play(
    name: Annotated[str | None, typer.Argument(metavar="[RULESET]", help=f"{DEFAULT} by default.")] = None,
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
    game = Game(session, console, confirm=not quick)
    if name is None and resume is None:
        game.news.notice(f"This is {DEFAULT}. Other games: crownlands rules, then crownlands play queendomino/4")
    try:
        game.run()
    except (Quit, KeyboardInterrupt):
        _goodbye(game, console)
        return
    if kept := game.keep():
        console.print(f"[dim]See it again: crownlands replay {shlex.quote(str(kept))}[/]", soft_wrap=True)


def _session(name: str | None, seats: str, seed: str | None, resume: Path | None) -> Session:
    if resume is None:
        rules = ruleset(name or DEFAULT)
        chosen = secrets.token_hex(4) if seed is None else seed
        Dealer(rules, chosen)  # refuses a seed that is no line of text
        return new_session(rules, seats, chosen)
    session = resumed_session(resume, seats, seed)
    if name is not None and ruleset(name) != session.rules:
        raise CrownlandsError(f"{resume} is a game of {session.rules}, not of {ruleset(name)}")
    return session


def _goodbye(game: Game, console: Console) -> None:
    kept = game.keep()
    if kept is None:
        console.print("Goodbye. The game could not be saved.")
        return
    console.print("Goodbye. The game is kept; go on with")
    console.print(f"  [bold]crownlands play --resume {shlex.quote(str(kept))}[/]", soft_wrap=True)
