"""Every operation of the API."""

from __future__ import annotations

from crownlands.server.guard.credentials import Signer
from crownlands.server.http.api import Api
from crownlands.server.http.daily import DailyApi
from crownlands.server.http.duplicates import DuplicatesApi
from crownlands.server.http.endpoints import Endpoint
from crownlands.server.http.me import MeApi
from crownlands.server.http.positions import PositionApi
from crownlands.server.http.puzzles import PuzzleApi
from crownlands.server.http.replay import ReplayApi
from crownlands.server.http.request_limits import RequestLimits
from crownlands.server.http.reviews import ReviewApi
from crownlands.server.live.rooms import Rooms


def all_endpoints(rooms: Rooms, signer: Signer) -> list[Endpoint]:
    """Over the rooms of one process; who asks is counted over all of them together."""
    limits = RequestLimits(rooms.settings.limits)
    api = Api(rooms, signer, limits)
    return [
        *api.endpoints(),
        *ReplayApi(rooms, limits).endpoints(),
        *PositionApi(rooms, limits).endpoints(),
        *DailyApi(rooms, signer, limits).endpoints(),
        *ReviewApi(rooms, limits).endpoints(),
        *PuzzleApi(rooms, limits).endpoints(),
        *DuplicatesApi(rooms, signer, limits, api).endpoints(),
        *MeApi(rooms, signer, limits).endpoints(),
    ]
