"""A complete Crownlands bot: it places for points, takes crowns, taxes, builds, and lets the dragon sleep."""

import sys

dominoes, kingdom, actions, block, mine, realm = {}, {}, [], "", "", ""


def territory(left, cell, half):  # what hangs together with a square: its squares, and its crowns times 1j
    if left.get(cell, " ")[0] != half[0]:
        return 0
    return 1 + 1j * left.pop(cell)[1] + sum(territory(left, cell + step, half) for step in (1, -1, 1j, -1j))


def put(domino, *squares):  # what a domino adds to a kingdom; the square 1,-2 is the complex number 1-2j
    return dict(zip((complex(*map(int, square.split(","))) for square in squares), dominoes[domino], strict=True))


def value(verb, what="", *squares):
    left, total = kingdom | put(what, *squares) if verb == "place" else {}, 0
    while left:
        land = territory(left, *next(iter(left.items())))
        total += land.real * (land.imag + land.real / 10)
    return total + sum(n for _, n in dominoes.get(what, ())) + {"tax": 1, "build": 1, "bribe": -1}.get(verb, 0)


for word, *rest in map(str.split, sys.stdin):
    if rest == ["bot", "1"] or (word == "end" and block == "game"):
        print("name Forty lines\nversion 1\nready" if rest else "ready", flush=True)
    elif word in ("game", "position"):
        block, kingdom, actions = word, {}, []
    elif word == "realm":
        realm, mine = rest[0], rest[0] if block == "game" else mine
    elif word == "domino" and block == "game":
        dominoes[rest[0]] = ((rest[1], int(rest[2])), (rest[3], int(rest[4])))
    elif word == "domino" and realm == mine:
        kingdom |= put(*rest)
    elif word.isdecimal():
        actions.append(rest)
    elif word == "go":
        print("action", *max(actions, key=lambda action: value(*action)), flush=True)
