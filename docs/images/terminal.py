"""Draws `docs/images/terminal.svg`, the picture of a game in the terminal: `python docs/images/terminal.py`.

Arguments, all optional: where to write, ruleset, seed, round, columns, rows.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from crownlands.cli.questions import ask_about
from crownlands.cli.session import Seat, Session, new_session
from crownlands.cli.terminal_game import TerminalGame
from crownlands.game import Game
from crownlands.players import make_player
from crownlands.rules import CHANCE, Step, legal_actions, ruleset

# The dark surfaces and inks of the palette, so that the picture fits the rest.
THEME = TerminalTheme(
    (29, 24, 32), (245, 236, 220), [(70, 59, 76), (255, 157, 144), (143, 211, 154), (224, 176, 74)] * 2
)

DEFAULTS = [str(Path(__file__).parent / "terminal.svg"), "queendomino/2", "crown", "9", "104", "38"]


def reach(session: Session, seat: int, round_number: int) -> None:
    """Plays on until this seat has to place in this round."""
    bots = [make_player("greedy", f"{session.seed} {number}") for number in range(session.rules.seats)]
    while True:
        state = session.match.state
        there = state.round == round_number and state.seat == seat and state.step is Step.PLACE
        if there and len(legal_actions(state)) > 1:
            return
        chance = state.step in CHANCE
        asked = Game.of(session.match)
        session.apply(session.deal.next(session.match) if chance else bots[state.acting].choose(asked))


def picture(name: str, seed: str, round_number: int, size: tuple[int, int]) -> Console:
    """The screen of a person who has to place."""
    session = new_session(ruleset(name), "you:Ann", seed)
    reach(session, 0, round_number)
    session.seats = (Seat("Ann"), *session.seats[1:])
    with Path("/dev/null").open("w") as nowhere:
        console = Console(
            record=True, width=size[0], height=size[1], file=nowhere, force_terminal=True, color_system="truecolor"
        )
        game = TerminalGame(session, console)
        question = ask_about(session.match.state, game.signs)
        game.show(question)
        console.print(game.prompt(question.prompt))
        return console


def main() -> None:
    target, name, seed, round_number, width, height = sys.argv[1:] + DEFAULTS[len(sys.argv) - 1 :]
    console = picture(name, seed, int(round_number), (int(width), int(height)))
    console.save_svg(target, title=f"crownlands play {name}", theme=THEME)


if __name__ == "__main__":
    main()
