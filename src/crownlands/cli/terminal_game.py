"""The course of a match at the terminal: bots act, people are asked, a turn can be taken back until it ends."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.text import Text

from crownlands.cli import lookups
from crownlands.cli.questions import Question, Unclear, ask_about
from crownlands.cli.session import Session
from crownlands.cli.turn_log import TurnLog
from crownlands.draw.colours import GOLD, HEADING, SOFT, signs_for
from crownlands.draw.lines import domino_chip
from crownlands.draw.scores import draw_standings, verdict
from crownlands.draw.table import TableDrawing
from crownlands.game import Game
from crownlands.notation import print_event
from crownlands.players import make_player
from crownlands.rules import CHANCE, Match, Step, legal_actions
from crownlands.rules.events import Action, Event


class Quit(Exception):
    """The person leaves; the match can be resumed."""


class TakeBack(Exception):
    """The person takes back the last decision of this turn."""


class TerminalGame:
    """Plays a session on a console until it is over or the person leaves."""

    def __init__(self, session: Session, console: Console, confirm: bool = True) -> None:
        self.session, self.console, self.confirm = session, console, confirm
        self.signs = signs_for(console.encoding)
        self.log = TurnLog(session.rules, session.players)

    def run(self) -> None:
        session = self.session
        while not session.match.over:
            if session.match.state.over:
                self._between_games()
            session.match = session.match.upcoming()
            state = session.match.state
            if state.step in CHANCE:
                self._apply(session.deal.next(session.match))
            elif bot := session.seats[state.acting].bot:
                self._apply(bot.choose(Game.of(session.match)))
            else:
                self._turn()
                self.keep()
        self._end()

    def keep(self) -> Path | None:
        """Saves the match without being asked; a disk that refuses must not end the game."""
        try:
            self.session.save(self.session.own_file)
        except OSError:
            return None
        return self.session.own_file

    def _apply(self, event: Event) -> None:
        self.session.apply(event)
        self.log.add(event, self.session.match)

    # a person's turn

    def _turn(self) -> None:
        """Every decision of one turn; nothing of it is final before its end."""
        session = self.session
        turn, seat = _turn_of(session.match), session.match.state.acting
        decisions: list[tuple[Match, int]] = []
        while True:
            try:
                if _turn_of(session.match) != turn:
                    if decisions and self.confirm:
                        self._confirm(seat)
                    self.log.clear()
                    return
                legal = legal_actions(session.match.state)
                if len(legal) == 1:
                    self._apply(legal[0])
                    continue
                question = ask_about(session.match.state, self.signs)
                action = self._ask(question)
                decisions.append((session.match, len(session.events)))
                self._apply(action)
            except TakeBack:
                if not decisions:
                    self._say("nothing of this turn to take back")
                    continue
                match, events = decisions.pop()
                self.log.drop(len(session.events) - events)
                session.back_to(match, events)

    def _ask(self, question: Question) -> Action:
        self.show(question)
        while True:
            text = self._input(question.prompt)
            if not text:
                self.show(question)
                continue
            if self._command(text, question):
                continue
            try:
                return question.answer(text)
            except Unclear as unclear:
                self._say(str(unclear))

    def _confirm(self, seat: int) -> None:
        """The turn as it stands; Enter ends it."""
        self.show(None, ending=seat)
        while True:
            text = self._input("Enter ends the turn, undo takes back")
            if not text:
                return
            if not self._command(text, None):
                self._say("Enter ends the turn; undo takes the last decision back; ? for help")

    # seeing

    def view(self, question: Question | None = None, height: int | None = None) -> TableDrawing:
        """What there is to see now."""
        console = self.console
        view = TableDrawing(
            self.session.match, console.width, height or console.height, self.session.players, self.signs
        )
        if question is None:
            return view
        focus = question.state.realm if question.spots else None
        return replace(view, spots=question.spots, dominoes=question.dominoes, slots=question.slots, focus=focus)

    def show(self, question: Question | None, ending: int | None = None) -> None:
        """The table, what has happened, and the choices: if it can be, no more than the terminal has rows."""
        console = self.console
        below = self._below(question)
        needed = _rows(console, below) + 1
        view = self.view(question, console.height - needed - len(self.log.lines(2)))
        table = replace(view, ending=ending).draw()
        news = self.log.lines(max(1, console.height - needed - _rows(console, table)))
        if console.is_terminal:
            console.clear()
        console.print(table)
        for line in news:
            console.print(Text(line, SOFT), no_wrap=True, overflow="ellipsis")
        console.print(below, end="")

    def _below(self, question: Question | None) -> Group:
        """What stands between the table and the prompt."""
        parts: list[RenderableType] = []
        if question is not None and question.listed:
            parts.append(lookups.choices(question))
        if question is not None and question.hint:
            line = Text()
            if question.state.step is Step.PLACE:
                domino = question.state.domino
                line = Text.assemble((f"{domino} ", HEADING), domino_chip(domino, self.signs), "  ")
            parts.append(line.append(question.hint, SOFT))
        return Group(*parts)

    def _say(self, text: str) -> None:
        self.console.print(Text(text, "red"))

    # typing

    def prompt(self, text: str) -> Text:
        return Text.assemble((f"{text} ", GOLD), ("(? help) ", SOFT), f"{self.signs.arrow} ")

    def _input(self, prompt: str) -> str:
        try:
            return self.console.input(self.prompt(prompt)).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Quit from None

    def _command(self, text: str, question: Question | None) -> bool:
        """Whether the text was a command, which is then done."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "?" | "help":
                self.console.print(lookups.help_text(question))
            case "undo":
                raise TakeBack
            case "quit" | "exit":
                raise Quit
            case "save":
                self._save(rest.strip())
            case "scores":
                self.console.print(lookups.scores_screen(self.session.match, self.session.players, self.signs))
            case "undrawn":
                self.console.print(lookups.undrawn_screen(self.session.match.state, self.signs))
            case "table":
                self.console.print(self.view(height=1000).draw())
            case "list" if question is not None:
                self.console.print(lookups.choices(question))
            case "hint" if question is not None:
                action = make_player("greedy", "hint").choose(Game.of(self.session.match))
                self.console.print(Text(f"greedy would type: {_short(question, action)}", SOFT))
            case _:
                return False
        return True

    def _save(self, name: str) -> None:
        path = Path(name).expanduser() if name else self.session.own_file
        try:
            self.session.save(path)
        except OSError as error:
            self._say(f"could not save to {path}: {error.strerror}")
        else:
            self.console.print(Text(f"saved to {path}", SOFT), soft_wrap=True)

    # endings

    def _between_games(self) -> None:
        match = self.session.match
        self.console.print(self.view().draw())
        self.console.print(Text(f"Game {match.game} of {match.ruleset.games} is over. In all so far:", HEADING))
        self.console.print(draw_standings(match, self.session.players))
        if self.session.people:
            while text := self._input("Enter begins the next game"):
                try:
                    if not self._command(text, None):
                        self._say("Enter begins the next game")
                except TakeBack:
                    self._say("the turn has ended")
        self.log.clear()

    def _end(self) -> None:
        match, players = self.session.match, self.session.players
        if self.console.is_terminal:
            self.console.clear()
        self.console.print(self.view().draw())
        self.console.print(lookups.scores_screen(match, players, self.signs))
        self.console.print(draw_standings(match, players))
        self.console.print(Text(verdict(match.ruleset, match.ranking(), players), HEADING))


def _rows(console: Console, drawn: RenderableType) -> int:
    return len(console.render_lines(drawn, pad=False))


def _turn_of(match: Match) -> object:
    """What stays the same while one king acts."""
    return match.game, match.state.turn, match.state.seat


def _short(question: Question, action: Action) -> str:
    """The least to type for this action."""
    squares = getattr(action, "squares", ())
    if question.state.step is Step.PLACE and all(square in question.spots for square in squares):
        return "".join(question.spots[square] for square in squares)
    return print_event(action).partition(" ")[2]
