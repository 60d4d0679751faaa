"""`crownlands puzzles`: list them, solve them at the terminal, make new ones from self-play, and prove them again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from crownlands.cli.review_picture import sentence
from crownlands.cli.terminal import messages, one_line, out, print_json, read_text
from crownlands.draw.colours import GOLD, HEADING, SOFT, signs_for
from crownlands.draw.table import TableDrawing
from crownlands.rules import CrownlandsError, ruleset
from crownlands.study.judge import Judgement, judge
from crownlands.study.puzzle_maker import PuzzleMaker
from crownlands.study.puzzle_text import parse_puzzles, print_puzzles
from crownlands.study.puzzles import KINDS, Puzzle, PuzzleKind
from crownlands.study.shipped import puzzle, puzzles

commands = typer.Typer(
    help="Puzzles: turns with one clear answer.", invoke_without_command=True, rich_markup_mode="rich"
)

Family = Annotated[str | None, typer.Option(help="Of this family: kingdomino, queendomino or royal-wedding.")]
Kind = Annotated[str | None, typer.Option(help=f"Of this kind: {' or '.join(KINDS)}.")]
ThemeName = Annotated[str | None, typer.Option("--theme", help="With this theme, like deny or hole.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="As in the list.")]


@commands.callback()
def listed(
    ctx: typer.Context, family: Family = None, kind: Kind = None, theme: ThemeName = None, as_json: Json = False
) -> None:
    """List the puzzles, easiest first.

    Example: [b]crownlands puzzles --family queendomino --theme dragon[/b]
    """
    if ctx.invoked_subcommand is not None:
        return
    found = puzzles(family, kind, theme)
    if as_json:
        print_json([_facts(each) for each in found])
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in ("name", "game", "kind", "themes"):
        table.add_column(column)
    for column in ("ways", "rating"):
        table.add_column(column, justify="right")
    for each in found:
        themes = ", ".join(each.themes)
        table.add_row(each.name, each.ruleset, each.kind, themes, str(each.choices), str(each.rating))
    out().print(table)
    out().print(Text(f"{len(found)} puzzles. Solve one: crownlands puzzles solve NAME", SOFT))


@commands.command()
def show(name: Name, as_json: Json = False) -> None:
    """Show the position of a puzzle, without its answer.

    Example: [b]crownlands puzzles show 57e0623d[/b]
    """
    found = puzzle(name)
    if as_json:
        print_json({**_facts(found), "position": found.position})
    else:
        _draw(out(), found)


@commands.command()
def solve(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="As in the list; all by default.")] = None,
    family: Family = None,
    kind: Kind = None,
    theme: ThemeName = None,
    answer: Annotated[
        str | None, typer.Option(help="The turn, its actions divided by semicolons; asked for otherwise.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve puzzles at the terminal: type the rest of the turn in the notation.

    Example: [b]crownlands puzzles solve 57e0623d --answer "place K38 2,2 1,2; choose K8"[/b]
    """
    chosen = (puzzle(name),) if name else puzzles(family, kind, theme)
    console = out()
    if answer is not None:
        judgement = judge(chosen[0], _actions(answer))
        print_json(_judged(judgement)) if as_json else _tell(console, judgement)
        return
    for each in chosen:
        _draw(console, each)
        try:
            judgement = _ask(console, each)
        except (EOFError, KeyboardInterrupt):
            console.print()
            return
        _tell(console, judgement)


@commands.command()
def make(
    name: Annotated[str, typer.Argument(metavar="RULESET", help="For example kingdomino/2.")],
    file: Annotated[Path, typer.Option("--out", metavar="FILE", help="Puzzles are added to those in this file.")],
    kind: Annotated[str, typer.Option(help=f"{' or '.join(KINDS)}.")] = "exact",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games to look through.")] = 100,
    first: Annotated[int, typer.Option(min=1, help="The number of the first game, to go on where one stopped.")] = 1,
    seed: Annotated[str, typer.Option(help="Games and thoughts follow from it.")] = "1",
) -> None:
    """Look for puzzles in games between bots; stopped with Ctrl-C, what was found is kept.

    Example: [b]crownlands puzzles make kingdomino/2 --games 500 --out my.puzzles[/b]
    """
    wanted = _kind(kind)
    maker = PuzzleMaker(ruleset(name).name, one_line(seed), wanted)
    found = {each.name: each for each in (parse_puzzles(read_text(file)) if file.exists() else ())}
    before, console = len(found), messages()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    number = first
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("games", total=games)
        try:
            for number in range(first, first + games):
                for each in maker.puzzles(number):
                    found[each.name] = each
                    _keep(file, found)
                progress.update(task, advance=1, description=f"{len(found) - before} puzzles in games")
        except KeyboardInterrupt:
            console.print(f"Stopped in game {number}; go on with --first {number}.")
    _keep(file, found)
    console.print(f"{len(found) - before} new puzzles in {file}, {len(found)} in all.")


def _keep(file: Path, found: dict[str, Puzzle]) -> None:
    """All at once, so that nothing is lost if it ends in between."""
    fresh = file.with_name(f".{file.name}.new")
    fresh.write_text(print_puzzles(found.values()), encoding="utf-8")
    os.replace(fresh, file)


def _kind(text: str) -> PuzzleKind:
    for kind in KINDS:
        if kind == text:
            return kind
    raise CrownlandsError(f"no kind {text!r}; there are {', '.join(KINDS)}")


def _facts(found: Puzzle) -> dict[str, Any]:
    return {
        "name": found.name,
        "ruleset": found.ruleset,
        "kind": found.kind,
        "themes": list(found.themes),
        "choices": found.choices,
        "rating": found.rating,
    }


def _judged(judgement: Judgement) -> dict[str, Any]:
    best, played, loss = judgement.best, judgement.played, judgement.loss
    return {
        "right": judgement.right,
        "exact": judgement.exact,
        "played": None
        if played is None
        else {"actions": list(played.actions), "win": played.win, "points": played.points},
        "best": {"actions": list(best.actions), "win": best.win, "points": best.points},
        "loss": {"win": loss.win, "points": loss.points},
        "why": [{"kind": why.kind, "amount": why.amount} for why in judgement.why],
        "rest": list(judgement.rest),
    }


def _draw(console: Console, found: Puzzle) -> None:
    state = found.match.state
    signs = signs_for(console.encoding)
    console.print(TableDrawing(found.match, console.width, max(20, console.height - 4), (), signs).draw())
    head = f"{found.name}  {found.ruleset}  rated {found.rating}"
    task = "the end is known: win, and by as much as you can" if found.kind == "exact" else "win as often as you can"
    console.print(Text.assemble((head, HEADING), (f"  seat {state.acting} to {state.step.value}; {task}", SOFT)))


def _ask(console: Console, found: Puzzle) -> Judgement:
    """Until something is typed that is a turn; nothing at all shows the answer."""
    while True:
        text = console.input(Text("your turn, like place K31 -2,0 -1,0; choose K8 (Enter shows it) ", GOLD))
        try:
            return judge(found, _actions(text))
        except CrownlandsError as error:
            console.print(Text(f"{error}", SOFT))


def _actions(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _tell(console: Console, judgement: Judgement) -> None:
    best, loss = judgement.best, judgement.loss
    if judgement.right:
        console.print(Text("Right.", HEADING))
    elif judgement.played is not None:
        lost = f"{loss.points:g} points" if judgement.exact else f"{loss.win:.0%} of the wins"
        if judgement.exact and loss.win:
            lost = "the win" if loss.win == 1 else "half the win"
        console.print(Text(f"No: it loses {lost}.", HEADING))
    worth = f"wins {best.win:.0%}" if not judgement.exact else _end(best.win, best.points)
    console.print(Text.assemble(("best  ", SOFT), "; ".join(best.actions), (f"  ({worth})", SOFT)))
    for why in judgement.why:
        console.print(Text(f"      {sentence(why)}", SOFT))
    if judgement.rest:
        console.print(Text(f"then  {'; '.join(judgement.rest)}", SOFT), soft_wrap=True)


def _end(win: float, lead: float) -> str:
    by = f" by {lead:g}" if lead > 0 else ""
    return f"wins{by}" if win == 1 else "shares the win" if win else f"loses by {-lead:g}"
