"""The rules of the family as frozen values and pure functions: the specification."""

from crownlands.rules.dealer import Dealer
from crownlands.rules.errors import CrownlandsError, IllegalEvent, PositionError, RulesetError
from crownlands.rules.game import apply, legal_actions, why_not
from crownlands.rules.match import Match, new_match
from crownlands.rules.ruleset import Ruleset, all_rulesets, catalogue, ruleset
from crownlands.rules.scoring import ranking, scores
from crownlands.rules.state import State, new_game
from crownlands.rules.steps import CHANCE, Step

__all__ = [
    "CHANCE",
    "CrownlandsError",
    "Dealer",
    "IllegalEvent",
    "Match",
    "PositionError",
    "Ruleset",
    "RulesetError",
    "State",
    "Step",
    "all_rulesets",
    "apply",
    "catalogue",
    "legal_actions",
    "new_game",
    "new_match",
    "ranking",
    "ruleset",
    "scores",
    "why_not",
]
