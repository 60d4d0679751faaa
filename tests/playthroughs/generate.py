"""Writes all files of this folder anew: ``python -m tests.playthroughs.generate``."""

from __future__ import annotations

from crownlands.game import Game
from crownlands.notation import Record, print_record
from crownlands.rules import Ruleset, catalogue
from tests.helpers import Uniform, played
from tests.playthroughs.playthrough import FOLDER, file_name, outcome

SEED = "playthrough"


def play(rules: Ruleset) -> str:
    """A whole match as text, with what it came to."""
    game = played(Game(rules, seed=SEED), Uniform("playthrough actions", rules.name))
    return print_record(Record(rules, (("seed", SEED),), game.events)) + "\n" + outcome(game.match)


def main() -> None:
    for path in FOLDER.glob("*.game"):
        path.unlink()
    for rules in catalogue():
        (FOLDER / file_name(rules.name)).write_text(play(rules), encoding="utf-8")


if __name__ == "__main__":
    main()
