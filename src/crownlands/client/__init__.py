"""A small client for tables on a server: for tests, for tools, and for bots that join over the network."""

from crownlands.client.http import ApiError, Http
from crownlands.client.seat import play_seat
from crownlands.client.socket import Gone, Refused, TableClient, View

__all__ = ["ApiError", "Gone", "Http", "Refused", "TableClient", "View", "play_seat"]
