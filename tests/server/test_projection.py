"""What clients see is the notation's projection, for every ruleset, and fits the declared types."""

from __future__ import annotations

import msgspec
import pytest

from crownlands.notation import state_json
from crownlands.rules import Ruleset, catalogue, why_not
from crownlands.rules.events import Action
from crownlands.server.protocol.event_messages import to_event
from crownlands.server.protocol.views import PlayView
from crownlands.server.table.projection import Projector
from tests.helpers import game


@pytest.mark.parametrize("rules", list(catalogue()), ids=str)
def test_views_say_what_the_rules_say(rules: Ruleset) -> None:
    projector = Projector()
    decisions = [match for match, event, _ in game(rules.name) if isinstance(event, Action) and match.game == 1]
    for count, match in enumerate(decisions):
        raw = msgspec.json.encode(projector.position(match))
        view = msgspec.json.decode(raw, type=PlayView)
        assert view.legal
        assert all(why_not(match.state, to_event(action)) is None for action in view.legal)
        if count % 5 == 0:  # the notation counts every score anew, which takes most of the time
            assert msgspec.json.decode(raw)["state"] == state_json(match)
