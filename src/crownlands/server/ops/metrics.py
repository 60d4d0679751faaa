"""Counters and timings of this process, in the format that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator


class Counter:
    """Something that only grows."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text, self.value = name, text, 0

    def add(self, amount: int = 1) -> None:
        self.value += amount

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self.text}"
        yield f"# TYPE {self.name} counter"
        yield f"{self.name} {self.value}"


class Gauge:
    """Something that is so at this moment."""

    def __init__(self, name: str, text: str, read: Callable[[], float]) -> None:
        self.name, self.text, self.read = name, text, read

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self.text}"
        yield f"# TYPE {self.name} gauge"
        yield f"{self.name} {self.read():g}"


class Histogram:
    """How long something takes, in seconds."""

    BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self._counts = [0] * (len(self.BOUNDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(self.BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self.text}"
        yield f"# TYPE {self.name} histogram"
        total = 0
        for bound, count in zip((*map(str, self.BOUNDS), "+Inf"), self._counts, strict=True):
            total += count
            yield f'{self.name}_bucket{{le="{bound}"}} {total}'
        yield f"{self.name}_sum {self._sum:.6f}"
        yield f"{self.name}_count {total}"


class Metrics:
    """All that a process counts."""

    def __init__(self) -> None:
        self.messages = Counter("crownlands_messages_total", "Websocket messages received")
        self.refused = Counter("crownlands_refused_total", "Requests answered with a reason")
        self.accepted = Counter("crownlands_accepted_total", "Entries that people's messages added to logs")
        self.bot_actions = Counter("crownlands_bot_actions_total", "Actions of bots and stand-ins")
        self.takeovers = Counter("crownlands_takeovers_total", "Due tables taken over by the sweep")
        self.conflicts = Counter("crownlands_conflicts_total", "Appends that another process was faster with")
        self.deliveries = Counter("crownlands_deliveries_total", "Messages handed to connections")
        self.dropped = Counter("crownlands_dropped_total", "Connections closed because they read too slowly")
        self.turned_away = Counter("crownlands_turned_away_total", "Connections ended for what they held or how long")
        self.commits = Counter(
            "crownlands_commits_total", "Transactions that added entries; one may hold many tables' entries"
        )
        self.loads = Counter("crownlands_loads_total", "Tables rebuilt from their log")
        self.errors = Counter("crownlands_errors_total", "Unexpected errors")
        self.reviews = Counter("crownlands_reviews_total", "Reviews that were finished")
        self.reviews_left = Counter("crownlands_reviews_left_total", "Reviews that nobody waited for any more")
        self.review_slices = Counter("crownlands_review_slices_total", "Turns of reviews on a thread")
        self.requests = Counter("crownlands_http_requests_total", "HTTP requests")
        self.accept_seconds = Histogram("crownlands_accept_seconds", "From a message to its durable entry")
        self.think_seconds = Histogram("crownlands_think_seconds", "A bot's decision")
        self.gauges: list[Gauge] = []

    def text(self) -> str:
        parts = [part for part in vars(self).values() if isinstance(part, Counter | Histogram)]
        return "\n".join(line for part in (*parts, *self.gauges) for line in part.lines()) + "\n"


METRICS = Metrics()
