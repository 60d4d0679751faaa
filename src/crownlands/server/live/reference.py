"""Reference players: what the levels make of a daily deal in the person's place, worked out when nobody waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator
from contextlib import suppress

from crownlands.notation import Record, print_record
from crownlands.players import make_player
from crownlands.players.budget import Budget
from crownlands.rules import new_match, ruleset
from crownlands.rules.events import Event
from crownlands.server.live.bots import decide, shared_player
from crownlands.server.live.fair_pool import FairPool, Priority
from crownlands.server.ops.metrics import METRICS
from crownlands.server.settings import Fixed
from crownlands.server.store import Store, Unavailable
from crownlands.server.store.deals import DealRow
from crownlands.server.table.fair_deal import FairDeal, commitment
from crownlands.server.table.shared import DAILIES, REFERENCES, WORK, Daily, bot_seed, reference_seed

log = logging.getLogger(__name__)


def reference_game(daily: Daily, seed: str, player: str, fixed: Fixed | None = None) -> Generator[None, None, Record]:
    """The whole game of a reference player against the day's bots; pauses after each decision."""
    rules, level = daily.rules, player.partition(" ")[0]
    deal, match = FairDeal(rules, seed, shared=True), new_match(rules)
    own = reference_seed(seed, player)
    reference = make_player(level, own, Budget(work=min(WORK, fixed.work) if fixed else WORK))
    events: list[Event] = []
    bot, turn = reference, None
    while True:
        for event, after in deal.follow(match):
            events.append(event)
            match = after
        if match.over:
            break
        match = match.upcoming()
        seat = match.state.seat
        assert seat is not None
        if seat == 0:
            action = decide(reference, level, own, match)
        else:
            bot_level, its_seed = daily.bots[seat - 1], bot_seed(seed, match)
            if turn != (match.game, *match.state.turn):
                bot, turn = shared_player(bot_level, its_seed, fixed), (match.game, *match.state.turn)
            action = decide(bot, bot_level, its_seed, match)
        events.append(action)
        match = match.apply(action)
        yield
    points = [standing.points for standing in match.totals()]
    seats = ", ".join(f"{name} (bot)" for name in (level, *daily.bots))
    tags = (
        ("seed", seed),
        ("commitment", commitment(rules, seed)),
        ("seats", seats),
        ("result", " ".join(map(str, points))),
    )
    return Record(rules, tags, tuple(events))


class References:
    """The games of one process, one after the other, a decision at a time."""

    def __init__(self, store: Store, pool: FairPool, fixed: Fixed | None) -> None:
        self._store, self._pool, self._fixed = store, pool, fixed
        self._players = REFERENCES[: fixed.references] if fixed else REFERENCES
        self._wanted: dict[int, DealRow] = {}
        self._done: set[int] = set()
        self._task: asyncio.Task[None] | None = None

    def want(self, deal: DealRow) -> None:
        """The field of this daily deal is to be complete some day."""
        if deal.id in self._done:
            return
        self._wanted.setdefault(deal.id, deal)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._wanted:
                deal = next(iter(self._wanted.values()))
                with suppress(Unavailable):  # whoever looks again wants it again
                    await self._complete(deal)
                    self._done.add(deal.id)
                del self._wanted[deal.id]
        except Exception:
            METRICS.errors.add()
            log.exception("reference players failed")
            self._wanted.clear()

    async def _complete(self, deal: DealRow) -> None:
        for player in self._players:
            known = {row.player for row in await self._store.deals.field(deal.id)}
            if len(known) == len(self._players):
                break
            if player in known:
                continue  # another process may do the same
            record = await self._play(deal, player)
            points = int(dict(record.tags)["result"].split()[0])
            await self._store.deals.add_reference(deal.id, player, points, print_record(record))

    async def _play(self, deal: DealRow, player: str) -> Record:
        game = reference_game(DAILIES[ruleset(deal.ruleset).family], deal.seed, player, self._fixed)
        while True:
            record, _ = await self._pool.run(Priority.BACKGROUND, "reference", lambda: _step(game))
            if record is not None:
                return record

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def _step(game: Generator[None, None, Record]) -> Record | None:
    """The record, if the game is over now."""
    try:
        next(game)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    return None
