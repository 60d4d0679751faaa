"""OpenSpiel: the game "crownlands" for every ruleset, with chance explicit and drawn one piece at a time.

>>> import pyspiel
>>> import crownlands.envs.openspiel
>>> game = pyspiel.load_game("crownlands(ruleset=kingdomino/2)")
>>> state = game.new_initial_state()
>>> len(state.chance_outcomes())
48
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any
from zlib import compress, decompress

from crownlands.envs.extras import need

need("pyspiel", "openspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

from crownlands.envs.drawing import MOST_OUTCOMES, Draw, begin_draw  # noqa: E402
from crownlands.envs.episode import Episode  # noqa: E402
from crownlands.envs.layout import layout  # noqa: E402
from crownlands.notation import parse_event, parse_record, print_event  # noqa: E402
from crownlands.rules import CrownlandsError, IllegalEvent, Ruleset, why_not  # noqa: E402
from crownlands.rules.events import Action  # noqa: E402
from crownlands.rules.ruleset import as_ruleset  # noqa: E402

MOST_POINTS = 1000.0
"""No game of a match brings so many; margins are within."""

DEFAULTS = {"ruleset": "kingdomino/2", "reward": "margin", "position": ""}


def _type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name="crownlands",
        long_name="Crownlands: Kingdomino, Queendomino and the Royal Wedding",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def _pack(position: str) -> str:
    """A position as a parameter, which has neither lines nor signs of its own."""
    return urlsafe_b64encode(compress(position.encode())).decode().rstrip("=")


def _unpack(text: str) -> str:
    return decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4))).decode()


class CrownlandsGame(pyspiel.Game):
    """A ruleset, from its beginning or from a position; rewards are margins or shares of the victory at the end."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = {**DEFAULTS, **(params or {})}
        rules = self.ruleset = as_ruleset(params["ruleset"])
        if params["reward"] not in ("margin", "share"):
            raise CrownlandsError(f"reward: 'margin' or 'share' expected, not {params['reward']!r}")
        self.reward, self.layout = params["reward"], layout(rules)
        self._start = Episode.from_position(_unpack(params["position"])) if params["position"] else Episode(rules)
        total: float | None
        if self.reward == "share":
            utility, least, most, total = pyspiel.GameType.Utility.CONSTANT_SUM, 0.0, 1.0, float(rules.team)
        else:
            most = MOST_POINTS * rules.games
            duel = len(rules.realms) == 2
            utility = pyspiel.GameType.Utility.ZERO_SUM if duel else pyspiel.GameType.Utility.GENERAL_SUM
            least, total = -most, 0.0 if duel else None
        kings = len(rules.all_kings)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.layout.action_count,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=rules.seats,
            min_utility=least,
            max_utility=most,
            utility_sum=total,
            max_game_length=rules.games * kings * (1 + rules.rounds * len(rules.phases)),
        )
        super().__init__(_type(utility), info, params)

    def new_initial_state(self, *_: object) -> CrownlandsState:
        return CrownlandsState(self, self._start.copy())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CrownlandsObserver:
        if params:
            raise CrownlandsError(f"observers have no parameters, not {params!r}")
        return CrownlandsObserver(self, bool(iig_obs_type and iig_obs_type.perfect_recall))


class CrownlandsState(pyspiel.State):
    """A game at a decision, at a draw, or over."""

    def __init__(self, game: CrownlandsGame, episode: Episode) -> None:
        super().__init__(game)
        self.episode, self.reward, self.layout = episode, game.reward, game.layout
        self._begun: Draw | None = None

    @property
    def _draw(self) -> Draw | None:
        """The event of chance that is on its way, if it is chance's turn."""
        if self._begun is None and self.episode.chance:
            self._begun = begin_draw(self.episode.match())
        return self._begun

    def current_player(self) -> int:
        if self.episode.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.episode.chance else int(self.episode.seat or 0)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.episode.state.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self._draw
        return self._draw.outcomes()

    def _apply_action(self, action: int) -> None:
        if (draw := self._draw) is None:
            self.episode.apply(action)
            return
        draw.drawn.append(action)
        if not draw.outcomes():
            self.episode.push(print_event(draw.event()))
            self._begun = None

    def _action_to_string(self, player: int, action: int) -> str:
        return self._draw.text(action) if self._draw else self.episode.state.action_text(action)

    def is_terminal(self) -> bool:
        return self.episode.over

    def returns(self) -> list[float]:
        if not self.episode.over:
            return [0.0] * self.episode.ruleset.seats
        return list(self.episode.margins() if self.reward == "margin" else self.episode.shares())

    def push(self, event: str) -> None:
        """Apply an event as text, an action or what chance brings."""
        read = parse_event(event)
        if isinstance(read, Action):
            self.apply_action(self.episode.state.action_number(event))
        elif self._draw is None:
            raise CrownlandsError(f"no chance now: the game waits for {self.episode.state.step}")
        elif self._draw.drawn:
            raise CrownlandsError("a draw has begun: it goes on with apply_action")
        # Outcomes are only numbers: without a look at the whole event Q1 would be K1, and half a line a draw begun.
        elif reason := why_not(self.episode.match().upcoming().state, read):
            raise IllegalEvent(reason)
        else:
            for outcome in self._draw.told(read):
                self.apply_action(outcome)

    def __str__(self) -> str:
        """The position, and what is drawn of the event that it waits for."""
        drawn = " ".join(map(str, self._begun.drawn)) if self._begun else ""
        return self.episode.position() + (f"drawn {drawn}\n" if drawn else "")


class CrownlandsObserver:
    """What a seat sees, as the bytes of the layout; everything is open, so all strings are the position's."""

    def __init__(self, game: CrownlandsGame, recalls: bool) -> None:
        self._layout, self._recalls = game.layout, recalls
        self.tensor = np.zeros(game.layout.size, np.float32)
        self.dict = {part.name: game.layout.view(self.tensor, part.name) for part in game.layout.parts}

    def set_from(self, state: CrownlandsState, player: int) -> None:
        self.tensor[:] = self._layout.observe(state.episode.state, player)

    def string_from(self, state: CrownlandsState, player: int) -> str:
        return f"{state.history_str()}\n{state}" if self._recalls else str(state)


def game_from_position(position: str, reward: str = "margin") -> Any:
    """The game that begins at this position, for example at the end of a longer one to be solved."""
    params = {"ruleset": Episode.from_position(position).ruleset.name, "reward": reward, "position": _pack(position)}
    return pyspiel.load_game("crownlands", params)


def state_from_record(record: str, reward: str = "margin") -> CrownlandsState:
    """The state that a record leads to."""
    read = parse_record(record)
    state: CrownlandsState = load(read.ruleset, reward).new_initial_state()
    for event in read.events:
        state.push(print_event(event))
    return state


def load(ruleset: Ruleset | str, reward: str = "margin") -> Any:
    """The game of a ruleset."""
    return pyspiel.load_game("crownlands", {"ruleset": as_ruleset(ruleset).name, "reward": reward})


pyspiel.register_game(_type(pyspiel.GameType.Utility.GENERAL_SUM), CrownlandsGame)
