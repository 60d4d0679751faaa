"""Bots: they think on worker threads, see what everybody sees, and take their time like people."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from hashlib import sha256

from crownlands.game import Game
from crownlands.notation import Record, replay
from crownlands.players import Player, make_player
from crownlands.players.budget import Budget
from crownlands.players.levels import LEVELS
from crownlands.rules import CHANCE, Match
from crownlands.rules.events import Action, Pass
from crownlands.server.guard.limits import network_of
from crownlands.server.live.fair_pool import FairPool, Priority
from crownlands.server.live.room import Room
from crownlands.server.ops.metrics import METRICS
from crownlands.server.protocol.entries import Pace
from crownlands.server.protocol.refusals import Refused
from crownlands.server.settings import Fixed
from crownlands.server.table import play
from crownlands.server.table.levels import STAND_IN
from crownlands.server.table.shared import WORK, bot_seed
from crownlands.server.table.table import Decision, Table

log = logging.getLogger(__name__)

LEAST_SECONDS = 0.02
"""For a turn, however many wait."""
UNWATCHED_SECONDS = 0.1
"""For a turn that nobody waits for."""

STEPS = 16
"""More than a turn has."""

PACES: dict[Pace, float] = {"calm": 2.5, "usual": 1.0, "quick": 0.35, "at-once": 0.0}
"""How many times the server's pace a bot takes at least."""


def pause(table: Table, action: Action) -> float:
    """The share of the server's pace that this action takes; nobody waits for a pass, or for who is out."""
    seats = table.ruleset.realms
    if isinstance(action, Pass) or any(action.seat in seats[realm] for realm in table.out):
        return 0.0
    return PACES[table.pace]


def new_player(level: str, seed: str, seconds: float | None, fixed: Fixed | None = None) -> Player:
    """A player for one turn, whose decisions share the seconds: never more than its level says."""
    if fixed is not None:
        return make_player(level, seed, Budget(work=fixed.work))
    own = LEVELS[level].default.seconds if level in LEVELS else None
    if seconds is None or (own is not None and own <= seconds):
        return make_player(level, seed)
    return make_player(level, seed, Budget(seconds=seconds))


def shared_player(level: str, seed: str, fixed: Fixed | None = None) -> Player:
    """A player for one turn at a table whose deal is shared: it counts work, so that it does the same everywhere."""
    return make_player(level, seed, Budget(work=min(WORK, fixed.work) if fixed else WORK))


def decide_again(player: Player, level: str, seed: str, record: Record) -> Action:
    """What a new player does at the end of the record, thinking the turn over from its first step.

    Another one may have begun the turn, in a process that died: this one must come to the same.
    """
    matches = [*replay(record)]
    turn = (matches[-1].game, *matches[-1].state.turn)
    steps = [now for now in matches[-STEPS:] if (now.game, *now.state.turn) == turn and now.state.step not in CHANCE]
    return [decide(player, level, seed, now) for now in steps][-1]


def decide(player: Player, level: str, seed: str, match: Match) -> Action:
    """What this bot does; whatever goes wrong inside it, the game goes on."""
    game = Game.of(match)
    actions = game.legal
    if len(actions) == 1:
        return actions[0]
    try:
        action = player.choose(game)
        if action in actions:
            return action
        log.error("bot chose an illegal action", extra={"level": level, "action": repr(action)})
    except Exception:
        log.exception("bot failed", extra={"level": level})
    METRICS.errors.add()
    return make_player(STAND_IN, seed).choose(game)


class Bots:
    """The thinking of one process."""

    def __init__(self, threads: int, pace: float, budget: float | None, fixed: Fixed | None = None) -> None:
        self.pool = FairPool(threads, "bot")
        self._pace, self._budget, self._fixed = pace, budget, fixed
        self._tasks: set[asyncio.Task[None]] = set()
        self.stopping = False

    def attend(self, room: Room) -> None:
        """Lets a bot of this process think if one has to decide here."""
        table = room.table
        if self.stopping or table.deciding_level is None or room.thinking == table.game_seq or not wanted(room):
            return
        room.thinking = table.game_seq
        task = asyncio.create_task(self._decide(room, table.game_seq))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _decide(self, room: Room, game_seq: int) -> None:
        try:
            table = room.table
            level, match = table.deciding_level, table.match
            if level is None or match is None or table.game_seq != game_seq:
                return  # somebody returned meanwhile
            began = time.monotonic()
            priority, owner = standing(room, self.pool)
            action, _ = await self.pool.run(priority, owner, self._work(room, level, match, priority))
            thought = time.monotonic() - began
            METRICS.think_seconds.observe(thought)
            await asyncio.sleep(max(0.0, self._pace * pause(room.table, action) - thought))
            await room.change(lambda now: self._act(now, game_seq, action, room))
            METRICS.bot_actions.add()
        except Refused as refused:
            # Somebody else moved the game on, or the database is away: the sweep looks again.
            log.debug("bot too late", extra={"table": room.table_id, "reason": refused.code})
        finally:
            if room.thinking == game_seq:
                room.thinking = None
                if room.table.game_seq != game_seq:
                    self.attend(room)

    def budget(self, level: str, priority: Priority) -> float | None:
        """Seconds for a turn: fewer, the more there is to do, so that nobody waits long; none: as its level says."""
        load = self.pool.load
        if priority is Priority.NOBODY:
            return UNWATCHED_SECONDS
        if load <= 1:
            return self._budget
        own = LEVELS[level].default if level in LEVELS else None
        if own is None or (own.seconds is None and own.work is None):
            return self._budget
        return max(LEAST_SECONDS, min(own.seconds or 1.0, self._budget or 1.0) / load)

    def _work(self, room: Room, level: str, match: Match, priority: Priority) -> Callable[[], Action]:
        """What decides: the player who has begun this turn, or a new one."""
        shared, seed, turn = room.deal.shared, self._seed(room, match), (match.game, level, *match.state.turn)
        if room.player is not None and room.player[0] == turn:
            player = room.player[1]
            return lambda: decide(player, level, seed, match)
        seconds = self.budget(level, priority)
        new = shared_player(level, seed, self._fixed) if shared else new_player(level, seed, seconds, self._fixed)
        room.player = (turn, new)
        if not shared:
            return lambda: decide(new, level, seed, match)
        record = Record(room.table.ruleset, (), tuple(room.table.events))
        return lambda: decide_again(new, level, seed, record)

    def _seed(self, room: Room, match: Match) -> str:
        """From the secret of the deal, which nobody knows: what a bot will do cannot be worked out beforehand."""
        if room.deal.shared:
            return bot_seed(room.deal.seed, match)
        game_seq = room.table.game_seq
        return f"{self._fixed.seed} {game_seq}" if self._fixed else _seed(room.deal.seed, game_seq)

    @staticmethod
    def _act(table: Table, game_seq: int, action: Action, room: Room) -> Decision:
        if table.game_seq != game_seq or table.deciding_level is None:
            raise Refused("behind", seq=game_seq)
        return play.act_for(table, action, room.deal)

    async def stop(self) -> None:
        self.stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.pool.close()


def _seed(secret: str, game_seq: int) -> str:
    return sha256(f"crownlands bot 1\n{secret}\n{game_seq}".encode()).hexdigest()


def wanted(room: Room) -> bool:
    """Whether anybody will see what a bot does here: a game of bots alone waits until somebody looks."""
    return bool(room.onlookers) or any(seat.kind == "person" or seat.owner is not None for seat in room.table.seats)


def standing(room: Room, pool: FairPool) -> tuple[Priority, str]:
    """Before whom a bot of this table thinks, and for whom: of those who watch, for whom least was done."""
    seated = {seat.person for seat in room.table.seats if seat.person is not None}
    players = [onlooker.address for onlooker in room.onlookers if onlooker.person in seated]
    others = [onlooker.address for onlooker in room.onlookers]
    priority = Priority.PEOPLE if room.online & seated else Priority.WATCHED if others else Priority.NOBODY
    return priority, min(map(network_of, players or others), key=pool.used, default="")
