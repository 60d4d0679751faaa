"""The game itself: why an event is not allowed, what is legal, and what an event leads to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crownlands.rules import chance
from crownlands.rules.errors import IllegalEvent
from crownlands.rules.events import Action, Buildings, Event, Kings, Pass, Reveal
from crownlands.rules.forms import malformed
from crownlands.rules.opening import kings_to_come
from crownlands.rules.phases import PHASES, RULES, closed
from crownlands.rules.reasons import Code, Reason
from crownlands.rules.state import State
from crownlands.rules.steps import CHANCE, OPTIONAL, Step


def why_not(state: State, event: Event) -> Reason | None:
    """Why this event cannot happen now, or nothing if it can."""
    if reason := malformed(event):
        return reason
    if state.over:
        return Reason.of(Code.GAME_OVER)
    if type(event) in _CHANCE:
        step, check, _ = _CHANCE[type(event)]
        return check(state, event) if step is state.step else _not_now(state, event)
    if state.step in CHANCE:
        return _not_now(state, event)
    if event.seat != state.seat:  # type: ignore[union-attr]
        return Reason.of(Code.NOT_YOUR_TURN, seat=event.seat, turn=state.acting)  # type: ignore[union-attr]
    if isinstance(event, Pass):
        return None if state.step in OPTIONAL else _not_now(state, event)
    rule = RULES[type(event)]  # type: ignore[index]
    if rule.step is state.step:
        return rule.why_not(state, event)
    return _why_closed(state, rule.step) or _not_now(state, event)


def _not_now(state: State, event: Event) -> Reason:
    return Reason.of(Code.NOT_NOW, event=type(event).__name__.lower(), step=state.step.value)


def _why_closed(state: State, step: Step) -> Reason | None:
    """Why a phase that is not the open one was skipped in this turn."""
    if step not in state.ruleset.phases:
        return Reason.of(Code.NO_SUCH_PHASE, event=step.value, ruleset=state.ruleset.name)
    return None if state.kings else closed(state, step)


def legal_actions(state: State) -> list[Action]:
    """Every legal action of the seat that decides, in a fixed order; nothing before chance and at the end."""
    if state.step not in PHASES:
        return []
    legal = PHASES[state.step].legal(state)
    return [*legal, Pass(state.acting)] if state.step in OPTIONAL else legal


def apply(state: State, event: Event) -> State:
    """The state after this event; an illegal event raises with the reason and changes nothing."""
    if reason := why_not(state, event):
        raise IllegalEvent(reason)
    if type(event) in _CHANCE:
        return _after_chance(state.step, _CHANCE[type(event)][2](state, event))
    if not isinstance(event, Pass):
        step = state.step
        state = RULES[type(event)].apply(state, event)  # type: ignore[index]
        if step in state.ruleset.once:
            state = state.but(done=state.done | {(state.acting, step)})
        if step is Step.CHOOSE and state.round == 0:
            return _open(step, state)
    return _next_phase(state)


_CHANCE: dict[type[Event], tuple[Step, Callable[[State, Any], Reason | None], Callable[[State, Any], State]]] = {
    Kings: (Step.KINGS, chance.why_not_kings, chance.draw_kings),
    Reveal: (Step.REVEAL, chance.why_not_reveal, chance.reveal),
    Buildings: (Step.BUILDINGS, chance.why_not_buildings, chance.reveal_buildings),
}


def _after_chance(step: Step, state: State) -> State:
    if state.round == 0 and not state.line:
        return _open(step, state)
    return _begin_round(state) if step is Step.REVEAL else _reveal_line(state)


def _open(step: Step, state: State) -> State:
    """The set-up goes on: first line, builders' board, then kings until all of them stand (K4)."""
    if state.kings:
        return state.but(step=Step.CHOOSE)
    if step is Step.REVEAL and state.ruleset.slots:
        return state.but(step=Step.BUILDINGS)
    return state.but(step=Step.KINGS) if kings_to_come(state) else _end_round(state)


def _next_phase(state: State) -> State:
    """On to the next phase of this turn that is open, or to the next turn."""
    phases = state.ruleset.phases
    for step in phases[phases.index(state.step) + 1 :]:
        if closed(state, step) is None:
            return state.but(step=step)
    line = state.line[1:]
    return state.but(line=line, step=Step.PLACE) if line else _end_round(state.but(line=()))


def _end_round(state: State) -> State:
    """All kings have acted (K5, K9, Q12): the claimed dominoes become the line; the opening leaves the board alone."""
    if state.round == state.ruleset.rounds:
        return state.but(step=Step.OVER, done=frozenset())
    line = tuple(claim for claim in state.next_line if claim.seat is not None)
    state = state.but(line=line, next_line=(), choosers=(), done=frozenset())
    if state.round and state.ruleset.slots:
        state = state.but(board=chance.slide(state.board))
        if chance.tiles_to_reveal(state.board):
            return state.but(step=Step.BUILDINGS)
    return _reveal_line(state)


def _reveal_line(state: State) -> State:
    return state.but(step=Step.REVEAL) if state.lines_drawn < state.ruleset.rounds else _begin_round(state)


def _begin_round(state: State) -> State:
    return state.but(step=Step.PLACE, round=state.round + 1)
