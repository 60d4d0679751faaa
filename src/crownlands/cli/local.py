"""`crownlands` alone: a server for this machine, the browser at its table, and words for whoever started it."""

from __future__ import annotations

import fcntl
import logging
import shlex
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import typer

from crownlands.cli.guest_book import GuestBook
from crownlands.rules import CrownlandsError

if TYPE_CHECKING:
    import socket

HOST = "127.0.0.1"
PORT = 8642
ADDRESS = "address"
"""The file in the data folder that says where the tables are served, locked as long as they are."""


def play_locally(browser: bool) -> None:
    """Serves on the usual port, or on any free one if somebody has it; tables are kept in the user's data folder.

    Started twice it shows the first one: two servers would each know only half of what happens at a table.
    """
    from crownlands.server.http.client_files import CLIENT
    from crownlands.server.ops.logs import Sentences, configure_logs
    from crownlands.server.run import prepare, serve_here
    from crownlands.server.settings import Settings, data_folder, default_database

    configure_logs(Sentences(), logging.WARNING)
    bound = _listening()
    url = f"http://{HOST}:{bound.getsockname()[1]}/"
    database = default_database()
    settings = Settings(database=database, secret_file=str(data_folder() / "secret"), host=HOST)
    prepare(settings)
    claim = claimed(data_folder() / ADDRESS, url)
    if isinstance(claim, str):
        bound.close()
        typer.echo(f"Crownlands is at {claim} already, started in another window")
        if browser:
            webbrowser.open(claim)
        return
    typer.echo(f"Crownlands is at {url}")
    typer.echo(f"Games are kept in {shlex.quote(database.removeprefix('sqlite:///'))}")
    typer.echo("Stop with Ctrl-C; tables go on where they were when you start it again.\n")
    if not (CLIENT / "index.html").is_file():
        typer.echo("The browser client is not built: `make web`. In the terminal: `crownlands play`.")
    elif browser:
        webbrowser.open(url)
    with claim:
        serve_here(settings, bound, GuestBook(typer.echo).note)
    typer.echo("\nStopped. Every table is kept; `crownlands` goes on with them.")


def claimed(path: Path, url: str) -> TextIO | str:
    """The file that says that this process serves at the address, while it is open; or where another one does."""
    file = path.open("a+", encoding="utf-8")
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if there := path.read_text(encoding="utf-8").strip():
                file.close()
                return there
            time.sleep(0.01)  # it is about to say where it is
            continue
        file.truncate(0)
        file.write(f"{url}\n")
        file.flush()
        return file


def _listening() -> socket.socket:
    """Whoever comes from now on waits for an answer, and is not turned away."""
    from crownlands.server.run import bind

    try:
        bound = bind(HOST, PORT, shared=False)
    except CrownlandsError:
        bound = bind(HOST, 0, shared=False)
    bound.listen()
    return bound
