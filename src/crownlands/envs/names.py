"""How environments are called where names have neither slashes nor plus signs."""

from __future__ import annotations

from crownlands.rules.ruleset import Ruleset, as_ruleset

NAMESPACE = "crownlands"
VERSION = 1
"""Raised when an environment's observations, actions or rewards change."""


def env_name(ruleset: Ruleset | str) -> str:
    """``env_name("kingdomino/2+mighty-duel") == "kingdomino-2.mighty-duel"``."""
    return as_ruleset(ruleset).name.replace("/", "-").replace("+", ".")


def env_id(ruleset: Ruleset | str) -> str:
    """``env_id("kingdomino/2") == "crownlands/kingdomino-2-v1"``."""
    return f"{NAMESPACE}/{env_name(ruleset)}-v{VERSION}"
