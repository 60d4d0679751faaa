"""The rules of the family in C++; see docs/core.md."""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

class CoreError(ValueError):
    pass

class IllegalAction(CoreError):
    pass

class TextError(CoreError):
    pass

class Term:
    """One part of a score; what a kind does not have is None or empty."""

    @property
    def kind(self) -> str: ...
    @property
    def points(self) -> int: ...
    @property
    def terrain(self) -> str | None: ...
    @property
    def squares(self) -> int | None: ...
    @property
    def crowns(self) -> int | None: ...
    @property
    def cells(self) -> list[tuple[int, int]]: ...
    @property
    def coins(self) -> int | None: ...
    @property
    def building(self) -> str | None: ...
    @property
    def square(self) -> tuple[int, int] | None: ...
    @property
    def count(self) -> int | None: ...

class Score:
    """
    The points of a realm, what breaks ties, and the terms whose sum the points are.
    """

    @property
    def points(self) -> int: ...
    @property
    def largest(self) -> int: ...
    @property
    def crowns(self) -> int: ...
    @property
    def terms(self) -> list[Term]: ...

class Batch:
    """Sums over many random games."""

    @property
    def games(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def placements(self) -> int:
        """How many placements were legal, over all turns."""

    @property
    def discards(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def means(self) -> list[float]:
        """Mean points of each realm."""

    @property
    def deviations(self) -> list[float]:
        """Standard deviation of the points of each realm."""

    @property
    def wins(self) -> list[float]:
        """Victories of each realm; a shared one is divided."""

    @property
    def points(self) -> bytes:
        """Points of every realm in every game as native 16-bit numbers, if kept."""

class State:
    """
    A game at one moment; mutable, cheap to copy, without the order of anything undrawn.
    """

    def __init__(self, ruleset: str, *, isa: str | None = None) -> None:
        """The state before the kings are drawn."""

    @staticmethod
    def from_position(text: str, *, isa: str | None = None) -> State:
        """The state of a position text."""

    def position(self) -> str:
        """The position as text."""

    def copy(self) -> State:
        """An independent copy."""

    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: dict[int, object]) -> State: ...
    def __getstate__(self) -> str: ...
    def __setstate__(self, text: str) -> None: ...
    @property
    def ruleset(self) -> str: ...
    @property
    def isa(self) -> str:
        """The instruction set in use."""

    @property
    def size(self) -> int:
        """Bytes of the state itself."""

    @property
    def step(self) -> str: ...
    @property
    def round(self) -> int: ...
    @property
    def rounds(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def realms(self) -> int: ...
    @property
    def frame(self) -> int: ...
    @property
    def line(self) -> int:
        """Dominoes in a line."""

    @property
    def board(self) -> bool:
        """Whether there is a builders' board."""

    @property
    def lines_drawn(self) -> int: ...
    @property
    def tiles_left(self) -> int:
        """Tiles in the stack."""

    @property
    def over(self) -> bool: ...
    @property
    def chance(self) -> bool:
        """Whether chance comes next."""

    @property
    def seat(self) -> int | None:
        """Who decides; None before chance and at the end."""

    @property
    def realm(self) -> int | None:
        """The realm of the acting king; None before chance and at the end."""

    @property
    def action_count(self) -> int:
        """Action numbers are below this."""

    def legal(self) -> list[int]:
        """The numbers of all legal actions, ascending within each kind."""

    def legal_text(self) -> list[str]:
        """All legal actions as text, in the order of `legal`."""

    def is_legal(self, action: int) -> bool: ...
    def apply(self, action: int) -> None:
        """Apply a legal action by its number."""

    def apply_text(self, event: str) -> None:
        """Apply an event, chance or action, given as text."""

    def action_text(self, action: int) -> str: ...
    def action_number(self, action: str) -> int: ...
    def sample_chance(self, seed: int) -> str:
        """
        Sample the chance event that comes next, apply it, and return it as text.
        """

    def points(self) -> list[int]:
        """The points of every realm as if the game ended now."""

    def scores(self) -> list[Score]:
        """The score of every realm with all its terms, as if the game ended now."""

    def ranking(self) -> list[list[int]]:
        """Realms, best first, ties together, as if the game ended now."""

    @property
    def game(self) -> int:
        """Which game of its match, from 1."""

    @property
    def games(self) -> int:
        """Games of a match: 3 in a Dynasty."""

    @property
    def earlier(self) -> list[tuple[int, int, int]]:
        """
        What the match's earlier games gave each realm: points, largest territory, crowns.
        """

    def next_game(self) -> None:
        """Set up the match's next game, once this one is over."""

    def random_playout(self, seed: int) -> list[int]:
        """
        Points of every realm after random play to the end; the state itself stays.
        """

    def playouts(self, games: int, seed: int, threads: int = 1, keep: bool = False) -> Batch:
        """Many random playouts from here; `keep` their points."""

    def generations(self, count: int, seed: int) -> int:
        """
        Generate legal placements `count` times on random kingdoms; for measuring.
        """

    def __repr__(self) -> str: ...

class Plan:
    """A way to finish a turn, and what the playouts after it said."""

    @property
    def actions(self) -> list[int]:
        """The numbers of its actions, step by step."""

    @property
    def value(self) -> float:
        """What plans are compared by: winning, and how safely."""

    @property
    def win(self) -> float:
        """The share of playouts won."""

    @property
    def points(self) -> float:
        """Mean final points."""

    @property
    def spread(self) -> float:
        """Standard deviation of the final points."""

    @property
    def samples(self) -> int:
        """How many playouts; one where the end was solved."""

class Thought:
    """What a level thought about a turn: its plans, best first."""

    @property
    def plans(self) -> list[Plan]: ...
    @property
    def playouts(self) -> int: ...
    @property
    def seconds(self) -> float: ...

class Forecast:
    """What a learned evaluation expects of a realm."""

    @property
    def points(self) -> float:
        """At the end, those of earlier games included."""

    @property
    def spread(self) -> float:
        """How far off that usually is."""

    @property
    def win(self) -> float:
        """The chance to win."""

    @property
    def parts(self) -> list[tuple[str, float]]:
        """What the points of this game come from."""

def forecast(state: State, evaluation: Evaluation) -> list[Forecast]:
    """What is expected of every realm, at once."""

def decide(state: State, level: str, seed: int) -> int:
    """One action, by evaluation alone."""

def outcomes(state: State, level: str, seeds: Sequence[int]) -> list[list[int]]:
    """
    For each seed the final points of every realm if all play on by a level's evaluation; the state itself stays.
    """

def think(
    state: State,
    level: str,
    seed: int,
    *,
    seconds: float = 0.0,
    work: int = 0,
    threads: int = 1,
    evaluation: Evaluation | None = None,
    clock: str = "wall",
    lines: Sequence[str] | None = None,
) -> Thought:
    """
    Compare the ways to finish the turn; with work (playouts) instead of seconds the result depends on the seed only.
    With `lines`, the events that reveal all lines to come, it knows what they bring.
    """

class Trials:
    """What each realm got in many futures of a position, or of several."""

    @property
    def realms(self) -> int: ...
    @property
    def size(self) -> int:
        """How many futures; one where the end was solved."""

    @property
    def win(self) -> list[float]:
        """The mean share of the win by realm."""

    @property
    def points(self) -> list[float]:
        """Mean final points by realm, those of earlier games included."""

    def against(self, other: Trials) -> list[tuple[float, float, float, float]]:
        """
        This minus the other by realm, future by future: share of the win, points, and their standard errors.
        """

    def plus(self, later: Trials) -> Trials:
        """With what later games of the match bring, future by future."""

    @staticmethod
    def join(parts: Sequence[Trials]) -> Trials:
        """All their futures, one after the other."""

def play_trials(states: Sequence[State], level: str, seeds: Sequence[int], threads: int = 1, solved: int = 0) -> Trials:
    """
    Play on from each state with its seed, or from one with all seeds, everybody by a level's evaluation.

    An end that takes at most `solved` scored kingdoms is not played but solved: everybody does their best.
    """

def chance_seed(state: State, seed: int) -> int:
    """
    The seed by which `sample_chance` brings what comes now when trials with this seed are played.
    """

def solve_trials(states: Sequence[State], level: str, work: int) -> Trials | None:
    """
    Where each state ends if everybody does their best; None if an end takes more scored kingdoms than that.
    """

class Layout:
    """
    What the bytes of an observation mean: parts with a name, a start, a shape, and names along an axis.
    """

    def __init__(self, ruleset: str) -> None: ...
    @property
    def version(self) -> int: ...
    @property
    def ruleset(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def action_count(self) -> int: ...
    @property
    def parts(self) -> list[tuple[str, int, list[int], int, list[str]]]:
        """Name, start, shape, and the axis that has names with these names."""

    @property
    def high(self) -> bytes:
        """The highest value of each byte."""

    def observe(
        self,
        state: State,
        seat: int,
        out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")],
    ) -> None:
        """Write a seat's view of a state."""

    def mask(
        self, state: State, out: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order="C", device="cpu")]
    ) -> None:
        """Write which actions are legal."""

class Games:
    """Many games of one ruleset, step by step; docs/envs.md."""

    def __init__(
        self,
        ruleset: str,
        count: int,
        *,
        reward: str = "margin",
        autoreset: str = "next_step",
        threads: int = 1,
        learner: int | None = None,
        rivals: str = "random",
        isa: str | None = None,
    ) -> None: ...
    def bind(
        self,
        *,
        observations: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")],
        masks: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu")],
        seats: Annotated[NDArray[numpy.int8], dict(shape=(None,), order="C", device="cpu")],
        rewards: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu")],
        ends: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order="C", device="cpu")],
        scores: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu")],
        finals: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order="C", device="cpu")] | None,
    ) -> None:
        """The arrays that everything is written to from now on."""

    def reset(
        self,
        seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        which: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order="C", device="cpu", writable=False)]
        | None = None,
    ) -> None:
        """Begin all games, or those chosen, from a seed each."""

    def step(
        self, actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)]
    ) -> None:
        """One action for each game; -1 leaves a game alone."""

    def sample(
        self, seed: int, out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")]
    ) -> None:
        """
        Any legal action for each game, each equally likely; -1 where it is over.
        """

    def advise(
        self, level: str, seed: int, out: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu")]
    ) -> None:
        """What a level would do in each game; -1 where it is over."""

    def state(self, index: int) -> State:
        """A copy of one game."""

    def put(self, index: int, state: State, seed: int) -> None:
        """Set one game; its chance comes from the seed."""

    def copy(
        self,
        source: Games,
        sources: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        targets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
        seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    ) -> None:
        """Copy games; the chance of the copies comes from their seeds."""

    def observe(
        self, index: int, seat: int, out: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order="C", device="cpu")]
    ) -> None:
        """Write any seat's view of one game."""

    @property
    def count(self) -> int: ...
    @property
    def threads(self) -> int: ...

class Evaluation:
    """Learned weights of realms, for one domain or several."""

    @staticmethod
    def read(data: bytes) -> Evaluation:
        """From the bytes of a file; damaged ones and other versions are refused."""

    def write(self) -> bytes:
        """The bytes of a file."""

    @property
    def domains(self) -> list[str]:
        """
        What it knows: kingdoms alone (frame-5, frame-7), and realms with a purse and a builders' board.
        """

    def spread(self, domain: str) -> list[float]:
        """
        How far off it usually is, in points, by the dominoes that are still to place.
        """

class Samples:
    """Realms of games that were played, each with what it still gained."""

    @staticmethod
    def read(data: bytes) -> Samples: ...
    @staticmethod
    def join(parts: Sequence[Samples]) -> Samples: ...
    def write(self) -> bytes: ...
    @property
    def size(self) -> int:
        """How many realms."""

class Model:
    """A network while it learns."""

    def __init__(self, domain: str, seed: int) -> None: ...
    @staticmethod
    def read(data: bytes) -> Model: ...
    def write(self) -> bytes: ...
    def train(self, samples: Samples, seed: int, first_rate: float, last_rate: float, batch: int = 256) -> float:
        """
        Learn from every sample once; returns the mean squared error in points.
        """

class QuickGames:
    """
    Quick games: points and shares of the win by realm, and samples if they were kept.
    """

    @property
    def points(self) -> list[list[int]]: ...
    @property
    def shares(self) -> list[list[float]]: ...
    @property
    def samples(self) -> Samples: ...

def quantize(models: Sequence[tuple[Model, Samples]], *, rounded: bool = True) -> Evaluation:
    """
    Whole numbers of models, each with samples it has not seen, rounded to what a file keeps of them.
    """

def play_games(
    ruleset: str,
    minds: Sequence[str | None],
    evaluation: Evaluation | None,
    first: int,
    last: int,
    seed: int,
    *,
    least_noise: float = 0.0,
    most_noise: float = 0.0,
    placements: int = 0,
    keep: bool = False,
) -> QuickGames:
    """
    Quick games by number; a mind is the name of a greedy level, or None for the evaluation.
    """

def placement_values(state: State, evaluation: Evaluation, *, places: Sequence[int] = []) -> list[tuple[int, float]]:
    """
    Every placement of the domino at hand with the points expected in the end, best first; places: of its kings.
    """

def realm_rows(
    state: State, evaluation: Evaluation, realm: int, *, about_to_build: bool = False, places: Sequence[int] = []
) -> tuple[list[int], int]:
    """
    The rows of a realm, and what the network makes of them in whole numbers; places: of its kings in the line.
    """

def batch_random(ruleset: str, games: int, seed: int, threads: int = 0, keep: bool = False) -> Batch:
    """
    Play whole random games over threads (0: all cores); the result depends on the seed only.
    """

def ruleset_name(name: str) -> str:
    """The canonical name of a ruleset."""

def best_isa() -> str:
    """The instruction set picked on this machine."""
