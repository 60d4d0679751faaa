"""A table's game as a record and step by step, for replay and for the fair deal's check."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import islice

import msgspec

from crownlands.notation import Record, print_event, print_record, replay, state_json
from crownlands.rules import Match, scores
from crownlands.server.bodies import ReplayPage, ReplayStep
from crownlands.server.happenings import to_message
from crownlands.server.table import Table
from crownlands.server.views import StateView


def record_of(table: Table, created: int) -> Record:
    """The events that count, with everything that the fair deal's check needs once the game is over."""
    tags = [
        ("commitment", table.opened.commitment),
        ("seats", ", ".join(seat.name.replace(",", " ").strip() or "-" for seat in table.seats)),
        ("date", datetime.fromtimestamp(created / 1000, UTC).date().isoformat()),
    ]
    if table.seed is not None and table.match is not None:
        tags.insert(0, ("seed", table.seed))
        points = (
            [standing.points for standing in table.match.totals()]
            if table.ruleset.games > 1
            else [score.points for score in scores(table.match.state)]
        )
        tags.append(("result", " ".join(map(str, points))))
    return Record(table.ruleset, tuple(tags), tuple(table.events))


def record_text(table: Table, created: int) -> str:
    return print_record(record_of(table, created))


def replay_page(record: Record, start: int, count: int, seqs: Sequence[int] = ()) -> ReplayPage:
    """A part of a game with the state after each event; an illegal event raises with its place."""
    shown = list(islice(enumerate(replay(record)), start, start + count))
    steps = [_step(record, ply, match, seqs) for ply, match in shown]
    return ReplayPage(record.ruleset.name, dict(record.tags), len(record.events), steps)


def _step(record: Record, ply: int, match: Match, seqs: Sequence[int]) -> ReplayStep:
    event = record.events[ply - 1] if ply else None
    return ReplayStep(
        ply=ply,
        seq=seqs[ply - 1] if ply and seqs else None,
        event=to_message(event) if event else None,
        text=print_event(event) if event else "",
        game=match.game,
        seat=match.state.seat,
        state=msgspec.convert(state_json(match), StateView),
    )
