"""A realm in the eyes of the greedy player: every judgement that needs more than the land itself."""

from __future__ import annotations

from collections.abc import Iterable

from crownlands.players.bit_kingdom import BitKingdom, bit
from crownlands.players.worth import Weights, building_points, land_worth, undrawn_stats
from crownlands.rules import State
from crownlands.rules.pieces import BUILDINGS, DOMINOES, Terrain, price_for


class RealmEvaluator:
    """One realm of a state, with what its kingdom is worth now and would be after something."""

    def __init__(self, state: State, index: int, weights: Weights) -> None:
        rules = state.ruleset
        self.rules, self.index, self.weights = rules, index, weights
        self.realm = state.realms[index]
        self.hosts_queen = state.queen == index
        self.most_towers = max((realm.towers for i, realm in enumerate(state.realms) if i != index), default=0)
        crowns = {cell: BUILDINGS[name].crowns for cell, name in self.realm.buildings.items()}
        self.kingdom = BitKingdom.of(self.realm.kingdom, rules.frame, crowns)
        self.dominoes = rules.rounds * rules.kings * rules.team - len(self.realm.discarded)
        self.built = list(self.realm.buildings.values())
        self.undrawn = undrawn_stats(state.undrawn.union(claim.domino for claim in state.next_line))
        self.turns = self._turns(self.kingdom)
        # The buildings that are left for each realm.
        self.tiles = (len(state.board.stack) + len(state.tiles)) / len(state.realms) if rules.purse else 0.0
        self.coin = weights.coin if rules.purse else 0.0

    def _turns(self, kingdom: BitKingdom) -> int:
        """Dominoes still to place."""
        return self.dominoes - (kingdom.covered.bit_count() - 1) // 2

    def mine(self, seat: int | None) -> bool:
        return seat is not None and self.rules.realm_of(seat) == self.index

    def waiting(self, state: State) -> list[str]:
        """The dominoes under the realm's kings, without the acting one's, in the order in which they come."""
        return [claim.domino for claim in (*state.line[1:], *state.next_line) if self.mine(claim.seat)]

    def worth(self, kingdom: BitKingdom) -> float:
        """What the realm would be worth with this land."""
        turns = self._turns(kingdom)
        total = land_worth(self.rules, kingdom, self.undrawn, turns, not self.realm.discarded, self.weights)
        if self.rules.purse:
            total += building_points(self.built, kingdom, self.realm.all_knights, self.realm.towers)
            towns = sum(land.mask.bit_count() for land in kingdom.lands if land.terrain is Terrain.TOWN)
            total += self.weights.town * self.rules.frame * min(towns - len(self.built), turns, self.tiles)
            largest = max(land.mask.bit_count() for land in kingdom.lands)
            total += largest * (1.0 if self.hosts_queen else self.weights.largest)
        return total

    def worth_after(self, kingdom: BitKingdom, names: Iterable[str]) -> tuple[float, BitKingdom]:
        """The worth and the land after placing these dominoes, each where it is best at its time."""
        best = self.worth(kingdom) if kingdom.lands else 0.0
        for name in names:
            domino = DOMINOES[name]
            tried = [
                (self.worth(after), after)
                for after in (kingdom.place(domino, left, right) for left, right in kingdom.placements(domino))
            ]
            if tried:
                best, kingdom = max(tried, key=lambda rated: rated[0])
            else:
                best -= self.weights.discard + self.rules.harmony
        return best, kingdom

    def tax_hope(self, kingdom: BitKingdom, placed: int) -> float:
        """The points in the taxes that could be collected from the domino just placed."""
        if not self.realm.knights_in_reserve:
            return 0.0
        squares = max(land.mask.bit_count() for land in kingdom.lands if land.mask & placed)
        return self.coin * max(0.0, squares - self.knight_later)

    @property
    def knight_later(self) -> float:
        """The coins that a knight in reserve is expected to earn later."""
        return min(self.weights.knight, float(self.turns))

    def build_gain(self, name: str, cost: int, town: int) -> float:
        """What this building would add on the town square with this mask."""
        tile, weights, kingdom, realm = BUILDINGS[name], self.weights, self.kingdom, self.realm
        knights, towers = realm.all_knights + tile.knights, realm.towers + tile.towers
        gain = building_points([*self.built, name], kingdom, knights, towers)
        total = float(gain - building_points(self.built, kingdom, realm.all_knights, realm.towers))
        if tile.per:
            total += weights.counts * tile.points * self.turns
        if tile.crowns:
            squares = next(land.mask.bit_count() for land in kingdom.lands if land.mask & town)
            total += tile.crowns * (squares + min(3.0, self.turns * self.undrawn.share[Terrain.TOWN]))
        total += tile.knights * self.coin * min(self.turns, weights.knight)
        if tile.towers and towers >= self.most_towers:
            queen = max(land.mask.bit_count() for land in kingdom.lands)
            total += weights.queen * queen if not self.hosts_queen else weights.tower * tile.towers
        return total - cost * self.coin

    def tile_gain(self, slot: int, name: str) -> float:
        """What the tile on this slot would add at best; nothing without a free town square or the coins."""
        cost = price_for(slot, queen=self.hosts_queen)
        squares = self.realm.kingdom.squares
        free = [cell for cell, square in squares.items() if square.terrain is Terrain.TOWN]
        free = [cell for cell in free if cell not in self.realm.buildings]
        if not free or cost > self.realm.coins:
            return 0.0
        return max(self.build_gain(name, cost, bit(cell)) for cell in free)
