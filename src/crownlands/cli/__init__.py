"""One command, `crownlands`: play, simulate, replay, score and explain."""

import sys


def main() -> None:
    """The command; its version is told without loading it."""
    if sys.argv[1:] == ["--version"]:
        from crownlands import __version__

        print(f"crownlands {__version__}")
        return
    from crownlands.cli.app import app

    app(prog_name="crownlands")
