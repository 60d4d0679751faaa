"""`crownlands serve`: tables for people and bots, on this machine or for everybody."""

from __future__ import annotations

import threading
import time
import urllib.request
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from crownlands.cli.local import HOST, PORT
from crownlands.rules import CrownlandsError


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for every network.")] = HOST,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free port.")] = PORT,
    database: Annotated[
        str | None, typer.Option(help="sqlite:///FILE or postgresql://…; a file in your data folder if not given.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than one need PostgreSQL.")] = 1,
    secret_file: Annotated[
        Path | None,
        typer.Option(help="Signs the tokens of seats; made if missing. Machines that share tables share it."),
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another origin whose pages may connect; repeatable.")
    ] = None,
    proxies: Annotated[str, typer.Option(help="Addresses of load balancers whose X-Forwarded-For counts.")] = HOST,
    bot_pace: Annotated[float, typer.Option(min=0, max=3600, help="Seconds that a bot takes at least.")] = 0.7,
    bot_budget: Annotated[
        float | None, typer.Option(min=0.01, max=3600, help="Seconds that a bot thinks at most.")
    ] = None,
    retention_days: Annotated[
        float, typer.Option(min=0.01, max=36_500, help="Tables idle for so long are purged.")
    ] = 30.0,
    sockets_per_address: Annotated[int, typer.Option(min=1, help="Connections of one address.")] = 100,
    tables_per_hour: Annotated[int, typer.Option(min=1, help="New tables of one address.")] = 60,
    browse: Annotated[bool, typer.Option("--open", help="Open the browser when the server is ready.")] = False,
) -> None:
    """Serve tables to browsers and programs.

    Example: [b]crownlands serve --host 0.0.0.0 --port 8642[/b]
    """
    from crownlands.server.run import bind, prepare
    from crownlands.server.run import serve as run
    from crownlands.server.settings import Limits, Settings, data_folder, default_database

    settings = Settings(
        database=default_database() if database is None else database,
        secret_file=str(secret_file or data_folder() / "secret"),
        host=host,
        port=port,
        workers=workers,
        origins=tuple(origin or ()),
        proxies=proxies,
        bot_pace=bot_pace,
        bot_budget=bot_budget,
        retention_days=retention_days,
        limits=Limits(sockets_per_address=sockets_per_address, tables_per_hour=tables_per_hour),
    )
    if workers > 1 and settings.database.startswith("sqlite"):
        raise CrownlandsError("several workers need PostgreSQL: --database postgresql://…")
    prepare(settings)
    bound = bind(host, port, shared=workers > 1)
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{bound.getsockname()[1]}/"
    typer.echo(f"Crownlands is at {url} (stop with Ctrl-C)")
    if browse:
        threading.Thread(target=_open_when_ready, args=(url,), daemon=True).start()
    run(settings, bound)


def _open_when_ready(url: str) -> None:
    """Shows the page once the server answers."""
    for _ in range(100):
        with suppress(OSError), urllib.request.urlopen(f"{url}healthz", timeout=2):
            webbrowser.open(url)
            return
        time.sleep(0.1)
