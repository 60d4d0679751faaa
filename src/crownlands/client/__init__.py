"""A small client for tables on a server: for tests, for tools, and for bots that join over the network."""

from crownlands.client.bot import NetworkBot, match_of
from crownlands.client.http import ApiError, Http
from crownlands.client.seat import play_seat
from crownlands.client.socket import Gone, Refused, TableClient, View

__all__ = ["ApiError", "Gone", "Http", "NetworkBot", "Refused", "TableClient", "View", "match_of", "play_seat"]
