"""Writes all files of this folder anew: ``python -m tests.playthroughs.generate``."""

from __future__ import annotations

from crownlands.notation import Record, print_record
from crownlands.rules import CHANCE, Dealer, Ruleset, catalogue, legal_actions, new_match
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Event
from tests.playthroughs.playthrough import FOLDER, file_name, outcome

SEED = "playthrough"


def play(rules: Ruleset) -> str:
    """A whole match as text, with what it came to."""
    match = new_match(rules)
    stream = Stream("playthrough actions", rules.name)
    events: list[Event] = []
    while not match.over:
        match = match.upcoming()
        event: Event
        if match.state.step in CHANCE:
            event = Dealer(rules, SEED, match.game).next(match.state)
        else:
            actions = legal_actions(match.state)
            event = actions[stream.below(len(actions))]
        events.append(event)
        match = match.apply(event)
    return print_record(Record(rules, (("seed", SEED),), tuple(events))) + "\n" + outcome(match)


def main() -> None:
    for path in FOLDER.glob("*.game"):
        path.unlink()
    for rules in catalogue():
        (FOLDER / file_name(rules.name)).write_text(play(rules), encoding="utf-8")


if __name__ == "__main__":
    main()
