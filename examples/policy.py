"""A policy becomes a player: `cl.player("policy")` in Python, `cmd:python3 examples/policy.py` in the arena."""

import sys

import numpy as np

import crownlands as cl
from crownlands.core import State
from crownlands.envs import layout


def policy(observation, mask):  # put yours here: a number for each action, the highest legal one is done
    return -np.arange(len(mask))


def decide(position):
    state = State.from_position(position)
    lens = layout(state.ruleset)
    mask = lens.mask(state)
    wishes = policy(lens.observe(state, state.seat), mask)
    return state.action_text(int(np.where(mask, wishes, -np.inf).argmax()))


class PolicyPlayer(cl.Player):
    def choose(self, game):
        return cl.parse_event(decide(game.position()))


cl.PLAYERS["policy"] = (lambda seed, budget: PolicyPlayer(), "does what my policy likes most")


def bot():  # the lines of docs/bot-protocol.md
    block, position = "", []
    for line in sys.stdin:
        word = line.split()[0]
        if line == "crownlands bot 1\n" or (word == "end" and block == "game"):
            print("name Policy\nready" if block == "" else "ready", flush=True)
        if word in ("game", "position", "actions", "end"):
            block, position = word, [] if word == "position" else position
        elif block == "position":
            position.append(line)
        elif word == "go":
            print("action", decide("".join(position)), flush=True)


if __name__ == "__main__":
    bot()
