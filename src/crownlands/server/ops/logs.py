"""Logs: one JSON object a line on standard error, or sentences for a person. No token, code or name is ever logged."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

HANDLER = "crownlands"
_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    """What was passed as `extra`; what libraries add to every record for themselves begins with an underscore."""
    return {key: value for key, value in vars(record).items() if key not in _OWN and not key.startswith("_")}


class JsonLines(logging.Formatter):
    """Time, level, who, what, and whatever was passed as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "pid": record.process,
            **_extra(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class Sentences(logging.Formatter):
    """For a person at a terminal: the time, what happened, and why."""

    def format(self, record: logging.LogRecord) -> str:
        details = [str(value) for value in _extra(record).values()]
        why = f" ({', '.join(details)})" if details else ""
        error = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return f"{time.strftime('%H:%M', time.localtime(record.created))} {record.getMessage()}{why}{error}"


def configure_logs(formatter: logging.Formatter | None = None, level: int = logging.INFO) -> None:
    """Everything goes through one handler; who asks first says how."""
    root = logging.getLogger()
    if any(handler.name == HANDLER for handler in root.handlers):
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.name = HANDLER
    handler.setFormatter(formatter or JsonLines())
    root.addHandler(handler)
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = name != "uvicorn.access"
        logger.setLevel(logging.WARNING)
