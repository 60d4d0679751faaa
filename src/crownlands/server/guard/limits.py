"""How much one connection, one person or one address may ask for."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Hashable
from functools import lru_cache
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)

REMEMBERED = 20_000
"""Those that are counted at once; the one unseen for longest is forgotten first."""


class Bucket:
    """Fills at a rate up to a burst; every request takes one, or what it turns out to cost."""

    __slots__ = ("_at", "_burst", "_level", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._level, self._at = float(burst), time.monotonic()

    def _fill(self) -> float:
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now
        return self._level

    def take(self) -> bool:
        if self._fill() < 1:
            return False
        self._level -= 1
        return True

    @property
    def empty(self) -> bool:
        """Whether there is nothing left, after what was charged."""
        return self._fill() <= 0

    def charge(self, amount: float) -> None:
        """Takes what something has cost, even if there was not as much."""
        self._fill()
        self._level -= amount


class Buckets(Generic[K]):
    """A bucket for everybody who is counted."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[K, Bucket] = OrderedDict()

    def of(self, key: K) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket


class Addresses(Buckets[str]):
    """A bucket for every address."""

    def of(self, key: str) -> Bucket:
        return super().of(network_of(key))

    def take(self, address: str) -> bool:
        return self.of(address).take()


class Places:
    """How many connections each address has open."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        address = network_of(address)
        if self._open.get(address, 0) >= self._limit:
            return False
        self._open[address] = self._open.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        address = network_of(address)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What counts as one: an IPv4 address, or an IPv6 network of 64 bits."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)
