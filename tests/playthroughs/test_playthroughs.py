"""The golden games replay to the very same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from crownlands.notation import parse_record, print_record, replay
from crownlands.rules import CHANCE, Dealer, Match, catalogue
from crownlands.rules.events import Bribe, Build, Buildings, Choose, Discard, Kings, Pass, Place, Reveal, Tax
from tests.playthroughs.playthrough import FOLDER, file_name, outcome

FILES = sorted(FOLDER.glob("*.game"))


def test_there_is_a_game_for_every_ruleset_and_no_other() -> None:
    assert [path.name for path in FILES] == sorted(file_name(rules.name) for rules in catalogue())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_the_same_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = parse_record(text)
    assert file_name(record.ruleset.name) == path.name
    matches: list[Match] = list(replay(record))
    end = matches[-1]
    assert end.over
    assert text == print_record(record) + "\n" + outcome(end)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_chance_is_the_deal_of_its_seed(path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"))
    seed = dict(record.tags)["seed"]
    *before, _ = replay(record)
    for match, event in zip(before, record.events, strict=True):
        now = match.upcoming()
        if now.state.step in CHANCE:
            assert event == Dealer(record.ruleset, seed, now.game).next(now.state)


def test_the_golden_games_show_every_kind_of_event() -> None:
    kinds = {type(event) for path in FILES for event in parse_record(path.read_text(encoding="utf-8")).events}
    assert kinds == {Kings, Reveal, Buildings, Choose, Place, Discard, Tax, Build, Bribe, Pass}
