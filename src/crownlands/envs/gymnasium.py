"""Gymnasium: one seat against named players, and many such games at once.

>>> import gymnasium
>>> import crownlands.envs.gymnasium
>>> env = gymnasium.make("crownlands/kingdomino-2-v1", rivals="squire")
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crownlands.envs.extras import need

need("gymnasium", "envs")

import gymnasium  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from crownlands.envs.batch import Batch  # noqa: E402
from crownlands.envs.dealing import NATIVE, Reward, Rival, deal, number, one_of, rewards  # noqa: E402
from crownlands.envs.episode import Episode  # noqa: E402
from crownlands.envs.layout import layout  # noqa: E402
from crownlands.envs.names import env_id  # noqa: E402
from crownlands.envs.render import RENDER_MODES, render  # noqa: E402
from crownlands.envs.spaces import Observation, mask_of, observation_space  # noqa: E402
from crownlands.rules import CrownlandsError, Ruleset, all_rulesets  # noqa: E402
from crownlands.rules.ruleset import as_ruleset  # noqa: E402

ILLEGAL = -100.0
"""What an illegal action is rewarded with; it ends the game."""


class CrownlandsEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game; the others are played by the rivals, one name for all or one for each in turn order."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        ruleset: str | Ruleset = "kingdomino/2",
        *,
        seat: int = 0,
        rivals: str | tuple[str, ...] = "squire",
        reward: Reward = "margin",
        illegal: float | None = ILLEGAL,
        render_mode: str | None = None,
    ) -> None:
        """An illegal action ends the game with this reward, or raises an error if there is none."""
        self.ruleset = as_ruleset(ruleset)
        others = self.ruleset.seats - 1
        names = (rivals,) * others if isinstance(rivals, str) else tuple(rivals)
        if not 0 <= seat < self.ruleset.seats:
            raise CrownlandsError(f"seat: a number from 0 to {others} expected, not {seat}")
        if len(names) != others:
            raise CrownlandsError(f"rivals: one name, or one for each of the {others} others, not {len(names)}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise CrownlandsError(f"render_mode: one of {', '.join(RENDER_MODES)} expected, not {render_mode!r}")
        one_of("reward", reward, Reward)
        self.seat, self.reward, self.illegal, self.render_mode = seat, reward, illegal, render_mode
        self.layout = layout(self.ruleset)
        self.observation_space = observation_space(self.layout)
        self.action_space = gymnasium.spaces.Discrete(self.layout.action_count)
        self._names = {(seat + 1 + i) % self.ruleset.seats: name for i, name in enumerate(names)}
        self._rivals: dict[int, Rival] = {}
        self.episode = Episode(self.ruleset)
        self._told = [0] * len(self.ruleset.realms)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, or one that goes on from ``options={"position": text}`` or ``{"record": text}``."""
        super().reset(seed=seed)
        self.episode = Episode.from_options(self.ruleset, options or {})
        self.close()
        self._rivals = {other: Rival(name, number(self.np_random)) for other, name in self._names.items()}
        self._told = [0] * len(self.ruleset.realms)
        self._go_on()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do an action by its number, and let the others play until this seat decides again or the game is over."""
        if self._over:
            raise CrownlandsError("the game is over: reset() begins another")
        if self.illegal is not None and not self.episode.state.is_legal(int(action)):
            self._over = True
            return self._observation(), self.illegal, True, False, self._info() | {"illegal_action": int(action)}
        self.episode.apply(int(action))
        self._go_on()
        reward = rewards(self.episode, self.reward, self._told)[self.seat]
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._over, False, self._info()

    def _go_on(self) -> None:
        deal(self.episode, self.np_random)
        while not self.episode.over and self.episode.seat != self.seat:
            assert self.episode.seat is not None
            self._rivals[self.episode.seat].act(self.episode)
            deal(self.episode, self.np_random)
        self._over = self.episode.over

    def _observation(self) -> Observation:
        view = self.layout.observe(self.episode.state, self.seat)
        return {"observation": view, "action_mask": mask_of(self.layout, self.episode.state)}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": mask_of(self.layout, self.episode.state)}
        return info | {"scores": list(self.episode.points())} if self.episode.over else info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, where sb3-contrib looks for it."""
        return self.layout.mask(self.episode.state)

    def render(self) -> Any:
        return render(self.episode, self.render_mode)

    def close(self) -> None:
        for rival in self._rivals.values():
            rival.close()
        self._rivals = {}


class CrownlandsVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games at once in the core, one seat each; the rivals are random, page or squire."""

    def __init__(
        self,
        ruleset: str | Ruleset = "kingdomino/2",
        num_envs: int = 1,
        *,
        seat: int = 0,
        rivals: str = "squire",
        reward: Reward = "margin",
        illegal: float = ILLEGAL,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        autoresets = {AutoresetMode.NEXT_STEP: "next_step", AutoresetMode.SAME_STEP: "same_step"}
        if mode not in autoresets:
            raise CrownlandsError("autoreset_mode: NextStep or SameStep expected")
        if rivals not in {*NATIVE, "random"}:
            raise CrownlandsError(f"rivals: one of random, {', '.join(sorted(NATIVE))} expected, not {rivals!r}")
        if render_mode is not None:
            raise CrownlandsError("many games at once have no picture: CrownlandsEnv has")
        self.metadata = {"autoreset_mode": mode}
        self.num_envs, self.seat, self.illegal = num_envs, seat, illegal
        self.batch = Batch(
            ruleset,
            num_envs,
            seat=seat,
            rivals=rivals,
            reward=reward,
            autoreset="same_step" if mode is AutoresetMode.SAME_STEP else "next_step",
            threads=threads,
        )
        self._mode = mode
        self._lost = np.zeros(num_envs, np.bool_)
        self.single_observation_space = observation_space(self.batch.layout)
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games, from one seed or from one for each."""
        seeds = seed if isinstance(seed, list) else [seed]
        # A list fixes this stream too: games that begin after an illegal action draw their seeds from it.
        super().reset(seed=seeds[0] if seeds else None)
        self.batch.reset(seed if isinstance(seed, list) else number(self.np_random))
        self._lost[:] = False
        return self._observation(), self._info()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action in each game; an illegal one ends its game."""
        actions = np.array(actions, np.int32)
        arrays, everyone = self.batch.arrays, np.arange(self.num_envs)
        before, playing = self._lost.copy(), arrays.seats >= 0
        lost = playing & ~before & ~arrays.masks[everyone, np.clip(actions, 0, self.batch.action_count - 1)]
        actions[lost | before] = -1
        self.batch.step(actions)
        rewards = arrays.rewards[:, self.seat].copy()
        ends = arrays.ends | lost
        rewards[lost] = self.illegal
        info: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and ends.any():
            info |= self._finals(ends, lost)
        again = lost if self._mode is AutoresetMode.SAME_STEP else before
        if again.any():
            # A new seed for these games: the old one would deal the same again.
            seeds = self.np_random.integers(0, 2**64, self.num_envs, np.uint64)
            kept = rewards.copy(), ends.copy()
            self.batch.reset(seeds, which=again)
            rewards, ends = kept
        self._lost = np.zeros_like(lost) if self._mode is AutoresetMode.SAME_STEP else lost
        if ends.any():
            info |= {"scores": arrays.scores.copy(), "_scores": ends & ~lost}
        return self._observation(), rewards, ends, np.zeros(self.num_envs, np.bool_), info | self._info()

    def _finals(self, ends: NDArray[np.bool_], lost: NDArray[np.bool_]) -> dict[str, Any]:
        arrays = self.batch.arrays
        assert arrays.finals is not None
        finals = np.full(self.num_envs, None, dtype=object)
        for game in ends.nonzero()[0]:
            view = arrays.observations[game] if lost[game] else arrays.finals[game]
            mask = arrays.masks[game].astype(np.int8) if lost[game] else np.zeros(self.batch.action_count, np.int8)
            finals[game] = {"observation": view.copy(), "action_mask": mask}
        return {"final_obs": finals, "_final_obs": ends.copy(), "final_info": {}, "_final_info": ends.copy()}

    def _observation(self) -> Observation:
        arrays = self.batch.arrays
        return {"observation": arrays.observations.copy(), "action_mask": arrays.masks.astype(np.int8)}

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.batch.arrays.masks.astype(np.int8),
            "_action_mask": np.ones(self.num_envs, np.bool_),
        }


def register() -> None:
    """Tell Gymnasium of every ruleset."""
    for rules in all_rulesets():
        gymnasium.register(
            env_id(rules),
            entry_point="crownlands.envs.gymnasium:CrownlandsEnv",
            vector_entry_point="crownlands.envs.gymnasium:CrownlandsVectorEnv",
            kwargs={"ruleset": rules.name},
        )


register()
