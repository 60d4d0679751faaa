"""The deal, against a second implementation written from `docs/notation.md` alone, and against fixed outcomes."""

from __future__ import annotations

import hashlib
import struct
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import crownlands
from crownlands.rules import CrownlandsError, Dealer, Ruleset, Step, catalogue, new_game, ruleset
from crownlands.rules.dealer import Stream
from crownlands.rules.events import Buildings, Chance, Event, Kings, Reveal
from tests.helpers import at, game, walk


class SecondDealer:
    """ "The deal" of `docs/notation.md`, literally."""

    def __init__(self, seed: str, game: int) -> None:
        self.seed, self.game = seed, game

    def numbers(self, purpose: str) -> Iterator[int]:
        counter = 0
        while True:
            text = "\n".join(["crownlands deal 1", self.seed, str(self.game), purpose, str(counter)])
            yield from struct.unpack(">4Q", hashlib.sha256(text.encode("utf-8")).digest())
            counter += 1

    def shuffled(self, purpose: str, items: list[str]) -> list[str]:
        numbers = self.numbers(purpose)
        for i in reversed(range(1, len(items))):
            n = i + 1
            v = next(numbers)
            while v >= 2**64 - (2**64 % n):
                v = next(numbers)
            items[i], items[v % n] = items[v % n], items[i]
        return items


def tiles() -> list[str]:
    path = Path(crownlands.__file__).parent / "data" / "buildings.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return [tile["id"] for tile in data["building"] for _ in range(tile["copies"])]


def expected_chance(rules: Ruleset, seed: str, game: int) -> tuple[Kings, list[Reveal], list[str]]:
    """The kings, the lines and the order of the tiles."""
    dealer = SecondDealer(seed, game)
    owners = [seat for seat in map(str, range(rules.seats)) for _ in range(rules.kings)]
    seats = dealer.shuffled("seats", [str(seat) for seat in range(rules.seats)])
    kings = dealer.shuffled("kings", owners)
    if rules.opening == "any-king":
        order = list(zip(seats * rules.kings, kings, strict=True))
    elif rules.opening == "there-and-back":
        order = [(seats[0],) * 2, (seats[1],) * 2, (seats[1],) * 2, (seats[0],) * 2]
    else:
        order = [(king, king) for king in kings]
    letters = ["Q", "K"] if rules.family == "royal-wedding" else [rules.family[0].upper()]
    decks = {
        letter: dealer.shuffled(f"dominoes {letter}", [str(number) for number in range(1, 49)]) for letter in letters
    }
    lines = []
    for index in range(rules.rounds):
        deck = decks[letters[index % len(letters)]]
        drawn, deck[:] = deck[: rules.line], deck[rules.line :]
        lines.append(Reveal(tuple(letters[index % len(letters)] + number for number in sorted(drawn, key=int))))
    pairs = tuple((int(chooser), int(owner)) for chooser, owner in order)
    return Kings(pairs), lines, dealer.shuffled("buildings", tiles())


def chance_of(events: list[Event]) -> list[Chance]:
    return [event for event in events if isinstance(event, Kings | Reveal | Buildings)]


@pytest.mark.parametrize("rules", list(catalogue()), ids=str)
def test_a_whole_match_is_dealt_as_the_document_says(rules: Ruleset) -> None:
    for number in range(1, rules.games + 1):
        events = [event for before, event, _ in game(rules.name) if before.game == number]
        kings, lines, stack = expected_chance(rules, "1", number)
        drawn = [event.order for event in events if isinstance(event, Kings)]
        assert sum(drawn, ()) == kings.order
        assert [event for event in events if isinstance(event, Reveal)] == lines
        revealed = [tile for event in events if isinstance(event, Buildings) for tile in event.tiles]
        assert revealed == stack[: len(revealed)]
        assert bool(revealed) == bool(rules.slots)


GOLDEN_KINGS = ((0, 0), (2, 2), (3, 3), (1, 1))
GOLDEN_DOMINOES = ["K33", "K31", "K42", "K48", "K16", "K2", "K35", "K9", "K18", "K26", "K21", "K15"]
GOLDEN_QUEENS = ["Q27", "Q29", "Q12", "Q44", "Q21", "Q26", "Q47", "Q48"]
GOLDEN_TILES = ["small_tavern", "fortified_castle", "queens_tower", "queens_tower", "big_tavern", "sawmill"]
GOLDEN_THERE_AND_BACK = ((1, 1), (0, 0), (0, 0), (1, 1))
GOLDEN_ANY_KING = ((0, 0), (1, 0), (0, 1), (1, 1))
GOLDEN_NUMBERS = [129, 817, 587, 8, 277, 885, 919, 165, 885]
GOLDEN_SHUFFLE = ["c", "r", "a", "w", "d", "n", "l", "o", "s", "n"]


def test_a_fixed_seed_gives_a_fixed_deal() -> None:
    dealer = Dealer(ruleset("kingdomino/4"), "42")
    assert dealer.kings == GOLDEN_KINGS
    assert dealer.dominoes["kingdomino"][:12] == GOLDEN_DOMINOES
    queen = Dealer(ruleset("royal-wedding/8"), "42")
    assert queen.dominoes["kingdomino"] == dealer.dominoes["kingdomino"]
    assert queen.dominoes["queendomino"][:8] == GOLDEN_QUEENS
    assert queen.tiles[:6] == GOLDEN_TILES
    assert Dealer(ruleset("queendomino/2"), "a wedding in été").kings == GOLDEN_THERE_AND_BACK
    assert Dealer(ruleset("kingdomino/2+any-king"), "42", 3).kings == GOLDEN_ANY_KING


def test_the_stream_is_fixed() -> None:
    stream = Stream("crownlands deal 1", "42", "1", "kings")
    assert [stream.below(1000) for _ in range(9)] == GOLDEN_NUMBERS
    assert Stream("a", "b").shuffle(list("crownlands")) == GOLDEN_SHUFFLE


def test_numbers_that_would_be_unfair_are_skipped() -> None:
    n = 2**63 + 1
    stream, raw = Stream("fair"), SecondNumbers("fair")
    expected = [number for number in raw.first(40) if number < n]
    assert len(expected) < 40
    assert [stream.below(n) for _ in range(len(expected))] == expected


class SecondNumbers:
    """The raw numbers of a stream."""

    def __init__(self, purpose: str) -> None:
        self.purpose = purpose

    def first(self, count: int) -> list[int]:
        found: list[int] = []
        for counter in range(count // 4):
            found += struct.unpack(">4Q", hashlib.sha256(f"{self.purpose}\n{counter}".encode()).digest())
        return found


@pytest.mark.parametrize("name", ["kingdomino/3", "queendomino/4", "royal-wedding/5", "royal-wedding/8+teams"])
def test_the_deal_does_not_depend_on_the_actions(name: str) -> None:
    games = [chance_of([event for _, event, _ in walk(ruleset(name), "7", actions)]) for actions in ("a", "b")]
    other = [event for _, event, _ in walk(ruleset(name), "7", "b")]
    assert other != [event for _, event, _ in walk(ruleset(name), "7", "a")]
    lines = [[event for event in chance if not isinstance(event, Buildings)] for chance in games]
    assert lines[0] == lines[1]
    first, second = (
        [tile for event in chance if isinstance(event, Buildings) for tile in event.tiles] for chance in games
    )
    shorter = min(len(first), len(second))
    assert first[:shorter] == second[:shorter]


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    rules = ruleset("queendomino/4")
    assert list(walk(rules, "5")) == list(walk(rules, "5"))
    assert Dealer(rules, "5").tiles != Dealer(rules, "6").tiles
    assert Dealer(rules, "5").dominoes != Dealer(rules, "5", 2).dominoes
    assert Dealer(rules, "5").next(new_game(rules)) == Dealer(rules, "5").next(new_game(rules))


@pytest.mark.parametrize("seed", ["1\n2", "1\r", "\n", "\ud800"])
def test_a_seed_is_one_line(seed: str) -> None:
    with pytest.raises(CrownlandsError, match="one line"):
        Dealer(ruleset("kingdomino/4"), seed)


@pytest.mark.parametrize("step", [Step.PLACE, Step.CHOOSE, Step.OVER])
def test_a_dealer_deals_only_before_chance(step: Step) -> None:
    state = at("kingdomino/3", step, line="K1=0 K2=1 K3=2", next_line="K4 K5 K6")
    with pytest.raises(CrownlandsError, match=f"no chance now: the game waits for {step}"):
        Dealer(state.ruleset, "1").next(state)
