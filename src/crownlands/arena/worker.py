"""A worker process: a task as a line of JSON comes in, the record of its game goes out.

Run as ``python -m crownlands.arena.worker``, so that it loads what a game needs and nothing of the command line.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from types import FrameType

from crownlands.arena.plan import read_task
from crownlands.arena.play import play


def answer(line: str) -> str:
    """The answer to one line: the record, or what went wrong."""
    try:
        return json.dumps({"record": play(read_task(json.loads(line)))})
    except Exception:
        return json.dumps({"error": traceback.format_exc()})


def _leave(_signal: int, _frame: FrameType | None) -> None:
    # Told twice, once by the arena and once by the thread that feeds this worker, it leaves once.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(0)  # on the way out the bots of the current game are ended


def main() -> None:
    """Until there is nothing more to read."""
    signal.signal(signal.SIGTERM, _leave)
    # A player that prints must not garble the answers.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)
        for line in sys.stdin:
            answers.write(answer(line) + "\n")
            answers.flush()
    # Nothing is left to end: a signal that comes now must not interrupt the interpreter on its way out.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


if __name__ == "__main__":
    main()
