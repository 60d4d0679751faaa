"""Bots: they think on worker threads, see what everybody sees, and take their time like people."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor

from crownlands.players import PLAYERS, Player, make_player
from crownlands.players.budget import Budget
from crownlands.players.levels import LEVELS
from crownlands.rules import Match, State, legal_actions
from crownlands.rules.events import Action, Pass
from crownlands.server import play
from crownlands.server.entries import Entry, Pace
from crownlands.server.metrics import METRICS
from crownlands.server.refusals import Refused
from crownlands.server.room import Room
from crownlands.server.settings import Fixed
from crownlands.server.table import Table

log = logging.getLogger(__name__)

STAND_INS = ("page", "greedy", "random")
"""Who decides when a clock has run out: the first of these that there is."""

PACES: dict[Pace, float] = {"calm": 2.5, "usual": 1.0, "quick": 0.35, "at-once": 0.0}
"""How many times the server's pace a bot takes at least."""


def pause(pace: Pace, action: Action) -> float:
    """The share of the server's pace that this action takes. There is nothing to see where a bot passes."""
    return 0.0 if isinstance(action, Pass) else PACES[pace]


def levels() -> list[str]:
    """The names of all bots."""
    return list(PLAYERS)


def stand_in() -> str:
    return next(name for name in STAND_INS if name in PLAYERS)


def new_player(level: str, seed: str, seconds: float | None, fixed: Fixed | None = None) -> Player:
    """A player for one turn, whose decisions share the seconds: never more than its level says."""
    if fixed is not None:
        return make_player(level, seed, Budget(work=fixed.work))
    own = LEVELS[level].default.seconds if level in LEVELS else None
    if seconds is None or (own is not None and own <= seconds):
        return make_player(level, seed)
    return make_player(level, seed, Budget(seconds=seconds))


def decide(player: Player, level: str, seed: str, state: State) -> Action:
    """What this bot does; whatever goes wrong inside it, the game goes on."""
    actions = legal_actions(state)
    if len(actions) == 1:
        return actions[0]
    try:
        action = player.choose(state)
        if action in actions:
            return action
        log.error("bot chose an illegal action", extra={"level": level, "action": repr(action)})
    except Exception:
        log.exception("bot failed", extra={"level": level})
    METRICS.errors.add()
    return make_player(stand_in(), seed).choose(state)


class Bots:
    """The thinking of one process."""

    def __init__(self, threads: int, pace: float, budget: float | None, fixed: Fixed | None = None) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._pace, self._budget, self._fixed = pace, budget, fixed
        self._tasks: set[asyncio.Task[None]] = set()
        self.stopping = False

    def attend(self, room: Room) -> None:
        """Lets a bot of this process think if one has to decide here."""
        table = room.table
        if self.stopping or table.deciding_level is None or room.thinking == table.moved:
            return
        room.thinking = table.moved
        task = asyncio.create_task(self._decide(room, table.moved))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _decide(self, room: Room, moved: int) -> None:
        table = room.table
        level, match = table.deciding_level, table.match
        if level is None or match is None or table.moved != moved:
            return
        began = time.monotonic()
        seed = f"{self._fixed.seed if self._fixed else room.code} {moved}"
        loop = asyncio.get_running_loop()
        try:
            player = self._player(room, level, seed, match)
            action = await loop.run_in_executor(self._pool, decide, player, level, seed, match.state)
            thought = time.monotonic() - began
            METRICS.think_seconds.observe(thought)
            await asyncio.sleep(max(0.0, self._pace * pause(room.table.pace, action) - thought))
            await room.change(lambda now: self._entry(now, moved, action, room))
            METRICS.bot_actions.add()
        except Refused as refused:
            # Somebody else moved the game on, or the database is away: the sweep looks again.
            log.debug("bot too late", extra={"table": room.game, "reason": refused.code})
        finally:
            if room.thinking == moved:
                room.thinking = None
                if room.table.moved != moved:
                    self.attend(room)

    def _player(self, room: Room, level: str, seed: str, match: Match) -> Player:
        """The one who has begun this turn, or a new one."""
        turn = (match.game, level, *match.state.turn)
        if room.player is None or room.player[0] != turn:
            room.player = (turn, new_player(level, seed, self._budget, self._fixed))
        return room.player[1]

    @staticmethod
    def _entry(table: Table, moved: int, action: Action, room: Room) -> Entry:
        if table.moved != moved or table.deciding_level is None:
            raise Refused("behind", seq=moved)
        return play.act_for(table, action, room.deal)

    async def stop(self) -> None:
        self.stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
