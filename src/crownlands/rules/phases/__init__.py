"""The phases of a turn. One check per action is the only source of legality: what passes it is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from crownlands.rules.events import Action, Bribe, Build, Choose, Discard, Place, Tax
from crownlands.rules.phases import bribe, build, choose, place, tax
from crownlands.rules.reasons import Code, Reason
from crownlands.rules.state import State
from crownlands.rules.steps import Step


class Phase(NamedTuple):
    """When a phase is skipped, and what is legal in it."""

    closed: Callable[[State], Reason | None]
    legal: Callable[[State], list[Action]]


class Rule(NamedTuple):
    """The phase of an action, why it is illegal there, and what it changes."""

    step: Step
    why_not: Callable[[State, Any], Reason | None]
    apply: Callable[[State, Any], State]


PHASES: dict[Step, Phase] = {
    Step.PLACE: Phase(place.closed, place.legal),
    Step.TAX: Phase(tax.closed, tax.legal),
    Step.BUILD: Phase(build.closed, build.legal),
    Step.BRIBE: Phase(bribe.closed, bribe.legal),
    Step.CHOOSE: Phase(choose.closed, choose.legal),
}


def closed(state: State, step: Step) -> Reason | None:
    """Why this phase of the turn is skipped, or nothing if it is open."""
    if (state.acting, step) in state.done:
        return Reason.of(Code.ONCE_A_ROUND, event=step.value)
    return PHASES[step].closed(state)


RULES: dict[type[Action], Rule] = {
    Place: Rule(Step.PLACE, place.why_not_place, place.place),
    Discard: Rule(Step.PLACE, place.why_not_discard, place.discard),
    Tax: Rule(Step.TAX, tax.why_not, tax.apply),
    Build: Rule(Step.BUILD, build.why_not, build.apply),
    Bribe: Rule(Step.BRIBE, bribe.why_not, bribe.apply),
    Choose: Rule(Step.CHOOSE, choose.why_not, choose.apply),
}
