"""How often one address may ask, counted over all operations of the API."""

from __future__ import annotations

from crownlands.server.guard.limits import Addresses
from crownlands.server.http.endpoints import ApiRequest
from crownlands.server.protocol.refusals import Refused
from crownlands.server.settings import Limits


class RequestLimits:
    """The counters of one process."""

    def __init__(self, limits: Limits) -> None:
        self._makers = Addresses(limits.tables_per_hour / 3600, limits.tables_per_hour)
        self._callers = Addresses(limits.requests_per_second, limits.request_burst)

    def count(self, request: ApiRequest, makes: bool = False) -> None:
        """Refuses who asks too often, or makes too many tables."""
        address = request.address
        if not self._callers.take(address) or (makes and not self._makers.take(address)):
            raise Refused("too-fast")
