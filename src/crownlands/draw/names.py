"""Names that people read: seats, realms, dominoes and events in words."""

from __future__ import annotations

from crownlands.rules import Match, Ruleset, State, Step, scores
from crownlands.rules.events import Bribe, Build, Buildings, Choose, Discard, Event, Kings, Pass, Place, Reveal, Tax
from crownlands.rules.pieces import BUILDINGS, Cell


def seat_name(rules: Ruleset, seat: int, players: tuple[str, ...] = ()) -> str:
    """A seat by its colour, and by who plays it if that is known: ``yellow (greedy)``."""
    colour = rules.colours[seat]
    return f"{colour} ({players[seat]})" if players else colour


def realm_name(rules: Ruleset, realm: int, players: tuple[str, ...] = ()) -> str:
    """A realm by its seats."""
    return " & ".join(seat_name(rules, seat, players) for seat in rules.realms[realm])


def progress(match: Match, dot: str = "·") -> str:
    """How far it is: ``kingdomino/2+dynasty · game 1 of 3 · round 4 of 12``."""
    state, rules = match.state, match.ruleset
    parts = [rules.name]
    if rules.games > 1:
        parts.append(f"game {match.game} of {rules.games}")
    parts.append("over" if state.over else "opening" if state.round == 0 else f"round {state.round} of {rules.rounds}")
    return f" {dot} ".join(parts)


def doing(state: State) -> str:
    """What the acting seat does or may do now."""
    if state.step is Step.PLACE:
        return f"places {state.domino}"
    if state.step is Step.CHOOSE:
        return "chooses a domino"
    return {Step.TAX: "may tax", Step.BUILD: "may build", Step.BRIBE: "may bribe the dragon"}[state.step]


def points(match: Match, realm: int) -> str:
    """What lies there; at the end with the bonuses, which only then are won."""
    score = scores(match.state)[realm]
    text = str(score.points if match.state.over else score.laid)
    return f"{text} ({match.totals()[realm].points} in all)" if match.game > 1 else text


def square_name(square: Cell) -> str:
    return f"{square[0]},{square[1]}"


def sentence(rules: Ruleset, event: Event, players: tuple[str, ...] = ()) -> str:
    """What happened, in words."""
    match event:
        case Kings(order):
            drawn = (
                rules.colours[owner] if chooser == owner else f"{rules.colours[owner]} for {rules.colours[chooser]}"
                for chooser, owner in order
            )
            return f"{'a king is' if len(order) == 1 else 'kings are'} drawn: " + ", ".join(drawn)
        case Reveal(dominoes):
            return "a line is revealed: " + " ".join(dominoes)
        case Buildings(tiles):
            return "the builders offer: " + ", ".join(BUILDINGS[tile].title for tile in tiles)
    return f"{seat_name(rules, event.seat, players)} {deed(event)}"


def deed(event: Event) -> str:
    match event:
        case Choose(_, domino):
            return f"chooses {domino}"
        case Place(_, domino, squares):
            return f"places {domino} on {' '.join(map(square_name, squares))}"
        case Discard(_, domino):
            return f"discards {domino}"
        case Tax(_, squares):
            return f"taxes {' and '.join(map(square_name, squares))}"
        case Build(_, _, building, square):
            return f"builds {BUILDINGS[building].title} on {square_name(square)}"
        case Bribe(_, _, building):
            return f"has the dragon burn {BUILDINGS[building].title}"
        case Pass():
            return "passes"
        case _:
            raise TypeError(event)
