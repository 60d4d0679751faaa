"""What waits to be read: bounded for each connection, and for all of a process together."""

from __future__ import annotations

from collections.abc import Callable


class SendBuffers:
    """What all connections of a process hold; over the limit, who holds most is dropped."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.held = 0
        self._holders: set[SendBuffer] = set()

    def change(self, holder: SendBuffer, amount: int) -> None:
        self.held += amount
        if not holder.held:
            self._holders.discard(holder)
        elif amount > 0:
            self._holders.add(holder)
            while self.held > self._limit and self._holders:
                max(self._holders, key=lambda other: other.held).drop()


class SendBuffer:
    """What one connection holds."""

    def __init__(self, together: SendBuffers, limit: int, drop: Callable[[], None]) -> None:
        self._together, self._limit, self.drop = together, limit, drop
        self.held = 0

    def add(self, size: int) -> bool:
        """Whether it may hold so much more; what waits alone may be as long as it is."""
        if self.held and self.held + size > self._limit:
            return False
        self._change(size)
        return True

    def remove(self, size: int) -> None:
        self._change(-min(size, self.held))

    def clear(self) -> None:
        self._change(-self.held)

    def _change(self, amount: int) -> None:
        self.held += amount
        self._together.change(self, amount)
