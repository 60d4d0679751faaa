"""`crownlands admin`: look after the tables of a server, while it runs or not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args

import typer
from rich.table import Table as Grid

from crownlands.cli.terminal import out, print_json
from crownlands.rules import CrownlandsError

if TYPE_CHECKING:
    from crownlands.server.store import Store, TableRow
    from crownlands.server.table.table import Table

admin = typer.Typer(
    no_args_is_help=True,
    help="List, inspect, export, purge and back up the tables of a server.",
    rich_markup_mode="rich",
)

Database = Annotated[str | None, typer.Option(help="As for serve; the file in your data folder if not given.")]
MOST = 2**31 - 1
"""The largest number that every database can be asked for."""
Number = Annotated[int, typer.Argument(max=MOST, help="A table by its number in the list.", metavar="TABLE")]
SQLITE = "sqlite:///"
T = TypeVar("T")


def _with_store(database: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    from crownlands.server.store import Store, Unavailable

    async def run() -> T:
        store = Store(_existing(database))
        try:
            await _open(store)
            return await work(store)
        except Unavailable as error:
            raise CrownlandsError(f"the database cannot be used: {error}") from None
        finally:
            await store.close()

    return asyncio.run(run())


async def _open(store: Store) -> None:
    """A file that is no database, or a server that does not answer: whatever a driver raises, in one line."""
    from crownlands.server.store.engine import without_password

    try:
        await store.open()
    except Exception as error:
        problem = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise CrownlandsError(f"the database cannot be used: {without_password(problem)}") from None


def _existing(database: str | None) -> str:
    """The database's URL; a file that is not there is not made."""
    from crownlands.server.settings import default_database

    url = default_database() if database is None else database
    if url.startswith(SQLITE) and not Path(url.removeprefix(SQLITE)).exists():
        raise CrownlandsError(f"there is no {url.removeprefix(SQLITE)}")
    return url


async def _load(store: Store, number: int) -> tuple[TableRow, Table]:
    from crownlands.server.live.room import folded

    row = await store.by_id(number)
    if row is None:
        raise CrownlandsError(f"there is no table {number}")
    return row, await folded(store, number)


def _when(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M")


@admin.command("list")
def list_tables(
    database: Database = None,
    status: Annotated[str | None, typer.Option(help="Only these: gathering, playing or over.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=MOST, help="The newest so many.")] = 100,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List tables, the newest first.

    Example: [b]crownlands admin list --status playing[/b]
    """
    from crownlands.server.protocol.views import Status

    if status is not None and status not in get_args(Status):
        raise CrownlandsError(f"no status {status!r}; there are {', '.join(get_args(Status))}")
    rows = _with_store(database, lambda store: store.all(status, limit))
    if as_json:
        kept = ("id", "ruleset", "status", "seq", "listed", "created", "updated")
        print_json([{name: getattr(row, name) for name in kept} for row in rows])
        return
    grid = Grid("table", "ruleset", "status", "entries", "begun", "last entry")
    for row in rows:
        grid.add_row(str(row.id), row.ruleset, row.status, str(row.seq), _when(row.created), _when(row.updated))
    out().print(grid)


@admin.command()
def show(
    number: Number,
    database: Database = None,
    links: Annotated[bool, typer.Option(help="Also the codes of its links: whoever has them can join.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show one table: who sits where, and how the game stands.

    Example: [b]crownlands admin show 12[/b]
    """
    import msgspec

    from crownlands.server.table.projection import table_view

    row, table = _with_store(database, lambda store: _load(store, number))
    view: dict[str, Any] = {"table": row.id, "entries": row.seq, **msgspec.to_builtins(table_view(table))}
    if table.match is not None:
        view |= {"game": table.match.game, "round": table.match.state.round, "turn": table.turn}
    if links:
        view |= {"code": row.code, "watch": row.watch}
    if as_json:
        print_json(view)
        return
    console = out()
    console.print(f"table {row.id}: {row.ruleset}, {row.status}, {row.seq} entries, last {_when(row.updated)}")
    for index, seat in enumerate(table.seats):
        console.print(f"  seat {index} {seat.colour}: {seat.name or 'open'} ({seat.kind})", markup=False)
    if table.match is not None:
        console.print(f"  game {table.match.game}, round {table.match.state.round}, turn of seat {table.turn}")
    if links:
        console.print(f"  code {row.code}, spectators {row.watch}")


@admin.command()
def export(
    number: Number,
    database: Database = None,
    log: Annotated[bool, typer.Option("--log", help="The whole log as JSON lines, chat and all.")] = False,
) -> None:
    """Print the record of a table's game, or its whole log.

    Example: [b]crownlands admin export 12 > game.crownlands[/b]
    """
    from crownlands.server.table.records import record_text

    async def work(store: Store) -> str:
        row, table = await _load(store, number)
        if not log:
            return record_text(table, row.created)
        rows = await store.log(number)
        return "".join(f'{{"seq":{entry.seq},"at":{entry.at},"entry":{entry.body}}}\n' for entry in rows)

    typer.echo(_with_store(database, work), nl=False)


@admin.command()
def purge(
    numbers: Annotated[
        list[int] | None, typer.Argument(max=MOST, help="Tables by their numbers.", metavar="[TABLE]...")
    ] = None,
    idle_days: Annotated[
        float | None, typer.Option(min=0, max=MOST, help="All without anything new for so many days.")
    ] = None,
    database: Database = None,
) -> None:
    """Forget tables for good, with everything said at them.

    Example: [b]crownlands admin purge --idle-days 90[/b]
    """
    from crownlands.server.ops.clock import milliseconds

    if not numbers and idle_days is None:
        raise CrownlandsError("say which tables: their numbers, or --idle-days")

    async def work(store: Store) -> int:
        games = list(numbers or [])
        if idle_days is not None:
            games += await store.idle_since(milliseconds() - int(idle_days * 86_400_000), limit=100_000)
        return await store.purge(games)

    typer.echo(f"purged {_with_store(database, work)} tables")


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A file that is not there yet.")],
    database: Database = None,
) -> None:
    """Copy all tables of a SQLite file into one file, while a server runs or not.

    Example: [b]crownlands admin backup monday.sqlite3[/b]
    """
    from crownlands.server.store.backup import backup_sqlite

    url = _existing(database)
    if not url.startswith(SQLITE):
        raise CrownlandsError("PostgreSQL has its own way: pg_dump, and psql to restore")
    backup_sqlite(Path(url.removeprefix(SQLITE)), file)
    typer.echo(f"{file} has all tables; keep the secret file with it, or no token of a seat will fit")
