"""`crownlands` alone: a server for this machine, and the browser at its table."""

from __future__ import annotations

import threading
import webbrowser

import typer

from crownlands.rules import CrownlandsError

HOST = "127.0.0.1"
PORT = 8642
OPEN_AFTER = 1.0


def play_locally(browser: bool) -> None:
    """Serves on the usual port, or on any free one if somebody has it; tables are kept in the user's data folder."""
    from crownlands.server.http.client_files import CLIENT
    from crownlands.server.run import bind, prepare
    from crownlands.server.run import serve as run
    from crownlands.server.settings import Settings, data_folder, default_database

    try:
        bound = bind(HOST, PORT, shared=False)
    except CrownlandsError:
        bound = bind(HOST, 0, shared=False)
    url = f"http://{HOST}:{bound.getsockname()[1]}/"
    settings = Settings(database=default_database(), secret_file=str(data_folder() / "secret"), host=HOST, port=PORT)
    prepare(settings)
    typer.echo(f"Crownlands is at {url} (stop with Ctrl-C)")
    if not (CLIENT / "index.html").is_file():
        typer.echo("The browser client is not built: `make web`. In the terminal: `crownlands play`.")
    elif browser:
        opener = threading.Timer(OPEN_AFTER, webbrowser.open, (url,))
        opener.daemon = True
        opener.start()
    run(settings, bound)
