"""The command itself: what it is made of, its version, and how it fails."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from crownlands import __version__
from crownlands.cli import (
    admin,
    arena,
    bench,
    ladder,
    loadtest,
    play,
    puzzles,
    replay,
    review,
    rules,
    score,
    serve,
    simulate,
    verify,
)
from crownlands.cli.local import play_locally
from crownlands.cli.terminal import complain
from crownlands.rules import CrownlandsError


class Commands(TyperGroup):
    """Turns every problem with the input into one line on standard error and exit code 1."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except CrownlandsError as error:
            complain(str(error))
        except BrokenPipeError:
            raise  # the reader has gone: ended quietly further up
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            complain(f"{where}{error.strerror or error}")
        raise typer.Exit(1)


app = typer.Typer(
    cls=Commands,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"crownlands {__version__}")
        raise typer.Exit


@app.callback()
def crownlands(
    ctx: typer.Context,
    browser: Annotated[bool, typer.Option(help="Open the browser, when started alone.")] = True,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Kingdomino, Queendomino and the Royal Wedding, by the rules. Alone it starts a table in the browser.

    Example: [b]crownlands play kingdomino/2[/b]
    """
    if ctx.invoked_subcommand is None:
        play_locally(browser)


app.command()(play.play)
app.command()(simulate.simulate)
app.command()(arena.arena)
app.command()(ladder.ladder)
app.command()(replay.replay)
app.command()(review.review)
app.command()(score.score)
app.command()(rules.rules)
app.command()(bench.bench)
app.command()(serve.serve)
app.command()(verify.verify)
app.command()(loadtest.loadtest)
app.add_typer(puzzles.commands, name="puzzles")
app.add_typer(admin.admin, name="admin")
