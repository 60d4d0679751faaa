"""What a person is asked in each phase, and how the answer is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from string import ascii_letters

from crownlands.draw.builders import effects
from crownlands.draw.colours import Signs
from crownlands.draw.names import square_name
from crownlands.notation import ParseError, parse_action, print_event
from crownlands.rules import State, Step, legal_actions, why_not
from crownlands.rules.events import Action, Bribe, Build, Choose, Pass, Place, Tax
from crownlands.rules.kingdom import Territory
from crownlands.rules.phases.build import price
from crownlands.rules.phases.tax import income
from crownlands.rules.pieces import BRIBE, BUILDINGS, DOMINOES, Cell


class Unclear(Exception):
    """An answer that is no choice, with what would be one."""


@dataclass
class Question:
    """A choice to make: what can be typed for it, and what it is called."""

    state: State
    prompt: str
    hint: str
    """A few words about what to type, shown with the question."""
    help: str
    choices: list[tuple[str, Action]]
    """Numbered from 1, each with a line about it."""
    spots: dict[Cell, str] = field(default_factory=dict)
    dominoes: dict[str, str] = field(default_factory=dict)
    slots: dict[int, str] = field(default_factory=dict)
    read: Callable[[str], Action | None] = lambda _: None
    """Reads what only this question understands."""
    listed: bool = True
    """Whether the choices are shown with the question."""

    def answer(self, text: str) -> Action:
        """The action that was typed: a number, letters, or notation."""
        if text.isdecimal():
            number = int(text)
            if number == 0 and any(isinstance(action, Pass) for _, action in self.choices):
                return Pass(self.state.acting)
            if (action := self.read(text)) is not None:
                return action
            numbered = [action for _, action in self.choices if not isinstance(action, Pass)]
            if not 1 <= number <= len(numbered):
                raise Unclear(f"there is no choice {number}; ? lists what can be typed")
            return numbered[number - 1]
        if (action := self.read(text)) is not None:
            return self._legal(action)
        try:
            return self._legal(parse_action(text, self.state.acting))
        except ParseError as error:
            raise Unclear(f"{error}; ? lists what can be typed") from None

    def _legal(self, action: Action) -> Action:
        if reason := why_not(self.state, action):
            raise Unclear(f"not possible: {reason}")
        return action


def ask_about(state: State, signs: Signs) -> Question:
    """The question that the state puts to the seat that decides."""
    return _QUESTIONS[state.step](state, signs)


def _letters(cells: set[Cell]) -> dict[Cell, str]:
    """A letter for each cell, in reading order; cells beyond the alphabet can still be typed as squares."""
    ordered = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    return dict(zip(ordered, ascii_letters, strict=False))


def _place(state: State, _: Signs) -> Question:
    places = [action for action in legal_actions(state) if isinstance(action, Place)]
    spots = _letters({cell for place in places for cell in place.squares})
    cells = {letter: cell for cell, letter in spots.items()}
    seat, domino = state.acting, DOMINOES[state.domino]

    def read(text: str) -> Action | None:
        if not all(letter in cells for letter in text) or len(text) > 2:
            return None
        if len(text) == 1:
            fitting = [place for place in places if place.squares[0] == cells[text]]
            if len(fitting) == 1:
                return fitting[0]
            others = [text + spots[place.squares[1]] for place in fitting if place.squares[1] in spots]
            raise Unclear(f"which way? {' '.join(others)}" if others else f"the left half does not go on {text}")
        left, right = cells[text[0]], cells[text[1]]
        if domino.double and left > right:
            left, right = right, left
        return Place(seat, domino.name, (left, right))

    left, right = domino.left.terrain, domino.right.terrain
    return Question(
        state,
        f"Place {domino.name}",
        "type two letters: where the left half goes, then the right",
        f"Two letters: first where the {left} half goes, then the {right} half. One is enough if it says all.\n"
        f"Or a number of the list (list), or notation: {print_event(places[0])}",
        [(" ".join(map(square_name, place.squares)), place) for place in places],
        spots=spots,
        read=read,
        listed=False,
    )


def _choose(state: State, signs: Signs) -> Question:
    chooses = [action for action in legal_actions(state) if isinstance(action, Choose)]
    owner = state.kings[0].owner if state.kings else state.acting
    whose = "" if owner == state.acting else f" for {state.ruleset.colours[owner]}"
    return Question(
        state,
        f"Choose a domino{whose}",
        "",
        "The number before a domino of the next line, its name (K17), or notation: " + print_event(chooses[0]),
        [(choose.domino, choose) for choose in chooses],
        dominoes={choose.domino: str(number) for number, choose in enumerate(chooses, 1)},
        read=lambda text: Choose(state.acting, text.upper()) if text.upper() in DOMINOES else None,
        listed=False,
    )


def _tax(state: State, signs: Signs) -> Question:
    realm = state.realms[state.realm]
    choices: list[tuple[str, Action]] = []
    for action in legal_actions(state):
        if isinstance(action, Tax):
            coins = sum(income(realm, square) for square in action.squares)
            where = " and ".join(
                f"{realm.kingdom.squares[square].terrain} {square_name(square)}" for square in action.squares
            )
            choices.append((f"{signs.knight * len(action.squares)} on {where}: {coins} coins", action))
    choices.append(("keep the knights", Pass(state.acting)))
    example = print_event(choices[0][1])
    return Question(
        state,
        "Collect taxes",
        "",
        f"A number of the list, 0 to keep the knights, or notation: {example}",
        choices,
    )


def _build(state: State, signs: Signs) -> Question:
    builds = [action for action in legal_actions(state) if isinstance(action, Build)]
    kingdom = state.realms[state.realm].kingdom
    spots = _letters({build.square for build in builds})
    cells = {letter: cell for cell, letter in spots.items()}
    slots = {slot: str(number) for number, slot in enumerate(sorted({build.slot for build in builds}), 1)}
    by_number = {number: slot for slot, number in slots.items()}
    towns: dict[Cell, Territory] = {
        cell: territory for territory in kingdom.territories() for cell in territory.cells if cell in spots
    }

    def read(text: str) -> Action | None:
        number, letter = (text[:-1], text[-1]) if text[-1] in cells else (text, "")
        if number not in by_number:
            return None
        fitting = [build for build in builds if build.slot == by_number[number]]
        if letter:
            return next(build for build in fitting if build.square == cells[letter])
        # Where a building stands matters only for its crowns: they count in its own town.
        if BUILDINGS[fitting[0].building].crowns and len({towns[build.square] for build in fitting}) > 1:
            raise Unclear(f"on which town? {' '.join(number + spots[build.square] for build in fitting)}")
        return fitting[0]

    choices: list[tuple[str, Action]] = []
    for slot in slots:
        build = next(build for build in builds if build.slot == slot)
        tile = BUILDINGS[build.building]
        choices.append((f"{tile.title} for {price(state, slot)}: {effects(tile, signs)}", build))
    choices.append(("build nothing", Pass(state.acting)))
    return Question(
        state,
        "Build",
        "the number of a building, with the letter of a town square if you like; 0 for none",
        "The number of a building, with the letter of a town square if you like (2a); 0 to build nothing;\n"
        f"or notation: {print_event(builds[0])}",
        choices,
        spots=spots,
        slots=slots,
        read=read,
        listed=False,
    )


def _bribe(state: State, signs: Signs) -> Question:
    bribes = [action for action in legal_actions(state) if isinstance(action, Bribe)]
    choices: list[tuple[str, Action]] = [(f"burn {BUILDINGS[bribe.building].title}", bribe) for bribe in bribes]
    choices.append(("leave the dragon alone", Pass(state.acting)))
    return Question(
        state,
        f"Bribe the dragon for {BRIBE} coin",
        "the number of the building that the dragon shall burn; 0 leaves it alone",
        f"The number of the building that it shall burn; 0 to leave it alone;\nor notation: {print_event(bribes[0])}",
        choices,
        slots={bribe.slot: str(number) for number, bribe in enumerate(bribes, 1)},
        listed=False,
    )


_QUESTIONS: dict[Step, Callable[[State, Signs], Question]] = {
    Step.PLACE: _place,
    Step.TAX: _tax,
    Step.BUILD: _build,
    Step.BRIBE: _bribe,
    Step.CHOOSE: _choose,
}
