"""Playing a seat over the network until the game is over, whatever happens to the connection."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from websockets.exceptions import InvalidHandshake

from crownlands.client.connection import PATIENCE, Gone, Refused, TableClient, View

Decide = Callable[[View], dict[str, Any]]


def any_action(view: View) -> dict[str, Any]:
    """Some legal action, the same at the same moment of a game; the server sends them all: nobody needs the rules."""
    assert view.play is not None
    action: dict[str, Any] = random.Random(view.play["game_seq"]).choice(view.play["legal"])
    return action


async def play_seat(table: TableClient, decide: Decide = any_action, acked: list[Any] | None = None) -> None:
    """Acts whenever it is an own seat's turn; `acked` collects (seq, action) as the server confirmed them."""
    while True:
        try:
            if table.closed:
                await table.connect(PATIENCE)
            await table.until(lambda view: view.over or view.my_turn)
            if table.view.over:
                return
            action, seen = decide(table.view), table.view.seq
            answer = await table.act(action, seen)
            if acked is not None:
                acked.append((answer["seq"], action))
            await table.until(lambda view, seq=answer["seq"]: view.seq >= seq)  # type: ignore[misc]
        except Refused as refused:
            if refused.code not in ("behind", "unavailable", "not-your-turn", "too-fast", "bots-turn", "game-over"):
                raise
            await asyncio.sleep(0.05)
        except (Gone, OSError, InvalidHandshake):
            await asyncio.sleep(0.05)
