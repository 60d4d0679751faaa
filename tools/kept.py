"""Answers that take long, kept in a file: a tool that was stopped goes on with those that are missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.progress import track

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class OtherQuestionError(ValueError):
    """The file has answers, but not to this question."""


def collect(
    out: Path,
    question: DataclassInstance,
    name: str,
    count: int,
    answer: Callable[[int], DataclassInstance | None],
    jobs: int,
) -> list[dict[str, Any]]:
    """The answers number 0 to `count` that there are, asked once and kept in this file under `name`."""
    kept = json.loads(out.read_text()) if out.exists() else {"question": asdict(question), name: {}}
    if kept["question"] != asdict(question):
        raise OtherQuestionError(f"{out} answers another question: {kept['question']}")
    out.parent.mkdir(parents=True, exist_ok=True)
    missing = [number for number in range(count) if str(number) not in kept[name]]
    with ProcessPoolExecutor(jobs) as pool:
        for number, one in track(zip(missing, pool.map(answer, missing), strict=True), name, total=len(missing)):
            kept[name][str(number)] = one and asdict(one)
            out.write_text(json.dumps(kept))
    return [one for one in kept[name].values() if one]
