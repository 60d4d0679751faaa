"""`crownlands rules`: the set-ups and options there are, and what one of them means."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich import box
from rich.console import Group
from rich.padding import Padding
from rich.table import Table

from crownlands.cli.terminal import out, print_json
from crownlands.rules import Ruleset, all_rulesets, ruleset
from crownlands.rules.pieces import BRIBE, COINS_PER_POINT, QUEEN_DISCOUNT
from crownlands.rules.ruleset import FAMILIES, OPTIONS, Option, make_ruleset, setups
from crownlands.rules.steps import Step

PHASES = {
    Step.PLACE: "place the domino under the king; discard it only if it fits nowhere",
    Step.TAX: "knights, one or two, collect coins on the squares just placed (optional)",
    Step.BUILD: "buy one building for an own town square (optional)",
    Step.BRIBE: f"pay {BRIBE} coin: the dragon burns a building on the board (optional, once a round)",
    Step.CHOOSE: "move the king to a free domino of the next line (not in the last round)",
}
TIES = {"largest-territory": "largest territory", "crowns": "most crowns"}


def rules(
    name: Annotated[str | None, typer.Argument(help="The ruleset to explain.", show_default=False)] = None,
    every: Annotated[bool, typer.Option("--all", help="List the name of every possible ruleset.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the set-ups and options, or explain one ruleset.

    Example: [b]crownlands rules kingdomino/2+mighty-duel+harmony[/b]
    """
    if name is not None:
        chosen = ruleset(name)
        print_json(explanation(chosen)) if as_json else _explain(chosen)
    elif every:
        names = [each.name for each in all_rulesets()]
        print_json(names) if as_json else typer.echo("\n".join(names))
    elif as_json:
        bases = [explanation(make_ruleset(*setup)) for setup in setups()]
        print_json({"setups": bases, "options": [_option_json(option) for option in OPTIONS.values()]})
    else:
        _list()


def explanation(rules: Ruleset) -> dict[str, Any]:
    """Everything that a ruleset says, for programs."""
    return {
        "ruleset": rules.name,
        "title": FAMILIES[rules.family],
        "players": rules.seats,
        "kings": rules.kings,
        "realms": [list(seats) for seats in rules.realms],
        "colours": list(rules.colours[: rules.seats]),
        "frame": rules.frame,
        "boxes": list(rules.boxes),
        "dominoes": rules.dominoes,
        "line": rules.line,
        "removed": rules.line - len(rules.all_kings),
        "rounds": rules.rounds,
        "opening": rules.opening.value,
        "phases": [phase.value for phase in rules.phases],
        "coins": rules.coins,
        "knights": rules.knights,
        "slots": list(rules.slots),
        "middle_kingdom": rules.middle_kingdom,
        "harmony": rules.harmony,
        "games": rules.games,
        "ties": list(rules.ties),
        "options": list(rules.options),
        "printed": rules.printed,
        "house_rules": [option.name for option in _chosen(rules) if _is_house_rule(option, rules.family)],
    }


def _option_json(option: Option) -> dict[str, Any]:
    fits = {family: list(players) for family, players in option.fits}
    return {
        "option": option.name,
        "title": option.title,
        "text": option.text,
        "fits": fits or {family: [n for name, n in setups() if name == family] for family in FAMILIES},
        "home": list(option.home),
    }


def _is_house_rule(option: Option, family: str) -> bool:
    return family not in option.home


def _chosen(rules: Ruleset) -> list[Option]:
    return [OPTIONS[name] for name in rules.options]


def _fits(option: Option) -> str:
    if not option.fits:
        return "everywhere"
    return ", ".join(f"{family}/{'/'.join(map(str, players))}" for family, players in option.fits)


def _list() -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("ruleset", style="bold cyan", no_wrap=True)
    for column in ("kings", "frame", "dominoes", "lines of", "rounds"):
        table.add_column(column, justify="right")
    previous = ""
    for family, players in setups():
        if previous and family != previous:
            table.add_section()
        previous = family
        base = make_ruleset(family, players)
        kings = f"{base.kings} each" if base.kings > 1 else "1"
        frame = f"{base.frame}×{base.frame}"
        name = base.name if base.printed else f"{base.name} *"
        table.add_row(name, kings, frame, str(base.dominoes), str(base.line), str(base.rounds))
    options = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    options.add_column("option", style="bold cyan", no_wrap=True)
    options.add_column("what it does")
    options.add_column("where it fits")
    for option in OPTIONS.values():
        where = _fits(option)
        if ("printed", False) in option.sets:
            where += "; in none of the rulebooks here"
        if not option.fits and len(option.home) < len(FAMILIES):
            where += f"; house rule outside {' and '.join(option.home)}"
        options.add_row(f"+{option.name}", option.text, where)
    console = out()
    console.print(table)
    console.print("* one edition allows it; the rulebooks here do not describe it.\n", style="dim")
    console.print(options)
    console.print("Add options to a name, in any order: [bold cyan]kingdomino/2+mighty-duel+harmony[/].")
    console.print("[bold cyan]crownlands rules NAME[/] explains one.")


def _explain(rules: Ruleset) -> None:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for label, text in _facts(rules):
        table.add_row(label, text)
    console = out()
    console.print(f"[bold cyan]{rules.name}[/]  {FAMILIES[rules.family]}\n")
    console.print(Group(Padding(table, (0, 0, 0, 2))))
    console.print(f"\nPlay it: [bold cyan]crownlands play {rules.name}[/]")


def _facts(rules: Ruleset) -> list[tuple[str, str]]:
    kings = "one king each" if rules.kings == 1 else f"{rules.kings} kings each"
    facts = [("players", f"{rules.seats}, {kings} ({', '.join(rules.colours[: rules.seats])})")]
    if rules.team > 1:
        pairs = "; ".join(" & ".join(rules.colours[seat] for seat in seats) for seats in rules.realms)
        facts.append(
            ("teams", f"{len(rules.realms)} teams of {rules.team} share a castle, a kingdom and a purse: {pairs}")
        )
    facts.append(("frame", f"{rules.frame}×{rules.frame}, the castle anywhere in it"))
    facts += [("dominoes", _dominoes(rules)), ("lines", _lines(rules)), ("rounds", str(rules.rounds))]
    facts.append(("opening", f"{OPTIONS[rules.opening].title.lower()}: {OPTIONS[rules.opening].text}"))
    for number, phase in enumerate(rules.phases, 1):
        facts.append(("a turn" if number == 1 else "", f"{number}. {phase}: {PHASES[phase]}"))
    if rules.purse:
        facts.append(("purse", f"{rules.coins} coins and {rules.knights} knight to begin with"))
        facts.append(
            ("builders", f"{len(rules.slots)} buildings on offer for {', '.join(map(str, rules.slots))} coins")
        )
        facts.append(
            ("queen", f"hosted by who has most towers: {QUEEN_DISCOUNT} coin off each building, one crown at the end")
        )
    facts.append(("score", _score(rules)))
    for name, points in (("middle-kingdom", rules.middle_kingdom), ("harmony", rules.harmony)):
        if points:
            facts.append(("bonus", f"{OPTIONS[name].title}: {OPTIONS[name].text}{_house(OPTIONS[name], rules)}"))
    if rules.games > 1:
        facts.append(("games", f"{rules.games} in a row; the sum of points decides{_house(OPTIONS['dynasty'], rules)}"))
    else:
        facts.append(("games", "1"))
    facts.append(
        ("a tie", "is broken by " + ", then by ".join(TIES[tie] for tie in rules.ties) + "; then victory is shared")
    )
    if not rules.printed:
        facts.append(("source", "in none of the rulebooks here, only in another edition"))
    house = [option.name for option in _chosen(rules) if _is_house_rule(option, rules.family)]
    if house:
        facts.append(("house rules", ", ".join(f"+{name}" for name in house)))
    return facts


def _house(option: Option, rules: Ruleset) -> str:
    return " [italic](house rule)[/]" if _is_house_rule(option, rules.family) else ""


def _dominoes(rules: Ruleset) -> str:
    boxes = " and ".join(FAMILIES[name] for name in rules.boxes)
    if rules.dominoes == len(rules.pool):
        return f"all {rules.dominoes} of {boxes}"
    return f"{rules.dominoes} of the {len(rules.pool)} of {boxes}; the others stay unknown"


def _lines(rules: Ruleset) -> str:
    text = f"of {rules.line}"
    if len(rules.boxes) > 1:
        text += ", from the boxes in turn: " + ", ".join(FAMILIES[name] for name in rules.boxes) + ", …"
    left = rules.line - len(rules.all_kings)
    if left:
        text += f"; {left} unclaimed {'domino is' if left == 1 else 'dominoes are'} removed each round"
    return text


def _score(rules: Ruleset) -> str:
    text = "each territory: squares × crowns"
    if rules.purse:
        text += f"; buildings; the queen's crown on the largest territory; a point for {COINS_PER_POINT} coins"
    return text
