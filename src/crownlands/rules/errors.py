"""What can go wrong, as one small tree.

CrownlandsError
├── RulesetError      no such ruleset, or an impossible combination
├── IllegalEvent      the game does not allow this now; carries the Reason
└── PositionError     a position that no game can have
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crownlands.rules.reasons import Reason


class CrownlandsError(ValueError):
    """Bad input, with a message for people."""


class RulesetError(CrownlandsError):
    """A ruleset that does not exist, with what would be right."""


class IllegalEvent(CrownlandsError):
    """An event that the state does not allow; nothing was changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class PositionError(CrownlandsError):
    """A position that no game can have."""
