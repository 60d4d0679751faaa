"""One command, `crownlands`: play, simulate, replay, score and explain."""

from crownlands.cli.app import app, main

__all__ = ["app", "main"]
