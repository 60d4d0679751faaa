"""What clients see is the notation's projection, for every ruleset, and fits the declared types."""

from __future__ import annotations

import msgspec
import pytest

from crownlands.game import Game
from crownlands.notation import state_json
from crownlands.players import make_player
from crownlands.rules import Ruleset, catalogue, new_match, why_not
from crownlands.server.protocol.event_messages import to_event
from crownlands.server.protocol.views import PlayView
from crownlands.server.table.fair_deal import FairDeal
from crownlands.server.table.projection import Projector


@pytest.mark.parametrize("rules", list(catalogue()), ids=str)
def test_views_say_what_the_rules_say(rules: Ruleset) -> None:
    deal, player, projector = FairDeal(rules, "7"), make_player("random", "7"), Projector()
    *_, (_, match) = deal.follow(new_match(rules))
    count = 0
    while not match.over and match.game == 1:
        raw = msgspec.json.encode(projector.position(match))
        view = msgspec.json.decode(raw, type=PlayView)
        assert view.legal
        assert all(why_not(match.state, to_event(action)) is None for action in view.legal)
        if count % 5 == 0:  # the notation counts every score anew, which takes most of the time
            assert msgspec.json.decode(raw)["state"] == state_json(match)
        match = match.apply(player.choose(Game.of(match)))
        for _, dealt in deal.follow(match):
            match = dealt
        count += 1
