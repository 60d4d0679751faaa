"""PettingZoo: every seat is an agent that acts in turn, `pettingzoo.make("aec", "crownlands/kingdomino-2-v1")`.

>>> import crownlands.envs.pettingzoo
>>> import pettingzoo
>>> env = pettingzoo.make("aec", "crownlands/kingdomino-4-v1")
>>> env.reset(seed=1)
>>> env.agent_selection
'player_0'
"""

from __future__ import annotations

from typing import Any, Literal

from crownlands.envs.extras import need

need("pettingzoo", "envs")

import numpy as np  # noqa: E402
import pettingzoo  # noqa: E402
from gymnasium import spaces  # noqa: E402
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # noqa: E402

from crownlands.envs.dealing import Reward, deal, one_of, rewards  # noqa: E402
from crownlands.envs.episode import Episode  # noqa: E402
from crownlands.envs.layout import layout  # noqa: E402
from crownlands.envs.names import env_id, env_name  # noqa: E402
from crownlands.envs.render import RENDER_MODES, render  # noqa: E402
from crownlands.envs.spaces import mask_of, observation_space, view_space  # noqa: E402
from crownlands.rules import CrownlandsError, Ruleset, all_rulesets  # noqa: E402
from crownlands.rules.ruleset import as_ruleset  # noqa: E402

Form = Literal["dict", "array"]


class CrownlandsAEC(pettingzoo.AECEnv[str, Any, Any]):
    """A game of agents player_0, player_1, …; the agent after a placement may be the same once more.

    Masks are in `info["action_mask"]`, and with the form "dict" beside the observation too.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        ruleset: str | Ruleset = "kingdomino/2",
        *,
        reward: Reward = "margin",
        form: Form = "dict",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise CrownlandsError(f"render_mode: one of {', '.join(RENDER_MODES)} expected, not {render_mode!r}")
        one_of("reward", reward, Reward)
        one_of("form", form, Form)
        self.ruleset, self.reward, self.form, self.render_mode = as_ruleset(ruleset), reward, form, render_mode
        self.metadata = {**type(self).metadata, "name": env_name(self.ruleset)}
        self.layout = layout(self.ruleset)
        self.possible_agents = [f"player_{seat}" for seat in range(self.ruleset.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = observation_space if form == "dict" else view_space
        self.observation_spaces = {agent: seen(self.layout) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.layout.action_count) for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self.episode = Episode(self.ruleset)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game, or one that goes on from ``options={"position": text}`` or ``{"record": text}``."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.episode = Episode.from_options(self.ruleset, options or {})
        self.agents = [*self.possible_agents]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._told = [0] * len(self.ruleset.realms)
        deal(self.episode, self._random)
        self._tell([0.0] * self.ruleset.seats)

    def step(self, action: Any) -> None:
        """Do an action by its number for the agent that is selected; agents whose game is over step with None."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        # A numpy integer or a plain one; whatever is not legal raises and changes nothing.
        self.episode.apply(int(action))
        deal(self.episode, self._random)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._tell(rewards(self.episode, self.reward, self._told))
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _tell(self, won: list[float]) -> None:
        over = self.episode.over
        self.rewards = dict(zip(self.agents, won, strict=True))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.seat or 0]
        if over:
            for info in self.infos.values():
                info["scores"] = list(self.episode.points())

    def _mask(self, agent: str) -> Any:
        if self.episode.seat == self._seats[agent]:
            return mask_of(self.layout, self.episode.state)
        return np.zeros(self.layout.action_count, np.int8)

    def observe(self, agent: str) -> Any:
        """An agent's view; the mask of one that does not decide is empty."""
        view = self.layout.observe(self.episode.state, self._seats[agent])
        return {"observation": view, "action_mask": self._mask(agent)} if self.form == "dict" else view

    def render(self) -> Any:
        return render(self.episode, self.render_mode)

    def close(self) -> None:
        return

    def __str__(self) -> str:
        return env_name(self.ruleset)


def env(ruleset: str | Ruleset = "kingdomino/2", **options: Any) -> pettingzoo.AECEnv[str, Any, Any]:
    """A game whose methods say so when they are called in a wrong order."""
    return OrderEnforcingWrapper(CrownlandsAEC(ruleset, **options))


def register() -> None:
    """Tell PettingZoo's registry of every ruleset."""
    for rules in all_rulesets():
        name = env_id(rules)
        pettingzoo.register("aec", name, "crownlands.envs.pettingzoo:env", kwargs={"ruleset": rules.name})


register()
