"""A small client for tables on a server: for tests, for tools, and for bots that join over the network."""

from crownlands.client.bot import NetworkBot, match_of
from crownlands.client.connection import Gone, Refused, TableClient, View
from crownlands.client.http import ApiError, Http
from crownlands.client.seat import play_seat

__all__ = ["ApiError", "Gone", "Http", "NetworkBot", "Refused", "TableClient", "View", "match_of", "play_seat"]
